"""One model's attacks on another: each a question about an attack, asked again in every situation of the fight."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.fight import Choice
from tamriel_odds.odds.call_to_arms.notation import read_attack
from tamriel_odds.odds.call_to_arms.resolve import resolve
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.switches import Switched
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

Policy = Literal["never", "always", "when-better"]
Boosts = tuple[str, ...]
STATUSES: tuple[tuple[str, ...], ...] = ((), ("target-staggered",), ("target-incapacitated",))
TOKEN = ("block-token",)


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack of one model on another. `boosts` are those it may use, of which an Adversary uses one."""

    asked: Attack
    sides: Sides
    box: Box
    boosts: Boosts = ()
    policy: Policy = "never"
    is_adversary: bool = False

    @cached_property
    def plain(self) -> AttackRoll:
        """The attack as it is asked, with what becomes of the injured."""
        return resolve(self.asked, self.sides, self.box)

    @cached_property
    def sets(self) -> tuple[Boosts, ...]:
        """The Boosts that this attack can be given together, none of them first."""
        possible: list[Boosts] = [()]
        together = [self.boosts] if len(self.boosts) > 1 and not self.is_adversary else []
        for boosts in [*((boost,) for boost in self.boosts), *together]:
            try:
                self.variant(boosts, 0, False)
            except ImpossibleQuestion:
                continue
            possible.append(boosts)
        return tuple(possible)

    def cost(self, boosts: Boosts) -> int:
        """The Stamina of these Boosts; Adversaries are assumed to have enough."""
        if self.is_adversary or not boosts:
            return 0
        weapon = self.sides.strike.weapon if self.sides.strike else read_attack(self.asked.attack or "")
        cumbersome = [word.name for word in weapon.keywords if word.name == "cumbersome"]
        switched = Switched.read([*self.asked.with_, *cumbersome, *boosts])
        return sum(switch.boost or 0 for switch in switched.boosts)

    @property
    def dearest(self) -> int:
        """The most Stamina that one attack can cost."""
        return max(self.cost(boosts) for boosts in self.sets) if self.policy != "never" else 0

    def variant(self, boosts: Boosts, status: int, has_token: bool) -> AttackRoll:
        """The attack in one situation; whether it injures is the fight's business."""
        situation = (boosts, status, has_token)
        if situation not in self._variants:
            more = [*boosts, *STATUSES[status], *(TOKEN if has_token else ())]
            given = tuple(dict.fromkeys([*self.asked.with_, *more]))
            asked = self.asked.model_copy(update={"with_": given})
            self._variants[situation] = replace(resolve(asked, self.sides, self.box), health=None, endurance=None)
        return self._variants[situation]

    @cached_property
    def _variants(self) -> dict[tuple[Boosts, int, bool], AttackRoll]:
        return {}

    def chosen(self, stamina: int, is_staggered: bool, status: int, has_token: bool, health: int) -> Boosts:
        """The Boosts that are used: none by the Staggered, and none that cannot be paid.

        `always` takes as many as can be paid, `when-better` those of the most expected damage, counted up to the
        Health left. Of equal ones the fewer and the first.
        """
        if is_staggered or self.policy == "never":
            return ()
        payable = [boosts for boosts in self.sets if self.cost(boosts) <= stamina]
        if self.policy == "always":
            return max(payable, key=len)
        worth = [self._worth(boosts, status, has_token, health) for boosts in payable]
        return next(boosts for boosts, one in zip(payable, worth, strict=True) if one >= max(worth) - 1e-9)

    def _worth(self, boosts: Boosts, status: int, has_token: bool, health: int) -> float:
        roll = self.variant(boosts, status, has_token)
        if roll not in self._damage:
            joint = roll.exact()
            others = tuple(place for place, axis in enumerate(roll.outcomes.axes) if axis.name != "damage")
            self._damage[roll] = joint.sum(axis=others)
        damage = self._damage[roll]
        return float(damage @ np.minimum(np.arange(len(damage)), health))

    @cached_property
    def _damage(self) -> dict[AttackRoll, NDArray[np.float64]]:
        return {}


@dataclass(frozen=True)
class Reach:
    """What a target can come to: its statuses, whether it has Block Tokens, its Health."""

    statuses: tuple[int, ...]
    tokens: tuple[int, ...]
    health: int


class Variants:
    """The variants of a fight, each once with its cost, and the choices among them."""

    def __init__(self, healths: int, staminas: int) -> None:
        self._numbers: dict[tuple[AttackRoll, int], int] = {}
        self._shape = (staminas, 2, 3, 2, healths)

    def choice(self, blow: Blow, target: Reach, may_boost: bool = True) -> Choice:
        """The choice of one attack; what the target cannot come to has the variant of the plain one."""
        choice = np.full(self._shape, self._number(blow, (), 0, 0), np.int32)
        for status, token in product(target.statuses, target.tokens):
            choice[:, :, status, token] = self._number(blow, (), status, token)
            situations: Iterable[Sequence[int]] = product(range(self._shape[0]), range(1, target.health + 1))
            for stamina, health in situations if may_boost else ():
                boosts = blow.chosen(stamina, False, status, bool(token), health)
                choice[stamina, 0, status, token, health] = self._number(blow, boosts, status, token)
        return choice

    def _number(self, blow: Blow, boosts: Boosts, status: int, token: int) -> int:
        variant = blow.variant(boosts, status, bool(token)), blow.cost(boosts)
        return self._numbers.setdefault(variant, len(self._numbers))

    @property
    def rolls(self) -> tuple[AttackRoll, ...]:
        return tuple(roll for roll, _ in self._numbers)

    @property
    def costs(self) -> tuple[int, ...]:
        return tuple(cost for _, cost in self._numbers)
