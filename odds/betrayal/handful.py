"""Dice as one says them at the table: ``2 combat, snipe, free 2 enemy combat``; a slash begins another engage."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tamriel_odds.odds.dice import Dice, Die, die_named
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, UnknownDie
from tamriel_odds.odds.names import clipped, offer, plain

MOST_DICE = 20
ENEMY_COMBAT, COMBAT = "enemy-combat", "combat"


@dataclass(frozen=True)
class Handful:
    """The dice of one engage: the adventurer's own, and free ones, which no stat limits."""

    own: tuple[Die, ...] = ()
    free: tuple[Die, ...] = ()

    @property
    def dice(self) -> tuple[Die, ...]:
        return (*self.own, *self.free)


def betrayal_dice(dice: Dice) -> dict[str, Die]:
    """The dice of this game among those on the table."""
    return {name: die for name, die in dice.items() if die.game == "Betrayal"}


def read_handfuls(text: str, dice: Dice, option: str = "--dice") -> tuple[Handful, ...]:
    """The engages written as `text`, in order; BadNotation or UnknownDie with the part that cannot be read."""
    return tuple(_handful(part, betrayal_dice(dice), option) for part in re.split(r"\s*[/;\n]\s*", text.strip()))


def _handful(text: str, dice: Dice, option: str) -> Handful:
    own: list[Die] = []
    free: list[Die] = []
    for item in re.split(r"\s*(?:,|\+|\band\b)\s*", text.strip()) if text.strip() else []:
        found = re.fullmatch(r"(free\s+)?(?:(\d+)\s*[x×]?\s*)?(free\s+)?(\S.*)", item.strip(), re.IGNORECASE)
        if not found:
            raise BadNotation(
                f"{option} {clipped(repr(text))}: {clipped(repr(item))} is no dice; "
                f"write 2 combat, snipe, free 2 enemy combat"
            )
        is_free = bool(found[1] or found[3])
        die = _named(found[4], dice, option)
        if is_free and die.name == COMBAT:
            # Free Combat dice are Enemy Combat dice (Betrayal, Abilities and Action Limits).
            die = dice[ENEMY_COMBAT]
        count = int(found[2] or 1) if len(found[2] or "") < 7 else MOST_DICE + 1
        if count > MOST_DICE:
            raise ImpossibleQuestion(
                f"{option} {clipped(repr(text))}: {clipped(found[2])} dice, at most {MOST_DICE} can be asked for"
            )
        (free if is_free or die.name == ENEMY_COMBAT else own).extend([die] * count)
    for kind in (own, free):
        if len(kind) > MOST_DICE:
            raise ImpossibleQuestion(
                f"{option} {clipped(repr(text))}: {len(kind)} dice, at most {MOST_DICE} can be asked for"
            )
    return Handful(tuple(own), tuple(free))


def _named(name: str, dice: Dice, option: str) -> Die:
    """The die of that name, singular or plural."""
    for spelling in (name, re.sub(r"s$", "", name.strip()), re.sub(r"\s*(dice|die)$", "", name.strip())):
        if any(plain(spelling) in (plain(die.name), plain(die.title)) for die in dice.values()):
            return die_named(spelling, dice)
    raise UnknownDie(f"{option}: there is no die {clipped(repr(name))} in Betrayal{offer(name, dice)}")


def beyond_the_box(dice: Iterable[Die]) -> list[str]:
    """A note for each kind of which there are more than the box holds (Component Limits)."""
    counted = Counter(dice)
    return [
        f"{number} dice {die.name}: the box has {die.skill.box}"
        for die, number in counted.items()
        if die.skill is not None and die.skill.box is not None and number > die.skill.box
    ]
