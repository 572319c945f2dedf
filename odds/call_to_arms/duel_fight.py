"""A duel as a fight: both sides, the order of play, and what is read off its end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from tamriel_odds.odds.axes import Axis, Outcomes, Reading
from tamriel_odds.odds.call_to_arms.blows import Blow, Policy, Reach, Variants
from tamriel_odds.odds.call_to_arms.fight import Choice, Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model
from tamriel_odds.odds.call_to_arms.fight_said import brought, notes, rulings
from tamriel_odds.odds.call_to_arms.fighters import Side, blows, model, unit_of
from tamriel_odds.odds.call_to_arms.variants import FOLLOWS_UP, Strikes
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.duel import Duel

Order = Literal["advantage", "first"]
OPTIONS = (
    "attack", "skill", "modifier", "choose", "armor", "health", "rank", "endurance", "agility", "stamina", "attitude",
    "weapon", "block_skill", "block_dice",
)  # fmt: skip


def duel(asked: "Duel", box: Box) -> Fight:
    """The fight of a duel question."""
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
    attacks = [blows(sides[0], sides[1], box, policy), blows(sides[1], sides[0], box, policy)]
    models = [model(sides[0], attacks[1][0], sides[1]), model(sides[1], attacks[0][0], sides[0])]
    healths = max(one.most_health for one in models) + 1
    variants = Variants(healths, 1 + max(blow.dearest for of_one in attacks for blow in of_one))
    choices: list[Choice] = []
    slots: list[list[tuple[int, bool]]] = []
    for number, of_one in enumerate(attacks):
        target = reach(models[1 - number])
        mine: list[tuple[int, bool]] = []
        for place, blow in enumerate(of_one):
            mine.append((len(choices), False))
            choices.append(variants.choice(blow, target, may_boost=place == 0))
            if follows_up(blow):
                mine.append((len(choices), True))
                choices.append(variants.choice(blow, target, may_boost=False))
        slots.append(mine)
    plan = []
    for round_ in range(rounds):
        acting = (0, 1) if order == "first" or round_ % 2 == 0 else (1, 0)
        for number in acting:
            for place, (choice, is_follow_up) in enumerate(slots[number]):
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
        notes=notes(against),
        drain=box.dice["yellow"],
    )


def reach(target: Model) -> Reach:
    """What a target can come to in a fight."""
    statuses = (STANDING, STAGGERED, INCAPACITATED) if target.tests else (STANDING, STAGGERED)
    tokens = (0, 1) if target.blocks or target.token else (0,)
    return Reach(tuple(dict.fromkeys((*statuses, target.status))), tokens, target.most_health)


def follows_up(blow: Blow) -> bool:
    """Whether the attack can grant a Follow-Up."""
    return bool(brought(blow) & FOLLOWS_UP)


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
        "winner": Reading(Axis("winner", ("A", "B", "undecided")), winner),
        "rounds": Reading(Axis("rounds", tuple(range(1, rounds + 1))), np.minimum(end, rounds - 1)),
    }
    events = {"a-wins": a_wins, "b-wins": b_wins, "undecided": ~(a_wins | b_wins)}
    return Outcomes(axes, ("winner", "rounds", "health-a", "health-b"), events, readings)
