"""Answers as JSON and CSV, as other programs read them: stable names, full precision, the same bytes everywhere."""

import io
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.listing import Listing
from tamriel_odds.tables.columns import EVENT, EVENTS, Rows, averages, has_table, rows_of, table_named
from tamriel_odds.tables.provenance import command_line, notes, program_version, rulings_text

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1

# One answer, or several by the name of their question.
Answers = Answer | Mapping[str, Answer]


def document(answers: Answers) -> dict[str, Any]:
    """The JSON object of one answer; of several, an object with their objects, each with its name, as ``answers``."""
    if isinstance(answers, Answer):
        return _document(answers)
    return {"schema": SCHEMA, "answers": [{**_document(answer), "name": name} for name, answer in answers.items()]}


def _document(answer: Answer) -> dict[str, Any]:
    simulated = isinstance(answer, Tally)
    return {
        "schema": SCHEMA,
        "command": answer.question.command,
        "version": program_version(),
        "method": "simulated" if simulated else "exact",
        "trials": answer.trials if isinstance(answer, Tally) else None,
        "seed": answer.seed if isinstance(answer, Tally) else None,
        "level": answer.level,
        "question": {name.replace("-", "_"): _plain(value) for name, value in answer.question.options().items()},
        "tables": {
            **{table: _records(rows_of(answer, table)) for table in answer.outcomes.tables},
            **{listing.name: entries(listing) for listing in answer.listings},
        },
        "events": {row.pop(EVENT): row for row in _records(rows_of(answer, EVENTS))},
        "summary": {
            one.table: _by_name({name: value for name, value in vars(one).items() if name != "table"})
            for one in averages(answer)
        },
        "rulings": rulings_text(answer),
        "dice": {
            die.name: {"faces": [str(face) for face in die.faces], "certainty": die.certainty} for die in answer.dice
        },
        "command_line": command_line(answer),
        "notes": notes(answer),
    }


def entries(listing: Listing) -> list[Any]:
    """The rows of a listing by column, or its bare entries where it has only one."""
    if len(listing.columns) == 1:
        return [_plain(entry) for (entry,) in listing.rows]
    return [_by_name(dict(zip(listing.columns, row, strict=True))) for row in listing.rows]


def _records(rows: Rows) -> list[dict[str, Any]]:
    numbers: dict[str, Iterable[Any]] = {"probability": rows.shares, "low": rows.low, "high": rows.high}
    if rows.at_least is not None and rows.at_most is not None:
        numbers |= {"at_least": rows.at_least, "at_most": rows.at_most}
    counts: Iterable[Any] = [None] * len(rows) if rows.counts is None else rows.counts
    columns: dict[str, Iterable[Any]] = {**rows.labels, "count": counts, **numbers}
    return [_by_name(dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def _by_name(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    """The value as JSON has it; what is missing is null, never NaN."""
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and math.isnan(value) else value


def write_json(answers: Answers) -> bytes:
    """The JSON text, ASCII: names with other letters are escaped, so that no console or locale can spoil them."""
    return write_text(document(answers))


def write_text(answers: Mapping[str, Any]) -> bytes:
    """An object as JSON text."""
    return (json.dumps(answers, indent=2, allow_nan=False) + "\n").encode("ascii")


def write_csv(answers: Answers, table: str | None = None, *, decimal_comma: bool = False) -> bytes:
    """The CSV text of one table, UTF-8; several answers have a ``question`` column first.

    With `decimal_comma`, numbers have a comma and fields are separated by semicolons, as spreadsheets of many
    countries expect.
    """
    return csv_text(tidy(answers, table), decimal_comma=decimal_comma)


def csv_text(rows: "pd.DataFrame", *, decimal_comma: bool = False) -> bytes:
    """Rows as CSV text, UTF-8."""
    stream = io.StringIO()
    rows.to_csv(
        stream,
        index=False,
        lineterminator="\n",
        sep=";" if decimal_comma else ",",
        decimal="," if decimal_comma else ".",
    )
    return stream.getvalue().encode("utf-8", "backslashreplace")


def tidy(answers: Answers, table: str | None = None) -> "pd.DataFrame":
    """One table of one answer, or of several below each other.

    Answers of different kinds have tables of different names: each keeps a column of its own, empty for the others.
    Answers that have no table of that name are left out.
    """
    import pandas as pd

    from tamriel_odds.tables.frames import frame

    if isinstance(answers, Answer):
        return frame(answers, table)
    parts = []
    labels: dict[str, None] = {}
    for name, answer in answers.items():
        if table is not None and not has_table(answer, table):
            continue
        rows = frame(answer, table)
        label = str(rows.columns[0])
        labels[label] = None
        if table_named(answer.outcomes, table, answer.listings) in answer.outcomes.tables and (
            answer.outcomes.axis(label).is_numeric
        ):
            rows = rows.astype({label: "Int64"})
        rows.insert(0, "question", name)
        parts.append(rows)
    if not parts:
        return pd.DataFrame({"question": pd.Series(dtype="str")})
    joined = pd.concat(parts, ignore_index=True)
    numbers = [column for column in joined.columns if column not in ("question", *labels)]
    return joined[["question", *labels, *numbers]]
