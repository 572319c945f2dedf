"""Whole processes in folders of their own, with warm and with empty caches: how long they take, how much they hold."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tamriel_odds.benchmarks.commands import COMMANDS
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Pace, Times
from tamriel_odds.benchmarks.record import Reach, Row
from tamriel_odds.benchmarks.registry import FIRST, MEMORY, Command

PYTHON = (sys.executable, "-P", "-c")
LAUNCH = (sys.executable, "-P", str(Path(__file__).with_name("launch.py")))
IMPORT, COMPILE = "import numpy", "compile R(4)"
YARDSTICKS = {
    IMPORT: (*PYTHON, "import numpy"),
    COMPILE: (*PYTHON, "from tamriel_odds.benchmarks.yardstick import Filler\nwith Filler(4, 1, 1) as f: f.fill(1)"),
}
FIRST_ROUNDS = 3


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds, those on its own instructions in all threads, and bytes at its peak."""

    wall: float
    user: float
    peak: float


@dataclass(frozen=True)
class Launcher:
    """Starts programs in a folder of their own, without anybody's settings."""

    folder: Path

    def cost(self, words: Sequence[str], cache: str = "warm") -> Cost:
        """What these words cost with the compiled kernels of that cache; RuntimeError where they fail."""
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
    for command in COMMANDS:
        if pace.is_full or not command.is_long:
            yield Measurement(command.table, command.what, lambda command=command: [row(command, pace)])


def row(command: Command, pace: Pace) -> Row:
    """Medians of several rounds, in each of which the yardstick comes first; memory needs a single one."""
    yardstick = COMPILE if command.table == FIRST else IMPORT
    with TemporaryDirectory() as folder:
        pairs = list(_rounds(command, yardstick, Launcher(Path(folder)), _number_of_rounds(command, pace)))
    unit = "peak" if command.table == MEMORY else "wall"
    ours = Times(tuple(getattr(own, unit) for _, own in pairs))
    against = {yardstick: median(getattr(other, unit) for other, _ in pairs)}
    facts = {"user": median(own.user for _, own in pairs)}
    reaches = () if command.reach is None else (Reach(at_most=command.reach),)
    return Row(command.table, command.what, median(ours.by_round), ours.noise, yardstick, against, facts, reaches)


def _rounds(command: Command, yardstick: str, launcher: Launcher, rounds: int) -> Iterator[tuple[Cost, Cost]]:
    if command.table != FIRST:
        launcher.cost(command.words)  # It compiles, and nobody asks what that took.
    for _ in range(rounds):
        cache = launcher.fresh() if command.table == FIRST else "warm"
        yield launcher.cost(YARDSTICKS[yardstick]), launcher.cost(command.words, cache)


def _number_of_rounds(command: Command, pace: Pace) -> int:
    if command.table == MEMORY or command.is_long:
        return 1
    return min(pace.processes, FIRST_ROUNDS) if command.table == FIRST else pace.processes
