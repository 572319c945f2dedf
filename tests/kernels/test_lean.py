import numpy as np
import pytest

from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.lean import grid, least, most


@kernel
def bounded(numbers, others, bounds):  # type: ignore[no-untyped-def]
    for i in range(numbers.size):
        bounds[0, i] = least(numbers[i], others[i])
        bounds[1, i] = most(numbers[i], others[i])


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint32, np.uint64, np.uint8])
def test_least_and_most_are_min_and_max(kind: type) -> None:
    limits = np.iinfo(kind)
    numbers = np.array([limits.min, limits.max, 1, 2, 3, 3], kind)
    others = np.array([limits.max, limits.min, 2, 1, 3, 0], kind)
    bounds = np.zeros((2, numbers.size), kind)
    bounded(numbers, others, bounds)
    assert bounds.tolist() == [np.minimum(numbers, others).tolist(), np.maximum(numbers, others).tolist()]


@kernel
def counted(number, size):  # type: ignore[no-untyped-def]
    cells = grid(number, size, np.uint32)
    for row in range(cells.shape[0]):
        for place in range(cells.shape[1]):
            cells[row, place] = row * 10 + place
    return cells


def test_a_grid_has_so_many_rows_of_so_many_numbers() -> None:
    cells = counted(2, 3)
    assert cells.dtype == np.uint32
    assert cells.flags.c_contiguous
    assert cells.tolist() == [[0, 1, 2], [10, 11, 12]]
    assert counted(0, 5).shape == (0, 5)
