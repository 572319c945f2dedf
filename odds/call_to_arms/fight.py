"""A fight as numbers: models, the plan of attacks, the variant that each situation calls for, the kernel's tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.fight_model import Model
from tamriel_odds.odds.call_to_arms.pools import stacked
from tamriel_odds.odds.call_to_arms.variants import (
    BLEEDS,
    BURNS,
    BURNS_IF_FAILED,
    FREEZES,
    INCAPACITATES,
    OTHERWISE,
    POISONS,
    POISONS_IF_FAILED,
    TIRES,
    Strikes,
)
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.question import Roll

# The rows of the state: of the fight, of each model, and (where a fight needs them) more of each model, in the order of
# kernels/call_to_arms/fight_steps.py and fight_tokens.py.
FIGHT_ROWS = ("total", "spent", "follow-up", "moment", "trial")
ROWS = ("health", "status", "token", "stamina")
MORE_ROWS = ("bleed", "burning", "poison", "magicka", "avoids", "began", "acted")
# When a Block Token is spent: Adversaries spend it on the first attack that hits.
NOT_SPENT, WHEN_TARGETED, WHEN_HIT = range(3)
ENDURANCE_CALL = 2


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

    less_is_better: ClassVar[tuple[str, ...]] = ("b-wins", "health-b", "rounds", "stamina-spent")
    headline: ClassVar[tuple[str, ...]] = ("a-wins", "b-wins", "damage", "removed")

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
    drain: Die | None = None

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
        if name in FIGHT_ROWS:
            return FIGHT_ROWS.index(name)
        return len(FIGHT_ROWS) + len(ROWS) * model + ROWS.index(name)

    @cached_property
    def _start(self) -> NDArray[np.int32]:
        start = [0, 0, 0, self.never, 0]
        for model in self.models:
            start += [model.health, model.status, model.token, model.stamina]
        for model in self.models if self.has_more else ():
            start += [0, 0, 0, model.magicka, model.avoids_death, 0, 0]
        return np.array(start, np.int32)

    def uses_stamina(self, model: int) -> bool:
        """Whether it matters how much Stamina a model has."""
        choices = {turn.choice for turn in self.plan if turn.attacker == model}
        return any(self.costs[int(variant)] for choice in choices for variant in np.unique(self.choices[choice]))

    @cached_property
    def heeds(self) -> tuple[int, ...]:
        """By model: the bits of what attacks bring along that can matter to it."""
        return tuple(self._heeds(number, model) for number, model in enumerate(self.models))

    def _heeds(self, number: int, model: Model) -> int:
        heeds = OTHERWISE | POISONS | POISONS_IF_FAILED | INCAPACITATES * model.can_be_felled
        heeds |= BLEEDS * (model.endures is not None)
        heeds |= (BURNS | BURNS_IF_FAILED) * (model.agility is not None)
        tires = not model.is_adversary and self.uses_stamina(number)
        burns = self._afflictions(number) & heeds & (BURNS | BURNS_IF_FAILED)
        return heeds | FREEZES * bool(tires or burns) | TIRES * tires

    def _afflictions(self, target: int) -> int:
        """The bits of all that attacks on a model can bring along."""
        found = 0
        for choice in {turn.choice for turn in self.plan if turn.target == target}:
            found |= self._brought[choice]
        return found

    @cached_property
    def _brought(self) -> tuple[int, ...]:
        """By choice: the bits of all that its variants can bring along."""
        by_variant = [
            int(np.bitwise_or.reduce([self.strikes.brings(roll, row) for row in range(2 * len(roll.options))]))
            for roll in self.strikes.rolls
        ]
        found = [[by_variant[int(variant)] for variant in np.unique(choice)] for choice in self.choices]
        return tuple(int(np.bitwise_or.reduce(bits)) for bits in found)

    def afflicts(self, turn: Turn) -> int:
        """What an attack can give and take besides damage, where it matters to its target: bits, 0 for nothing."""
        brought = self._brought[turn.choice] & self.heeds[turn.target] & ~OTHERWISE & ~INCAPACITATES
        return self.heeds[turn.target] if brought else 0

    @cached_property
    def suffers(self) -> tuple[bool, ...]:
        """By model: whether tokens can take their toll of it."""
        tokens = BLEEDS | BURNS | POISONS | BURNS_IF_FAILED | POISONS_IF_FAILED
        return tuple(
            bool(self._afflictions(number) & self.heeds[number] & tokens) for number in range(len(self.models))
        )

    @cached_property
    def has_more(self) -> bool:
        """Whether more is known of a model than in a plain fight."""
        fates = any(model.can_be_felled or model.avoids_death for model in self.models)
        return fates or any(self.afflicts(turn) for turn in self.plan)

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
        suffering = [model if any(self.suffers) else Model(model.name, 1, 1) for model in self.models]
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
            "afflicts": by_turn([self.afflicts(turn) for turn in self.plan]),
            "after_calls": np.array([1, 2], np.int64),
            "toll_calls": np.array([0, 1, 2], np.int64),
            "fates": np.array([row * (faces // len(row)) for row in fates], np.int32),
            "most_health": by_model("most_health"),
            "most_stamina": by_model("stamina"),
            "most_magicka": by_model("magicka"),
            "blocks": by_model("blocks"),
            "tests": by_model("tests"),
            "lies": by_model("lies"),
            "suffers": np.array(self.suffers, np.int32),
            "is_adversary": by_model("is_adversary"),
            "bleed_test": stacked([model.bleed_tests().ravel() for model in suffering]).reshape(len(suffering), 3, -1),
            "put_out": stacked([model.tested(model.agility) for model in suffering]),
            "shrug": stacked([model.tested(model.endures) for model in suffering]),
            "drain": np.array([face.number for face in self.drain.faces] if self.drain else [0], np.int32),
            "more": len(FIGHT_ROWS) + len(ROWS) * len(self.models) if self.has_more else 0,
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
