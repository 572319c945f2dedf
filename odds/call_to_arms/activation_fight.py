"""Attacks on one target as a fight: the attackers one after another, and what is read off the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.blows import Blow, Variants
from tamriel_odds.odds.call_to_arms.duel_fight import follows_up, reach, unpaid
from tamriel_odds.odds.call_to_arms.fight import Choice, Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_said import notes, rulings
from tamriel_odds.odds.call_to_arms.fighters import Side, attacker, bash_cost, blows, model, unit_of
from tamriel_odds.odds.call_to_arms.notation import read_attack
from tamriel_odds.odds.call_to_arms.switches import switch_named
from tamriel_odds.odds.call_to_arms.variants import Strikes
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.activation import Activation

WANTED = (0.5, 0.9, 0.99)
# As far as the attacks until the target is removed are followed.
FARTHEST = 60
MOST_CELLS = 1 << 18
LEFT = ("standing", "staggered", "incapacitated")
SPENT = "stamina-spent"


@dataclass(frozen=True)
class Slot:
    """One attack in a round of activations: whose, with which choice, and whether a Follow-Up must grant it."""

    attacker: int
    choice: int
    opens: bool
    closes: bool
    is_follow_up: bool
    magicka: int = 0


@dataclass(frozen=True, eq=False)
class Onslaught(Fight):
    """The fight of attackers and a target that does not strike back; `slots` are the attacks of one round."""

    slots: tuple[Slot, ...] = ()

    def lasting(self, activations: int) -> Fight:
        """The same fight for so many activations, of which only the end is asked."""
        attacks = activations * len(self.slots)
        answers = Outcomes((_attack_axis(attacks),), ("attack",), {})
        plan = _plan(self.slots, len(self.models) - 1, activations)
        own = {name: getattr(self, name) for name in ("models", "strikes", "costs", "spends", "choices", "drain")}
        return Fight(**own, plan=plan, reads=(("moment", 0),), never=attacks, answers=answers, rulings=(), notes=())

    @property
    def listings(self) -> tuple[Listing, ...]:
        return self._told

    @cached_property
    def _told(self) -> tuple[Listing, ...]:
        removed = self.lasting(FARTHEST).exact()
        if removed is None:
            return ()
        reached = np.cumsum(removed[:-1])
        asked = len(self.plan)
        by_attack = Listing(
            "removed-by-attack",
            "Chance that the target is removed by attack n",
            ("attack", "removed"),
            tuple((attack, float(chance)) for attack, chance in enumerate(reached[:asked], start=1)),
            ("removed",),
        )
        until: list[tuple[Entry, ...]] = []
        for wanted in WANTED:
            attacks = int(np.searchsorted(reached, wanted - 1e-12)) + 1
            is_known = attacks <= len(reached)
            activations = -(-attacks // len(self.slots))
            until.append((wanted, attacks if is_known else None, activations if is_known else None))
        title = "Attacks and activations until the target is removed with a chance of"
        return by_attack, Listing(
            "until-removed", title, ("chance", "attacks", "activations"), tuple(until), ("chance",)
        )


def activation(asked: "Activation", box: Box) -> Onslaught:
    """The fight of an activation question."""
    target = _target(asked, box)
    attackers = _attackers(asked, box)
    attacks = [blows(one, target, box, asked.boosts) for one in attackers]
    _check_stamina(asked, attackers, attacks)
    body = model(target, attacks[0][0], attackers[0])
    token = body.token or asked.block is not None
    # It performs no Action, so that its Agility never puts a fire out.
    cost = bash_cost(target, attackers[0]) if target.is_adversary else None
    bash = (0, 1) if cost is not None else ()
    body = replace(body, blocks=False, lies=False, token=token, agility=1, ward=None, bash=bash, boosts=len(bash) // 2)
    healths = body.most_health + 1
    every = [blow for of_one in attacks for blow in of_one]
    variants = Variants(healths, 1 + max(blow.dearest for blow in every), any(blow.has_extra for blow in every))
    choices: list[Choice] = []
    slots: list[Slot] = []
    for number, (side, of_one) in enumerate(zip(attackers, attacks, strict=True)):
        mine: list[tuple[int, bool, int]] = []
        knows = side.full_magicka is not None
        shots = 2 if _has_quick_shot(side, of_one[0]) else 1
        for place, blow in enumerate([*of_one] * shots):
            magicka = blow.magicka if knows else 0
            mine.append((len(choices), False, magicka))
            choices.append(variants.choice(blow, reach(body), may_boost=place == 0 or shots == 2))
            if follows_up(blow):
                mine.append((len(choices), True, magicka))
                choices.append(variants.choice(blow, reach(body), may_boost=False))
        for place, (choice, is_follow_up, magicka) in enumerate(mine):
            slots.append(Slot(number, choice, place == 0, place == len(mine) - 1, is_follow_up, magicka))
    models = [attacker(side, of_one, target) for side, of_one in zip(attackers, attacks, strict=True)]
    strikes = Strikes(variants.rolls)
    plan = _plan(slots, len(models), asked.activations)
    against = [(blow, body) for of_one in attacks for blow in of_one]
    return Onslaught(
        models=(*models, body),
        strikes=strikes,
        costs=variants.costs,
        spends=variants.spends,
        choices=tuple(choices),
        plan=plan,
        reads=(("total", 0), ("moment", 0), ("spent", 0), ("status", len(models))),
        never=len(plan),
        answers=_outcomes(strikes, variants.costs, choices, plan),
        rulings=rulings(against, []),
        notes=notes(against, unpaid(attackers, attacks)),
        drain=box.dice["yellow"],
        slots=tuple(slots),
    )


def _target(asked: "Activation", box: Box) -> Side:
    return Side(
        unit=unit_of(asked.vs, box, None, ()),
        armor=asked.armor,
        strong_armor=asked.strong_armor,
        health=asked.health,
        rank=asked.rank,
        endurance=asked.endurance,
        block=asked.block,
        block_skill=asked.block_skill,
        block_dice=asked.block_dice,
    )


def _attackers(asked: "Activation", box: Box) -> list[Side]:
    """The attacker, and those that follow: another attack as typed, or another unit."""
    if asked.attacker is None and (asked.weapon or asked.wear):
        raise ImpossibleQuestion("--weapon and --wear belong to an attacker: name the unit first")
    if asked.attacker is None and asked.attack is None:
        raise ImpossibleQuestion('an attack needs its dice: name an attacker or give --attack "[GREEN][RED]"')
    names = (
        "attack",
        "skill",
        "attribute_test",
        "modifier",
        "with_",
        "piercing",
        "choose",
        "weapon",
        "range",
        "stamina",
        "magicka",
    )
    first = Side(
        unit=unit_of(asked.attacker, box, asked.weapon, asked.wear), **{name: getattr(asked, name) for name in names}
    )
    return [first, *(_another(text, first, box) for text in asked.then)]


def _another(text: str, first: Side, box: Box) -> Side:
    if "[" in text:
        return replace(first, unit=None, attack=text, weapon=None)
    try:
        return Side(unit=unit_of(text, box, None, ()), modifier=first.modifier, with_=first.with_)
    except ImpossibleQuestion:
        raise
    except Exception as error:
        try:
            is_attack = bool(read_attack(text).lines[0].dice)
        except BadNotation:
            is_attack = False
        if not is_attack:
            raise type(error)(f"--then: {error}") from None
        return replace(first, unit=None, attack=text, weapon=None)


def _check_stamina(asked: "Activation", attackers: Sequence[Side], attacks: Sequence[Sequence[Blow]]) -> None:
    named = [name for name in asked.with_ if switch_named(name).boost is not None]
    for side, of_one in zip(attackers, attacks, strict=True):
        needs = any(blow.policy != "never" for blow in of_one) and not side.is_adversary
        if needs and side.stamina is None and (side.unit is None or side.unit.stamina is None):
            option = f"--with {named[0]}" if named else f"--boosts {asked.boosts}"
            raise ImpossibleQuestion(f"{option}: Boosts cost Stamina; give --stamina N")


def _has_quick_shot(side: Side, first: Blow) -> bool:
    strike = first.sides.strike
    perks = [plain(perk.partition("(")[0]) for perk in side.unit.perks] if side.unit is not None else []
    return "quick-shot" in perks and strike is not None and strike.weapon_class == "bow"


def _plan(slots: Sequence[Slot], target: int, activations: int) -> tuple[Turn, ...]:
    plan = []
    for round_ in range(activations):
        for place, slot in enumerate(slots):
            is_last = place == len(slots) - 1 and round_ + 1 < activations
            plan.append(
                Turn(
                    attacker=slot.attacker,
                    target=target,
                    choice=slot.choice,
                    moment=round_ * len(slots) + place,
                    opens=slot.opens,
                    closes=slot.closes,
                    is_follow_up=slot.is_follow_up,
                    flips=(target,) if is_last else (),
                    ends=place == len(slots) - 1,
                    magicka=slot.magicka,
                )
            )
    return tuple(plan)


def _attack_axis(attacks: int) -> Axis:
    return Axis("attack", (*range(1, attacks + 1), "never"))


def _outcomes(strikes: Strikes, costs: Sequence[int], choices: Sequence[Choice], plan: Sequence[Turn]) -> Outcomes:
    """By total damage, the attack that removed the target, the Stamina spent and what the target is left as."""
    variants = [[int(variant) for variant in np.unique(choices[turn.choice])] for turn in plan]
    damage = sum(max(strikes.rolls[variant].most_damage for variant in of_turn) for of_turn in variants)
    stamina = sum(max(costs[variant] for variant in of_turn) for of_turn in variants)
    axes = (
        Axis.counting("damage", damage),
        _attack_axis(len(plan)),
        Axis.counting(SPENT, stamina),
        Axis("left", LEFT),
    )
    plain_ = Outcomes(axes, (), {})
    if plain_.cells > MOST_CELLS:
        raise ImpossibleQuestion(
            f"{len(plan)} attacks of up to {damage} damage are too many outcomes to count; ask for fewer activations"
        )
    stands = plain_.where("attack", "never")
    events = {"removed": ~stands}
    events |= {name: stands & plain_.where("left", name) for name in LEFT[1:]}
    tables = ("damage", "attack", *((SPENT,) if stamina else ()))
    return Outcomes(axes, tables, events)
