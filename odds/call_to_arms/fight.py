"""A fight as numbers: models, the plan of attacks, the variant that each situation calls for."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.fight_model import Model
from tamriel_odds.odds.call_to_arms.fight_tables import fight_tables
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
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
)
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.question import Roll

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
    def afflictions(self) -> int:
        """The bits of all that attacks bring along and that matters to their targets."""
        return int(np.bitwise_or.reduce([self._afflictions(number) & bits for number, bits in enumerate(self.heeds)]))

    @cached_property
    def suffers(self) -> tuple[bool, ...]:
        """By model: whether tokens can take their toll of it."""
        tokens = BLEEDS | BURNS | POISONS | BURNS_IF_FAILED | POISONS_IF_FAILED
        return tuple(
            bool(self._afflictions(number) & self.heeds[number] & tokens) for number in range(len(self.models))
        )

    def rolls_of(self, turn: Turn) -> list[AttackRoll]:
        """The attack rolls of all variants of an attack."""
        return [self.roll_of(variant) for variant in self.variants[turn.choice]]

    @cached_property
    def variants(self) -> tuple[list[int], ...]:
        """By choice: the variants among which it chooses."""
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
        return any(self.models[turn.target].bash) and self.is_blocked(turn.choice)

    def gains(self, turn: Turn) -> bool:
        """Whether the attack can restore a Reserve of its attacker."""
        return self._gains[turn.choice]

    @cached_property
    def _gains(self) -> tuple[bool, ...]:
        gain = self.strikes.tables["gain"]
        by_variant = [bool(gain[:, self.strikes.rows(variant)].any()) for variant in range(len(self.strikes.rolls))]
        return tuple(any(by_variant[variant] for variant in variants) for variants in self.variants)

    def is_played_singly(self, turn: Turn) -> bool:
        """Whether what the attack does takes more than the steps of plain fights."""
        attacker, target = self.models[turn.attacker], self.models[turn.target]
        does = self.afflicts(turn) or self.gains(turn) or self.braces(turn) or self.bashes(turn)
        suffers = self.suffers[turn.target] or target.can_be_felled or target.avoids_death
        return bool(does or suffers or target.quick is not None or target.absorbs or attacker.magicka)

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

    def is_beside(self, turn: Turn) -> bool:
        """Whether something is rolled beside an attack."""
        extra = any(isinstance(roll, FoughtRoll) and roll.extra for roll in self.rolls_of(turn))
        return self.is_blocked(turn.choice) or self.fits(turn) or extra

    def is_apart(self, turn: Turn) -> bool:
        """Whether something is rolled beside an attack or after it."""
        return self.is_beside(turn) or bool(self.afflicts(turn)) or self.braces(turn) or self.bashes(turn)

    def is_blocked(self, choice: int) -> bool:
        """Whether a Block Token can be spent."""
        return any(self.spends[variant] for variant in self.variants[choice])

    @cached_property
    def is_plain(self) -> bool:
        """Whether the steps of plain fights roll it: nobody has a rarer rule, and no pool is large."""
        return not (self.has_more or self.strikes.is_large or any(self.postures(turn) for turn in self.plan))

    def kernel(self) -> str:
        return "call_to_arms.fight" if self.is_plain else "call_to_arms.full_fight"

    def tables(self) -> dict[str, Any]:
        return fight_tables(self)
