"""Answers as data frames: one row an outcome, an event, or a numeric table's summary."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from tamriel_odds.odds.answer import Answer, Counts, Floats, Tally
from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.intervals import wilson
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.names import offer, plain

EVENTS, JOINT = "events", "joint"
NO_COUNTS: Counts = np.zeros(0, np.int64)


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


def frame(answer: Answer, table: str | None = None) -> pd.DataFrame:
    """One table of an answer, a row for each value its axis can have, whether or not it was seen.

    Columns: the table's name, count (missing where the answer is exact), probability, low, high (the interval of the
    probability; equal to it where the answer is exact), at_least, at_most (missing where the values have no order).
    The table ``events`` has a row for each event instead, and no at_least and at_most; a listing has its own columns.
    The table ``joint`` has a column for each of the tables, and a row for each combination that was seen, or that can
    be where the answer is exact.
    """
    table = table_named(answer.outcomes, table, answer.listings)
    for listing in answer.listings:
        if listing.name == table:
            return listed(listing)
    if table == JOINT:
        return _joint(answer)
    if table == EVENTS:
        names = pd.Series(list(answer.outcomes.events), dtype="str")
        return _rows(answer, EVENTS.removesuffix("s"), names, *_events(answer))
    axis = answer.outcomes.axis(table)
    values = pd.Series(axis.values, dtype="int64" if axis.is_numeric else "str")
    shares, counts = _along(answer, table)
    rows = _rows(answer, table, values, shares, counts)
    if axis.is_numeric:
        rows["at_least"], rows["at_most"] = _cumulated(answer, shares, counts)
    else:
        rows["at_least"] = rows["at_most"] = np.nan
    return rows


def _joint(answer: Answer) -> pd.DataFrame:
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
    counts = NO_COUNTS
    if isinstance(answer, Tally):
        counted = np.zeros(len(combinations), np.int64)
        np.add.at(counted, where, answer.counts.ravel())
        counts = counted[seen]
        shares[seen] = counts / answer.trials
    values = {
        axis.name: np.array(axis.values)[index]
        for axis, index in zip(axes, np.unravel_index(combinations[seen], sizes), strict=True)
    }
    rows = _rows(answer, JOINT, pd.Series(combinations[seen]), shares[seen], counts)
    return pd.concat([pd.DataFrame(values), rows.drop(columns=JOINT)], axis="columns")


def listed(listing: Listing) -> pd.DataFrame:
    """A listing as a data frame; entries that are missing stay missing."""
    columns = {name: [row[place] for row in listing.rows] for place, name in enumerate(listing.columns)}
    return pd.DataFrame(columns).convert_dtypes()


def _along(answer: Answer, table: str) -> tuple[Floats, Counts]:
    """The share of each value, and its count: nothing where the answer is exact."""
    if isinstance(answer, Tally):
        counts = answer.counts_along(table)
        return np.asarray(counts / answer.trials), counts
    return np.clip(answer.along(table), 0.0, np.float64(1.0)), NO_COUNTS


def _rows(answer: Answer, name: str, values: "pd.Series[Any]", shares: Floats, counts: Counts) -> pd.DataFrame:
    low, high = wilson(counts, answer.trials, answer.level) if isinstance(answer, Tally) else (shares, shares)
    count = pd.Series(counts if isinstance(answer, Tally) else [pd.NA] * len(values), dtype="Int64")
    return pd.DataFrame({name: values, "count": count, "probability": shares, "low": low, "high": high})


def _events(answer: Answer) -> tuple[Floats, Counts]:
    if isinstance(answer, Tally):
        counts = np.array([answer.event_count(event) for event in answer.outcomes.events], np.int64)
        return np.asarray(counts / answer.trials), counts
    return np.array([_exact_share(answer, event) for event in answer.outcomes.events], np.float64), NO_COUNTS


def _exact_share(answer: Answer, event: str) -> float:
    # What cannot fail to happen is certain, whatever the rounding of a sum of floats says.
    if not answer.probabilities[~answer.outcomes.events[event]].any():
        return 1.0
    return min(answer.event(event), 1.0)


def _cumulated(answer: Answer, shares: Floats, counts: Counts) -> tuple[Floats, Floats]:
    """P(at least) and P(at most) of each value; each summed from its own end, so that small tails keep their digits."""
    if isinstance(answer, Tally):
        return np.cumsum(counts[::-1])[::-1] / answer.trials, np.cumsum(counts) / answer.trials
    at_least = np.minimum(np.cumsum(shares[::-1])[::-1], 1.0)
    at_most = np.minimum(np.cumsum(shares), 1.0)
    at_least[np.r_[0.0, at_most[:-1]] == 0] = 1.0
    at_most[np.r_[at_least[1:], 0.0] == 0] = 1.0
    return at_least, at_most


def summary(answer: Answer) -> pd.DataFrame:
    """A row for each numeric table: table, mean, standard_error, standard_deviation, median (the lower one of two).

    The standard error is that of the mean, missing where the answer is exact; the standard deviation is that of a
    single outcome.
    """
    names = [table for table in answer.outcomes.tables if answer.outcomes.axis(table).is_numeric]
    errors = [answer.standard_error(name) if isinstance(answer, Tally) else np.nan for name in names]
    return pd.DataFrame(
        {
            "table": pd.Series(names, dtype="str"),
            "mean": pd.Series([answer.mean(name) for name in names], dtype="float64"),
            "standard_error": pd.Series(errors, dtype="float64"),
            "standard_deviation": pd.Series([answer.standard_deviation(name) for name in names], dtype="float64"),
            "median": pd.Series([answer.median(name) for name in names], dtype="int64"),
        }
    )
