"""What went wrong in other programs of this kind, asked of every question here; the number is that of the case.

Cases that concern one mechanic stand among the tests of that mechanic.
"""

import csv
import io
import json
import os
import pty
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamriel_odds import cli
from tamriel_odds.benchmarks.processes import Launcher
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.compare import COLUMNS, Option, compare
from tamriel_odds.odds.decision import read_options
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.measures import measures
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import exact, run, widest
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.tables import frame, summary

Run = Callable[..., tuple[int, str, str]]
BOX = Box.shipped()
EXAMPLES = [row for row in cli.ROWS if row.is_question and not re.search(r"\.toml", cli.class_of(row).example)]
ATTACK = ["cta", "attack", "--skill", "3", "--attack", "[GREEN][RED] / [SWORDS]: Piercing (1)", "--health", "2"]
FURTHER = [
    [*ATTACK, "--or", "--with power-attack"],
    [*ATTACK, "--sweep", "skill=2..4", "--sweep", "modifier=-1..1"],
    [*ATTACK, "--want", "0.9", "--luck", "1", "--explain"],
]
each_example = pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row.command)


@cache
def example(row: cli.Row) -> Question:
    """The question of the line that its help shows."""
    kind = cli.class_of(row)
    return build(kind, read_options(kind, kind.example.removeprefix(f"odds {kind.command}")))


def words(row: cli.Row) -> list[str]:
    return shlex.split(cli.class_of(row).example)[1:]


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **options.pop("environment", {})}
    return subprocess.run([sys.executable, "-m", "tamriel_odds.cli", *arguments], env=environment, **options)


# Dice and rules


@pytest.mark.parametrize("pushes", [0, 1, 2, 3])
def test_04_10_a_die_that_is_rolled_again_has_its_depth(pushes: int) -> None:
    question = SkillTest(need=1, symbol="circle", dice=1, pushes=pushes)
    assert exact(question).event("success") == 1 - 0.5 ** (pushes + 1)


@pytest.mark.parametrize(
    "question", [SkillTest(need=1, symbol="circle", dice=0), Attack(skill=3, attack="Piercing (1)")]
)
def test_09_pools_of_no_dice_have_their_right_weight(question: Question) -> None:
    assert exact(question).probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert run(question, trials=500).counts.sum() == 500


def test_11_no_dice_are_an_answer_with_a_chart(odds: Run, tmp_path: Path) -> None:
    for number, line in enumerate((["skyrim", "test", "--need", "1", "--symbol", "circle", "--dice", "0"],
                                   ["cta", "attack", "--skill", "3", "--attack", "Piercing (1)"])):  # fmt: skip
        assert odds(*line, "--exact", "--png", tmp_path / f"{number}.png")[0] == 0
        assert (tmp_path / f"{number}.png").exists()


def test_12_dice_below_none_are_refused(odds: Run) -> None:
    code, out, err = odds("skyrim", "test", "--need", "1", "--symbol", "circle", "--dice", "-1")
    assert (code, out) == (2, "")
    assert err.startswith("odds: --dice -1: ")


def test_21_34_every_die_has_its_faces_its_mean_and_its_deviation(odds: Run) -> None:
    for die in shipped_dice().values():
        assert len(die.faces) in (6, 12, 20), die.name
        numbers = [face.number for face in die.faces]
        assert die.mean == pytest.approx(np.mean(numbers))
        assert die.standard_deviation == pytest.approx(np.std(numbers))
    _, out, _ = odds("dice", "show", "lockpick")
    assert "mean 3.5000, standard deviation 1.7078" in out


def test_22_the_deviation_of_a_pool_is_that_of_its_dice() -> None:
    """Three red dice of an attack that hits whatever is rolled but Failures: variances add up."""
    die = BOX.dice["red"]
    question = Attack(skill=10, attack="[RED][RED][RED]", attribute_test=True)
    answer = exact(question)
    hit, mean, variance = answer.event("hit"), 3 * die.mean, 3 * die.standard_deviation**2
    square = hit * (variance + mean**2)
    assert answer.standard_deviation("damage") == pytest.approx((square - (hit * mean) ** 2) ** 0.5, abs=1e-9)


@each_example
def test_35_simulation_and_exact_answer_agree_on_every_example(odds: Run, row: cli.Row) -> None:
    if example(row).roll(BOX).exact() is None:
        return
    if example(row).roll(BOX).is_certain:
        return
    code, out, _ = odds(*words(row), "--verify", "--trials", "60000")
    assert code == 0, out


