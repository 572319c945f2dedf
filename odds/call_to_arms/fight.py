"""A fight as numbers: models, the plan of attacks, the variant that each situation calls for, the kernel's tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.attack_tables import calls_of
from tamriel_odds.odds.call_to_arms.fight_model import Model
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.keywords import RESERVES
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
    SHOCKS,
    STAGGERS,
    STAGGERS_ON_DAMAGE,
    TIRES,
    Strikes,
    block_of,
    gain_of,
)
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.question import Roll

# The rows of the state: of the fight, of each model, and (where a fight needs them) more of each model, in the order of
# kernels/call_to_arms/fight_steps.py and fight_tokens.py.
FIGHT_ROWS = ("total", "spent", "follow-up", "moment", "trial")
ROWS = ("health", "status", "token", "stamina")
MORE_ROWS = ("bleed", "burning", "poison", "magicka", "avoids", "began", "acted", "extra", "ward")
# When a Block Token is spent: Adversaries spend it on the first attack that hits.
NOT_SPENT, WHEN_TARGETED, WHEN_HIT = range(3)


# The variant an attacker rolls, by [Extra Damage left, its Stamina, whether it is Staggered; of the target its status,
# token, Health]. More Stamina than the table has counts as the most of it; without Extra Damage there is one row.
Choice = NDArray[np.int32]


@dataclass(frozen=True)
class Turn:
    """One attack of the plan: who, whom, and the number of the choice among variants.

    `moment` is what the fight's end is called when it ends here. `opens`, `closes`: the first and the last attack of an
    activation; `flips`: the models that recover after it without one of their own. `ends`: the last attack of a round.
    """

    attacker: int
    target: int
    choice: int
    moment: int
    opens: bool = True
    closes: bool = True
    is_follow_up: bool = False
    flips: tuple[int, ...] = ()
    ends: bool = False
    magicka: int = 0


@dataclass(frozen=True, eq=False)
class Fight(Roll):
    """Models, their attacks' variants, and the plan; `reads` names the rows of the state that its cells are made of."""

    less_is_better: ClassVar[tuple[str, ...]] = ("b-wins", "health-b", "rounds", "stamina-spent")
    headline: ClassVar[tuple[str, ...]] = ("a-wins", "b-wins", "damage", "removed")
    told_by: ClassVar[str | None] = "winner"

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
            start += [model.health, model.status, model.token, model.stamina + model.boosts]
        for model in self.models if self.has_more else ():
            start += [0, 0, 0, model.magicka, model.avoids_death, 0, 0, model.extra, 0]
        return np.array(start, np.int32)

    def uses_stamina(self, model: int) -> bool:
        """Whether it matters how much Stamina a model has."""
        if any(self.models[model].bash) or any(self.postures(turn) for turn in self.plan if turn.target == model):
            return True
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
        return heeds | FREEZES * bool(tires or burns) | TIRES * tires | SHOCKS * bool(model.magicka)

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
            int(np.bitwise_or.reduce([brings for _, _, brings in self.strikes.options[self.strikes.rows(variant)]]))
            for variant in range(len(self.strikes.rolls))
        ]
        found = [[by_variant[int(variant)] for variant in np.unique(choice)] for choice in self.choices]
        return tuple(int(np.bitwise_or.reduce(bits)) for bits in found)

    def afflicts(self, turn: Turn) -> int:
        """What an attack can give and take besides damage, where it matters to its target: bits, 0 for nothing."""
        return self._afflicts[turn.choice, turn.target]

    @cached_property
    def _afflicts(self) -> dict[tuple[int, int], int]:
        attacks = {(turn.choice, turn.target) for turn in self.plan}
        mattering = {(c, t): self._brought[c] & self.heeds[t] & ~OTHERWISE & ~INCAPACITATES for c, t in attacks}
        return {attack: self.heeds[attack[1]] if bits else 0 for attack, bits in mattering.items()}

    @cached_property
    def suffers(self) -> tuple[bool, ...]:
        """By model: whether tokens can take their toll of it."""
        tokens = BLEEDS | BURNS | POISONS | BURNS_IF_FAILED | POISONS_IF_FAILED
        return tuple(
            bool(self._afflictions(number) & self.heeds[number] & tokens) for number in range(len(self.models))
        )

    def rolls_of(self, turn: Turn) -> list[AttackRoll]:
        """The attack rolls of all variants of an attack."""
        return [self.roll_of(variant) for variant in self._variants[turn.choice]]

    @cached_property
    def _variants(self) -> tuple[list[int], ...]:
        return tuple([int(variant) for variant in np.unique(choice)] for choice in self.choices)

    def fits(self, turn: Turn) -> bool:
        """Whether the target tests for an armor die whenever it is targeted (Custom Fit)."""
        return any(isinstance(roll, FoughtRoll) and roll.fit is not None for roll in self.rolls_of(turn))

    def postures(self, turn: Turn) -> bool:
        """Whether the target can pay for a reroll (Defensive Posture)."""
        return any(isinstance(roll, FoughtRoll) and roll.posture is not None for roll in self.rolls_of(turn))

    def braces(self, turn: Turn) -> bool:
        """Whether the target answers a Staggered Token that the attack can give it."""
        target = self.models[turn.target]
        staggers = self._brought[turn.choice] & (STAGGERS | STAGGERS_ON_DAMAGE)
        return bool((target.has_tower or target.returns) and (staggers or target.tests))

    def bashes(self, turn: Turn) -> bool:
        """Whether a spent Block Token can be a Shield Bash."""
        return any(self.models[turn.target].bash) and self._is_blocked(turn.choice)

    def gains(self, turn: Turn) -> bool:
        """Whether the attack can restore a Reserve of its attacker."""
        rows = [self.strikes.rows(variant) for variant in self._variants[turn.choice]]
        options = [(roll, option) for row in rows for roll, option, _ in self.strikes.options[row]]
        return any(gain_of(roll, option, reserve) for roll, option in options for reserve in RESERVES)

    @cached_property
    def reels(self) -> tuple[bool, ...]:
        """By model: whether it can be Staggered in its own activation."""
        found = {turn.attacker for turn in self.plan if self.bashes(turn)}
        found |= {turn.attacker for turn in self.plan if self.models[turn.target].returns and self.braces(turn)}
        return tuple(number in found and not model.is_relentless for number, model in enumerate(self.models))

    @cached_property
    def tracked(self) -> tuple[bool, ...]:
        """By model: whether more of its activations is followed than in a plain fight."""
        wards = [model.ward is not None for model in self.models]
        return tuple(any(claims) for claims in zip(self.suffers, self.reels, wards, strict=True))

    @cached_property
    def renews(self) -> NDArray[np.int32]:
        """By round: Health, Stamina and Magicka that come back; at least so much Stamina, so much Extra Damage."""
        rows = [(*model.regenerates, model.boosts, int(model.extra)) for model in self.models]
        return np.array(rows, np.int32).T.copy()

    @cached_property
    def has_more(self) -> bool:
        """Whether more is known of a model than in a plain fight."""
        models = any(
            model.can_be_felled or model.avoids_death or model.magicka or model.has_tower or model.quick is not None
            for model in self.models
        )
        turns = any(self.afflicts(turn) or self.fits(turn) or self.gains(turn) for turn in self.plan)
        return models or turns or any(self.tracked) or bool(self.renews.any())

    @cached_property
    def _apart_calls(self) -> NDArray[np.int64]:
        """The calls of what is rolled beside attacks and after them (kernels/call_to_arms/draws.py)."""
        calls = {0} if any(self._is_beside(turn) for turn in self.plan) else set()
        if any(self.afflicts(turn) for turn in self.plan):
            calls |= {1, 2}
        if any(model.has_tower for model in self.models):
            calls |= {1, 2, 3}
        wide = any(block is not None and block.is_wide for block in map(block_of, self.strikes.rolls))
        if wide or any(model.quick is not None for model in self.models):
            calls.add(3)
        return np.array(sorted(calls), np.int64)

    def _is_beside(self, turn: Turn) -> bool:
        extra = any(isinstance(roll, FoughtRoll) and roll.extra for roll in self.rolls_of(turn))
        return self._is_blocked(turn.choice) or self.fits(turn) or extra

    def _is_apart(self, turn: Turn) -> bool:
        return self._is_beside(turn) or bool(self.afflicts(turn)) or self.braces(turn) or self.bashes(turn)

    def _strides(self) -> NDArray[np.int64]:
        strides = np.zeros(len(self._start), np.int64)
        for place, (name, model) in enumerate(self.reads):
            strides[self.row(name, model)] = int(np.prod(self.answers.shape[place + 1 :], dtype=np.int64))
        return strides

    def _plan(self, same_armor: Sequence[int], brings: Sequence[bool]) -> NDArray[np.int64]:
        """What is known of every attack, in the order of kernels/call_to_arms/fight_turn.py."""
        sizes = [choice.size for choice in self.choices]
        rows = [
            (
                turn.attacker, turn.target, turn.opens, turn.closes, turn.is_follow_up,
                sum(1 << model for model in turn.flips), turn.moment, sum(sizes[: turn.choice]),
                self._strong_armor(turn), same_armor[turn.choice], brings[turn.choice], self._is_blocked(turn.choice),
                self.afflicts(turn), self.fits(turn), self.postures(turn), turn.magicka, turn.ends,
                self._is_apart(turn),
            )
            for turn in self.plan
        ]  # fmt: skip
        return np.array(rows, np.int64).T.copy()

    def _bodies(self) -> NDArray[np.int32]:
        """What is known of every model, in the order of kernels/call_to_arms/fight_body.py."""
        rows = [
            (
                model.most_health, model.stamina, model.magicka, model.blocks, model.tests, model.lies,
                self.suffers[number], self.tracked[number], model.is_adversary, model.ward is not None,
                model.ward.cost if model.ward else 0, model.absorbs, model.has_tower, model.returns,
                self.reels[number], model.bash_cost, model.quick is not None,
            )
            for number, model in enumerate(self.models)
        ]  # fmt: skip
        return np.array(rows, np.int32).T.copy()

    def _tests(self) -> NDArray[np.int32]:
        """The tests of every model: of fire, of tokens it resists, of its armor, of a kept token and of its Ward."""
        if not self.has_more:
            return np.zeros((5, len(self.models), 1), np.int32)
        by_model = [(one.agility, one.endures, one.endures, one.quick) for one in self.models]
        asked = [
            [model.tested(attributes[test]) for model, attributes in zip(self.models, by_model, strict=True)]
            for test in range(4)
        ]
        asked.append([model.cast_test() for model in self.models])
        faces = max(len(test) for of_models in asked for test in of_models)
        return np.array([[np.resize(test, faces) for test in of_models] for of_models in asked], np.int32)

    def _bashes(self) -> NDArray[np.int32]:
        """[model, Stamina]: whether a spent Block Token is a Shield Bash."""
        bashes = [model.bash or (0,) for model in self.models]
        widest = max(map(len, bashes))
        return np.array([[*bash, *[bash[-1]] * (widest - len(bash))] for bash in bashes], np.int32)

    def tables(self) -> dict[str, Any]:
        attacks = self.strikes.tables()
        same_armor = [self._only(choice, attacks["armor_row"]) for choice in range(len(self.choices))]
        brings = [self._only(choice, attacks["effect"]) != 0 for choice in range(len(self.choices))]
        if not attacks["armor"].size:
            same_armor = [-1] * len(same_armor)
        fates = [row for model in self.models for more in self.strikes.punishing for row in model.fates(more)]
        faces = max(map(len, fates))
        suffering = [model if any(self.suffers) else Model(model.name, 1, 1) for model in self.models]
        bleed = stacked([model.bleed_tests().ravel() for model in suffering])
        return {
            "calls": calls_of({**attacks, "fates": np.zeros((1, faces))}),
            "plan": self._plan(same_armor, brings),
            "models": self._bodies(),
            "tests": self._tests(),
            "start": self._start,
            "strides": self._strides(),
            "apart_calls": self._apart_calls,
            "toll_calls": np.array([0, 1, 2], np.int64),
            "variant": np.concatenate([choice.ravel() for choice in self.choices]),
            "cost": np.array(self.costs, np.int32),
            "spends": np.array(self.spends, np.int32),
            **attacks,
            "fates": np.array([row * (faces // len(row)) for row in fates], np.int32),
            "bash": self._bashes(),
            "renews": self.renews,
            "bleed_test": bleed.reshape(len(suffering), 3, -1),
            "drain": np.array([face.number for face in self.drain.faces] if self.drain else [0], np.int32),
            "more": len(FIGHT_ROWS) + len(ROWS) * len(self.models) if self.has_more else 0,
            "extras": self.choices[0].shape[0] - 1,
            "renewing": int(self.renews.any()),
            "costs": int(any(self.costs)),
            "punishings": len(self.strikes.punishing),
            "never": self.never,
            "healths": self.healths,
            "staminas": self.choices[0].shape[1],
        }

    def _only(self, choice: int, of_row: NDArray[np.int32]) -> int:
        """What is the same for all rows of an attack's variants, -1 where they differ."""
        rows = [self.strikes.rows(variant) for variant in self._variants[choice]]
        # Armor rows stand there again with one and two dice added.
        parts = of_row.reshape(-1, self.strikes.all_rows)
        found = {int(value) for part in parts for row in rows for value in part[row]}
        return found.pop() if len(found) == 1 else -1

    def _is_blocked(self, choice: int) -> bool:
        return any(self.spends[variant] for variant in self._variants[choice])

    def _strong_armor(self, turn: Turn) -> int:
        """The target's Strong Armor: the same in all variants of an attack."""
        strong = {roll.strong_armor for roll in self.rolls_of(turn)}
        assert len(strong) == 1, strong
        return strong.pop()
