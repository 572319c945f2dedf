"""TOML as users write it: syntax errors and keys are named with file and line, which tomllib does not tell."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from tamriel_odds.odds.errors import BadFile

# Tables within tables, by dots on one line: tomllib takes time with the square of them.
MOST_DOTS = 64

PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")
NAME = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
HEADER = re.compile(rf"\s*(\[\[?)\s*({NAME}(?:\s*\.\s*{NAME})*)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(rf"\s*{NAME}(?:\s*\.\s*{NAME})*(?=\s*=)")

# Names of keys and tables, and numbers of the tables of a list, that lead to a value.
Place = tuple[str | int, ...]


def parse(text: str, file: Path) -> dict[str, Any]:
    """The tables of `text`; BadFile with file, line and reason when it is no TOML."""
    for line, content in enumerate(text.split("\n"), start=1):
        if content.count(".") > MOST_DOTS:
            raise BadFile(f"{file}:{line}: more than {MOST_DOTS} dots in one line, which nothing here has")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        reason, line = (found[1], int(found[2] or text.count("\n") + 1)) if found else (str(error), 1)
        raise BadFile(f"{file}:{line}: {reason[:1].lower() + reason[1:]}") from None
    except RecursionError:
        raise BadFile(f"{file}: lists within lists, too deep to be read") from None
    except ValueError:  # Python's own limit of digits
        raise BadFile(f"{file}: a number of more digits than can be read") from None


def line_at(text: str, path: Place) -> int:
    """The line where the value at `path` is set, such as ``("player", 1, "race")``.

    Where it has no line of its own (it is in a table on one line, or missing), the line of what it is in; at last 1.
    """
    lines = _places(text)
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


def line_of(text: str, key: str, table: str | None = None, number: int = 0) -> int:
    """The line where `key` is set: at the top, or in the `number`-th ``[[table]]`` (or ``[table]``).

    A table's own name is found too. Returns the table's line when the key is not there, and 1 when neither is.
    """
    if table is None:
        return line_at(text, (key,))
    is_list = (table, 0) in _places(text)
    return line_at(text, (table, number, key) if is_list else (table, key))


@lru_cache(4)
def _places(text: str) -> dict[Place, int]:
    """The line of every table and key by the names and numbers that lead to it; tables of a list are numbered."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    here: Place = ()
    for line, content in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(content):
            here = ()
            parts = _parts(header[2])
            for depth, part in enumerate(parts, start=1):
                here = (*here, part)
                lines.setdefault(here, line)
                if depth == len(parts) and header[1] == "[[":
                    counts[here] = counts.get(here, 0) + 1
                if here in counts:
                    here = (*here, counts[here] - 1)
                    lines.setdefault(here, line)
        elif found := KEY.match(content):
            path = here
            for part in _parts(found[0]):
                path = (*path, part)
                lines.setdefault(path, line)
    return lines


def _parts(dotted: str) -> list[str]:
    return ["".join(found) for found in PART.findall(dotted)]
