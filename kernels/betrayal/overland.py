"""Draws from an overland deck: cards of the province, among which some of the general cards were shuffled.

Which general cards are in the deck shows when they are drawn: each is one of those not seen yet. Draw number n of a
trial uses the word n, for the card and for which general card it is.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal, face


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
def draw_one(own, general, found, found_general, words, tables, number):
    """Every trial draws one card; own[trial] and general[trial] count what has been drawn of each kind."""
    cards = tables.cards + tables.shuffled_in - number
    for trial in range(own.size):
        unseen = tables.general - general[trial]
        shown = np.int64(face(words[trial], cards * unseen))
        card, which = shown // unseen, shown % unseen
        if card < tables.cards - own[trial]:
            found[trial] += card < tables.wanted - found[trial]
            own[trial] += 1
        else:
            found_general[trial] += which < tables.wanted_general - found_general[trial]
            general[trial] += 1


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((4 * (tables.calls.max() + 1), BLOCK), np.uint32)
    own, general = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    found, found_general = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    for start in range(0, cells.size, BLOCK):
        deal(words, tables.calls, first + np.uint64(start), seed)
        own[:], general[:], found[:], found_general[:] = 0, 0, 0, 0
        for number in range(tables.drawn):
            draw_one(own, general, found, found_general, words[number], tables, number)
        block = cells[start : start + BLOCK]
        for trial in range(block.size):
            block[trial] = found[trial] + found_general[trial]
