"""Whole processes: from the command to the answer, with warm and with empty caches, and the memory of a long run."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tamriel_odds.benchmarks.registry import MECHANICS
from tamriel_odds.benchmarks.report import Row
from tamriel_odds.odds.call_to_arms.attack import Attack

ATTACK = tuple(shlex.split(Attack.example)[1:])
ODDS = (str(Path(sys.executable).with_name("odds")),)
# A process that rolls and says its own peak, which Linux counts in kilobytes and macOS in bytes.
LONG_RUN = """
import resource, sys
from tamriel_odds.benchmarks.registry import MECHANICS
from tamriel_odds.odds.rolling import run
run(MECHANICS[-1].question, trials=10**9)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.fixture
def process(tmp_path):
    """Run `odds` (or Python) without anybody's settings, its cache in a folder of the test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ODDS_", "NUMBA_"))}

    def run(*words, cache="warm", program=ODDS):
        own = {"ODDS_CACHE_DIR": str(tmp_path / cache), "XDG_CONFIG_HOME": str(tmp_path / "config")}
        done = subprocess.run([*program, *words], env={**kept, **own}, capture_output=True, text=True, check=True)
        return done.stdout

    return run


def test_help(alone, process):
    alone("odds --help", lambda: process("--help"), at_most=0.12, rounds=20)


def test_warm_answer(alone, process):
    process(*ATTACK)
    alone("warm answer, 10^7 trials", lambda: process(*ATTACK), at_most=0.8, rounds=10)


def test_warm_answer_with_chart(alone, process, tmp_path):
    chart = ("--png", str(tmp_path / "odds.png"), "--force")
    process(*ATTACK, *chart)
    alone("the same with a chart", lambda: process(*ATTACK, *chart), at_most=1.1)


def test_first_answer(alone, process):
    caches = iter(range(99))
    alone(
        "first answer, compiled",
        lambda cache: process(*ATTACK, cache=cache),
        at_most=4.0,
        setup=lambda: ((f"cold {next(caches)}",), {}),
        rounds=3,
    )


def test_memory(record, process):
    megabytes = int(process("-c", LONG_RUN, program=(sys.executable,))) / 1e6
    record(Row(f"peak memory, 10^9 trials, {MECHANICS[-1].name}", 0.0, "", None, megabytes, "MB", at_most=300))
