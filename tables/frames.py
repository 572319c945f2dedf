"""Answers as data frames: one row an outcome, an event, or a numeric table's summary."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pandas as pd

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.axes import Label
from tamriel_odds.odds.listing import Listing
from tamriel_odds.tables.columns import Average, averages, rows_of, table_named

DTYPES = {"table": "str", "median": "int64"}


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
    rows = rows_of(answer, table)
    columns = {name: _labels(labels) for name, labels in rows.labels.items()}
    counts = [pd.NA] * len(rows) if rows.counts is None else rows.counts
    columns |= {"count": pd.Series(counts, dtype="Int64")}
    columns |= {"probability": pd.Series(rows.shares), "low": pd.Series(rows.low), "high": pd.Series(rows.high)}
    if rows.at_least is not None:
        columns |= {"at_least": pd.Series(rows.at_least), "at_most": pd.Series(rows.at_most)}
    return pd.DataFrame(columns)


def _labels(labels: Sequence[Label]) -> "pd.Series[Any]":
    is_numeric = bool(labels) and all(isinstance(label, int) for label in labels)
    return pd.Series(labels, dtype="int64" if is_numeric else "str")


def listed(listing: Listing) -> pd.DataFrame:
    """A listing as a data frame; entries that are missing stay missing."""
    columns = {name: [row[place] for row in listing.rows] for place, name in enumerate(listing.columns)}
    return pd.DataFrame(columns).convert_dtypes()


def summary(answer: Answer) -> pd.DataFrame:
    """A row for each numeric table: table, mean, standard_error, standard_deviation, median (the lower one of two).

    The standard error is that of the mean, missing where the answer is exact; the standard deviation is that of a
    single outcome.
    """
    told = averages(answer)
    columns = {one.name: [getattr(average, one.name) for average in told] for one in fields(Average)}
    return pd.DataFrame(
        {name: pd.Series(values, dtype=DTYPES.get(name, "float64")) for name, values in columns.items()}
    )
