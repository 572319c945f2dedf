"""A fight as numbers: models, the plan of attacks, the variant that each situation calls for, the kernel's tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, Endurance
from tamriel_odds.odds.call_to_arms.variants import Strikes
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.question import Roll

# The rows of a model's state, and behind those of all models the rows of the fight (kernels/call_to_arms/fight.py).
ROWS = ("health", "status", "token", "stamina")
FIGHT_ROWS = ("total", "spent", "follow-up", "moment", "trial")
STANDING, STAGGERED, INCAPACITATED = range(3)
UNHURT, LEFT_STAGGERED, LEFT_INCAPACITATED, REMOVED, LEFT_STANDING = range(5)
POTION = 8
# When a Block Token is spent: Adversaries spend it on the first attack that hits.
NOT_SPENT, WHEN_TARGETED, WHEN_HIT = range(3)
ENDURANCE_CALL = 2


@dataclass(frozen=True)
class Model:
    """One side of a fight. `stamina` is 0 for Adversaries, whose Boosts cost nothing.

    `blocks`: a Block follows its attacks. `lies`: it stays Incapacitated to the end of the round.
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

    def fate(self, face: Face | None, injury: int, is_incapacitated: bool, punishing: int) -> int:
        """What an injury (0 none, 1 Injured, 2 Overkill) comes to with this face of the Skill Die."""
        if injury == 0:
            return UNHURT
        if self.endurance is None or face is None or is_incapacitated:
            return REMOVED
        endurance = replace(self.endurance, attribute=self.endurance.attribute - punishing)
        fate = endurance.fate(face, injury == 2)
        if fate == "removed":
            return REMOVED
        staggered = LEFT_STANDING if self.is_relentless else LEFT_STAGGERED
        saved = LEFT_INCAPACITATED if fate == "incapacitated" else staggered
        return saved + (POTION if "potion" in face.signs else 0)

    def fates(self, punishing: int = 0) -> list[list[int]]:
        """By Incapacitated and injury, then face."""
        faces: Sequence[Face | None] = self.endurance.die.faces if self.endurance else (None,)
        rows = [(injury, down) for down in (False, True) for injury in range(3)]
        return [[self.fate(face, injury, down, punishing) for face in faces] for injury, down in rows]


# The variant an attacker rolls, by [its Stamina, whether it is Staggered, the target's status, token, Health]. More
# Stamina than the table has counts as the most of it.
Choice = NDArray[np.int32]


