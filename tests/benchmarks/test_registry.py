"""The rivals answer the same questions, or their times would say nothing."""

from typing import Any

import numpy as np
import pytest

from tamriel_odds.benchmarks import yardstick
from tamriel_odds.benchmarks.registry import MECHANICS, Mechanic, Rival
from tamriel_odds.benchmarks.report import Row, duration, markdown
from tamriel_odds.kernels import words
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import CONTRADICTION

RIVALS = [
    pytest.param(mechanic, rival, id=f"{mechanic.name}, {rival.name}")
    for mechanic in MECHANICS
    for rival in mechanic.rivals
]


@pytest.mark.parametrize(("mechanic", "rival"), RIVALS)
def test_a_rival_rolls_the_distribution_of_the_exact_answer(mechanic: Mechanic, rival: Rival) -> None:
    roll: Any = mechanic.question.roll(Box.shipped())
    counts = rival.rolls(roll, rival.trials)
    assert counts.sum() == rival.trials
    for count, probability in zip(counts, roll.exact().ravel(), strict=True):
        assert z_score(int(count), rival.trials, float(probability)) < CONTRADICTION


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.name)
def test_the_other_exact_answer_is_equal(mechanic: Mechanic) -> None:
    roll: Any = mechanic.question.roll(Box.shipped())
    np.testing.assert_allclose(mechanic.enumerates(roll), roll.exact(), rtol=0, atol=1e-9)


def test_the_yardstick_deals_the_words_of_the_kernels() -> None:
    dealt, copied = np.empty((2, 8, 16), np.uint32)
    words.deal(dealt, np.arange(2), np.uint64(2**32 - 3), np.uint64(2**63 + 5))
    for call in range(2):
        yardstick.deal(copied, call, np.uint64(2**32 - 3), np.uint64(2**63 + 5))
    np.testing.assert_array_equal(copied, dealt)


def test_a_row_says_whether_its_goal_is_reached() -> None:
    rows = [
        Row("attack", 2e-9, "R(4)", 1e-9, 2.0, "x", at_most=1.8),
        Row("attack", 2e-9, "numpy", 1e-7, 50.0, "x", at_least=25),
        Row("attack", 2e-9, "plain Python", 1e-5, 5000.0, "x"),
    ]
    assert [row.reach for row in rows] == ["<= 1.8, missed", ">= 25", ""]
    assert "| attack | 2 ns | R(4)         | 1 ns   | 2 x " in markdown(rows, {"numpy": "2"})
    assert duration(0.0123) == "12.3 ms"
