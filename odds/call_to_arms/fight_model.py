"""A model of a fight: what it can take, how it tests for its life, and what tokens take of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.aftermath import passes
from tamriel_odds.odds.call_to_arms.harm import Endurance
from tamriel_odds.odds.dice import Die, Face

STANDING, STAGGERED, INCAPACITATED = range(3)
UNHURT, LEFT_STAGGERED, LEFT_INCAPACITATED, REMOVED, LEFT_STANDING, FELLED = range(6)
POTION = 8
# What an attack's damage is to a model: nothing, Injured, Overkill, or a wound that leaves Health.
UNINJURED, INJURED, OVERKILL, WOUNDED = range(4)
# Bleed Tokens of one model are followed up to this many; its tests are rolled two a word.
MOST_BLEEDING, TESTS_A_WORD = 6, 2
# Potions of a test stand above what was tested.
POTIONS = 16


@dataclass(frozen=True)
class State:
    """What an Endurance Test of the injured depends on besides its face."""

    is_down: bool = False
    ails: bool = False
    avoids_death: bool = False
    is_felled: bool = False


# In the order of the kernel's bits (kernels/call_to_arms/fight_steps.py), the last one the least.
STATES = tuple(State(down, ails, avoids, felled) for felled, avoids, ails, down in product((False, True), repeat=4))


@dataclass(frozen=True)
class Ward:
    """A Ward that must be cast before a Block: its Magicka, and what its Skill Test is rolled against."""

    cost: int
    attribute: int
    difficulty: int = 0


@dataclass(frozen=True)
class Model:
    """One side of a fight. `stamina` is 0 for Adversaries, whose Boosts cost nothing.

    `endurance` is the test of an injured Hero or Master; `endures` and `agility` are the Attributes that other tests
    are taken on, None where no card says. `blocks`: a Block follows its attacks. `lies`: it stays Incapacitated to the
    end of the round. `can_be_felled`: an attack may ask it for the test of Incapacitate. `avoids_death`: its first test
    of the injured needs no roll (Avoid Death). `letter` is that of its options.

    `boosts` are those an Adversary has each round where a Shield Bash is one of them; `bash` says by Stamina whether a
    spent Block Token is one. `extra`: it has Extra Damage, once a round. `regenerates` Health, Stamina, Magicka at the
    end of a round. `has_tower`, `returns`: how it answers a Staggered Token (Tower of Strength, Force Without Effort).
    `quick` is the Attribute on which it keeps a spent Block Token (Quick Reflexes).
    """

    name: str
    health: int
    most_health: int
    stamina: int = 0
    endurance: Endurance | None = None
    is_relentless: bool = False
    blocks: bool = False
    lies: bool = False
    status: int = STANDING
    token: bool = False
    die: Die | None = None
    endures: int | None = None
    agility: int | None = None
    magicka: int = 0
    is_adversary: bool = False
    can_be_felled: bool = False
    avoids_death: bool = False
    letter: str = ""
    boosts: int = 0
    bash: tuple[int, ...] = ()
    bash_cost: int = 1
    extra: bool = False
    regenerates: tuple[int, int, int] = (0, 0, 0)
    has_tower: bool = False
    returns: bool = False
    quick: int | None = None
    ward: Ward | None = None
    absorbs: bool = False

    def fate(self, face: Face | None, injury: int, state: State, punishing: int) -> int:
        """What an injury comes to with this face of the Skill Die (Injured Models, Overkill, Incapacitate)."""
        if injury == UNINJURED:
            return UNHURT
        potion = POTION if face is not None and "potion" in face.signs else 0
        if injury == WOUNDED:
            if not (state.is_felled and self.can_be_felled) or state.is_down or self.endures is None or face is None:
                return UNHURT
            if passes(face, self.endures):
                return UNHURT + potion
            return REMOVED if state.ails else FELLED + potion
        if self.endurance is None or face is None or state.is_down:
            return REMOVED
        staggered = LEFT_STANDING if self.is_relentless else LEFT_STAGGERED
        if state.avoids_death:
            return staggered
        endurance = self.endurance
        if punishing:
            endurance = replace(endurance, attribute=endurance.attribute - punishing)
        fate = endurance.fate(face, injury == OVERKILL)
        if fate == "removed":
            return REMOVED
        if fate == "incapacitated" and not state.is_felled:
            return REMOVED if state.ails else LEFT_INCAPACITATED + potion
        return staggered + potion

    @property
    def _faces(self) -> Sequence[Face | None]:
        return self.die.faces if self.die and self.tests else (None,)

    def fates(self, punishing: int = 0) -> list[list[int]]:
        """By state and injury, then face."""
        kinds = product(STATES, range(4))
        return [[self.fate(face, injury, state, punishing) for face in self._faces] for state, injury in kinds]

    @cached_property
    def _shares(self) -> dict[tuple[int, State, int], tuple[tuple[int, float], ...]]:
        return {}

    def shares(self, injury: int, state: State, punishing: int) -> tuple[tuple[int, float], ...]:
        """What an injury can come to, each with its probability."""
        key = injury, state, punishing
        if key not in self._shares:
            fates = Counter(self.fate(face, injury, state, punishing) for face in self._faces)
            self._shares[key] = tuple((fate, faces / fates.total()) for fate, faces in fates.items())
        return self._shares[key]

    @property
    def tests(self) -> bool:
        """Whether an attack can make it take an Endurance Test."""
        return self.endurance is not None or self.can_be_felled

    def tested(self, attribute: int | None, penalty: int = 0) -> NDArray[np.int32]:
        """By face of the Skill Die: 1 where a test on that Attribute is passed, with 16 for a Potion."""
        if attribute is None or self.die is None:
            return np.zeros(1, np.int32)
        return np.array([_shown(face, attribute, penalty) for face in self.die.faces], np.int32)

    def cast_test(self) -> NDArray[np.int32]:
        """The same for its Ward."""
        return self.tested(self.ward.attribute, self.ward.difficulty) if self.ward else np.zeros(1, np.int32)

    def bleed_tests(self) -> NDArray[np.int32]:
        """By tests 0, 1, 2 and the faces of two dice: how many are passed, with 16 for each Potion."""
        one = self.tested(self.endures)
        several = [np.zeros(1, np.int32), one, np.add.outer(one, one).ravel()]
        return np.stack([np.repeat(shown, len(one) ** 2 // len(shown)) for shown in several])


def _shown(face: Face, attribute: int, penalty: int = 0) -> int:
    return int(passes(face, attribute, penalty)) + POTIONS * ("potion" in face.signs)
