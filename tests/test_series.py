"""`odds run`: many questions of one file, their outputs and exit codes."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tamriel_odds import cli

Run = Callable[..., tuple[int, str, str]]

FILE = """
[run]
trials = 5000

[[question]]
name = "Plain: A/B"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"

[[question]]
name = "Door"
ask = "skyrim test"
need = 1
symbol = "circle"
pushes = 2
"""
BAD = '\n[[question]]\nname = "Bad"\nask = "cta attack"\nskil = 3\n'


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "asked.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_every_question_is_answered_under_its_name(odds: Run, file: Path) -> None:
    code, out, err = odds("run", file)
    assert (code, err) == (0, "")
    assert out.index("Plain: A/B\nodds cta attack") < out.index("\nDoor\nodds skyrim test")
    assert out.count("simulated: 5 000 trials") == 2


def test_the_line_that_is_shown_gives_the_same_answer(odds: Run, file: Path) -> None:
    _, out, _ = odds("run", file, "--json", "-")
    import shlex

    for answer in json.loads(out)["answers"]:
        _, again, _ = odds(*shlex.split(answer.pop("command_line"))[1:], "--json", "-")
        alone = json.loads(again)
        assert {name: alone[name] for name in answer if name != "name"} == {
            name: value for name, value in answer.items() if name != "name"
        }


def test_csv_has_a_question_column_first(odds: Run, file: Path) -> None:
    _, out, _ = odds("run", file, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert out.splitlines()[0] == "question,damage,pushes,count,probability,low,high,at_least,at_most"
    assert {row["question"] for row in rows} == {"Plain: A/B", "Door"}
    assert sum(int(row["count"]) for row in rows if row["question"] == "Door") == 5000
    _, events, _ = odds("run", file, "--csv", "-", "--table", "events")
    assert events.splitlines()[0] == "question,event,count,probability,low,high"
    _, damage, _ = odds("run", file, "--csv", "-", "--table", "damage")
    assert "Door" not in damage


def test_charts_are_named_after_the_questions(odds: Run, file: Path, tmp_path: Path) -> None:
    charts = tmp_path / "new" / "charts"
    assert odds("run", file, "--png", charts, "--svg", charts)[0] == 0
    assert sorted(path.name for path in charts.iterdir()) == [
        "door.png", "door.svg", "plain-a-b.png", "plain-a-b.svg",
    ]  # fmt: skip
    code, _, err = odds("run", file, "--png", charts)
    assert code == 2
    assert "plain-a-b.png: exists already; --force replaces it" in err
    assert odds("run", file, "--png", charts, "--force")[0] == 0


@pytest.mark.parametrize("path", ["-", "asked.toml"])
def test_a_folder_of_charts_is_a_folder(odds: Run, file: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    code, out, err = odds("run", file, "--png", path)
    assert (code, out) == (2, "")
    assert "folder" in err


def test_a_bad_question_stops_nothing_else(odds: Run, file: Path) -> None:
    file.write_text(BAD + FILE, encoding="utf-8")
    code, out, err = odds("run", file, "--json", "-")
    answers = json.loads(out)
    assert code == 2
    assert [answer["name"] for answer in answers["answers"]] == ["Plain: A/B", "Door"]
    assert err.startswith(f"odds: {file}:5: Bad: skil: odds cta attack has no such key")
    assert answers["refused"] == [err.removeprefix("odds: ").strip()]


def test_options_of_the_line_replace_those_of_the_file(odds: Run, file: Path) -> None:
    _, out, _ = odds("run", file, "--trials", "700", "--seed", "3", "--json", "-")
    assert {(answer["trials"], answer["seed"]) for answer in json.loads(out)["answers"]} == {(700, 3)}
    _, out, _ = odds("run", file, "--exact", "--json", "-")
    assert {answer["method"] for answer in json.loads(out)["answers"]} == {"exact"}


def test_verify_and_precision_have_their_exit_codes(odds: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = odds("run", file, "--verify")
    assert code == 0
    assert "largest z-score" in out.splitlines()[-1]
    assert odds("run", file, "--precision", "0.00001")[0] == 3
    monkeypatch.setattr("tamriel_odds.odds.rolling.largest_z", lambda tally, distribution: 4.6)
    assert odds("run", file, "--verify")[0] == 1


def test_a_table_that_no_question_has_is_refused_before_the_run(odds: Run, file: Path) -> None:
    code, out, err = odds("run", file, "--csv", "-", "--table", "fatigue")
    assert (code, out) == (2, "")
    assert "fatigue" in err


def test_ctrl_c_writes_what_is_finished(odds: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tamriel_odds.odds import series

    answered, calls = series.answer, []

    def interrupted(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return answered(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(series, "answer", interrupted)
    written = tmp_path / "answers.json"
    assert odds("run", file, "--json", written, "--png", tmp_path / "charts")[0] == 130
    kept = json.loads(written.read_text())
    assert kept["interrupted"] is True
    assert [answer["name"] for answer in kept["answers"]] == ["Plain: A/B"]
    assert [path.name for path in (tmp_path / "charts").iterdir()] == ["plain-a-b.png"]


def test_ctrl_c_before_the_first_answer_writes_nothing(
    odds: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("tamriel_odds.odds.series.answer", interrupted)
    code, out, err = odds("run", file, "--csv", tmp_path / "answers.csv")
    assert (code, out) == (130, "")
    assert "wrote" not in err
    assert not (tmp_path / "answers.csv").exists()


def test_all_bad_is_an_answer_with_nothing_in_it(odds: Run, file: Path) -> None:
    file.write_text(BAD, encoding="utf-8")
    code, out, _ = odds("run", file, "--csv", "-")
    assert (code, out) == (2, "question\n")
