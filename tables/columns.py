"""The numbers of an answer, column by column: what the terminal, documents and data frames show, without pandas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from tamriel_odds.odds.answer import Answer, Counts, Floats, Tally
from tamriel_odds.odds.axes import Label, Outcomes
from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.intervals import wilson
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.names import offer, plain

EVENTS, JOINT = "events", "joint"
EVENT = "event"


def table_named(outcomes: Outcomes, table: str | None = None, listings: Sequence[Listing] = ()) -> str:
    """The table or listing of that name, or the first there is; UnknownName with the nearest otherwise.

    ``events`` are a table of their own, and ``joint`` is that of all the question's tables together, where it has
    several.
    """
    known = _known(outcomes, listings)
    if table is None:
        return known[0]
    for name in known:
        if plain(name) == plain(table):
            return name
    raise UnknownName(f"table {table!r}: this question has no such table{offer(table, known)}")


def has_table(answer: Answer, table: str) -> bool:
    """Whether the answer has a table or listing of that name."""
    return plain(table) in map(plain, _known(answer.outcomes, answer.listings))


def _known(outcomes: Outcomes, listings: Sequence[Listing]) -> list[str]:
    joint = [JOINT] if len(outcomes.tables) > 1 else []
    return [*outcomes.tables, *(listing.name for listing in listings), EVENTS, *joint]


@dataclass(frozen=True, eq=False)
class Rows:
    """One table of an answer: what each row is about, and its numbers.

    `labels` has the names or values of the rows by the name of their column, of which the table ``joint`` has several.
    `counts` are None where the answer is exact; `low` and `high` are the interval of each share, equal to it there.
    `at_least` and `at_most` are NaN where the values have no order, and None where a row is no value of an axis.
    """

    labels: Mapping[str, Sequence[Label]]
    counts: Counts | None
    shares: Floats
    low: Floats
    high: Floats
    at_least: Floats | None = None
    at_most: Floats | None = None

    @property
    def is_ordered(self) -> bool:
        """Whether the values are numbers, so that there is an at least and an at most."""
        return self.at_least is not None and not np.isnan(self.at_least).any()

    @property
    def name(self) -> str:
        """What the rows are about; of ``joint`` the first of its tables."""
        return next(iter(self.labels))

    @property
    def values(self) -> Sequence[Label]:
        """The label of each row, of ``joint`` that of the first of its tables."""
        return self.labels[self.name]

    def first(self, most: int) -> "Rows":
        """The first rows, with the same numbers."""
        cut = {one.name: numbers[:most] for one in fields(self)[1:] if (numbers := getattr(self, one.name)) is not None}
        return replace(self, labels={name: values[:most] for name, values in self.labels.items()}, **cut)

    def __len__(self) -> int:
        return len(self.shares)


def rows_of(answer: Answer, table: str) -> Rows:
    """The rows of a table of the answer, of ``events`` or ``joint``, by the name that `table_named` gives it."""
    if table == JOINT:
        return _joint(answer)
    if table == EVENTS:
        return _rows(answer, {EVENT: tuple(answer.outcomes.events)}, *_events(answer))
    axis = answer.outcomes.axis(table)
    shares, counts = _along(answer, table)
    nowhere = np.full(len(shares), np.nan)
    cumulated = _cumulated(answer, shares, counts) if axis.is_numeric else (nowhere, nowhere)
    return _rows(answer, {table: axis.values}, shares, counts, *cumulated)


def _rows(
    answer: Answer,
    labels: Mapping[str, Sequence[Label]],
    shares: Floats,
    counts: Counts | None,
    at_least: Floats | None = None,
    at_most: Floats | None = None,
) -> Rows:
    low = high = shares
    if isinstance(answer, Tally) and counts is not None:
        low, high = wilson(counts, answer.trials, answer.level)
    return Rows(labels, counts, shares, low, high, at_least, at_most)


def _along(answer: Answer, table: str) -> tuple[Floats, Counts | None]:
    """The share of each value, and its count where the answer is simulated."""
    if isinstance(answer, Tally):
        counts = answer.counts_along(table)
        return np.asarray(counts / answer.trials), counts
    return np.clip(answer.along(table), 0.0, np.float64(1.0)), None


def _events(answer: Answer) -> tuple[Floats, Counts | None]:
    if isinstance(answer, Tally):
        counts = np.array([answer.event_count(event) for event in answer.outcomes.events], np.int64)
        return np.asarray(counts / answer.trials), counts
    return np.array([_exact_share(answer, event) for event in answer.outcomes.events], np.float64), None


def _exact_share(answer: Answer, event: str) -> float:
    # What cannot fail to happen is certain, whatever the rounding of a sum of floats says.
    if not answer.probabilities[~answer.outcomes.events[event]].any():
        return 1.0
    return min(answer.event(event), 1.0)


def _cumulated(answer: Answer, shares: Floats, counts: Counts | None) -> tuple[Floats, Floats]:
    """P(at least) and P(at most) of each value; each summed from its own end, so that small tails keep their digits."""
    if isinstance(answer, Tally) and counts is not None:
        return np.cumsum(counts[::-1])[::-1] / answer.trials, np.cumsum(counts) / answer.trials
    at_least = np.minimum(np.cumsum(shares[::-1])[::-1], 1.0)
    at_most = np.minimum(np.cumsum(shares), 1.0)
    at_least[np.r_[0.0, at_most[:-1]] == 0] = 1.0
    at_most[np.r_[at_least[1:], 0.0] == 0] = 1.0
    return at_least, at_most


def _joint(answer: Answer) -> Rows:
    outcomes = answer.outcomes
    axes = [outcomes.axis(table) for table in outcomes.tables]
    sizes = tuple(len(axis.values) for axis in axes)
    indices = [
        outcomes.readings[table].index
        if table in outcomes.readings
        else np.indices(outcomes.shape, sparse=True)[outcomes.position(table)]
        for table in outcomes.tables
    ]
    every = [np.broadcast_to(index, outcomes.shape).ravel() for index in indices]
    combinations, where = np.unique(np.ravel_multi_index(every, sizes), return_inverse=True)
    shares: Floats = np.zeros(len(combinations))
    np.add.at(shares, where, answer.probabilities.ravel())
    seen = shares > 0
    counts = None
    if isinstance(answer, Tally):
        counted = np.zeros(len(combinations), np.int64)
        np.add.at(counted, where, answer.counts.ravel())
        counts = counted[seen]
        shares[seen] = counts / answer.trials
    labels = {
        axis.name: [axis.values[place] for place in index]
        for axis, index in zip(axes, np.unravel_index(combinations[seen], sizes), strict=True)
    }
    return _rows(answer, labels, shares[seen], counts)


@dataclass(frozen=True)
class Average:
    """The summary of one numeric table. The standard error is that of the mean, NaN where the answer is exact; the
    standard deviation is that of a single outcome; the median is the lower one of two."""

    table: str
    mean: float
    standard_error: float
    standard_deviation: float
    median: int


def averages(answer: Answer) -> list[Average]:
    """The summary of each numeric table of an answer."""
    return [
        Average(
            name,
            answer.mean(name),
            answer.standard_error(name) if isinstance(answer, Tally) else np.nan,
            answer.standard_deviation(name),
            answer.median(name),
        )
        for name in answer.outcomes.tables
        if answer.outcomes.axis(name).is_numeric
    ]