def test_16_the_order_in_which_effects_are_listed_changes_no_damage() -> None:
    one, other = "[SWORDS]: Piercing (1)", "[DRAGONBORN]: add [BLACK]"
    damage = [
        exact(Attack(skill=3, attack=f"[GREEN][RED][YELLOW] / {first} / {second}", armor="[RED][BLACK]")).along(
            "damage"
        )
        for first, second in ((one, other), (other, one))
    ]
    assert damage[0] == pytest.approx(damage[1], abs=1e-15)


def test_18_38_a_hit_is_no_damage_and_damage_is_no_removal(odds: Run) -> None:
    """By hand: a red die against a black one hits, does damage and removes at different rates, each under its name."""
    _, out, _ = odds("cta", "attack", "--skill", "3", "--attack", "[RED]", "--armor", "[BLACK]", "--health", "2",
                     "--attribute-test", "--exact", "--json", "-")  # fmt: skip
    answer = json.loads(out)
    red, black = ([face.number for face in shipped_dice()[name].faces] for name in ("red", "black"))
    left = [max(stars - armor, 0) for stars in red for armor in black]
    hit = answer["events"]["hit"]["probability"]
    assert 1 - answer["tables"]["damage"][0]["probability"] == pytest.approx(hit * np.mean([one > 0 for one in left]))
    assert answer["events"]["removed"]["probability"] == pytest.approx(hit * np.mean([one > 1 for one in left]))


