"""TOML as users write it: syntax errors and keys are named with file and line, which tomllib does not tell."""

import re
import tomllib
from pathlib import Path
from typing import Any

from tamriel_odds.odds.errors import BadFile


def parse(text: str, file: Path) -> dict[str, Any]:
    """The tables of `text`; BadFile with file, line and reason when it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        reason, line = (found[1], found[2] or text.count("\n") + 1) if found else (str(error), 1)
        raise BadFile(f"{file}:{line}: {reason[:1].lower() + reason[1:]}") from None


def line_of(text: str, key: str, table: str | None = None, number: int = 0) -> int:
    """The line where `key` is set: at the top, or in the `number`-th ``[[table]]`` (or ``[table]``).

    A table's own name is found too. Returns the table's line when the key is not there, and 1 when neither is.
    """
    inside, seen, found = table is None, -1, 1
    for line, content in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$", content):
            name = header[1].strip("\"'")
            if name == table:
                seen += 1
            inside = name == table and seen == number
            found = line if inside else found
            if name == key and table is None:
                return line
        elif inside and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", content):
            return line
    return found
