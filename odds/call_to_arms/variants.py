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
from tamriel_odds.odds.call_to_arms.block import Block
from tamriel_odds.odds.call_to_arms.choice import Option
from tamriel_odds.odds.call_to_arms.fight_armor import armor_rolls
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.keywords import RESERVES
from tamriel_odds.odds.call_to_arms.pools import packed, stacked

Integers = NDArray[np.int32]
# What a row of bonus dice brings along, as in kernels/call_to_arms/fight_steps.py and fight_tokens.py.
STAGGERS, STAGGERS_ON_DAMAGE, FOLLOWS_UP, TAKES_TOKEN, PUNISHES = 1, 2, 4, 8, 16
MOST_PUNISHING = 9  # more than any Attribute can make good
# Tokens, those that an Endurance Test shrugs off, what is taken of Stamina and Magicka, and a test not to fall.
BLEEDS, BURNS, POISONS, BURNS_IF_FAILED, POISONS_IF_FAILED, FREEZES, SHOCKS, TIRES, INCAPACITATES = (
    1 << bit for bit in range(8, 17)
)
# What a row restores of a Reserve: up to so much of the damage, for a hit, and 1 for every third point of damage.
ABSORBS, RESTORES, RUSHES = 0, 8, 12
OTHERWISE = PUNISHES * 16 - 1
NOTHING = np.zeros(1, np.int32)
# Scores are moved so that every variant hits with this one or less.
TARGET = 127


