"""Sweeps in the terminal: a row for each point of one field, a grid of two."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.measures import Measure, common_measures
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.provenance import method
from tamriel_odds.tables.shares import measured
from tamriel_odds.tables.terminal import Column, grounds, print_columns, say


def show_sweep(series: Series, to: Console, swept: Sequence[Swept], *, is_quiet: bool = False) -> None:
    """Print a row for each point; where exactly two fields are swept, a grid of the first measure before that."""
    answers = series.answers
    if not is_quiet:
        say(to, series.command_line, "bold", wrap=False)
    if not answers:
        return
    first = next(iter(answers.values()))
    # A weapon has Special Effects of its own: what only some of the points can tell has no column.
    shown = common_measures([answer.outcomes for answer in answers.values()])
    if not is_quiet:
        say(to, method(first))
    if len(swept) == 2:
        _grid(series, to, swept, shown[0])
    say(to, "")
    values = [row[1 : 1 + len(swept)] for row in first_rows(series)]
    columns = [
        Column(one.option, [_label(row[place]) for row in values], is_words=not one.is_numeric)
        for place, one in enumerate(swept)
    ]
    keys = Column(", ".join(column.header for column in columns), ["  ".join(cells) for cells in _padded(columns)])
    keys.is_words = not all(one.is_numeric for one in swept)
    told = [Column(_title(one), [number(answer, one) for answer in answers.values()]) for one in shown]
    print_columns(to, [keys, *told])
    if not is_quiet:
        for note in series.notes:
            say(to, f"Note: {note}")
        grounds(to, list(answers.values()))


def first_rows(series: Series) -> list[tuple[object, ...]]:
    """One row of the listing for each point."""
    rows: Mapping[object, tuple[object, ...]] = {row[0]: row for row in reversed(series.listings[0].rows)}
    return [rows[name] for name in series.answers]


def _padded(columns: Sequence[Column]) -> list[tuple[str, ...]]:
    return list(zip(*(column.lines()[1:] for column in columns), strict=True))


def _label(value: object) -> str:
    return "-" if value == "" else str(value)


def _title(measure: Measure) -> str:
    return measure.name if measure.is_event else f"{measure.name} (mean)"


def number(answer: Answer, measure: Measure) -> str:
    """A measure as it is printed."""
    return measured(measure.of(answer), *measure.interval(answer), is_event=measure.is_event)


def _grid(series: Series, to: Console, swept: Sequence[Swept], measure: Measure) -> None:
    """The first field downwards, the second across."""
    down, across = swept
    cells = {row[1:3]: number(series.answers[str(row[0])], measure) for row in first_rows(series)}
    say(to, "")
    say(to, f"{_title(measure)} by {down.option} (down) and {across.option} (across)")
    columns = [Column("", [_label(value) for value in down.values], is_words=not down.is_numeric)]
    for value in across.values:
        columns.append(Column(_label(value), [cells.get((one, value), "-") for one in down.values]))
    print_columns(to, columns)
