"""Answers in the terminal: the numbers that matter, a table with bars, events, averages, what the answer rests on.

Everything is printed as plain text with a style, never as markup: names and dice contain brackets. Every number is
printed at any width; bars shrink and go, and columns that do not fit stand below the others.
"""

import os
import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO

import numpy as np
from rich.console import Console
from rich.text import Text

from tamriel_odds.odds.answer import Answer, Floats, Tally
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import measures
from tamriel_odds.tables.columns import EVENTS, Average, Rows, averages, rows_of, table_named
from tamriel_odds.tables.provenance import command_line, faces_text, level_text, method, notes, rulings_text
from tamriel_odds.tables.shares import exact_percent, mean_text, percent, percent_of, seen_percent

WIDTH = 80
WIDEST_BAR, NARROWEST_BAR = 40, 4
EIGHTHS = " ▏▎▍▌▋▊▉"
FULL = "█"
GAP = 2

# What consoles get for a letter they lack: plus-minus, dashes, dots, quotes, times, no-break space, ...
LACKED = "\xb1\u2013\u2014\u2026\u2018\u2019\u201c\u201d\xd7\xa0"
PLAINER = dict(zip(LACKED, ["+/-", "-", "-", "...", "'", "'", '"', '"', "x", " "], strict=True))


def console(stream: IO[str] | None = None) -> Console:
    """A console for answers: as wide as COLUMNS or the terminal says, 80 where the output goes elsewhere.

    Colour follows rich: NO_COLOR, FORCE_COLOR, TERM=dumb.
    """
    stream = stream or sys.stdout
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() and int(columns) > 0 else None
    if width is None and not stream.isatty():
        width = WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


@dataclass
class Column:
    """One column of a table: what stands above it and in each row, and whether it is words rather than numbers."""

    header: str
    cells: list[str]
    is_words: bool = False
    width: int = field(init=False)

    def __post_init__(self) -> None:
        self.width = max(map(len, [self.header, *self.cells]))

    def lines(self) -> list[str]:
        return [f"{cell:<{self.width}}" if self.is_words else f"{cell:>{self.width}}" for cell in self.texts()]

    def texts(self) -> list[str]:
        return [self.header, *self.cells]


def show(answer: Answer, to: Console | None = None, table: str | None = None, *, is_quiet: bool = False) -> None:
    """Print an answer: the line that asks it again, what matters most, a table, the events, averages and grounds.

    Only the numbers where it is to be quiet.
    """
    to = to or console()
    told = headline(answer)
    if not is_quiet:
        say(to, command_line(answer), "bold", wrap=False)
        say(to, method(answer))
    if told:
        if not is_quiet:
            say(to, "")
        say(to, told, "bold")
    named = table_named(answer.outcomes, table, answer.listings)
    if named != EVENTS and named not in [listing.name for listing in answer.listings]:
        rows = rows_of(answer, named)
        if not _is_certain(answer, rows):
            _table(to, answer, rows, is_quiet=is_quiet)
    for listing in answer.listings:
        show_listing(to, listing)
    if answer.outcomes.events and named != answer.roll.told_by:
        _events(to, answer)
    _averages(to, answer)
    if not is_quiet:
        grounds(to, [answer])


def headline(answer: Answer) -> str:
    """What a player looks for first: ``mean damage 0.45, hit 31.00%, removed 12.00%``; nothing of a list."""
    known = measures(answer.outcomes)
    named = [one for name in answer.roll.headline for one in known if one.name == name]
    first = named or [one for one in known if one.is_event][:1] or list(known[:1])
    events = rows_of(answer, EVENTS)
    chances = dict(zip(events.values, _chances(answer, events), strict=True))
    means = {one.table: _mean(answer, one) for one in averages(answer)}
    return ", ".join(f"{one.name} {chances[one.name]}" if one.is_event else means[one.name] for one in first)


def _mean(answer: Answer, average: Average) -> str:
    if _is_certain(answer, rows_of(answer, average.table)):
        return f"{average.table} {average.median}"
    return f"mean {average.table} {mean_text(average.mean, average.standard_error).partition(' ')[0]}"


