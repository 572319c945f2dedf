"""The variants of attacks (target Staggered, with a Block Token, boosted, ...) as one set of tables."""

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.aftermath import SHRUGGED
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.attack_tables import armor_tables
from tamriel_odds.odds.call_to_arms.block import Block
from tamriel_odds.odds.call_to_arms.choice import Option
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.pools import stacked
from tamriel_odds.odds.errors import ImpossibleQuestion

Integers = NDArray[np.int32]
# What a row of bonus dice brings along, as in kernels/call_to_arms/fight.py.
STAGGERS, STAGGERS_ON_DAMAGE, FOLLOWS_UP, TAKES_TOKEN, PUNISHES = 1, 2, 4, 8, 16
MOST_PUNISHING = 9  # more than any Attribute can make good
# Tokens, those that an Endurance Test shrugs off, what is taken of Stamina and Magicka, and a test not to fall.
BLEEDS, BURNS, POISONS, BURNS_IF_FAILED, POISONS_IF_FAILED, FREEZES, SHOCKS, TIRES, INCAPACITATES = (
    1 << bit for bit in range(8, 17)
)
OTHERWISE = PUNISHES * 16 - 1
NOTHING = np.zeros(1, np.int32)
# Scores are moved so that every variant hits with this one or less.
TARGET = 127


def for_a_fight(roll: AttackRoll) -> AttackRoll:
    """The roll without what a fight does not follow: rerolls, dice after a hit, what is rolled after the damage."""
    if not isinstance(roll, FoughtRoll):
        return replace(roll, health=None, endurance=None)
    if roll.block is None:
        own = {field.name: getattr(roll, field.name) for field in fields(AttackRoll)}
        return AttackRoll(**{**own, "health": None, "endurance": None})
    armors = tuple(dice[:1] for dice in roll.armors) if roll.block.adds_die else ()
    return replace(
        roll, health=None, endurance=None, fit=None, posture=None, extra=(), counts_misses=False, armors=armors
    )


def key_of(roll: AttackRoll) -> tuple[Hashable, ...]:
    """What two rolls that are the same have in common; the dice of the box are in the rolls themselves."""
    return tuple(getattr(roll, field.name) for field in fields(roll) if field.name != "box_dice")


