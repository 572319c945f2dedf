"""The attack kernel against its slow twin: equal cells, trial by trial."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.call_to_arms import attack, large_attack
from tamriel_odds.kernels.call_to_arms.attack import place, strike
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.question import Box

WARHAMMER = "[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]"
EMBERS = "[RED][BLACK] / [SWORDS]: add [YELLOW] (Fire) / [OBLIVION]: add [GREEN] (Sun)"
ALL_TWELVE = "3 green 3 yellow 3 red 3 black"

ATTACKS: dict[str, dict[str, Any]] = {
    "no dice at all": {"skill": 5, "attack": ""},
    "Piercing against Strong Armor": {
        "skill": 3, "attack": "[GREEN][RED] / [SWORDS]: Piercing (1)", "armor": "[BLACK] (1)",
    },
    "best choice, armor with an effect": {
        "skill": 5, "attack": WARHAMMER, "armor": "[RED] (1) / [OBLIVION]: add [YELLOW]",
    },
    "twelve dice, no black left for a Critical": {
        "skill": 2, "modifier": 9, "attack": f"{ALL_TWELVE} / [SWORDS]: Piercing (2) / [OBLIVION]: add [RED]",
        "armor": "[RED][RED]", "choose": "oblivion",
    },
    "six attack dice": {"skill": 4, "attack": "2 yellow 2 red 2 black / [SWORDS]: damage +2", "armor": "[BLACK]"},
    "eleven bonus dice": {
        "skill": 3, "attack": "[RED] / [OBLIVION]: add 3 green 3 yellow 2 red 3 black", "armor": "[BLACK]",
        "choose": "oblivion",
    },
    "bonus green dice decide": {
        "skill": 4, "modifier": 2, "attack": "[RED] / [OBLIVION]: add 2 green / [SWORDS]: add 1 green 1 red",
    },
    "green dice rolled before the choice": {
        "skill": 3, "modifier": 3,
        "attack": "[GREEN][GREEN][RED] / [OBLIVION]: add 1 green / [SWORDS]: add [BLACK] / [DRAGONBORN]: add [RED]",
    },
    "armor of six dice": {
        "skill": 9, "attack": "3 red 2 black / [SWORDS]: Piercing (3)",
        "armor": "3 yellow 2 red 1 black (2) / [SWORDS]: add [RED] / [OBLIVION]: add 2 yellow",
        "choose": "swords",
    },
    "armor of twelve dice": {"skill": 10, "attack": f"{ALL_TWELVE}", "armor": f"{ALL_TWELVE} (1)", "piercing": 3},
    "armor of one die with ten bonus dice": {
        "skill": 10, "attack": "3 red 3 black", "armor": "[RED] / [SWORDS]: add 3 yellow 2 red 3 black 2 green",
    },
    "types: resistance, best choice": {
        "skill": 6, "attack": EMBERS, "armor": "[YELLOW]",
        "with_": ("resistance:fire", "weakness:sun"),
    },
    "types: immunity, best choice": {
        "skill": 6, "attack": EMBERS, "armor": "[YELLOW] / [DRAGONBORN]: add [YELLOW]",
        "with_": ("immunity:physical", "weakness:fire"),
    },
    "types: resistance beyond five armor dice": {
        "skill": 8, "attack": EMBERS, "armor": "3 yellow 2 black / [SWORDS]: add [YELLOW] / [OBLIVION]: add [RED]",
        "with_": ("resistance:fire", "resistance:sun"), "choose": "swords",
    },
    "types: resistance beyond ten armor dice": {
        "skill": 8, "attack": EMBERS, "armor": "3 green 3 yellow 1 red 3 black",
        "with_": ("resistance:fire", "resistance:sun"), "choose": "swords",
    },
    "types: resistance takes the room of an armor effect": {
        "skill": 8, "attack": EMBERS, "armor": "2 yellow 1 black 2 red / [SWORDS]: add [RED]",
        "with_": ("resistance:fire", "resistance:sun"), "choose": "swords",
    },
    "Attribute Test": {"skill": 5, "attribute_test": True, "attack": WARHAMMER, "armor": "[RED]"},
    "Feeble": {"skill": 5, "attack": "[RED][RED] / Feeble", "armor": "[YELLOW]"},
    "penalty a Critical misses by": {"skill": 1, "modifier": 2, "attack": "[GREEN][RED] / [OBLIVION]: add [GREEN]"},
    "bonus beyond the clamp": {"skill": 1, "modifier": -20, "attack": "[GREEN][RED]"},
    "Hero with Overkill": {
        "skill": 8, "attack": "3 red 2 black", "armor": "[YELLOW]", "health": 2, "rank": "hero", "endurance": 5,
    },
    "Hero of one Health": {"skill": 8, "attack": "3 red 2 black", "health": 1, "rank": "hero", "endurance": 5},
    "Hero of three Health": {"skill": 8, "attack": "3 red 2 black", "health": 3, "rank": "hero", "endurance": 5},
    "Hero behind six armor dice": {
        "skill": 8, "attack": "3 red 3 black", "armor": "3 yellow 3 green", "health": 2, "rank": "hero", "endurance": 5,
    },
    "Incapacitated Hero": {
        "skill": 1, "attack": "[GREEN][RED]", "health": 1, "rank": "hero", "endurance": 9,
        "with_": ("target-incapacitated",),
    },
    "Adversary order, Power Attack": {
        "skill": 6, "attack": "[RED][YELLOW] / [SWORDS]: Piercing (1) / [DRAGONBORN]: add [RED]", "armor": "[RED]",
        "choose": "adversary", "with_": ("power-attack", "outnumbered", "block-token"),
    },
}  # fmt: skip

KERNELS = {"call_to_arms.attack": attack, "call_to_arms.large_attack": large_attack}


def rolled(roll: AttackRoll, seed: int, first: int, trials: int) -> list[int]:
    cells = np.full(trials, 0xFFFF, np.uint16)
    kernel = KERNELS[roll.kernel()]
    kernel.roll_trials(np.uint64(seed), np.uint64(first), kernel.Tables(**roll.tables()), cells)
    return cells.tolist()


def asked(name: str) -> AttackRoll:
    return Attack(**ATTACKS[name]).roll(Box.shipped())


@pytest.mark.parametrize("name", ATTACKS)
def test_kernel_and_twin_roll_the_same(name: str, twin: Callable[[AttackRoll], Any]) -> None:
    roll = asked(name)
    trials = 250
    assert rolled(roll, 1, 0, trials) == twin(roll).cells(1, 0, trials)


@pytest.mark.parametrize("seed", [0, 2**32 + 1, 2**64 - 1])
@pytest.mark.parametrize("first", [0, 2**32 - 5])
def test_kernel_and_twin_agree_for_any_seed_and_place(seed: int, first: int, twin: Callable[[AttackRoll], Any]) -> None:
    roll = asked("best choice, armor with an effect")
    assert rolled(roll, seed, first, 20) == twin(roll).cells(seed, first, 20)


@pytest.mark.parametrize("trials", [0, 1, 1023, 1024, 1025])
def test_every_trial_of_a_buffer_is_rolled(trials: int) -> None:
    roll = asked("Piercing against Strong Armor")
    cells = rolled(roll, 1, 0, trials)
    assert cells == rolled(roll, 1, 0, 1025)[:trials]
    assert max(cells, default=0) < roll.outcomes.cells


@pytest.mark.parametrize(
    ("score", "accuracy", "attribute", "failure", "hit"),
    [
        (5, 0, 5, False, True),
        (6, 0, 5, False, False),
        (7, 2, 5, False, True),
        (10, 9, 1, False, True),
        (2, 9, 1, False, True),
        (2, 9, 0, False, False),
        (1, 0, 10, True, False),
        (1, 0, 127, True, False),
    ],
    ids=[
        "equal",
        "one above",
        "accuracy",
        "accuracy to 1",
        "never below 1",
        "never below 1 at a skill of 0",
        "Failure",
        "Failure at the Incapacitated",
    ],
)
def test_the_skill_test(score: int, accuracy: int, attribute: int, failure: bool, hit: bool) -> None:
    one = np.zeros(1, np.int32)
    skill = np.array([score | failure << 9], np.int32)
    strike(one, skill, np.array([accuracy << 8], np.int32), np.zeros(1, np.int32), attribute)
    assert bool(one[0]) is hit


def test_a_miss_keeps_the_potion_and_nothing_else() -> None:
    cells = np.zeros(2, np.uint16)
    zero = np.zeros(2, np.int32)
    skill = np.array([1 << 8 | 1 << 10, 1 << 8], np.int32)  # both Criticals, the first with a Potion
    choice = np.array([4, 4], np.int32)  # the second of three effects, with the critical die
    place(cells, zero, zero, skill, choice, zero, 3, 1)
    assert cells.tolist() == [1 * 3, 0]
