"""The sheet a chart is drawn on: title above, panels, foot below, nothing cut and nothing over anything else.

Drawn on matplotlib's figure and Agg canvas directly: no display, no pyplot and no settings of the user's, so that
the same answer gives the same bytes.
"""

import re
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, BinaryIO, Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator

# Okabe and Ito's colours for all kinds of sight: those used side by side differ in brightness too.
BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION = "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00"

DPI = 120
WIDTH = 8.0
LEFT, RIGHT, EDGE = 0.85, 0.3, 0.2
TITLE, SUBTITLE, HEADING, LABEL, FOOT = 11.0, 9.0, 9.0, 8.0, 7.5
LINE = 1.35

_STYLE = {"svg.hashsalt": "tamriel-odds", "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True}


@contextmanager
def drawing() -> Iterator[None]:
    """Draw with matplotlib's own defaults, and without a word about letters that its font lacks."""
    plain: dict[Any, Any] = {name: value for name, value in mpl.rcParamsDefault.items() if name[:7] != "backend"}
    with warnings.catch_warnings(), mpl.rc_context():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        mpl.rcParams.update(plain | _STYLE)
        yield


def save(figure: Figure, stream: BinaryIO, kind: Literal["png", "svg"]) -> None:
    """Write a chart; the same chart gives the same bytes: no date, no version of the program that drew it."""
    metadata: dict[str, Any] = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
    with drawing():
        figure.savefig(stream, format=kind, metadata=metadata)


@cache
def _ruler() -> Any:
    return RendererAgg(72, 72, 72)  # type: ignore[no-untyped-call]


@lru_cache(4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, in inches."""
    font = FontProperties(size=size, weight="bold" if bold else "normal")
    width, _, _ = _ruler().get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def cleaned(text: str) -> str:
    """The text without letters that cannot be drawn or written to a file."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff￾￿]", " ", text)


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """The text in lines of at most `width` inches; a word that is longer is cut where it must be."""

    def parts_in_line(parts: Sequence[str], between: str) -> int:
        """How many of the parts fit in one line; by halves, since to measure took two thirds of the time of a chart."""
        numbers = range(1, len(parts) + 1)
        return bisect_right(numbers, width, key=lambda n: text_width(between.join(parts[:n]), size, bold=bold))

    lines, words = [], cleaned(text).split()
    while words:
        fits = parts_in_line(words, " ")
        if fits:
            lines.append(" ".join(words[:fits]))
            words = words[fits:]
        else:
            letters = max(parts_in_line(words[0], ""), 1)
            lines.append(words[0][:letters])
            words = [rest, *words[1:]] if (rest := words[0][letters:]) else words[1:]
    return lines


def sheet(
    title: str, subtitle: str, foot: str, panels: Sequence[float], *, below: float = 0.55
) -> tuple[Figure, list[Axes]]:
    """A figure with panels of these heights in inches, the first on top; `below` is the room under the last of them.

    The sheet grows with its texts: a long question takes more lines, never a smaller chart.
    """
    room = WIDTH - 2 * EDGE
    above = [(line, TITLE, True) for line in wrapped(title, room, TITLE, bold=True)]
    above += [(line, SUBTITLE, False) for line in wrapped(subtitle, room, SUBTITLE)]
    under = [(line, FOOT, False) for line in wrapped(foot, room, FOOT)]
    heading, between = 0.32, 0.42
    height = 2 * EDGE + sum(size for _, size, _ in [*above, *under]) * LINE / 72
    height += sum(panels) + len(panels) * heading + (len(panels) - 1) * between + below
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    y = height - EDGE
    y = _write(figure, above, y)
    axes = []
    for number, panel in enumerate(panels):
        y -= heading + panel
        share = [LEFT / WIDTH, y / height, (WIDTH - LEFT - RIGHT) / WIDTH, panel / height]
        axes.append(figure.add_axes((share[0], share[1], share[2], share[3])))
        y -= between if number + 1 < len(panels) else below
    _write(figure, under, y)
    return figure, axes


def _write(figure: Figure, lines: Sequence[tuple[str, float, bool]], y: float) -> float:
    height = figure.get_figheight()
    for line, size, bold in lines:
        weight = "bold" if bold else "normal"
        place = EDGE / WIDTH, y / height
        figure.text(*place, line, size=size, weight=weight, va="top", ha="left", parse_math=False)
        y -= size * LINE / 72
    return y


def heading(axes: Axes, text: str) -> None:
    """What a panel shows, above its left edge."""
    axes.set_title(cleaned(text), loc="left", size=HEADING, pad=5, parse_math=False)


def percent_axis(axes: Axes, top: float) -> None:
    """A vertical axis from 0 to `top` and a little room, with a few ticks in percent, none beyond 100."""
    limit = top * 1.15 if top > 0 else 1.0
    ticks = [tick for tick in MaxNLocator(5).tick_values(0, limit) if 0 <= tick <= min(limit, 1.0 + 1e-9)]
    axes.set_ylim(0, limit)
    axes.set_yticks(ticks, labels=[f"{tick * 100:.10g}%" for tick in ticks])
    axes.tick_params(axis="y", labelsize=LABEL)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)


