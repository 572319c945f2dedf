"""What stands behind dice, Strong Armor, a type, keywords, and the "+" of an Upgrade Card."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tamriel_odds.odds.call_to_arms.phrases import Terms, UnreadError, begins_dice, read_dice, read_terms
from tamriel_odds.odds.call_to_arms.terms import Line
from tamriel_odds.odds.call_to_arms.tokens import Token, tokens


@dataclass(frozen=True, slots=True)
class Tail:
    """What follows dice on their line."""

    terms: Terms
    strong: int = 0
    strong_bonus: int = 0
    bonus: Line | None = None


def read_tail(pieces: Sequence[Token], i: int, repairs: list[str]) -> Tail:
    """What follows the dice that end before piece `i`: Strong Armor, a "+" bonus, a damage type, keywords."""
    strong = strong_bonus = 0
    bonus: Line | None = None
    rest: list[Token] = []
    for piece in pieces[i:]:
        if piece.kind == "paren" and not rest and re.fullmatch(r"\d{1,3}", piece.text) and not strong:
            strong = int(piece.text)
        elif piece.kind == "paren" and not rest and re.fullmatch(r"\+\s*\d{1,3}", piece.text) and not strong_bonus:
            strong_bonus = int(piece.text[1:])
        elif piece.kind == "paren" and not rest and piece.text.startswith("+") and bonus is None:
            bonus = _bonus_line(piece)
        else:
            rest.append(piece)
    terms, mended = Terms(), list[str]()
    if rest and begins_dice(rest, 0):
        raise UnreadError(rest[0].printed)
    read_terms(rest, 0, terms, mended)
    if terms.damage or terms.only or terms.within is not None or terms.uses is not None:
        raise UnreadError(rest[0].printed)
    repairs += mended
    return Tail(terms, strong, strong_bonus, bonus)


def read_bonus(pieces: Sequence[Token]) -> Line | None:
    """The "+" of an Upgrade Card on a line of its own: `+[YELLOW]`, `(+[YELLOW])`, `(+1)`; None when it is none."""
    first = pieces[0]
    if len(pieces) == 1 and first.kind == "paren" and first.text.startswith("+"):
        return _bonus_line(first)
    if (first.kind == "sign" and first.text == "+") or (first.kind == "number" and first.printed.startswith("+")):
        rest = pieces[1:] if first.kind == "sign" else pieces
        dice, after = read_dice(rest, 0)
        type_ = None
        if dice and after + 1 == len(rest) and rest[after].kind == "paren":
            tail = read_tail(rest, after, [])
            if tail == Tail(Terms(type=tail.terms.type)) and tail.terms.type is not None:
                type_, after = tail.terms.type, after + 1
        if dice and after == len(rest):
            return Line(dice=tuple(dice), type=type_, is_bonus=True)
    return None


def _bonus_line(piece: Token) -> Line:
    if re.fullmatch(r"\+\s*\d{1,3}", piece.text):
        return Line(strong_bonus=int(piece.text[1:]), is_bonus=True)
    inner = tokens(piece.text[1:])
    dice, after = read_dice(inner, 0)
    if not dice or after < len(inner):
        raise UnreadError(piece.printed)
    return Line(dice=tuple(dice), is_bonus=True)
