"""Rolling on many machines: pieces of (question, range of trials), added up to the counts of one machine.

A trial rolls the same dice wherever it is rolled, so it does not matter which worker rolls a piece, nor how often one
that was lost is rolled again. Needs the optional extra ``tamriel-odds[cluster]`` (dask.distributed).
"""

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from typing import Any, Self

import numpy as np

from tamriel_odds.odds.answer import Counts
from tamriel_odds.odds.errors import WrongInput

# A piece is long enough that sending it is nothing, and short enough that a lost one is soon rolled again.
PIECE = 1 << 22
AHEAD = 4
PATIENCE = "10s"

Progress = Callable[[int, int], None]


def count_piece(
    kind: Callable[..., Any], arguments: Sequence[Any], seed: int, first: int, end: int
) -> tuple[str, Counts]:
    """What a worker does: the version it runs, and the counts of the trials `first` to `end` - 1."""
    with kind(*arguments, seed, 1) as roller:
        return version("tamriel-odds"), roller.roll(first, end)


@cache
def connected(address: str) -> Any:
    """The client of a scheduler, once in a process; WrongInput where there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise WrongInput(
            f"--cluster {address}: dask.distributed is not installed; pip install 'tamriel-odds[cluster]'"
        ) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise WrongInput(f"--cluster {address}: no scheduler answers there ({reason[:120]})") from None
    atexit.register(disconnect, client)
    return client


def disconnect(client: Any) -> None:
    """Let go of a scheduler; one that is gone already is no loss."""
    with suppress(Exception):
        client.close(timeout=1)


class ClusterRoller:
    """The same as a `Roller` of this kind and arguments, on the workers of a cluster; a context manager."""

    def __init__(
        self,
        address: str,
        kind: Callable[..., Any],
        arguments: Sequence[Any],
        seed: int,
        cells: int,
        piece: int = PIECE,
    ) -> None:
        self._client = connected(address)
        self._work = kind, tuple(arguments), seed
        self._cells, self._piece = cells, piece

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def roll(self, first: int, end: int, progress: Progress | None = None) -> Counts:
        """Counts of the trials `first` to `end` - 1, int64."""
        from distributed import as_completed

        counts = np.zeros(self._cells, np.int64)
        pieces = self._pieces(first, end)
        sizes: dict[Any, int] = {}
        waiting = as_completed(loop=self._client.loop)
        done = first
        try:
            for _ in range(AHEAD * max(len(self._client.scheduler_info()["workers"]), 1)):
                self._submit(pieces, sizes, waiting)
            while sizes:
                future = next(waiting)
                theirs, part = future.result()
                if theirs != version("tamriel-odds"):
                    raise WrongInput(f"--cluster: a worker runs version {theirs}, this is {version('tamriel-odds')}")
                counts += part
                done += sizes.pop(future)
                self._submit(pieces, sizes, waiting)
                if progress is not None:
                    progress(done, end)
        finally:
            self._client.cancel(list(sizes))
        return counts

    def _pieces(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        yield from ((start, min(start + self._piece, end)) for start in range(first, end, self._piece))

    def _submit(self, pieces: Iterator[tuple[int, int]], sizes: dict[Any, int], waiting: Any) -> None:
        for start, end in pieces:
            future = self._client.submit(count_piece, *self._work, start, end, pure=False)
            sizes[future] = end - start
            waiting.add(future)
            return
