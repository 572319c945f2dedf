"""Charts of several answers over each other: a colour, a dash and a mark for each, named at the top."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.measures import Measure, measures
from tamriel_odds.tables.charts import BARS, CURVE, FEW, foot_text, room_below, span
from tamriel_odds.tables.columns import EVENTS, rows_of
from tamriel_odds.tables.sheets import (
    BLACK,
    BLUE,
    GREEN,
    LABEL,
    LEFT,
    ORANGE,
    RIGHT,
    SKY,
    VERMILION,
    WIDTH,
    drawing,
    fitting,
    heading,
    name_ticks,
    number_ticks,
    percent_axis,
    sheet,
)

LEGEND_LINE = 0.19


@dataclass(frozen=True)
class Style:
    """How the line of one answer is told from the others: without colour by its dashes and marks."""

    color: str
    dash: str
    mark: str


STYLES = [
    Style(color, dash, mark)
    for dash, marks in (("-", "os^Dv*"), ("--", "s^Dv*o"), (":", "^Dv*os"))
    for color, mark in zip((BLUE, VERMILION, GREEN, BLACK, ORANGE, SKY), marks, strict=True)
]


def style(number: int) -> Style:
    return STYLES[number % len(STYLES)]


def overlay(answers: dict[str, Answer], title: str) -> Figure:
    """The answers over each other: the chance of each value and of at least that much; events where that is all."""
    first = next(iter(answers.values()))
    shared = [one for one in measures(first.outcomes) if all(one in measures(a.outcomes) for a in answers.values())]
    main = shared[0]
    names = list(answers)
    with drawing():
        legend_height = LEGEND_LINE * len(names)
        if main.is_event:
            figure, axes = sheet(
                title,
                "",
                foot_text(*answers.values()),
                [legend_height, BARS],
                below=room_below([one.name for one in shared]),
            )
            _events(axes[1], list(answers.values()), shared)
        else:
            figure, axes = sheet(title, "", foot_text(*answers.values()), [legend_height, BARS, CURVE])
            _table(axes[1], list(answers.values()), main, "shares")
            is_less = main.name in first.roll.less_is_better
            _table(axes[2], list(answers.values()), main, "at_most" if is_less else "at_least")
            axes[1].set_xlabel("")
            heading(axes[1], f"Chance of each value of {main.name}")
            heading(axes[2], f"Chance of at {'most' if is_less else 'least'} that much")
        told = [f"{name}: {_told(answer, main)}" for name, answer in answers.items()]
        legend(axes[0], told, "Options")
        return figure


def _told(answer: Answer, main: Measure) -> str:
    value = main.of(answer)
    return f"{value * 100:.2f}% {main.name}" if main.is_event else f"mean {main.name} {value:.4f}"


def legend(axes: Axes, names: Sequence[str], title: str) -> None:
    """A line for each name with its colour, dash and mark."""
    axes.set_axis_off()
    axes.set_xlim(0, WIDTH - LEFT - RIGHT)
    axes.set_ylim(len(names), 0)
    for number, name in enumerate(names):
        look = style(number)
        axes.plot([0.0, 0.45], [number + 0.5] * 2, color=look.color, linestyle=look.dash, linewidth=1.6)
        axes.plot([0.225], [number + 0.5], color=look.color, marker=look.mark, markersize=5, linestyle="")
        text = fitting(name, WIDTH - LEFT - RIGHT - 0.65, LABEL)
        axes.text(0.55, number + 0.5, text, size=LABEL, va="center", parse_math=False)
    heading(axes, title)


def _table(axes: Axes, answers: Sequence[Answer], main: Measure, column: str) -> None:
    """One line for each answer along the values of a table: its shares with the band of their intervals, or those of
    at least or at most so much."""
    highest, reach = 0.0, [0, 1]
    for number, answer in enumerate(answers):
        rows = rows_of(answer, main.name)
        places, shares = np.array(rows.values), getattr(rows, column)
        look = style(number)
        if column == "shares":
            axes.fill_between(places, rows.low, rows.high, color=look.color, alpha=0.2, linewidth=0)
        line(axes, places, shares, number, is_marked=len(places) <= FEW)
        highest = max(highest, float(shares.max()))
        reach = [min(reach[0], int(places[0])), max(reach[1], int(places[-1]))]
    axes.set_xlim(reach[0] - 0.5, reach[1] + 0.5)
    number_ticks(axes, range(reach[0], reach[1] + 1))
    percent_axis(axes, highest)
    axes.set_xlabel(main.name, size=LABEL + 1, parse_math=False)


def line(axes: Axes, places: np.ndarray, heights: np.ndarray, number: int, *, is_marked: bool = True) -> None:
    """One line in its style; later marks are smaller, so that they do not hide those that lie on the same place."""
    look = style(number)
    drawn = axes.plot(places, heights, color=look.color, linestyle=look.dash, linewidth=1.4, clip_on=False)
    drawn[0].set_marker(look.mark if is_marked else "")
    drawn[0].set_markersize(mark_size(number))


def mark_size(number: int) -> float:
    return max(7.5 - number, 3.0)


def _events(axes: Axes, answers: Sequence[Answer], shared: Sequence[Measure]) -> None:
    """A mark with its interval for each answer, side by side above each event."""
    highest = 0.0
    names = [one.name for one in shared]
    for number, answer in enumerate(answers):
        rows = rows_of(answer, EVENTS)
        wanted = [list(rows.values).index(name) for name in names]
        places = np.arange(len(names)) + (number + 0.5) / len(answers) * 0.7 - 0.35
        shares, low, high = rows.shares[wanted], rows.low[wanted], rows.high[wanted]
        look = style(number)
        spread = [np.maximum(shares - low, 0), np.maximum(high - shares, 0)]
        axes.errorbar(places, shares, yerr=spread, fmt=look.mark, color=look.color, markersize=5, capsize=3.0)
        highest = max(highest, float(high.max()))
    middle = (len(names) - 1) / 2
    axes.set_xlim(middle - span(len(names)) / 2, middle + span(len(names)) / 2)
    name_ticks(axes, names)
    percent_axis(axes, highest)
    heading(axes, "Chance of each event")
