"""Skill Tests and pushes: what is needed, what a player decides, and the chance that is left, in whole numbers."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from tamriel_odds.odds.dice import SYMBOLS, Die
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import offer

TEST_SYMBOLS = SYMBOLS["test"]
SKILL_DICE = {"none": 0, "learned": 1, "legendary": 2}
TEST_DICE = 3

# How many of each needed symbol are still missing, in the order of the needs.
Missing = tuple[int, ...]


def read_need(text: str) -> tuple[str, int]:
    """The symbol and the number of a need such as ``1 triangle`` or ``2 circles``; BadNotation otherwise."""
    found = re.fullmatch(r"\s*(\d{1,2})\s+([a-z]+?)s?\s*", text.casefold())
    if not found or int(found[1]) < 1:
        raise BadNotation(f"need {text!r}: it is a number and a symbol, such as `1 triangle`")
    if found[2] not in TEST_SYMBOLS:
        raise BadNotation(f"need {text!r}: {found[2]!r} is no symbol of the die{offer(found[2], TEST_SYMBOLS)}")
    return found[2], int(found[1])


@dataclass(frozen=True)
class Chances:
    """The Skill Test die against some needs, each of another symbol.

    Weights are numbers of equally likely rolls, of ``faces ** dice`` in all, so that sums and ties are exact.
    """

    faces: tuple[frozenset[str], ...]
    symbols: tuple[str, ...]

    @classmethod
    def of(cls, die: Die, symbols: tuple[str, ...]) -> "Chances":
        return cls(tuple(frozenset(face.signs) for face in die.faces), symbols)

    def after(self, missing: Missing, face: int) -> Missing:
        """What is still missing when one more die shows this face; symbols beyond the need are lost."""
        shown = self.faces[face]
        return tuple(max(n - (symbol in shown), 0) for symbol, n in zip(self.symbols, missing, strict=True))

    def steps(self, missing: Missing) -> Mapping[Missing, int]:
        """What one more die leaves missing, each with its number of faces."""
        return _steps(self, missing)

    def rolled(self, missing: Missing, dice: int) -> Mapping[Missing, int]:
        """What `dice` dice leave missing, each with its number of rolls."""
        weights = Counter({missing: 1})
        for _ in range(dice):
            later: Counter[Missing] = Counter()
            for left, ways in weights.items():
                for after, faces in self.steps(left).items():
                    later[after] += ways * faces
            weights = later
        return weights

    def passing(self, missing: Missing, dice: int) -> int:
        """How many of the rolls of `dice` more dice leave nothing missing."""
        return _passing(self, missing, dice)

    def chance(self, missing: Missing, dice: int) -> Fraction:
        """The chance that `dice` more dice leave nothing missing."""
        return Fraction(self.passing(missing, dice), len(self.faces) ** dice)


@cache
def _steps(chances: Chances, missing: Missing) -> Mapping[Missing, int]:
    return Counter(chances.after(missing, face) for face in range(len(chances.faces)))


@cache
def _passing(chances: Chances, missing: Missing, dice: int) -> int:
    if not any(missing):
        return int(len(chances.faces) ** dice)
    if sum(missing) > dice:
        return 0
    ways = 0
    for after, faces in _steps(chances, missing).items():
        ways += faces * _passing(chances, after, dice - 1)
    return ways


@dataclass(frozen=True)
class Policy:
    """When a failed test is pushed: at most `most` times, and while the chance left is at least `hope` and not nothing.

    The chance left is that of paying for every push that can still be paid for. `hope` None pays even for pushes that
    can no longer help.
    """

    most: int
    hope: Fraction | None = None

    @classmethod
    def read(cls, text: str | None, pushes: int) -> "Policy":
        """``never``, ``up-to:N`` or ``while-hopeful:P``; None pays as long as there is something to pay with."""
        name, _, value = (text or f"up-to:{pushes}").partition(":")
        if name == "never":
            return cls(0)
        if name == "up-to":
            return cls(min(int(value), pushes))
        return cls(pushes, Fraction(value))

    def pushes(self, chances: Chances, missing: Missing, paid: int) -> bool:
        """Whether a test that has failed so far, with so many pushes paid for, is pushed."""
        if not any(missing) or paid >= self.most:
            return False
        if self.hope is None:
            return True
        chance = chances.chance(missing, self.most - paid)
        return chance > 0 and chance >= self.hope


@dataclass(frozen=True)
class Stand:
    """Where a test stands: what is missing, how many pushes are paid for, and whether another one follows."""

    missing: Missing
    paid: int
    goes_on: bool

    @property
    def is_passed(self) -> bool:
        return not any(self.missing)


@dataclass(frozen=True)
class PushedTest:
    """A Skill Test: what is missing before the first die, the dice, the pushes that can be paid for, the policy."""

    chances: Chances
    missing: Missing
    dice: int
    pushes: int
    policy: Policy

    def allowing(self, pushes: int) -> "PushedTest":
        """The same test where only so many pushes can be paid for."""
        return replace(self, pushes=pushes, policy=replace(self.policy, most=min(self.policy.most, pushes)))

    def stand(self, missing: Missing, paid: int) -> Stand:
        return Stand(missing, paid, self.policy.pushes(self.chances, missing, paid))

    def stands(self) -> tuple[Stand, ...]:
        """Every standing the test can come to after its dice."""
        row = {self.stand(missing, 0): None for missing in self.chances.rolled(self.missing, self.dice)}
        found: dict[Stand, None] = {}
        while row:
            found |= row
            row = {later: None for stand in row if stand.goes_on for later in self.after_push(stand)}
        return tuple(found)

    def after_push(self, stand: Stand) -> Mapping[Stand, int]:
        """What one push more leads to, each with its number of faces."""
        return {self.stand(after, stand.paid + 1): n for after, n in self.chances.steps(stand.missing).items()}

    def ended(self) -> Mapping[tuple[int, bool], Fraction]:
        """The chance of each end: (pushes paid for, whether it is passed)."""
        rolled = self.chances.rolled(self.missing, self.dice)
        going = Counter({self.stand(missing, 0): ways for missing, ways in rolled.items()})
        ends: Counter[tuple[int, bool]] = Counter()
        while going:
            later: Counter[Stand] = Counter()
            for stand, ways in going.items():
                if not stand.goes_on:
                    ends[stand.paid, stand.is_passed] += ways
                    continue
                for after, faces in self.after_push(stand).items():
                    later[after] += ways * faces
            going = later
        faces = len(self.chances.faces)
        return {(paid, passed): Fraction(ways, faces ** (self.dice + paid)) for (paid, passed), ways in ends.items()}
