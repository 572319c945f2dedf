"""What an answer comes to in single numbers: the average of each numeric table, the chance of each event."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.answer import Answer, Floats, Tally
from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.intervals import quantile, wilson
from tamriel_odds.odds.names import offer, plain


@dataclass(frozen=True)
class Measure:
    """The average of a numeric table, or the chance of an event."""

    name: str
    is_event: bool

    def values(self, outcomes: Outcomes) -> NDArray[np.int64]:
        """What each cell counts for, in the order of the cells: its value on the axis, or 1 where the event is."""
        if self.is_event:
            return outcomes.events[self.name].ravel().astype(np.int64)
        axis = outcomes.axis(self.name)
        if self.name in outcomes.readings:
            return np.array(axis.values, np.int64)[outcomes.readings[self.name].index.ravel()]
        along = [1] * len(outcomes.axes)
        along[outcomes.position(self.name)] = len(axis.values)
        values = np.array(axis.values, np.int64).reshape(along)
        return np.broadcast_to(values, outcomes.shape).ravel()

    def of(self, answer: Answer) -> float:
        """The chance or the average."""
        if self.is_event and isinstance(answer, Tally):
            return answer.event_count(self.name) / answer.trials
        return answer.event(self.name) if self.is_event else answer.mean(self.name)

    def interval(self, answer: Answer) -> tuple[float, float]:
        """The interval of the chance or the average; it has no width where the answer is exact."""
        value = self.of(answer)
        if not isinstance(answer, Tally):
            return value, value
        if self.is_event:
            low, high = wilson(answer.event_count(self.name), answer.trials, answer.level)
            return float(low), float(high)
        half = quantile(answer.level) * answer.standard_error(self.name)
        return value - half, value + half

    def distribution(self, answer: Answer) -> tuple[NDArray[np.int64], Floats]:
        """The values it can have, ascending, and the probability of each."""
        if self.is_event:
            chance = answer.event(self.name)
            return np.array([0, 1]), np.array([1 - chance, chance])
        values = np.array(answer.outcomes.axis(self.name).values, np.int64)
        order = np.argsort(values)
        return values[order], answer.along(self.name)[order]


def measures(outcomes: Outcomes) -> tuple[Measure, ...]:
    """The measures of an answer: numeric tables, the main one first, then events."""
    tables = [Measure(name, False) for name in outcomes.tables if outcomes.axis(name).is_numeric]
    names = {measure.name for measure in tables}
    return (*tables, *(Measure(name, True) for name in outcomes.events if name not in names))


def common_measures(outcomes: Sequence[Outcomes]) -> tuple[Measure, ...]:
    """The measures that all of these have, as the first orders them."""
    each = [set(measures(one)) for one in outcomes]
    return tuple(measure for measure in measures(outcomes[0]) if all(measure in one for one in each))


def measure_named(outcomes: Outcomes, name: str | None) -> Measure:
    """The measure of that name, or the first there is; UnknownName with the nearest otherwise."""
    known = measures(outcomes)
    for measure in known:
        if name is None or plain(measure.name) == plain(name):
            return measure
    raise UnknownName(f"{name!r}: the answer has no such number{offer(str(name), [one.name for one in known])}")
