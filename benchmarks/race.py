"""Contenders timed in turn, in one process, so that whatever disturbs the machine slows them all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter, process_time
from typing import Any

Clock = Callable[[], float]


@dataclass(frozen=True)
class Pace:
    """How long a race is: `rounds`, in each of which every contender works for at least so many `seconds`.

    Short turns fit between the disturbances of a busy machine; of many the best one had none. `processes` are the
    rounds of whole processes; what takes very long is left out unless the pace `is_full`.
    """

    rounds: int
    seconds: float
    processes: int
    is_full: bool = True
    clock: Clock = perf_counter

    @property
    def is_busy(self) -> bool:
        """Whether the processor's seconds are counted, which no neighbour takes, but in which two threads are one."""
        return self.clock is process_time


FULL = Pace(rounds=7, seconds=0.04, processes=7)
QUICK = Pace(rounds=3, seconds=0.01, processes=3, is_full=False)
BUSY = replace(FULL, clock=process_time)


@dataclass(frozen=True)
class Contender:
    """Who does `work(units)`, trials or answers; fewer than `least` of them are not worth a timing.

    With `prepare`, the work is handed what that makes of the units, which is not timed.
    """

    name: str
    work: Callable[[Any], object]
    least: int = 1
    prepare: Callable[[int], object] = int


@dataclass(frozen=True)
class Times:
    """Seconds a unit, one for each round."""

    by_round: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.by_round)

    @property
    def noise(self) -> float:
        """By how much a middling round was slower than the best one, as a share."""
        return median(self.by_round) / self.best - 1


def race(contenders: Sequence[Contender], pace: Pace) -> dict[str, Times]:
    """The times of every contender, by name. What a first call does, compiling above all, is not measured."""
    units = {contender.name: _units(contender, pace.seconds, pace.clock) for contender in contenders}
    by_round: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for _ in range(pace.rounds):
        for contender in contenders:
            work = units[contender.name]
            by_round[contender.name].append(_seconds(contender, work, pace.clock) / work)
    return {name: Times(tuple(times)) for name, times in by_round.items()}


def repeated(call: Callable[[], object]) -> Callable[[int], None]:
    """The work of somebody who gives one answer at a time."""

    def work(units: int) -> None:
        for _ in range(units):
            call()

    return work


def _units(contender: Contender, enough: float, clock: Clock) -> int:
    """How many units keep a contender busy for `enough` seconds: the least, doubled as often as it takes."""
    units = contender.least
    contender.work(contender.prepare(units))
    while _seconds(contender, units, clock) < enough:
        units *= 2
    return units


def _seconds(contender: Contender, units: int, clock: Clock) -> float:
    prepared = contender.prepare(units)
    begin = clock()
    contender.work(prepared)
    return clock() - begin
