"""Two runs side by side, row by row, each in the yardsticks of its own run: what became slower?"""

from dataclasses import dataclass

from tamriel_odds.benchmarks.record import Results, Row
from tamriel_odds.benchmarks.report import number, table

ALLOWED = 0.10


@dataclass(frozen=True)
class Change:
    """A row in both runs."""

    before: Row
    after: Row

    @property
    def growth(self) -> float:
        """By which share it takes more yardsticks than it did."""
        return self.after.ratio / self.before.ratio - 1

    @property
    def is_slower(self) -> bool:
        return self.growth > ALLOWED

    @property
    def is_noisy(self) -> bool:
        """Whether the rounds of a run differ by as much as the two runs do."""
        return max(self.before.noise, self.after.noise) >= abs(self.growth)

    @property
    def verdict(self) -> str:
        if abs(self.growth) <= ALLOWED:
            return ""
        told = "slower" if self.is_slower else "faster"
        return f"{told}, if it is not noise" if self.is_noisy else told


def changes(base: Results, new: Results) -> tuple[list[Change], list[str]]:
    """The rows of both runs, and the names of those that only one of them has or measures otherwise."""
    before = {(row.table, row.what): row for row in base.rows}
    after = {(row.table, row.what): row for row in new.rows}
    both, alone = [], []
    for key in dict.fromkeys([*before, *after]):
        old, now = before.get(key), after.get(key)
        if old is None or now is None:
            alone.append(f"{': '.join(key)} (only in the {'new' if old is None else 'base'} run)")
        elif old.yardstick != now.yardstick:
            alone.append(f"{': '.join(key)} (in {old.yardstick}, now in {now.yardstick})")
        else:
            both.append(Change(old, now))
    return both, alone


def told(base: Results, new: Results) -> tuple[str, list[Change]]:
    """What there is to say of two runs, and the rows that became slower by more than is allowed."""
    both, alone = changes(base, new)
    cells = [("table", "what", "in", "base", "new", "change", "")]
    for change in both:
        row = change.after
        ratios = (number(change.before.ratio), number(row.ratio), f"{change.growth:+.0%}")
        cells.append((row.table, row.what, row.yardstick, *ratios, change.verdict))
    slower = [change for change in both if change.is_slower]
    names = "\n".join(f"- {change.after.table}: {change.after.what}, {change.growth:+.0%}" for change in slower)
    lines = [table(cells)]
    differing = [f"{name} {base.machine.get(name)} and {value}" for name, value in new.machine.items()]
    differing = [text for text, name in zip(differing, new.machine, strict=True) if _differs(base, new, name)]
    if differing:
        lines.append(f"The runs differ in {', '.join(differing)}.\n")
    if alone:
        lines.append("Not compared: " + "; ".join(alone) + ".\n")
    limit = f"{ALLOWED:.0%} in its own yardstick"
    lines.append(f"Slower by more than {limit}:\n{names}" if slower else f"Nothing is slower by more than {limit}.")
    return "\n".join(lines), slower


def _differs(base: Results, new: Results, name: str) -> bool:
    return name != "date" and base.machine.get(name) != new.machine[name]
