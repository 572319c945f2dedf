"""Intervals of 95 % hold the exact value in about 95 of 100 runs: 1 000 runs, each with a seed of its own."""

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tamriel_odds.odds.answer import Distribution
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.compare import Option, compare
from tamriel_odds.odds.intervals import quantile, wilson
from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.rolling import LEVEL, exact, run
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.skyrim.skill_test import SkillTest

RUNS, TRIALS = 1000, 4000
# Two standard errors of 1 000 runs beside 95 %: one right interval in thirty would be outside, but the seeds are fixed.
LEAST, MOST = 0.935, 0.965
BOX = Box.shipped()
ATTACK = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)", health=2)
QUESTIONS: dict[str, Question] = {"attack": ATTACK, "test": SkillTest(need=2, symbol="circle", pushes=3)}

pytestmark = pytest.mark.slow


@cache
def counted(name: str) -> NDArray[np.int64]:
    """The counts of each run, shape (runs, cells)."""
    roll = QUESTIONS[name].roll(BOX)
    tallies = (run(QUESTIONS[name], roll=roll, trials=TRIALS, seed=seed, threads=1) for seed in range(RUNS))
    return np.stack([tally.counts.ravel() for tally in tallies])


def covered(low: Any, high: Any, value: float) -> float:
    return float(((low <= value) & (value <= high)).mean())


@pytest.mark.parametrize(
    ("name", "event"), [(name, event) for name, asked in QUESTIONS.items() for event in asked.roll(BOX).outcomes.events]
)
def test_intervals_of_events_cover_the_exact_chance(name: str, event: str) -> None:
    answer = exact(QUESTIONS[name])
    share = answer.event(event)
    if not 0 < share < 1:
        return
    counts = counted(name)[:, answer.outcomes.events[event].ravel()].sum(axis=1)
    low, high = wilson(counts, TRIALS, LEVEL)
    assert LEAST <= covered(low, high, share) <= MOST


@pytest.mark.parametrize(("name", "axis"), [("attack", "damage"), ("test", "pushes")])
def test_intervals_of_tables_cover_the_exact_chances(name: str, axis: str) -> None:
    """All rows with at least ten expected counts, together: a rarer row has too few values to cover 95 % with."""
    answer = exact(QUESTIONS[name])
    position, shape = answer.outcomes.position(axis), answer.outcomes.shape
    others = tuple(1 + number for number in range(len(shape)) if number != position)
    counts = counted(name).reshape(RUNS, *shape).sum(axis=others)
    shares = answer.along(axis)
    rows = [row for row, share in enumerate(shares) if 10 <= share * TRIALS <= TRIALS - 10]
    assert len(rows) > 1
    held = [covered(*wilson(counts[:, row], TRIALS, LEVEL), shares[row]) for row in rows]
    assert LEAST <= float(np.mean(held)) <= MOST


@pytest.mark.parametrize(("name", "axis"), [("attack", "damage"), ("test", "pushes")])
def test_standard_errors_of_averages_cover_the_exact_average(name: str, axis: str) -> None:
    answer = exact(QUESTIONS[name])
    held = []
    for seed in range(RUNS):
        tally = run(QUESTIONS[name], roll=answer.roll, trials=TRIALS, seed=seed, threads=1)
        held.append(math.fabs(tally.mean(axis) - answer.mean(axis)) <= quantile(LEVEL) * tally.standard_error(axis))
    assert LEAST <= float(np.mean(held)) <= MOST


def test_intervals_of_paired_differences_cover_the_exact_differences() -> None:
    """The same dice for all options: a difference has the interval of the pairs. Where none can be, all runs say so."""
    changes: list[dict[str, Any]] = [{}, {"with_": ("power-attack",)}, {"skill": 4}, {"attack": "[BLACK][RED]"}]
    options = [Option(str(change), ATTACK.model_copy(update=change)) for change in changes]
    answers = {option.name: exact(option.question) for option in options}
    held: dict[tuple[str, str], list[bool]] = {}
    for seed in range(RUNS):
        listing = compare(options, Settings(trials=TRIALS, seed=seed, threads=1), BOX).listings[0]
        for told in listing.rows:
            row: dict[str, Any] = dict(zip(listing.columns, told, strict=True))
            if row["question"] != options[0].name:
                wanted = difference(answers[row["question"]], answers[options[0].name], row["measure"])
                is_held = row["difference_low"] <= wanted <= row["difference_high"]
                held.setdefault((row["question"], row["measure"]), []).append(is_held)
    for (name, measure), runs in held.items():
        assert len(runs) == RUNS
        if math.isclose(difference(answers[name], answers[options[0].name], measure), 0, abs_tol=1e-12):
            assert all(runs)
        else:
            assert LEAST <= float(np.mean(runs)) <= MOST


def difference(answer: Distribution, first: Distribution, measure: str) -> float:
    if measure in answer.outcomes.events:
        return answer.event(measure) - first.event(measure)
    return answer.mean(measure) - first.mean(measure)
