"""The damage without a test that Call to Arms names (odds/data/hazards.toml)."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.names import offer, plain


@dataclass(frozen=True, slots=True)
class NamedHazard:
    """One row: who suffers it, where the rulebook says so, its dice, its damage type, whether it pushes anyway."""

    name: str
    help: str
    section: str
    damage: tuple[str, ...] = ()
    type: str = "physical"
    takes: tuple[str, ...] = ()
    pushes: bool = False


@cache
def named_hazards() -> dict[str, NamedHazard]:
    """All of them, by name."""
    text = files("tamriel_odds.odds").joinpath("data/hazards.toml").read_text(encoding="utf-8")
    rows: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {name: NamedHazard(name, **_frozen(row)) for name, row in rows.items()}


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def hazard_named(text: str) -> NamedHazard:
    """The hazard written as `text`, a damage type after a colon: ``impulse``, ``death-explosion:fire``."""
    name, colon, type_ = text.partition(":")
    found = named_hazards().get(plain(name))
    if found is None:
        raise UnknownName(f"--as {text}: there is no such hazard{offer(name, named_hazards())}")
    if colon and not found.takes:
        raise UnknownName(f"--as {text}: {found.name} takes no damage type")
    if not found.takes:
        return found
    if plain(type_) not in found.takes:
        near = offer(type_, found.takes) if type_ else ""
        raise UnknownName(f"--as {text}: {found.name} needs one of {', '.join(found.takes)} after a colon{near}")
    return replace(found, type=plain(type_))
