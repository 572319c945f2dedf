"""Draws from an overland deck: cards of the province, among which some of the general cards were shuffled.

Which general cards are in the deck shows when they are drawn: each is one of those not seen yet. Draw number n of a
trial uses the word n, for the card and for which general card it is.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, HALF, LOW, deal, face, rows_of


class Tables(NamedTuple):
    """`cards` of the province with `wanted` among them, `shuffled_in` of `general` with `wanted_general` among all."""

    calls: np.ndarray  # int64, the calls whose words are needed
    cards: int
    general: int
    shuffled_in: int
    wanted: int
    wanted_general: int
    drawn: int


@step
def draw_one(own, found, found_general, words, tables, number):
    """Every trial draws one card more than `number`: which of the deck, and which of the general cards not seen yet.

    own[trial] counts what has been drawn of the province.
    """
    cards = np.uint64(tables.cards + tables.shuffled_in - number)
    for trial in range(own.size):
        shown = np.uint64(words[trial]) * cards
        unseen = np.uint64(tables.general - number + own[trial])
        card, which = np.int64(shown >> HALF), np.int64(face(shown & LOW, unseen))
        is_own = card < tables.cards - own[trial]
        own[trial] += is_own
        found[trial] += is_own & (card < tables.wanted - found[trial])
        found_general[trial] += (not is_own) & (which < tables.wanted_general - found_general[trial])


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((rows_of(tables.calls), BLOCK), np.uint32)
    own, found, found_general = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        for trial in range(BLOCK):
            own[trial], found[trial], found_general[trial] = 0, 0, 0
        for number in range(tables.drawn):
            draw_one(own, found, found_general, words[number], tables, number)
        block = cells[start : start + BLOCK]
        for trial in range(block.size):
            block[trial] = found[trial] + found_general[trial]
