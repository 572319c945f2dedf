"""What a test is rolled against, and what follows from it in a roll that goes on from state to state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE
from tamriel_odds.odds.chain import Move, State
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.question import Box

LOWEST, HIGHEST = 1, 10


def clamped(attribute: int, what: str, notes: list[str]) -> int:
    """The Attribute within 1 to 10, with a note where that changes it (Attribute and Skill Modifiers)."""
    value = min(max(attribute, LOWEST), HIGHEST)
    if value != attribute:
        notes.append(f"{what} {attribute} counts as {value}: an Attribute is {LOWEST} to {HIGHEST}")
    return value


def green_dice(green: int, box: Box, notes: list[str]) -> tuple[Die, ...]:
    """The Accuracy Dice that are rolled, three at most (The Rule of Three)."""
    if green > RULE_OF_THREE:
        notes.append(f"Rule of Three: of {green} green dice in the test {RULE_OF_THREE} are rolled")
    return (box.dice["green"],) * min(green, RULE_OF_THREE)


@dataclass(frozen=True)
class Target:
    """What a test is rolled against: an Attribute of 1 to 10, and what is added to the score.

    `icons` says that the Critical icon succeeds whatever the penalties (the test of the injured).
    """

    attribute: int
    modifier: int
    icons: bool = False

    def score(self, face: Face, accuracy: int) -> int:
        """Everything is summed, then the score is raised to 1 once."""
        return max(face.number + self.modifier - accuracy, 1)

    def succeeds(self, face: Face, accuracy: int) -> bool:
        """Whether the test succeeds with this face of the Skill Die and that much Accuracy."""
        if "failure" in face.signs or (self.icons and "critical" in face.signs):
            return "critical" in face.signs
        return self.score(face, accuracy) <= self.attribute


def accuracy_of(dice: Sequence[Die]) -> NDArray[np.int32]:
    """The Accuracy of every combination of faces, the first die the most significant digit: int32 of 6**k."""
    total = np.zeros(1, np.int32)
    for die in dice:
        total = (total[:, None] + np.array([face.accuracy for face in die.faces], np.int32)).ravel()
    return total


def move_by_test(faces: Sequence[Face], green: Sequence[Die], follow: Callable[[Face, int], State]) -> Move:
    """The move of a test: `follow` says where a face of the Skill Die with that much Accuracy leads.

    The Skill Die is the most significant digit of the face, so that Accuracy Dice leave what it shows as it was.
    """
    accuracy = accuracy_of(green)
    there = {(face, int(bonus)): follow(face, int(bonus)) for face in faces for bonus in np.unique(accuracy)}
    return Move.by_face([there[face, int(bonus)] for face in faces for bonus in accuracy])
