"""A Skill or Attribute Test as pools that add up: its score, what the Skill Die shows, and one reroll of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.named_tests import (
    NamedTest,
    SwitchOfTests,
    find_test,
    switches_of,
)
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE
from tamriel_odds.odds.call_to_arms.targets import Target, accuracy_of, clamped, green_dice
from tamriel_odds.odds.call_to_arms.tester import has_skill, printed_attribute, unit_named, with_card
from tamriel_odds.odds.dice import Die, Face, read_face
from tamriel_odds.odds.digits import Integers, Shown, summed
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
    from tamriel_odds.odds.call_to_arms.units import Unit

FAILED = "failure"
# The words of the first roll are those an attack has for the same dice, the reroll uses the next call.
SKILL, GREEN, SKILL_AGAIN, GREEN_AGAIN = 0, 1, 4, 5


@dataclass(frozen=True)
class RolledTest(Roll):
    """A test resolved: the faces of its Skill Die, its Accuracy Dice, its target, and when it is rolled again."""

    less_is_better = ("failure",)

    die: Die
    faces: tuple[Face, ...]
    green: tuple[Die, ...]
    target: Target
    is_skill_test: bool
    reroll: str
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        rolled = (self.die,) if len(self.faces) > 1 else ()
        return tuple(dict.fromkeys([*rolled, *self.green]))

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes score (1 up, and "failure"), success, critical, potion."""
        scores = [self.target.score(face, 0) for face in self.faces if "failure" not in face.signs]
        axes = (
            Axis("score", (*(str(score) for score in range(1, max(scores, default=0) + 1)), FAILED)),
            Axis.claim("success"),
            Axis.claim("critical"),
            Axis.claim("potion"),
        )
        plain_axes = Outcomes(axes, ("score",), {})
        events = {name: plain_axes.where(name, 1) for name in ("success", "critical")}
        events["failure"] = plain_axes.where("score", FAILED)
        events["potion"] = plain_axes.where("potion", 1)
        return Outcomes(axes, ("score",), events)

    def _cells(self, faces: Sequence[Face], bonuses: Sequence[int]) -> Integers:
        """Where each face of the Skill Die falls with each Accuracy, [face, bonus]."""
        scores, target = self.outcomes.axis("score").values, self.target
        places = [
            (
                scores.index(FAILED if "failure" in face.signs else str(target.score(face, bonus))),
                target.succeeds(face, bonus),
                "critical" in face.signs and (self.is_skill_test or target.icons),
                "potion" in face.signs,
            )
            for face in faces
            for bonus in bonuses
        ]
        cells = np.ravel_multi_index(tuple(np.array(places, np.int64).T), self.outcomes.shape)
        return np.asarray(cells, np.int64).reshape(len(faces), len(bonuses))

    def _again(self, face: Face, accuracy: int) -> bool:
        """Whether this first roll is rolled again."""
        return self.reroll != "none" and self.target.succeeds(face, accuracy) == (self.reroll == "succeeded")

    @cached_property
    def sum(self) -> Sum:
        """The pools as digits: face and Accuracy of the first roll, then those of the reroll."""
        kinds = tuple(dict.fromkeys(self.faces))
        faces = np.array([kinds.index(face) for face in self.faces], np.int32)
        accuracy = accuracy_of(self.green)
        again, all_again = self.reroll != "none", self.reroll in ("failed", "succeeded")
        pools = [Shown.of(SKILL, 4, at_0=faces), Shown.of(GREEN, 4, at_1=accuracy)]
        pools += [Shown.of(SKILL_AGAIN, 4, at_2=faces)] if again else []
        pools += [Shown.of(GREEN_AGAIN, 4, at_3=accuracy)] if all_again else []

        bonuses = range(int(accuracy.max()) + 1)
        cells = self._cells(kinds, bonuses)
        rolled_again = np.array([[self._again(face, bonus) for bonus in bonuses] for face in kinds])

        def cell(face: Integers, bonus: Integers, second: Integers, second_bonus: Integers) -> Integers:
            kept = cells[second, second_bonus if all_again else bonus]
            return np.where(rolled_again[face, bonus], kept, cells[face, bonus])

        return summed(pools, cell)

    def exact(self) -> NDArray[np.float64]:
        return self.sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def stages(self) -> tuple[Stage, ...]:
        """The face, then the score; what Accuracy Dice do to it stands aside."""
        joint, outcomes = self.exact(), self.outcomes
        success = float(joint[outcomes.events["success"]].sum())
        failure = float(joint[outcomes.events["failure"]].sum())
        found = [Stage("face", "the Skill Die shows no Failure", max(1 - failure, success))]
        if self.green and self.reroll == "none":
            alone = sum(self.target.succeeds(face, 0) for face in self.faces) / len(self.faces)
            found.append(Stage("accuracy", "the Skill Die passes alone", alone, aside=True))
            found.append(Stage("accuracy", "Accuracy Dice make it pass", success - alone, aside=True))
        passes = f"the score is {self.target.attribute} or less"
        found.append(Stage("score", f"{passes}, or a Critical" if self.target.icons else passes, success))
        return tuple(found)

    @property
    def is_certain(self) -> bool:
        return not self.sum.pools

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self.sum.tables()


