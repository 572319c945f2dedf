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
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tamriel_odds.odds.call_to_arms.phrases import MOST_DICE, Terms, UnreadError, read_terms
from tamriel_odds.odds.call_to_arms.reader import NOTHING, Reader
from tamriel_odds.odds.call_to_arms.terms import COLOURS, ICONS, Effect, Icon, Keyword, Kind, Line, Text, Weapon
from tamriel_odds.odds.call_to_arms.tokens import clipped, tidy, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import plain

__all__ = [
    "COLOURS", "ICONS", "Effect", "Icon", "Keyword", "Kind", "Line", "Text", "Weapon",
    "keyword_list", "read", "read_armor", "read_attack",
]  # fmt: skip

MOST_STRONG: Final = 99


# The same card is read again in every situation of every duel.
@lru_cache(4096)
def read(text: str, *, strict: bool = False) -> Text:
    """The weapons of a text; `strict` for what a person typed: nothing in it may be left as a note.

    >>> read("One-Handed: [GREEN][RED]\\n[SWORDS]: Piercing (1)").weapons[0].printed
    'One-Handed: [GREEN][RED] / [SWORDS]: Piercing (1)'
    >>> read("[RED]\\nAdd [YELLOW] for each Soul Charge spent.").notes
    ('Add [YELLOW] for each Soul Charge spent.',)
    """
    return Reader(strict).read(text)


def read_attack(text: str) -> Weapon:
    """One attack as typed; an empty text or `none` is an attack without dice.

    >>> read_attack("gr / s: Piercing 1").printed
    '[GREEN][RED] / [SWORDS]: Piercing (1)'
    """
    weapon = _read_one(text, "an attack")
    for line in weapon.lines:
        if line.strong or line.strong_bonus:
            raise BadNotation(
                f"'{clipped(line.printed)}': a number behind the dice is Strong Armor, which an attack has none of; "
                f"it belongs to --armor"
            )
        if line.at_least:
            raise BadNotation(f"'{clipped(line.printed)}': an attack as typed has one band; give the dice of this one")
    return weapon


def read_armor(text: str) -> Weapon:
    """One Armor Rating as typed; an empty text or `none` is no armor.

    >>> read_armor("[BLACK] (1) / oblivion: add yellow").printed
    '[BLACK] (1) / [OBLIVION]: add [YELLOW]'
    >>> read_armor("[BLACK] (1) / +[YELLOW] / (+1)").printed
    '[BLACK][YELLOW] (1) (+1)'
    """
    weapon = _read_one(text, "armor")
    if len(weapon.lines) > 1:
        raise BadNotation(f"{len(weapon.lines)} lines of dice in '{clipped(text)}': armor is one")
    strong = sum(line.strong + line.strong_bonus for line in weapon.lines)
    if strong > MOST_STRONG:
        raise BadNotation(f"Strong Armor ({strong}): it is 0 to {MOST_STRONG}")
    return weapon


def _read_one(text: str, what: str) -> Weapon:
    weapons = read(text, strict=True).weapons
    if len(weapons) > 1:
        raise BadNotation(f"{len(weapons)} weapons in '{clipped(text)}': {what} is one; leave the others out")
    weapon = weapons[0] if weapons else Weapon()
    return replace(weapon, lines=_joined(weapon.lines) or (Line(),))


def _joined(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines with every "+" in the rating it adds to; one that stands alone stays as it is."""
    ratings = [line for line in lines if not line.is_bonus]
    bonuses = [line for line in lines if line.is_bonus]
    if not ratings or not bonuses:
        return lines
    dice = tuple(die for line in bonuses for die in line.dice)
    if any(len(line.dice) + len(dice) > MOST_DICE for line in ratings):
        raise BadNotation(f"more than {MOST_DICE} dice: no more than three of a colour are rolled")
    strong = sum(line.strong_bonus for line in bonuses)
    return tuple(replace(line, dice=(*line.dice, *dice), strong_bonus=line.strong_bonus + strong) for line in ratings)


def keyword_list(text: str) -> tuple[tuple[Keyword, ...], tuple[str, ...]]:
    """The book's keywords in a list of them, and the pieces that are none: materials, rules of one model.

    >>> keywords, others = keyword_list("Steel. Cumbersome, Resistance (Frost, Poison), Two-Handed Block")
    >>> [keyword.printed for keyword in keywords], others
    (['Cumbersome', 'Resistance (Frost)', 'Resistance (Poison)', 'Two-Handed Block'], ('Steel',))
    """
    keywords: list[Keyword] = []
    others: list[str] = []
    text = re.sub(r"\[([^\[\]]*[^\W\d][^\[\]]*)\]", r"\1", tidy(text))
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
