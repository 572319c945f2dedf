"""Charts of sweeps: curves with bands along one field, a heat map with numbers in its cells over two."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.measures import Measure, common_measures
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.charts import BARS, FEW, foot_text, room_below, span
from tamriel_odds.tables.overlays import LEGEND_LINE, legend, line, mark_size, style
from tamriel_odds.tables.provenance import level_text
from tamriel_odds.tables.sheets import (
    BLACK,
    BLUE,
    LABEL,
    LEFT,
    LINE,
    RIGHT,
    WIDTH,
    drawing,
    fitting,
    heading,
    name_ticks,
    number_axis,
    number_ticks,
    percent_axis,
    sheet,
    text_width,
)
from tamriel_odds.tables.sweeps import first_rows, number

# One hue from white to dark: read by all kinds of sight, and on paper.
SHADES = LinearSegmentedColormap.from_list("shades", ["#FFFFFF", "#9CC9E8", BLUE, "#002B4D"])
MOST_EVENTS = 6
SMALLEST = 5.0


def sweep_chart(series: Series, swept: Sequence[Swept], title: str, measure: Measure) -> Figure:
    """The chart of a sweep over one field or two; `measure` is what the heat map shows, and the curve of averages."""
    with drawing():
        if len(swept) == 2:
            return _heat_map(series, swept, title, measure)
        return _curves(series, swept[0], title, measure)


def _curves(series: Series, swept: Swept, title: str, measure: Measure) -> Figure:
    answers = list(series.answers.values())
    values = [row[1] for row in first_rows(series)]
    places = np.array(values if swept.is_numeric else range(len(values)), np.float64)
    order = np.argsort(places)
    events = [one for one in common_measures([answer.outcomes for answer in answers]) if one.is_event]
    events = sorted(events, key=lambda one: one != measure)[:MOST_EVENTS]
    means = [] if measure.is_event else [measure]
    names = [str(value) if value != "" else "-" for value in values]
    below = 0.55 if swept.is_numeric else room_below(names)
    panels = [BARS] * bool(means) + [LEGEND_LINE * len(events), BARS] * bool(events)
    figure, axes = sheet(title, "", foot_text(*answers), panels, below=below)
    drawn = "bands" if swept.is_numeric else "intervals"
    bands = f", with {level_text(answers[0].level)} {drawn}" if isinstance(answers[0], Tally) else ""
    if means:
        _curve(axes[0], answers, measure, places, order, 0, swept)
        number_axis(axes[0])
        heading(axes[0], f"Mean {measure.name}{bands}")
    if events:
        legend(axes[-2], [one.name for one in events], f"Chance of each event{bands}")
        highest = max(_curve(axes[-1], answers, one, places, order, number, swept) for number, one in enumerate(events))
        percent_axis(axes[-1], highest)
    for panel in [axes[0]] * bool(means) + [axes[-1]] * bool(events):
        _horizontal(panel, swept, places, names)
    axes[-1].set_xlabel(swept.option, size=LABEL + 1, parse_math=False)
    if means and events:
        axes[0].set_xlabel("")
    return figure


def _curve(
    axes: Axes,
    answers: Sequence[Answer],
    measure: Measure,
    places: np.ndarray,
    order: np.ndarray,
    number: int,
    swept: Swept,
) -> float:
    """One curve with its band, or marks with intervals where the values have no order; returns its highest point."""
    heights = np.array([measure.of(answer) for answer in answers])[order]
    low, high = (np.array(bounds)[order] for bounds in zip(*(measure.interval(a) for a in answers), strict=True))
    look = style(number)
    if swept.is_numeric:
        axes.fill_between(places[order], low, high, color=look.color, alpha=0.25, linewidth=0)
        line(axes, places[order], heights, number, is_marked=len(places) <= FEW)
    else:
        spread = [np.maximum(heights - low, 0), np.maximum(high - heights, 0)]
        axes.errorbar(
            places[order],
            heights,
            yerr=spread,
            fmt=look.mark,
            color=look.color,
            capsize=3.0,
            markersize=mark_size(number) + 1,
        )
    return float(high.max())


def _horizontal(axes: Axes, swept: Swept, places: np.ndarray, names: Sequence[str]) -> None:
    if not swept.is_numeric:
        middle = (len(names) - 1) / 2
        axes.set_xlim(middle - span(len(names)) / 2, middle + span(len(names)) / 2)
        name_ticks(axes, names)
        return
    axes.set_xlim(places.min() - 0.5, places.max() + 0.5)
    number_ticks(axes, range(int(places.min()), int(places.max()) + 1))


def _heat_map(series: Series, swept: Sequence[Swept], title: str, measure: Measure) -> Figure:
    down, across = swept
    answers = list(series.answers.values())
    cells = np.full((len(down.values), len(across.values)), np.nan)
    places = [(down.values.index(row[1]), across.values.index(row[2])) for row in first_rows(series)]
    for place, answer in zip(places, answers, strict=True):
        cells[place] = measure.of(answer)
    labels = [number(answer, measure) for answer in answers]
    names = [[str(value) if value != "" else "-" for value in one.values] for one in (across, down)]
    size = _size(labels, len(across.values))
    row = max(size * LINE / 72 * 1.5, LABEL * LINE / 72, 0.16)
    turned = 0.55 if across.is_numeric else room_below(names[0])
    figure, (axes,) = sheet(title, "", foot_text(*answers), [max(row * len(down.values), 0.4)], below=turned)
    highest = float(np.nanmax(cells))
    axes.imshow(cells, cmap=SHADES, vmin=0.0, vmax=highest or 1.0, aspect="auto", interpolation="nearest")
    for (y, x), label in zip(places, labels, strict=True):
        if size >= SMALLEST:
            color = legible_on(SHADES(cells[y, x] / (highest or 1.0)))
            axes.text(x, y, label, size=size, color=color, ha="center", va="center")
    what = "Chance of " if measure.is_event else "Mean "
    heading(axes, f"{what}{measure.name} by {down.option} (down) and {across.option} (across)")
    axes.set_xlim(-0.5, len(across.values) - 0.5)
    name_ticks(axes, names[0])
    axes.set_yticks(range(len(names[1])), [fitting(name, LEFT - 0.3, LABEL) for name in names[1]], size=LABEL)
    for tick in axes.get_yticklabels():
        tick.set_parse_math(False)
    axes.set_xlabel(across.option, size=LABEL + 1, parse_math=False)
    return figure


def legible_on(shade: tuple[float, float, float, float]) -> str:
    """Black or white, whichever stands out more from a shade (relative luminance of WCAG 2)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return BLACK if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def _size(labels: Sequence[str], columns: int) -> float:
    """The size of the numbers in the cells: as large as fits, below `SMALLEST` none is written."""
    room = (WIDTH - LEFT - RIGHT) / columns - 0.06
    size = LABEL
    while size >= SMALLEST and max(text_width(label, size) for label in labels) > room:
        size -= 0.5
    return size
