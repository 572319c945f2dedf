"""What a run writes, what it reads again, and what its tables say, on made-up rows."""

import getpass
import platform
from pathlib import Path

import pytest

from tamriel_odds.benchmarks.record import LATEST, Reach, Results, Row, machine, read, write
from tamriel_odds.benchmarks.report import duration, number, report, table

ATTACK = Row(
    table="rolls",
    what="attack",
    ours=2e-9,
    noise=0.03,
    yardstick="R(4)",
    against={"R(4)": 1e-9, "one thread": 3.9e-9, "numpy, a draw a die": 1e-7},
    facts={"dice": 4, "outcomes": 96},
    reaches=(Reach("R(4)", at_most=1.8), Reach("numpy, a draw a die", at_least=45)),
)
HELP = Row("start", "odds --help", 0.1, 0.0, "import numpy", {"import numpy": 0.08}, {}, (Reach(at_most=0.12),))
LONG = Row("memory", "10^9 trials", 250e6, 0.0, "import numpy", {"import numpy": 30e6}, {}, (Reach(at_most=300e6),))
MADE_UP = Results({"date": "2026-01-01", "cores": 2}, (ATTACK, HELP, LONG))


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "results" / "run.json"
    write(MADE_UP, path)
    assert read(path) == MADE_UP
    assert path.read_text(encoding="utf-8").count("\n") == len(MADE_UP.rows) + 5


def test_numbers_are_kept_to_four_digits(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write(Results({}, (Row("rolls", "attack", 1.234567e-9, 1 / 3, "R(4)", {"R(4)": 2 / 3}),)), path)
    (row,) = read(path).rows
    assert (row.ours, row.noise, row.against["R(4)"]) == (1.235e-9, 0.3333, 0.6667)


def test_a_row_says_whether_its_reaches_are_met() -> None:
    yardstick, numpy = ATTACK.reaches
    assert ATTACK.ratio == pytest.approx(2.0)
    assert (ATTACK.measured(yardstick), ATTACK.is_met(yardstick)) == (pytest.approx(2.0), False)
    assert (ATTACK.measured(numpy), ATTACK.is_met(numpy)) == (pytest.approx(50.0), True)
    assert HELP.is_met(HELP.reaches[0])
    assert not Row("start", "", 0.13, 0.0, "", {}).is_met(HELP.reaches[0])


def test_the_report_has_a_table_of_each_kind_and_every_reach() -> None:
    text = report(MADE_UP)
    assert text.startswith("Measured: date 2026-01-01, cores 2.")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "| attack | 4 | 2 ns | 500 | 2 R(4) | 1.95x | 50x |" in lines
    assert "| rolls: attack | 2 R(4) | at most 1.8 | missed |" in lines
    assert "| rolls: attack | 50x numpy, a draw a die | at least 45x | met |" in lines
    assert "| start: odds --help | 100 ms | at most 120 ms | met |" in lines
    assert "| memory: 10^9 trials | 250 MB | at most 300 MB | met |" in lines


def test_a_column_that_says_nothing_is_left_out() -> None:
    assert table([("a", "b", "c"), ("1", "", "3")]) == "| a | c |\n|---|---|\n| 1 | 3 |"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1.5, "1.5 s"), (0.0123, "12.3 ms"), (4e-7, "400 ns"), (1e-11, "0.01 ns"), (1234.0, "1 234 s")],
)
def test_a_duration_has_three_digits(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_numbers_have_no_exponent() -> None:
    assert [number(value) for value in (0.0123, 1.5, 99.96, 123.4, 12345.6)] == [
        "0.0123",
        "1.5",
        "100",
        "123",
        "12 346",
    ]


def test_a_machine_is_described_without_its_name_and_place() -> None:
    facts = machine()
    assert {"date", "processor", "cores", "python", "numpy", "numba", "icepool"} <= facts.keys()
    told = " ".join(map(str, facts.values()))
    assert platform.node() not in told
    assert str(Path.home()) not in told
    assert getpass.getuser() not in told


def test_the_kept_results_are_a_whole_run() -> None:
    tables = {row.table for row in read(LATEST).rows}
    assert {"rolls", "exact", "start", "first answer", "memory"} <= tables
