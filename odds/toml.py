"""TOML as users write it: syntax errors and keys are named with file and line, which tomllib does not tell."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from tamriel_odds.odds.errors import BadFile

# Tables within tables, by dots on one line: tomllib takes time with the square of them.
MOST_DOTS = 64

HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]""")

Lines = dict[str, int]


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


def line_of(text: str, key: str, table: str | None = None, number: int = 0) -> int:
    """The line where `key` is set: at the top, or in the `number`-th ``[[table]]`` (or ``[table]``).

    A table's own name is found too. Returns the table's line when the key is not there, and 1 when neither is.
    """
    headers, keys = _places(text)
    if table is None:
        return keys["", 0].get(key) or headers.get(key, [1])[0]
    begins = headers.get(table, [])
    return keys[table, number].get(key, begins[number]) if number < len(begins) else 1


@lru_cache(4)
def _places(text: str) -> tuple[dict[str, list[int]], dict[tuple[str, int], Lines]]:
    """The lines of the headers by name, and those of the keys by the header they are under and its number."""
    headers: dict[str, list[int]] = {}
    here: Lines = {}
    keys = {("", 0): here}
    for line, content in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(content):
            name = header[1].strip("\"'")
            lines = headers.setdefault(name, [])
            here = keys[name, len(lines)] = {}
            lines.append(line)
        elif found := KEY.match(content):
            here.setdefault(found[1] or found[2] or found[3] or "", line)
    return headers, keys
