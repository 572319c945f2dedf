"""Skill Tests of Skyrim in numpy, in plain Python, and enumerated by icepool: one kind of symbol, pushed to the end."""

import random

import icepool
import numpy as np

from tamriel_odds.benchmarks.rivals.attack import in_parts
from tamriel_odds.odds.skyrim.skill_test_roll import SkillTestRoll


def _shows(roll: SkillTestRoll) -> list[bool]:
    """Whether each face of the die shows the symbol that counts."""
    (symbol,) = roll.test.chances.symbols
    return [symbol in face.signs for face in roll.die.faces]


def numpy_test(roll: SkillTestRoll, trials: int):
    """Vectorised, a draw a die."""
    return in_parts(_count_tests, roll, trials)


def _count_tests(roll, trials, random_words):
    shows = np.array(_shows(roll), np.int8)
    missing = np.full(trials, roll.test.missing[0], np.int8)
    for _ in range(roll.test.dice):
        missing -= shows[random_words.integers(6, size=trials, dtype=np.uint8)]
    paid = np.zeros(trials, np.int64)
    for _ in range(roll.test.pushes):
        pushed = missing > 0
        paid += pushed
        missing -= shows[random_words.integers(6, size=trials, dtype=np.uint8)] * pushed
    return np.bincount(2 * paid + (missing <= 0), minlength=roll.outcomes.cells)


def plain_test(roll: SkillTestRoll, trials: int):
    """The rule as it reads, one trial at a time."""
    counts = np.zeros(roll.outcomes.shape, np.int64)
    shows, pick = _shows(roll), random.Random(1).choice
    for _ in range(trials):
        missing, paid = roll.test.missing[0] - sum(pick(shows) for _ in range(roll.test.dice)), 0
        while missing > 0 and paid < roll.test.pushes:
            missing -= pick(shows)
            paid += 1
        counts[paid, int(missing <= 0)] += 1
    return counts.ravel()


def icepool_test(roll: SkillTestRoll):
    """The joint distribution of pushes and success by icepool: the state after the dice, then push after push."""
    die = icepool.Die([int(shows) for shows in _shows(roll)])

    def push(state):
        missing, paid = state
        return die.map(lambda shows: (missing - shows, paid + 1)) if missing > 0 else state

    state = (roll.test.dice @ die).map(lambda shown: (roll.test.missing[0] - shown, 0))
    for _ in range(roll.test.pushes):
        state = state.map(push, star=False)
    joint = np.zeros(roll.outcomes.shape)
    for (missing, paid), chance in state.items():
        joint[paid, int(missing <= 0)] += chance / state.denominator()
    return joint