def _is_certain(answer: Answer, rows: Rows) -> bool:
    """Whether a number has only one value, and no others before it; of several a simulation cannot tell that."""
    return rows.is_ordered and (len(rows) == 1 or (not isinstance(answer, Tally) and rows.shares[0] == 1))


def say(to: Console, text: str, style: str = "", *, wrap: bool = True) -> None:
    """Print a text as it is, with letters that the console lacks replaced by the nearest it has.

    Without `wrap` it stays one line, for the terminal to break: a command line can be copied whole.
    """
    text = printable(text, to.encoding)
    if wrap:
        text = textwrap.fill(text, to.width, break_long_words=False, break_on_hyphens=False)
    to.print(Text(text, style=style), soft_wrap=True)


def printable(text: str, encoding: str) -> str:
    """The text in letters that the encoding has, without control characters."""
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", " ", text)
    if not _can_print(text, encoding):
        text = "".join(PLAINER.get(letter, letter) for letter in text)
        text = text.encode(encoding, "replace").decode(encoding)
    return text


def _can_print(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _table(to: Console, answer: Answer, rows: Rows, *, is_quiet: bool) -> None:
    kept = _kept(rows)
    columns = [
        Column(name, [str(value) for value in values[:kept]], is_words=not all(isinstance(v, int) for v in values))
        for name, values in rows.labels.items()
    ]
    numbers = [Column(column.header, column.cells[:kept]) for column in _numbers(answer, rows)]
    columns += numbers
    if rows.at_least is not None and rows.at_most is not None and rows.is_ordered:
        columns += [
            Column("at least", _cumulative(answer, rows.at_least, certain=0)[:kept]),
            Column("at most", _cumulative(answer, rows.at_most, certain=len(rows) - 1)[:kept]),
        ]
    say(to, "")
    print_columns(to, columns, rows.shares[:kept])
    if kept < len(rows):
        unseen = f"not seen, {columns_bound(answer)}" if isinstance(answer, Tally) else "impossible"
        say(to, f"{next(iter(rows.labels.values()))[kept]} or more: {unseen}")
    if not is_quiet:
        _rounding(to, numbers[0].cells)


def show_listing(to: Console, listing: Listing) -> None:
    """A listing under its title; chances in percent, other numbers as an average is written."""
    say(to, "")
    say(to, f"{listing.title}:")
    columns = []
    for place, name in enumerate(listing.columns):
        entries = [row[place] for row in listing.rows]
        texts = [_entry(entry, is_chance=name in listing.chances) for entry in entries]
        columns.append(Column(name, texts, is_words=any(isinstance(entry, str) for entry in entries)))
    print_columns(to, columns)


def _entry(entry: Entry, *, is_chance: bool) -> str:
    if isinstance(entry, float):
        return exact_percent(entry) if is_chance else f"{entry:.4f}"
    return "-" if entry is None else str(entry)


def columns_bound(answer: Tally) -> str:
    """The most that an outcome which was never seen can be, at the level of the answer."""
    return seen_percent(0, answer.trials, answer.level)


def _kept(rows: Rows) -> int:
    """How many rows are shown one by one: two or more at the end that never occurred are told in one line."""
    occurred = np.flatnonzero(rows.shares > 0)
    kept = int(occurred[-1]) + 1 if len(occurred) else len(rows)
    return kept if len(rows) - kept >= 2 and rows.is_ordered else len(rows)


def _numbers(answer: Answer, rows: Rows) -> list[Column]:
    chances = Column("chance", _chances(answer, rows))
    if not isinstance(answer, Tally):
        return [chances]
    level = level_text(answer.level)
    return [
        chances,
        Column(f"{level} low", [percent(low) for low in rows.low]),
        Column(f"{level} high", [percent(high) for high in rows.high]),
    ]


def _chances(answer: Answer, rows: Rows) -> list[str]:
    if isinstance(answer, Tally) and rows.counts is not None:
        if len(rows) == 1 and rows.at_least is not None:
            return [percent_of(1)]
        return [seen_percent(int(count), answer.trials, answer.level) for count in rows.counts]
    return [exact_percent(share) for share in rows.shares]


def _cumulative(answer: Answer, shares: Floats, certain: int) -> list[str]:
    if not isinstance(answer, Tally):
        return [exact_percent(share) for share in shares]
    counts = np.rint(shares * answer.trials).astype(np.int64)
    cells = [seen_percent(int(count), answer.trials, answer.level) for count in counts]
    cells[certain] = percent_of(1)
    return cells


def print_columns(to: Console, columns: Sequence[Column], shares: Sequence[float] | np.ndarray | None = None) -> None:
    """Print columns side by side, with a bar for each share; those that do not fit follow below, first column again."""
    width = to.width
    for columns_here, bar in _blocks(columns, width, with_bars=shares is not None):
        lines = [(" " * GAP).join(parts) for parts in zip(*(column.lines() for column in columns_here), strict=True)]
        say(to, lines[0].rstrip(), "bold", wrap=False)
        bars = _bars(shares, bar, to.encoding) if bar and shares is not None else [""] * (len(lines) - 1)
        for line, drawn in zip(lines[1:], bars, strict=True):
            text = Text(printable(line if drawn else line.rstrip(), to.encoding))
            to.print(text.append(" " * GAP + drawn, style="cyan") if drawn else text, soft_wrap=True)


def _blocks(columns: Sequence[Column], width: int, *, with_bars: bool) -> list[tuple[list[Column], int]]:
    first, rest = columns[0], list(columns[1:])
    blocks: list[tuple[list[Column], int]] = []
    while rest or not blocks:
        here, used = [first], first.width
        while rest and (len(here) == 1 or used + GAP + rest[0].width <= width):
            here.append(rest.pop(0))
            used += GAP + here[-1].width
        bar = min(width - used - GAP, WIDEST_BAR) if with_bars and not blocks else 0
        blocks.append((here, bar if bar >= NARROWEST_BAR else 0))
    return blocks


def _bars(shares: Sequence[float] | np.ndarray, width: int, encoding: str) -> list[str]:
    largest = max(shares)
    eighths = [round(share / largest * width * 8) if largest else 0 for share in shares]
    if _can_print(FULL + EIGHTHS, encoding):
        return [(FULL * (length // 8) + EIGHTHS[length % 8]).rstrip() for length in eighths]
    return ["#" * round(length / 8) for length in eighths]


def _rounding(to: Console, cells: list[str]) -> None:
    digits = [cell.rstrip("%") for cell in cells if cell[0] not in "<>"]
    total = f"{sum(round(float(cell) * 100) for cell in digits) / 100:.2f}"
    if len(digits) == len(cells) and total != "100.00":
        say(to, f"The chances add up to {total}% because each is rounded.")


def _events(to: Console, answer: Answer) -> None:
    rows = rows_of(answer, EVENTS)
    names = [Column(name, [str(event) for event in events], is_words=True) for name, events in rows.labels.items()]
    say(to, "")
    print_columns(to, [*names, *_numbers(answer, rows)])


def _averages(to: Console, answer: Answer) -> None:
    told = averages(answer)
    if told:
        say(to, "")
    for one in told:
        if _is_certain(answer, rows_of(answer, one.table)):
            say(to, f"{one.table}: always {one.median}")
            continue
        mean = mean_text(one.mean, one.standard_error)
        say(to, f"{one.table}: mean {mean}, standard deviation {one.standard_deviation:.4f}, median {one.median}")


def grounds(to: Console, answers: Sequence[Answer]) -> None:
    """Print what these answers rest on, each thing once: notes, rulings, dice whose faces nobody has printed."""
    told = [f"Note: {note}" for answer in answers for note in notes(answer)]
    told += [f"Ruling {ruling}" for answer in answers for ruling in rulings_text(answer)]
    told += faces_text(answers)
    if told:
        say(to, "")
    for line in dict.fromkeys(told):
        say(to, line)
