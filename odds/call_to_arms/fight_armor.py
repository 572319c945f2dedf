"""The armor rolls of a fight, each once, and the one that goes with every row of bonus dice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.attack_tables import armor_tables
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option, armor_choice, beside
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, NO_DICE, in_fives, packed, stacked
from tamriel_odds.odds.dice import Die


@dataclass(frozen=True)
class ArmorRoll:
    """The dice of an armor roll and its Special Effects, the Rule of Three considered."""

    dice: tuple[Die, ...]
    effects: tuple[ArmorEffect, ...]

    @property
    def most_dice(self) -> int:
        return len(self.dice) + max((len(effect.bonus) for effect in self.effects), default=0)


def armor_rolls(rolls: Sequence[AttackRoll], groups: Sequence[int]) -> dict[str, Any]:
    """The armor fields of the fight's ``Tables``: every row of bonus dice, then again with one and two dice added."""
    levels = 1 + max(_added(roll) for roll in rolls)
    asked = [
        ArmorRoll(dice, beside(roll.armor_effects, dice))
        for level in range(levels)
        for roll, times in zip(rolls, groups, strict=True)
        for _ in range(times)
        for dice in _armors(roll, level)
    ]
    kinds = tuple(dict.fromkeys(asked))
    if all(kind.most_dice <= DICE_A_WORD for kind in kinds):
        return _whole(kinds, asked)
    return {"armor": np.zeros((0, 0), np.uint8), "armor_row": _rows(kinds, asked), **_die_by_die(kinds)}


def _added(roll: AttackRoll) -> int:
    """How many armor dice tests can add."""
    return len(roll._ways_of_dice()) - 1 if isinstance(roll, FoughtRoll) else 0


def _armors(roll: AttackRoll, level: int) -> list[tuple[Die, ...]]:
    """The armor dice against each option, with so many added (no more than its tests can)."""
    added = min(level, _added(roll))
    if not added or not isinstance(roll, FoughtRoll):
        return [option.armor for option in roll.options]
    return [armors[added - 1] for armors in roll.armors]


def _rows(kinds: Sequence[ArmorRoll], asked: Sequence[ArmorRoll]) -> NDArray[np.int32]:
    numbers = {kind: number for number, kind in enumerate(kinds)}
    return np.array([numbers[one] for one in asked], np.int32)


def _whole(kinds: Sequence[ArmorRoll], asked: Sequence[ArmorRoll]) -> dict[str, Any]:
    """One table of stars for each roll; rolls of the same stars share theirs."""
    numbers: dict[bytes, int] = {}
    pools: list[NDArray[np.uint8]] = []
    number_of: list[int] = []
    for kind in kinds:
        pool = armor_tables([_with_armor(kind.dice)], kind.effects)["armor"][0]
        number = numbers.setdefault(pool.tobytes(), len(pools))
        if number == len(pools):
            pools.append(pool)
        number_of.append(number)
    nothing = stacked([NO_DICE])
    unused = ("armor_dice", "armor_6", "armor_11", "armor_bonus", "armor_bonus_6", "armor_bonus_11")
    return {
        "armor": stacked(pools),  # type: ignore[arg-type]
        "armor_row": np.array(number_of, np.int32)[_rows(kinds, asked)],
        **dict.fromkeys(unused, nothing),
        "armor_choice": np.zeros(0, np.int32),
    }


def _with_armor(dice: tuple[Die, ...]) -> Option:
    none = Option("none", None, (), (), 0, 0, False, False, False, ())
    return replace(none, armor=dice)


def _die_by_die(kinds: Sequence[ArmorRoll]) -> dict[str, Any]:
    """As attack.py rolls an armor of more dice than one word: its dice, then those of the effect that is chosen."""
    parts = [[packed(part) for part in in_fives(kind.dice)] for kind in kinds]
    bonuses = [dice for kind in kinds for dice in [(), *(effect.bonus for effect in kind.effects)]]
    added = [[packed(part, False) for part in in_fives(dice)] for dice in bonuses]
    starts = np.cumsum([0, *(1 + len(kind.effects) for kind in kinds)])[:-1]
    choice = [
        armor_choice(kind.effects).astype(np.int32) + int(start) for kind, start in zip(kinds, starts, strict=True)
    ]
    return {
        "armor_dice": stacked([part[0] for part in parts]),
        "armor_6": stacked([part[1] for part in parts]),
        "armor_11": stacked([part[2] for part in parts]),
        "armor_choice": np.concatenate(choice).astype(np.int32),
        "armor_bonus": stacked([part[0] for part in added]),
        "armor_bonus_6": stacked([part[1] for part in added]),
        "armor_bonus_11": stacked([part[2] for part in added]),
    }
