"""Rolls read off one sum, against the same words added up by hand."""

import numpy as np
import pytest

from tamriel_odds.kernels import sums
from tamriel_odds.kernels.words import BLOCK, face, philox
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.sums import Pool, Sum

SEED = 7
DIE = np.arange(1, 7, dtype=np.int32)


def rolled(asked: Sum, trials: int, first: int = 0) -> list[int]:
    cells = np.empty(trials, np.uint16)
    sums.roll_trials(np.uint64(SEED), np.uint64(first), sums.Tables(**asked.tables()), cells)
    return cells.tolist()


def word(trial: int, draw: int) -> int:
    counter = np.uint64(trial), np.uint64(0), np.uint64(draw // 4), np.uint64(0)
    return int(philox(*counter, np.uint64(SEED), np.uint64(0))[draw % 4])


def sum_of_dice(trial: int, draws: list[int]) -> int:
    return sum(int(DIE[int(face(word(trial, draw), 6))]) for draw in draws)


@pytest.mark.parametrize("draws", [[0], [0, 1, 2], [2, 9]], ids=["one die", "three dice", "words of two calls"])
def test_each_pool_is_rolled_with_its_own_word(draws: list[int]) -> None:
    asked = Sum(tuple(Pool(draw, DIE) for draw in draws), np.arange(6 * len(draws) + 1, dtype=np.uint16))
    trials = BLOCK + 3
    assert rolled(asked, trials) == [sum_of_dice(trial, draws) for trial in range(trials)]


def test_cells_begin_at_the_first_trial() -> None:
    asked = Sum((Pool(0, DIE),), np.arange(7, dtype=np.uint16))
    assert rolled(asked, 5, first=1000) == rolled(asked, 1005)[1000:]


def test_no_pools_are_the_cell_of_zero() -> None:
    asked = Sum((), np.array([3], np.uint16))
    assert rolled(asked, 4) == [3] * 4
    assert asked.exact(4).tolist() == [0.0, 0.0, 0.0, 1.0]


def test_counts_are_those_of_two_dice() -> None:
    asked = Sum((Pool(0, DIE), Pool(1, DIE)), np.arange(13, dtype=np.uint16))
    exact = asked.exact(13)
    assert (exact * 36).round(9).tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    trials = 3000
    counts = np.bincount(rolled(asked, trials), minlength=13)
    assert max(z_score(int(count), trials, share) for count, share in zip(counts, exact, strict=True)) < 4.5
