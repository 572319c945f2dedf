"""Answers as charts: bars with interval whiskers, and below them the at-least curve (at-most where less is better)."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from pandas.api.types import is_numeric_dtype

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import wilson
from tamriel_odds.odds.listing import Listing
from tamriel_odds.tables.columns import EVENTS, table_named
from tamriel_odds.tables.frames import frame, listed, summary
from tamriel_odds.tables.provenance import assumed, assumed_text, command_line, level_text, method, program_version
from tamriel_odds.tables.shares import exact_percent, mean_text, seen_percent
from tamriel_odds.tables.sheets import (
    BLACK,
    LABEL,
    LEFT,
    RIGHT,
    SKY,
    VERMILION,
    WIDTH,
    are_turned,
    drawing,
    heading,
    name_ticks,
    number_ticks,
    percent_axis,
    save,
    sheet,
    shortened,
    text_width,
)

__all__ = ["chart", "save"]

BARS, CURVE = 2.6, 1.7
# More outcomes than these have no room for caps on their whiskers, and for edges and points.
CAPPED, FEW = 20, 60


def chart(answer: Answer, table: str | None = None) -> Figure:
    """The chart of one table of an answer: a bar with its interval for each outcome, and the at-least curve.

    It reaches to the largest outcome there can be, seen or not. The title is the question, the foot says how it was
    answered.
    """
    named = table_named(answer.outcomes, table, answer.listings)
    for listing in answer.listings:
        if listing.name == named and {"chance", "low", "high"} <= set(listing.columns):
            return _curve(answer, listing)
    if named not in (*answer.outcomes.tables, EVENTS):
        raise ImpossibleQuestion(f"--table {named}: it has no chances along one axis to draw; name another table")
    with drawing():
        rows = _possible(answer, frame(answer, table))
        name = str(rows.columns[0])
        is_ordered = "at_least" in rows and bool(rows["at_least"].notna().all())
        places = rows[name].to_numpy() if is_ordered else np.arange(len(rows))
        figure, axes = sheet(
            answer.question.command_line(),
            _subtitle(answer),
            foot_text(answer),
            [BARS, CURVE] if is_ordered else [BARS],
            below=0.55 if is_ordered else room_below(rows[name].tolist()),
        )
        _bars(axes[0], answer, rows, places)
        if is_ordered:
            _at_least(axes[1], answer, rows, places)
            axes[0].set_xlabel("")
        return figure


def _curve(answer: Answer, listing: Listing) -> Figure:
    """The chances of a listing along its first column, with the band of their intervals."""
    with drawing():
        rows = listed(listing)
        name = str(rows.columns[0])
        is_ordered = is_numeric_dtype(rows[name])
        places = (rows[name] if is_ordered else pd.Series(range(len(rows)))).to_numpy(np.float64)
        shares, low, high = (rows[column].to_numpy(np.float64) for column in ("chance", "low", "high"))
        below = 0.55 if is_ordered else room_below(rows[name].tolist())
        title = command_line(answer)
        figure, (axes,) = sheet(title, "; ".join(answer.remarks), foot_text(answer), [BARS], below=below)
        _horizontal(axes, rows, places)
        axes.fill_between(places, low, high, color=VERMILION, alpha=0.25, linewidth=0)
        axes.plot(places, shares, color=VERMILION, linewidth=1.6 if is_ordered else 0, marker="o", markersize=3.5)
        percent_axis(axes, float(high.max()))
        heading(axes, listing.title)
        axes.set_xlabel(name, size=LABEL + 1, parse_math=False)
        return figure


def _possible(answer: Answer, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows up to the largest outcome that can be; a simulation cannot tell, so it keeps all."""
    if isinstance(answer, Tally) or not is_numeric_dtype(rows.iloc[:, 0]):
        return rows
    possible = np.flatnonzero(rows["probability"].to_numpy() > 0)
    return rows.iloc[: int(possible[-1]) + 1] if len(possible) else rows


def room_below(names: list[str]) -> float:
    """The height that names at the ticks and the name of the axis take, in inches."""
    inch = (WIDTH - LEFT - RIGHT) / span(len(names))
    return 0.55 + (max(text_width(shortened(name), LABEL) for name in names) if are_turned(names, inch) else 0.0)


def span(outcomes: int) -> float:
    """How many bars' width the horizontal axis has: one or two bars need not fill it."""
    return max(outcomes, 3) + 0.5


