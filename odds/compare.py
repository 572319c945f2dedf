"""Options side by side: what each comes to, its difference to the first, and which is better at the table."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tamriel_odds.odds.answer import Answer, Counts, Distribution, Tally
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import paired_mean
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import Measure, common_measures
from tamriel_odds.odds.pairs import Pairing, SideBySide, independent
from tamriel_odds.odds.question import Box, Question, Roll
from tamriel_odds.odds.rolling import (
    MOST_TRIALS,
    TRIALS,
    Answered,
    Progress,
    batches,
    exact,
    largest_z,
    rolling,
    widest,
)
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.settings import Settings

COMPARISON = "comparison"
COLUMNS = (
    "question", "measure", "value", "low", "high", "difference", "difference_low", "difference_high", "verdict",
    "better", "equal", "worse", "cost", "cost_unit", "per_cost", "gain_per_cost",
)  # fmt: skip
FIRST, SAME, CLOSE, UNSEEN = "first", "same", "too close to call", "no difference seen"


@dataclass(frozen=True)
class Option:
    """One of the things a player can do: its name, its question, and what it costs."""

    name: str
    question: Question
    cost: tuple[float, str] | None = None


@dataclass(frozen=True)
class Difference:
    """What an option has more of than the first, in one measure, and its interval.

    `is_seen` says whether it was other than zero in any trial: an interval around nothing has a width all the same.
    """

    value: float
    low: float
    high: float
    is_seen: bool = True


def compare(options: Sequence[Option], settings: Settings, box: Box, progress: Progress | None = None) -> Series:
    """Answer every option on the same dice and hold it against the first; exactly, where that is asked for.

    Ctrl-C leaves nothing: an option alone is no comparison.
    """
    if len(options) < 2:
        raise ImpossibleQuestion("a comparison needs two options or more")
    rolls = [option.question.roll(box) for option in options]
    common = _common(options, rolls)
    if settings.exact or all(roll.is_certain for roll in rolls):
        questions = [option.question for option in options]
        answers: list[Tally | Distribution] = [exact(one, box=box, level=settings.level) for one in questions]
        differences = [{one: _exactly(one, answers[0], answer) for one in common} for answer in answers[1:]]
    else:
        tallies, differences = _rolled(options, rolls, common, settings, progress)
        answers = list(tallies)
    answered = {}
    for option, answer in zip(options, answers, strict=True):
        z = (
            largest_z(answer, exact(option.question, box=box))
            if settings.verify and isinstance(answer, Tally)
            else None
        )
        answered[option.name] = Answered(replace(answer, files=settings.files), z)
    return Series(answered, (_listing(options, answers, common, differences),))


def _common(options: Sequence[Option], rolls: Sequence[Roll]) -> tuple[Measure, ...]:
    """The measures that all options have, as the first orders them."""
    common = common_measures([roll.outcomes for roll in rolls])
    if not common:
        names = " and ".join(dict.fromkeys(f"odds {option.question.command}" for option in options))
        raise ImpossibleQuestion(f"{names}: no average and no event is common to the options, which cannot be compared")
    return common


def _rolled(
    options: Sequence[Option],
    rolls: Sequence[Roll],
    common: Sequence[Measure],
    settings: Settings,
    progress: Progress | None,
) -> tuple[list[Tally], list[dict[Measure, Difference]]]:
    pairings = [Pairing.of(rolls[0].outcomes, roll.outcomes, common) for roll in rolls[1:]]
    cells = [roll.outcomes.cells for roll in rolls]
    ends = np.cumsum([*cells, *(pairing.size for pairing in pairings)])
    counts: Counts = np.zeros(int(ends[-1]), np.int64)
    precision = settings.precision
    most = settings.trials or (TRIALS if precision is None else MOST_TRIALS)
    done = 0
    arguments = rolls, pairings
    with rolling(SideBySide, arguments, settings.seed, settings.threads, settings.cluster, int(ends[-1])) as roller:
        for goal in [most] if precision is None else batches(most):
            counts += roller.roll(done, goal, progress)
            done = goal
            parts = np.split(counts, ends[:-1])
            tallies = [
                Tally(option.question, roll, settings.level, part.reshape(roll.outcomes.shape), done, settings.seed)
                for option, roll, part in zip(options, rolls, parts, strict=False)
            ]
            is_precise = precision is None or max(map(widest, tallies)) <= precision
            if is_precise:
                break
    differences = [
        {one: _paired(one, pairing, part, done, settings.level) for one in common}
        for pairing, part in zip(pairings, parts[len(rolls) :], strict=True)
    ]
    return [replace(tally, precision_reached=is_precise) for tally in tallies], differences


def _paired(measure: Measure, pairing: Pairing, counts: Counts, trials: int, level: float) -> Difference:
    values, seen = pairing.differences(counts, measure)
    low, high = paired_mean(values, seen, level)
    return Difference(float(values @ seen) / trials, low, high, is_seen=bool(seen[values != 0].any()))


def _exactly(measure: Measure, first: Answer, answer: Answer) -> Difference:
    value = measure.of(answer) - measure.of(first)
    # Two sums of the same floats in another order are not a difference.
    value = 0.0 if abs(value) < 1e-12 else value
    return Difference(value, value, value)


def _listing(
    options: Sequence[Option],
    answers: Sequence[Answer],
    common: Sequence[Measure],
    differences: Sequence[Mapping[Measure, Difference]],
) -> Listing:
    rows = []
    for measure in common:
        for number, (option, answer) in enumerate(zip(options, answers, strict=True)):
            told: tuple[Entry, ...] = (None, None, None, FIRST, None, None, None)
            if number:
                is_same = option.question == options[0].question
                told = _against_first(measure, answers[0], answer, differences[number - 1][measure], is_same)
            gained = differences[number - 1][measure].value if number else 0.0
            value = measure.of(answer)
            interval = measure.interval(answer)
            rows.append(
                (option.name, measure.name, value, *interval, *told, *_costs(option, options[0], value, gained))
            )
    return Listing(COMPARISON, "Each option, and its difference to the first", COLUMNS, tuple(rows))


def _against_first(
    measure: Measure, first: Answer, answer: Answer, difference: Difference, is_same: bool
) -> tuple[Entry, ...]:
    more, equal, less = independent(measure.distribution(first), measure.distribution(answer))
    better, worse = more, less
    sign = 1
    if measure.name in answer.roll.less_is_better:
        better, worse, sign = less, more, -1
    if is_same:
        difference, verdict = Difference(0.0, 0.0, 0.0), SAME
    elif difference.low <= 0 <= difference.high:
        verdict = SAME if not isinstance(answer, Tally) else CLOSE if difference.is_seen else UNSEEN
    else:
        verdict = "better" if difference.value * sign > 0 else "worse"
    return difference.value, difference.low, difference.high, verdict, better, equal, worse


def _costs(option: Option, first: Option, value: float, gained: float) -> tuple[Entry, ...]:
    """Cost, unit, the measure for each of it, and what each that is paid more than for the first gains."""
    if option.cost is None:
        return (None, None, None, None)
    cost, unit = option.cost
    more = cost - (first.cost[0] if first.cost and first.cost[1] == unit else 0.0 if first.cost is None else math.nan)
    gain = gained / more if option is not first and math.isfinite(more) and more else None
    return (cost, unit, value / cost if cost else None, gain)
