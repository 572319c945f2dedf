"""What the rulebooks print and no question answers, each with the reason (odds/data/not_modelled.toml)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class NotModelled:
    """One name of a rulebook: the game, the section that prints it, and why it is left out."""

    name: str
    game: str
    section: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name}: {self.reason} ({self.game}, {self.section})"


@cache
def not_modelled() -> dict[str, NotModelled]:
    """All of them, by name."""
    rows = tomllib.loads(files("tamriel_odds.odds").joinpath("data/not_modelled.toml").read_text(encoding="utf-8"))
    return {name: NotModelled(name, **row) for name, row in rows.items()}
