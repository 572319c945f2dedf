"""The notation of cards, as people type it and as the community's files hold it.

    line    = [skill-or-attribute ":"] [range] dice [type] [strong]  |  icon [":"] effect  |  keyword { "," keyword }
    dice    = { "[" colour "]" | [count] colour | [count] letter }   green g, yellow y, red r, black k
    icon    = dragonborn d (HELMET) | swords s | oblivion o
    effect  = ["add"] term { ("and" | "+" | ",") ["add"] term } ["(melee only)" | "(ranged only)"]
    term    = dice | keyword ["(N)" | "[N]" | N] | "damage +N"
    strong  = "(N)" | "(+N)"

A newline, ` / ` or `;` separates lines, `///` or `---` weapons. A line of a file that is none of these is a note;
where a person typed it, it is an error.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tamriel_odds.odds.call_to_arms.headers import LABELS, TESTS, Header, read_header
from tamriel_odds.odds.call_to_arms.keywords import DAMAGE_TYPES, KEYWORDS, MATERIALS
from tamriel_odds.odds.call_to_arms.phrases import MOST_DICE, Terms, UnreadError, begins_dice, read_dice, read_terms
from tamriel_odds.odds.call_to_arms.terms import (
    COLOURS,
    ICONS,
    Effect,
    Icon,
    Keyword,
    Kind,
    Line,
    Text,
    Weapon,
)
from tamriel_odds.odds.call_to_arms.tokens import ICON_LETTERS, ICON_NAMES, Token, clipped, mend, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import nearest, offer, plain

__all__ = [
    "COLOURS", "ICONS", "Effect", "Icon", "Keyword", "Kind", "Line", "Text", "Weapon",
    "keyword_list", "read", "read_armor", "read_attack",
]  # fmt: skip

# Curly quotes, long dashes, the multiplication sign and wide brackets; nothing for the marks that take no room.
_ONE_OF_A_KIND: Final[dict[int, str]] = {
    0x201C: '"', 0x201D: '"', 0x2033: '"', 0x2018: "'", 0x2019: "'", 0x2013: "-", 0x2014: "-", 0x2212: "-",
    0xD7: "x", 0xFF3B: "[", 0xFF3D: "]", 0x200B: "", 0xFEFF: "",
}  # fmt: skip
# A line of a card has a dozen pieces; what is this long is prose, or somebody testing us.
MOST_PIECES: Final = 250
NOTHING: Final = frozenset({"", "none", "-", "no", "n/a"})


def read(text: str, *, strict: bool = False) -> Text:
    """The weapons of a text; `strict` for what a person typed: nothing in it may be left as a note.

    >>> read("One-Handed: [GREEN][RED]\\n[SWORDS]: Piercing (1)").weapons[0].printed
    'One-Handed: [GREEN][RED] / [SWORDS]: Piercing (1)'
    >>> read("[RED]\\nAdd [YELLOW] for each Soul Charge spent.").notes
    ('Add [YELLOW] for each Soul Charge spent.',)
    """
    return _Reader(strict).read(text)


def read_attack(text: str) -> Weapon:
    """One attack as typed; an empty text or `none` is an attack without dice.

    >>> read_attack("gr / s: Piercing 1").printed
    '[GREEN][RED] / [SWORDS]: Piercing (1)'
    """
    return _read_one(text, "an attack")


def read_armor(text: str) -> Weapon:
    """One Armor Rating as typed; an empty text or `none` is no armor.

    >>> read_armor("[BLACK] (1) / oblivion: add yellow").printed
    '[BLACK] (1) / [OBLIVION]: add [YELLOW]'
    """
    return _read_one(text, "armor")


def _read_one(text: str, what: str) -> Weapon:
    weapons = read(text, strict=True).weapons
    if len(weapons) > 1:
        raise BadNotation(f"{len(weapons)} weapons in '{clipped(text)}': {what} is one; leave the others out")
    weapon = weapons[0] if weapons else Weapon()
    return weapon if weapon.lines else replace(weapon, lines=(Line(),))


def keyword_list(text: str) -> tuple[tuple[Keyword, ...], tuple[str, ...]]:
    """The book's keywords in a list of them, and the pieces that are none: materials, rules of one model.

    >>> keywords, others = keyword_list("Steel. Cumbersome, Resistance (Frost, Poison), Two-Handed Block")
    >>> [keyword.printed for keyword in keywords], others
    (['Cumbersome', 'Resistance (Frost)', 'Resistance (Poison)', 'Two-Handed Block'], ('Steel',))
    """
    keywords: list[Keyword] = []
    others: list[str] = []
    text = re.sub(r"\[([^\[\]]*[^\W\d][^\[\]]*)\]", r"\1", _tidy(text))
    for piece in re.split(r"(?:[,;\n]|\.(?=\s|$))(?![^(]*\))", text):
        piece = re.sub(r"^\s*keywords?:\s*", "", piece, flags=re.IGNORECASE).strip()
        if plain(piece) in NOTHING:
            continue
        try:
            terms, repairs = Terms(), list[str]()
            read_terms(tokens(piece), 0, terms, repairs, dice=False)
        except (UnreadError, BadNotation):
            others.append(piece)
            continue
        keywords += terms.keywords
        if terms.type is not None and not any(keyword.name == terms.type for keyword in terms.keywords):
            keywords.append(Keyword(terms.type))
    return tuple(keywords), tuple(others)


def _tidy(text: str) -> str:
    """One kind of space, quote, dash and multiplication sign."""
    text = re.sub(r"[^\S\n]+", " ", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.translate(_ONE_OF_A_KIND)
    return text.strip()


class _Reader:
    """Reads one text, line by line, into weapons."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.weapons: list[Weapon] = []
        self.repairs: list[str] = []
        self.notes: list[str] = []
        self.remarks: list[str] = []

    def read(self, text: str) -> Text:
        if plain(text) not in NOTHING:
            for section in re.split(r"/{3,}|-{3,}|_{3,}|={3,}|\*{3,}", _tidy(text)):
                self._begin()
                for line in re.split(r"\n|(?<=\s)/(?=\s)|;", section):
                    self._line(line.strip())
                self._finish()
        return Text(tuple(self.weapons), tuple(dict.fromkeys(self.repairs)), tuple(self.notes), tuple(self.remarks))

    def _begin(self) -> None:
        self.header = Header()
        self.reach: int | None = None
        self.type: str | None = None
        self.lines: list[Line] = []
        self.effects: list[Effect] = []
        self.keywords: list[Keyword] = []

    def _finish(self) -> None:
        if not (self.lines or self.effects or self.keywords or self.type):
            return
        ratings = [(line.reach, line.at_least) for line in self.lines if not line.is_bonus]
        if len(set(ratings)) < len(ratings):
            printed = " and ".join(line.printed for line in self.lines)
            raise BadNotation(
                f"two lines of dice in one weapon: {clipped(printed)}; give each its range, or '///' between weapons"
            )
        if self.type is not None:
            self.lines = [replace(line, type=line.type or self.type) for line in self.lines]
            if not self.lines:
                self.keywords.append(Keyword(self.type))
        effects, keywords = tuple(self.effects), tuple(dict.fromkeys(self.keywords))
        self.weapons.append(Weapon(self.header.name, tuple(self.lines), effects, keywords))

    def _line(self, line: str) -> None:
        if plain(line) in NOTHING:
            return
        mended, repairs = mend(line)
        pieces = tokens(mended)
        self.repairs += repairs
        remarks = [piece.text for piece in pieces if piece.kind == "remark"]
        kept = [piece for piece in pieces if piece.kind != "remark"]
        if self.strict:
            self._refuse_unknown_dice(pieces)
        if not kept and "magicka" not in line.lower():
            self.remarks += remarks
            return
        try:
            if len(kept) > MOST_PIECES:
                raise UnreadError(kept[MOST_PIECES].printed)
            self._notation(mended, kept)
        except UnreadError as unread:
            starts = kept[0].kind if kept else ""
            if self.strict:
                raise BadNotation(self._unknown(str(unread), line)) from None
            if starts in ("die", "icon"):
                raise BadNotation(f"'{clipped(line)}': '{unread}' cannot be read as dice, effect or keyword") from None
            self.notes.append(line)
        else:
            self.remarks += remarks

    @staticmethod
    def _refuse_unknown_dice(pieces: Sequence[Token]) -> None:
        """One strange word in a bracket among what a person typed is meant to be a die, if it is no material."""
        for i, piece in enumerate(pieces):
            beside = {other.kind for other in (*pieces[max(i - 1, 0) : i], *pieces[i + 1 : i + 2])}
            if piece.kind != "remark" or " " in piece.text or plain(piece.text) in MATERIALS:
                continue
            if beside & {"die", "icon"} or len(pieces) == 1:
                raise BadNotation(
                    f"'{clipped(piece.printed)}' is no die or icon{offer(piece.text, (*COLOURS, *ICONS))}"
                )

    @staticmethod
    def _unknown(piece: str, line: str) -> str:
        piece = re.sub(r"[:,.]+$", "", piece) or piece
        if plain(piece.strip("[]")) in (*COLOURS, *ICON_NAMES):
            return f"'{clipped(line)}' is no line of dice, no icon with its effect and no list of keywords"
        near = nearest(piece[:40], (*COLOURS, *ICON_NAMES, *TESTS, *KEYWORDS, *DAMAGE_TYPES))
        way_out = offer(piece[:40], near) if near else "; a line is dice, an icon with its effect, or keywords"
        return f"'{clipped(piece)}' in '{clipped(line)}' cannot be read as dice, icon, Skill or keyword{way_out}"

    def _notation(self, line: str, pieces: Sequence[Token]) -> None:
        if self._icon(pieces) or self._bonus(line, pieces):
            return
        stuck: str | None = None
        for i, piece in enumerate(pieces):
            if piece.kind not in ("inches", "number", "die", "word"):
                continue
            start = i + 1 if piece.kind == "inches" else i
            if piece.kind != "inches" and not begins_dice(pieces, i):
                continue
            header = read_header(line[: piece.start])
            if header is None:
                continue
            if start < len(pieces) and pieces[start].text == ":":
                start += 1
            dice, after = read_dice(pieces, start)
            if not dice and after == start and after < len(pieces):
                continue
            try:
                rating, bonus, terms = self._tail(pieces, after)
            except UnreadError as unread:
                if i == 0 or header.test or header.kind:
                    # Dice behind a Skill are an attack: what follows must not be lost with a note.
                    stuck = stuck or str(unread)
                continue
            self._add(header, pieces[i].number if piece.kind == "inches" else None, dice, rating, bonus, terms)
            return
        if stuck is not None and not self.strict:
            raise BadNotation(f"'{clipped(line)}': '{stuck}' behind the dice cannot be read")
        if stuck is not None:
            raise UnreadError(stuck)
        self._words_only(line, pieces)

    def _icon(self, pieces: Sequence[Token]) -> bool:
        """An effect, or two with one text: `[SWORDS/OBLIVION]: ...`."""
        icons: list[Icon] = []
        i = 0
        first = pieces[0]
        named = {**ICON_NAMES, **ICON_LETTERS}.get(first.text.lower()) if first.kind == "word" else None
        if named is not None:
            icons, i = [named], 1
        while i < len(pieces) and pieces[i].kind == "icon" and (i == 0 or named is None):
            if icons and pieces[i].start != pieces[i - 1].start:
                raise BadNotation(
                    f"'{pieces[i - 1].printed}{pieces[i].printed}': an effect is for one icon; give each a line"
                )
            icons.append(ICON_NAMES.get(pieces[i].text.lower(), "dragonborn"))
            i += 1
        if not icons:
            return False
        has_colon = i < len(pieces) and pieces[i].text == ":"
        if i + has_colon >= len(pieces):
            raise BadNotation(
                f"'{first.printed}' has no effect behind it; write '{first.printed}: add [YELLOW]' or the like"
            )
        terms, repairs = Terms(), list[str]()
        read_terms(pieces, i + has_colon, terms, repairs)
        if len(terms.dice) > MOST_DICE:
            raise BadNotation(f"{len(terms.dice)} dice: at most {MOST_DICE} can be named")
        if not (terms.dice or terms.damage or terms.type or terms.keywords):
            raise UnreadError(pieces[-1].printed)
        if first.kind == "icon" and not has_colon:
            self.repairs.append(f"'{first.printed} {pieces[i].printed}' read as '{first.printed}: {pieces[i].printed}'")
        self.repairs += repairs
        for icon in icons:
            self.effects.append(
                Effect(
                    icon,
                    tuple(terms.dice),
                    terms.damage,
                    terms.type,
                    tuple(terms.keywords),
                    terms.only,
                    terms.within,
                    terms.uses,
                )
            )
        return True

    def _bonus(self, line: str, pieces: Sequence[Token]) -> bool:
        """The "+" of an Upgrade Card on a line of its own: `+[YELLOW]`, `(+[YELLOW])`, `(+1)`."""
        first = pieces[0]
        if len(pieces) == 1 and first.kind == "paren" and first.text.startswith("+"):
            self._extend(self._bonus_line(first))
            return True
        if (first.kind == "sign" and first.text == "+") or (first.kind == "number" and first.printed.startswith("+")):
            rest = pieces[1:] if first.kind == "sign" else pieces
            dice, after = read_dice(rest, 0)
            if dice and after == len(rest):
                self._extend(Line(dice=tuple(dice), is_bonus=True))
                return True
        return False

    @staticmethod
    def _bonus_line(piece: Token) -> Line:
        if re.fullmatch(r"\+\s*\d{1,3}", piece.text):
            return Line(strong_bonus=int(piece.text[1:]), is_bonus=True)
        inner = tokens(piece.text[1:])
        dice, after = read_dice(inner, 0)
        if not dice or after < len(inner):
            raise UnreadError(piece.printed)
        return Line(dice=tuple(dice), is_bonus=True)

    def _tail(self, pieces: Sequence[Token], i: int) -> tuple[tuple[int, int], Line | None, Terms]:
        """What follows dice: Strong Armor, a "+" bonus, a damage type, keywords."""
        strong = strong_bonus = 0
        bonus: Line | None = None
        rest: list[Token] = []
        for piece in pieces[i:]:
            if piece.kind == "paren" and not rest and re.fullmatch(r"\d{1,3}", piece.text) and not strong:
                strong = int(piece.text)
            elif piece.kind == "paren" and not rest and re.fullmatch(r"\+\s*\d{1,3}", piece.text) and not strong_bonus:
                strong_bonus = int(piece.text[1:])
            elif piece.kind == "paren" and not rest and piece.text.startswith("+") and bonus is None:
                bonus = self._bonus_line(piece)
            else:
                rest.append(piece)
        terms, repairs = Terms(), list[str]()
        if rest and begins_dice(rest, 0):
            raise UnreadError(rest[0].printed)
        read_terms(rest, 0, terms, repairs)
        if terms.damage or terms.only or terms.within is not None or terms.uses is not None:
            raise UnreadError(rest[0].printed)
        self.repairs += repairs
        return (strong, strong_bonus), bonus, terms

    def _add(
        self,
        header: Header,
        reach: int | None,
        dice: list[str],
        rating: tuple[int, int],
        bonus: Line | None,
        terms: Terms,
    ) -> None:
        self._take(header)
        # Dice that follow dice after a sign: "[RED] + [YELLOW]".
        dice = dice + terms.dice
        if len(dice) > MOST_DICE:
            raise BadNotation(
                f"{len(dice)} dice: at most {MOST_DICE} can be named, and no more than three of a colour are rolled"
            )
        self.keywords += terms.keywords
        if not dice:
            self.reach = reach
            self.type = terms.type or self.type
            return
        self._extend(
            Line(
                header.test or self.header.test,
                header.kind or self.header.kind,
                reach if reach is not None else self.reach,
                tuple(dice),
                terms.type,
                *rating,
                at_least=header.at_least if header.at_least > 1 else 0,
                magicka=self.header.magicka,
            )
        )
        self.reach = None
        if bonus is not None:
            self._extend(bonus)

    def _extend(self, line: Line) -> None:
        self.lines.append(replace(line, kind=line.kind or self.header.kind) if line.is_bonus else line)

    def _take(self, header: Header) -> None:
        """The header of a new weapon, or of the lines to come."""
        if header.is_band:
            self.header.test = header.test
            return
        if (header.test or header.kind or header.name) and self.lines:
            self._finish()
            self._begin()
        if header.test or header.kind or header.name or header.magicka is not None:
            self.header = header

    def _words_only(self, line: str, pieces: Sequence[Token]) -> None:
        """A header on a line of its own, or a list of keywords."""
        header = read_header(line)
        if header is not None and (header.test or header.kind or header.name or header.magicka is not None):
            self._take(header)
            return
        if header is not None and plain(line).rstrip(":") in LABELS:
            return
        if pieces[0].text.lower() in ("keyword", "keywords") and len(pieces) > 1 and pieces[1].text == ":":
            pieces = pieces[2:]
        terms, repairs = Terms(), list[str]()
        read_terms(pieces, 0, terms, repairs, dice=False)
        if terms.only or terms.within is not None or terms.damage or terms.uses is not None:
            raise UnreadError(pieces[0].printed)
        self.repairs += repairs
        self.keywords += terms.keywords
        self.type = terms.type or self.type
