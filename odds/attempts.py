"""What another attempt is, for the questions that are asked until something happens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attempts:
    """How the chance of an event grows with attempts.

    `field` is the option that counts them, such as ``pushes``: the question is asked for each of its values. Without
    one the same roll is made again and again: until the event occurs, or where `axis` is named, until its outcomes
    add up to `goal`. `unit` is what the attempts are called.
    """

    event: str
    field: str | None = None
    axis: str | None = None
    goal: int = 0
    unit: str = "attempts"


@dataclass(frozen=True, slots=True)
class Stage:
    """One step on the way to an event, and the chance that a roll gets this far.

    A stage that is `aside` tells how those who got here are divided; the way does not lead through it.
    """

    name: str
    outcome: str
    reached: float
    aside: bool = False
