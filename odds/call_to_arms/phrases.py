"""Phrases of the notation: dice, keywords with what stands behind them, and runs of both."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.keywords import DAMAGE_TYPES, KEYWORDS, MEANT, NAMED, RESERVES, SPELLINGS
from tamriel_odds.odds.call_to_arms.terms import COLOURS, Keyword
from tamriel_odds.odds.call_to_arms.tokens import LETTERS, Token, clipped, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import offer, plain

MOST_DICE: Final = 99


class UnreadError(Exception):
    """The line is not notation; whether that is a note or an error is decided where it is caught."""


@dataclass(slots=True)
class Terms:
    """What a run of terms adds up to."""

    dice: list[str] = field(default_factory=list)
    damage: int = 0
    type: str | None = None
    keywords: list[Keyword] = field(default_factory=list)
    only: Literal["melee", "ranged"] | None = None
    within: int | None = None
    uses: int | None = None


def _count(number: int, of: str) -> int:
    if not 0 <= number <= MOST_DICE:
        raise BadNotation(f"{number} {of}: a count of dice is 0 to {MOST_DICE}")
    return number


def read_dice(pieces: Sequence[Token], i: int) -> tuple[list[str], int]:
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


def _read_keyword(pieces: Sequence[Token], i: int, terms: Terms, repairs: list[str]) -> int:
    """One keyword, damage type or token from piece `i` on, with what stands behind it."""
    found = _words(pieces, i, (*KEYWORDS, *DAMAGE_TYPES, *MEANT))
    if found is None:
        raise UnreadError(pieces[i].printed)
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


def _read_value(name: str, pieces: Sequence[Token], i: int, terms: Terms, repairs: list[str]) -> int:
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
        elif (piece.kind == "number" and value is None and takes and not begins_dice(pieces, i)) or (
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
        raise UnreadError("restore")
    named: list[str | None] = [*details] or [None]
    terms.keywords += [Keyword(name, value, detail, uses) for detail in named]
    return i


def unknown_detail(keyword: Keyword) -> str | None:
    """What is wrong with what a keyword names, None when nothing is.

    >>> unknown_detail(Keyword("resistance", detail="frxost"))
    "'Resistance (Frxost)': the book has no such type; did you mean 'frost'?"
    """
    known = NAMED.get(keyword.name, ())
    if not known or keyword.detail is None or keyword.detail in known:
        return None
    what = "reserve" if known is RESERVES else "type"
    return f"'{clipped(keyword.printed)}': the book has no such {what}{offer(keyword.detail[:40], known)}"


def _is_detail(text: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_][\w\s,&':.-]*", text)) and plain(text) not in ("melee-only", "ranged-only")


def begins_dice(pieces: Sequence[Token], i: int) -> bool:
    try:
        return read_dice(pieces, i)[1] > i
    except BadNotation:
        return True


_ONLY: Final[dict[str, Literal["melee", "ranged"]]] = {
    "melee-only": "melee", "only-melee": "melee", "ranged-only": "ranged", "only-ranged": "ranged",
}  # fmt: skip


def read_terms(pieces: Sequence[Token], i: int, terms: Terms, repairs: list[str], dice: bool = True) -> None:
    """Terms from piece `i` to the end; `UnreadError` with the piece that is none."""
    joined = True  # a separator stands before the next term, or none is needed
    if i < len(pieces) and _joins(pieces[-1]):
        raise UnreadError(pieces[-1].printed)
    while i < len(pieces):
        piece = pieces[i]
        word = piece.text.lower() if piece.kind == "word" else ""
        if piece.kind == "remark" or piece.text in (",", ".", ";") or _joins(piece):
            joined, i = True, i + 1
        elif piece.kind == "paren":
            i = _read_paren(pieces, i, terms, repairs)
            joined = False
        elif word in ("damage", "dmg") and i + 1 < len(pieces) and pieces[i + 1].kind == "number":
            terms.damage, i, joined = terms.damage + pieces[i + 1].number, i + 2, False
        elif piece.kind == "number" and i + 1 < len(pieces) and pieces[i + 1].text.lower() in ("damage", "dmg"):
            terms.damage, i, joined = terms.damage + piece.number, i + 2, False
        elif dice and begins_dice(pieces, i):
            rolled, i = read_dice(pieces, i)
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
            raise UnreadError(piece.printed)


def _joins(piece: Token) -> bool:
    """Whether a piece is a word or sign that another term has to follow."""
    if piece.kind == "sign":
        return piece.text == "+"
    return piece.kind == "word" and piece.text.lower() in ("and", "add", "adds", "also", "gain", "gains")


def _reach(pieces: Sequence[Token], i: int) -> tuple[int, int] | None:
    j = i + 2 if pieces[i].text.lower() == "up" else i + 1
    return (pieces[j].number, j + 1) if j < len(pieces) and pieces[j].kind == "inches" else None


def _read_paren(pieces: Sequence[Token], i: int, terms: Terms, repairs: list[str]) -> int:
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
                raise UnreadError(pieces[i].printed)
            terms.keywords.append(Keyword("force", int(push[1] or push[2])))
        return i + 1
    inner = tokens(text)
    if not inner or any(piece.kind not in ("word", "sign") for piece in inner):
        raise UnreadError(pieces[i].printed)
    read_terms(inner, 0, terms, repairs, dice=False)
    return i + 1
