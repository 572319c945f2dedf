"""Counting cells: nothing is lost, whatever the number of trials."""

import numpy as np
import pytest

from tamriel_odds.kernels.tally import LANES, tally, tally_pairs


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


def test_pairs_are_counted_measure_by_measure() -> None:
    """Two measures: the difference of the numbers 0 to 2 (places 0 to 4), and of a claim (places 5 to 7)."""
    first, option = np.array([0, 2, 2, 1], np.uint16), np.array([2, 1, 2, 1], np.uint16)
    places = np.array([[-0, -0], [-1, -1], [-2, -0]], np.int64)
    other_places = np.array([[2, 6], [3, 7], [4, 6]], np.int64)
    counts = np.zeros(8, np.int64)
    tally_pairs(counts, first, option, places, other_places)
    assert counts[:5].tolist() == [0, 1, 2, 0, 1]
    assert counts[5:].tolist() == [0, 3, 1]
