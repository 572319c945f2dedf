"""Switches: named situations, Boosts, Perks and properties that change a roll (odds/data/switches.toml)."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import meant, offer, plain

Kind = Literal["melee", "ranged"]
Side = Literal["attacker", "target"]
Span = Literal["short", "long"]
TARGET = "target-"


@dataclass(frozen=True, slots=True)
class Wielded:
    """What is known of an attack when its switches are judged; None is not known, and taken to fit."""

    kind: Kind | None = None
    hands: int | None = None
    weapon: str | None = None
    bare: bool | None = None
    spell: bool | None = None
    test: str | None = None
    types: frozenset[str] | None = None
    wears: Mapping[Side, frozenset[str] | None] = field(default_factory=dict)
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One row of the data: what it says, where the rulebook says so, what it adds to a roll and what it holds for."""

    name: str
    help: str
    section: str
    side: Side = "attacker"
    when: Kind | None = None
    hands: int | None = None
    weapons: tuple[str, ...] = ()
    bare: bool | None = None
    spell: bool | None = None
    tests: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    wears: str | None = None
    at: Span | None = None
    beside: tuple[str, ...] = ()
    unless: str | None = None
    needs: str | None = None
    attack: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()
    critical: tuple[str, ...] = ()
    strong: int = 0
    rating: bool = False
    modifier: int = 0
    keywords: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    most: int | None = None
    boost: int | None = None
    further: int = 0
    gives: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    default: str | None = None
    adds: bool = False
    ruling: str | None = None
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    value: str | None = None

    @property
    def told(self) -> str:
        """What it is and where the rulebook says so."""
        return f"{self.help} ({self.section})"

    def beside_others(self, others: Iterable[str]) -> "Switch":
        """This switch as it is when `others` are given too."""
        changed = self
        for other in others:
            if other in self.changes:
                changed = replace(changed, **self.changes[other])
        return changed

    def misfit(self, wielded: Wielded) -> str | None:
        """Why it does not hold for this attack, None where it does or where nothing is known to the contrary."""
        wrong = {
            f"{self.when} attacks": self.when is not None and wielded.kind not in (None, self.when),
            f"{'Two' if self.hands == 2 else 'One'}-Handed weapons": self.hands is not None
            and (wielded.hands not in (None, self.hands) or wielded.bare is True or wielded.spell is True),
            " and ".join(f"{weapon}s" for weapon in self.weapons): bool(self.weapons)
            and (
                (wielded.weapon is not None and wielded.weapon not in self.weapons)
                or wielded.bare is True
                or wielded.spell is True
            ),
            "Unarmed attacks": self.bare is True and wielded.bare is False,
            "Spells": self.spell is True and wielded.spell is False,
            "weapons": self.spell is False and wielded.spell is True,
            " and ".join(f"{test.title()} Skill Tests" for test in self.tests): bool(self.tests)
            and wielded.test is not None
            and wielded.test not in self.tests,
            f"{' and '.join(self.types)} damage": bool(self.types)
            and wielded.types is not None
            and not wielded.types & set(self.types),
            f"{'a target' if self.side == 'target' else 'an attacker'} in {self.wears} armor": self.wears is not None
            and (worn := wielded.wears.get(self.side)) is not None
            and self.wears not in worn,
            f"{self.at} range, which --range tells": self.at is not None and wielded.at not in (None, self.at),
        }
        return next((what for what, is_wrong in wrong.items() if is_wrong), None)

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


def known_as(name: str, side: Side) -> Switch | None:
    """The switch of one side that a card's word names: the Perk ``Juggernaut`` of a target is target-juggernaut."""
    names = (TARGET + plain(name), plain(name)) if side == "target" else (plain(name),)
    found = (switches().get(known) for known in names)
    return next((switch for switch in found if switch is not None and switch.side == side), None)


def switch_named(text: str) -> Switch:
    """The switch written as `text`, a value after a colon: ``power-attack``, ``resistance:frost``."""
    name, colon, value = text.partition(":")
    found = switches().get(plain(name))
    if found is None and plain(name).startswith(TARGET):
        found = known_as(plain(name).removeprefix(TARGET), "target")
    if found is None:
        told = [one.name for one in switches().values() if plain(name) in re.findall(r"\w+", plain(one.told))]
        near = meant(told[:4]) or offer(name, switches())
        raise UnknownName(f"--with {text}: there is no switch {name.strip()!r}{near}")
    if not found.takes and colon:
        raise UnknownName(f"--with {text}: {found.name} takes no value")
    if not found.takes:
        return found
    value = plain(value) if colon else found.default or ""
    if value not in found.takes:
        near = offer(value, found.takes) if value else ""
        raise UnknownName(f"--with {text}: {found.name} needs one of {', '.join(found.takes)} after a colon{near}")
    return replace(found, value=value, attack=(value,) if found.adds else found.attack)


@dataclass(frozen=True)
class Switched:
    """The switches of one attack, each as the others beside it make it."""

    given: tuple[Switch, ...]

    @classmethod
    def read(cls, texts: Iterable[str]) -> "Switched":
        read: list[Switch] = []
        for text in texts:
            switch = switch_named(text)
            read += [switch, *(switch_named(given) for given in switch.gives)]
        given = tuple(dict.fromkeys(read))
        names = [switch.name for switch in given]
        return cls(tuple(switch.beside_others(names) for switch in given))

    def __contains__(self, name: str) -> bool:
        return any(switch.name == name for switch in self.given)

    def __getitem__(self, name: str) -> Switch:
        return next(switch for switch in self.given if switch.name == name)

    def without(self, *names: str) -> "Switched":
        return Switched(tuple(switch for switch in self.given if switch.name not in names))

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

    def refuse_misfits(self, wielded: Wielded) -> None:
        """ImpossibleQuestion for a switch that is known not to hold for this attack."""
        for switch in self.given:
            if (what := switch.misfit(wielded)) is not None:
                raise ImpossibleQuestion(f"--with {switch}: that is for {what} ({switch.section})")
            for other in switch.beside:
                if other not in self:
                    raise ImpossibleQuestion(f"--with {switch}: that goes with --with {other} ({switch.section})")

    @property
    def attack(self) -> tuple[str, ...]:
        """The dice they add to the attack roll."""
        return tuple(die for switch in self.given for die in switch.attack)

    @property
    def armor(self) -> tuple[str, ...]:
        """The dice they add to the armor roll, whatever the damage type; Resistance adds its die by type."""
        held = [switch for switch in self.given if switch.name != "resistance"]
        return tuple(die for switch in held if not (switch.unless and switch.unless in self) for die in switch.armor)

    @property
    def critical(self) -> tuple[str, ...]:
        """The dice they add beside the critical die."""
        return tuple(die for switch in self.given for die in switch.critical)

    @property
    def strong_armor(self) -> int:
        return sum(switch.strong for switch in self.given)

    @property
    def further(self) -> int:
        """The inches they add to the Long Range of a weapon."""
        return sum(switch.further for switch in self.given)

    @property
    def boosts(self) -> tuple[Switch, ...]:
        return tuple(switch for switch in self.given if switch.boost is not None)
