"""The way of an attack, stage by stage: hit, effect, stars, armor, damage (Call to Arms, the attack sequence)."""

from typing import TYPE_CHECKING

from tamriel_odds.odds.attempts import Attempts, Stage

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll


def stages(roll: "AttackRoll") -> tuple[Stage, ...]:
    """Each stage with the chance of getting that far; how often each Special Effect is used stands aside."""
    joint, outcomes = roll.exact(), roll.outcomes
    hit = float(joint[outcomes.events["hit"]].sum())
    found = [Stage("hit", "the test succeeds", hit)]
    if len(roll.options) > 1:
        for option in roll.options:
            used = outcomes.where("effect", option.label) & outcomes.where("hit", 1)
            found.append(Stage("effect", option.label, float(joint[used].sum()), aside=True))
    flat = [option.damage for option in roll.options]
    shown = sum(float(part.stars[max(1 - flat[part.option], 0) :].sum()) for part in roll.standing())
    found.append(Stage("stars", "the hit shows a success", min(shown, hit)))
    by_damage = joint.sum(axis=tuple(range(1, joint.ndim)))
    damaged = float(by_damage[1:].sum())
    found.append(Stage("armor", "armor leaves damage", min(damaged, found[-1].reached)))
    if roll.health is not None:
        reached = float(by_damage[roll.health :].sum())
        found.append(Stage("damage", f"it is {roll.health} or more", min(reached, damaged)))
    if roll.endurance is not None:
        removed = float(joint[outcomes.where("fate", "removed")].sum())
        found.append(Stage("endurance", "the test of the injured fails", min(removed, found[-1].reached)))
    return tuple(found)


def tries(roll: "AttackRoll") -> Attempts:
    """Attacks until their damage adds up to the Health that is left, or where none is known until one hits."""
    if roll.health is None:
        return Attempts("hit", unit="attacks")
    event = "injured" if roll.endurance is not None else "removed"
    return Attempts(event, axis="damage", goal=roll.health, unit="attacks")
