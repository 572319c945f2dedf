"""An engage as pools whose faces add up: damage, ignored Defense, tenacity, prevention and marks in one sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts, Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.handful import COMBAT, ENEMY_COMBAT, Handful, beyond_the_box, read_handfuls
from tamriel_odds.odds.dice import MARKS, Die, Face
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Pool, Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.engage import Engage

Integers = NDArray[np.int64]
DICE_A_WORD = 5
MOST_ENEMY_COMBAT = 6
MOST_CELLS, MOST_SUM = 1 << 16, 1 << 20
ACTIVE_SLOTS = 4
# The words of kernels/betrayal/draws.py: the own dice in fives, the free dice in fives; eight words an engage.
OWN, FREE, ENGAGE = 0, 4, 8
EFFECTS = tuple(mark for mark in MARKS if mark != "prevents")
MEANT = {
    "backlash": "1 true damage to an adventurer",
    "strain": "2 light fatigue or 1 overfatigue for the one who rolls it",
    "bane": "the status Bane for the target",
    "drain": "the die is drained for the rest of the battle",
}


@dataclass(frozen=True)
class Shown:
    """What each combination of faces of some dice shows, the first die the most significant: arrays of one size."""

    counted: dict[str, Integers] = field(default_factory=dict)

    @classmethod
    def of(cls, dice: Sequence[Die], is_defensive: bool) -> "Shown":
        counted: dict[str, Integers] = {}
        for name in ("damage", "ignored", "tenacity", "prevented", *EFFECTS):
            pool = np.zeros(1, np.int64)
            for die in dice:
                faces = [_shows(face, name, is_defensive, die.name == ENEMY_COMBAT) for face in die.faces]
                pool = (pool[:, None] + np.array(faces, np.int64)).ravel()
            counted[name] = pool
        return cls(counted)


def _shows(face: Face, name: str, is_defensive: bool, is_enemy: bool) -> int:
    """How much of something one face shows; Enemy Combat dice never give tenacity."""
    prevents = is_defensive or "prevents" in face.signs
    if name in EFFECTS:
        return int(name in face.signs)
    return {
        "damage": 0 if prevents else face.number,
        "ignored": face.ignores,
        "tenacity": 0 if is_enemy else face.tenacity,
        "prevented": face.number if prevents else 0,
    }[name]


@dataclass(frozen=True)
class EngageRoll(Roll):
    """One engage or several of one turn against one target, resolved."""

    handfuls: tuple[Handful, ...]
    defense: int
    health: int | None
    is_defensive: bool
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(die for handful in self.handfuls for die in handful.dice))

    @cached_property
    def _pools(self) -> list[tuple[int, int, Shown]]:
        """The number of the engage, the word and what is shown, for every five dice."""
        pools = []
        for number, handful in enumerate(self.handfuls):
            for word, dice in ((OWN, handful.own), (FREE, handful.free)):
                for start in range(0, len(dice), DICE_A_WORD):
                    shown = Shown.of(dice[start : start + DICE_A_WORD], self.is_defensive)
                    pools.append((number, ENGAGE * number + word + start // DICE_A_WORD, shown))
        return pools

    @cached_property
    def _fields(self) -> dict[str, int]:
        """The parts of the sum and how many values each can have. Defense is taken off

        at once where no other word can add to the engage, and after the sum elsewhere: there an engage has parts of its
        own for the damage and for the Defense that is ignored.
        """
        most: dict[str, int] = {}
        for number, _, shown in self._pools:
            for name, values in self._parts(number, shown).items():
                most[name] = most.get(name, 0) + int(values.max())
        return {name: values + 1 for name, values in most.items() if values}

    def _is_summed_later(self, number: int) -> bool:
        return self.defense > 0 and sum(engage == number for engage, _, _ in self._pools) > 1

    def _parts(self, number: int, shown: Shown) -> dict[str, Integers]:
        parts = {name: values for name, values in shown.counted.items() if name not in ("damage", "ignored")}
        damage, ignored = shown.counted["damage"], shown.counted["ignored"]
        if self._is_summed_later(number):
            return {**parts, f"damage {number}": damage, f"ignored {number}": np.minimum(ignored, self.defense)}
        return {**parts, "taken": taken(damage, ignored, self.defense)}

    @cached_property
    def _sum(self) -> Sum:
        strides: dict[str, int] = {}
        size = 1
        for name, number in self._fields.items():
            strides[name] = size
            size *= number
        if size > MOST_SUM:
            raise ImpossibleQuestion("--dice: these engages are too many dice for one answer; ask for fewer at a time")
        pools = []
        for number, word, shown in self._pools:
            sums = sum(
                (values * strides.get(name, 0) for name, values in self._parts(number, shown).items()),
                np.zeros(1, np.int64),
            )
            pools.append(Pool(word, sums.astype(np.int32)))
        sums = np.arange(size, dtype=np.int64)
        fields = {name: sums // strides[name] % self._fields[name] for name in self._fields}
        return Sum(tuple(pools), self._cells(fields, size))

    def _cells(self, values: dict[str, Integers], size: int) -> NDArray[np.uint16]:
        nothing = np.zeros(size, np.int64)
        total = values.get("taken", nothing)
        for number in range(len(self.handfuls)):
            damage, ignored = values.get(f"damage {number}", nothing), values.get(f"ignored {number}", nothing)
            total = total + taken(damage, ignored, self.defense if self._is_summed_later(number) else 0)
        by_axis = {"damage": total, **{name: np.minimum(values.get(name, nothing), most) for name, most in self._most}}
        places = [by_axis[axis.name] for axis in self.outcomes.axes]
        # Sums that no dice show can have more damage than there is a cell for.
        return np.ravel_multi_index(places, self.outcomes.shape, mode="clip").astype(np.uint16)

    @cached_property
    def _most(self) -> list[tuple[str, int]]:
        """The most tenacity and prevention there can be; of a mark it matters only whether it shows."""
        counted = [(name, self._fields.get(name, 1) - 1) for name in ("tenacity", "prevented")]
        marks = [(mark, 1) for mark in EFFECTS if mark in self._fields]
        return [counted[0], *([counted[1]] if counted[1][1] or self.is_defensive else []), *marks]

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage (taken), tenacity, prevented and the marks that these dice have."""
        axes = [Axis.counting("damage", self._most_damage)]
        for name, most in self._most:
            axes.append(Axis.claim(name) if name in EFFECTS else Axis.counting(name, most))
        if prod(len(axis.values) for axis in axes) > MOST_CELLS:
            raise ImpossibleQuestion("--dice: these engages are too many dice for one answer; ask for fewer at a time")
        numeric = [axis.name for axis in axes if axis.name not in EFFECTS]
        tables = tuple(sorted(numeric, key="prevented".__ne__) if self.is_defensive else numeric)
        plain = Outcomes(tuple(axes), tables, {})
        events = {mark: plain.where(mark, 1) for mark, _ in self._most if mark in EFFECTS}
        if self.health is not None:
            defeated = plain.where("damage", *range(self.health, self._most_damage + 1))
            events = {"defeated": defeated, **events}
        return Outcomes(plain.axes, tables, events)

    @cached_property
    def _most_damage(self) -> int:
        """The most damage taken: every die at its best, which is where it also ignores the most or does not."""
        best = self._fields.get("taken", 1) - 1
        for number in range(len(self.handfuls)):
            if self._is_summed_later(number):
                damage = self._fields.get(f"damage {number}", 1) - 1
                ignored = self._fields.get(f"ignored {number}", 1) - 1
                best += max(0, damage - max(0, self.defense - ignored))
        return best

    def exact(self) -> NDArray[np.float64]:
        return self._sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def stages(self) -> tuple[Stage, ...]:
        """The dice, Defense, Health; none where nothing is dealt."""
        if self.is_defensive or not self._most_damage:
            return ()
        shown = float(replace(self, defense=0).exact()[1:].sum())
        by_damage = self.exact().reshape(self._most_damage + 1, -1).sum(axis=1)
        left = min(float(by_damage[1:].sum()), shown)
        way = [Stage("dice", "the dice show damage", shown)]
        way += [Stage("defense", f"Defense {self.defense} leaves some of it", left)] if self.defense else []
        if self.health is not None:
            way.append(
                Stage("health", f"it is {self.health} or more", min(float(by_damage[self.health :].sum()), left))
            )
        return tuple(way)

    @property
    def tries(self) -> Attempts | None:
        """Turns of these engages until their damage adds up to the enemy's Health; Defense stops its value in each."""
        if self.health is None:
            return None
        unit = "engages" if len(self.handfuls) == 1 else "turns"
        return Attempts("defeated", axis="damage", goal=self.health, unit=unit)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self._sum.tables()


