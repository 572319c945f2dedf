"""Reads a text of lines into weapons: what each line is, and which weapon it belongs to."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tamriel_odds.odds.call_to_arms.brackets import typed
from tamriel_odds.odds.call_to_arms.effects import read_effects
from tamriel_odds.odds.call_to_arms.headers import LABELS, TESTS, Header, read_header
from tamriel_odds.odds.call_to_arms.keywords import DAMAGE_TYPES, KEYWORDS
from tamriel_odds.odds.call_to_arms.phrases import (
    MOST_DICE,
    Terms,
    UnreadError,
    begins_dice,
    read_dice,
    read_terms,
    unknown_detail,
)
from tamriel_odds.odds.call_to_arms.ratings import Tail, read_bonus, read_tail
from tamriel_odds.odds.call_to_arms.terms import COLOURS, Effect, Keyword, Line, Text, Weapon
from tamriel_odds.odds.call_to_arms.tokens import ICON_NAMES, Token, clipped, mend, tidy, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import nearest, offer, plain

# A line of a card has a dozen pieces; what is this long is prose, or somebody testing us.
MOST_PIECES: Final = 250
LONGEST: Final = 20_000
NOTHING: Final = frozenset({"", "none", "-", "no", "n/a"})


def _is_marks(text: str) -> bool:
    """Whether there is more than a remark before dice, and no word: a bullet on a card, a slip where it is typed."""
    text = re.sub(r"\[[^\[\]]*\]", "", text).strip(" :")
    return text != "" and plain(text) == ""


class Reader:
    """Reads one text, line by line, into weapons."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.weapons: list[Weapon] = []
        self.repairs: list[str] = []
        self.notes: list[str] = []
        self.remarks: list[str] = []

    def read(self, text: str) -> Text:
        if len(text) > LONGEST:
            raise BadNotation(f"'{clipped(text[:200])}': a text of {len(text)} letters; at most {LONGEST} are read")
        if plain(text) not in NOTHING:
            for section in re.split(r"/{3,}|-{3,}|_{3,}|={3,}|\*{3,}", tidy(text)):
                self._begin()
                for line in re.split(r"\n|(?<=\s)/(?=\s)|;", section):
                    self._line(line.strip())
                self._finish()
        self._look_at_details()
        return Text(tuple(self.weapons), tuple(dict.fromkeys(self.repairs)), tuple(self.notes), tuple(self.remarks))

    def _look_at_details(self) -> None:
        """What a keyword names has to be what the book has: an error where a person typed it, said of a file."""
        for weapon in self.weapons:
            for keyword in (*weapon.keywords, *(keyword for effect in weapon.effects for keyword in effect.keywords)):
                if (unknown := unknown_detail(keyword)) is not None and self.strict:
                    raise BadNotation(unknown)
                if unknown is not None:
                    self.repairs.append(f"{unknown} (kept as it is printed)")

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
            self.lines = [replace(line, type=line.type or self.type) if line.dice else line for line in self.lines]
            if not any(line.dice for line in self.lines):
                self.keywords.append(Keyword(self.type))
        effects, keywords = tuple(self.effects), tuple(dict.fromkeys(self.keywords))
        self.weapons.append(Weapon(self.header.name, tuple(self.lines), effects, keywords))

    def _line(self, line: str) -> None:
        if plain(line) in NOTHING:
            return
        mended, repairs = mend(line)
        if self.strict:
            mended = typed(mended)
        pieces = tokens(mended)
        self.repairs += repairs
        remarks = [piece.text for piece in pieces if piece.kind == "remark"]
        kept = [piece for piece in pieces if piece.kind != "remark"]
        if not kept:
            if header := read_header(mended):
                self._take(header)
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
                raise BadNotation(
                    f"'{clipped(line)}': '{clipped(str(unread))}' cannot be read as dice, effect or keyword"
                ) from None
            self.notes.append(line)
        else:
            self.remarks += remarks

    @staticmethod
    def _unknown(piece: str, line: str) -> str:
        piece = re.sub(r"[:,.]+$", "", piece) or piece
        if plain(piece.strip("[]")) in (*COLOURS, *ICON_NAMES):
            return f"'{clipped(line)}' is no line of dice, no icon with its effect and no list of keywords"
        near = nearest(piece[:40], (*COLOURS, *ICON_NAMES, *TESTS, *KEYWORDS, *DAMAGE_TYPES))
        way_out = offer(piece[:40], near) if near else "; a line is dice, an icon with its effect, or keywords"
        if "/" in piece:
            way_out = "; lines are separated by a / with a space on both sides, weapons by ///"
        elif counted := re.search(rf"\b{piece}\s+([^\W\d]+)", line) if piece.isdigit() else None:
            piece, way_out = counted[1], f"; {piece} of what? Dice are {', '.join(COLOURS)}"
        elif piece.isdigit():
            way_out = (
                f"; a number stands before its dice, and in brackets as Strong Armor or of a keyword: ({piece[:40]})"
            )
        return f"'{clipped(piece)}' in '{clipped(line)}' cannot be read as dice, icon, Skill or keyword{way_out}"

    def _notation(self, line: str, pieces: Sequence[Token]) -> None:
        if effects := read_effects(pieces, self.repairs):
            self.effects += effects
            return
        if (bonus := read_bonus(pieces)) is not None:
            self._extend(bonus)
            return
        stuck: str | None = None
        for i, piece in enumerate(pieces):
            if piece.kind not in ("inches", "number", "die", "word"):
                continue
            start = i + 1 if piece.kind == "inches" else i
            if piece.kind != "inches" and not begins_dice(pieces, i):
                continue
            header = read_header(line[: piece.start])
            if header is None or (self.strict and _is_marks(line[: piece.start])):
                continue
            if start < len(pieces) and pieces[start].text == ":":
                start += 1
            dice, after = read_dice(pieces, start)
            if not dice and after == start and after < len(pieces):
                continue
            try:
                tail = read_tail(pieces, after, self.repairs)
            except UnreadError as unread:
                if i == 0 or header.test or header.kind:
                    # Dice behind a Skill are an attack: what follows must not be lost with a note.
                    stuck = stuck or str(unread)
                continue
            self._add(header, pieces[i].number if piece.kind == "inches" else None, dice, tail)
            return
        if stuck is not None and not self.strict:
            raise BadNotation(f"'{clipped(line)}': '{clipped(stuck)}' behind the dice cannot be read")
        if stuck is not None:
            raise UnreadError(stuck)
        self._words_only(line, pieces)

    def _add(self, header: Header, reach: int | None, dice: list[str], tail: Tail) -> None:
        self._take(header)
        terms = tail.terms
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
                tail.strong,
                tail.strong_bonus,
                at_least=header.at_least if header.at_least > 1 else 0,
                magicka=self.header.magicka,
            )
        )
        self.reach = None
        if tail.bonus is not None:
            self._extend(tail.bonus)

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