def number_axis(axes: Axes) -> None:
    """A vertical axis from 0 to a little above what is drawn, with a few ticks."""
    low, high = axes.get_ylim()
    low, high = min(low, 0.0), high + (high - min(low, 0.0)) * 0.05
    axes.set_ylim(low, high)
    ticks = [tick for tick in MaxNLocator(5).tick_values(low, high) if low <= tick <= high]
    axes.set_yticks(ticks, labels=[f"{tick:.10g}" for tick in ticks])
    axes.tick_params(axis="y", labelsize=LABEL)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)


def number_ticks(axes: Axes, values: Sequence[int]) -> None:
    """Ticks at whole numbers, as close as their labels can stand without touching."""
    low, high = axes.get_xlim()
    inch = (WIDTH - LEFT - RIGHT) / (high - low)
    widest = max(text_width(str(value), LABEL) for value in values) + 0.12
    steps = (factor * 10**power for power in range(19) for factor in (1, 2, 5))
    step = next(step for step in steps if step * inch >= widest)
    ticks = [value for value in values if (value - values[0]) % step == 0]
    axes.set_xticks(ticks, labels=[str(tick) for tick in ticks], size=LABEL)


def name_ticks(axes: Axes, names: Sequence[str]) -> None:
    """Ticks with names at 0, 1, 2, ...: upright where they fit, else turned, else only as many as fit."""
    low, high = axes.get_xlim()
    inch = (WIDTH - LEFT - RIGHT) / (high - low)
    step = max(1, -int(-(LABEL * LINE / 72) // inch))
    turned = are_turned(names, inch)
    shown = [(place, shortened(name)) for place, name in enumerate(names) if not turned or place % step == 0]
    axes.set_xticks(
        [place for place, _ in shown],
        labels=[name for _, name in shown],
        size=LABEL,
        rotation=90 if turned else 0,
        parse_math=False,
    )


def are_turned(names: Sequence[str], inch: float) -> bool:
    """Whether names with `inch` inches for each have to be written upwards."""
    return max(text_width(shortened(name), LABEL) for name in names) + 0.1 > inch


def fitting(text: str, width: float, size: float) -> str:
    """The text, cut where it is wider than so many inches."""
    text = cleaned(text)
    if text_width(text, size) <= width:
        return text
    kept = len(text)
    while kept and text_width(text[:kept] + "…", size) > width:
        kept -= 1
    return text[:kept] + "…"


def shortened(name: str) -> str:
    """A name short enough to stand at a tick."""
    name = cleaned(name)
    return name if len(name) <= 24 else name[:23] + "…"
