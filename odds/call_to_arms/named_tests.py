"""The tests the rulebook names and what changes them: odds/data/tests.toml and odds/data/test_switches.toml."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from tamriel_odds.odds.call_to_arms.keywords import SKILLS
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain


@dataclass(frozen=True, slots=True)
class NamedTest:
    """One row: the Skill or Attribute that is tested; `icons` where the Critical icon counts whatever the penalties."""

    name: str
    help: str
    section: str
    attribute: str
    skill: str | None = None
    icons: bool = False
    ruling: str | None = None

    @property
    def printed(self) -> str:
        """What is rolled, in words: ``Sneak (Agility)``, ``Wisdom``."""
        attribute = self.attribute.title()
        return f"{self.skill.replace('-', ' ').title()} ({attribute})" if self.skill else attribute


@dataclass(frozen=True, slots=True)
class SwitchOfTests:
    """One row: a situation, Keyword or Perk, the tests it belongs to (none: all), and what it changes."""

    name: str
    help: str
    section: str
    tests: tuple[str, ...] = ()
    green: int = 0
    modifier: int = 0
    takes: tuple[str, ...] = ()
    per_value: int = 0
    lends: bool = False
    face: str | None = None
    card: bool = False
    ruling: str | None = None
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    value: int = 0

    def in_test(self, test: str | None, value: int = 0) -> "SwitchOfTests":
        """This switch as it is in that test, with the value behind its colon."""
        there = replace(self, value=value, **self.changes.get(test or "", {}))
        return replace(there, modifier=there.modifier + value * there.per_value)


def _rows(file: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("tamriel_odds.odds").joinpath(f"data/{file}").read_text(encoding="utf-8"))


@cache
def named_tests() -> dict[str, NamedTest]:
    """All named tests, in the order of the data file."""
    return {
        name: NamedTest(name, **{"attribute": SKILLS.get(row.get("skill", "")), **row})
        for name, row in _rows("tests.toml").items()
    }


@cache
def switches_of_tests() -> dict[str, SwitchOfTests]:
    """All switches of tests, in the order of the data file."""
    return {name: _switch(name, row) for name, row in _rows("test_switches.toml").items()}


def _switch(name: str, row: dict[str, Any]) -> SwitchOfTests:
    changes = row.pop("as", {})
    lists = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
    return SwitchOfTests(name, changes=changes, **{**row, **lists})


def find_test(text: str) -> NamedTest:
    """The test called `text`; UnknownName with the nearest names otherwise."""
    found = named_tests().get(plain(text))
    if found is None:
        raise UnknownName(f"--as {text}: `odds cta tests` lists no such test{offer(text, named_tests())}")
    return found


def switches_of(texts: Iterable[str], test: str | None) -> tuple[SwitchOfTests, ...]:
    """The switches written as `texts` (a value after a colon), each once and as it is in that test.

    Raises WrongInput for one that does not exist, lacks its value or belongs to other tests.
    """
    given: dict[str, SwitchOfTests] = {}
    for text in texts:
        name, colon, value = text.partition(":")
        switch = switches_of_tests().get(plain(name))
        if switch is None:
            raise UnknownName(f"--with {text}: tests know no switch {name.strip()!r}{offer(name, switches_of_tests())}")
        named = set(switch.tests) & set(named_tests())
        if switch.tests and not (test in switch.tests or (test is None and named)):
            tests = _listed(switch.tests)
            raise ImpossibleQuestion(f"--with {text}: {switch.name} belongs to {tests}, not to {test or 'a test'}")
        if switch.takes and plain(value) not in switch.takes:
            raise UnknownName(f"--with {text}: {switch.name} needs one of {', '.join(switch.takes)} after a colon")
        if not switch.takes and colon:
            raise UnknownName(f"--with {text}: {switch.name} takes no value")
        one = switch.in_test(test, int(value) if switch.takes else 0)
        if given.setdefault(switch.name, one) != one:
            raise ImpossibleQuestion(f"--with {text}: {switch.name} is given with two values; give it once")
    return tuple(given.values())


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]


def described() -> list[str]:
    """A line for every test and every switch of tests: name, what is rolled, what it does, and the section."""
    tests = [f"{test.name}: {test.printed}, {test.help} ({test.section})" for test in named_tests().values()]
    switches = []
    for switch in switches_of_tests().values():
        values = ":" + "|".join(switch.takes) if switch.takes else ""
        whose = f" [{', '.join(switch.tests)}]" if switch.tests else ""
        switches.append(f"--with {switch.name}{values}{whose}: {switch.help} ({switch.section})")
    return [*tests, *switches]
