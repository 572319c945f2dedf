"""Rolling and enumerating: every mechanic of the registry against the yardstick, its rivals and one thread."""

from dataclasses import replace

import pytest

from tamriel_odds.benchmarks.registry import MECHANICS
from tamriel_odds.benchmarks.report import THREADS
from tamriel_odds.benchmarks.yardstick import fill
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import Roller

ROUNDS = 20
every_mechanic = pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.name)
RIVALS = [
    pytest.param(mechanic, rival, id=f"{mechanic.name}, {rival.name}")
    for mechanic in MECHANICS
    for rival in mechanic.rivals
]


def rolls(mechanic, threads=THREADS):
    """A callable that rolls the question, its threads started anew as those of the yardstick are."""
    roller = Roller(mechanic.question.roll(Box.shipped()), 1, threads)

    def call():
        with roller:
            roller.roll(0, mechanic.trials)

    return call


@every_mechanic
def test_yardstick(race, mechanic):
    race(
        mechanic.name,
        rolls(mechanic),
        f"R({mechanic.dice})",
        lambda: fill(mechanic.dice, mechanic.trials, THREADS),
        (mechanic.trials, mechanic.trials),
        rounds=ROUNDS,
        at_most=mechanic.reach,
    )


@every_mechanic
def test_one_thread(race, mechanic):
    race(
        mechanic.name,
        rolls(mechanic),
        "one thread",
        rolls(mechanic, 1),
        (mechanic.trials, mechanic.trials),
        ROUNDS,
        at_least=0.9 * THREADS,
    )


@pytest.mark.parametrize(("mechanic", "rival"), RIVALS)
def test_rival(race, mechanic, rival):
    roll = mechanic.question.roll(Box.shipped())
    race(
        mechanic.name,
        rolls(mechanic),
        rival.name,
        lambda: rival.rolls(roll, rival.trials),
        (mechanic.trials, rival.trials),
        rounds=ROUNDS,
        at_least=rival.reach,
    )


@every_mechanic
def test_exact(race, mechanic):
    roll = mechanic.question.roll(Box.shipped())
    race(
        f"{mechanic.name}, exact",
        lambda: replace(roll).exact(),  # a copy has nothing kept from the last time
        "icepool",
        lambda: mechanic.enumerates(roll),
        rounds=50,
        at_least=mechanic.exact_reach,
    )
