"""The registry has a row for everything, and the rivals answer the same questions, or their times would say nothing."""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tamriel_odds import kernels, odds
from tamriel_odds.benchmarks import growth
from tamriel_odds.benchmarks.commands import COMMANDS
from tamriel_odds.benchmarks.registry import (
    BY_DIE,
    BY_POOL,
    DYCE,
    FIRST,
    ICEPOOL,
    MEMORY,
    ONE_THREAD,
    PLAIN,
    START,
    mechanics,
)
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.rolling import CONTRADICTION, Roller

MECHANICS = {mechanic.name: mechanic for mechanic in mechanics()}
RIVALS = [(name, rival) for name, mechanic in MECHANICS.items() for rival in mechanic.rivals]
EXACT_RIVALS = [(name, rival) for name, mechanic in MECHANICS.items() for rival in mechanic.exact_rivals]
# Enough for their distributions to show, few enough for plain Python.
TRIALS = {PLAIN: 1 << 12, BY_DIE: 1 << 15, BY_POOL: 1 << 15}
# Where there is no exact answer, so many trials of our own stand for it.
OURS = 1 << 18


@cache
def resolved(name: str) -> Any:
    return MECHANICS[name].question.roll(Box.shipped())


def modules_of(package: Any) -> Iterator[str]:
    return (found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))


def test_every_kernel_has_a_row() -> None:
    rolls = {name for name in modules_of(kernels) if hasattr(import_module(name), "roll_trials")}
    measured = {f"tamriel_odds.kernels.{resolved(name).kernel()}" for name in MECHANICS}
    assert measured == rolls


@pytest.mark.parametrize("rival", [BY_DIE, PLAIN])
def test_every_kernel_has_its_rivals(rival: str) -> None:
    rolls = {resolved(name).kernel() for name in MECHANICS}
    assert {resolved(name).kernel() for name, mechanic in MECHANICS.items() if rival in mechanic.rivals} == rolls


def test_every_kind_of_roll_has_a_row() -> None:
    def kinds_of(kind: type[Roll]) -> Iterator[type[Roll]]:
        for own in kind.__subclasses__():
            yield own
            yield from kinds_of(own)

    for name in modules_of(odds):
        if not name.endswith("cluster"):
            import_module(name)
    measured = {kind for name in MECHANICS for kind in type(resolved(name)).__mro__}
    own = {kind for kind in kinds_of(Roll) if kind.__module__.startswith(odds.__name__)}
    # A private one is a step on the way to another's answer.
    assert {kind for kind in own if not kind.__name__.startswith("_")} <= measured


@pytest.mark.parametrize("name", MECHANICS)
def test_reaches_are_about_those_who_take_part(name: str) -> None:
    mechanic = MECHANICS[name]
    others = {mechanic.yardstick, ONE_THREAD, *mechanic.rivals}
    assert {reach.against for reach in mechanic.reaches} <= others
    assert {reach.against for reach in mechanic.exact_reaches} <= set(mechanic.exact_rivals)
    assert set(mechanic.exact_rivals) <= {ICEPOOL, DYCE, PLAIN}


def test_the_reaches_are_those_we_have_set() -> None:
    set_ = {
        "attack, 12 dice": [1.15, 1.9, 45, 20],
        "attack, 7 dice": [1.6, 1.9],
        "attack, 5 + 3 + 5 dice": [3.5, 1.9],
        "test with 3 pushes, 6 dice": [1.1, 1.9],
        "lockpick check, 3 attempts": [0.95, 1.9],
        "engage, 10 dice": [0.7, 1.9],
        "duel, 128 dice": [2.2, 1.9],
        "battle, 128 dice": [2.2, 1.9],
        "combat of one player, 126 dice": [2.2, 1.9],
    }
    assert {name: [reach.at_most or reach.at_least for reach in MECHANICS[name].reaches] for name in set_} == set_


def test_the_reaches_of_processes_are_those_we_have_set() -> None:
    reaches = {(command.table, command.what): command.reach for command in COMMANDS if command.reach is not None}
    assert reaches == {
        (START, "odds --help"): 0.12,
        (START, "answer of 10^7 trials"): 0.7,
        (START, "answer with a chart"): 1.1,
        (FIRST, "attack"): 2.0,
        (MEMORY, "10^9 trials"): 300e6,
    }


@pytest.mark.parametrize(
    ("name", "words"), [("attack, 12 dice", 12), ("attack, 5 + 3 + 5 dice", 4), ("combat of one player, 126 dice", 128)]
)
def test_the_yardstick_has_whole_calls_of_four_words(name: str, words: int) -> None:
    assert MECHANICS[name].filled == words
    assert MECHANICS[name].yardstick == f"R({words})"


def most_dice(roll: Any) -> int | None:
    """The dice or cards that the tables of the kernels common to all games roll; None for other kernels."""
    if roll.kernel() not in ("chain", "deck", "sums"):
        return None
    tables = roll.tables()
    if roll.kernel() == "chain":
        return int(tables["steps"])
    if roll.kernel() == "deck":
        return int(tables["drawn"])
    faces = np.diff(tables["start"]).tolist()
    return sum(1 if size == 20 else [6**dice for dice in range(6)].index(size) for size in faces)


@pytest.mark.parametrize("name", MECHANICS)
def test_the_dice_of_a_row_are_those_that_it_can_roll(name: str) -> None:
    assert most_dice(resolved(name)) in (None, MECHANICS[name].dice)


@pytest.mark.parametrize("dice", range(1, 13))
def test_the_dice_of_a_growing_attack_are_those_that_it_can_roll(dice: int) -> None:
    roll: Any = growth.attack(dice).roll(Box.shipped())
    assert growth.most_dice(dice) == 1 + len(roll.attack) + len(roll.test.critical_dice) + len(roll.options[0].armor)
    assert len(roll.attack) == dice


@pytest.mark.parametrize(("name", "rival"), RIVALS)
def test_a_rival_rolls_the_distribution_of_our_answer(name: str, rival: str) -> None:
    roll, trials = resolved(name), TRIALS[rival]
    counts = MECHANICS[name].rivals[rival](roll)(trials)
    assert counts.sum() == trials
    exact = roll.exact()
    if exact is not None:
        for count, probability in zip(counts, exact.ravel(), strict=True):
            assert z_score(int(count), trials, min(float(probability), 1.0)) < CONTRADICTION
        return
    with Roller(roll, 1, threads=1) as roller:
        ours = roller.roll(0, OURS)
    together = (counts + ours) / (trials + OURS)
    # Cells that are too rare for a normal error are taken together.
    rare = together * trials < 10
    for chosen in (*np.flatnonzero(~rare)[:, None], np.flatnonzero(rare)):
        share = together[chosen].sum()
        error = np.sqrt(share * (1 - share) * (1 / trials + 1 / OURS))
        assert abs(counts[chosen].sum() / trials - ours[chosen].sum() / OURS) <= CONTRADICTION * error


@pytest.mark.parametrize(("name", "rival"), EXACT_RIVALS)
def test_the_other_exact_answer_is_equal(name: str, rival: str) -> None:
    roll = resolved(name)
    np.testing.assert_allclose(MECHANICS[name].exact_rivals[rival](roll), roll.exact(), rtol=0, atol=1e-9)
