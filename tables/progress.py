"""What is told aside, on standard error: how far a long run has come, and what was written."""

import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console

from tamriel_odds.odds.settings import Settings
from tamriel_odds.tables.terminal import console, say

if TYPE_CHECKING:
    from rich.progress import Progress

# A run that is over sooner shows nothing.
PATIENCE = 1.0
# Before the first trial: what a question needs is compiled when it is asked for the first time.
STARTING = "getting ready, which takes longer the first time"


def aside_of(settings: Settings, how: Mapping[str, Any]) -> Console:
    """Standard error, silent where that is asked for; a seed that was drawn is told at once."""
    aside = console(sys.stderr)
    aside.quiet = settings.quiet
    if how.get("seed") == "random" and not settings.exact:
        say(aside, f"seed {settings.seed}")
    return aside


def say_written(files: Iterable[Path], settings: Settings) -> None:
    """Name each file that was written, unless the run is to be quiet."""
    aside = aside_of(settings, {})
    for file in files:
        say(aside, f"wrote {file}", wrap=False)


class RunProgress:
    """Call it with trials done and trials planned; it draws after a second, on a terminal only, and leaves no trace."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._draws_at = time.monotonic() + PATIENCE if console.is_terminal else float("inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, planned: int) -> None:
        if self._bar is None and time.monotonic() >= self._draws_at:
            self._bar = _bar(self._console)
            self._bar.start()
        if self._bar is not None:
            told = f"{done:,.0f} of {planned:,.0f} trials" if done else STARTING
            self._bar.update(self._bar.task_ids[0], completed=done, total=planned if done else None, description=told)


def _bar(console: Console) -> "Progress":
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Trials a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed / 1e6:,.1f} M/s" if speed else "")

    class Left(TimeRemainingColumn):
        """The time that is left, once there is a pace to tell it from."""

        def render(self, task: Task) -> Text:
            return super().render(task) if task.speed else Text("")

    bar = Progress(BarColumn(), TextColumn("{task.description}"), Rate(), Left(), console=console, transient=True)
    bar.add_task(STARTING, total=None)
    return bar
