"""Options side by side in the terminal: names or letters, bounds and signs."""

import io

import pytest
from rich.console import Console

from tamriel_odds.odds.compare import COLUMNS
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.rolling import Answered
from tamriel_odds.odds.series import Series
from tamriel_odds.tables.comparisons import show_comparison


def shown(series: Series, width: int = 80) -> str:
    stream = io.StringIO()
    show_comparison(series, Console(file=stream, width=width, markup=False, highlight=False))
    return stream.getvalue()


@pytest.fixture
def two(line):
    def series(*names: str, cost: str | None = None) -> Series:
        rows = (
            (names[0], "damage", 0.5, 0.4, 0.6, *[None] * 2, None, "first", *[None] * 3, *[None] * 4),
            (names[1], "damage", 0.7, 0.6, 0.8, 0.2, 0.1, 0.3, "better", 0.4, 0.4, 0.2, *costs(cost)),
            (names[0], "some", 0.0, 0.0, 0.0003, *[None] * 2, None, "first", *[None] * 3, *[None] * 4),
            (
                names[1],
                "some",
                0.00001,
                0.0,
                0.0004,
                0.00001,
                -0.1,
                0.1,
                "too close to call",
                0.1,
                0.8,
                0.1,
                *costs(cost),
            ),
        )
        answered = {name: Answered(line([50, 50])) for name in names}
        return Series(answered, (Listing("comparison", "", COLUMNS, rows),), command_line="odds compare x.toml")

    def costs(cost: str | None) -> tuple[object, ...]:
        return (1.0, cost, 0.7, 0.2) if cost else (None,) * 4

    return series


def test_every_number_has_its_sign_and_its_interval(two):
    said = shown(two("plain", "power"), 120)
    assert said.startswith("odds compare x.toml\n")
    assert "+0.20000 +-0.10000  better" in said
    assert "+<0.01% +-10.0" in said
    assert "<0.03%" in said
    assert "power" in said


def test_long_names_become_letters_where_there_is_no_room(two):
    said = shown(two("a name that is long", "another that is longer"))
    assert "A a name that is long: odds cta throw" in said
    assert "B       0.70000" in said
    assert max(map(len, said.split("damage (mean)")[1].split("\n\n")[0].splitlines())) <= 80


def test_costs_are_told_once(two):
    said = shown(two("plain", "power", cost="Stamina"), 120)
    assert said.count("gain for each more") == 1
    assert "1 Stamina" in said
