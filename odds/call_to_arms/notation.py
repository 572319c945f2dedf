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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.keywords import (
    ATTRIBUTES,
    DAMAGE_TYPES,
    KEYWORDS,
    MATERIALS,
    MEANT,
    RESERVES,
    SKILLS,
    SPELLINGS,
)
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
from tamriel_odds.odds.call_to_arms.tokens import ICON_LETTERS, ICON_NAMES, LETTERS, Token, mend, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import nearest, offer, plain

__all__ = [
    "COLOURS", "ICONS", "Effect", "Icon", "Keyword", "Kind", "Line", "Text", "Weapon",
    "keyword_list", "read", "read_armor", "read_attack",
]  # fmt: skip

MOST_DICE: Final = 99
NOTHING: Final = frozenset({"", "none", "-", "no", "n/a"})
_TESTS: Final = (*SKILLS, *ATTRIBUTES)
_KINDS: Final[dict[str, Kind]] = {
    "melee": "melee", "melee-attack": "melee", "melee-attacks": "melee",
    "ranged": "ranged", "ranged-attack": "ranged", "ranged-attacks": "ranged",
    "armor": "armor", "armor-rating": "armor", "mage-armor": "armor", "no-type": "armor", "no-armor-type": "armor",
    "light-armor": "armor", "heavy-armor": "armor",
    "shield": "block", "ward": "block", "block": "block", "block-rating": "block",
}  # fmt: skip
_LABELS: Final = frozenset({"damage", "rating", "attack", "attacks", "dice"})


class _Unread(Exception):
    """The line is not notation; whether that is a note or an error is decided where it is caught."""


@dataclass(slots=True)
class _Terms:
    """What a run of terms adds up to."""

    dice: list[str] = field(default_factory=list)
    damage: int = 0
    type: str | None = None
    keywords: list[Keyword] = field(default_factory=list)
    only: Literal["melee", "ranged"] | None = None
    within: int | None = None
    uses: int | None = None


@dataclass(slots=True)
class _Header:
    """What stands before the dice: whose test, what it is called, what it costs."""

    test: str | None = None
    kind: Kind | None = None
    name: str | None = None
    at_least: int = 0
    magicka: int | None = None
    is_band: bool = False


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
        raise BadNotation(f"{len(weapons)} weapons in '{text}': {what} is one; leave the others out")
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
            terms, repairs = _Terms(), list[str]()
            _read_terms(tokens(piece), 0, terms, repairs, dice=False)
        except (_Unread, BadNotation):
            others.append(piece)
            continue
        keywords += terms.keywords
        if terms.type is not None and not any(keyword.name == terms.type for keyword in terms.keywords):
            keywords.append(Keyword(terms.type))
    return tuple(keywords), tuple(others)


