"""A Burning Token as a chain: 1 damage at the start of each activation, then an Agility Test to put the fire out."""

from typing import TYPE_CHECKING, NamedTuple

from tamriel_odds.odds.call_to_arms.named_tests import switches_of
from tamriel_odds.odds.call_to_arms.suffering import Ended, Sufferer, followed
from tamriel_odds.odds.call_to_arms.targets import Target, green_dice, move_by_test
from tamriel_odds.odds.chain import ChainRoll, Move, State
from tamriel_odds.odds.dice import Face, read_face
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.tokens_over_time import Burning


class Burns(NamedTuple):
    """A burning model in one of its activations: what it rolls next, its Health, what it can still do once a game."""

    activation: int
    rolls: str
    health: int
    has_luck: bool
    avoids_death: bool


def burning(asked: "Burning", box: Box) -> ChainRoll:
    """The activations of a burning model until the fire is out or the model is gone."""
    notes: list[str] = []
    sufferer = Sufferer.of(asked, "fire", box, notes)
    switches = switches_of(sufferer.switches, "put-out-fire")
    luck = [switch for switch in switches if switch.face is not None]
    modifier = asked.modifier + sum(switch.modifier for switch in switches)
    agility = 1 if asked.let_burn else sufferer.attribute("agility", asked.agility, notes)
    target = Target(agility, modifier)
    green = green_dice(asked.green + sum(switch.green for switch in switches), box, notes)
    die = box.dice["white"]

    def begin(activation: int, health: int, has_luck: bool, avoids_death: bool) -> State:
        """The start of an activation: 1 damage, whatever the armor."""
        if activation > asked.activations:
            return Ended(asked.activations, "burning", health)
        if health > 1:
            return act(activation, health - 1, has_luck, avoids_death)
        if sufferer.endurance is None:
            return Ended(activation, "removed", 0)
        if avoids_death:
            return act(activation, 1, has_luck, False)
        return Burns(activation, "injured", 1, has_luck, False)

    def act(activation: int, health: int, has_luck: bool, avoids_death: bool) -> State:
        if asked.let_burn:
            return begin(activation + 1, health, has_luck, avoids_death)
        return Burns(activation, "test", health, has_luck, avoids_death)

    def saved(state: Burns, fate: str, health: int) -> State:
        """Whoever becomes Incapacitated while burning is removed; the Critical icon saves."""
        if fate == "incapacitated":
            return Ended(state.activation, "removed", 0)
        return act(state.activation, health, state.has_luck, state.avoids_death)

    def tested(state: Burns, face: Face, accuracy: int) -> State:
        health = sufferer.restored(state.health, face)
        if target.succeeds(face, accuracy):
            return Ended(state.activation, "out", health)
        return begin(state.activation + 1, health, False, state.avoids_death)

    def move(state: State) -> Move | None:
        if not isinstance(state, Burns):
            return None
        if state.rolls == "injured":
            removed = Ended(state.activation, "removed", 0)
            return sufferer.injured(removed, lambda fate, health: saved(state, fate, health))
        faces = (read_face(luck[0].face or ""),) if state.has_luck else die.faces
        return move_by_test(faces, green, lambda face, accuracy: tested(state, face, accuracy))

    rests = {
        "one-clamp": modifier > 0 and bool(green),
        "critical-can-miss": modifier > 0 and not asked.let_burn,
        "critical-icon-saves": sufferer.endurance is not None,
        "potion-restores-health": sufferer.endurance is not None or not asked.let_burn,
        **{switch.ruling: True for switch in switches if switch.ruling},
    }
    return followed(
        sufferer,
        begin(1, sufferer.health, bool(luck), sufferer.avoids_death),
        move,
        activations=asked.activations,
        ends=("out", "removed", "burning"),
        dice=(die, *green),
        rulings=[name for name, holds in rests.items() if holds],
        notes=notes,
    )
