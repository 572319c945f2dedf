"""One model's attacks on another: each a question about an attack, asked again in every situation of the fight."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_options import has_keyword
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.card_texts import number
from tamriel_odds.odds.call_to_arms.defence import may_spend, shield_of
from tamriel_odds.odds.call_to_arms.fight import NOT_SPENT, WHEN_HIT, WHEN_TARGETED, Choice
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.notation import read_attack
from tamriel_odds.odds.call_to_arms.resolve import Attacked
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.switches import Switched, switch_named
from tamriel_odds.odds.call_to_arms.variants import for_a_fight, joint_of, key_of
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

Policy = Literal["never", "always", "when-better"]
Boosts = tuple[str, ...]
STATUSES: tuple[tuple[str, ...], ...] = ((), ("target-staggered",), ("target-incapacitated",))
TOKEN = ("block-token",)
ALIKE = 1e-12


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack of one model on another. `boosts` are those it may use, of which an Adversary uses one.

    `block`: how the target uses a Block Token; None where it has no way to spend it. `counts_boosts`: a Shield Bash is
    an Adversary's one Boost of a round, too. `target_pays`: the target has Stamina for a reroll.
    """

    asked: Attack
    sides: Sides
    box: Box
    boosts: Boosts = ()
    policy: Policy = "never"
    is_adversary: bool = False
    block: Literal["keep", "spend", "best"] | None = None
    target_is_adversary: bool = False
    counts_boosts: bool = False
    target_pays: bool = False

    @cached_property
    def plain(self) -> AttackRoll:
        """The attack as it is asked, with what becomes of the injured."""
        return Attacked.of(self.asked, self.sides, self.box)._resolved(None, None)

    @cached_property
    def sets(self) -> tuple[Boosts, ...]:
        """The Boosts that this attack can be given together, none of them first."""
        single = tuple(boost for boost in self.boosts if self._can_use((boost,)))
        together = [single] if len(single) > 1 and not self.is_adversary and self._can_use(single) else []
        return ((), *((boost,) for boost in single), *together)

    def _can_use(self, boosts: Boosts) -> bool:
        kind = "melee" if self.is_melee else "ranged"
        if any(switch_named(boost).when not in (None, kind) for boost in boosts):
            return False
        try:
            self.variant(boosts, 0, False)
        except ImpossibleQuestion:
            return False
        return True

    def cost(self, boosts: Boosts) -> int:
        """The Stamina of these Boosts; Adversaries are assumed to have enough, for one a round where that counts."""
        if self.is_adversary or not boosts:
            return int(self.counts_boosts and bool(boosts))
        weapon = self.sides.strike.weapon if self.sides.strike else read_attack(self.asked.attack or "")
        cumbersome = [word.name for word in weapon.keywords if word.name == "cumbersome"]
        switched = Switched.read([*self.asked.with_, *cumbersome, *boosts])
        return sum(switch.boost or 0 for switch in switched.boosts)

    @property
    def dearest(self) -> int:
        """The most Stamina that one attack can cost."""
        return max(self.cost(boosts) for boosts in self.sets) if self.policy != "never" else 0

    @cached_property
    def has_extra(self) -> bool:
        """Whether Extra Damage can add a die to it."""
        return isinstance(self.plain, FoughtRoll) and bool(self.plain.extra)

    @cached_property
    def magicka(self) -> int:
        """The Magicka it costs; Adversaries are assumed to have enough."""
        return 0 if self.is_adversary else magicka_of(self.asked, self.sides)

    def variant(self, boosts: Boosts, status: int, has_token: bool, extra_left: bool = True) -> AttackRoll:
        """The attack in one situation; whether it injures is the fight's business."""
        roll = self._situation(boosts, status, has_token)[0]
        return roll if extra_left or not self.has_extra else for_a_fight(roll, has_extra=False)

    def spends(self, boosts: Boosts, status: int, has_token: bool) -> int:
        """When the target spends its Block Token against the attack in one situation."""
        return self._situation(boosts, status, has_token)[1]

    def _situation(self, boosts: Boosts, status: int, has_token: bool) -> tuple[AttackRoll, int]:
        situation = (boosts, status, has_token)
        if situation not in self._variants:
            self._variants[situation] = self._resolved(boosts, STATUSES[status], has_token)
        return self._variants[situation]

    def _resolved(self, boosts: Boosts, status: Sequence[str], has_token: bool) -> tuple[AttackRoll, int]:
        given = tuple(dict.fromkeys([*self.asked.with_, *boosts, *self._of_status(status)]))
        attacked = Attacked.of(self.asked.model_copy(update={"with_": given}), self.sides, self.box)
        if not has_token:
            return self._for_a_fight(attacked._resolved(None, None)), NOT_SPENT
        if self.block is None:
            # A Linebreaker takes the token before the armor roll.
            given = given if has_keyword(attacked.weapon, "linebreaker") else (*given, *TOKEN)
            attacked = Attacked.of(self.asked.model_copy(update={"with_": given}), self.sides, self.box)
            return self._for_a_fight(attacked._resolved(None, None)), NOT_SPENT
        shield = shield_of(self.asked, self.sides)
        keep = self._for_a_fight(attacked._resolved(shield, "keep")), NOT_SPENT
        if self.block == "keep" or may_spend(attacked.kind, attacked.switched) is not None:
            return keep
        when = WHEN_HIT if self.sides.defender_is_adversary or self.target_is_adversary else WHEN_TARGETED
        spend = self._for_a_fight(attacked._resolved(shield, "spend")), when
        if self.block == "best" and when == WHEN_TARGETED and _mean(keep[0]) <= _mean(spend[0]) + ALIKE:
            return keep
        return spend

    def _for_a_fight(self, roll: AttackRoll) -> AttackRoll:
        return for_a_fight(roll, self.target_pays)

    def _of_status(self, status: Sequence[str]) -> Sequence[str]:
        """The switches of a status; a ranged attack gains nothing from a Staggered target."""
        return [name for name in status if self.is_melee or switch_named(name).when != "melee"]

    @cached_property
    def is_melee(self) -> bool:
        return Attacked.of(self.asked, self.sides, self.box).kind == "melee"

    @cached_property
    def _variants(self) -> dict[tuple[Boosts, int, bool], tuple[AttackRoll, int]]:
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
        worth = [self.worth(boosts, status, has_token, health) for boosts in payable]
        return next(boosts for boosts, one in zip(payable, worth, strict=True) if one >= max(worth) - 1e-9)

    def worth(self, boosts: Boosts, status: int, has_token: bool, health: int) -> float:
        """The expected damage with these Boosts, counted up to the Health left."""
        roll = self.variant(boosts, status, has_token)
        key = key_of(roll)
        if key not in self._damage:
            self._damage[key] = damage_of(roll)
        damage = self._damage[key]
        return float(damage @ np.minimum(np.arange(len(damage)), health))

    @cached_property
    def _damage(self) -> dict[Hashable, NDArray[np.float64]]:
        return {}


