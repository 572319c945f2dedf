"""Draws without replacement from a deck or a bag of several kinds: how many of each kind were drawn.

Draw number n of a trial uses the word n, so drawing one card more leaves the others as they were.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal, face, rows_of


class Tables(NamedTuple):
    """A deck of counts[kind] cards, of which `drawn` are drawn; a drawn card of a kind moves the cell by its stride."""

    calls: np.ndarray  # int64, the calls whose words are needed, rising
    counts: np.ndarray  # int64 by kind
    strides: np.ndarray  # int64 by kind, 0 for a kind that is not counted
    drawn: int


@step
def draw_one(cell, left, words, cards, strides):
    """Every trial draws one of the `cards` left; left[kind, trial] are those of each kind."""
    for trial in range(cell.size):
        card = np.int64(face(words[trial], cards))
        kind = 0
        while card >= left[kind, trial]:
            card -= left[kind, trial]
            kind += 1
        left[kind, trial] -= 1
        cell[trial] += strides[kind]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((rows_of(tables.calls), BLOCK), np.uint32)
    left = np.empty((tables.counts.size, BLOCK), np.int64)
    cell = np.empty(BLOCK, np.int64)
    cards = 0
    for kind in range(tables.counts.size):
        cards += tables.counts[kind]
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        for trial in range(BLOCK):
            cell[trial] = 0
        for kind in range(tables.counts.size):
            for trial in range(BLOCK):
                left[kind, trial] = tables.counts[kind]
        for draw in range(tables.drawn):
            draw_one(cell, left, words[draw], cards - draw, tables.strides)
        block = cells[start : start + BLOCK]
        for trial in range(block.size):
            block[trial] = cell[trial]
