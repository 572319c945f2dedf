"""The Skill Test kernel against the test played die by die from the same words, and its golden counts."""

from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.skyrim.draws import NEAR_PUSHES, POOLS, PUSH_1, PUSH_4
from tamriel_odds.kernels.skyrim.skill_test import Tables, roll_trials
from tamriel_odds.kernels.words import deal
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.skyrim import skill_test_roll
from tamriel_odds.odds.skyrim.skill_test import SkillTest

FACES = ["circle"] * 3 + ["triangle"] * 2 + ["diamond"]
TRIALS = 1500


def rolled(question: SkillTest, first: int = 0, trials: int = TRIALS, seed: int = 7) -> np.ndarray:
    cells = np.empty(trials, np.uint16)
    tables = Tables(**question.roll(Box.shipped()).tables())
    roll_trials(np.uint64(seed), np.uint64(first), tables, cells)
    return cells


def played(needs: dict[str, int], dice: int, pushes: int, words: np.ndarray) -> int:
    """The cell of one trial, by the rule: the dice, then push after push until the need is met."""
    shown = []
    for start in range(0, dice, 5):
        word = int(words[POOLS[start // 5]])
        for _ in range(min(5, dice - start)):
            word *= 6
            shown.append(FACES[word >> 32])
            word &= 0xFFFFFFFF
    paid = 0
    while paid < pushes and any(shown.count(symbol) < need for symbol, need in needs.items()):
        word = words[PUSH_1 + paid if paid < NEAR_PUSHES else PUSH_4 + paid - NEAR_PUSHES]
        shown.append(FACES[int(word) * 6 >> 32])
        paid += 1
    return 2 * paid + all(shown.count(symbol) >= need for symbol, need in needs.items())


@pytest.mark.parametrize(
    ("given", "needs", "dice"),
    [
        ({"need": 2, "symbol": "circle", "pushes": 3}, {"circle": 2}, 3),
        ({"need": 3, "symbol": "triangle", "dice": 12, "pushes": 0}, {"triangle": 3}, 12),
        ({"need": 4, "symbol": "diamond", "dice": 7, "pushes": 5}, {"diamond": 4}, 7),
        ({"need": 2, "symbol": "circle", "also": ("2 diamonds",), "pushes": 4}, {"circle": 2, "diamond": 2}, 3),
        ({"need": 1, "symbol": "circle", "dice": 0, "pushes": 1}, {"circle": 1}, 0),
    ],
)
def test_each_trial_is_the_test_played_with_its_words(given: dict[str, Any], needs: dict[str, int], dice: int) -> None:
    question = SkillTest(**given)
    words = np.zeros((32, TRIALS), np.uint32)
    deal(words, np.arange(8), np.uint64(5), np.uint64(7))
    expected = [played(needs, dice, question.pushes, words[:, trial]) for trial in range(TRIALS)]
    assert rolled(question, first=5).tolist() == expected


def test_cut_runs_are_the_whole_run() -> None:
    question = SkillTest(need=2, symbol="circle", pushes=3)
    parts = [rolled(question, first, 500) for first in (0, 500, 1000)]
    assert np.concatenate(parts).tolist() == rolled(question).tolist()


def test_golden_counts() -> None:
    question = SkillTest(need=2, symbol="circle", pushes=3)
    assert np.bincount(rolled(question, trials=1000, seed=1), minlength=8).tolist() == GOLDEN


def test_words_of_the_question_are_those_of_the_kernel() -> None:
    assert skill_test_roll.POOLS == POOLS
    for push in range(8):
        word = PUSH_1 + push if push < NEAR_PUSHES else PUSH_4 + push - NEAR_PUSHES
        assert skill_test_roll.push_draw(push) == word


GOLDEN = [0, 518, 0, 179, 0, 131, 94, 78]
