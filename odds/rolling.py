"""Asking: a question becomes a tally of trials, or an exact distribution, or both held against each other."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.answer import Counts, Distribution, Tally
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.interruption import heed
from tamriel_odds.odds.intervals import half_width, z_score
from tamriel_odds.odds.question import Box, Question, Roll, build
from tamriel_odds.odds.settings import Settings

if TYPE_CHECKING:
    from tamriel_odds.odds.cluster import ClusterRoller

TRIALS, MOST_TRIALS = 10_000_000, 10_000_000_000
FIRST_BATCH = 1 << 20
# What a thread rolls at a time: its cells stay in the second cache until they are counted.
CHUNK = 1 << 18
# Seconds until the main thread looks up: progress is told, and Ctrl-C is heard where a wait without end is deaf to it.
LOOK_UP = 0.1
# Seconds that whoever gives up waits for the threads: longer than a chunk takes, shorter than a kernel compiles.
GRACE = 1.0
SEED, LEVEL = 1, 0.95
# Beyond this many standard errors simulation and exact answer contradict each other.
CONTRADICTION = 4.5

Progress = Callable[[int, int], None]
Cells = NDArray[np.uint16 | np.uint32]


def run(
    question: Question,
    *,
    box: Box | None = None,
    roll: Roll | None = None,
    trials: int | None = None,
    precision: float | None = None,
    seed: int = SEED,
    level: float = LEVEL,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Roll a question `trials` times and count the outcomes.

    With `precision`, batches double from 2**20 trials until every reported interval's half-width is at most that, or
    `trials` are rolled (then ``precision_reached`` is False). `progress` is called with trials done and trials
    planned. The counts depend on question, dice, seed and trials alone, never on `threads` nor on the `cluster` (the
    address of a dask scheduler) that rolls them. `roll` is what the question comes to with `box`, where that is known.
    Raises ImpossibleQuestion for what the command line refuses, too: no trials, a seed of more than 64 bits.
    """
    given = {"trials": trials, "precision": precision, "seed": seed, "level": level, "threads": threads}
    checked = build(Settings, given, question.command)
    trials, seed = checked.trials, checked.seed
    roll = roll or question.roll(box or Box.shipped())
    if precision is None:
        planned = [TRIALS if trials is None else trials]
    else:
        planned = list(batches(MOST_TRIALS if trials is None else trials))
    counts = np.zeros(roll.outcomes.cells, np.int64)
    tally: Tally | None = None
    with rolling(Roller, (roll,), seed, threads, cluster, roll.outcomes.cells) as roller:
        done = 0
        for goal in planned:
            counts += roller.roll(done, goal, progress)
            done = goal
            tally = Tally(question, roll, level, counts.reshape(roll.outcomes.shape).copy(), done, seed)
            if precision is None or widest(tally) <= precision:
                return tally
    assert tally is not None
    return Tally(question, roll, level, tally.counts, done, seed, precision_reached=False)


def batches(most: int) -> Iterator[int]:
    goal = FIRST_BATCH
    while goal < most:
        yield goal
        goal *= 2
    yield most


def widest(tally: Tally) -> float:
    """The half-width of the widest interval among the tables and events of an answer."""
    counts = [tally.counts_along(table) for table in tally.outcomes.tables]
    events = [tally.event_count(event) for event in tally.outcomes.events]
    return max(half_width(table, tally.trials, tally.level) for table in [*counts, np.array(events)] if len(table))


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Chunks:
    """The trials `first` to `end` - 1 in pieces of `size`, which threads take one after another until none is left."""

    def __init__(self, first: int, end: int, size: int) -> None:
        starts = range(first, end, size)
        self._starts, self._end, self._size = iter(starts), end, size
        self._lock = threading.Lock()
        self.pieces = len(starts)
        self.done = first

    def taken(self) -> Iterator[tuple[int, int]]:
        """First trial and number of trials of each piece that one thread takes; a piece is done when it asks again."""
        while (start := self._next()) is not None:
            trials = min(self._size, self._end - start)
            yield start, trials
            with self._lock:
                self.done += trials

    def _next(self) -> int | None:
        with self._lock:
            return next(self._starts, None)

    def stop(self) -> None:
        """No thread takes a further piece."""
        with self._lock:
            self._starts = iter(range(0))


def let_go(pool: ThreadPoolExecutor, working: Iterable[Future[Any]]) -> None:
    """End a pool; a thread that compiles cannot be stopped, and is not waited for."""
    pool.shutdown(wait=False, cancel_futures=True)
    late = wait([future for future in working if not future.cancelled()], GRACE).not_done
    pool.shutdown(wait=not late)


