"""The progress of a long run: on a terminal, after a second, without a trace."""

import io

import pytest
from rich.console import Console

from tamriel_odds.tables.progress import RunProgress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the run believes it to be, in a list of one."""
    now = [0.0]
    monkeypatch.setattr("tamriel_odds.tables.progress.time.monotonic", lambda: now[0])
    return now


def drawn(clock: list[float], seconds: float, *, terminal: bool) -> str:
    stream = io.StringIO()
    with RunProgress(Console(file=stream, force_terminal=terminal, width=80)) as progress:
        progress(1 << 20, 10_000_000)
        clock[0] = seconds
        progress(5_000_000, 10_000_000)
    return stream.getvalue()


def test_a_long_run_shows_its_trials_on_a_terminal(clock: list[float]) -> None:
    assert "5,000,000 of 10,000,000 trials" in drawn(clock, 1.5, terminal=True)


def test_until_the_first_trial_it_says_why_there_is_none(clock: list[float]) -> None:
    stream = io.StringIO()
    with RunProgress(Console(file=stream, force_terminal=True, width=120)) as progress:
        progress(0, 10_000_000)
        clock[0] = 1.5
        progress(0, 10_000_000)
        waiting = stream.getvalue()
        clock[0] = 9.0
        progress(5_000_000, 10_000_000)
    assert "getting ready, which takes longer the first time" in waiting
    assert "10,000,000" not in waiting
    assert "5,000,000 of 10,000,000 trials" in stream.getvalue()


def test_a_short_run_shows_nothing(clock: list[float]) -> None:
    assert drawn(clock, 0.5, terminal=True) == ""


def test_a_pipe_gets_nothing(clock: list[float]) -> None:
    assert drawn(clock, 100.0, terminal=False) == ""
