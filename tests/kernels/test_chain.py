"""Chains: every step rolls the die of the state a trial is in, with the word of that step."""

import numpy as np
import pytest

from tamriel_odds.kernels.chain import Tables, roll_on, roll_trials
from tamriel_odds.kernels.words import BLOCK, deal, face

SEED = np.uint64(7)


def tables(steps: int) -> Tables:
    """A die of three faces (on, on, stop) in the states 0 to `steps` - 1, a coin (both on) in none, then two ends."""
    end, stopped = steps, steps + 1
    next_state = np.array([[state + 1, stopped] for state in range(steps)] + [[end, end], [stopped, stopped]], np.int32)
    return Tables(
        calls=np.arange(-(-max(steps, 1) // 4), dtype=np.int64),
        steps=steps,
        start=np.array([1] * steps + [0, 0], np.int64),
        faces=np.array([3] * steps + [1, 1], np.int64),
        outcome_by_face=np.array([0, 0, 0, 1], np.int64),
        next_state=next_state,
        cell_by_state=np.arange(steps + 2, dtype=np.uint16),
    )


def cell_of(trial: int, steps: int) -> int:
    """The same, one trial at a time."""
    words = np.zeros((4 * (steps + 1), 1), np.uint32)
    deal(words, np.arange(steps // 4 + 1, dtype=np.int64), np.uint64(trial), SEED)
    for number in range(steps):
        if face(words[number, 0], 3) == 2:
            return steps + 1
    return steps


@pytest.mark.parametrize("steps", [0, 1, 3, 4, 5, 9])
def test_every_trial_walks_its_own_way(steps: int) -> None:
    cells = np.zeros(40, np.uint16)
    roll_trials(SEED, np.uint64(100), tables(steps), cells)
    assert cells.tolist() == [cell_of(trial, steps) for trial in range(100, 140)]


def test_a_run_that_is_cut_rolls_the_same() -> None:
    whole, parts = np.zeros(BLOCK + 10, np.uint16), np.zeros(BLOCK + 10, np.uint16)
    roll_trials(SEED, np.uint64(0), tables(2), whole)
    roll_trials(SEED, np.uint64(0), tables(2), parts[:7])
    roll_trials(SEED, np.uint64(7), tables(2), parts[7:])
    assert whole.tolist() == parts.tolist()


def test_a_block_stops_where_nobody_moves_any_more() -> None:
    stays = tables(1)._replace(steps=9, calls=np.arange(3, dtype=np.int64))
    cells = np.zeros(20, np.uint16)
    roll_trials(SEED, np.uint64(0), stays, cells)
    assert cells.tolist() == [cell_of(trial, 1) for trial in range(20)]


def test_a_step_says_how_many_moved() -> None:
    state = np.array([0, 1, 2, 0], np.int32)
    assert roll_on(state, np.array([0, 0, 0, 0xFFFFFFFF], np.uint32), tables(1)) == 2
    assert state.tolist() == [1, 1, 2, 2]