def damage_of(roll: AttackRoll) -> NDArray[np.float64]:
    """The probabilities of an attack's damage."""
    names, joint = joint_of(roll)
    damage: NDArray[np.float64] = joint.sum(axis=tuple(place for place, name in enumerate(names) if name != "damage"))
    return damage


def _mean(roll: AttackRoll) -> float:
    damage = damage_of(roll)
    return float(damage @ np.arange(len(damage)))


def magicka_of(asked: Attack, sides: Sides) -> int:
    """What an attack costs: as its text says, or as the card of the Spell does."""
    strike = sides.strike
    if strike is None:
        lines = read_attack(asked.attack or "").lines
        return lines[0].magicka or 0 if lines else 0
    items = sides.attacker.items if sides.attacker is not None else ()
    printed = [number(item.text("Magicka Cost")) for item in items if item.name == strike.weapon.name]
    return strike.line.magicka or (printed[0] if printed and printed[0] else 0)


@dataclass(frozen=True)
class Reach:
    """What a target can come to: its statuses, whether it has Block Tokens, its Health."""

    statuses: tuple[int, ...]
    tokens: tuple[int, ...]
    health: int


class Variants:
    """The variants of a fight, each once with its cost, and the choices among them."""

    def __init__(self, healths: int, staminas: int, has_extra: bool = False) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._variants: list[tuple[AttackRoll, int, int]] = []
        self._shape = (1 + has_extra, staminas, 2, 3, 2, healths)

    def choice(self, blow: Blow, target: Reach, may_boost: bool = True) -> Choice:
        """The choice of one attack; what the target cannot come to has the variant of the plain one."""
        choice = np.full(self._shape, self._number(blow, (), 0, 0), np.int32)
        extras = range(self._shape[0]) if blow.has_extra else (1,)
        for extra, status, token in product(extras, target.statuses, target.tokens):
            # Without Extra Damage it is one attack, whatever the fight keeps count of.
            here = choice[extra] if blow.has_extra else choice
            here[..., :, :, status, token, :] = self._number(blow, (), status, token, extra)
            situations: Iterable[Sequence[int]] = product(range(self._shape[1]), range(1, target.health + 1))
            numbers: dict[Boosts, int] = {}
            for stamina, health in situations if may_boost and blow.policy != "never" else ():
                boosts = blow.chosen(stamina, False, status, bool(token), health)
                if boosts not in numbers:
                    numbers[boosts] = self._number(blow, boosts, status, token, extra)
                here[..., stamina, 0, status, token, health] = numbers[boosts]
        return choice

    def _number(self, blow: Blow, boosts: Boosts, status: int, token: int, extra: int = 1) -> int:
        has_token = bool(token)
        roll = blow.variant(boosts, status, has_token, bool(extra))
        variant = roll, blow.cost(boosts), blow.spends(boosts, status, has_token)
        number = self._numbers.setdefault((key_of(variant[0]), *variant[1:]), len(self._variants))
        if number == len(self._variants):
            self._variants.append(variant)
        return number

    @property
    def rolls(self) -> tuple[AttackRoll, ...]:
        return tuple(roll for roll, _, _ in self._variants)

    @property
    def costs(self) -> tuple[int, ...]:
        return tuple(cost for _, cost, _ in self._variants)

    @property
    def spends(self) -> tuple[int, ...]:
        return tuple(spends for _, _, spends in self._variants)
