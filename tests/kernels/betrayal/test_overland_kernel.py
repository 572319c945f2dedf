"""A slow twin of the overland kernel, and its counts against the exact answer."""

from collections.abc import Callable

import numpy as np

from tamriel_odds.kernels.betrayal import overland
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, largest_z, run

TRIALS = 1200


def test_every_trial_draws_what_its_words_say(word: Callable[[int, int, int], int]) -> None:
    roll = Draw(deck="overland", wanted=(2,), general=3, drawn=5).roll(Box.shipped())
    cells = np.empty(TRIALS, np.uint16)
    overland.roll_trials(np.uint64(5), np.uint64(0), overland.Tables(**roll.tables()), cells)
    for trial in range(0, TRIALS, 17):
        own, general, found = [True] * 2 + [False] * 6, [True] * 3 + [False] * 7, 0
        for draw in range(5):
            cards = len(own) + 4 - (10 - len(general))
            shown = word(5, trial, draw) * cards * len(general) >> 32
            card, which = divmod(shown, len(general))
            found += own.pop(card) if card < len(own) else general.pop(which)
        assert cells[trial] == found


def test_counts_agree_with_the_exact_answer() -> None:
    for drawn in (0, 1, 4):
        question = Draw(deck="overland", wanted=(1,), general=2, drawn=drawn)
        assert largest_z(run(question, trials=3000), exact(question)) < 4.5
