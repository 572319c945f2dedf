"""Whole processes: from the command to the answer, with warm and with empty caches, and the memory of a long run."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tamriel_odds.benchmarks.growth import power
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Pace, Times
from tamriel_odds.benchmarks.record import Reach, Row
from tamriel_odds.odds.call_to_arms.attack import Attack

ODDS = (str(Path(sys.executable).with_name("odds")),)
PYTHON = (sys.executable, "-P", "-c")
LAUNCH = (sys.executable, "-P", str(Path(__file__).with_name("launch.py")))
ATTACK = (*ODDS, *shlex.split(Attack.example)[1:])
DUEL_FACTS = '--skill-{0} 4 --attack-{0} "[GREEN][RED]" --armor-{0} "[YELLOW]" --health-{0} 3'
DUEL = (*ODDS, *shlex.split(f"cta duel {DUEL_FACTS.format('a')} {DUEL_FACTS.format('b')}"))
COMBAT = (*ODDS, "skyrim", "combat", "draugr")

IMPORT, COMPILE = "import numpy", "compile R(4)"
YARDSTICKS = {
    IMPORT: (*PYTHON, "import numpy"),
    COMPILE: (*PYTHON, "from tamriel_odds.benchmarks.yardstick import Filler\nwith Filler(4, 1, 1) as f: f.fill(1)"),
}
COLD_ROUNDS = 3


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds, of those on its own instructions in all threads, and bytes at its peak."""

    wall: float
    user: float
    peak: float


@dataclass(frozen=True)
class Launcher:
    """Starts programs in a folder of their own, without anybody's settings."""

    folder: Path

    def cost(self, words: Sequence[str], cache: str = "warm") -> Cost:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ODDS_", "NUMBA_"))}
        own = {"ODDS_CACHE_DIR": str(self.folder / cache), "XDG_CONFIG_HOME": str(self.folder / "config")}
        done = subprocess.run(
            [*LAUNCH, *words], env={**kept, **own}, cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{shlex.join(words)}: exit code {done.returncode}\n{done.stderr}")
        return Cost(**json.loads(done.stdout))

    def fresh(self) -> str:
        """The name of a cache that is not there yet."""
        return f"cold {sum(1 for _ in self.folder.glob('cold *'))}"


def measurements(pace: Pace) -> Iterator[Measurement]:
    """Medians of several rounds, in each of which the yardstick comes first."""
    rounds, cold = pace.processes, min(pace.processes, COLD_ROUNDS)
    long = 10**9 if pace.is_full else 10**8

    def start(what: str, words: Sequence[str], reach: float | None = None) -> Measurement:
        return Measurement("start", what, lambda: [_start(what, words, reach, rounds)])

    def first(what: str, words: Sequence[str], rounds: int, reach: float | None = None) -> Measurement:
        return Measurement("first answer", what, lambda: [_first(what, words, reach, rounds)])

    def memory(what: str, words: Sequence[str], reach: float | None = None) -> Measurement:
        return Measurement("memory", what, lambda: [_memory(what, words, reach)])

    yield start("odds --help", (*ODDS, "--help"), 0.12)
    yield start("odds cta attack --help", (*ODDS, "cta", "attack", "--help"))
    yield start("exact answer", (*ATTACK, "--exact"))
    yield start("answer of 10^7 trials", ATTACK, 0.7)
    yield start("answer with a chart", (*ATTACK, "--png", "odds.png", "--force"), 1.1)
    yield first("attack", ATTACK, cold, 2.0)
    if pace.is_full:
        yield first("duel", DUEL, 1)
        yield first("combat", COMBAT, 1)
    yield memory("10^7 trials", ATTACK)
    yield memory(power(long), (*ATTACK, "--trials", str(long)), 300e6)
    yield memory("10^7 trials and a chart", (*ATTACK, "--png", "odds.png", "--force"))


def _start(what: str, words: Sequence[str], reach: float | None, rounds: int) -> Row:
    with TemporaryDirectory() as folder:
        launcher = Launcher(Path(folder))
        launcher.cost(words)
        return _timed("start", what, lambda: launcher.cost(words), launcher, IMPORT, reach, rounds)


def _first(what: str, words: Sequence[str], reach: float | None, rounds: int) -> Row:
    with TemporaryDirectory() as folder:
        launcher = Launcher(Path(folder))
        return _timed(
            "first answer", what, lambda: launcher.cost(words, launcher.fresh()), launcher, COMPILE, reach, rounds
        )


def _timed(
    table: str,
    what: str,
    ours: Callable[[], Cost],
    launcher: Launcher,
    yardstick: str,
    reach: float | None,
    rounds: int,
) -> Row:
    pairs = [(launcher.cost(YARDSTICKS[yardstick]), ours()) for _ in range(rounds)]
    wall = Times(tuple(own.wall for _, own in pairs))
    against = {yardstick: median(other.wall for other, _ in pairs)}
    facts = {"user": median(own.user for _, own in pairs)}
    reaches = () if reach is None else (Reach(at_most=reach),)
    return Row(table, what, median(wall.by_round), wall.noise, yardstick, against, facts, reaches)


def _memory(what: str, words: Sequence[str], reach: float | None) -> Row:
    with TemporaryDirectory() as folder:
        launcher = Launcher(Path(folder))
        launcher.cost(ATTACK)  # The compiler's memory is not that of a run.
        against = {IMPORT: launcher.cost(YARDSTICKS[IMPORT]).peak}
        reaches = () if reach is None else (Reach(at_most=reach),)
        return Row("memory", what, launcher.cost(words).peak, 0.0, IMPORT, against, {}, reaches)
