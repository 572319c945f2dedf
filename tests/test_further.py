"""`--want`, `--luck`, `--explain`, `--plausible` on the command line: listings, notes, the line that repeats them."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tamriel_odds import cli

Run = Callable[..., tuple[int, str, str]]
ATTACK = ("cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--health", "2", "--trials", "20000")
ALL = ("--want", "0.9", "--luck", "2", "--explain", "--plausible")


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_everything_stands_beside_the_answer(odds: Run) -> None:
    code, out, err = odds(*ATTACK, *ALL)
    assert (code, err) == (0, "")
    for said in ("attacks are the fewest", "at least 2 damage comes once in", "multiply to", "plausible faces of the"):
        assert said in " ".join(out.split())


def test_json_holds_the_listings_among_the_tables(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, *ALL, "--json", "-")
    answer = json.loads(out)
    assert set(answer["tables"]) == {"damage", "want", "luck", "explain", "plausible"}
    assert answer["tables"]["want"][0]["attacks"] == 1
    assert answer["tables"]["explain"][0]["stage"] == "hit"
    assert len(answer["notes"]) == 4
    assert odds(*shlex.split(answer["command_line"])[1:], "--json", "-")[1] == out


def test_each_is_a_table_of_the_csv_and_those_with_chances_a_chart(odds: Run, tmp_path: Path) -> None:
    for name, columns in (("want", "attacks,chance,low,high"), ("luck", "result,chance"), ("explain", "stage,outcome")):
        chart = () if name == "explain" else ("--png", tmp_path / f"{name}.png")
        code, out, _ = odds(*ATTACK, *ALL, "--csv", "-", "--table", name, *chart)
        assert code == 0
        assert out.startswith(columns)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["luck.png", "want.png"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--want 0", "--want 0: it must be above 0"),
        ("--want 2", "--want 2: "),
        ("--luck x", "--luck x: "),
        ("--luck 2 --or x", "--luck is asked of one answer"),
        ("--want 0.9 --sweep skill=1..2", "--want and --sweep exclude each other"),
        ("--or=", "--or: it is empty"),
        ("--or --modifier=1 --table wnt --csv -", "table 'wnt': this question has no such table"),
        ("--plausible --sweep skill=1..2", "--plausible and --sweep exclude each other"),
        ("--csv - --table want", "table 'want': this question has no such table"),
    ],
)
def test_what_makes_no_sense_is_refused(odds: Run, options: str, sentence: str) -> None:
    code, out, err = odds(*ATTACK, *options.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"odds: {sentence}")


def test_plausible_with_or_says_whether_the_order_is_safe(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--or", "--with power-attack", "--plausible")
    assert "the order of the options holds on all" in " ".join(out.split())


def test_an_option_of_the_questions_own_comes_first(odds: Run) -> None:
    """`odds betrayal lockpick` has a --want of its own: the smallest budget."""
    code, out, _ = odds("betrayal", "lockpick", "--help")
    assert code == 0
    assert out.count("--want X") == 1


def test_options_are_held_against_each_other_by_the_attempts_they_need(odds: Run, tmp_path: Path) -> None:
    question = (*ATTACK[:-2], "--or", "--with power-attack", "--want", "0.5", "--exact")
    code, out, err = odds(*question)
    assert (code, err) == (0, "")
    assert "The fewest attacks for a chance of removed of 50%" in out
    _, out, _ = odds(*question, "--csv", "-", "--table", "want")
    rows = [line.split(",") for line in out.splitlines()]
    assert rows[0] == ["question", "attacks", "chance", "low", "high"]
    for name, attacks, chance, *_ in rows[1:]:
        alone = odds(*ATTACK[:-2], *name.split()[:2] * (name != "as asked"), "--want", "0.5", "--exact", "--json", "-")
        told = json.loads(alone[1])["tables"]["want"]
        assert next(row for row in told if row["attacks"] == int(attacks))["chance"] == float(chance)
        assert all(row["chance"] < 0.5 for row in told if row["attacks"] < int(attacks))


def test_a_boost_costs_its_stamina_without_being_told(odds: Run) -> None:
    def costs(*options: str) -> list[str]:
        code, out, _ = odds(*ATTACK[:-2], *options, "--exact", "--csv", "-")
        assert code == 0
        rows = [line.split(",") for line in out.splitlines()]
        place = rows[0].index("cost")
        return [" ".join(row[place : place + 2]) for row in rows[1:3]]

    assert costs("--or", "--with power-attack") == [" ", "1 Stamina"]
    assert costs("--with", "power-attack", "--or", "--with cumbersome --with power-attack") == [
        "1 Stamina",
        "2 Stamina",
    ]
    assert costs("--or", "--with high-ground") == [" ", " "]
