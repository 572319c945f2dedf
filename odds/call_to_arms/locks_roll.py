"""Chests, doors and ammunition as chains: what every face of the Skill Die leads to, attempt by attempt."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.named_tests import SwitchOfTests, switches_of
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE
from tamriel_odds.odds.call_to_arms.targets import Target, clamped, green_dice, move_by_test
from tamriel_odds.odds.call_to_arms.tester import has_skill, printed_attribute, unit_named, with_card
from tamriel_odds.odds.chain import Chain, ChainRoll, Move
from tamriel_odds.odds.dice import Die, Face, read_face
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.locks import Ammunition, Chest, Door
    from tamriel_odds.odds.call_to_arms.units import Unit

LEAST_COMPLEXITY = 1
# Perks that help to pick a lock, and neither to force it nor with a chest that is not locked.
FOR_PICKING = ("locksmith", "expert-locks")


class Searched(NamedTuple):
    """A chest after some attempts: cards drawn (none while it is shut), and what opened it."""

    attempts: int
    cards: int = 0
    by: str = "nothing"


class Tried(NamedTuple):
    """A door, or ammunition, after some attempts: how the last one ended."""

    attempts: int
    end: str


class ChestRoll(ChainRoll):
    """Attempts at a chest."""

    less_is_better = ("attempts", "trap")


class DoorRoll(ChainRoll):
    """Attempts at a door."""

    less_is_better = ("attempts", "move ended")


class AmmunitionRoll(ChainRoll):
    """Shots of Special Ammunition."""

    less_is_better = ("gone",)


def _named(switches: Sequence[SwitchOfTests], name: str) -> SwitchOfTests | None:
    return next((switch for switch in switches if switch.name == name), None)


def _faces(die: Die, switches: Sequence[SwitchOfTests], attempt: int) -> tuple[Face, ...]:
    """The faces of the Skill Die at this attempt; Imperial Luck is used at the first and then spent."""
    for switch in switches:
        if switch.face is not None and (attempt == 0 or switch.tests):
            return (read_face(switch.face),)
    return die.faces


def chest(asked: "Chest", box: Box) -> ChainRoll:
    """The attempts at a chest: Lockpicking, Strength, or the mere roll for an unlocked one."""
    notes: list[str] = []
    unit = unit_named(asked.unit, box)
    given = switches_of(asked.with_, "chest")
    is_picked = asked.complexity is not None or asked.lockpicking is not None
    if not is_picked:
        given = tuple(switch for switch in given if switch.name not in FOR_PICKING)
    switches = with_card(given, unit, "chest", notes, but=() if is_picked else FOR_PICKING)
    target = _lock(asked, unit, switches, notes)
    green = green_dice(asked.green + sum(switch.green for switch in switches) if target else 0, box, notes)
    extra = 1 if _named(switches, "treasure-hunter") and not asked.master else 0
    die = box.dice["white"]

    def follow(state: Searched, face: Face, accuracy: int) -> Searched:
        tried = state.attempts + 1
        if "failure" in face.signs:
            return Searched(tried, 1 + extra, "a trap")
        if target is not None and "critical" in face.signs:
            return Searched(tried, 2 + extra, "a critical")
        if target is None or target.succeeds(face, accuracy):
            return Searched(tried, 1 + extra, "a success")
        return Searched(tried)

    def move(state: Searched) -> Move | None:
        if state.cards or state.attempts == asked.attempts:
            return None
        faces = _faces(die, switches, state.attempts)
        return move_by_test(faces, green, lambda face, accuracy: follow(state, face, accuracy))

    axes = (
        Axis.counting("cards", 2 + extra),
        Axis("attempts", tuple(range(1, asked.attempts + 1))),
        Axis("by", ("nothing", "a success", "a critical", "a trap")),
    )
    seen = Outcomes(axes, ("cards", "attempts"), {})
    events = {"opened": ~seen.where("cards", 0), "trap": seen.where("by", "a trap")}
    if target is not None:
        events["critical"] = seen.where("by", "a critical")
    penalty = target is not None and target.modifier > 0
    return ChestRoll(
        chain=Chain.walked(Searched(0), move),
        read=lambda state: {"cards": state.cards, "attempts": state.attempts, "by": state.by},
        answers=Outcomes(axes, seen.tables, events),
        dice=tuple(dict.fromkeys([die, *green])),
        rulings=(*_luck(switches), *(("critical-icon-opens",) if penalty else ()), *_tests(target, green)),
        notes=(*notes, "a Trap is taken to be survived: whoever survives it draws the card"),
        more=Attempts("opened", field="attempts"),
    )


def _lock(asked: "Chest", unit: "Unit | None", switches: Sequence[SwitchOfTests], notes: list[str]) -> Target | None:
    """What the lock asks for; None for a chest that is not locked."""
    if asked.lockpicking is not None and asked.strength is not None:
        raise ImpossibleQuestion("--lockpicking and --strength: a lock is picked or forced; ask for each on its own")
    if asked.complexity is not None and asked.resistance is not None:
        raise ImpossibleQuestion("--complexity and --resistance: a lock is picked or forced; ask for each on its own")
    if asked.lockpicking is not None and asked.resistance is not None:
        raise ImpossibleQuestion(
            "--resistance: a picked lock sets its Complexity against the model; give --complexity N"
        )
    if asked.strength is not None and asked.complexity is not None:
        raise ImpossibleQuestion(
            "--complexity: a forced lock sets its Resistance against the model; give --resistance N"
        )
    lockpicking, strength = asked.lockpicking, asked.strength
    if unit is not None and lockpicking is None and asked.complexity is not None:
        has_skill(unit, "lockpicking", "picking a lock", notes)
        lockpicking = printed_attribute(unit, "agility", "lockpicking", notes)
    if unit is not None and strength is None and asked.resistance is not None:
        strength = printed_attribute(unit, "strength", "strength", notes)
    picks = [switch.name for switch in switches_of(asked.with_, "chest") if switch.name in FOR_PICKING]
    if picks and lockpicking is None:
        raise ImpossibleQuestion(f"--with {picks[0]}: that is for picking a lock; give --lockpicking N")
    penalty = asked.modifier + sum(switch.modifier for switch in switches)
    if lockpicking is not None:
        if asked.complexity is None:
            raise ImpossibleQuestion("a locked chest has a Complexity Rating; give --complexity N")
        expert = _named(switches, "expert-locks")
        least = min(asked.complexity, LEAST_COMPLEXITY)
        complexity = max(asked.complexity - (expert.value if expert else 0), least)
        return Target(clamped(lockpicking, "lockpicking", notes), penalty + complexity)
    if strength is not None:
        if asked.resistance is None:
            raise ImpossibleQuestion("a locked chest has a Resistance Rating; give --resistance N")
        return Target(clamped(strength, "strength", notes), penalty + asked.resistance)
    if asked.complexity is not None or asked.resistance is not None:
        raise ImpossibleQuestion("a lock is picked or forced; give --lockpicking N or --strength N")
    return None


def _luck(switches: Sequence[SwitchOfTests]) -> tuple[str, ...]:
    return tuple(switch.ruling for switch in switches if switch.ruling)


def _tests(target: Target | None, green: Sequence[Die]) -> tuple[str, ...]:
    """The readings that any test with these dice rests on."""
    penalty = target is not None and target.modifier > 0
    rests = {"one-clamp": penalty and bool(green), "three-green-dice": len(green) == RULE_OF_THREE}
    return tuple(name for name, holds in rests.items() if holds)


def door(asked: "Door", box: Box) -> ChainRoll:
    """The attempts at a Locked Door, one in each Move Action."""
    notes: list[str] = []
    unit = unit_named(asked.unit, box)
    switches = with_card(switches_of(asked.with_, "door"), unit, "door", notes)
    lockpicking = asked.lockpicking
    if lockpicking is None:
        if unit is None:
            raise ImpossibleQuestion("a door needs the Agility of the model that opens it; give --lockpicking N")
        if not _named(switches, "wax-key"):
            has_skill(unit, "lockpicking", "picking a lock", notes)
        lockpicking = printed_attribute(unit, "agility", "lockpicking", notes)
    target = Target(
        clamped(lockpicking, "lockpicking", notes),
        asked.modifier + sum(switch.modifier for switch in switches),
        icons=_named(switches, "wax-key") is not None,
    )
    green = green_dice(asked.green + sum(switch.green for switch in switches), box, notes)
    die = box.dice["white"]

    def follow(state: Tried, face: Face, accuracy: int) -> Tried:
        opened = target.succeeds(face, accuracy)
        end = "open" if opened else "move ended" if "failure" in face.signs else "locked"
        return Tried(state.attempts + 1, end)

    def move(state: Tried) -> Move | None:
        if state.end == "open" or state.attempts == asked.attempts:
            return None
        faces = _faces(die, switches, state.attempts)
        return move_by_test(faces, green, lambda face, accuracy: follow(state, face, accuracy))

    axes = (Axis("attempts", tuple(range(1, asked.attempts + 1))), Axis("end", ("open", "locked", "move ended")))
    seen = Outcomes(axes, ("end", "attempts"), {})
    can_miss = target.modifier > 0 and not target.icons
    return DoorRoll(
        chain=Chain.walked(Tried(0, "locked"), move),
        read=lambda state: {"attempts": state.attempts, "end": state.end},
        answers=Outcomes(
            axes, seen.tables, {"opened": seen.where("end", "open"), "move ended": seen.where("end", "move ended")}
        ),
        dice=tuple(dict.fromkeys([die, *green])),
        rulings=(*_luck(switches), *(("critical-can-miss",) if can_miss else ()), *_tests(target, green)),
        notes=tuple(notes),
        more=Attempts("opened", field="attempts"),
    )


def ammunition(asked: "Ammunition", box: Box) -> ChainRoll:
    """The shots until Special Ammunition is gone."""
    notes: list[str] = []
    switches = with_card(switches_of(asked.with_, "ammunition"), unit_named(asked.unit, box), "ammunition", notes)
    if _named(switches, "imperial-luck"):
        raise ImpossibleQuestion("--with imperial-luck: the roll for Special Ammunition is no Test")
    die = box.dice["white"]

    def move(state: Tried) -> Move | None:
        if state.end == "gone" or state.attempts == asked.shots:
            return None
        fired = state.attempts + 1
        return Move.by_face(
            [
                Tried(fired, "gone" if "failure" in face.signs else "left")
                for face in _faces(die, switches, state.attempts)
            ]
        )

    axes = (Axis("shots", tuple(range(1, asked.shots + 1))), Axis("end", ("gone", "left")))
    seen = Outcomes(axes, ("shots",), {})
    return AmmunitionRoll(
        chain=Chain.walked(Tried(0, "left"), move),
        read=lambda state: {"shots": state.attempts, "end": state.end},
        answers=Outcomes(axes, seen.tables, {"gone": seen.where("end", "gone")}),
        dice=(die,),
        rulings=(),
        notes=tuple(notes),
        more=Attempts("gone", field="shots"),
    )
