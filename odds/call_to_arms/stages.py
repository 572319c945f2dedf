"""The way of an attack, stage by stage: hit, effect, stars, armor, damage (Call to Arms, the attack sequence)."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts, Stage
from tamriel_odds.odds.axes import Outcomes

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.area_roll import AreaRoll
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll

Floats = NDArray[np.float64]


def stages(roll: "AttackRoll") -> tuple[Stage, ...]:
    """Each stage with the chance of getting that far; how often each Special Effect is used stands aside."""
    joint, outcomes = roll.exact(), roll.outcomes
    by_damage = joint.reshape(joint.shape[0], -1).sum(axis=1)
    found = _before_armor(roll, joint, outcomes)
    _onward(found, "armor", "armor leaves damage", float(by_damage[1:].sum()))
    if roll.health is not None:
        _onward(found, "damage", f"it is {roll.health} or more", float(by_damage[roll.health :].sum()))
    if roll.endurance is not None:
        removed = float(joint[outcomes.where("fate", "removed")].sum())
        _onward(found, "endurance", "the test of the injured fails", removed)
    return tuple(found)


def stages_of_area(roll: "AreaRoll") -> tuple[Stage, ...]:
    """The same for all models in an area: one of them is hurt, one is removed, all are."""
    joint, outcomes = roll.exact(), roll.outcomes
    found = _before_armor(roll.attack, joint, outcomes)
    hurt = float(joint[1:].sum())
    _onward(found, "armor", f"armor leaves damage on at least one of {roll.targets}", hurt)
    for event, outcome in (("any-removed", "at least one is removed"), ("all-removed", "all are removed")):
        if event in outcomes.events:
            _onward(found, event, outcome, float(joint[outcomes.events[event]].sum()))
    return tuple(found)


def _before_armor(roll: "AttackRoll", joint: Floats, outcomes: Outcomes) -> list[Stage]:
    """The hit, the Special Effects that stand aside, and the stars of the roll."""
    hit = float(joint[outcomes.events["hit"]].sum())
    found = [Stage("hit", "the test succeeds", hit)]
    if len(roll.options) > 1:
        for option in roll.options:
            used = outcomes.where("effect", option.label) & outcomes.where("hit", 1)
            found.append(Stage("effect", option.label, float(joint[used].sum()), aside=True))
    flat = [option.damage for option in roll.options]
    shown = sum(float(part.stars[max(1 - flat[part.option], 0) :].sum()) for part in roll.standing())
    found.append(Stage("stars", "the hit shows a success", min(shown, hit)))
    return found


def _onward(found: list[Stage], name: str, outcome: str, reached: float) -> None:
    """Add the next stage, which no more get to than to the one before."""
    found.append(Stage(name, outcome, min(reached, found[-1].reached)))


def tries(roll: "AttackRoll") -> Attempts:
    """Attacks until their damage adds up to the Health that is left, or where none is known until one hits."""
    if roll.health is None:
        return Attempts("hit", unit="attacks")
    event = "injured" if roll.endurance is not None else "removed"
    return Attempts(event, axis="damage", goal=roll.health, unit="attacks")
