"""Sums of pools: each pool is rolled with its own word, and the sum's cell looked up."""

import numpy as np

from tamriel_odds.kernels.sums import Tables, add_pool, roll_trials
from tamriel_odds.kernels.words import BLOCK, deal, face

SEED = np.uint64(3)
SUMS = Tables(
    calls=np.array([0, 2], np.int64),
    draws=np.array([1, 9], np.int64),
    start=np.array([0, 3, 5], np.int64),
    numbers=np.array([0, 1, 2, 0, 3], np.int32),
    cell_by_sum=np.array([5, 4, 3, 2, 1, 0], np.uint16),
)


def cell_of(trial: int) -> int:
    words = np.zeros((12, 1), np.uint32)
    deal(words, np.arange(3, dtype=np.int64), np.uint64(trial), SEED)
    return 5 - int(face(words[1, 0], 3)) - 3 * int(face(words[9, 0], 2))


def test_every_trial_adds_its_own_pools() -> None:
    cells = np.zeros(40, np.uint16)
    roll_trials(SEED, np.uint64(100), SUMS, cells)
    assert cells.tolist() == [cell_of(trial) for trial in range(100, 140)]


def test_a_run_that_is_cut_rolls_the_same() -> None:
    whole, parts = np.zeros(BLOCK + 10, np.uint16), np.zeros(BLOCK + 10, np.uint16)
    roll_trials(SEED, np.uint64(0), SUMS, whole)
    roll_trials(SEED, np.uint64(0), SUMS, parts[:7])
    roll_trials(SEED, np.uint64(7), SUMS, parts[7:])
    assert whole.tolist() == parts.tolist()


def test_a_pool_is_added_to_what_there_is() -> None:
    total, shown = np.array([10, 20], np.int32), np.zeros(2, np.int32)
    add_pool(total, shown, np.array([0, 0xFFFFFFFF], np.uint32), np.array([1, 2], np.int32))
    assert total.tolist() == [11, 22]
