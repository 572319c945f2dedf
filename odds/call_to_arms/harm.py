"""What an attack does besides damage: tokens, Reserves and fates, read off its outcome after counting.

Call to Arms, Keywords and Damage Types. Each needs 1 damage or more unless it says otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes, Reading
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.names import plain

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
    from tamriel_odds.odds.call_to_arms.choice import Option
    from tamriel_odds.odds.call_to_arms.units import Unit

Mask = NDArray[np.bool_]
FATES = ("standing", "staggered", "incapacitated", "removed")
OVERKILL = 2  # what twice the Health that is left adds to the test of the injured
FRIGHTENING = ("terrifying", "intense-flames")
PER_POINT = 3  # Battle-Rush and Momentum restore 1 for every 3 damage.


@dataclass(frozen=True)
class Endurance:
    """The Endurance Test of an injured Hero or Master (Call to Arms, Injured Models and Overkill).

    With `avoids_death` it counts as a Critical and is not rolled; the Relentless are left without a token.
    """

    die: Die
    attribute: int
    is_incapacitated: bool = False
    avoids_death: bool = False
    is_relentless: bool = False

    def fate(self, face: Face, overkill: bool) -> str:
        """What becomes of the model; one that was Incapacitated is removed without a test."""
        if self.is_incapacitated or ("failure" in face.signs and not self.avoids_death):
            return "removed"
        if self.avoids_death or "critical" in face.signs:
            return "standing" if self.is_relentless else "staggered"
        passed = face.number + (OVERKILL if overkill else 0) <= self.attribute
        return "incapacitated" if passed else "removed"


@dataclass(frozen=True)
class Harm:
    """What is known of the target's resilience, and which Perks of either side (`perks`) act on a hit.

    `immune`: damage types and tokens; `endurance` the Attribute of its tests, None when nothing prints it;
    `tests_injury` whether it is a Hero or Master; `reserves` the Stamina and Magicka it has to lose, as far as a card
    prints them; `wisdom` the Attribute of its Morale Check, None when nothing prints it, and whether it takes
    any; `turned_by` the least Turn Undead (X) before which it flees, 0 where
    no card tells, None for a model that never does.
    """

    immune: frozenset[str] = frozenset()
    endurance: int | None = None
    tests_injury: bool = False
    is_incapacitated: bool = False
    has_reserves: bool = True
    reserves: Mapping[str, int] = field(default_factory=dict, hash=False)
    wisdom: int | None = None
    checks_morale: bool = True
    turned_by: int | None = 0
    perks: frozenset[str] = frozenset()

    def gives(self, token: str, option: "Option") -> bool:
        """Whether an attack with this option gives that token."""
        by_type = {"burning": "fire"}.get(token)
        if token in self.immune or by_type in self.immune:
            return False
        return option.has(token) or (by_type is not None and by_type in option.types)

    @property
    def frightened_by(self) -> tuple[str, ...]:
        """What of the attacker makes the target check Morale after the attack."""
        return tuple(name for name in FRIGHTENING if name in self.perks) if self.checks_morale else ()

    def flees(self, option: "Option") -> bool:
        """Whether damage of an attack with this option makes it flee."""
        strengths = [word.value for word in option.keywords if word.name == "turn-undead"]
        least = self.turned_by
        return least is not None and any(strength is None or strength >= least for strength in strengths)


def turned_by(target: "Unit | None", wisdom: int | None) -> int | None:
    """The least Turn Undead (X) before which a model flees: the Wisdom of an Undead, given or printed (Turn Undead)."""
    if target is not None and "undead" not in plain(target.race):
        return None
    printed = target.attributes.get("wisdom") if target is not None else None
    return (wisdom if wisdom is not None else printed) or 0


# The tokens that 1 damage gives to a target that is not removed.
TOKENS = ("bleed", "burning", "poison", "disease", "slowed")


def read_off(roll: "AttackRoll", plain: Outcomes) -> Outcomes:
    """The outcomes of an attack with all events and tables that can be told from their cells."""
    harm, axes = roll.harm, {axis.name: axis for axis in plain.axes}
    has_fates = "fate" in axes and len(axes["fate"].values) > 1
    hurt = plain.where("damage", *range(1, roll.most_damage + 1))
    removed = np.zeros(plain.shape, np.bool_)
    events: dict[str, Mask] = {"hit": plain.where("hit", 1), "critical": plain.where("critical", 1)}
    if roll.health is not None:
        injured = plain.where("damage", *range(roll.health, roll.most_damage + 1))
        removed = plain.where("fate", "removed") if has_fates else injured
        events["removed"] = removed
    if has_fates:
        events["incapacitated"] = plain.where("fate", "incapacitated")
    if (staggered := _staggered(roll, plain, has_fates, removed, hurt)) is not None:
        events["staggered"] = staggered
        if "target-force-without-effort" in harm.perks:
            events["attacker-staggered"] = staggered
    survived = hurt & ~removed
    for token in TOKENS:
        if by_effect := [option.label for option in roll.options if harm.gives(token, option)]:
            events[token] = survived & plain.where("effect", *by_effect)
            if token in axes:
                events[token] = events[token] & plain.where(token, 1)
    events |= _of_effects(roll, plain, survived)
    if "missed" in axes and "target-engaged" in harm.perks:
        events["hits-another"] = plain.where("missed", "failure")
    if "target-ward-absorb" in harm.perks:
        events["target-magicka-restored"] = events["hit"]
    events["potion"] = plain.where("potion", 1)
    for option in roll.options[1:]:
        events[option.label] = plain.where("effect", option.label)
    readings = _readings(roll, plain, survived)
    tables = ("damage", *readings, *(name for name in ("stamina-lost", "magicka-lost") if name in axes))
    return Outcomes(plain.axes, tables, events, readings)


def _staggered(
    roll: "AttackRoll", plain: Outcomes, has_fates: bool, removed: Mask, hurt: Mask
) -> NDArray[np.bool_] | None:
    """Where the target is left Staggered by this attack; None where it cannot be."""
    token = stagger_token(roll, plain, hurt)
    if token is None:
        return None
    left = (
        (token & plain.where("fate", "standing")) | plain.where("fate", "staggered") if has_fates else token & ~removed
    )
    if "steady" in {axis.name for axis in plain.axes}:
        left = left & plain.where("steady", 0)
    return left


def stagger_token(roll: "AttackRoll", plain: Outcomes, hurt: Mask) -> Mask | None:
    """Where the attack itself gives a Staggered Token, whoever survives it; None where it never can."""
    by_effect = [option.label for option in roll.options if option.staggers]
    tests = roll.endurance is not None or roll.harm.tests_injury
    if not roll.can_be_staggered or not (by_effect or roll.stagger_on_damage or tests):
        return None
    token = plain.where("hit", 1) & plain.where("effect", *by_effect)
    return token | hurt if roll.stagger_on_damage else token


def _of_effects(roll: "AttackRoll", plain: Outcomes, survived: Mask) -> dict[str, Mask]:
    """Follow-Ups won, and who flees: Undead, and whoever fails a Morale Check."""
    events: dict[str, Mask] = {}
    follow_up = [option.label for option in roll.options[1:] if option.has("follow-up")]
    if not roll.options[0].has("follow-up") and (follow_up or "flurry" in roll.harm.perks):
        won = plain.where("hit", 1) & plain.where("effect", *follow_up)
        events["follow-up"] = won | plain.where("critical", 1) if "flurry" in roll.harm.perks else won
    fleeing = [option.label for option in roll.options if roll.harm.flees(option)]
    is_tested = "morale" in {axis.name for axis in plain.axes}
    if fleeing or is_tested:
        turned = survived & plain.where("effect", *fleeing)
        events["flees"] = turned | plain.where("morale", 1) if is_tested else turned
    return events


def _readings(roll: "AttackRoll", plain: Outcomes, survived: Mask) -> Mapping[str, Reading]:
    """The tables that follow from damage and effect: what is absorbed and restored, how far the target is pushed."""
    readings: dict[str, Reading] = {}
    damage = _index(plain, "damage")
    effect = _index(plain, "effect")
    for reserve in ("health", "stamina", "magicka"):
        most = np.array([_absorbed(option, reserve) for option in roll.options])
        if most.any():
            name = "absorbed" if _absorbs_once(roll) else f"absorbed-{reserve}"
            readings[name] = _reading(name, np.minimum(damage, most[effect]))
    for perk, name in (("battle-rush", "stamina-restored"), ("momentum", "health-restored")):
        if perk in roll.harm.perks:
            readings[name] = _reading(name, damage // PER_POINT)
    if "push-die" in {axis.name for axis in plain.axes}:
        bonus = np.array([_push_bonus(option) for option in roll.options])
        pushed = survived & plain.where("effect", *forced(roll))
        distance = damage + bonus[effect] + np.array(plain.axis("push-die").values)[_index(plain, "push-die")]
        readings["push"] = _reading("push", np.where(pushed, distance, 0))
    if "missed" in {axis.name for axis in plain.axes} and any(option.has("scatter") for option in roll.options):
        inches = np.minimum(_index(plain, "missed"), 6)
        readings["scatter"] = _reading("scatter", inches)
    return readings


def _index(plain: Outcomes, axis: str) -> NDArray[np.intp]:
    """The index of every cell along one axis."""
    along = [1] * len(plain.axes)
    along[plain.position(axis)] = -1
    return np.broadcast_to(np.arange(len(plain.axis(axis).values)).reshape(along), plain.shape)


def _reading(name: str, values: NDArray[Any]) -> Reading:
    return Reading(Axis.counting(name, int(values.max())), np.asarray(values, np.intp))


def _absorbed(option: "Option", reserve: str) -> int:
    """The most points of a Reserve that an attack with this option absorbs."""
    return sum(word.value or 0 for word in option.keywords if word.name == "absorb" and word.detail == reserve)


def _absorbs_once(roll: "AttackRoll") -> bool:
    """Whether one Reserve alone is absorbed, so that the table needs no other name."""
    reserves = {word.detail for option in roll.options for word in option.keywords if word.name == "absorb"}
    return len(reserves) == 1


def forced(roll: "AttackRoll") -> tuple[str, ...]:
    """The options whose damage is of the Force type."""
    if "force" in roll.harm.immune:
        return ()
    return tuple(option.label for option in roll.options if "force" in option.types or option.has("force"))


def _push_bonus(option: "Option") -> int:
    return max((word.value or 0 for word in option.keywords if word.name == "force"), default=0)
