"""What an answer tells beside its distributions: rows worked out exactly, such as a chance for every budget."""

from dataclasses import dataclass

Entry = int | float | str | None


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows under named columns. An answer's JSON holds it among the tables: of one column the bare entries.

    `title` is said above the rows. A float between 0 and 1 in a column of `chances` is shown in percent.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    chances: tuple[str, ...] = ()
