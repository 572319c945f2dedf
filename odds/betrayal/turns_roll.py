"""An adventurer's rounds: which dice are rolled when is certain, since every die is exhausted whatever it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.betrayal.battle_roll import Fighter
from tamriel_odds.odds.betrayal.engage_roll import EngageRoll, gathered, rulings_of_defense
from tamriel_odds.odds.betrayal.handful import Handful, beyond_the_box, read_handfuls
from tamriel_odds.odds.betrayal.track import FIRST_FATIGUE_ROUND, LIGHT, OVER, Track
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Box, Roll

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.turns import Turns
    from tamriel_odds.odds.betrayal.turns_by_chance import ChanceTurnsRoll

# Faces that fatigue or drain by chance: with them the track depends on what is rolled.
CHANCE_MARKS = ("strain", "drain")
MOST_ENGAGES = 6


@dataclass(frozen=True)
class Round:
    """One round: the dice of each engage, those that were available, the fatigue in the track, HP lost to it so far."""

    engages: tuple[tuple[Die, ...], ...]
    available: int
    light: int
    over: int
    lost: int


@dataclass(frozen=True)
class Plan:
    """How an adventurer fights: stats, dice in the order they are gathered, engages a turn and their fatigue."""

    dice: tuple[Die, ...]
    stats: Mapping[str, int]
    cooldown: int
    engages: int
    fatigue: int
    health: int | None

    def rounds(self, number: int) -> tuple[Round, ...]:
        """What happens in that many rounds, fewer where fatigue defeats the adventurer."""
        track, available, lost = Track(), list(self.dice), 0
        named = {die.name: die for die in self.dice}
        played: list[Round] = []
        for this in range(1, number + 1):
            if this >= FIRST_FATIGUE_ROUND:
                track.tire(OVER)
                lost += track.overfatigue
                if self.health is not None and lost >= self.health:
                    played.append(Round((), 0, track.dice.count(LIGHT), track.overfatigue, self.health))
                    break
            available += [named[name] for name in track.recover(self.cooldown)]
            available.sort(key=lambda die: self.dice.index(die))
            ready = len(available)
            engages: list[tuple[Die, ...]] = []
            while len(engages) < self.engages:
                dice = gathered(available, self.stats)
                if not dice:
                    break
                track.tire(LIGHT, self.fatigue if engages else 0)
                engages.append(dice)
                for die in dice:
                    available.remove(die)
                track.exhaust(die.name for die in dice)
            played.append(Round(tuple(engages), ready, track.dice.count(LIGHT), track.overfatigue, lost))
        return tuple(played)


@dataclass(frozen=True)
class TurnsRoll(Roll):
    """An adventurer's rounds resolved: all their engages as one roll, and the plans with other numbers of engages."""

    plan: Plan
    number: int
    defense: int
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self.plan.dice))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return self.plan.rounds(self.number)

    @cached_property
    def engage_roll(self) -> EngageRoll:
        """All engages of all rounds, one after another, against a target that withstands them."""
        handfuls = tuple(Handful(dice) for this in self.rounds for dice in this.engages)
        return EngageRoll(handfuls, self.defense, None, False, (), ())

    @property
    def outcomes(self) -> Outcomes:
        return self.engage_roll.outcomes

    @property
    def listings(self) -> tuple[Listing, ...]:
        return self._rounds(), self._engages()

    def _rounds(self) -> Listing:
        rows = []
        for number, this in enumerate(self.rounds, start=1):
            rolled = sum(map(len, this.engages))
            means = sum(self._mean(dice) for dice in this.engages)
            rows.append(
                (number, this.available, len(this.engages), rolled, float(means), this.light, this.over, this.lost)
            )
        columns = ("round", "available", "engages", "rolled", "mean damage", "light", "over", "HP lost")
        return Listing("rounds", "dice, damage and fatigue by round (HP lost to fatigue so far)", columns, tuple(rows))

    def _engages(self) -> Listing:
        """What other numbers of engages a turn come to in these rounds, up to where more change nothing."""
        rows: list[tuple[int, float, float, float]] = []
        for engages in range(1, MOST_ENGAGES + 1):
            plan = Plan(**{**self.plan.__dict__, "engages": engages})
            rounds = plan.rounds(self.number)
            if rows and max(len(this.engages) for this in rounds) < engages:
                break
            mean = sum(self._mean(dice) for this in rounds for dice in this.engages)
            rows.append((engages, float(mean), sum(map(len, (d for t in rounds for d in t.engages))), rounds[-1].lost))
        return by_engages(rows)

    def _mean(self, dice: tuple[Die, ...]) -> float:
        """The average damage of one engage."""
        roll = EngageRoll((Handful(dice),), self.defense, None, False, (), ())
        along = roll.exact().sum(axis=tuple(range(1, len(roll.outcomes.shape))))
        return float(along @ np.arange(len(along)))

    def exact(self) -> NDArray[np.float64]:
        return self.engage_roll.exact()

    def kernel(self) -> str:
        return self.engage_roll.kernel()

    def tables(self) -> dict[str, Any]:
        return self.engage_roll.tables()


