"""An enemy's turn: one roll, and what every possible damage does to each of its targets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.handful import ENEMY_COMBAT
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Pool, Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.enemy_turn import EnemyTurn

DICE_A_WORD, MOST_ENEMY_COMBAT, ACTIVE_SLOTS = 5, 6, 4


@dataclass(frozen=True)
class Unit:
    """One of the party: HP, bonus HP, and the defensive dice in its active slots, in the order they are used."""

    name: str
    health: int
    bonus: int = 0
    prevents: tuple[int, ...] = ()

    def dealt(self, damage: int, is_true: bool = False) -> "Unit":
        """The unit after that damage (Preventing Damage, Bonus HP): dice prevent one after another, then bonus HP goes.

        >>> Unit("Aela", 4, 2, (2, 1)).dealt(6)
        Unit(name='Aela', health=3, bonus=0, prevents=())
        """
        if is_true:
            return Unit(self.name, max(self.health - damage, 0), self.bonus, self.prevents)
        left = list(self.prevents)
        while damage > 0 and left:
            damage = max(damage - left.pop(0), 0)
        bonus = min(damage, self.bonus)
        return Unit(self.name, max(self.health - damage + bonus, 0), self.bonus - bonus, tuple(left))


@dataclass(frozen=True)
class EnemyTurnRoll(Roll):
    """An enemy's turn resolved: its dice, and its targets in the order of priority."""

    headline = ("lost", "any defeated")

    rolled: tuple[Die, ...]
    targets: tuple[Unit, ...]
    is_true: bool
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self.rolled))

    @cached_property
    def _after(self) -> tuple[tuple[Unit, ...], ...]:
        """By damage rolled: the targets afterwards."""
        most = sum(max(face.number for face in die.faces) for die in self.rolled)
        return tuple(tuple(unit.dealt(damage, self.is_true) for unit in self.targets) for damage in range(most + 1))

    @cached_property
    def _lost(self) -> list[int]:
        before = sum(unit.health for unit in self.targets)
        return [before - sum(unit.health for unit in units) for units in self._after]

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage (rolled), lost (HP of all targets)."""
        axes = (Axis.counting("damage", len(self._after) - 1), Axis.counting("lost", max(self._lost)))
        plain = Outcomes(axes, ("lost", "damage"), {})
        defeated = [
            plain.where("damage", *(damage for damage, units in enumerate(self._after) if units[place].health == 0))
            for place in range(len(self.targets))
        ]
        events = {"any defeated": np.logical_or.reduce(defeated)} if len(defeated) > 1 else {}
        events |= {f"{unit.name} defeated": mask for unit, mask in zip(self.targets, defeated, strict=True)}
        events |= {"all targets defeated": np.logical_and.reduce(defeated)} if len(defeated) > 1 else {}
        return Outcomes(axes, plain.tables, events)

    @cached_property
    def _sum(self) -> Sum:
        pools = []
        for start in range(0, len(self.rolled), DICE_A_WORD):
            numbers = np.zeros(1, np.int32)
            for die in self.rolled[start : start + DICE_A_WORD]:
                numbers = (numbers[:, None] + np.array([face.number for face in die.faces], np.int32)).ravel()
            pools.append(Pool(start // DICE_A_WORD, numbers.astype(np.int32)))
        damage = np.arange(len(self._after))
        return Sum(tuple(pools), (damage * (max(self._lost) + 1) + np.array(self._lost)).astype(np.uint16))

    @property
    def listings(self) -> tuple[Listing, ...]:
        columns = [f"{unit.name} {part}" for unit in self.targets for part in _parts(unit)]
        rows: list[tuple[Entry, ...]] = []
        for damage, units in enumerate(self._after):
            shown = [_shown(unit, part) for unit in units for part in _parts(self._before(unit))]
            rows.append((damage, *shown))
        return (Listing("targets", "what is left by the damage rolled", ("damage", *columns), tuple(rows)),)

    def _before(self, unit: Unit) -> Unit:
        return next(before for before in self.targets if before.name == unit.name)

    def exact(self) -> NDArray[np.float64]:
        return self._sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self._sum.tables()


def _parts(unit: Unit) -> list[str]:
    return ["HP", *(["bonus HP"] if unit.bonus else []), *(["dice"] if unit.prevents else [])]


def _shown(unit: Unit, part: str) -> int:
    return {"HP": unit.health, "bonus HP": unit.bonus, "dice": len(unit.prevents)}[part]


def resolve(asked: "EnemyTurn", box: Box) -> EnemyTurnRoll:
    """The roll of an enemy's turn; raises WrongInput where the party cannot be read."""
    party = read_party(asked.party)
    dice = min(asked.combat, MOST_ENEMY_COMBAT)
    notes = []
    if dice < asked.combat:
        notes.append(
            f"Combat {asked.combat}: the box has {MOST_ENEMY_COMBAT} Enemy Combat dice, so that many are rolled"
        )
    targets = by_priority(party, asked.priority)[: asked.targets]
    left_out = [unit.name for unit in party if unit not in targets]
    notes += [f"not among its targets: {', '.join(left_out)}"] if left_out else []
    rulings = ["ties-to-the-first"] if len({unit.health for unit in party}) < len(party) and left_out else []
    if not asked.true_damage and any(value > 1 for unit in targets for value in unit.prevents):
        rulings.append("prevented-too-much-is-lost")
    return EnemyTurnRoll((box.dice[ENEMY_COMBAT],) * dice, targets, asked.true_damage, tuple(rulings), tuple(notes))


def by_priority(party: Sequence[Unit], priority: str) -> tuple[Unit, ...]:
    """The party in the order an enemy targets it: by HP without bonus HP, ties to the first (Enemy Chip Anatomy)."""
    return tuple(sorted(party, key=lambda unit: unit.health if priority == "weakest" else -unit.health))


def read_party(text: str) -> tuple[Unit, ...]:
    """The units written as `text`; BadNotation with the part that is none.

    >>> read_party("Lydia 5, 4+2 prevents 2 1")
    (Unit(name='Lydia', health=5, bonus=0, prevents=()), Unit(name='unit 2', health=4, bonus=2, prevents=(2, 1)))
    """
    units: list[Unit] = []
    for part in text.split(","):
        found = re.fullmatch(
            r"\s*(?:((?:(?!prevents?\b).)*?)\s+)?(\d{1,3})(?:\s*\+\s*(\d{1,3}))?(?:\s+prevents?((?:\s+[1-9])+))?\s*",
            part,
            re.IGNORECASE,
        )
        if not found:
            raise BadNotation(
                f"--party: {part.strip()!r} is no unit; write Lydia 5+2 prevents 2 1, with commas between"
            )
        name = (found[1] or f"unit {len(units) + 1}").strip()
        unit = Unit(name, int(found[2]), int(found[3] or 0), tuple(int(value) for value in (found[4] or "").split()))
        if unit.health == 0:
            raise BadNotation(f"--party: {name} has no HP left: a defeated unit is no target")
        if len(unit.prevents) > ACTIVE_SLOTS:
            raise BadNotation(f"--party: {name} has {len(unit.prevents)} dice: there are {ACTIVE_SLOTS} active slots")
        if any(name == other.name for other in units):
            raise BadNotation(f"--party: there are two units {name!r}: give each a name of its own")
        units.append(unit)
    return tuple(units)