def for_a_fight(roll: AttackRoll, may_reroll: bool = True, has_extra: bool = True) -> AttackRoll:
    """The roll as a fight rolls it: what follows its damage is the fight's business.

    `may_reroll`: the target can pay for a reroll. `has_extra`: Extra Damage is left to the attacker.
    """
    if not isinstance(roll, FoughtRoll):
        return replace(roll, health=None, endurance=None)
    posture = roll.posture if may_reroll else None
    extra = roll.extra if has_extra else ()
    options = roll.options if extra else tuple(replace(option, with_extra=None) for option in roll.options)
    if roll.block is None and roll.fit is None and posture is None and not extra:
        own = {field.name: getattr(roll, field.name) for field in fields(AttackRoll)}
        return AttackRoll(**{**own, "options": options, "health": None, "endurance": None})
    return replace(
        roll, options=options, health=None, endurance=None, posture=posture, extra=extra, counts_misses=False
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


def gain_of(roll: AttackRoll, option: Option, reserve: str) -> int:
    """What an attack with this option restores of a Reserve, as kernels/call_to_arms/fight_harm.py has it."""
    words = [word for word in option.keywords if word.detail == reserve]
    absorbs = sum(word.value or 0 for word in words if word.name == "absorb")
    restores = sum(1 if word.value is None else word.value for word in words if word.name == "restore")
    rushes = {"stamina": "battle-rush", "health": "momentum"}.get(reserve) in roll.harm.perks
    return min(absorbs, 255) << ABSORBS | min(restores, 15) << RESTORES | rushes << RUSHES


def groups_of(roll: AttackRoll) -> tuple[tuple[int, int], ...]:
    """Of bonus dice the rows beside no critical die and beside it, then the same beside the die of Extra Damage."""
    extras = (0, 1) if isinstance(roll, FoughtRoll) and roll.extra else (0,)
    return tuple((critical, extra) for extra in extras for critical in (0, 1))


def tables_of(roll: AttackRoll) -> dict[str, Any]:
    """The tables of an attack up to its armor, with those of Extra Damage."""
    tables = roll.every_table()
    if not isinstance(roll, FoughtRoll) or not roll.extra:
        return tables
    options = len(roll.options)
    choice = roll.choice + np.array([0, options], np.uint8)[:, None, None, None]
    choice[:, :, 0] += 2 * options
    return {**tables, "choice": choice.ravel(), **roll._bonus_tables(groups_of(roll))}


@dataclass(frozen=True)
class Strikes:
    """Attack rolls of one fight, each once; a variant is the number of its roll."""

    rolls: tuple[AttackRoll, ...]

    def brings(self, roll: AttackRoll, row: int) -> int:
        """What comes with this row of bonus dice, of those that `groups_of` lists."""
        group, number = divmod(row, len(roll.options))
        option = roll.options[number]
        follows = option.has("follow-up") or (group % 2 and "flurry" in roll.harm.perks)
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
        return [0, *accumulate(len(groups_of(roll)) * len(roll.options) for roll in self.rolls)]

    def rows(self, variant: int) -> slice:
        """The rows of bonus dice of one variant."""
        return slice(self._first_rows[variant], self._first_rows[variant + 1])

    @property
    def all_rows(self) -> int:
        return self._first_rows[-1]

    @cached_property
    def options(self) -> tuple[tuple[AttackRoll, Option, int], ...]:
        """By row of bonus dice: the roll, the option, and what it brings along."""
        rows = []
        for roll in self.rolls:
            options = roll.options * len(groups_of(roll))
            rows += [(roll, option, self.brings(roll, row)) for row, option in enumerate(options)]
        return tuple(rows)

    @cached_property
    def _tables(self) -> list[dict[str, Any]]:
        return [tables_of(roll) for roll in self.rolls]

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
            "block_kind": np.array([self._blocks.index(block_of(roll)) for roll in self.rolls], np.int32),
            "block_test": stacked(tests),
            "block": stacked(stars),
            "block_die": np.concatenate(dice),
        }

    def rule_tables(self) -> dict[str, Any]:
        """What Extra Damage adds, which hits are rolled again, what an attack restores."""
        extras = [roll.extra if isinstance(roll, FoughtRoll) else () for roll in self.rolls]
        kinds = tuple(dict.fromkeys([(), *extras]))
        gains = [[gain_of(roll, option, one) for roll, option, _ in self.options] for one in RESERVES]
        return {
            "extra_row": np.array([kinds.index(extra) for extra in extras], np.int32),
            "extra": stacked([packed(kind) for kind in kinds]),
            "again": self._again(),
            "gain": np.array(gains, np.int32),
        }

    def _again(self) -> NDArray[np.uint8]:
        """[row of bonus dice, stars]: whether such a hit is forced to be rolled again."""
        rolls = [roll if isinstance(roll, FoughtRoll) and roll.posture else None for roll in self.rolls]
        if not any(rolls):
            return np.zeros((1, 1), np.uint8)
        again = [roll._again_by_shown() if roll else None for roll in rolls]
        table = np.zeros((self.all_rows, max(one.shape[1] for one in again if one is not None)), np.uint8)
        for variant, (roll, one) in enumerate(zip(rolls, again, strict=True)):
            if roll is not None and one is not None:
                table[self.rows(variant), : one.shape[1]] = np.tile(one, (len(groups_of(roll)), 1))
        return table

    def _rows(self, name: str) -> list[NDArray[Any]]:
        return [row for tables in self._tables for row in np.atleast_2d(tables[name])]

    @cached_property
    def is_large(self) -> bool:
        """Whether a pool has more dice than a word rolls."""
        more = ("attack_6", "attack_11", "bonus_6", "bonus_11")
        is_wide = any(block is not None and block.is_wide for block in self._blocks)
        return is_wide or not self.tables["armor"].size or any(self.tables[name].shape[1] > 1 for name in more)

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The tables that the attacks of the fight look up, by name."""
        most_missing = max(tables["most_missing"] for tables in self._tables)
        most_stars = max(tables["most_stars"] for tables in self._tables)
        return {
            "skill_die": stacked([self._skill_die(tables) for tables in self._tables]),
            **{name: stacked(self._rows(name)) for name in ("attack", "attack_6", "attack_11")},
            "choice": self._choices(most_missing, most_stars),
            **{name: stacked(self._rows(name)) for name in ("bonus", "bonus_6", "bonus_11")},
            "effect": np.array([brings for _, _, brings in self.options], np.int32),
            **armor_rolls(self.rolls, [len(groups_of(roll)) for roll in self.rolls]),
            **self.block_tables(),
            **self.rule_tables(),
            "most_missing": most_missing,
            "most_stars": most_stars,
        }

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
