"""`python -m tamriel_odds.benchmarks run` measures, `... compare BASE NEW` holds two runs side by side."""

import argparse
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from tamriel_odds.benchmarks import compare, exact, growth, processes, rolls
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import BUSY, FULL, QUICK, Pace
from tamriel_odds.benchmarks.record import LATEST, Results, Row, machine, read, write
from tamriel_odds.benchmarks.report import report


def measurements(pace: Pace) -> Iterator[Measurement]:
    """Everything, processes first: they want a quiet machine most."""
    for part in (rolls, exact, growth) if pace.is_busy else (processes, rolls, exact, growth):
        yield from part.measurements(pace)


def measured(chosen: Sequence[Measurement]) -> tuple[list[Row], list[str]]:
    """The rows of these measurements, told as they come, and the names of those that failed."""
    rows: list[Row] = []
    failed = []
    for place, measurement in enumerate(chosen, start=1):
        say(f"[{place}/{len(chosen)}] {measurement.name}")
        try:
            found = measurement.measure()
        except Exception:
            traceback.print_exc()
            failed.append(measurement.name)
            continue
        for row in found:
            say(f"    {row.ratio:.3g} {row.yardstick}")
        rows += found
    return rows, failed


def run(pace: Pace, only: Sequence[str], path: Path | None) -> int:
    """Measure, print the tables, keep them; what is not the whole of a full run is kept only where it is said."""
    everything = list(measurements(pace))
    chosen = [one for one in everything if not only or any(part in one.name for part in only)]
    rows, failed = measured(chosen)
    seconds = {"seconds": "of the processor"} if pace.is_busy else {}
    results = Results({**machine(), "rounds": pace.rounds, **seconds}, tuple(rows))
    sys.stdout.write(f"{report(results)}\n")
    if path is None and not only and pace is FULL:
        path = LATEST
    if path is not None:
        write(results, path)
        path.with_suffix(".md").write_text(f"{report(results)}\n", encoding="utf-8")
    if failed:
        say(f"Not measured: {', '.join(failed)}.")
    return int(bool(failed))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="measure, and keep the results")
    running.add_argument(
        "--quick",
        dest="pace",
        action="store_const",
        const=QUICK,
        default=FULL,
        help="a third of the time, rough numbers",
    )
    running.add_argument(
        "--busy",
        dest="pace",
        action="store_const",
        const=BUSY,
        help="in seconds of the processor: a machine with others",
    )
    running.add_argument("--only", action="append", default=[], metavar="TEXT", help="rows whose name has it")
    running.add_argument("--results", type=Path, metavar="FILE", help="keep the results there")
    comparing = commands.add_parser("compare", help="what became slower, in the yardsticks of each run")
    comparing.add_argument("base", type=Path)
    comparing.add_argument("new", type=Path)
    given = parser.parse_args()
    if given.command == "run":
        return run(given.pace, given.only, given.results)
    try:
        base, new = read(given.base), read(given.new)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"what `make bench` has written is needed twice: {error}")
    text, slower = compare.told(base, new)
    sys.stdout.write(f"{text}\n")
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main())
