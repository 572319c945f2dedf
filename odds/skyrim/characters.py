"""The six races and the eighteen Skills: what each changes, as rows of data (odds/data/races.toml, skills.toml)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.names import offer, plain

LEVELS = ("none", "learned", "legendary")


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a Skill gives beside its dice: where it works, what it takes to have it, and the numbers it changes."""

    at: str
    needs: str = ""
    armor: int = 0
    kinds: tuple[str, ...] = ()
    stamina: int = 0
    sneak: int = 0
    damage: int = 0
    heal: int = 0
    summons: int = 0
    cards: int = 0
    gold: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Skill:
    """A Skill, its family, and what it gives when learned and when Legendary."""

    name: str
    family: str
    learned: Bonus | None
    legendary: Bonus | None
    source: str

    def bonus(self, level: str) -> Bonus | None:
        return {"learned": self.learned, "legendary": self.legendary}.get(level)


@dataclass(frozen=True, slots=True)
class Race:
    """A race: its innate ability, and what it gives to who has learned a Skill, by the name of the Skill."""

    name: str
    title: str
    innate: str
    innate_cost: int
    learned: Mapping[str, Bonus]
    source: str


def _rows(file: str) -> dict[str, Any]:
    return tomllib.loads(files("tamriel_odds.odds").joinpath(f"data/{file}").read_text(encoding="utf-8"))


def _bonus(row: dict[str, Any] | None) -> Bonus | None:
    return Bonus(**{**row, "kinds": tuple(row.get("kinds", ()))}) if row else None


@cache
def skills() -> Mapping[str, Skill]:
    """All Skills, by name."""
    return {
        name: Skill(name, row["family"], _bonus(row.get("learned")), _bonus(row.get("legendary")), row["source"])
        for name, row in _rows("skills.toml").items()
    }


@cache
def races() -> Mapping[str, Race]:
    """All races, by name."""
    found = {}
    for name, row in _rows("races.toml").items():
        learned = {bonus.pop("skill"): Bonus(**bonus) for bonus in row["learned"]}
        innate = row["innate"]
        found[name] = Race(name, row["title"], innate["name"], innate["cost"], learned, row["source"])
    return found


def race_named(name: str) -> Race:
    """The race of that name; UnknownName with the nearest otherwise."""
    if plain(name) not in races():
        raise UnknownName(f"race {name!r}: there is no such race{offer(name, races())}")
    return races()[plain(name)]


def skill_named(name: str) -> Skill:
    """The Skill of that name; UnknownName with the nearest otherwise."""
    if plain(name) not in skills():
        raise UnknownName(f"skill {name!r}: there is no such Skill{offer(name, skills())}")
    return skills()[plain(name)]