def taken(damage: Integers, ignored: Integers, defense: int) -> Integers:
    """What Defense leaves of the damage of one engage, less of it where dice ignore some (Betrayal, Engage)."""
    return np.maximum(damage - np.maximum(defense - ignored, 0), 0)


def gathered(available: Sequence[Die], stats: Mapping[str, int]) -> tuple[Die, ...]:
    """The dice of one engage: in their order as many as the stats allow, of the battle form of the first that has one.

    Combat dice go with every form but magic (Gather and Roll Dice). Dice that no stat limits are gathered, too.
    """
    form: str | None = None
    taken_of = dict.fromkeys(stats, 0)
    dice: list[Die] = []
    for die in available:
        assert die.skill is not None
        stat, own = die.skill.stat, "not magic" if die.name == COMBAT else die.skill.form
        fits = form is None or own is None or own == form or (own == "not magic" and form != "magic")
        fits = fits or (form == "not magic" and own != "magic")
        if not fits or (stat is not None and taken_of[stat] >= stats[stat]):
            continue
        dice.append(die)
        if stat is not None:
            taken_of[stat] += 1
        if own is not None and (form is None or form == "not magic"):
            form = own
    return tuple(dice)


def resolve(asked: "Engage", box: Box) -> EngageRoll:
    """The roll of an engage question; raises WrongInput where its dice cannot be rolled together."""
    notes: list[str] = []
    given = read_handfuls(asked.dice, box.dice)
    handfuls = tuple(_within_the_box(handful, notes) for handful in given)
    form = None
    for handful in handfuls:
        form = _form(handful, asked.form)
        _check_stats(handful, asked.stamina, asked.magicka)
    # A die rolled in one engage is exhausted for the next, while free dice are discarded and can be added again.
    notes += beyond_the_box(die for handful in handfuls for die in handful.own)
    forms = {_form(handful, asked.form) for handful in handfuls}
    if len(forms) > 1 and "defensive" in forms:
        raise ImpossibleQuestion("--dice: ask for engages in defensive form by themselves: they have no target")
    roll = EngageRoll(
        handfuls=handfuls,
        defense=asked.defense,
        health=asked.health,
        is_defensive=form == "defensive",
        rulings=_rulings(asked, handfuls),
        notes=tuple(dict.fromkeys([*notes, *_told(handfuls, form), *_fatigue(asked, len(handfuls))])),
    )
    roll.outcomes, roll._sum  # noqa: B018  (what is too large is refused here)
    return roll


