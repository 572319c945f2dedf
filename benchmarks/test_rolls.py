"""Rolling and enumerating: every mechanic of the registry against the yardstick, its rivals and one thread."""

from dataclasses import replace

import pytest

from tamriel_odds.benchmarks.registry import MECHANICS
from tamriel_odds.benchmarks.report import THREADS
from tamriel_odds.benchmarks.yardstick import fill
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.run import Roller

# Short enough to fit between the disturbances of a busy machine: the best of many rounds counts.
TRIALS, ROUNDS = 1 << 25, 20
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
            roller.roll(0, TRIALS)

    return call


@every_mechanic
def test_yardstick(race, mechanic):
    race(
        mechanic.name,
        rolls(mechanic),
        f"R({mechanic.dice})",
        lambda: fill(mechanic.dice, TRIALS, THREADS),
        (TRIALS, TRIALS),
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
        (TRIALS, TRIALS),
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
        (TRIALS, rival.trials),
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
