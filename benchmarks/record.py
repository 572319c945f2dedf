"""What a run has measured: rows, the machine they were measured on, and the file that keeps both."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGES = ("tamriel-odds", "numpy", "numba", "llvmlite", "icepool", "dyce")
LATEST = Path(__file__).with_name("results") / "latest.json"
DIGITS = 4


@dataclass(frozen=True)
class Reach:
    """What we mean to get to: at most so many times what is named (or of the unit, if nothing is), or at least."""

    against: str = ""
    at_most: float | None = None
    at_least: float | None = None


@dataclass(frozen=True)
class Row:
    """One measurement in seconds or bytes a unit: ours, and others of the same run by name.

    The yardstick is the one of them that a change is judged by, since it slows with the machine. `noise` is by how much
    a middling round was worse than the best, `facts` what else is told of the row.
    """

    table: str
    what: str
    ours: float
    noise: float
    yardstick: str
    against: Mapping[str, float]
    facts: Mapping[str, float] = field(default_factory=dict)
    reaches: tuple[Reach, ...] = ()

    @property
    def ratio(self) -> float:
        """Ours in yardsticks."""
        return self.ours / self.against[self.yardstick]

    def times(self, name: str) -> float:
        """How many times ours somebody else needs."""
        return self.against[name] / self.ours

    def measured(self, reach: Reach) -> float:
        """The number that a reach is about."""
        if reach.at_least is not None:
            return self.times(reach.against)
        return self.ours / self.against[reach.against] if reach.against else self.ours

    def is_met(self, reach: Reach) -> bool:
        value = self.measured(reach)
        return value >= reach.at_least if reach.at_least is not None else value <= (reach.at_most or 0.0)


@dataclass(frozen=True)
class Results:
    """A whole run."""

    machine: Mapping[str, Any]
    rows: tuple[Row, ...]


def machine() -> dict[str, Any]:
    """Everything a number depends on that is not in the question; nothing that tells whose machine it is."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }


def _processor() -> str:
    """The name its maker gave it, which no part of the standard library tells everywhere."""
    if platform.system() == "Darwin":
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def write(results: Results, path: Path) -> None:
    """One line a row, so that two runs can be read side by side."""
    rows = ",\n".join(f"  {json.dumps(_short(asdict(row)), ensure_ascii=False)}" for row in results.rows)
    where = json.dumps(results.machine, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{\n "machine": {where},\n "rows": [\n{rows}\n ]\n}}\n', encoding="utf-8")


def read(path: Path) -> Results:
    """The run that `write` has kept."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    rows = [Row(**{**row, "reaches": tuple(Reach(**reach) for reach in row["reaches"])}) for row in kept["rows"]]
    return Results(kept["machine"], tuple(rows))


def _short(value: Any) -> Any:
    """Numbers to so many digits as are worth keeping; what is None is left out."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, Mapping):
        return {name: _short(one) for name, one in value.items() if one is not None}
    return [_short(one) for one in value] if isinstance(value, Sequence) and not isinstance(value, str) else value
