"""The heat map of a matrix of duels: every name in full, the chance in every cell, and a bar that tells the colours."""

from collections.abc import Sequence

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from tamriel_odds.odds.measures import Measure
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.charts import foot_text
from tamriel_odds.tables.sheets import (
    BLUE,
    DPI,
    EDGE,
    FOOT,
    HEADING,
    LABEL,
    LINE,
    SUBTITLE,
    TITLE,
    cleaned,
    drawing,
    fitting,
    text_width,
    wrapped,
)
from tamriel_odds.tables.sweep_charts import legible_on

# From the second faction's colour over white, an even fight, to the first one's: told apart by all kinds of sight.
SIDES = LinearSegmentedColormap.from_list("sides", ["#A8480B", "#E69F00", "#FFFFFF", "#56B4E9", BLUE])
CELL_WIDTH, CELL_HEIGHT, NUMBER = 0.42, 0.24, 7.0
# Longer names are cut; none of the published ones is.
MOST_NAME, LEAST_WIDTH = 3.6, 7.0
GAP, BAR = 0.12, 0.16


def matrix_chart(series: Series, fields: Sequence[Swept], title: str, line: str, measure: Measure) -> Figure:
    """The chance of `measure` of each unit of the first field (down) against each of the second (across)."""
    with drawing():
        return _drawn(series, fields, title, line, measure)


def _drawn(series: Series, fields: Sequence[Swept], title: str, line: str, measure: Measure) -> Figure:
    down, across = fields
    chances = np.full((len(down.values), len(across.values)), np.nan)
    for row in series.listings[0].rows:
        place = down.values.index(str(row[1])), across.values.index(str(row[2]))
        chances[place] = measure.of(series.answers[str(row[0])])
    rows, columns = ([fitting(str(name), MOST_NAME, LABEL) for name in one.values] for one in (down, across))
    left = EDGE + max(text_width(name, LABEL) for name in rows) + GAP
    below = max(text_width(name, LABEL) for name in columns) + 2 * GAP
    panel = CELL_WIDTH * len(columns), CELL_HEIGHT * len(rows)
    width = max(left + panel[0] + GAP + BAR + 0.55 + EDGE, LEAST_WIDTH)
    room = width - 2 * EDGE
    above = [(text, TITLE, True) for text in wrapped(title, room, TITLE, bold=True)]
    above += [(text, SUBTITLE, False) for text in wrapped(line, room, SUBTITLE)]
    under = [(text, FOOT, False) for text in wrapped(foot_text(*series.answers.values()), room, FOOT)]
    heading = 0.32
    height = 2 * EDGE + sum(size for _, size, _ in [*above, *under]) * LINE / 72 + heading + panel[1] + below
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    y = _write(figure, above, height - EDGE) - heading - panel[1]
    axes = figure.add_axes((left / width, y / height, panel[0] / width, panel[1] / height))
    shown = axes.imshow(chances, cmap=SIDES, vmin=0.0, vmax=1.0, aspect="auto", interpolation="nearest")
    for (row, column), chance in np.ndenumerate(chances):
        if not np.isnan(chance):
            color = legible_on(SIDES(chance))
            text = f"{chance * 100:.0f}%"
            axes.text(column, row, text, size=NUMBER, color=color, ha="center", va="center")
    axes.set_title("The row wins against the column", loc="left", size=HEADING, pad=5, parse_math=False)
    axes.set_xticks(range(len(columns)), columns, size=LABEL, rotation=90)
    axes.set_yticks(range(len(rows)), rows, size=LABEL)
    for tick in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        tick.set_parse_math(False)
    axes.tick_params(length=0)
    bar = figure.add_axes(((left + panel[0] + GAP) / width, y / height, BAR / width, panel[1] / height))
    ticks = (0.0, 0.5, 1.0) if len(rows) < 6 else (0.0, 0.25, 0.5, 0.75, 1.0)
    colours = figure.colorbar(shown, cax=bar, ticks=ticks)
    colours.ax.set_yticklabels([f"{tick:.0%}" for tick in ticks], size=LABEL)
    _write(figure, under, y - below)
    return figure


def _write(figure: Figure, lines: Sequence[tuple[str, float, bool]], y: float) -> float:
    """Lines of text from a height in inches downwards; returns where they end."""
    width, height = figure.get_size_inches()
    for line, size, bold in lines:
        weight = "bold" if bold else "normal"
        figure.text(EDGE / width, y / height, cleaned(line), size=size, weight=weight, va="top", parse_math=False)
        y -= size * LINE / 72
    return y
