"""How far a long run has come, on standard error."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

# A run that is over sooner shows nothing.
PATIENCE = 1.0


class Rate(ProgressColumn):
    """Trials a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{(task.finished_speed or task.speed or 0) / 1e6:,.0f} M/s")


class RunProgress:
    """Call it with trials done and trials planned; it draws after a second, on a terminal only, and leaves no trace."""

    def __init__(self, console: Console) -> None:
        columns = (
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} trials"),
            Rate(),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns, console=console, transient=True)
        self._task = self._bar.add_task("")
        self._is_drawn = False
        self._draws_at = time.monotonic() + PATIENCE if console.is_terminal else float("inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_drawn:
            self._bar.stop()

    def __call__(self, done: int, planned: int) -> None:
        self._bar.update(self._task, completed=done, total=planned)
        if not self._is_drawn and time.monotonic() >= self._draws_at:
            self._bar.start()
            self._is_drawn = True
