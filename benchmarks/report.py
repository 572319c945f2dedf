"""The tables of a run in Markdown: on the screen, beside its results, and in the README."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tamriel_odds.benchmarks.record import Reach, Results, Row
from tamriel_odds.benchmarks.registry import BY_DIE, BY_POOL, DYCE, FIRST, ICEPOOL, MEMORY, ONE_THREAD, PLAIN, START

STEPS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
MEGABYTE = 1e6

Cell = Callable[[Row], str]


@dataclass(frozen=True)
class Table:
    """The rows of one kind: what is said above them, and a column for each thing there is to say of a row."""

    name: str
    title: str
    columns: dict[str, Cell]


def number(value: float) -> str:
    """Three digits, and no exponent.

    >>> [number(value) for value in (0.0123, 1.5, 123.4, 12345.6)]
    ['0.0123', '1.5', '123', '12 346']
    """
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def duration(seconds: float) -> str:
    """Three digits in the largest unit that has a whole one."""
    size, unit = next((step for step in STEPS if seconds >= step[0]), STEPS[-1])
    return f"{number(seconds / size)} {unit}"


def in_yardsticks(row: Row) -> str:
    return f"{number(row.ratio)} {row.yardstick}"


def times(name: str) -> Cell:
    """How many times ours somebody else needs; empty for whoever does not take part."""
    return lambda row: f"{number(row.times(name))}x" if name in row.against else ""


def fact(name: str, say: Callable[[float], str] = number) -> Cell:
    return lambda row: say(row.facts[name]) if name in row.facts else ""


QUESTION: dict[str, Cell] = {"question": lambda row: row.what}
SPEED: dict[str, Cell] = {
    "a trial": lambda row: duration(row.ours),
    "million/s": lambda row: number(1e-6 / row.ours),
    "in yardsticks": in_yardsticks,
}
PROCESS: dict[str, Cell] = {
    "time": lambda row: duration(row.ours),
    "user CPU": fact("user", duration),
    "in yardsticks": in_yardsticks,
}
GROWTH: dict[str, Cell] = {
    **QUESTION,
    "dice": fact("dice"),
    "outcomes": fact("outcomes"),
    **SPEED,
    "exact answer": fact("exact", duration),
}

TABLES = (
    Table(
        "rolls",
        "Rolling on two threads. R(d) is the time in which the same threads fill d random words a trial, one for each "
        "die. The other columns say how many times as long others take; numpy and Python have one thread.",
        {
            **QUESTION,
            "dice": fact("dice"),
            **SPEED,
            **{name: times(name) for name in (ONE_THREAD, BY_DIE, BY_POOL, PLAIN)},
        },
    ),
    Table(
        "exact",
        "Exact answers, and how many times as long others take.",
        {
            **QUESTION,
            "outcomes": fact("outcomes"),
            "an answer": lambda row: duration(row.ours),
            **{name: times(name) for name in (ICEPOOL, DYCE, PLAIN)},
        },
    ),
    Table(
        START,
        "From the command to its end, with everything compiled: medians. The yardstick is one that imports numpy.",
        {"command": lambda row: row.what, **PROCESS},
    ),
    Table(
        FIRST,
        "The first answer of its kind, which compiles. The yardstick is one that compiles R(4) alone.",
        {**QUESTION, **PROCESS},
    ),
    Table(
        MEMORY,
        "Peak memory of an attack's process.",
        {
            "run": lambda row: row.what,
            "peak": lambda row: f"{number(row.ours / MEGABYTE)} MB",
            "in yardsticks": in_yardsticks,
        },
    ),
    Table("growth with dice", "An attack of more and more dice against two of armor.", GROWTH),
    Table(
        "growth with trials",
        "A whole run of an attack of 7 dice, more and more trials.",
        {
            "run": lambda row: row.what,
            "time": lambda row: duration(row.ours),
            "million/s": lambda row: number(1e-6 * row.facts["trials"] / row.ours),
            "in yardsticks": in_yardsticks,
        },
    ),
    Table("growth with outcomes", "Eight cards drawn from sixty, of which more and more kinds are told apart.", GROWTH),
)


def report(results: Results) -> str:
    """Where it was measured, every table that has rows, and what was meant to be reached."""
    facts = ", ".join(f"{name} {value}" for name, value in results.machine.items())
    parts = [f"Measured: {facts}."]
    for kind in TABLES:
        rows = [row for row in results.rows if row.table == kind.name]
        if rows:
            parts += [kind.title, table([tuple(kind.columns), *(_cells(kind, row) for row in rows)])]
    if any(row.reaches for row in results.rows):
        parts += ["What we mean to reach, and what was measured.", table(_reaches(results.rows))]
    return "\n\n".join(parts)


def table(lines: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown, its first line the heading; a column that is empty all the way down is left out."""
    kept = [place for place in range(len(lines[0])) if any(line[place] for line in lines[1:])]
    cells = [[line[place] for place in kept] for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    padded = [" | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    padded.insert(1, "-|-".join("-" * width for width in widths))
    return "\n".join([f"| {padded[0]} |", f"|-{padded[1]}-|", *(f"| {line} |" for line in padded[2:])])


def _cells(kind: Table, row: Row) -> tuple[str, ...]:
    return tuple(say(row) for say in kind.columns.values())


def _reaches(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    lines = [("", "measured", "reach", "")]
    for row in rows:
        for reach in row.reaches:
            lines.append((f"{row.table}: {row.what}", *_said(row, reach), "met" if row.is_met(reach) else "missed"))
    return lines


def _said(row: Row, reach: Reach) -> tuple[str, str]:
    """What was measured and what is meant to be, in the unit of the reach."""
    value = row.measured(reach)
    if reach.at_least is not None:
        return f"{number(value)}x {reach.against}", f"at least {number(reach.at_least)}x"
    limit = reach.at_most or 0.0
    if reach.against:
        return f"{number(value)} {reach.against}", f"at most {number(limit)}"
    say = _megabytes if row.table == MEMORY else duration
    return say(value), f"at most {say(limit)}"


def _megabytes(value: float) -> str:
    return f"{number(value / MEGABYTE)} MB"
