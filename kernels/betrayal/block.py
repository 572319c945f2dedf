"""A block of trials, which take every turn together: their words, their choices, those that need a closer look.

Steps go through all columns, of which sixteen are taken at once: where nobody acts, nothing changes. What they choose
from is read before the choice, since a value that is read in one case only would be a branch.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.units import BLOCK, FOES, TRIAL
from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.lean import grid
from tamriel_odds.kernels.words import deal_to

MOST_UNITS = 32
NOBODY = np.int32(1 << 30 | MOST_UNITS - 1)
ZERO = np.int32(0)
# Rows of exactly a page would all want the same places of the cache.
APART = 16
# A call of the generator makes four words.
WORDS = 4


class Block(NamedTuple):
    """A block of trials."""

    state: np.ndarray  # int32 [row, column] (units.py)
    words: np.ndarray  # uint32 [word, column]
    what: np.ndarray  # int64: what is shown, by column; then what happens (mats.py), by place among those listed


@step
def new_block(enemies):
    """Room for a block."""
    state = grid(FOES + enemies, BLOCK + APART, np.int32)
    return Block(state, grid(WORDS, BLOCK + APART, np.uint32), grid(1, BLOCK, np.int64)[0])


@step
def next_words(block, left, draw, first, seed):
    """The words of a draw, one for each column."""
    if draw % WORDS == 0:
        deal_to(block.words, range(1), draw // WORDS, first, block.state[TRIAL, :left], seed)
    return block.words[draw % WORDS]


@step
def choose(chosen, before, health, units, order, left):
    """The target in each column: of those who stand the next one after `before`, else NOBODY.

    They are taken by HP, lowest first with order 1 and highest first with -1, ties to the first; with 0 one by one.
    """
    for column in range(left):
        chosen[column] = NOBODY
    for unit in range(units):
        compare(chosen, before, health[unit], np.int32(unit), np.int32(order * MOST_UNITS), left)


@step
def compare(chosen, before, health, unit, order, left):
    """Choose a unit where it comes sooner than the one chosen so far."""
    for column in range(left):
        place, so_far = np.int32(np.int32(health[column] * order) + unit), chosen[column]
        is_next = (health[column] > 0) & (place > before[column]) & (place < so_far)
        chosen[column] = place if is_next else so_far


@inline
def unit_of(chosen):
    return chosen & MOST_UNITS - 1


@step
def list_marked(listed, marks, left):
    """The columns that are marked; says how many they are, most often none."""
    number = 0
    for column in range(left):
        number += marks[column]
    if number == 0:
        return number
    number = 0
    for column in range(left):
        listed[number] = column
        number += marks[column]
    return number
