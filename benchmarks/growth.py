"""How time grows: with the dice of an attack, with the trials of a run, with the outcomes that are counted."""

from collections.abc import Iterator
from contextlib import ExitStack

from tamriel_odds.benchmarks.exact import OURS, answering, shortened
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Contender, Pace, race, repeated
from tamriel_odds.benchmarks.record import Row
from tamriel_odds.benchmarks.rolls import THREADS, own_contenders
from tamriel_odds.benchmarks.yardstick import Filler
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.rolling import CHUNK, run

# The Rule of Three allows three of each colour.
ATTACK_DICE = ("[GREEN]", "[YELLOW]", "[RED]", "[BLACK]") * 3
TRIALS = (10**5, 10**6, 10**7, 10**8)
CARDS, OF_A_KIND, MOST_KINDS = 60, 8, 5


def measurements(pace: Pace) -> Iterator[Measurement]:
    for dice in range(1, len(ATTACK_DICE) + 1):
        yield _rolled(
            "growth with dice", f"{dice} attack {'die' if dice == 1 else 'dice'}", attack(dice), most_dice(dice), pace
        )
    for trials in TRIALS:
        yield Measurement("growth with trials", power(trials), lambda trials=trials: [of_trials(trials, pace)])
    for kinds in range(1, MOST_KINDS + 1):
        question = Draw(cards=CARDS, drawn=OF_A_KIND, wanted=(OF_A_KIND,) * kinds)
        yield _rolled("growth with outcomes", f"{kinds} {'kind' if kinds == 1 else 'kinds'}", question, OF_A_KIND, pace)


def attack(dice: int) -> Attack:
    """An attack with so many dice against two dice of armor."""
    return Attack(skill=5, attack="".join(ATTACK_DICE[:dice]), armor="[BLACK][YELLOW] (1)")


def most_dice(dice: int) -> int:
    """With the Skill Die, two dice of armor, and the black critical die where The Rule of Three leaves it."""
    return dice + 3 + (ATTACK_DICE[:dice].count("[BLACK]") < 3)


def _rolled(table: str, what: str, question: Question, dice: int, pace: Pace) -> Measurement:
    return Measurement(table, what, lambda: [of_question(table, what, question, dice, pace)])


def of_question(table: str, what: str, question: Question, dice: int, pace: Pace) -> Row:
    """A trial in yardsticks, and beside it the exact answer."""
    roll = question.roll(Box.shipped())
    words = -(-dice // 4) * 4
    with ExitStack() as stack:
        times = race(own_contenders(stack, roll, words, pace)[:2], pace)
    exact = race([answering(OURS, question, lambda roll: roll.exact())], shortened(pace))[OURS]
    facts = {"dice": dice, "outcomes": roll.outcomes.cells, "exact": exact.best}
    yardstick = f"R({words})"
    against = {yardstick: times[yardstick].best}
    return Row(table, what, times[OURS].best, times[OURS].noise, yardstick, against, facts)


def of_trials(trials: int, pace: Pace) -> Row:
    """A whole run in this process, its threads and its counting included."""
    question, words = attack(3), 8
    with Filler(words, THREADS, CHUNK) as filler:
        contenders = (
            Contender(OURS, repeated(lambda: run(question, trials=trials, threads=THREADS))),
            Contender(f"R({words})", repeated(lambda: filler.fill(trials))),
        )
        times = race(contenders, pace)
    ours, yardstick = times[OURS], f"R({words})"
    against = {yardstick: times[yardstick].best}
    return Row("growth with trials", power(trials), ours.best, ours.noise, yardstick, against, {"trials": trials})


def power(trials: int) -> str:
    """A power of ten as people say it."""
    return f"10^{len(str(trials)) - 1} trials"
