"""Rolls that are read off one sum: tests, engages, falls. Every pool adds a number, the sum's cell stands in a table.

What the number means is the question's affair: stars, scores and flags in bit fields of their own, wide enough that no
field can run over into the next.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up, roll
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal, rows_of


class Tables(NamedTuple):
    """Pool n is rolled with the word draws[n] and shows numbers[start[n] : start[n + 1]]."""

    calls: np.ndarray  # int64, the calls whose words are needed, rising
    draws: np.ndarray  # int64
    start: np.ndarray  # int64, one more than there are pools
    numbers: np.ndarray  # int32 by face
    cell_by_sum: np.ndarray  # uint16


@step
def add_pool(total, shown, words, numbers):
    """Add what a pool shows."""
    roll(shown, words, numbers)
    for trial in range(total.size):
        total[trial] += shown[trial]


@step
def add_pools(total, shown, words, tables):
    """The sum of all pools; the first is rolled into it."""
    roll(total, words[tables.draws[0]], tables.numbers[: tables.start[1]])
    for pool in range(1, tables.draws.size):
        numbers = tables.numbers[tables.start[pool] : tables.start[pool + 1]]
        add_pool(total, shown, words[tables.draws[pool]], numbers)


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((rows_of(tables.calls), BLOCK), np.uint32)
    total, shown = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        add_pools(total, shown, words, tables)
        look_up(cells[start : start + BLOCK], total, tables.cell_by_sum)
