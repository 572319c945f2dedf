"""Answers: averages, medians and events, on tallies and distributions made by hand."""

import math
from typing import Any, ClassVar

import numpy as np
import pytest

from tamriel_odds.odds.answer import Answer, Distribution, Tally
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.question import Box, Question, Roll
from tamriel_odds.odds.rolling import exact


class Toss(Question):
    """Tosses a coin."""

    command: ClassVar[str] = "toss"

    def roll(self, box: Box) -> Roll:
        raise NotImplementedError


class Tossed(Roll):
    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes
        self.dice = self.rulings = self.notes = ()

    @property
    def outcomes(self) -> Outcomes:  # type: ignore[override]
        return self._outcomes

    def exact(self) -> None:
        return None

    def kernel(self) -> str:
        return "none"

    def tables(self) -> dict[str, Any]:
        return {}


AXES = (Axis.counting("damage", 2), Axis.claim("hit"))
PLAIN = Outcomes(AXES, ("damage",), {})
ROLL = Tossed(Outcomes(AXES, ("damage",), {"hit": PLAIN.where("hit", 1), "never": PLAIN.where("damage")}))
COUNTS = np.array([[30, 10], [0, 40], [0, 20]])
TALLY = Tally(Toss(), ROLL, 0.95, COUNTS, 100, 1)
EXACT = Distribution(Toss(), ROLL, 0.95, COUNTS / 100)


@pytest.mark.parametrize("answer", [TALLY, EXACT], ids=["simulated", "exact"])
def test_what_is_read_off_an_answer(answer: Answer) -> None:
    assert answer.along("damage").tolist() == [0.4, 0.4, 0.2]
    assert answer.along("hit") == pytest.approx([0.3, 0.7])
    assert answer.event("hit") == pytest.approx(0.7)
    assert answer.event("never") == 0
    assert answer.mean("damage") == pytest.approx(0.8)
    assert answer.standard_deviation("damage") == pytest.approx(math.sqrt(0.4 + 0.8 - 0.64))
    assert answer.median("damage") == 1


def test_counts_stay_whole_numbers() -> None:
    assert TALLY.counts_along("damage").tolist() == [40, 40, 20]
    assert TALLY.event_count("hit") == 70
    assert TALLY.event_count("never") == 0


def test_the_standard_error_is_the_deviation_over_the_root_of_the_trials() -> None:
    assert TALLY.standard_error("damage") == pytest.approx(TALLY.standard_deviation("damage") / 10)


@pytest.mark.parametrize(
    ("shares", "median"),
    [([0.5, 0.0, 0.5], 0), ([0.49, 0.02, 0.49], 1), ([0.0, 0.0, 1.0], 2), ([1.0, 0.0, 0.0], 0)],
    ids=["an even split has the lower one", "between", "last", "first"],
)
def test_the_median_is_the_lowest_that_half_do_not_exceed(shares: list[float], median: int) -> None:
    exact = np.array([[share, 0.0] for share in shares])
    assert Distribution(Toss(), ROLL, 0.95, exact).median("damage") == median


def test_a_certain_outcome_does_not_vary() -> None:
    exact = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    assert Distribution(Toss(), ROLL, 0.95, exact).standard_deviation("damage") == 0


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    answer = exact(Attack(attack="[RED]", skill=3))
    with pytest.raises(UnknownName, match="did you mean 'hit'"):
        answer.event("hits")
    with pytest.raises(UnknownName, match="did you mean 'damage'"):
        answer.mean("damages")


def test_an_answer_prints_as_the_question_it_answers() -> None:
    assert repr(exact(Attack(attack="r", skill=3))) == "<Distribution of odds cta attack --attack r --skill 3>"
