"""A run of made-up measurements: what is printed, what is kept, and that one failure leaves the others as they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tamriel_odds.benchmarks import __main__ as program
from tamriel_odds.benchmarks import commands, processes
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import BUSY, FULL, QUICK, Pace
from tamriel_odds.benchmarks.record import Row, read
from tamriel_odds.benchmarks.registry import FIRST, MEMORY, Command


def measurements(pace: Pace) -> Iterator[Measurement]:
    def fails() -> list[Row]:
        raise ValueError("no dice")

    yield Measurement("rolls", "attack", lambda: [Row("rolls", "attack", 2e-9, 0.0, "R(4)", {"R(4)": 1e-9})])
    yield Measurement("rolls", "duel", fails)
    yield Measurement("rolls", "engage", lambda: [Row("rolls", "engage", 1e-9, 0.0, "R(4)", {"R(4)": 1e-9})])


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(program, "measurements", measurements)
    monkeypatch.setattr(program, "LATEST", tmp_path / "latest.json")


def test_a_whole_run_is_kept_with_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(FULL, only=(), path=None) == 1
    assert [row.what for row in read(tmp_path / "latest.json").rows] == ["attack", "engage"]
    printed = capsys.readouterr()
    assert (tmp_path / "latest.md").read_text(encoding="utf-8") == printed.out
    assert "[2/3] rolls: duel" in printed.err
    assert "ValueError: no dice" in printed.err
    assert printed.err.endswith("Not measured: rolls: duel.\n")


@pytest.mark.parametrize(("pace", "only"), [(QUICK, ()), (BUSY, ()), (FULL, ("engage",))])
def test_a_quick_run_and_a_part_are_kept_only_where_it_is_said(
    pace: Pace, only: tuple[str, ...], tmp_path: Path
) -> None:
    program.run(pace, only, None)
    assert list(tmp_path.iterdir()) == []
    program.run(pace, only, tmp_path / "mine.json")
    kept = read(tmp_path / "mine.json")
    assert kept.machine.get("seconds") == ("of the processor" if pace is BUSY else None)
    assert {row.what for row in kept.rows} == ({"engage"} if only else {"attack", "engage"})


def test_a_part_is_chosen_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(FULL, only=("engage", "rolls: att"), path=None) == 0
    assert "duel" not in capsys.readouterr().err


def test_a_process_tells_its_cost_and_a_failing_one_why(tmp_path: Path) -> None:
    launcher = processes.Launcher(tmp_path)
    cost = launcher.cost([*processes.PYTHON, "bytearray(50_000_000)"])
    assert cost.peak > 50e6
    with pytest.raises(RuntimeError, match=r"exit code 3\n.*no dice"):
        launcher.cost([*processes.PYTHON, "import sys; sys.stderr.write('no dice'); sys.exit(3)"])


def test_a_small_process_is_not_charged_for_the_one_that_started_it(tmp_path: Path) -> None:
    large = bytearray(200_000_000)
    assert processes.Launcher(tmp_path).cost([*processes.PYTHON, "pass"]).peak < len(large) / 4


def test_the_yardsticks_and_commands_of_processes_run(tmp_path: Path) -> None:
    launcher = processes.Launcher(tmp_path)
    for words in (processes.YARDSTICKS[processes.IMPORT], (*commands.ATTACK, "--exact"), (commands.ODDS, "--help")):
        assert launcher.cost(words).wall > 0
    assert launcher.fresh() == "cold 0"


def test_memory_is_measured_once_and_by_its_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = iter([processes.Cost(1.0, 1.0, 5e6), processes.Cost(1.0, 1.0, 10e6), processes.Cost(9.0, 2.0, 50e6)])
    monkeypatch.setattr(processes.Launcher, "cost", lambda *_: next(costs))
    row = processes.row(Command(MEMORY, "run", ("run",), 60e6), QUICK)
    assert (row.ours, row.against, row.facts) == (50e6, {processes.IMPORT: 10e6}, {"user": 2.0})
    assert row.is_met(row.reaches[0])


def test_a_first_answer_has_a_new_cache_in_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    caches = []

    def cost(launcher: processes.Launcher, words: tuple[str, ...], cache: str = "warm") -> processes.Cost:
        (launcher.folder / cache).mkdir(exist_ok=True)
        caches.append((words[0], cache))
        return processes.Cost(3.0 if words == ("run",) else 1.5, 1.0, 1.0)

    monkeypatch.setattr(processes.Launcher, "cost", cost)
    row = processes.row(Command(FIRST, "run", ("run",)), QUICK)
    assert [cache for word, cache in caches if word == "run"] == ["cold 0", "cold 1", "cold 2"]
    assert (row.ours, row.ratio, row.yardstick) == (3.0, 2.0, processes.COMPILE)


def test_a_quick_run_leaves_out_what_takes_very_long() -> None:
    names = [measurement.name for measurement in processes.measurements(QUICK)]
    assert "first answer: attack" in names
    assert "first answer: duel" not in names
