"""The command table carries forty commands: options, help and suggestions come from the questions alone."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import pytest
from pydantic import Field

from tamriel_odds import cli
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.question import Box, Question, Roll, option_name
from tamriel_odds.odds.settings import Settings

Percent = Annotated[int, Field(ge=0, le=100)]


class CoinRoll(Roll):
    """One coin, heads with a chance in percent."""

    dice = ()
    rulings = ()
    notes = ("a coin has no edge",)

    def __init__(self, chance: int) -> None:
        self.chance = chance

    @property
    def outcomes(self) -> Outcomes:  # type: ignore[override]
        return Outcomes((Axis.claim("heads"),), ("heads",), {"won": np.array([False, True])})

    def exact(self) -> Any:
        return np.array([1 - self.chance / 100, self.chance / 100])

    def kernel(self) -> str:
        raise NotImplementedError

    def tables(self) -> Any:
        raise NotImplementedError


class Coin(Question):
    """A coin that one side is heavier of."""

    command: ClassVar[str] = "cta coin-07"
    example: ClassVar[str] = 'odds cta coin-07 "[RED]" --chance 30'

    thrower: str | None = Field(None, description="who throws", json_schema_extra={"positional": True})
    chance: Percent = Field(50, description="the chance of heads: [RED][GREEN] / [SWORDS]")
    bias: Percent | None = Field(None, description="no default")
    side: Literal["heads", "tails"] = Field("heads", description="the side that is called")
    with_: tuple[str, ...] = Field((), description="may be repeated")
    thrice: bool = Field(False, description="a flag")
    score: int = Field(0, description="may be negative")
    notes_file: Path | None = Field(None, description="a file")

    def roll(self, box: Box) -> CoinRoll:
        return CoinRoll(self.chance)


GAMES = ("cta", "betrayal", "skyrim", "")
ROWS = tuple(
    cli.Row(game, f"coin-{number:02}", f"Coin {number} of {game or 'none'}.", f"odds.coin_{number:02}:Coin")
    for number in range(10)
    for game in GAMES
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Forty rows in the table; the list of the modules that were imported for them."""
    modules: list[str] = []
    monkeypatch.setattr(cli, "ROWS", ROWS)
    monkeypatch.setattr(cli, "GROUPS", {game: f"The game of {game}." for game in GAMES if game})
    monkeypatch.setattr(cli, "import_module", lambda name: modules.append(name) or SimpleNamespace(Coin=Coin))
    return modules


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str], asked: list[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("group", GAMES)
def test_help_lists_a_group_and_imports_none_of_its_questions(odds: Run, asked: list[str], group: str) -> None:
    code, out, err = odds(*group.split(), "--help")
    assert (code, err, asked) == (0, "", [])
    for row in ROWS:
        assert (row.help in out) == (row.group == group)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.command)
def test_each_command_has_the_options_of_its_question_and_of_a_run(odds: Run, asked: list[str], row: cli.Row) -> None:
    code, out, err = odds(*row.command.split(), "-h")
    assert (code, err) == (0, "")
    assert asked == [f"tamriel_odds.odds.{row.name.replace('-', '_')}"]
    assert row.help in out
    assert Coin.example in out
    for name in [*Coin.model_fields, *Settings.model_fields]:
        assert f"--{option_name(name)} " in out or name == "thrower"


def test_help_says_what_a_value_may_be(odds: Run) -> None:
    _, out, _ = odds("cta", "coin-07", "--help")
    words = " ".join(out.split())
    assert "THROWER who throws" in words
    assert "--chance N the chance of heads: [RED][GREEN] / [SWORDS] [0..100, default 50]" in words
    assert "--bias N no default [0..100]" in words
    assert "--side heads|tails the side that is called [default heads]" in words
    assert "--with TEXT may be repeated" in words
    assert "--thrice a flag" in words
    assert "--score N may be negative [default 0]" in words
    assert "--notes-file PATH a file" in words
    assert "-q, --quiet results and errors only" in words


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("cta coyn-07", "coyn-07: odds cta has no such command; did you mean 'coin-07'"),
        ("ctaa coin-07", "ctaa: odds has no such command; did you mean 'cta'"),
        ("cta coin-07 --chanse 3", "--chanse: odds cta coin-07 has no such option; did you mean '--chance'"),
        ("cta coin-07 --chance 101", "--chance 101: it must be at most 100"),
        ("cta coin-07 --chance some", "--chance some: it must be a whole number"),
        ("cta coin-07 --side edge", "--side edge: it must be heads or tails"),
        ("cta coin-07 --chance 3 --chance 4", "--chance: it is given 2 times, with 3 and 4; give it once"),
        ("cta coin-07 --seed 3 --seed 4", "--seed: it is given 2 times, with 3 and 4; give it once"),
        ("cta coin-07 --chance", "option '--chance' requires an argument"),
        ("cta coin-07 Ulfric Ralof", "Ralof: one word too many; a text of several words goes in quotes"),
        ("coin-03x cta", "coin-03x: odds has no such command; did you mean 'coin-03'"),
        ("betrayal 07", "07: odds betrayal has no such command; known are coin-00"),
        ("cta coin-07 --thrice=yes", "option '--thrice' does not take a value"),
        ("--colour", "--colour: odds has no such option"),
        ("--hlep", "--hlep: odds has no such option; did you mean '--help'"),
        ("cta coin-07 --hepl", "--hepl: odds cta coin-07 has no such option; did you mean '--help'"),
        ("cta --colour", "--colour: odds cta has no such option"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(odds: Run, line: str, sentence: str) -> None:
    code, out, err = odds(*line.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"odds: {sentence}")
    assert err.count("\n") == 1


def test_option_values_reach_the_question(odds: Run) -> None:
    options = ["--chance=25", "--score", "-2", "--with", "a", "--with", "b", "--thrice", "--notes-file", "x y"]
    code, out, _ = odds("cta", "coin-07", "Ulfric", *options, "--exact", "--json", "-")
    answer = json.loads(out)
    assert code == 0
    assert answer["question"] == {
        "thrower": "Ulfric", "chance": 25, "with": ["a", "b"], "thrice": True, "score": -2, "notes_file": "x y",
    }  # fmt: skip
    assert answer["tables"]["heads"][1]["probability"] == 0.25


def test_no_field_of_a_question_is_an_option_of_the_run() -> None:
    for row in cli.ROWS:
        if row.is_question:
            kind = cli.class_of(row)
            names = [option_name(field) for field in [*kind.model_fields, *Settings.model_fields]]
            assert len(names) == len(set(names)), row.command
            assert kind.command == row.command
            assert kind.example.startswith(f"odds {row.command}")
