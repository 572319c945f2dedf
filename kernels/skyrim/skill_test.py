"""Skyrim Skill Test in blocks: the dice as one pool, then push after push along a table of what the player decides."""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up, roll
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.sums import add_pools
from tamriel_odds.kernels.words import BLOCK, deal, face, rows_of

# A constant, so that the index of a push is vector code of 32 bits.
FACES = np.int32(6)


class Tables(NamedTuple):
    """Where a test stands is a number; one that has ended (passed, or given up) stays where it is."""

    calls: np.ndarray  # int64, the calls whose words are needed, rising
    draws: np.ndarray  # int64, the word of each pool of dice
    start: np.ndarray  # int64, pool n shows numbers[start[n] : start[n + 1]]
    numbers: np.ndarray  # int32 by face: symbols needed, packed so that pools add up
    standing_by_shown: np.ndarray  # uint16
    standing_by_face: np.ndarray  # uint16, the same by the face of the first pool, for tests that have no other
    push_draws: np.ndarray  # int64, the word of each push
    after_push: np.ndarray  # uint16 [standing, face], raveled
    cell_by_push: np.ndarray  # uint16 [standing, face], raveled: the cell after the last push
    cell_by_standing: np.ndarray  # uint16


@step
def push(index, standing, words):
    """Every trial that goes on pays for one more die; where it stands and what the die shows say where it stands then.

    The index is vector code of 32 bits, hence a loop of its own.
    """
    for trial in range(standing.size):
        index[trial] = standing[trial] * FACES + np.int32(face(words[trial], FACES))


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((rows_of(tables.calls), BLOCK), np.uint32)
    index, standing = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        if tables.draws.size == 1:
            roll(standing, words[tables.draws[0]], tables.standing_by_face)
        else:
            add_pools(index, standing, words, tables)
            look_up(standing, index, tables.standing_by_shown)
        block = cells[start : start + BLOCK]
        for number in range(tables.push_draws.size):
            push(index, standing, words[tables.push_draws[number]])
            if number < tables.push_draws.size - 1:
                look_up(standing, index, tables.after_push)
            else:
                look_up(block, index, tables.cell_by_push)
        if tables.push_draws.size == 0:
            look_up(block, standing, tables.cell_by_standing)
