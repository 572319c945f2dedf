"""Many examples, each within bounds: two seconds of the processor and 500 MB, compiling apart.

`TAMRIEL_ODDS_FUZZ=20` tries twenty times as many, other ones every time (`make test-slow`).
"""

import io
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from numba.core import event

from tamriel_odds import cli
from tamriel_odds.odds import compare, rolling
from tamriel_odds.tables import matrices

TIMES = int(os.environ.get("TAMRIEL_ODDS_FUZZ", "1"))
SECONDS, MEGABYTES = 2.0, 500
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# Rolled where nothing is said of trials: the counts are judged elsewhere.
FEW = 1500

Fuzz = Callable[..., None]
Asked = Callable[[Sequence[str]], tuple[int, str, str]]


class _Compiling(event.Listener):  # type: ignore[misc]
    """Stops the clock while numba compiles, which is done once and not to be blamed on the example that came first."""

    def __init__(self) -> None:
        self._lock, self._depth, self._left = threading.Lock(), 0, 0.0

    def on_start(self, _: Any) -> None:
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                self._left = signal.setitimer(signal.ITIMER_PROF, 0)[0]

    def on_end(self, _: Any) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0 and self._left:
                signal.setitimer(signal.ITIMER_PROF, self._left)


class _TooLong(BaseException):
    """The clock ran out; nothing in the program catches this."""


def _too_long(*_: Any) -> None:
    raise _TooLong


def _resident(line: str) -> int:
    return next(int(said.split()[1]) >> 10 for said in STATUS.read_text().splitlines() if said.startswith(line))


@contextmanager
def _within_bounds(seconds: float) -> Iterator[None]:
    has_memory = STATUS.exists() and os.access(CLEAR, os.W_OK)
    if has_memory:
        CLEAR.write_text("5")
    before = _resident("VmRSS") if has_memory else 0
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _TooLong:
        raise AssertionError(f"more than {seconds} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if has_memory:
        more = _resident("VmHWM") - before
        assert more < MEGABYTES, f"{more} MB"


@pytest.fixture
def fuzz() -> Iterator[Fuzz]:
    """Runs a check over so many examples of a strategy."""

    def run(
        examples: int,
        strategy: st.SearchStrategy[Any],
        check: Callable[[Any], Any],
        *always: Any,
        seconds: float = SECONDS,
    ) -> None:
        def one(example: Any) -> None:
            with _within_bounds(seconds):
                check(example)

        for example in always:
            one(example)
        if not examples:
            return
        how = settings(
            max_examples=examples * TIMES,
            derandomize=TIMES == 1,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        how(given(strategy)(one))()

    before = signal.signal(signal.SIGPROF, _too_long)
    with event.install_listener("numba:compile", _Compiling()):
        yield run
    signal.signal(signal.SIGPROF, before)


@pytest.fixture(scope="session")
def mutated() -> Callable[..., st.SearchStrategy[Any]]:
    """Samples (all texts, or all bytes) with a few changes: a piece put in, taken out, repeated, moved."""

    def mutations(samples: Sequence[Any], pieces: Sequence[Any], most: int = 6) -> st.SearchStrategy[Any]:
        place = st.integers(0, 1 << 20)
        length = st.one_of(st.integers(1, 8), st.integers(1, 400))
        edit = st.tuples(st.sampled_from(("put", "take", "repeat", "splice")), place, length, st.sampled_from(pieces))

        def changed(sample: Any, edits: list[tuple[str, int, int, Any]], other: Any) -> Any:
            for kind, where, size, piece in edits:
                start = where % (len(sample) + 1)
                end = start + size
                if kind == "put":
                    sample = sample[:start] + piece + sample[start:]
                elif kind == "take":
                    sample = sample[:start] + sample[end:]
                elif kind == "repeat":
                    sample = sample[:start] + sample[start:end] * (2 + where % 40) + sample[end:]
                else:
                    sample = sample[:start] + other[where % (len(other) + 1) :]
            return sample

        return st.builds(
            changed, st.sampled_from(samples), st.lists(edit, min_size=1, max_size=most), st.sampled_from(samples)
        )

    return mutations


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """The command line in this process, in a folder of its own with the files given by name.

    Whatever it is asked it ends with 0 to 3, and with one sentence for each thing that is wrong.
    """
    for module in (rolling, compare):
        monkeypatch.setattr(module, "TRIALS", FEW)
        monkeypatch.setattr(module, "MOST_TRIALS", FEW)
    monkeypatch.setattr(matrices, "TRIALS", 20)
    folder = tmp_path / "here"

    def run(arguments: Sequence[str], files: dict[str, bytes] | None = None) -> tuple[int, str, str]:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in (files or {}).items():
            (folder / name).write_bytes(content)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            code = cli.main(list(arguments))
        out, err = (stream.buffer.getvalue().decode(errors="replace") for stream in streams)  # type: ignore[attr-defined]
        assert code in (0, 1, 2, 3), (code, err)
        if code == 2:
            # A seed that was drawn is told at once, before all that can be wrong is known.
            sentences = [line for line in err.splitlines() if not line.startswith("seed ")]
            assert sentences
            assert len(sentences) == 1 or arguments[0] in ("run", "compare"), err
            assert all(line.startswith("odds: ") and 10 < len(line) < 1300 for line in sentences), err
        assert "Traceback" not in err
        assert not list(folder.glob(".odds-*"))
        return code, out, err

    return run
