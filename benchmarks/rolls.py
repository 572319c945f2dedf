"""Rolling: every mechanic of the registry against its yardstick, one thread, numpy and plain Python, in one race."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Contender, Pace, race
from tamriel_odds.benchmarks.record import Row
from tamriel_odds.benchmarks.registry import ONE_THREAD, Mechanic, mechanics
from tamriel_odds.benchmarks.yardstick import Filler
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.rolling import CHUNK, Roller

THREADS = 2
OURS = "odds"
# A rival in plain Python is busy for long enough with so many; one in numpy gets more at once.
FEW = 1 << 10
# So many are rolled to learn how long one takes: with fewer, handing them to a thread would take longer.
TRIED = 1 << 14


def measurements(pace: Pace) -> Iterator[Measurement]:
    for mechanic in mechanics():
        yield Measurement("rolls", mechanic.name, lambda mechanic=mechanic: [row(mechanic, pace)])


def row(mechanic: Mechanic, pace: Pace) -> Row:
    """One question rolled by all who can."""
    roll = mechanic.question.roll(Box.shipped())
    with ExitStack() as stack:
        own = own_contenders(stack, roll, mechanic.filled, pace)
        rivals = [Contender(name, prepares(roll), FEW) for name, prepares in mechanic.rivals.items()]
        # In the processor's seconds, one thread against two says nothing.
        times = race(own[:2] if pace.is_busy else [*own, *rivals], pace)
    ours = times.pop(OURS)
    return Row(
        "rolls",
        mechanic.name,
        ours.best,
        ours.noise,
        mechanic.yardstick,
        {name: other.best for name, other in times.items()},
        {"dice": mechanic.dice, "outcomes": roll.outcomes.cells},
        tuple(reach for reach in mechanic.reaches if reach.against in times),
    )


def chunk_of(roll: Roll, pace: Pace) -> int:
    """The trials that a thread rolls at a time: those of a run, or where they take too long as many as fill a turn."""
    with Roller(roll, 1, 1, TRIED) as roller:
        ours = race([Contender(OURS, lambda trials: roller.roll(0, trials), TRIED)], replace(pace, rounds=1))[OURS]
    chunk = CHUNK
    while chunk > FEW and chunk * ours.best > pace.seconds:
        chunk //= 2
    return chunk


def own_contenders(stack: ExitStack, roll: Roll, words: int, pace: Pace) -> Sequence[Contender]:
    """We, with all threads and with one, and the yardstick; their threads live as long as the stack."""
    chunk = chunk_of(roll, pace)

    def rolls(threads: int) -> Callable[[int], object]:
        roller = stack.enter_context(Roller(roll, 1, threads, chunk))
        return lambda trials: roller.roll(0, trials)

    filler = stack.enter_context(Filler(words, THREADS, chunk))
    least = THREADS * chunk
    return (
        Contender(OURS, rolls(THREADS), least),
        Contender(f"R({words})", filler.fill, least),
        Contender(ONE_THREAD, rolls(1), least),
    )
