"""`--want 0.9`: the smallest number of attempts that reaches a chance, and how sure that is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import quantile
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import Measure, measure_named
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import answer as answer_question
from tamriel_odds.odds.settings import Settings

WANT = "want"
MOST_ATTEMPTS = 200
# How far the curve goes on beyond the number that reaches the chance.
BEYOND = 2
# The fields that count attempts, whatever the game.
COUNTING = ("attempts", "activations", "pushes", "shots")
Chance = tuple[float, float, float]


def attempts_of(answer: Answer) -> Attempts:
    """What the roll itself says of attempts; else the first event, by the option that counts attempts.

    Where there is no such option the whole question is asked again and again.
    """
    told = answer.roll.tries
    if told is not None:
        return told
    if not answer.outcomes.events:
        raise ImpossibleQuestion(f"--want: odds {answer.question.command} has no event that could be wanted")
    counting = [name for name in COUNTING if name in type(answer.question).model_fields]
    return Attempts(next(iter(answer.outcomes.events)), field=counting[0] if counting else None)


Rows = list[tuple[int, float, float, float]]


@dataclass(frozen=True)
class Wanted:
    """The chances after 1, 2, ... attempts, what these are called, and the fewest that reach the chance, if any do."""

    event: str
    unit: str
    rows: Rows
    reached: int | None

    @classmethod
    def of(cls, wanted: float, answer: Answer, settings: Settings, box: Box) -> "Wanted":
        attempts = attempts_of(answer)
        rows: Rows = []
        reached: int | None = None
        for number, (chance, low, high) in _curve(attempts, answer, settings, box):
            rows.append((number, chance, low, high))
            if reached is None and chance >= wanted:
                reached = number
            if len(rows) >= MOST_ATTEMPTS or (reached is not None and number >= reached + BEYOND and low >= wanted):
                break
        unit = attempts.field.replace("_", "-") if attempts.field else attempts.unit
        return cls(attempts.event, unit, rows, reached)

    @property
    def column(self) -> str:
        return self.unit.replace("-", "_")


def want(wanted: float, answer: Answer, settings: Settings, box: Box) -> tuple[Listing, str]:
    """The chance after 1, 2, ... attempts up to the number that reaches `wanted`, and a sentence about that number."""
    found = Wanted.of(wanted, answer, settings, box)
    columns = (found.column, "chance", "low", "high")
    title = f"Chance of {found.event} by {found.unit}"
    listing = Listing(WANT, title, columns, tuple(found.rows), ("chance", "low", "high"))
    return listing, _sentence(wanted, found, answer)


def want_of_each(
    wanted: float, answers: Mapping[str, Answer], settings: Settings, box: Box
) -> tuple[Listing, tuple[str, ...]]:
    """For each option the fewest attempts that reach `wanted` and their chance, and what else can be said."""
    rows: list[tuple[Entry, ...]] = []
    said = []
    for name, answer in answers.items():
        found = Wanted.of(wanted, answer, settings, box)
        chance = next((row[1:] for row in found.rows if row[0] == found.reached), (None, None, None))
        rows.append((name, found.reached, *chance))
        if isinstance(answer, Tally) or found.reached is None:
            said.append(f"{name}: {_sentence(wanted, found, answer)}")
    columns = ("question", found.column, "chance", "low", "high")
    title = f"The fewest {found.unit} for a chance of {found.event} of {_percent(wanted)}"
    return Listing(WANT, title, columns, tuple(rows), ("chance", "low", "high")), tuple(said)


def _percent(wanted: float) -> str:
    return f"{wanted * 100:.10g}%"


def _sentence(wanted: float, found: Wanted, answer: Answer) -> str:
    goal, rows, reached, unit = _percent(wanted), found.rows, found.reached, found.unit
    if reached is None:
        return f"no number of {unit} up to {rows[-1][0]} reaches {goal}"
    by_number = {number: (chance, low, high) for number, chance, low, high in rows}
    chance, low, _ = by_number[reached]
    said = f"{reached} {unit} are the fewest that reach {goal}: {chance * 100:.4f}%"
    if not isinstance(answer, Tally):
        return said
    level = f"{answer.level * 100:.10g}%"
    before = by_number.get(reached - 1)
    if low < wanted:
        sure = next((number for number, (_, low, _) in by_number.items() if low >= wanted), None)
        then = f"; {sure} surely do" if sure is not None else ""
        return f"{said}, but the {level} interval begins at {low * 100:.4f}%: too close to claim{then}"
    if before is not None and before[2] >= wanted:
        return f"{said}, and the {level} interval allows the claim; that {reached - 1} do is not ruled out"
    return f"{said}, and the {level} interval allows the claim"


def _curve(attempts: Attempts, answer: Answer, settings: Settings, box: Box) -> Iterator[tuple[int, Chance]]:
    if attempts.field is not None:
        return _by_field(attempts.field, measure_named(answer.outcomes, attempts.event), answer, settings, box)
    if attempts.axis is not None:
        return _added_up(attempts, answer)
    return _again(Measure(attempts.event, True), answer)


def _by_field(field: str, event: Measure, answer: Answer, settings: Settings, box: Box) -> Iterator[tuple[int, Chance]]:
    """The question asked with every value of the field that it takes."""
    kind, option = type(answer.question), field.replace("_", "-")
    is_known = False
    for number in range(MOST_ATTEMPTS + 1):
        try:
            asked = build(kind, {**answer.question.options(), option: number})
            told = answer_question(asked, settings, box).answer
        except ImpossibleQuestion:
            if is_known:
                return
            continue
        is_known = True
        yield number, (event.of(told), *event.interval(told))


def _again(event: Measure, answer: Answer) -> Iterator[tuple[int, Chance]]:
    """Independent attempts: 1 - (1 - p)^n, its bounds those of p."""
    value, (low, high) = event.of(answer), event.interval(answer)
    for number in range(1, MOST_ATTEMPTS + 1):
        yield number, (1 - (1 - value) ** number, 1 - (1 - low) ** number, 1 - (1 - high) ** number)


def _added_up(attempts: Attempts, answer: Answer) -> Iterator[tuple[int, Chance]]:
    """Attempts whose outcomes add up to the goal, every one beyond counted as the goal.

    The standard error of a simulated chance follows from that of the single attempt (delta method): n times the
    standard deviation, over one attempt, of the chance that n - 1 more complete it.
    """
    assert attempts.axis is not None
    shares = answer.along(attempts.axis)
    values = np.array(answer.outcomes.axis(attempts.axis).values)
    single = np.zeros(attempts.goal + 1)
    np.add.at(single, np.clip(values, 0, attempts.goal), shares)
    before = np.zeros(attempts.goal + 1)
    before[0] = 1.0
    for number in range(1, MOST_ATTEMPTS + 1):
        # completes[k]: the chance that the attempts before this one leave at most k missing.
        completes = np.cumsum(before[::-1])
        chance = min(float(np.dot(single, completes)), 1.0)
        half = 0.0
        if isinstance(answer, Tally):
            variance = float(np.dot(single, completes**2)) - chance**2
            half = quantile(answer.level) * number * (max(variance, 0.0) / answer.trials) ** 0.5
        yield number, (chance, max(chance - half, 0.0), min(chance + half, 1.0))
        added = np.convolve(before, single)
        before = added[: attempts.goal + 1].copy()
        before[-1] += added[attempts.goal + 1 :].sum()
