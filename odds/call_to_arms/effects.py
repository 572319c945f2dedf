"""Special Effects: an icon, and what it does."""

from collections.abc import Sequence

from tamriel_odds.odds.call_to_arms.phrases import MOST_DICE, Terms, UnreadError, read_terms
from tamriel_odds.odds.call_to_arms.terms import Effect, Icon
from tamriel_odds.odds.call_to_arms.tokens import ICON_LETTERS, ICON_NAMES, Token, clipped
from tamriel_odds.odds.errors import BadNotation


def read_effects(pieces: Sequence[Token], repairs: list[str]) -> list[Effect]:
    """The effect of a line, two of `[SWORDS/OBLIVION]: ...`, none when it begins with no icon."""
    icons, i = _icons(pieces)
    if not icons:
        return []
    first = clipped(pieces[0].printed)
    has_colon = i < len(pieces) and pieces[i].text == ":"
    if i + has_colon >= len(pieces):
        raise BadNotation(f"'{first}' has no effect behind it; write '{first}: add [YELLOW]' or the like")
    terms, mended = Terms(), list[str]()
    read_terms(pieces, i + has_colon, terms, mended)
    if len(terms.dice) > MOST_DICE:
        raise BadNotation(f"{len(terms.dice)} dice: at most {MOST_DICE} can be named")
    if not (terms.dice or terms.damage or terms.type or terms.keywords):
        raise UnreadError(pieces[-1].printed)
    if pieces[0].kind == "icon" and not has_colon:
        next_ = clipped(pieces[i].printed)
        repairs.append(f"'{first} {next_}' read as '{first}: {next_}'")
    repairs += mended
    return [
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
        for icon in icons
    ]


def _icons(pieces: Sequence[Token]) -> tuple[list[Icon], int]:
    """The icons a line begins with, in one bracket or a word, and where they end."""
    first = pieces[0]
    named = {**ICON_NAMES, **ICON_LETTERS}.get(first.text.lower()) if first.kind == "word" else None
    if named is not None:
        return [named], 1
    icons: list[Icon] = []
    while len(icons) < len(pieces) and pieces[len(icons)].kind == "icon":
        piece = pieces[len(icons)]
        if icons and piece.start != first.start:
            both = clipped(f"{first.printed}{piece.printed}")
            raise BadNotation(f"'{both}': an effect is for one icon; give each a line")
        icons.append(ICON_NAMES.get(piece.text.lower(), "dragonborn"))
    return icons, len(icons)
