"""Counting cells: nothing is lost, whatever the number of trials."""

import numpy as np
import pytest

from tamriel_odds.kernels.tally import LANES, tally


@pytest.mark.parametrize("trials", [0, 1, 2, 7, 8, 9, 1023, 1024, 1025])
def test_counts_are_those_of_the_cells(trials: int) -> None:
    cells = (np.arange(trials) * 7 % 5).astype(np.uint16)
    counts = np.zeros((LANES, 5), np.int64)
    tally(counts, cells)
    assert counts.sum(axis=0).tolist() == np.bincount(cells, minlength=5).tolist()


def test_counts_are_added_to_those_there_are() -> None:
    counts = np.ones((LANES, 2), np.int64)
    tally(counts, np.array([1, 1, 1], np.uint16))
    assert counts.sum(axis=0).tolist() == [LANES, LANES + 3]


def test_the_highest_cell_of_a_buffer_is_counted() -> None:
    counts = np.zeros((LANES, 1 << 16), np.int64)
    tally(counts, np.array([0xFFFF] * 9, np.uint16))
    assert counts.sum() == counts[:, 0xFFFF].sum() == 9
