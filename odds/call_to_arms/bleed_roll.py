"""Bleed Tokens and Poison Tokens as chains."""

from typing import TYPE_CHECKING, NamedTuple

from tamriel_odds.odds.call_to_arms.suffering import Ended, Sufferer, followed
from tamriel_odds.odds.call_to_arms.targets import Target, green_dice, move_by_test
from tamriel_odds.odds.chain import ChainRoll, Move, State
from tamriel_odds.odds.dice import Face
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.tokens_over_time import Bleed, Poison


class Bleeds(NamedTuple):
    """A bleeding model in one of its activations: Health, tokens, tests still to take, Actions still to perform.

    `avoids_death` says that it has not been injured yet and has the Perk.
    """

    activation: int
    health: int
    tokens: int
    tests: int
    actions: int
    avoids_death: bool


class Poisoned(NamedTuple):
    """A poisoned model that has just been injured."""

    activation: int


def bleed(asked: "Bleed", box: Box) -> ChainRoll:
    """The activations of a bleeding model until it bleeds no more or is gone."""
    notes: list[str] = []
    sufferer = Sufferer.of(asked, "bleed", box, notes)
    sufferer.refuse_switches()
    target = Target(sufferer.attribute("endurance", asked.endurance, notes), asked.modifier)
    green = green_dice(asked.green, box, notes)
    die = box.dice["white"]

    def begin(activation: int, health: int, tokens: int, avoids_death: bool) -> State:
        if activation > asked.activations:
            return Ended(asked.activations, "bleeding", health)
        return Bleeds(activation, health, tokens, tokens, asked.actions, avoids_death)

    def tested(state: Bleeds, face: Face, accuracy: int) -> State:
        tokens = state.tokens - target.succeeds(face, accuracy)
        health = sufferer.restored(state.health, face)
        return act(state._replace(health=health, tokens=tokens, tests=state.tests - 1))

    def act(state: Bleeds) -> State:
        """What follows without a roll: every Action costs 1 damage and removes a token, in that order."""
        if not state.tokens and not state.tests:
            return Ended(state.activation, "stopped", state.health)
        if state.tests:
            return state
        if not state.actions:
            return begin(state.activation + 1, state.health, state.tokens, state.avoids_death)
        if state.health > 1:
            return acted(state, state.health - 1)
        if sufferer.endurance is None:
            return Ended(state.activation, "removed", 0)
        if state.avoids_death:
            return acted(state._replace(avoids_death=False), 1)
        return state

    def acted(state: Bleeds, health: int) -> State:
        return act(state._replace(health=health, tokens=state.tokens - 1, actions=state.actions - 1))

    def saved(state: Bleeds, fate: str, health: int) -> State:
        """Whoever becomes Incapacitated while bleeding is removed; the Critical icon saves."""
        return Ended(state.activation, "removed", 0) if fate == "incapacitated" else acted(state, health)

    def move(state: State) -> Move | None:
        if not isinstance(state, Bleeds):
            return None
        if state.tests:
            return move_by_test(die.faces, green, lambda face, accuracy: tested(state, face, accuracy))
        removed = Ended(state.activation, "removed", 0)
        return sufferer.injured(removed, lambda fate, health: saved(state, fate, health))

    injured = sufferer.endurance is not None
    rests = {
        "one-clamp": asked.modifier > 0 and bool(green),
        "critical-can-miss": asked.modifier > 0,
        "critical-icon-saves": injured,
        "potion-restores-health": True,
        "bleed-damage-first": injured and asked.actions > 0,
    }
    return followed(
        sufferer,
        begin(1, sufferer.health, asked.tokens, sufferer.avoids_death),
        move,
        activations=asked.activations,
        ends=("stopped", "removed", "bleeding"),
        dice=(die, *green),
        rulings=[name for name, holds in rests.items() if holds],
        notes=notes,
    )


def poison(asked: "Poison", box: Box) -> ChainRoll:
    """The activations of a poisoned model; only an Aid Action would end it."""
    notes: list[str] = []
    sufferer = Sufferer.of(asked, "poison", box, notes)
    sufferer.refuse_switches()

    def begin(activation: int, health: int, avoids_death: bool) -> State:
        """The start of an activation: all damage at once."""
        if activation > asked.activations:
            return Ended(asked.activations, "in play", health)
        if health > asked.tokens:
            return begin(activation + 1, health - asked.tokens, avoids_death)
        if sufferer.endurance is None:
            return Ended(activation, "removed", 0)
        return begin(activation + 1, 1, False) if avoids_death else Poisoned(activation)

    def move(state: State) -> Move | None:
        if not isinstance(state, Poisoned):
            return None
        removed = Ended(state.activation, "removed", 0)
        return sufferer.injured(removed, lambda _, health: begin(state.activation + 1, health, False))

    injured = sufferer.endurance is not None
    names = ("critical-icon-saves", "potion-restores-health", "poison-lets-recover")
    return followed(
        sufferer,
        begin(1, sufferer.health, sufferer.avoids_death),
        move,
        activations=asked.activations,
        ends=("removed", "in play"),
        dice=(box.dice["white"],) if injured else (),
        rulings=names if injured else (),
        notes=notes,
    )
