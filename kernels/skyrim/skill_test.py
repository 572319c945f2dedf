"""Skyrim Skill Test in blocks: the dice as one pool, then push after push along a table of what the player decides."""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up, roll
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.sums import add_pool
from tamriel_odds.kernels.words import BLOCK, deal, face

# A constant, so that the index of a push is vector code of 32 bits.
FACES = np.int32(6)


class Tables(NamedTuple):
    """Where a test stands is a number; one that has ended (passed, or given up) stays where it is."""

    calls: np.ndarray  # int64, the calls whose words are needed
    draws: np.ndarray  # int64, the word of each pool of dice
    start: np.ndarray  # int64, pool n shows numbers[start[n] : start[n + 1]]
    numbers: np.ndarray  # int32 by face: symbols needed, packed so that pools add up
    standing_by_shown: np.ndarray  # uint16
    standing_by_face: np.ndarray  # uint16, the same by the face of the first pool, for tests that have no other
    push_draws: np.ndarray  # int64, the word of each push
    after_push: np.ndarray  # uint16 [standing, face], raveled
    cell_by_standing: np.ndarray  # uint16


@kernel
def push(standing, index, words, after_push):
    """Every trial that goes on pays for one more die and adds it; the look-up stands alone in its loop."""
    for trial in range(standing.size):
        index[trial] = standing[trial] * FACES + np.int32(face(words[trial], FACES))
    for trial in range(standing.size):
        standing[trial] = after_push[index[trial]]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((4 * (tables.calls.max() + 1), BLOCK), np.uint32)
    total, shown = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    standing = np.empty(BLOCK, np.int32)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        if tables.draws.size == 1:
            roll(standing, words[tables.draws[0]], tables.standing_by_face)
        else:
            total[:] = 0
            for pool in range(tables.draws.size):
                numbers = tables.numbers[tables.start[pool] : tables.start[pool + 1]]
                add_pool(total, shown, words[tables.draws[pool]], numbers)
            look_up(standing, total, tables.standing_by_shown)
        for draw in tables.push_draws:
            push(standing, shown, words[draw], tables.after_push)
        look_up(cells[start : start + BLOCK], standing, tables.cell_by_standing)