def _tidy(text: str) -> str:
    """One kind of space, quote, dash and multiplication sign."""
    text = re.sub(r"[^\S\n]+", " ", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.translate(str.maketrans({
        "“": '"', "”": '"', "″": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-",
        "×": "x", "［": "[", "］": "]", "\u200b": "", "\ufeff": "",
    }))  # fmt: skip
    return text.strip()


def _count(number: int, of: str) -> int:
    if not 0 <= number <= MOST_DICE:
        raise BadNotation(f"{number} {of}: a count of dice is 0 to {MOST_DICE}")
    return number


def _read_dice(pieces: Sequence[Token], i: int) -> tuple[list[str], int]:
    """The dice from piece `i` on, in the order printed, and where they end."""
    dice: list[str] = []
    while i < len(pieces):
        j, count = i, 1
        if pieces[j].kind == "number":
            count, j = pieces[j].number, j + 1
            if j < len(pieces) and pieces[j].kind == "word" and pieces[j].text.lower() == "x":
                j += 1
        if j == len(pieces):
            break
        piece = pieces[j]
        word = piece.text.lower()
        if piece.kind == "die":
            rolled = [piece.text]
        elif piece.kind == "word" and word in COLOURS:
            rolled = [word]
        elif piece.kind == "word" and set(word) <= LETTERS.keys():
            rolled = [LETTERS[letter] for letter in word]
            count, rolled = (1, [rolled[0]] * _count(count, word[0]) + rolled[1:]) if j > i else (1, rolled)
        else:
            break
        dice += rolled * _count(count, rolled[0] if rolled else word)
        if len(dice) > MOST_DICE:
            raise BadNotation(
                f"{len(dice)} dice: at most {MOST_DICE} can be named, and no more than three of a colour are rolled"
            )
        i = j + 1
        # "die" and "dice" as people write them.
        while i < len(pieces) and pieces[i].kind == "word" and pieces[i].text.lower() in ("die", "dice"):
            i += 1
    return dice, i


def _words(pieces: Sequence[Token], i: int, known: Iterable[str]) -> tuple[str, int] | None:
    """The longest run of words from piece `i` on that is a known name."""
    run, best = "", None
    for j in range(i, min(i + 5, len(pieces))):
        if pieces[j].kind != "word":
            break
        run = f"{run} {pieces[j].text}" if run else pieces[j].text
        name = SPELLINGS.get(plain(run), plain(run))
        if name in known:
            best = (name, j + 1)
    return best


_PUSH: Final = re.compile(r"\+?\s*(\d+)\s*\"?\s*push[\s-]*back|\+\s*(\d+)\s*\"", re.IGNORECASE)


def _read_keyword(pieces: Sequence[Token], i: int, terms: _Terms, repairs: list[str]) -> int:
    """One keyword, damage type or token from piece `i` on, with what stands behind it."""
    found = _words(pieces, i, (*KEYWORDS, *DAMAGE_TYPES, *MEANT))
    if found is None:
        raise _Unread(pieces[i].printed)
    name, i = found
    if name in MEANT:
        repairs.append(f"'{_said(pieces[i - 1].text)}' read as '{MEANT[name].title()}'")
        name = MEANT[name]
    if name in DAMAGE_TYPES:
        terms.type = name
        if i < len(pieces) and pieces[i].kind == "word" and pieces[i].text.lower() == "damage":
            i += 1
        if (
            i < len(pieces)
            and name == "force"
            and pieces[i].kind == "paren"
            and (push := _PUSH.fullmatch(pieces[i].text))
        ):
            terms.keywords.append(Keyword("force", int(push[1] or push[2])))
            i += 1
        return i
    return _read_value(name, pieces, i, terms, repairs)


def _said(word: str) -> str:
    return word[:1].upper() + word[1:]


def _read_value(name: str, pieces: Sequence[Token], i: int, terms: _Terms, repairs: list[str]) -> int:
    takes = KEYWORDS[name].split()
    value: int | None = None
    uses: int | None = None
    details: list[str] = []
    if name == "restore" and i < len(pieces) and pieces[i].kind == "number":
        value, i = pieces[i].number, i + 1
        while i < len(pieces) and pieces[i].kind == "word" and pieces[i].text.lower() in ("point", "points", "of"):
            i += 1
    if "reserve" in takes and i < len(pieces) and pieces[i].kind == "word" and plain(pieces[i].text) in RESERVES:
        details, i = [plain(pieces[i].text)], i + 1
        if (
            name == "restore"
            and i < len(pieces)
            and pieces[i].kind == "word"
            and plain(pieces[i].text) in ("point", "points")
        ):
            i += 1
    while i < len(pieces):
        piece = pieces[i]
        if piece.kind == "uses" and uses is None:
            uses = piece.number
        elif (piece.kind == "number" and value is None and takes and not _begins_dice(pieces, i)) or (
            piece.kind == "inches" and value is None and "inches" in takes
        ):
            value = piece.number
        elif piece.kind == "paren" and value is None and re.fullmatch(r"\+?\d{1,4}", piece.text):
            value = int(piece.text)
        elif (
            piece.kind == "paren"
            and value is None
            and (inches := re.fullmatch(r"(\d{1,4})\s*(?:\"|inches)", piece.text))
        ):
            value = int(inches[1])
        elif piece.kind == "paren" and value is None and plain(piece.text) in ("infinite", "∞"):
            value = None
        elif piece.kind == "paren" and not details and {"name", "reserve"} & set(takes) and _is_detail(piece.text):
            details = [plain(part) for part in re.split(r",|&|\band\b|\bor\b", piece.text) if part.strip()]
        else:
            break
        i += 1
    if name == "follow-up" and value is not None and uses is None:
        value, uses = None, value
    if value is not None and value < 0:
        raise BadNotation(f"{name} {value}: what stands behind a keyword is not negative")
    if (
        ("number" in takes or "inches" in takes)
        and value is None
        and name not in ("magicka-boost", "area-effect", "restore")
    ):
        value, uses, given = uses or 1, None, uses
        there = f"{Keyword(name).printed} [{given}]" if given else f"{Keyword(name).printed} without its number"
        repairs.append(f"'{there}' read as '{Keyword(name, value).printed}'")
    if name == "restore" and not details:
        raise _Unread("restore")
    terms.keywords += [Keyword(name, value, detail, uses) for detail in (details or [None])]
    return i


def _is_detail(text: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_][\w\s,&':.-]*", text)) and plain(text) not in ("melee-only", "ranged-only")


def _begins_dice(pieces: Sequence[Token], i: int) -> bool:
    try:
        return _read_dice(pieces, i)[1] > i
    except BadNotation:
        return True


_ONLY: Final[dict[str, Literal["melee", "ranged"]]] = {
    "melee-only": "melee", "only-melee": "melee", "ranged-only": "ranged", "only-ranged": "ranged",
}  # fmt: skip


def _read_terms(pieces: Sequence[Token], i: int, terms: _Terms, repairs: list[str], dice: bool = True) -> None:
    """Terms from piece `i` to the end; `_Unread` with the piece that is none."""
    joined = True  # a separator stands before the next term, or none is needed
    while i < len(pieces):
        piece = pieces[i]
        word = piece.text.lower() if piece.kind == "word" else ""
        if (
            piece.kind == "remark"
            or piece.text in (",", ".", ";")
            or word in ("and", "add", "adds", "also", "gain", "gains")
        ) or (piece.text == "+" and piece.kind == "sign"):
            joined, i = True, i + 1
        elif piece.kind == "paren":
            i = _read_paren(pieces, i, terms, repairs)
            joined = False
        elif word in ("damage", "dmg") and i + 1 < len(pieces) and pieces[i + 1].kind == "number":
            terms.damage, i, joined = terms.damage + pieces[i + 1].number, i + 2, False
        elif piece.kind == "number" and i + 1 < len(pieces) and pieces[i + 1].text.lower() in ("damage", "dmg"):
            terms.damage, i, joined = terms.damage + piece.number, i + 2, False
        elif dice and _begins_dice(pieces, i):
            rolled, i = _read_dice(pieces, i)
            terms.dice += rolled
            joined = False
        elif piece.kind == "uses" and terms.uses is None:
            terms.uses, i, joined = piece.number, i + 1, False
        elif word in ("up", "within") and (reach := _reach(pieces, i)):
            terms.within, i = reach
            joined = False
        elif piece.kind == "word" and (joined or dice):
            i = _read_keyword(pieces, i, terms, repairs)
            joined = False
        else:
            raise _Unread(piece.printed)


def _reach(pieces: Sequence[Token], i: int) -> tuple[int, int] | None:
    j = i + 2 if pieces[i].text.lower() == "up" else i + 1
    return (pieces[j].number, j + 1) if j < len(pieces) and pieces[j].kind == "inches" else None


def _read_paren(pieces: Sequence[Token], i: int, terms: _Terms, repairs: list[str]) -> int:
    """A parenthesis that stands for itself: a damage type, a keyword, `(melee only)`."""
    text = pieces[i].text
    if (only := _ONLY.get(plain(text))) is not None:
        terms.only = only
        return i + 1
    if force := re.fullmatch(r"force\s*(\+?.*)", text, re.IGNORECASE):
        terms.type = "force"
        if force[1]:
            push = _PUSH.fullmatch(force[1].strip())
            if push is None:
                raise _Unread(pieces[i].printed)
            terms.keywords.append(Keyword("force", int(push[1] or push[2])))
        return i + 1
    inner = tokens(text)
    if not inner or any(piece.kind not in ("word", "sign") for piece in inner):
        raise _Unread(pieces[i].printed)
    _read_terms(inner, 0, terms, repairs, dice=False)
    return i + 1


def _read_header(text: str) -> _Header | None:
    """What stands before dice, or None when it is a sentence."""
    header = _Header()
    text = text.strip().rstrip(":").strip()
    if cost := re.search(r":?\s*\[?\s*magicka cost:?\s*(\d{1,3})\s*\]?$", text, re.IGNORECASE):
        header.magicka, text = int(cost[1]), text[: cost.start()].strip()
    text = re.sub(r"\[([^\[\]]*)\]", r"\1", text).strip()
    if band := re.fullmatch(r"([^\W\d]+)\s+(\d{1,2})\s*(?:\+|-\s*\d{1,2})", text):
        if plain(band[1]) not in ATTRIBUTES:
            return None
        header.test, header.at_least, header.is_band = plain(band[1]), int(band[2]), True
        return header
    if inside := re.fullmatch(r"(.*?)\s*\(([^()]+)\)", text):
        header.test = _test(inside[2])
        if header.test is None:
            return None
        header.kind = _KINDS.get(plain(inside[1]))
        if header.kind is None and plain(inside[1]) not in _LABELS:
            header.name = inside[1].strip() or None
        return header
    word = plain(text)
    header.test, header.kind = _test(word), _KINDS.get(word)
    if word and header.test is None and header.kind is None and word not in _LABELS:
        return None
    return header


def _test(text: str) -> str | None:
    """The Skill or Attribute a text names: `One-Handed`, `Strength Attribute`."""
    word = re.sub(r"-(attribute|skill)$", "", plain(text))
    return word if word in _TESTS else None


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
        self.header = _Header()
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
                f"two lines of dice in one weapon: {printed}; give each its range, or '///' between weapons"
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
            self._notation(mended, kept)
        except _Unread as unread:
            starts = kept[0].kind if kept else ""
            if self.strict:
                raise BadNotation(self._unknown(str(unread), line)) from None
            if starts in ("die", "icon"):
                raise BadNotation(f"'{line}': '{unread}' cannot be read as dice, effect or keyword") from None
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
                raise BadNotation(f"'{piece.printed}' is no die or icon{offer(piece.text, (*COLOURS, *ICONS))}")

    @staticmethod
    def _unknown(piece: str, line: str) -> str:
        piece = re.sub(r"[:,.]+$", "", piece) or piece
        near = nearest(piece, (*COLOURS, *ICON_NAMES, *_TESTS, *KEYWORDS, *DAMAGE_TYPES))
        way_out = offer(piece, near) if near else "; a line is dice, an icon with its effect, or keywords"
        return f"'{piece}' in '{line}' cannot be read as dice, icon, Skill or keyword{way_out}"

    def _notation(self, line: str, pieces: Sequence[Token]) -> None:
        if self._icon(pieces) or self._bonus(line, pieces):
            return
        stuck: str | None = None
        for i, piece in enumerate(pieces):
            if piece.kind not in ("inches", "number", "die", "word"):
                continue
            start = i + 1 if piece.kind == "inches" else i
            if piece.kind != "inches" and not _begins_dice(pieces, i):
                continue
            header = _read_header(line[: piece.start])
            if header is None:
                continue
            if start < len(pieces) and pieces[start].text == ":":
                start += 1
            dice, after = _read_dice(pieces, start)
            if not dice and after == start and after < len(pieces):
                continue
            try:
                rating, bonus, terms = self._tail(pieces, after)
            except _Unread as unread:
                if i == 0 or header.test or header.kind:
                    # Dice behind a Skill are an attack: what follows must not be lost with a note.
                    stuck = stuck or str(unread)
                continue
            self._add(header, pieces[i].number if piece.kind == "inches" else None, dice, rating, bonus, terms)
            return
        if stuck is not None and not self.strict:
            raise BadNotation(f"'{line}': '{stuck}' behind the dice cannot be read")
        if stuck is not None:
            raise _Unread(stuck)
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
        terms, repairs = _Terms(), list[str]()
        _read_terms(pieces, i + has_colon, terms, repairs)
        if len(terms.dice) > MOST_DICE:
            raise BadNotation(f"{len(terms.dice)} dice: at most {MOST_DICE} can be named")
        if not (terms.dice or terms.damage or terms.type or terms.keywords):
            raise _Unread(pieces[-1].printed)
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
                )  # fmt: skip
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
            dice, after = _read_dice(rest, 0)
            if dice and after == len(rest):
                self._extend(Line(dice=tuple(dice), is_bonus=True))
                return True
        return False

    @staticmethod
    def _bonus_line(piece: Token) -> Line:
        if re.fullmatch(r"\+\s*\d{1,3}", piece.text):
            return Line(strong_bonus=int(piece.text[1:]), is_bonus=True)
        inner = tokens(piece.text[1:])
        dice, after = _read_dice(inner, 0)
        if not dice or after < len(inner):
            raise _Unread(piece.printed)
        return Line(dice=tuple(dice), is_bonus=True)

    def _tail(self, pieces: Sequence[Token], i: int) -> tuple[tuple[int, int], Line | None, _Terms]:
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
        terms, repairs = _Terms(), list[str]()
        if rest and _begins_dice(rest, 0):
            raise _Unread(rest[0].printed)
        _read_terms(rest, 0, terms, repairs)
        if terms.damage or terms.only or terms.within is not None or terms.uses is not None:
            raise _Unread(rest[0].printed)
        self.repairs += repairs
        return (strong, strong_bonus), bonus, terms

    def _add(
        self,
        header: _Header,
        reach: int | None,
        dice: list[str],
        rating: tuple[int, int],
        bonus: Line | None,
        terms: _Terms,
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
            )  # fmt: skip
        )
        self.reach = None
        if bonus is not None:
            self._extend(bonus)

    def _extend(self, line: Line) -> None:
        self.lines.append(replace(line, kind=line.kind or self.header.kind) if line.is_bonus else line)

    def _take(self, header: _Header) -> None:
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
        header = _read_header(line)
        if header is not None and (header.test or header.kind or header.name or header.magicka is not None):
            self._take(header)
            return
        if header is not None and plain(line).rstrip(":") in _LABELS:
            return
        if pieces[0].text.lower() in ("keyword", "keywords") and len(pieces) > 1 and pieces[1].text == ":":
            pieces = pieces[2:]
        terms, repairs = _Terms(), list[str]()
        _read_terms(pieces, 0, terms, repairs, dice=False)
        if terms.only or terms.within is not None or terms.damage or terms.uses is not None:
            raise _Unread(pieces[0].printed)
        self.repairs += repairs
        self.keywords += terms.keywords
        self.type = terms.type or self.type