def _horizontal(axes: Axes, rows: pd.DataFrame, places: np.ndarray) -> None:
    middle = (places[0] + places[-1]) / 2
    room = span(int(places[-1] - places[0]) + 1)
    axes.set_xlim(middle - room / 2, middle + room / 2)
    if is_numeric_dtype(rows.iloc[:, 0]):
        number_ticks(axes, [int(place) for place in places])
    else:
        name_ticks(axes, rows.iloc[:, 0].tolist())


def _bars(axes: Axes, answer: Answer, rows: pd.DataFrame, places: np.ndarray) -> None:
    name = str(rows.columns[0])
    shares, low, high = (rows[column].to_numpy() for column in ("probability", "low", "high"))
    _horizontal(axes, rows, places)
    few = len(rows) <= FEW
    axes.bar(places, shares, width=0.8, color=SKY, edgecolor=BLACK if few else SKY, linewidth=0.6 if few else 0.0)
    intervals = ""
    if isinstance(answer, Tally):
        intervals = f", with {level_text(answer.level)} intervals"
        axes.errorbar(
            places,
            shares,
            yerr=[np.maximum(shares - low, 0), np.maximum(high - shares, 0)],
            fmt="none",
            ecolor=BLACK,
            elinewidth=1.0 if few else 0.6,
            capsize=3.0 if len(rows) <= CAPPED else 0.0,
        )
    percent_axis(axes, float(high.max()))
    _numbers(axes, _labels(answer, rows), places, high)
    heading(axes, f"Chance of each {'event' if name == 'event' else f'value of {name}'}{intervals}")
    if name != "event":
        axes.set_xlabel(name, size=LABEL + 1, parse_math=False)


def _labels(answer: Answer, rows: pd.DataFrame) -> list[str]:
    if isinstance(answer, Tally):
        if len(rows) == 1 and rows.columns[0] != "event":
            return ["100.00%"]
        return [seen_percent(int(count), answer.trials, answer.level) for count in rows["count"]]
    return [exact_percent(share) for share in rows["probability"]]


def _numbers(axes: Axes, labels: list[str], places: np.ndarray, heights: np.ndarray) -> None:
    """The probability above each bar, where all of them have room."""
    low, high = axes.get_xlim()
    if max(text_width(label, LABEL) for label in labels) + 0.08 > (WIDTH - LEFT - RIGHT) / (high - low):
        return
    for label, place, top in zip(labels, places, heights, strict=True):
        axes.annotate(label, (place, top), (0, 3), textcoords="offset points", ha="center", va="bottom", size=LABEL)


def _at_least(axes: Axes, answer: Answer, rows: pd.DataFrame, places: np.ndarray) -> None:
    name = str(rows.columns[0])
    # Of rounds to a victory, of fatigue, a player asks for at most so many.
    is_less = name in answer.roll.less_is_better
    shares = rows["at_most" if is_less else "at_least"].to_numpy()
    _horizontal(axes, rows, places)
    few = len(rows) <= FEW
    if isinstance(answer, Tally):
        low, high = wilson(shares * answer.trials, answer.trials, answer.level)
        axes.fill_between(places, low, high, color=VERMILION, alpha=0.25, linewidth=0)
    axes.plot(places, shares, color=VERMILION, linewidth=1.6, marker="o" if few else "", markersize=3.5, clip_on=False)
    percent_axis(axes, 0.95)
    heading(axes, f"Chance of at {'most' if is_less else 'least'} that much")
    axes.set_xlabel(name, size=LABEL + 1, parse_math=False)


def _subtitle(answer: Answer) -> str:
    parts = []
    for name, mean, error, deviation, median in summary(answer).itertuples(index=False):
        parts.append(f"{name}: mean {mean_text(mean, error)}, standard deviation {deviation:.4f}, median {median}")
    events = frame(answer, EVENTS)
    parts += [f"{event} {label}" for event, label in zip(events["event"], _labels(answer, events), strict=True)]
    return "; ".join(parts)


def foot_text(answer: Answer, *others: Answer) -> str:
    """How it was answered, and which dice are assumed in any of the answers."""
    how = method(answer)
    parts = [how[:1].upper() + how[1:] + "."]
    dice = dict.fromkeys(die for one in (answer, *others) for die in assumed(one))
    if (faces := assumed_text(list(dice))) is not None:
        parts.append(faces)
    return " ".join([*parts, f"tamriel-odds {program_version()}"])
