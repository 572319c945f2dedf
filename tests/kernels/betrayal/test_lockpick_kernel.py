"""A slow twin of the lockpick kernel: one trial at a time, asking the policy what to do."""

from collections.abc import Callable

import numpy as np
import pytest

from tamriel_odds.kernels.betrayal import lockpick
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.betrayal.lockpick_roll import LockpickRoll
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import Roller, exact, largest_z, run

TRIALS = 1500  # more than one block


def play(roll: LockpickRoll, rolled: list[int]) -> tuple[int, int, int]:
    """Fatigue, attempts, opened of one trial, with the face of 216 of each attempt."""
    state = roll.start
    for attempt, face in enumerate(rolled, start=1):
        dice = tuple(sorted((*state.kept, *(face // 36 + 1, face // 6 % 6 + 1, face % 6 + 1)[: 3 - len(state.kept)])))
        dice = roll.shown if roll.shown and attempt == 1 else dice
        move = roll.policy.move(roll.attempts - attempt, state.is_matched, dice, roll.budget - state.spent)
        if move.is_open:
            return state.spent + move.spent, attempt, 1
        state = roll.lock.after(state, move)
    return state.spent, roll.attempts, 0


@pytest.mark.parametrize(
    "options",
    [
        {"code": "3-5-6", "attempts": 3, "fatigue": 1},
        {"code": "5-2-3", "key": 6, "attempts": 5, "fatigue": 3},
        {"code": "4-4", "key": 4, "attempts": 3, "fatigue": 2, "policy": "greedy"},
        {"code": "1-1-6", "attempts": 2, "fatigue": 2, "policy": "frugal"},
        {"code": "5-2-3", "key": 6, "attempts": 4, "fatigue": 3, "advise": "4 2 2"},
    ],
)
def test_every_trial_is_what_the_policy_does(options: dict[str, object], word: Callable[[int, int, int], int]) -> None:
    roll = build(Lockpick, options).roll(Box.shipped())
    assert isinstance(roll, LockpickRoll)
    first = 2**32 - 700
    cells = np.empty(TRIALS, np.uint16)
    lockpick.roll_trials(np.uint64(7), np.uint64(first), lockpick.Tables(**roll.tables()), cells)
    shape = roll.outcomes.shape
    for trial in range(0, TRIALS, 13):
        rolled = [word(7, first + trial, attempt) * 216 >> 32 for attempt in range(roll.attempts)]
        fatigue, attempts, opened = play(roll, rolled)
        assert np.unravel_index(cells[trial], shape) == (fatigue, attempts - 1, opened)


def test_no_attempt_leaves_every_lock_shut() -> None:
    tally = run(build(Lockpick, {"code": "3-5-6", "attempts": 0}), trials=TRIALS)
    assert tally.counts.ravel().tolist() == [TRIALS, 0]


def test_counts_do_not_depend_on_threads_or_chunks() -> None:
    question = build(Lockpick, {"code": "3-5-6", "attempts": 3, "fatigue": 2})
    assert largest_z(run(question, trials=TRIALS), exact(question)) < 4.5
    roll = question.roll(Box.shipped())
    wanted = None
    for threads, chunk in ((1, TRIALS), (2, 999), (2, 64)):
        with Roller(roll, 3, threads, chunk) as roller:
            counts = roller.roll(0, TRIALS).tolist()
        wanted = wanted or counts
        assert counts == wanted


def test_golden_counts() -> None:
    """These counts are the seed's promise: another mapping of words to attempts is a breaking change."""
    tally = run(build(Lockpick, {"code": "3-5-6", "attempts": 3, "fatigue": 1}), trials=1000, seed=1)
    assert tally.counts.tolist() == GOLDEN


GOLDEN = [[[0, 28], [0, 53], [452, 66]], [[0, 87], [0, 192], [0, 122]]]