def joint_of(roll: AttackRoll) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The names of the axes of an attack, and its probabilities; nothing that follows the damage."""
    if isinstance(roll, FoughtRoll):
        return tuple(axis.name for axis in roll._axes), roll._base(roll._all_struck)
    return tuple(axis.name for axis in roll.outcomes.axes), roll.exact()


def block_of(roll: AttackRoll) -> Block | None:
    """The Block Test that goes with an attack, if any."""
    return roll.block if isinstance(roll, FoughtRoll) else None


def _afflictions(roll: AttackRoll, option: Option) -> int:
    """The tokens that damage with this option gives, and what it takes of Reserves."""
    harm, found = roll.harm, 0
    for token, gives, if_failed in (("burning", BURNS, BURNS_IF_FAILED), ("poison", POISONS, POISONS_IF_FAILED)):
        if harm.gives(token, option):
            shrugs = SHRUGGED[token] in option.resists and harm.endurance is not None
            found |= if_failed if shrugs else gives
    return (
        found
        | BLEEDS * harm.gives("bleed", option)
        | FREEZES * _deals(roll, option, "frost")
        | SHOCKS * _deals(roll, option, "shock")
        | TIRES * ("bullseye" in harm.perks)
        | INCAPACITATES * option.has("incapacitate")
    )


def _deals(roll: AttackRoll, option: Option, type_: str) -> bool:
    return type_ in option.types and type_ not in roll.harm.immune


@dataclass(frozen=True)
class Strikes:
    """Attack rolls of one fight, each once; a variant is the number of its roll."""

    rolls: tuple[AttackRoll, ...]

    def brings(self, roll: AttackRoll, row: int) -> int:
        """What comes with this row of bonus dice: effects without, then with the critical die."""
        critical, number = divmod(row, len(roll.options))
        option = roll.options[number]
        follows = option.has("follow-up") or (critical and "flurry" in roll.harm.perks)
        return (
            STAGGERS * (option.staggers and roll.can_be_staggered)
            | STAGGERS_ON_DAMAGE * (roll.stagger_on_damage and roll.can_be_staggered)
            | FOLLOWS_UP * bool(follows)
            | TAKES_TOKEN * option.has("linebreaker")
            | PUNISHES * min(option.punishing, MOST_PUNISHING)
            | _afflictions(roll, option)
        )

    @cached_property
    def punishing(self) -> tuple[int, ...]:
        """Every Punishing there is, 0 to the most."""
        most = max(option.punishing for roll in self.rolls for option in roll.options)
        return tuple(range(min(most, MOST_PUNISHING) + 1))

    @cached_property
    def _first_rows(self) -> list[int]:
        return [0, *accumulate(2 * len(roll.options) for roll in self.rolls)]

    def rows(self, variant: int) -> slice:
        """The rows of bonus dice of one variant."""
        return slice(self._first_rows[variant], self._first_rows[variant + 1])

    @property
    def all_rows(self) -> int:
        return self._first_rows[-1]

    @cached_property
    def _tables(self) -> list[dict[str, Any]]:
        return [AttackRoll.tables(roll) for roll in self.rolls]

    @cached_property
    def _blocks(self) -> tuple[Block | None, ...]:
        """The Block Tests of all variants, each once, none of them first."""
        return tuple(dict.fromkeys([None, *(block_of(roll) for roll in self.rolls)]))

    def block_tables(self) -> dict[str, Any]:
        """The Block Tests: which goes with a variant, and the stars or the die it adds."""
        tests, stars, dice = [NOTHING], [NOTHING], [NOTHING]
        for block in self._blocks[1:]:
            assert block is not None
            first = sum(map(len, dice))
            potions = np.array(["potion" in face.signs for face in block.die.faces], np.int32)
            tests.append(block.row_by_face + first + 256 * potions)
            stars += list(block.stars)
            dice.append(block.die_by_row)
        return {
            "block_calls": np.zeros(1, np.int64),
            "block_kind": np.array([self._blocks.index(block_of(roll)) for roll in self.rolls], np.int32),
            "block_test": stacked(tests),
            "block": stacked(stars),
            "block_die": np.concatenate(dice),
        }

    def _rows(self, name: str) -> list[NDArray[Any]]:
        return [row for tables in self._tables for row in np.atleast_2d(tables[name])]

    def tables(self) -> dict[str, Any]:
        """The fields of the fight's ``Tables`` that its attacks look up."""
        armor, armor_row = self._armor()
        most_missing = max(tables["most_missing"] for tables in self._tables)
        most_stars = max(tables["most_stars"] for tables in self._tables)
        return {
            "skill_die": stacked([self._skill_die(tables) for tables in self._tables]),
            **{name: stacked(self._rows(name)) for name in ("attack", "attack_6", "attack_11")},
            "choice": self._choices(most_missing, most_stars),
            **{name: stacked(self._rows(name)) for name in ("bonus", "bonus_6", "bonus_11")},
            "effect": np.array(
                [self.brings(roll, row) for roll in self.rolls for row in range(2 * len(roll.options))], np.int32
            ),
            "armor": armor,
            "armor_row": armor_row,
            **self.block_tables(),
            "most_missing": most_missing,
            "most_stars": most_stars,
        }

    @property
    def calls(self) -> set[int]:
        return {int(call) for tables in self._tables for call in tables["calls"]}

    @staticmethod
    def _skill_die(tables: dict[str, Any]) -> Integers:
        """The faces with the Attribute folded into the score; both are at most 127."""
        faces: Integers = tables["skill_die"] + (TARGET - tables["attribute"])
        return faces

    def _choices(self, most_missing: int, most_stars: int) -> Integers:
        """By variant, then critical, icons, missing and stars as one: the row of the bonus dice."""
        choices = []
        for first_row, tables in zip(self._first_rows, self._tables, strict=False):
            own = tables["choice"].reshape(2, 8, tables["most_missing"] + 1, tables["most_stars"] + 1)
            missing, stars = most_missing - tables["most_missing"], most_stars - tables["most_stars"]
            # A miss by more than can be made good is the last of its kind, however large the table.
            padded = np.pad(own, ((0, 0), (0, 0), (0, missing), (0, stars)), mode="edge")
            choices.append(padded.astype(np.int32).ravel() + first_row)
        return np.stack(choices)

    def _armor(self) -> tuple[NDArray[np.uint8], Integers]:
        """The armor rolls, each once, and the one that goes with every row of bonus dice."""
        numbers: dict[bytes, int] = {}
        pools: list[NDArray[np.uint8]] = []
        row_of: list[int] = []
        by_roll = [(roll, tables["armor"]) for roll, tables in zip(self.rolls, self._tables, strict=True)]
        by_roll += [(roll, self._with_die(roll)) for roll in self.rolls]
        for roll, armor in by_roll:
            if not armor.size:
                raise ImpossibleQuestion("a fight rolls at most five armor dice, those of a Special Effect included")
            rows = list(armor)
            for row in range(2 * len(roll.options)):
                pool = rows[row if len(rows) > 1 else 0]
                number = numbers.setdefault(pool.tobytes(), len(pools))
                if number == len(pools):
                    pools.append(pool)
                row_of.append(number)
        return stacked(pools), np.array(row_of, np.int32)  # type: ignore[arg-type, return-value]

    @staticmethod
    def _with_die(roll: AttackRoll) -> NDArray[np.uint8]:
        """The armor rolls of a passed Two-Handed Block, which adds a die; else as they are."""
        options = [option for _ in (0, 1) for option in roll.options]
        if isinstance(roll, FoughtRoll) and roll.armors:
            options = [
                replace(option, armor=dice[0])
                for _ in (0, 1)
                for option, dice in zip(roll.options, roll.armors, strict=True)
            ]
        armor: NDArray[np.uint8] = armor_tables(options, roll.armor_effects)["armor"]
        return armor
