"""Draws without replacement, card by card against the same words, and against every hand written out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tamriel_odds.kernels import deck
from tamriel_odds.kernels.words import BLOCK, face, philox
from tamriel_odds.odds.deck import Draw
from tamriel_odds.odds.errors import ImpossibleQuestion

SEED = 3


def rolled(draw: Draw, trials: int, first: int = 0) -> list[int]:
    cells = np.empty(trials, np.uint16)
    deck.roll_trials(np.uint64(SEED), np.uint64(first), deck.Tables(**draw.tables()), cells)
    return cells.tolist()


def drawn_by_hand(draw: Draw, trial: int) -> int:
    """The cell of a trial whose cards are taken off a list, the word n for the n-th card."""
    cards = [kind for kind, count in enumerate((*draw.wanted, draw.others)) for _ in range(count)]
    hand: Counter[int] = Counter()
    for number in range(draw.drawn):
        counter = np.uint64(trial), np.uint64(0), np.uint64(number // 4), np.uint64(0)
        word = philox(*counter, np.uint64(SEED), np.uint64(0))[number % 4]
        hand[cards.pop(int(face(word, len(cards))))] += 1
    return int(np.ravel_multi_index([hand[kind] for kind in range(len(draw.wanted))], draw.shape))


@pytest.mark.parametrize(
    "draw",
    [Draw((8,), 10, 1), Draw((8, 7, 2), 1, 5), Draw((1,), 5, 6), Draw((4,), 6, 0)],
    ids=["one card", "five of a treasure deck", "the whole deck", "no card"],
)
def test_cards_leave_the_deck(draw: Draw) -> None:
    trials = BLOCK + 5
    assert rolled(draw, trials) == [drawn_by_hand(draw, trial) for trial in range(trials)]


@pytest.mark.parametrize("draw", [Draw((2, 1), 3, 3), Draw((3,), 2, 2), Draw((2,), 1, 3)], ids=str)
def test_exact_odds_count_every_hand(draw: Draw) -> None:
    kinds = [kind for kind, count in enumerate((*draw.wanted, draw.others)) for _ in range(count)]
    hands = list(combinations(kinds, draw.drawn))
    shares: Counter[tuple[int, ...]] = Counter()
    for hand in hands:
        shares[tuple(hand.count(kind) for kind in range(len(draw.wanted)))] += Fraction(1, len(hands))
    exact = draw.exact()
    assert {cell: exact[cell] for cell in np.ndindex(*draw.shape)} == pytest.approx(
        {cell: float(shares[cell]) for cell in np.ndindex(*draw.shape)}, abs=1e-15
    )


@pytest.mark.parametrize("drawn", [-1, 7])
def test_a_deck_has_no_more_cards_than_it_has(drawn: int) -> None:
    with pytest.raises(ImpossibleQuestion, match=f"{drawn} cards cannot be drawn from a deck of 6"):
        Draw((2,), 4, drawn)
