"""What can be measured on its own: a name, and a function that gives the rows of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tamriel_odds.benchmarks.record import Row


@dataclass(frozen=True)
class Measurement:
    """One row or a few that belong together. One that fails leaves the others as they are."""

    table: str
    what: str
    measure: Callable[[], Sequence[Row]]

    @property
    def name(self) -> str:
        return f"{self.table}: {self.what}"
