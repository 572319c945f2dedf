"""The two ways to measure, and the table they end in."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from tamriel_odds.benchmarks.report import Row, machine, markdown, write

ROWS = pytest.StashKey[list[Row]]()


def pytest_addoption(parser):
    parser.addoption("--results", type=Path, metavar="FOLDER", help="write latest.json and latest.md there")


def pytest_configure(config):
    config.stash[ROWS] = []
    config.option.benchmark_quiet = True  # Its table has no ratios; ours is printed instead.


def pytest_terminal_summary(terminalreporter, config):
    if not (rows := config.stash[ROWS]):
        return
    where = machine()
    terminalreporter.write_line("\n" + markdown(rows, where))
    if folder := config.getoption("--results"):
        write(rows, where, folder)


def seconds(call: Callable[[], object]) -> float:
    begin = perf_counter()
    call()
    return perf_counter() - begin


@pytest.fixture
def race(benchmark, pytestconfig):
    """Time two callables in turn, best of `rounds`, so that a noisy neighbour slows both; `sizes` are their units.

    The result is how many times slower the other is, or with `at_most` how many times slower we are.
    """

    def run(what, ours, against, theirs, sizes=(1, 1), rounds=10, at_most=None, at_least=None):
        theirs()
        their_seconds: list[float] = []
        benchmark.pedantic(
            ours, setup=lambda: their_seconds.append(seconds(theirs)), rounds=rounds, iterations=1, warmup_rounds=1
        )
        our, their = benchmark.stats.stats.min / sizes[0], min(their_seconds) / sizes[1]
        value = their / our if at_most is None else our / their
        pytestconfig.stash[ROWS].append(Row(what, our, against, their, value, "x", at_most, at_least))

    return run


@pytest.fixture
def alone(benchmark, pytestconfig):
    """Time one callable that starts a process, best of `rounds`; `setup` comes before each, unmeasured."""

    def run(what, ours, at_most, setup=None, rounds=5):
        benchmark.pedantic(ours, setup=setup, rounds=rounds, iterations=1)
        best = benchmark.stats.stats.min
        pytestconfig.stash[ROWS].append(Row(what, best, "", None, best, "s", at_most))

    return run


@pytest.fixture
def record(pytestconfig):
    """Put down a row that is no time."""
    return pytestconfig.stash[ROWS].append
