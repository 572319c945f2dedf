"""A duel as a fight: both sides, the order of play, and what is read off its end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from tamriel_odds.odds.axes import Axis, Outcomes, Reading
from tamriel_odds.odds.call_to_arms.blows import Blow, Policy, Reach, Variants
from tamriel_odds.odds.call_to_arms.fight import Choice, Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model
from tamriel_odds.odds.call_to_arms.fight_said import brought, notes, rulings
from tamriel_odds.odds.call_to_arms.fighters import Side, bash_cost, blows, model, unit_of
from tamriel_odds.odds.call_to_arms.variants import FOLLOWS_UP, Strikes
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.duel import Duel

ALIKE = 1e-9
Order = Literal["advantage", "first"]
OPTIONS = (
    "attack", "skill", "modifier", "choose", "armor", "health", "rank", "endurance", "agility", "stamina", "magicka",
    "attitude", "weapon", "block_skill", "block_dice", "strong_armor", "piercing", "range",
)  # fmt: skip


def duel(asked: "Duel", box: Box) -> Fight:
    """The fight of a duel question."""
    if asked.b is not None and asked.vs is not None:
        raise ImpossibleQuestion(f"--vs {asked.vs}: B is named already, {asked.b}")
    sides = tuple(_side(asked, letter, box) for letter in "ab")
    for side in sides:
        if asked.boosts != "never" and side.unit is None and side.stamina is None and not side.is_adversary:
            raise ImpossibleQuestion(
                f"--boosts {asked.boosts}: Boosts cost Stamina, and {side.name} has none; --stamina-{side.letter} N"
            )
    return fought(sides, box, asked.boosts, asked.order, asked.rounds)


def _side(asked: "Duel", letter: str, box: Box) -> Side:
    def given(name: str) -> object:
        return getattr(asked, f"{name}_{letter}")

    name, weapon, wear = getattr(asked, letter), given("weapon"), given("wear")
    name = name or (asked.vs if letter == "b" else None)
    if name is None and (weapon or wear):
        raise ImpossibleQuestion(f"--weapon-{letter} and --wear-{letter} belong to a unit: name {letter.upper()} first")
    if name is None and given("attack") is None:
        raise ImpossibleQuestion(
            f'{letter.upper()} is missing: name a unit, or give --attack-{letter} "[GREEN][RED]" and what its card says'
        )
    unit = unit_of(name, box, weapon, wear)  # type: ignore[arg-type]
    typed = {name: given(name) for name in OPTIONS}
    typed["block"] = given("block") or "best"
    return Side(unit=unit, letter=letter, with_=given("with"), **typed)  # type: ignore[arg-type]


def fought(sides: Sequence[Side], box: Box, policy: Policy, order: Order, rounds: int) -> Fight:
    """The fight of two sides, the first of them beginning."""
    costs = [bash_cost(side, other) for side, other in (sides, sides[::-1])]
    attacks = [
        blows(side, other, box, policy, counts_boosts=side.is_adversary and cost is not None)
        for (side, other), cost in zip((sides, sides[::-1]), costs, strict=True)
    ]
    models = [model(sides[number], attacks[1 - number][0], sides[1 - number], attacks[number]) for number in (0, 1)]
    for number, cost in enumerate(costs):
        if cost is not None and not models[1 - number].is_relentless:
            blow, enemy = attacks[number][0], models[1 - number]
            bash = bash_by_stamina(sides[number], cost, policy, blow, enemy)
            boosts = int(sides[number].is_adversary)
            models[number] = replace(models[number], bash=bash, bash_cost=cost, boosts=boosts)
        elif sides[number].is_adversary and cost is not None:
            models[number] = replace(models[number], boosts=1)
    healths = max(one.most_health for one in models) + 1
    every = [blow for of_one in attacks for blow in of_one]
    variants = Variants(healths, 1 + max(blow.dearest for blow in every), any(blow.has_extra for blow in every))
    choices: list[Choice] = []
    slots: list[list[tuple[int, bool, int]]] = []
    for number, of_one in enumerate(attacks):
        target = reach(models[1 - number])
        mine: list[tuple[int, bool, int]] = []
        knows = sides[number].full_magicka is not None
        for place, blow in enumerate(of_one):
            magicka = blow.magicka if knows else 0
            mine.append((len(choices), False, magicka))
            choices.append(variants.choice(blow, target, may_boost=place == 0))
            if follows_up(blow):
                mine.append((len(choices), True, magicka))
                choices.append(variants.choice(blow, target, may_boost=False))
        slots.append(mine)
    plan = []
    for round_ in range(rounds):
        acting = (0, 1) if order == "first" or round_ % 2 == 0 else (1, 0)
        for number in acting:
            for place, (choice, is_follow_up, magicka) in enumerate(slots[number]):
                is_last = place == len(slots[number]) - 1
                lying = tuple(one for one in (0, 1) if models[one].lies)
                plan.append(
                    Turn(
                        attacker=number,
                        target=1 - number,
                        choice=choice,
                        moment=round_,
                        opens=place == 0,
                        closes=is_last,
                        is_follow_up=is_follow_up,
                        flips=lying if is_last and number == acting[1] else (),
                        ends=is_last and number == acting[1],
                        magicka=magicka,
                    )
                )
    against = [(blow, models[1 - number]) for number, of_one in enumerate(attacks) for blow in of_one]
    return Fight(
        models=tuple(models),
        strikes=Strikes(variants.rolls),
        costs=variants.costs,
        spends=variants.spends,
        choices=tuple(choices),
        plan=tuple(plan),
        reads=(("moment", 0), ("health", 0), ("health", 1)),
        never=rounds,
        answers=_outcomes(models, rounds),
        rulings=rulings(against, ["advantage-holder-starts"] if order == "advantage" else []),
        notes=notes(against, unpaid(sides, attacks)),
        drain=box.dice["yellow"],
    )


def bash_by_stamina(side: Side, cost: int, policy: Policy, blow: Blow, enemy: Model) -> tuple[int, ...]:
    """By its Stamina, whether a spent Block Token is a Shield Bash: an aggressive Adversary's always, with its Boost.

    A player's is where Boosts are always used, or (`when-better`) where its next attack gains more by a Staggered
    target than by the Stamina; the token of an Adversary is gone before that.
    """
    if side.is_adversary:
        return 0, 1
    most = side.full_stamina
    if policy == "never" or most < cost or (policy == "when-better" and enemy.is_adversary):
        return ()
    if policy == "always":
        return tuple(int(stamina >= cost) for stamina in range(most + 1))

    def worth(stamina: int, status: int) -> float:
        boosts = blow.chosen(min(stamina + 1, most), False, status, False, enemy.most_health)
        return blow.worth(boosts, status, False, enemy.most_health)

    gains = [worth(stamina - cost, STAGGERED) - worth(stamina, STANDING) for stamina in range(cost, most + 1)]
    return (*[0] * cost, *(int(gain > ALIKE) for gain in gains))


def unpaid(sides: Sequence[Side], attacks: Sequence[Sequence[Blow]]) -> list[str]:
    """The Spells whose Magicka nobody has told."""
    return [
        f"the Magicka of {side.name}'s Spell (give --magicka{'-' if side.letter else ''}{side.letter} N)"
        for side, of_one in zip(sides, attacks, strict=True)
        if any(blow.magicka for blow in of_one) and side.full_magicka is None
    ]


def reach(target: Model) -> Reach:
    """What a target can come to in a fight."""
    statuses = (STANDING, STAGGERED, INCAPACITATED) if target.tests else (STANDING, STAGGERED)
    tokens = (0, 1) if target.blocks or target.token else (0,)
    return Reach(tuple(dict.fromkeys((*statuses, target.status))), tokens, target.most_health)


def follows_up(blow: Blow) -> bool:
    """Whether the attack can grant a Follow-Up."""
    return bool(brought(blow) & FOLLOWS_UP)


def _names(models: Sequence[Model]) -> tuple[str, str]:
    """What the two are called in the answer: two of one name are told apart by their letters."""
    first, second = (model.name for model in models)
    return (f"{first} (A)", f"{second} (B)") if first == second else (first, second)


def _outcomes(models: Sequence[Model], rounds: int) -> Outcomes:
    """By the round it ended in and the Health left of both: who won, after how many rounds."""
    axes = (
        Axis("end", (*range(1, rounds + 1), "undecided")),
        Axis.counting("health-a", models[0].most_health),
        Axis.counting("health-b", models[1].most_health),
    )
    plain = Outcomes(axes, (), {})
    a_wins = plain.where("health-b", 0)
    b_wins = plain.where("health-a", 0) & ~a_wins
    winner = np.where(a_wins, 0, np.where(b_wins, 1, 2))
    end = np.broadcast_to(np.arange(rounds + 1)[:, None, None], plain.shape)
    readings = {
        "winner": Reading(Axis("winner", (*_names(models), "undecided")), winner),
        "rounds": Reading(Axis("rounds", tuple(range(1, rounds + 1))), np.minimum(end, rounds - 1)),
    }
    events = {"a-wins": a_wins, "b-wins": b_wins, "undecided": ~(a_wins | b_wins)}
    return Outcomes(axes, ("winner", "rounds", "health-a", "health-b"), events, readings)