@dataclass(frozen=True)
class Turn:
    """One attack of the plan: who, whom, and the number of the choice among variants.

    `moment` is what the fight's end is called when it ends here. `opens`, `closes`: the first and the last attack of an
    activation; `flips`: the models that recover after it without an activation of their own.
    """

    attacker: int
    target: int
    choice: int
    moment: int
    opens: bool = True
    closes: bool = True
    is_follow_up: bool = False
    flips: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Fight(Roll):
    """Models, their attacks' variants, and the plan; `reads` names the rows of the state that its cells are made of."""

    less_is_better: ClassVar[tuple[str, ...]] = ("b-wins", "health-b", "rounds", "stamina")

    models: tuple[Model, ...]
    strikes: Strikes
    costs: tuple[int, ...]
    spends: tuple[int, ...]
    choices: tuple[Choice, ...]
    plan: tuple[Turn, ...]
    reads: tuple[tuple[str, int], ...]
    never: int
    answers: Outcomes
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def outcomes(self) -> Outcomes:
        return self.answers

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(die for roll in self.strikes.rolls for die in roll.dice))

    @property
    def healths(self) -> int:
        return max(model.most_health for model in self.models) + 1

    def roll_of(self, variant: int) -> AttackRoll:
        return self.strikes.rolls[variant]

    def exact(self) -> NDArray[np.float64] | None:
        from tamriel_odds.odds.call_to_arms.fight_exact import enumerated

        return enumerated(self)

    def kernel(self) -> str:
        return "call_to_arms.fight"

    def row(self, name: str, model: int = 0) -> int:
        """The row of the state that holds a model's Health, or what is known of the fight."""
        if name in ROWS:
            return len(ROWS) * model + ROWS.index(name)
        return len(ROWS) * len(self.models) + FIGHT_ROWS.index(name)

    @cached_property
    def _start(self) -> NDArray[np.int32]:
        of_models = [
            number for model in self.models for number in (model.health, model.status, model.token, model.stamina)
        ]
        return np.array([*of_models, 0, 0, 0, self.never, 0], np.int32)

    def _strides(self) -> NDArray[np.int64]:
        strides = np.zeros(len(self._start), np.int64)
        for place, (name, model) in enumerate(self.reads):
            strides[self.row(name, model)] = int(np.prod(self.answers.shape[place + 1 :], dtype=np.int64))
        return strides

    def tables(self) -> dict[str, Any]:
        def by_turn(values: Sequence[int]) -> NDArray[np.int64]:
            return np.array(values, np.int64)

        def by_model(name: str) -> NDArray[np.int32]:
            return np.array([getattr(model, name) for model in self.models], np.int32)

        attacks = self.strikes.tables()
        same_armor = [self._only(choice, attacks["armor_row"]) for choice in self.choices]
        brings = [self._only(choice, attacks["effect"]) != 0 for choice in self.choices]
        sizes = [choice.size for choice in self.choices]
        fates = [row for model in self.models for more in self.strikes.punishing for row in model.fates(more)]
        faces = max(map(len, fates))
        tests = {ENDURANCE_CALL} if faces > 1 else set()
        return {
            "calls": np.array(sorted(self.strikes.calls | tests), np.int64),
            "start": self._start,
            "strides": self._strides(),
            "attacker": by_turn([turn.attacker for turn in self.plan]),
            "target": by_turn([turn.target for turn in self.plan]),
            "opens": by_turn([turn.opens for turn in self.plan]),
            "closes": by_turn([turn.closes for turn in self.plan]),
            "follows": by_turn([turn.is_follow_up for turn in self.plan]),
            "flips": by_turn([sum(1 << model for model in turn.flips) for turn in self.plan]),
            "moment": np.array([turn.moment for turn in self.plan], np.int32),
            "offset": by_turn([sum(sizes[: turn.choice]) for turn in self.plan]),
            "strong_armor": by_turn([self._strong_armor(turn) for turn in self.plan]),
            "variant": np.concatenate([choice.ravel() for choice in self.choices]),
            "cost": np.array(self.costs, np.int32),
            "spends": np.array(self.spends, np.int32),
            "blocking": by_turn([self._is_blocked(self.choices[turn.choice]) for turn in self.plan]),
            **attacks,
            "same_armor": by_turn([same_armor[turn.choice] for turn in self.plan]),
            "brings": by_turn([brings[turn.choice] for turn in self.plan]),
            "fates": np.array([row * (faces // len(row)) for row in fates], np.int32),
            "most_health": by_model("most_health"),
            "most_stamina": by_model("stamina"),
            "blocks": by_model("blocks"),
            "tests": np.array([model.endurance is not None for model in self.models], np.int32),
            "lies": by_model("lies"),
            "costs": int(any(self.costs)),
            "punishings": len(self.strikes.punishing),
            "never": self.never,
            "healths": self.healths,
            "staminas": self.choices[0].shape[0],
        }

    def _only(self, choice: Choice, of_row: NDArray[np.int32]) -> int:
        """What is the same for all rows of an attack's variants, -1 where they differ."""
        rows = [self.strikes.rows(int(variant)) for variant in np.unique(choice)]
        # Armor rows stand there twice, the second time with a die added.
        parts = of_row.reshape(-1, self.strikes.all_rows)
        found = {int(value) for part in parts for row in rows for value in part[row]}
        return found.pop() if len(found) == 1 else -1

    def _is_blocked(self, choice: Choice) -> bool:
        return any(self.spends[int(variant)] for variant in np.unique(choice))

    def _strong_armor(self, turn: Turn) -> int:
        """The target's Strong Armor: the same in all variants of an attack."""
        variants = np.unique(self.choices[turn.choice])
        strong = {self.roll_of(int(variant)).strong_armor for variant in variants}
        assert len(strong) == 1, strong
        return strong.pop()
