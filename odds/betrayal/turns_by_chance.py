"""Rounds in which faces change the cooldown track: every state it can be in, and the damage dealt by then."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.battle_roll import SUPPLY, Fighter, laid_out
from tamriel_odds.odds.betrayal.engage_roll import gathered
from tamriel_odds.odds.betrayal.track import (
    FIRST_FATIGUE_ROUND,
    LIGHT,
    LIGHT_DICE,
    OVER,
    OVER_DICE,
    Supply,
    Track,
)
from tamriel_odds.odds.betrayal.turns_roll import MOST_ENGAGES, by_engages
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Roll

Floats = NDArray[np.float64]
# More states than these are not enumerated; the kernel plays them all the same.
MOST_STATES = 5000
# More HP than anybody can take.
UNHURT = 1 << 20


@dataclass(frozen=True)
class State:
    """Where an adventurer stands: dice in the track, dice available, HP lost."""

    track: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    lost: int = 0

    def opened(self) -> Track:
        """The track to move dice in."""
        light, over = self.track.count(LIGHT), self.track.count(OVER)
        return Track(Supply(LIGHT_DICE - light, OVER_DICE - over), list(self.track))


# The chances of each total damage so far, for each state.
Spread = dict[State, Floats]


@dataclass(frozen=True)
class Told:
    """What is expected of one round: dice available, engages, dice rolled, damage, fatigue in the track, HP lost."""

    means: tuple[float, ...]


@dataclass(frozen=True)
class ChanceTurnsRoll(Roll):
    """An adventurer's rounds, state by state."""

    fighter: Fighter
    fatigue: int
    number: int
    defense: int
    health: int | None
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return self.fighter.kinds

    @cached_property
    def _named(self) -> dict[str, Die]:
        return {die.name: die for die in self.fighter.kinds}

    @cached_property
    def _played(self) -> tuple[Spread, tuple[Told, ...]] | None:
        """The states after the last round and what was expected of each round; None where they are too many."""
        spread: Spread = {State(available=tuple(die.name for die in self.fighter.dice)): np.ones(1)}
        told = []
        for number in range(1, self.number + 1):
            means = np.zeros(7)
            after: Spread = {}
            for state, damages in spread.items():
                chance = float(damages.sum())
                if number >= FIRST_FATIGUE_ROUND:
                    state = self._tired(state)
                if self._is_defeated(state):
                    means[4:] += chance * np.array([state.track.count(LIGHT), state.track.count(OVER), state.lost])
                    _add(after, state, damages)
                    continue
                ready = self._recovered(state)
                means[0] += chance * len(ready.available)
                self._turn(ready, damages, 0, after, means)
            if len(after) > MOST_STATES:
                return None
            spread = after
            told.append(Told(tuple(float(mean) for mean in means)))
        return spread, tuple(told)

    def _is_defeated(self, state: State) -> bool:
        return self.health is not None and state.lost >= self.health

    def _tired(self, state: State) -> State:
        if self._is_defeated(state):
            return state
        track = state.opened()
        track.tire(OVER)
        return State(tuple(track.dice), state.available, state.lost + track.overfatigue)

    def _recovered(self, state: State) -> State:
        track = state.opened()
        order = list(self._named)
        available = sorted([*state.available, *track.recover(self.fighter.cooldown)], key=order.index)
        return State(tuple(track.dice), tuple(available), state.lost)

    def _turn(self, state: State, damages: Floats, engaged: int, after: Spread, means: Floats) -> None:
        """All engages of a turn from this state on, into `after`."""
        stats: Mapping[str, int] = dict(zip(("stamina", "magicka"), self.fighter.stats, strict=True))
        dice = gathered([self._named[name] for name in state.available], stats)
        if engaged == self.fighter.engages or not dice or self._is_defeated(state):
            counts = [state.track.count(LIGHT), state.track.count(OVER), state.lost]
            means[4:] += float(damages.sum()) * np.array(counts)
            _add(after, state, damages)
            return
        for there, chances in self._engage(state, dice, self.fatigue if engaged else 0).items():
            share = float(damages.sum())
            means[1:4] += share * np.array(
                [chances.sum(), len(dice) * chances.sum(), chances @ np.arange(len(chances))]
            )
            self._turn(there, np.convolve(damages, chances), engaged + 1, after, means)

    def _engage(self, state: State, dice: tuple[Die, ...], fatigue: int) -> Spread:
        """The states after one engage, and the chances of each damage that goes with them."""
        reached: dict[State, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for marks in product(*(_by_marks(die) for die in dice)):
            there = self._exhausted(state, dice, marks, fatigue)
            shown: dict[tuple[int, int], float] = {(0, 0): 1.0}
            for die, mark in zip(dice, marks, strict=True):
                more: dict[tuple[int, int], float] = defaultdict(float)
                for (damage, ignored), share in shown.items():
                    for face in die.faces:
                        if _marks(face) == mark:
                            number = 0 if "prevents" in face.signs else face.number
                            more[(damage + number, ignored + face.ignores)] += share / len(die.faces)
                shown = more
            for (damage, ignored), share in shown.items():
                reached[there][max(damage - max(self.defense - ignored, 0), 0)] += share
        return {there: _array(shares) for there, shares in reached.items()}

    def _exhausted(self, state: State, dice: tuple[Die, ...], marks: tuple[Any, ...], fatigue: int) -> State:
        track, available, lost = state.opened(), list(state.available), state.lost
        track.tire(LIGHT, fatigue)
        for die, (strain, drain, backlash) in zip(dice, marks, strict=True):
            available.remove(die.name)
            track.tire(LIGHT, 2 * strain)
            if not drain:
                track.exhaust([die.name])
            lost += backlash
        return State(tuple(track.dice), tuple(available), lost)

    @cached_property
    def _damages(self) -> Floats | None:
        if self._played is None:
            return None
        spread, _ = self._played
        total = np.zeros(max(map(len, spread.values())))
        for damages in spread.values():
            total[: len(damages)] += damages
        return total

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axis damage, of all rounds."""
        if self._damages is not None:
            most = int(np.flatnonzero(self._damages)[-1])
        else:
            most = self.number * sum(max(face.number for face in die.faces) for die in self.fighter.dice)
        return Outcomes((Axis.counting("damage", most),), ("damage",), {})

    @property
    def listings(self) -> tuple[Listing, ...]:
        if self._played is None:
            return ()
        rows = tuple((number, *told.means) for number, told in enumerate(self._played[1], start=1))
        columns = ("round", "available", "engages", "rolled", "mean damage", "light", "over", "HP lost")
        rounds = Listing("rounds", "what to expect of each round (HP lost so far)", columns, rows)
        compared = self._engages()
        return (rounds, by_engages(compared)) if compared else (rounds,)

    def _engages(self) -> list[tuple[int, float, float, float]]:
        """What other numbers of engages a turn come to, up to where more change nothing; none where one cannot be told.

        The track decides it: an engage more can cost more dice in later turns than it rolls in this one.
        """
        rows: list[tuple[int, float, float, float]] = []
        before: tuple[Told, ...] | None = None
        for engages in range(1, MOST_ENGAGES + 1):
            is_own = engages == self.fighter.engages
            other = self if is_own else replace(self, fighter=replace(self.fighter, engages=engages))
            if other._played is None:
                return []
            told = other._played[1]
            if told == before:
                break
            damage, rolled = (sum(one.means[place] for one in told) for place in (3, 2))
            rows.append((engages, damage, rolled, told[-1].means[6]))
            before = told
        return rows

    def exact(self) -> Floats | None:
        return None if self._damages is None else self._damages[: self.outcomes.cells]

    def kernel(self) -> str:
        return "betrayal.turns"

    def tables(self) -> dict[str, Any]:
        health = UNHURT if self.health is None else self.health
        return {
            "party": laid_out([self.fighter], [health], self.fatigue),
            "enemies": np.array([[UNHURT, 0, self.defense]], np.int64),
            "supply": SUPPLY,
            "rounds": self.number,
        }


def _marks(face: Any) -> tuple[int, int, int]:
    """Whether a face strains, drains, hurts its roller."""
    return tuple(int(mark in face.signs) for mark in ("strain", "drain", "backlash"))  # type: ignore[return-value]


def _by_marks(die: Die) -> Iterator[tuple[int, int, int]]:
    yield from sorted({_marks(face) for face in die.faces})


def _array(shares: Mapping[int, float]) -> Floats:
    array = np.zeros(max(shares) + 1)
    for damage, share in shares.items():
        array[damage] = share
    return array


def _add(spread: Spread, state: State, damages: Floats) -> None:
    before = spread.get(state, np.zeros(1))
    total = np.zeros(max(len(before), len(damages)))
    total[: len(before)] += before
    total[: len(damages)] += damages
    spread[state] = total
