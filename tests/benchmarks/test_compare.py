"""Two runs side by side, on made-up results."""

import json
from pathlib import Path

import pytest

from tamriel_odds.benchmarks import __main__ as program
from tamriel_odds.benchmarks.compare import changes, told
from tamriel_odds.benchmarks.record import Results, Row, write


def row(what: str, ours: float, yardstick: float = 1e-9, noise: float = 0.0, name: str = "R(4)") -> Row:
    return Row("rolls", what, ours, noise, name, {name: yardstick})


def run(*rows: Row, **machine: object) -> Results:
    return Results({"date": "2026-01-01", "numba": "0.62", **machine}, rows)


def test_a_row_is_judged_in_the_yardstick_of_its_own_run() -> None:
    base, new = run(row("attack", 1e-9)), run(row("attack", 3e-9, yardstick=3e-9))
    (change,), alone = changes(base, new)
    assert (change.growth, change.is_slower, change.verdict, alone) == (0.0, False, "", [])


@pytest.mark.parametrize(
    ("ours", "is_slower", "verdict"), [(1.09e-9, False, ""), (1.11e-9, True, "slower"), (0.8e-9, False, "faster")]
)
def test_a_tenth_is_allowed(ours: float, is_slower: bool, verdict: str) -> None:
    (change,), _ = changes(run(row("attack", 1e-9)), run(row("attack", ours)))
    assert (change.is_slower, change.verdict) == (is_slower, verdict)


def test_a_change_as_large_as_the_noise_says_so() -> None:
    (change,), _ = changes(run(row("attack", 1e-9, noise=0.5)), run(row("attack", 1.3e-9)))
    assert change.verdict == "slower, if it is not noise"


def test_what_became_slower_is_named() -> None:
    base = run(row("attack", 1e-9), row("engage", 1e-9))
    text, slower = told(base, run(row("attack", 1.25e-9), row("engage", 0.5e-9)))
    assert [change.after.what for change in slower] == ["attack"]
    assert text.endswith("Slower by more than 10% in its own yardstick:\n- rolls: attack, +25%")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "| rolls | engage | R(4) | 1 | 0.5 | -50% | faster |" in lines


def test_nothing_slower_is_said_too() -> None:
    text, slower = told(run(row("attack", 1e-9)), run(row("attack", 1e-9)))
    assert (text.splitlines()[-1], slower) == ("Nothing is slower by more than 10% in its own yardstick.", [])


def test_rows_that_cannot_be_compared_are_named() -> None:
    base = run(row("attack", 1e-9), row("duel", 1e-9))
    new = run(row("duel", 1e-9, name="R(128)"), row("engage", 1e-9))
    both, alone = changes(base, new)
    assert both == []
    assert alone == [
        "rolls: attack (only in the base run)",
        "rolls: duel (in R(4), now in R(128))",
        "rolls: engage (only in the new run)",
    ]
    assert "Not compared: rolls: attack (only in the base run); " in told(base, new)[0]


def test_machines_that_differ_are_named() -> None:
    text, _ = told(run(row("attack", 1e-9)), run(row("attack", 1e-9), numba="0.68", date="2026-02-02"))
    assert "The runs differ in numba 0.62 and 0.68." in text


def test_the_command_compares_files_and_fails_where_something_is_slower(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    base, new = tmp_path / "base.json", tmp_path / "new.json"
    write(run(row("attack", 1e-9)), base)
    write(run(row("attack", 2e-9)), new)
    monkeypatch.setattr("sys.argv", ["benchmarks", "compare", str(base), str(new)])
    assert program.main() == 1
    assert "- rolls: attack, +100%" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["benchmarks", "compare", str(new), str(base)])
    assert program.main() == 0
    assert json.loads(base.read_text(encoding="utf-8"))["rows"][0]["what"] == "attack"


@pytest.mark.parametrize("text", [None, "no JSON", "{}", '{"machine": {}, "rows": [{"reaches": []}]}'])
def test_a_file_that_no_run_has_written_is_refused_in_a_sentence(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "base.json"
    if text is not None:
        base.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["benchmarks", "compare", str(base), str(base)])
    with pytest.raises(SystemExit) as stopped:
        program.main()
    assert stopped.value.code == 2
    assert "what `make bench` has written is needed twice: " in capsys.readouterr().err
