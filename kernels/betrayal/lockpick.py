"""Lockpick checks in blocks: a policy, decided beforehand, is walked from attempt to attempt by table."""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal, face, rows_of


class Tables(NamedTuple):
    """The check stands at state 0 at first. A state in which the lock is open leads to itself whatever is rolled."""

    calls: np.ndarray  # int64, the calls whose words are needed, rising
    after: np.ndarray  # uint16 [attempt, state * 216 + face of the three dice]: the state for the next attempt
    cell_by_state: np.ndarray  # uint16, of the states after the last attempt


@step
def attempt(state, index, words, after):
    """Roll the dice that are not set aside, turn dice and set some aside, all as the policy's table says."""
    for trial in range(state.size):
        index[trial] = state[trial] * 216 + face(words[trial], 216)
    look_up(state, index, after)


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((rows_of(tables.calls), BLOCK), np.uint32)
    state, index = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        for trial in range(BLOCK):
            state[trial] = 0
        for number in range(tables.after.shape[0]):
            attempt(state, index, words[number], tables.after[number])
        look_up(cells[start : start + BLOCK], state, tables.cell_by_state)
