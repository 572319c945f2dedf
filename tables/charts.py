"""Answers as charts: bars with interval whiskers, and below them the at-least curve (at-most where less is better)."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import wilson
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.tables.columns import EVENT, EVENTS, Rows, averages, rows_of, table_named
from tamriel_odds.tables.provenance import command_line, faces_text, level_text, method, program_version
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
        rows = _possible(answer, rows_of(answer, named))
        is_ordered = rows.is_ordered
        places = np.array(rows.values) if is_ordered else np.arange(len(rows))
        figure, axes = sheet(
            answer.question.command_line(),
            _subtitle(answer),
            foot_text(answer),
            [BARS, CURVE] if is_ordered else [BARS],
            below=0.55 if is_ordered else room_below([str(value) for value in rows.values]),
        )
        _bars(axes[0], answer, rows, places)
        if is_ordered:
            _at_least(axes[1], answer, rows, places)
            axes[0].set_xlabel("")
        return figure


def _curve(answer: Answer, listing: Listing) -> Figure:
    """The chances of a listing along its first column, with the band of their intervals."""
    with drawing():
        columns = dict(zip(listing.columns, zip(*listing.rows, strict=True), strict=True))
        name, values = next(iter(columns.items()))
        is_ordered = all(isinstance(value, int) for value in values)
        places = np.array(values if is_ordered else range(len(values)), np.float64)
        shares, low, high = (np.array(columns[column], np.float64) for column in ("chance", "low", "high"))
        below = 0.55 if is_ordered else room_below([str(value) for value in values])
        title = command_line(answer)
        figure, (axes,) = sheet(title, "; ".join(answer.remarks), foot_text(answer), [BARS], below=below)
        _horizontal(axes, values, places)
        axes.fill_between(places, low, high, color=VERMILION, alpha=0.25, linewidth=0)
        axes.plot(places, shares, color=VERMILION, linewidth=1.6 if is_ordered else 0, marker="o", markersize=3.5)
        percent_axis(axes, float(high.max()))
        heading(axes, listing.title)
        axes.set_xlabel(name, size=LABEL + 1, parse_math=False)
        return figure


def _possible(answer: Answer, rows: Rows) -> Rows:
    """The rows up to the largest outcome that can be; a simulation cannot tell, so it keeps all."""
    if isinstance(answer, Tally) or not rows.is_ordered:
        return rows
    possible = np.flatnonzero(rows.shares > 0)
    return rows.first(int(possible[-1]) + 1) if len(possible) else rows


def room_below(names: list[str]) -> float:
    """The height that names at the ticks and the name of the axis take, in inches."""
    inch = (WIDTH - LEFT - RIGHT) / span(len(names))
    return 0.55 + (max(text_width(shortened(name), LABEL) for name in names) if are_turned(names, inch) else 0.0)


def span(outcomes: int) -> float:
    """How many bars' width the horizontal axis has: one or two bars need not fill it."""
    return max(outcomes, 3) + 0.5


def _horizontal(axes: Axes, values: Sequence[Entry], places: np.ndarray) -> None:
    middle = (places[0] + places[-1]) / 2
    room = span(int(places[-1] - places[0]) + 1)
    axes.set_xlim(middle - room / 2, middle + room / 2)
    if all(isinstance(value, int) for value in values):
        number_ticks(axes, [int(place) for place in places])
    else:
        name_ticks(axes, [str(value) for value in values])


def _bars(axes: Axes, answer: Answer, rows: Rows, places: np.ndarray) -> None:
    name, shares, low, high = rows.name, rows.shares, rows.low, rows.high
    _horizontal(axes, rows.values, places)
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
    heading(axes, f"Chance of each {name if name == EVENT else f'value of {name}'}{intervals}")
    if name != EVENT:
        axes.set_xlabel(name, size=LABEL + 1, parse_math=False)


def _labels(answer: Answer, rows: Rows) -> list[str]:
    if isinstance(answer, Tally) and rows.counts is not None:
        if len(rows) == 1 and rows.name != EVENT:
            return ["100.00%"]
        return [seen_percent(int(count), answer.trials, answer.level) for count in rows.counts]
    return [exact_percent(share) for share in rows.shares]


def _numbers(axes: Axes, labels: list[str], places: np.ndarray, heights: np.ndarray) -> None:
    """The probability above each bar, where all of them have room."""
    low, high = axes.get_xlim()
    if max(text_width(label, LABEL) for label in labels) + 0.08 > (WIDTH - LEFT - RIGHT) / (high - low):
        return
    for label, place, top in zip(labels, places, heights, strict=True):
        axes.annotate(label, (place, top), (0, 3), textcoords="offset points", ha="center", va="bottom", size=LABEL)


def _at_least(axes: Axes, answer: Answer, rows: Rows, places: np.ndarray) -> None:
    # Of rounds to a victory, of fatigue, a player asks for at most so many.
    is_less = rows.name in answer.roll.less_is_better
    shares = rows.at_most if is_less else rows.at_least
    assert shares is not None
    _horizontal(axes, rows.values, places)
    few = len(rows) <= FEW
    if isinstance(answer, Tally):
        low, high = wilson(shares * answer.trials, answer.trials, answer.level)
        axes.fill_between(places, low, high, color=VERMILION, alpha=0.25, linewidth=0)
    axes.plot(places, shares, color=VERMILION, linewidth=1.6, marker="o" if few else "", markersize=3.5, clip_on=False)
    percent_axis(axes, 0.95)
    heading(axes, f"Chance of at {'most' if is_less else 'least'} that much")
    axes.set_xlabel(rows.name, size=LABEL + 1, parse_math=False)


def _subtitle(answer: Answer) -> str:
    parts = []
    for one in averages(answer):
        mean = mean_text(one.mean, one.standard_error)
        parts.append(f"{one.table}: mean {mean}, standard deviation {one.standard_deviation:.4f}, median {one.median}")
    events = rows_of(answer, EVENTS)
    parts += [f"{event} {label}" for event, label in zip(events.values, _labels(answer, events), strict=True)]
    return "; ".join(parts)


def foot_text(answer: Answer, *others: Answer) -> str:
    """How it was answered, and which dice of any of the answers nobody has printed the faces of."""
    how = method(answer)
    sentences = [how[:1].upper() + how[1:] + ".", *faces_text([answer, *others])]
    return " ".join([*sentences, f"tamriel-odds {program_version()}"])