def by_engages(rows: Sequence[tuple[int, float, float, float]]) -> Listing:
    """The rounds with each number of engages a turn, and which of them deals the most damage."""
    best = max(rows, key=lambda row: row[1])[0]
    title = f"by engages a turn: most damage with {best}"
    return Listing("engages", title, ("engages", "mean damage", "dice rolled", "HP lost"), tuple(rows))


def shows(die: Die, mark: str) -> bool:
    """Whether a face of the die has that mark."""
    return any(mark in face.signs for face in die.faces)


def _by_chance(asked: "Turns", dice: tuple[Die, ...], rulings: tuple[str, ...]) -> "ChanceTurnsRoll":
    from tamriel_odds.odds.betrayal.turns_by_chance import ChanceTurnsRoll

    fighter = Fighter(
        name="adventurer",
        health=asked.health or 1,
        bonus=0,
        stats=(asked.stamina, asked.magicka),
        cooldown=asked.cooldown,
        engages=asked.engages,
        guard=0,
        target="weakest",
        dice=dice,
    )
    ruled = [("strain", "strain-is-light-fatigue"), ("backlash", "backlash-hits-its-roller")]
    rulings += tuple(ruling for mark, ruling in ruled if any(shows(die, mark) for die in dice))
    return ChanceTurnsRoll(
        fighter=fighter,
        fatigue=2 if asked.expert else 1,
        number=asked.rounds,
        defense=asked.defense,
        health=asked.health,
        rulings=rulings,
        notes=tuple(beyond_the_box(dice)),
    )


def resolve(asked: "Turns", box: Box) -> "TurnsRoll | ChanceTurnsRoll":
    """The rounds of a question; raises WrongInput where the dice cannot be rolled or do not fit one answer."""
    handfuls = read_handfuls(asked.dice, box.dice)
    if len(handfuls) > 1 or handfuls[0].free:
        raise ImpossibleQuestion("--dice: name the adventurer's own dice once, with commas; engages are made of them")
    dice = handfuls[0].own
    for die in dice:
        assert die.skill is not None
        if die.skill.line in ("Speech", "Lockpicking"):
            raise ImpossibleQuestion(f"--dice: {die.name} is no die of an engage but of {die.skill.line}")
        if shows(die, "bane"):
            raise ImpossibleQuestion(f"--dice: {die.name} gives Bane, whose rules nobody has published: leave it out")
        if die.skill.form == "defensive":
            raise ImpossibleQuestion(f"--dice: {die.name} is for the defensive form: these rounds attack")
    rulings: tuple[str, ...] = rulings_of_defense(asked.defense, dice)
    if any(die.name == "combat" for die in dice):
        rulings = ("combat-counts-toward-stamina", *rulings)
    hurts = asked.health is not None and any(shows(die, "backlash") for die in dice)
    if hurts or any(shows(die, mark) for die in dice for mark in CHANCE_MARKS):
        return _by_chance(asked, tuple(sorted(dice, key=dice.index)), rulings)
    plan = Plan(
        dice=tuple(sorted(dice, key=dice.index)),
        stats={"stamina": asked.stamina, "magicka": asked.magicka},
        cooldown=asked.cooldown,
        engages=asked.engages,
        fatigue=2 if asked.expert else 1,
        health=asked.health,
    )
    notes, rounds = beyond_the_box(dice), plan.rounds(asked.rounds)
    if asked.health is not None and rounds[-1].lost >= asked.health:
        notes.append(f"fatigue defeats the adventurer in round {len(rounds)}")
    roll = TurnsRoll(plan, asked.rounds, asked.defense, rulings, tuple(notes))
    roll.tables()  # What is too large for one answer is refused here.
    return roll
