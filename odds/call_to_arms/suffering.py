"""A model that suffers from a token over activations: its Health, its Endurance Test, and what is read off the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.harm import Endurance
from tamriel_odds.odds.call_to_arms.sides import types_of
from tamriel_odds.odds.call_to_arms.targets import clamped
from tamriel_odds.odds.call_to_arms.tester import unit_named
from tamriel_odds.odds.chain import Chain, ChainRoll, Move, State
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.tokens_over_time import TokenOverTime
    from tamriel_odds.odds.call_to_arms.units import Unit


AVOIDS_DEATH = "avoid-death"


class SuffererRoll(ChainRoll):
    """Activations of a model with a token."""

    less_is_better = ("removed",)
    headline = ("stopped", "out", "removed")


class Ended(NamedTuple):
    """How it ended: in which activation, with what, and the Health left."""

    activation: int
    end: str
    health: int


@dataclass(frozen=True)
class Sufferer:
    """The model: Health left and whole, and its Endurance Test (None: it is removed when injured).

    `avoids_death` says that the first of these tests counts as a Critical (Perks, Restoration), `switches` are the
    other words given with it.
    """

    unit: "Unit | None"
    health: int
    full_health: int
    endurance: Endurance | None
    avoids_death: bool = False
    switches: tuple[str, ...] = ()

    @classmethod
    def of(cls, asked: "TokenOverTime", token: str, box: Box, notes: list[str]) -> "Sufferer":
        """The model of the question; ImpossibleQuestion where it is immune to that damage type, `token`."""
        unit = unit_named(asked.unit, box)
        if unit is not None and token in types_of(unit, "immunity"):
            raise ImpossibleQuestion(f"{unit.name} has Immunity ({token.title()}): it receives no such token")
        printed = unit.health if unit is not None else None
        health = asked.health if asked.health is not None else printed
        if health is None:
            raise ImpossibleQuestion("the model needs the Health that is left; give --health N")
        full = asked.full_health or max(printed or health, health)
        if full < health:
            raise ImpossibleQuestion(f"--full-health {full}: more Health is left than there is, {health}")
        tests = asked.rank == "hero" if asked.rank else unit is not None and unit.tests_endurance
        if unit is not None and asked.health is None:
            notes.append(f"{unit.name} has Health {health}")
        switches = tuple(text for text in asked.with_ if plain(text) != AVOIDS_DEATH)
        avoids_death = len(switches) < len(asked.with_)
        model = cls(unit, health, full, None, avoids_death, switches)
        if not tests:
            if avoids_death:
                raise ImpossibleQuestion(
                    f"--with {AVOIDS_DEATH}: only Heroes and Masters take that test; add --rank hero"
                )
            return model
        if not avoids_death and unit is not None and any(plain(perk) == AVOIDS_DEATH for perk in unit.perks):
            notes.append(f"{unit.name}: turned on by --with: {AVOIDS_DEATH}")
        endurance = model.attribute("endurance", asked.endurance, notes)
        return replace(model, endurance=Endurance(box.dice["white"], endurance))

    def refuse_switches(self) -> None:
        """ImpossibleQuestion for any other switch, where none of its own tests can have one."""
        for text in self.switches:
            raise ImpossibleQuestion(f"--with {text}: with this token only {AVOIDS_DEATH} can be given")

    def attribute(self, name: str, given: int | None, notes: list[str]) -> int:
        """An Attribute as it was given, else as the card prints it."""
        printed = self.unit.attributes.get(name) if self.unit is not None else None
        value = given if given is not None else printed
        if value is None:
            raise ImpossibleQuestion(f"the model needs its {name.title()}; give --{name} N")
        if self.unit is not None and given is None:
            notes.append(f"{self.unit.name} has {name.title()} {value}")
        return clamped(value, name, notes)

    def restored(self, health: int, face: Face) -> int:
        """The Health after a roll of the Skill Die: a Potion face gives a lost point back."""
        return min(health + ("potion" in face.signs), self.full_health)

    def injured(self, removed: State, follow: Callable[[str, int], State]) -> Move:
        """The move of the injured: removed, or going on with 1 Health (or 2) as `follow` says of fate and Health."""
        assert self.endurance is not None
        there = []
        for face in self.endurance.die.faces:
            fate = self.endurance.fate(face, False)
            there.append(removed if fate == "removed" else follow(fate, self.restored(1, face)))
        return Move.by_face(there)


def followed(
    sufferer: Sufferer,
    start: State,
    move: Callable[[State], Move | None],
    *,
    activations: int,
    ends: Sequence[str],
    dice: Sequence[Die],
    rulings: Sequence[str],
    notes: Sequence[str],
) -> ChainRoll:
    """The roll whose axes are activations, the ways it can end, and the Health left."""
    axes = (
        Axis("activations", tuple(range(1, activations + 1))),
        Axis("end", tuple(ends)),
        Axis.counting("health", sufferer.full_health),
    )
    seen = Outcomes(axes, ("activations", "health"), {})
    return SuffererRoll(
        chain=Chain.walked(start, move),
        read=lambda state: {"activations": state.activation, "end": state.end, "health": state.health},
        answers=Outcomes(axes, seen.tables, {end: seen.where("end", end) for end in ends}),
        dice=tuple(dict.fromkeys(dice)),
        rulings=tuple(rulings),
        notes=tuple(notes),
        more=Attempts(ends[0], field="activations"),
    )
