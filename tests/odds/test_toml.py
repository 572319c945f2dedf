"""TOML as users write it: what is wrong is named with file and line."""

from pathlib import Path

import pytest

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.toml import line_at, line_of, parse

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
    ("text", "said"),
    [
        ("a = " + "9" * 5000, "a number of more digits than can be read"),
        ("a = " + "[" * 5000, "lists within lists"),
        ("b = 1\na" + ".a" * 65 + " = 1", "mine.toml:2: more than 64 dots in one line"),
    ],
    ids=["digits", "lists", "dots"],
)
def test_what_would_take_too_long_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        parse(text, FILE)


def test_the_lines_of_a_long_file_are_found_at_once() -> None:
    text = '[[card]]\nname = "A"\n' * 20_000
    assert [line_of(text, "name", "card", number) for number in range(20_000)] == list(range(2, 40_001, 2))


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


NESTED = """\
[[foe]]
name = "A"
  [[foe.act]]
  name = "x"
  [[foe.act]]
  name = "y"
[[foe]]
name = "B"
axe.all = true
  [[foe.act]]
  name = "z"
  [foe.'sword']
  all = true
[top.inner]
key = { far = { farther = 1 } }
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("foe",), 1),
        (("foe", 1), 7),
        (("foe", 0, "act", 1, "name"), 6),
        (("foe", 1, "act", 0, "name"), 11),
        (("foe", 1, "act"), 10),
        (("foe", 1, "axe", "all"), 9),
        (("foe", 1, "axe"), 9),
        (("foe", 1, "sword", "all"), 13),
        (("foe", 1, "nowhere"), 7),
        (("foe", 0, "name", 3), 2),
        (("top", "inner", "key", "far", "farther"), 15),
        (("nowhere", 1), 1),
        ((), 1),
    ],
)
def test_the_line_of_a_path(path: tuple[str | int, ...], line: int) -> None:
    assert line_at(NESTED, path) == line


def test_a_list_on_one_line_has_that_line() -> None:
    assert line_of('a = 1\ncard = [{ name = "A" }, { name = 1 }]\n', "name", "card", 1) == 2