def resolve(asked: "SkillOrAttributeTest", box: Box) -> RolledTest:
    """The test a question comes to: the row it names, the unit's card, the switches, then what was typed."""
    notes: list[str] = []
    test = find_test(asked.as_) if asked.as_ is not None else None
    unit = _unit(asked, test, box)
    name = test.name if test is not None else None
    switches = with_card(switches_of(asked.with_, name), unit, name, notes)
    modifier = asked.modifier + sum(switch.modifier for switch in switches)
    green = green_dice(asked.green + sum(switch.green for switch in switches), box, notes)
    lent = [switch.value for switch in switches if switch.lends]
    attribute = max(clamped(_attribute(asked, test, unit, notes), "attribute", notes), *lent, 1)
    is_skill_test = not asked.attribute_test and (test is None or test.skill is not None)
    if unit is not None and test is not None and test.skill is not None and is_skill_test:
        is_skill_test = has_skill(unit, test.skill, f"--as {test.name}", notes)
    die = box.dice["white"]
    set_to = [switch for switch in switches if switch.face is not None]
    if len(set_to) > 1:
        raise ImpossibleQuestion(f"--with {set_to[0].name} and {set_to[1].name}: only one can set the Skill Die")
    faces = (read_face(set_to[0].face or ""),) if set_to else die.faces
    target = Target(attribute, modifier, test is not None and test.icons)
    return RolledTest(
        die=die,
        faces=faces,
        green=green,
        target=target,
        is_skill_test=is_skill_test,
        reroll=asked.reroll,
        rulings=_rulings(test, switches, target, green, faces),
        notes=tuple(notes),
    )


def _unit(asked: "SkillOrAttributeTest", test: NamedTest | None, box: Box) -> "Unit | None":
    if asked.unit is not None and test is None:
        raise ImpossibleQuestion(f"{asked.unit}: say what it tests with --as NAME; `odds cta tests` lists the tests")
    return unit_named(asked.unit, box)


def _attribute(asked: "SkillOrAttributeTest", test: NamedTest | None, unit: "Unit | None", notes: list[str]) -> int:
    if asked.attribute is not None:
        return asked.attribute
    if unit is None or test is None:
        raise ImpossibleQuestion("a test needs the Attribute it is made on; give --attribute N")
    return printed_attribute(unit, test.attribute, "attribute", notes)


def _rulings(
    test: NamedTest | None,
    switches: Sequence[SwitchOfTests],
    target: Target,
    green: Sequence[Die],
    faces: Sequence[Face],
) -> tuple[str, ...]:
    """The readings this very answer rests on: each only where it could have come out otherwise."""
    rests = {
        "one-clamp": target.modifier > 0 and bool(green),
        "critical-can-miss": target.modifier > 0 and not target.icons and len(faces) > 1,
        "three-green-dice": len(green) == RULE_OF_THREE,
    }
    named = [row.ruling for row in (test, *switches) if row is not None and row.ruling]
    return tuple(dict.fromkeys([name for name, holds in rests.items() if holds] + named))