class Roller:
    """Threads that roll chunks of trials of one roll and add up their counts; a context manager."""

    def __init__(self, roll: Roll, seed: int, threads: int | None = None, chunk: int = CHUNK) -> None:
        kernel = import_module(f"tamriel_odds.kernels.{roll.kernel()}")
        self._roll_trials = kernel.roll_trials
        self._tables = kernel.Tables(**roll.tables())
        self._cells = roll.outcomes.cells
        self._seed = np.uint64(seed)
        self._chunk = chunk
        self._threads = threads or cores()
        self._buffer = threading.local()
        self._working: set[Future[Counts]] = set()

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(self._threads)
        return self

    def __exit__(self, *_: object) -> None:
        let_go(self._pool, self._working)

    def roll(self, first: int, end: int, progress: Progress | None = None) -> Counts:
        """Counts by cell of the trials `first` to `end` - 1, int64."""
        chunks = Chunks(first, end, self._chunk)
        self._working = {self._pool.submit(self._work, chunks) for _ in range(min(self._threads, chunks.pieces))}
        waiting = self._working
        counts = np.zeros(self._cells, np.int64)
        try:
            while waiting:
                finished, waiting = wait(waiting, LOOK_UP, FIRST_COMPLETED)
                heed()
                for future in finished:
                    counts += future.result()
                if progress is not None:
                    progress(chunks.done, end)
        finally:
            chunks.stop()
        return counts

    def _work(self, chunks: Chunks) -> Counts:
        """What one thread counts."""
        tallies = self.tallies()
        for first, trials in chunks.taken():
            self.count(tallies, first, trials)
        return np.concatenate([np.asarray(lanes.sum(axis=0), np.int64) for lanes in tallies])

    def tallies(self) -> list[Counts]:
        """Nothing counted yet, [lane, cell], for each thing that is counted."""
        from tamriel_odds.kernels.tally import LANES

        return [np.zeros((LANES, self._cells), np.int64)]

    def count(self, tallies: Sequence[Counts], first: int, trials: int) -> None:
        """Add the outcomes of so many trials."""
        from tamriel_odds.kernels.tally import tally

        tally(tallies[0], self.cells(first, trials))

    def cells(self, first: int, trials: int) -> Cells:
        """The cell of each of these trials, in a buffer that is this thread's until it asks again."""
        if not hasattr(self._buffer, "cells"):
            self._buffer.cells = np.empty(self._chunk, np.uint16 if self._cells <= 1 << 16 else np.uint32)
        cells: Cells = self._buffer.cells[:trials]
        self._roll_trials(self._seed, np.uint64(first), self._tables, cells)
        return cells


def rolling(
    kind: Callable[..., Roller],
    arguments: Sequence[Any],
    seed: int,
    threads: int | None,
    cluster: str | None,
    cells: int,
) -> "Roller | ClusterRoller":
    """A roller of this kind: threads of this machine, or the workers of a cluster."""
    if cluster is None:
        return kind(*arguments, seed, threads)
    from tamriel_odds.odds.cluster import ClusterRoller

    return ClusterRoller(cluster, kind, arguments, seed, cells)


def exact(question: Question, *, box: Box | None = None, level: float = LEVEL) -> Distribution:
    """The exact answer to a question; ImpossibleQuestion where it cannot be enumerated."""
    roll = question.roll(box or Box.shipped())
    probabilities = roll.exact()
    if probabilities is None:
        raise ImpossibleQuestion(f"odds {question.command} has no exact answer: its rolls are too many to enumerate")
    return Distribution(question, roll, level, probabilities)


def largest_z(tally: Tally, distribution: Distribution) -> float:
    """How far, in standard errors, the count that fits the exact answer worst is from it: cells, tables and events."""
    pairs: list[tuple[float, float]] = list(zip(tally.counts.ravel(), distribution.probabilities.ravel(), strict=True))
    for table in tally.outcomes.tables:
        pairs += zip(tally.counts_along(table), distribution.along(table), strict=True)
    pairs += [(tally.event_count(event), distribution.event(event)) for event in tally.outcomes.events]
    return max(z_score(int(count), tally.trials, min(float(share), 1.0)) for count, share in pairs)


@dataclass(frozen=True, eq=False)
class Answered:
    """An answer, and where both were asked for, how far simulation and exact answer are apart."""

    answer: Tally | Distribution
    z: float | None = None

    @property
    def is_contradicted(self) -> bool:
        return self.z is not None and self.z > CONTRADICTION

    @property
    def is_precise(self) -> bool:
        return not isinstance(self.answer, Tally) or self.answer.precision_reached


def answer(question: Question, settings: Settings, box: Box, progress: Progress | None = None) -> Answered:
    """Roll a question or enumerate it, or both, as the settings say; where nothing is rolled the answer is exact."""
    roll = question.roll(box)
    is_exact = settings.exact or roll.is_certain
    if not is_exact and not settings.verify:
        tally = run(question, roll=roll, progress=progress, **settings.rolling)
        return Answered(replace(tally, files=settings.files))
    distribution = exact(question, box=box, level=settings.level)
    if is_exact:
        return Answered(replace(distribution, files=settings.files))
    tally = run(question, roll=roll, progress=progress, **settings.rolling)
    return Answered(replace(tally, files=settings.files), largest_z(tally, distribution))
