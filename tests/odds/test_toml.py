"""TOML as users write it: what is wrong is named with file and line."""

from pathlib import Path

import pytest

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.toml import line_of, parse

FILE = Path("mine.toml")
TEXT = """\
# dice
top = 1

[red]
faces = "6x1"

[[card]]
name = "A"
"health" = 2
[[card]] # the second
name = "B"

["odd name"]
faces = ""
"""


def test_tables_are_read() -> None:
    assert parse(TEXT, FILE)["red"] == {"faces": "6x1"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \n", 2),
        ("a = 1\na = 2\n", 2),
        ("a = 1\n[b\n", 2),
        ('a = """\nnever ends\n', 3),
        ('\n\n[x]\na = "no end\n', 4),
    ],
    ids=["no value", "twice", "open bracket", "open text", "open line"],
)
def test_a_slip_is_named_with_file_and_line(text: str, line: int) -> None:
    with pytest.raises(BadFile, match=rf"^mine\.toml:{line}: [a-z]"):
        parse(text, FILE)


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"key": "top"}, 2),
        ({"key": "red"}, 4),
        ({"key": "odd name"}, 13),
        ({"key": "faces", "table": "red"}, 5),
        ({"key": "name", "table": "card"}, 8),
        ({"key": "health", "table": "card"}, 9),
        ({"key": "name", "table": "card", "number": 1}, 11),
        ({"key": "health", "table": "card", "number": 1}, 10),
        ({"key": "nowhere"}, 1),
        ({"key": "nowhere", "table": "nowhere"}, 1),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_the_line_of_a_key(asked: dict[str, object], line: int) -> None:
    assert line_of(TEXT, **asked) == line  # type: ignore[arg-type]
