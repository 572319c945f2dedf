"""`--sweep`: rows, grid, table and charts."""

import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tamriel_odds import cli

Run = Callable[..., tuple[int, str, str]]
ATTACK = ("cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--armor", "[BLACK] (1)", "--trials", "2000")


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_one_field_is_a_row_a_value(odds: Run) -> None:
    code, out, err = odds(*ATTACK, "--sweep", "modifier=-2..3")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[4:10]] == ["-2", "-1", "0", "1", "2", "3"]


def test_two_fields_are_a_grid(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--sweep", "skill=2..4", "--sweep", "with=,power-attack")
    assert "damage (mean) by skill (down) and with (across)" in out
    assert "power-attack" in out


def test_csv_is_long_and_tidy(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--sweep", "skill=2..4", "--sweep", "strong-armor=0..1", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert out.startswith("question,skill,strong_armor,measure,value,low,high\n")
    assert len(rows) == 6 * 4
    _, out, _ = odds(*ATTACK, "--sweep", "skill=2..4", "--csv", "-", "--table", "damage")
    assert out.startswith("question,damage,count,")
    _, out, _ = odds(*ATTACK, "--sweep", "skill=2..4", "--csv", "-", "--table", "hit")
    assert out.startswith("question,skill,measure")


def test_json_holds_every_answer_and_the_sweep(odds: Run) -> None:
    line = (*ATTACK, "--sweep", "skill=2..4", "--seed", "9")
    _, out, _ = odds(*line, "--json", "-")
    answer = json.loads(out)
    assert [one["question"]["skill"] for one in answer["answers"]] == [2, 3, 4]
    assert answer["sweep"][0]["measure"] == "damage"
    assert odds(*shlex.split(answer["command_line"])[1:], "--json", "-")[1] == out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cta attack --attack gr --sweep skill=3..4", "odds cta attack --attack gr --sweep skill=3..4 --exact"),
        (
            "cta attack --attack gr --skill 9 --sweep skill=3..4",
            "odds cta attack --attack gr --sweep skill=3..4 --exact",
        ),
        (
            "cta attack --attack gr --skill 3 --with high-ground --sweep with=,power-attack",
            "odds cta attack --attack gr --skill 3 --with high-ground --sweep with=,power-attack --exact",
        ),
        ("skyrim test --symbol circle --sweep need=1..2", "odds skyrim test --symbol circle --sweep need=1..2 --exact"),
    ],
)
def test_what_is_swept_need_not_be_given_besides(odds: Run, line: str, said: str) -> None:
    code, out, _ = odds(*line.split(), "--exact")
    assert (code, out.splitlines()[0]) == (0, said)
    assert odds(*shlex.split(said)[1:])[1] == out


def test_a_value_that_cannot_be_is_refused_with_its_point(odds: Run) -> None:
    code, out, err = odds(*ATTACK, "--sweep", "skill=98..100")
    assert (code, out) == (2, "")
    assert err.startswith("odds: --sweep at skill=100: ")
    code, _, err = odds(*ATTACK, "--sweep", "skill=1..2", "--or", "--skill 3")
    assert code == 2
    assert "exclude each other" in err
    code, _, err = odds(*ATTACK, "--sweep", "skill=1..2", "--csv", "-", "--table", "damge")
    assert code == 2
    assert "did you mean 'damage'" in err


def test_charts_are_of_one_field_or_two(odds: Run, tmp_path: Path) -> None:
    for number, sweeps in enumerate((["skill=2..4"], ["skill=2..4", "modifier=0..1"], ["with=,power-attack"])):
        words = [word for text in sweeps for word in ("--sweep", text)]
        assert odds(*ATTACK, *words, "--png", tmp_path / f"{number}.png", "--table", "hit")[0] == 0
        assert (tmp_path / f"{number}.png").read_bytes().startswith(b"\x89PNG")
    words = [word for text in ("skill=2,3", "modifier=0", "health=1") for word in ("--sweep", text)]
    code, _, err = odds(*ATTACK, *words, "--png", tmp_path / "3.png")
    assert code == 2
    assert "one or two options" in err


def test_ctrl_c_leaves_the_finished_points(odds: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tamriel_odds.odds import series

    for finished in (2, 0):
        answered, calls = series.answer, []

        def interrupted(*arguments: object, calls=calls, answered=answered, finished=finished) -> object:
            calls.append(arguments)
            if len(calls) > finished:
                raise KeyboardInterrupt
            return answered(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(series, "answer", interrupted)
            code, out, _ = odds(*ATTACK, "--sweep", "skill=2..9", "--png", tmp_path / f"{finished}.png")
        assert code == 130
        assert (tmp_path / f"{finished}.png").exists() == bool(finished)
        assert out.count("%") >= 2 * finished


def test_options_with_other_special_effects_are_swept_over_what_they_share(odds: Run, tmp_path: Path) -> None:
    """A weapon has effects of its own, and so a column or curve of its own that the others lack."""
    attacks = "attack=[RED] / [SWORDS]: Piercing (1),[GREEN][RED] / [DRAGONBORN]: Stagger"
    code, out, err = odds(
        "cta", "attack", "--attack", "[RED]", "--skill", "3", "--health", "2", "--exact", "--sweep", attacks,
        "--png", str(tmp_path / "swept.png"), "--csv", str(tmp_path / "swept.csv"),
    )  # fmt: skip
    assert (code, err) == (0, "".join(f"wrote {tmp_path / name}\n" for name in ("swept.csv", "swept.png")))
    assert "removed" in out
    assert "Piercing (1)" in (tmp_path / "swept.csv").read_text()
    assert (tmp_path / "swept.png").stat().st_size > 0
