"""Conditions of rules: comparisons joined by `and`, such as ``health <= 2 and attacked``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import offer

# What a rule can compare, in the order of kernels/skyrim/combat_layout.py, and the values it can have.
VARIABLES: Mapping[str, tuple[int, int]] = {
    "health": (1, 10),
    "stamina": (0, 10),
    "magicka": (0, 10),
    "final_blows": (0, 5),
    "round": (1, 99),
    "enemies": (1, 10),
    "heavy": (0, 10),
    "light": (0, 10),
    "magic": (0, 10),
    "armor": (0, 30),
    "attacked": (0, 1),
    "damage": (0, 99),
    "players": (1, 4),
    "summons": (0, 2),
    "innate": (0, 1),
    "encounter": (1, 20),
}
CLAIMS = ("attacked", "innate")
# What is known only once the enemy die is rolled.
OF_THE_DIE = ("attacked", "damage")
MOST = 999


@dataclass(frozen=True)
class Comparison:
    """A number within limits, or (`is_not`) outside of them."""

    variable: str
    low: int
    high: int
    is_not: bool = False


@dataclass(frozen=True)
class Condition:
    """Comparisons that all have to hold; none always holds."""

    comparisons: tuple[Comparison, ...]
    text: str = "always"

    def values(self, ranges: Mapping[str, tuple[int, int]]) -> Mapping[str, Sequence[int]]:
        """The values of each variable that the comparisons leave, of those it can have."""
        left = {name: list(range(low, high + 1)) for name, (low, high) in ranges.items()}
        for one in self.comparisons:
            kept = [value for value in left[one.variable] if (one.low <= value <= one.high) != one.is_not]
            left[one.variable] = kept
        return left

    def can_hold(self, ranges: Mapping[str, tuple[int, int]]) -> bool:
        return all(self.values(ranges).values())

    def holds_with(self, other: "Condition", ranges: Mapping[str, tuple[int, int]]) -> bool:
        """Whether this holds wherever `other` does."""
        mine, theirs = self.values(ranges), other.values(ranges)
        return all(set(theirs[name]) <= set(mine[name]) for name in ranges)


def read_condition(text: str) -> Condition:
    """The condition written as `text`; BadNotation with the part that cannot be read.

    >>> read_condition("health <= 2 and attacked").comparisons[1]
    Comparison(variable='attacked', low=1, high=1, is_not=False)
    """
    parts = re.split(r"\band\b", text.casefold())
    return Condition(tuple(_comparison(part.strip(), text) for part in parts), text)


def _comparison(part: str, text: str) -> Comparison:
    if claim := re.fullmatch(r"(not\s+)?([a-z_]+)", part):
        _known(claim[2], text)
        if claim[2] not in CLAIMS:
            raise BadNotation(f"rule {text!r}: compare {claim[2]} with a number, `{claim[2]} <= 2`")
        return Comparison(claim[2], 0 if claim[1] else 1, 0 if claim[1] else 1)
    found = re.fullmatch(r"([a-z_]+)\s*(<=|>=|==|=|!=|<|>)\s*(\d{1,3})", part)
    if not found:
        raise BadNotation(f"rule {text!r}: {part!r} is no comparison such as `health <= 2`; `and` joins several")
    name, sign, number = found[1], found[2], int(found[3])
    _known(name, text)
    limits = {"<=": (0, number), ">=": (number, MOST), "<": (0, number - 1), ">": (number + 1, MOST)}
    low, high = limits.get(sign, (number, number))
    return Comparison(name, low, high, sign == "!=")


def _known(name: str, text: str) -> None:
    if name not in VARIABLES:
        raise BadNotation(f"rule {text!r}: a rule cannot ask for {name!r}{offer(name, VARIABLES)}")
