"""Options side by side in the terminal: a table for each measure, an option a row."""

from collections.abc import Mapping, Sequence

import numpy as np
from rich.console import Console

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.compare import COLUMNS, FIRST, SAME
from tamriel_odds.odds.listing import Entry
from tamriel_odds.odds.measures import Measure, measures
from tamriel_odds.odds.series import Series
from tamriel_odds.tables.provenance import command_line, level_text, method
from tamriel_odds.tables.shares import exact_percent, measured, percent
from tamriel_odds.tables.terminal import Column, grounds, print_columns, say, show_listing

Row = Mapping[str, Entry]
# What stands beside the name of an option.
NUMBERS = 74


def show_comparison(series: Series, to: Console, *, is_quiet: bool = False) -> None:
    """Print the line of each option, then for each measure what they come to and how they differ from the first.

    Only the numbers where it is to be quiet.
    """
    answers = series.answers
    first = next(iter(answers.values()))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in series.listings[0].rows]
    labels = _labels(list(answers), to)
    if not is_quiet:
        say(to, series.command_line, "bold", wrap=False)
        for name, answer in answers.items():
            said = name if labels[name] == name else f"{labels[name]} {name}"
            say(to, f"{said}: {command_line(answer)}", wrap=False)
        say(to, method(first))
    if _is_all_the_same(list(answers.values()), rows):
        _in_common(to, first, rows)
    else:
        _each(to, first, rows, labels)
        if not is_quiet:
            _told(to, first)
    for listing in series.listings[1:]:
        show_listing(to, listing)
    if not is_quiet:
        for note in series.notes:
            say(to, f"Note: {note}")
        grounds(to, list(answers.values()))


def _is_all_the_same(answers: Sequence[Answer], rows: Sequence[Row]) -> bool:
    """Whether the options change nothing at all, and cost nothing."""
    first = answers[0].probabilities
    is_same = all(np.array_equal(first, answer.probabilities) for answer in answers[1:])
    return is_same and all(row["verdict"] in (FIRST, SAME) and row["cost"] is None for row in rows)


def _in_common(to: Console, first: Answer, rows: Sequence[Row]) -> None:
    """What all options come to."""
    firsts = {str(row["measure"]): row for row in rows if row["verdict"] == FIRST}
    told = [(one, firsts[one.name]) for one in measures(first.outcomes) if one.name in firsts]
    say(to, "")
    say(to, "The options come to the same:")
    names = [_title(one) for one, _ in told]
    values = [_value(row, is_event=one.is_event) for one, row in told]
    print_columns(to, [Column("", names, is_words=True), Column("each option", values)])


def _each(to: Console, first: Answer, rows: Sequence[Row], labels: Mapping[str, str]) -> None:
    """A table for each measure, an option a row."""
    for number, measure in enumerate(measures(first.outcomes)):
        here = [row for row in rows if row["measure"] == measure.name]
        if not here:
            continue
        say(to, "")
        say(to, _title(measure))
        print_columns(to, _columns(here, labels, is_event=measure.is_event))
        if number == 0 and any(row["cost"] is not None for row in here):
            say(to, "")
            print_columns(to, _costs(here, labels, is_event=measure.is_event))


def _told(to: Console, first: Answer) -> None:
    say(to, "")
    if isinstance(first, Tally):
        say(to, f"+-: {level_text(first.level)} intervals of the differences, from the same dice")
    say(to, "better, equal, worse: when each is rolled with dice of its own, as at the table")


def _title(measure: Measure) -> str:
    return measure.name if measure.is_event else f"{measure.name} (mean)"


def _labels(names: Sequence[str], to: Console) -> dict[str, str]:
    """The names of the options, or letters where names leave the numbers no room."""
    if max(map(len, names)) + NUMBERS <= to.width:
        return {name: name for name in names}
    letters = [
        chr(ord("A") + number % 26) + (str(number // 26) if number >= 26 else "") for number in range(len(names))
    ]
    return dict(zip(names, letters, strict=True))


def _columns(rows: Sequence[Row], labels: Mapping[str, str], *, is_event: bool) -> list[Column]:
    columns = [
        Column("option", [labels[str(row["question"])] for row in rows], is_words=True),
        Column("chance" if is_event else "mean", [_value(row, is_event=is_event) for row in rows]),
        Column("difference", [_difference(row, is_event=is_event) for row in rows]),
        Column("", ["" if row["verdict"] == FIRST else str(row["verdict"]) for row in rows], is_words=True),
    ]
    for name in ("better", "equal", "worse"):
        columns.append(Column(name, ["-" if row[name] is None else exact_percent(_float(row[name])) for row in rows]))
    return columns


def _costs(rows: Sequence[Row], labels: Mapping[str, str], *, is_event: bool) -> list[Column]:
    return [
        Column("option", [labels[str(row["question"])] for row in rows], is_words=True),
        Column("cost", [_cost(row) for row in rows]),
        Column("for each of it", [_number(row["per_cost"], is_event=is_event) for row in rows]),
        Column("gain for each more", [_signed(row["gain_per_cost"], is_event=is_event) for row in rows]),
    ]


def _difference(row: Row, *, is_event: bool) -> str:
    """The difference with its sign, and half the width of its interval where it has one."""
    text = _signed(row["difference"], is_event=is_event)
    if row["difference"] is None or row["difference_low"] == row["difference_high"]:
        return text
    value, low, high = (_float(row[name]) for name in ("difference", "difference_low", "difference_high"))
    return f"{text} +-{_number(max(value - low, high - value), is_event=is_event)}"


def _value(row: Row, *, is_event: bool) -> str:
    return measured(*(_float(row[name]) for name in ("value", "low", "high")), is_event=is_event)


def _number(value: Entry, *, is_event: bool) -> str:
    """A chance in percent, or an average."""
    if value is None:
        return "-"
    return percent(_float(value)) if is_event else f"{_float(value):.5f}"


def _signed(value: Entry, *, is_event: bool) -> str:
    if value is None:
        return "-"
    number = _float(value)
    sign = "+" if number > 0 else "-" if number < 0 else ""
    return sign + (exact_percent(abs(number)) if is_event else f"{abs(number):.5f}" if number else "0")


def _cost(row: Row) -> str:
    return "-" if row["cost"] is None else f"{row['cost']:g} {row['cost_unit']}".strip()


def _float(value: Entry) -> float:
    assert isinstance(value, int | float)
    return float(value)
