"""What was measured, where and when, as one table: on the screen, in Markdown and in JSON."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

from cpuinfo import get_cpu_info

PACKAGES = ("tamriel-odds", "numpy", "numba", "llvmlite", "icepool")
THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
STEPS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True)
class Row:
    """One measurement: ours against another, in seconds a trial or an answer (or bytes), and the number that counts.

    `value` is meant to be at most or at least `reach`; None where we only look.
    """

    what: str
    ours: float
    against: str
    theirs: float | None
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_reached(self) -> bool:
        low, high = self.at_least or 0.0, float("inf") if self.at_most is None else self.at_most
        return low <= self.value <= high

    @property
    def reach(self) -> str:
        if self.at_most is None and self.at_least is None:
            return ""
        limit = f"<= {self.at_most:g}" if self.at_most is not None else f">= {self.at_least:g}"
        return limit if self.is_reached else f"{limit}, missed"


def machine() -> dict[str, Any]:
    """Everything a number depends on that is not in the question."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": get_cpu_info().get("brand_raw", "unknown"),
        "threads": THREADS,
        "python": python_version(),
        **{package: version(package) for package in PACKAGES},
    }


def duration(seconds: float | None) -> str:
    """Three digits in the largest unit that has a whole one."""
    if seconds is None:
        return ""
    size, unit = next((step for step in STEPS if seconds >= step[0]), STEPS[-1])
    return f"{seconds / size:.3g} {unit}"


def markdown(rows: list[Row], where: dict[str, Any]) -> str:
    """The table, with what it was measured on above it."""
    cells = [("what", "ours", "against", "theirs", "result", "reach")]
    for row in rows:
        theirs = (duration(row.ours), row.against, duration(row.theirs)) if row.unit != "MB" else ("", "", "")
        cells.append((row.what, *theirs, f"{row.value:.3g} {row.unit}", row.reach))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    lines.insert(1, " | ".join("-" * width for width in widths))
    facts = ", ".join(f"{name} {value}" for name, value in where.items())
    return "\n".join([f"Measured: {facts}.", "", *(f"| {line} |" for line in lines), ""])


def write(rows: list[Row], where: dict[str, Any], folder: Path) -> None:
    """latest.json and latest.md: the one for programs, the other for the documents."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "latest.md").write_text(markdown(rows, where), encoding="utf-8")
    record = {"machine": where, "rows": [asdict(row) for row in rows]}
    (folder / "latest.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
