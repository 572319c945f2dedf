"""Our readings where a rulebook is silent, by number (odds/data/rulings.toml)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Ruling:
    """One reading: its name, the game and section it reads, and what we take it to say."""

    name: str
    game: str
    section: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text} ({self.game}, {self.section})"


@cache
def rulings() -> dict[str, Ruling]:
    """All rulings, by name."""
    rows = tomllib.loads(files("tamriel_odds.odds").joinpath("data/rulings.toml").read_text(encoding="utf-8"))
    return {name: Ruling(name, row["game"], row["section"], row["text"]) for name, row in rows.items()}
