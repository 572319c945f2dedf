"""Switches: named situations, Boosts and properties that change a roll (odds/data/switches.toml)."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain

Kind = Literal["melee", "ranged"]


@dataclass(frozen=True, slots=True)
class Switch:
    """One row of the data: what it says, where the rulebook says so, and what it adds to a roll."""

    name: str
    help: str
    section: str
    when: Kind | None = None
    attack: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()
    modifier: int = 0
    boost: int | None = None
    takes: tuple[str, ...] = ()
    ruling: str | None = None
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    value: str | None = None

    def beside(self, others: Iterable[str]) -> "Switch":
        """This switch as it is when `others` are given too."""
        changed = self
        for other in others:
            if other in self.changes:
                changed = replace(changed, **self.changes[other])
        return changed

    def __str__(self) -> str:
        return f"{self.name}:{self.value}" if self.value else self.name


@cache
def switches() -> dict[str, Switch]:
    """All switches, by name, in the order of the data file."""
    rows = tomllib.loads(files("tamriel_odds.odds").joinpath("data/switches.toml").read_text(encoding="utf-8"))
    return {name: _switch(name, row) for name, row in rows.items()}


def _switch(name: str, row: dict[str, Any]) -> Switch:
    changes = {other: _frozen(change) for other, change in row.pop("with", {}).items()}
    unknown = set(row) - {column.name for column in fields(Switch)}
    assert not unknown, f"switches.toml: {name}: {unknown}"
    return Switch(name, changes=changes, **_frozen(row))


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def switch_named(text: str) -> Switch:
    """The switch written as `text`, a value after a colon: ``power-attack``, ``resistance:frost``."""
    name, colon, value = text.partition(":")
    found = switches().get(plain(name))
    if found is None:
        raise UnknownName(f"--with {text}: there is no switch {name.strip()!r}{offer(name, switches())}")
    if not found.takes and colon:
        raise UnknownName(f"--with {text}: {found.name} takes no value")
    if found.takes and plain(value) not in found.takes:
        near = offer(value, found.takes) if value else ""
        raise UnknownName(f"--with {text}: {found.name} needs one of {', '.join(found.takes)} after a colon{near}")
    return replace(found, value=plain(value)) if found.takes else found


@dataclass(frozen=True)
class Switched:
    """The switches of one attack, each as the others beside it make it."""

    given: tuple[Switch, ...]

    @classmethod
    def read(cls, texts: Iterable[str]) -> "Switched":
        read = [switch_named(text) for text in texts]
        given = tuple(dict.fromkeys(read))
        names = [switch.name for switch in given]
        return cls(tuple(switch.beside(names) for switch in given))

    def __contains__(self, name: str) -> bool:
        return any(switch.name == name for switch in self.given)

    def values(self, name: str) -> frozenset[str]:
        """The values given to a switch that takes one: the types of ``resistance:fire`` and ``resistance:frost``."""
        return frozenset(switch.value for switch in self.given if switch.name == name and switch.value)

    def kind(self, kind: Kind | None) -> Kind:
        """Melee or ranged, as the attack or else its switches say; ImpossibleQuestion where they contradict."""
        for switch in self.given:
            if switch.when and kind and switch.when != kind:
                raise ImpossibleQuestion(
                    f"--with {switch}: that is for {switch.when} attacks ({switch.section}), this one is {kind}"
                )
            kind = kind or switch.when
        return kind or "melee"

    @property
    def attack(self) -> tuple[str, ...]:
        """The dice they add to the attack roll."""
        return tuple(die for switch in self.given for die in switch.attack)

    @property
    def armor(self) -> tuple[str, ...]:
        """The dice they add to the armor roll, whatever the damage type; Resistance adds its die by type."""
        return tuple(die for switch in self.given if switch.name != "resistance" for die in switch.armor)

    @property
    def boosts(self) -> tuple[Switch, ...]:
        return tuple(switch for switch in self.given if switch.boost is not None)
