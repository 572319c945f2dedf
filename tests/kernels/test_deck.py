"""Draws without putting back: a card that is gone is not drawn again."""

import numpy as np
import pytest

from tamriel_odds.kernels.deck import Tables, draw_one, roll_trials
from tamriel_odds.kernels.words import BLOCK, deal, face

SEED = np.uint64(5)
COUNTS = (2, 3, 1)


def tables(drawn: int) -> Tables:
    return Tables(
        calls=np.arange(max(drawn - 1, 0) // 4 + 1, dtype=np.int64),
        counts=np.array(COUNTS, np.int64),
        strides=np.array([4, 1, 0], np.int64),
        drawn=drawn,
    )


def cell_of(trial: int, drawn: int) -> int:
    """The same with a deck of single cards."""
    words = np.zeros((8, 1), np.uint32)
    deal(words, np.arange(2, dtype=np.int64), np.uint64(trial), SEED)
    deck = [kind for kind, cards in enumerate(COUNTS) for _ in range(cards)]
    hand = [deck.pop(int(face(words[draw, 0], len(deck)))) for draw in range(drawn)]
    return 4 * hand.count(0) + hand.count(1)


@pytest.mark.parametrize("drawn", [0, 1, 3, 5, 6])
def test_every_trial_draws_its_own_hand(drawn: int) -> None:
    cells = np.zeros(40, np.uint16)
    roll_trials(SEED, np.uint64(100), tables(drawn), cells)
    assert cells.tolist() == [cell_of(trial, drawn) for trial in range(100, 140)]


def test_a_run_that_is_cut_rolls_the_same() -> None:
    whole, parts = np.zeros(BLOCK + 10, np.uint16), np.zeros(BLOCK + 10, np.uint16)
    roll_trials(SEED, np.uint64(0), tables(3), whole)
    roll_trials(SEED, np.uint64(0), tables(3), parts[:7])
    roll_trials(SEED, np.uint64(7), tables(3), parts[7:])
    assert whole.tolist() == parts.tolist()


def test_a_drawn_card_is_gone() -> None:
    cell, left = np.zeros(2, np.int64), np.array([[1, 1], [1, 1]], np.int64)
    draw_one(cell, left, np.array([0, 0xFFFFFFFF], np.uint32), 2, np.array([1, 10], np.int64))
    assert cell.tolist() == [1, 10]
    assert left.tolist() == [[0, 1], [1, 0]]