def _within_the_box(handful: Handful, notes: list[str]) -> Handful:
    """At most six Enemy Combat dice: none can be added when none is left (Component Limits)."""
    enemy = [die for die in handful.free if die.name == ENEMY_COMBAT]
    if len(enemy) <= MOST_ENEMY_COMBAT:
        return handful
    notes.append(f"{len(enemy)} Enemy Combat dice: the box has {MOST_ENEMY_COMBAT}, the others cannot be added")
    others = tuple(die for die in handful.free if die.name != ENEMY_COMBAT)
    return Handful(handful.own, (*others, *enemy[:MOST_ENEMY_COMBAT]))


def _form(handful: Handful, asked: str | None) -> str | None:
    """The battle form of an engage; ImpossibleQuestion where its dice have different ones."""
    form, name = asked, f"--form {asked}"
    for die in handful.dice:
        assert die.skill is not None
        if die.skill.line in ("Speech", "Lockpicking"):
            raise ImpossibleQuestion(f"--dice: {die.name} is no die of an engage but of {die.skill.line}")
        if die.skill.form is not None and form is not None and die.skill.form != form:
            raise ImpossibleQuestion(f"--dice: {die.name} needs the form {die.skill.form}, {name} is {form}")
        if die.skill.form is not None and form is None:
            form, name = die.skill.form, die.name
    if form == "magic" and any(die.name == COMBAT for die in handful.own):
        raise ImpossibleQuestion("--dice: Combat dice cannot be gathered in magic form (Engage, Gather and Roll Dice)")
    if form == "defensive" and any(die.name == ENEMY_COMBAT for die in handful.free):
        raise ImpossibleQuestion("--dice: Enemy Combat dice cannot be placed in an active slot in defensive form")
    return form


def _check_stats(handful: Handful, stamina: int | None, magicka: int | None) -> None:
    for stat, most in (("stamina", stamina), ("magicka", magicka)):
        dice = sum(die.skill is not None and die.skill.stat == stat for die in handful.own)
        if most is not None and dice > most:
            raise ImpossibleQuestion(f"--{stat} {most}: {dice} dice count toward {stat.title()}; free dice do not")


def _told(handfuls: Sequence[Handful], form: str | None) -> list[str]:
    """What the marks on these dice mean, and that active slots are few (Active Slots)."""
    dice = [die for handful in handfuls for die in handful.dice]
    signs = {sign for die in dice for face in die.faces for sign in face.signs}
    notes = [f"{mark}: {MEANT[mark]}" for mark in EFFECTS if mark in signs]
    if form == "defensive" and len(dice) > ACTIVE_SLOTS:
        notes.append(f"{len(dice)} dice prevent: only {ACTIVE_SLOTS} can be in active slots at a time")
    return notes


def _fatigue(asked: "Engage", engages: int) -> list[str]:
    further = max(engages - asked.granted - 1, 0)
    fatigue = further * (2 if asked.expert else 1)
    return [f"{engages} engages in one turn: {fatigue} light fatigue"] if engages > 1 else []


def _rulings(asked: "Engage", handfuls: Sequence[Handful]) -> tuple[str, ...]:
    dice = [die for handful in handfuls for die in handful.dice]
    rulings = []
    if asked.stamina is not None and any(die.name == COMBAT for die in dice):
        rulings.append("combat-counts-toward-stamina")
    return (*rulings, *rulings_of_defense(asked.defense, dice))


def rulings_of_defense(defense: int, dice: Sequence[Die]) -> tuple[str, ...]:
    """What the damage that Defense leaves rests on."""
    rulings = ["one-sum-an-engage"] if defense and len(dice) > 1 else []
    if defense and any(face.ignores for die in dice for face in die.faces):
        rulings.append("only-damage-ignores-defense")
    return tuple(rulings)
