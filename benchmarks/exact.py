"""Exact answers: every mechanic of the registry that has one, against icepool, dyce and plain Python, in one race."""

from collections.abc import Iterator
from dataclasses import replace

from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Contender, Pace, race
from tamriel_odds.benchmarks.record import Row
from tamriel_odds.benchmarks.registry import Enumerates, Mechanic, mechanics
from tamriel_odds.benchmarks.yardstick import count_faces
from tamriel_odds.odds.question import Box, Question, Roll

OURS, COUNTING = "odds", "counting 7 776 faces"
# Of a turn: resolving a question for every answer takes longer than most answers do.
SHARE_OF_TURN = 0.25


def measurements(pace: Pace) -> Iterator[Measurement]:
    for mechanic in mechanics():
        yield Measurement("exact", mechanic.name, lambda mechanic=mechanic: rows(mechanic, pace))


def rows(mechanic: Mechanic, pace: Pace) -> list[Row]:
    """One question enumerated by all who can; none where it has no exact answer."""
    roll = mechanic.question.roll(Box.shipped())
    if roll.exact() is None:
        return []
    own = answering(OURS, mechanic.question, lambda roll: roll.exact())
    rivals = [answering(name, mechanic.question, rival) for name, rival in mechanic.exact_rivals.items()]
    times = race([own, Contender(COUNTING, count_faces), *rivals], shortened(pace))
    ours = times.pop(OURS)
    against = {name: other.best for name, other in times.items()}
    facts = {"outcomes": roll.outcomes.cells}
    return [Row("exact", mechanic.name, ours.best, ours.noise, COUNTING, against, facts, mechanic.exact_reaches)]


def shortened(pace: Pace) -> Pace:
    return replace(pace, seconds=pace.seconds * SHARE_OF_TURN)


def answering(name: str, question: Question, enumerates: Enumerates) -> Contender:
    """Who answers a question, resolved anew for every answer: a roll keeps much of the work once it is done."""

    def prepare(answers: int) -> list[Roll]:
        return [question.roll(Box.shipped()) for _ in range(answers)]

    def work(rolls: list[Roll]) -> None:
        for roll in rolls:
            enumerates(roll)

    return Contender(name, work, prepare=prepare)