def test_19_20_reduction_is_a_stage_of_its_own_and_never_below_nothing(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--armor", "[BLACK][BLACK][RED] (3)", "--exact", "--explain", "--json", "-")
    answer = json.loads(out)
    stages = {row["stage"]: row["overall"] for row in answer["tables"]["explain"]}
    assert stages["armor"] == pytest.approx(answer["tables"]["damage"][1]["at_least"])
    assert answer["tables"]["damage"][0]["damage"] == 0


# Statistics


@each_example
def test_08_41_51_54_the_numbers_of_an_answer_agree_with_each_other(row: cli.Row) -> None:
    answer = run(example(row), trials=3000)
    for name, mean, error, deviation, _ in summary(answer).itertuples(index=False):
        rows = frame(answer, name)
        assert rows["probability"].sum() == pytest.approx(1)
        assert mean == pytest.approx(float((rows[name] * rows["probability"]).sum()))
        assert error == pytest.approx(deviation / 3000**0.5)
        at_least = rows["at_least"].to_numpy()
        assert at_least[0] == 1
        assert (np.diff(at_least) <= 0).all()
        assert at_least[:-1] - at_least[1:] == pytest.approx(rows["probability"].to_numpy()[:-1])
        assert (rows["low"] <= rows["probability"]).all()
        assert (rows["probability"] <= rows["high"]).all()


def test_39_the_default_run_is_within_a_tenth_of_a_point() -> None:
    assert widest(run(Attack(skill=3, attack="[GREEN][RED]"))) < 0.001


@each_example
def test_44_no_question_differs_from_itself(row: cli.Row) -> None:
    question = example(row)
    if not measures(question.roll(BOX).outcomes):
        return
    series = compare([Option("X", question), Option("again", question)], Settings(trials=2000), BOX)
    for told in series.listings[0].rows:
        shown = dict(zip(COLUMNS, told, strict=True))
        assert shown["difference"] in (0, None)
        if shown["question"] == "again":
            assert shown["better"] + shown["equal"] + shown["worse"] == pytest.approx(1, abs=1e-12)  # type: ignore[operator]
            assert shown["better"] == pytest.approx(shown["worse"], abs=1e-12)


def test_46_other_chunks_roll_other_dice_and_errors_fall_as_they_should() -> None:
    from tamriel_odds.odds.rolling import Roller

    question = Attack(skill=3, attack="[GREEN][RED]")
    with Roller(question.roll(BOX), 1) as roller:
        parts = [tuple(roller.roll(first, first + 4000).tolist()) for first in range(0, 40_000, 4000)]
    assert len(set(parts)) == len(parts)
    small, large = (run(question, trials=trials).standard_error("damage") for trials in (10_000, 40_000))
    assert small / large == pytest.approx(2, rel=0.05)


def test_47_the_table_reaches_the_largest_outcome_seen_or_not() -> None:
    answer = run(Attack(skill=3, attack="[BLACK][RED][YELLOW]"), trials=5)
    rows = frame(answer)
    assert rows["damage"].iloc[-1] == exact(answer.question).outcomes.axis("damage").values[-1]
    unseen = rows[rows["count"] == 0]
    assert (unseen["high"] > 0).all()


@pytest.mark.slow
def test_48_a_billion_trials_fit_in_little_memory(tmp_path: Path) -> None:
    """A process whose parent is small: the peak that Linux tells of one begins with that of its parent."""
    program = (sys.executable, "-c", "import sys; from tamriel_odds import cli; sys.exit(cli.main())")
    assert Launcher(tmp_path).cost([*program, *ATTACK, "--trials", "1000000000", "--quiet"]).peak < 300e6


@each_example
def test_42_49_56_63_every_question_honours_trials_and_tells_the_same_facts(odds: Run, row: cli.Row) -> None:
    code, out, _ = odds(*words(row), "--trials", "777", "--seed", "5", "--level", "0.9", "--json", "-")
    answer = json.loads(out)
    assert code == 0
    assert list(answer) == [
        "schema", "command", "version", "method", "trials", "seed", "level", "question", "tables", "events", "summary",
        "rulings", "dice", "command_line", "notes",
    ]  # fmt: skip
    assert (answer["schema"], answer["version"], answer["level"]) == (1, "0.1.0", 0.9)
    assert answer["command"] == row.command
    if answer["method"] == "simulated":
        assert (answer["trials"], answer["seed"]) == (777, 5)
    assert "NaN" not in out


@each_example
def test_50_two_runs_in_one_process_are_the_same(row: cli.Row) -> None:
    first, second = (run(example(row), trials=400) for _ in range(2))
    assert (first.counts == second.counts).all()


@pytest.mark.parametrize(
    "line",
    [
        ["cta", "attack", "--skill", "3", "--attack", "[RED]" * 4000],
        ["cta", "attack", "--skill", "3", "--attack", "999 red"],
        ["skyrim", "test", "--need", "1", "--symbol", "circle", "--dice", "99999"],
        ["betrayal", "lockpick", "1-2-3", "--attempts", "99999"],
        ["betrayal", "engage", "--dice", "9999 combat"],
        [*ATTACK, "--sweep", "skill=1..999999999"],
        [*ATTACK, "--trials", "9" * 30],
    ],
    ids=lambda line: " ".join(line)[:50],
)
def test_57_what_is_too_large_is_refused_at_once(odds: Run, line: list[str]) -> None:
    started = time.process_time()
    code, out, err = odds(*line)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert time.process_time() - started < 1.5


# Files, terminal, charts


def test_60_rows_keep_the_order_they_were_asked_in(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--exact", "--sweep", "skill=5,2,9", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(dict.fromkeys(row["skill"] for row in rows)) == ["5", "2", "9"]


@pytest.mark.parametrize("line", [*FURTHER, ["tour"]], ids=["or", "sweep", "want", "tour"])
@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["cp1252", "C"],
)
def test_64_consoles_that_lack_letters_get_an_answer(line: list[str], environment: dict[str, str]) -> None:
    exactly = [] if line == ["tour"] else ["--exact"]
    done = process(*line, *exactly, environment=environment, capture_output=True, check=True)
    assert done.stderr == b""
    assert b"odds cta attack" in done.stdout


@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("line", [ATTACK, *FURTHER[:2]], ids=["one", "or", "sweep"])
def test_66_a_file_is_what_standard_output_gets(tmp_path: Path, line: list[str], kind: str) -> None:
    file = tmp_path / "answer"
    process(*line, "--exact", f"--{kind}", str(file), capture_output=True, check=True)
    out = process(*line, "--exact", f"--{kind}", "-", capture_output=True, check=True).stdout
    assert file.read_bytes() == out
    assert b"\r" not in out
    assert b"\n\n" not in out


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_67_a_reader_that_leaves_early_is_no_error(unbuffered: str) -> None:
    words = shlex.join([*FURTHER[1], "--exact", "--csv", "-", "--table", "damage"])
    line = f"{shlex.quote(sys.executable)} -m tamriel_odds.cli {words} | head -1"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"question,damage,count,probability,low,high,at_least,at_most\n", b"")


def test_68_json_is_json_where_the_progress_is_drawn_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    done = process(*ATTACK, "--trials", "3000000", "--json", "-", stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    os.close(ours)
    assert json.loads(done.stdout)["trials"] == 3_000_000


@pytest.mark.parametrize("row", cli.ROWS, ids=lambda row: row.command)
def test_69_brackets_of_help_are_as_they_are_written(odds: Run, row: cli.Row) -> None:
    code, out, _ = odds(*row.command.split(), "--help")
    assert code == 0
    assert "\\[" not in out
    if isinstance(row.target, str):
        said = " ".join(out.split())
        for field in cli.class_of(row).model_fields.values():
            for bracketed in re.findall(r"\[[^\]]*\]", field.description or ""):
                assert bracketed in said
