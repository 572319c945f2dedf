"""`--plausible`: what an answer would be on every die that the assumed ones could be."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.compare import Option
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import Measure, measures
from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.rolling import exact

PLAUSIBLE = "plausible"
MOST_BOXES = 20_000
# Averages of the same dice summed in another order differ by less.
NOTHING = 1e-9


def uncertain(questions: Sequence[Question], box: Box) -> tuple[Die, ...]:
    """The assumed dice that any of the questions rolls and for which there are other plausible faces."""
    dice = dict.fromkeys(die for question in questions for die in question.roll(box).dice)
    return tuple(die for die in dice if die.alternatives and die.certainty == "assumed")


def boxes(dice: Sequence[Die], box: Box) -> Iterator[Box]:
    """The box as it is, then with every other combination of plausible faces."""
    total = 1
    for die in dice:
        total *= 1 + len(die.alternatives)
    if total > MOST_BOXES:
        raise ImpossibleQuestion(f"--plausible: {total} combinations of faces are too many, at most {MOST_BOXES}")
    for faces in itertools.product(*((die.faces, *die.alternatives) for die in dice)):
        changed = {die.name: replace(die, faces=shown) for die, shown in zip(dice, faces, strict=True)}
        yield Box({**box.dice, **changed}, box.data)


def plausible(answer: Answer, box: Box) -> tuple[Listing, str]:
    """For each measure the exact answer, and the lowest and the highest it could be on all combinations."""
    question = answer.question
    dice = uncertain([question], box)
    shown = measures(answer.outcomes)
    found: dict[Measure, list[float]] = {measure: [] for measure in shown}
    for other in boxes(dice, box):
        told = exact(question, box=other, level=answer.level)
        known = set(measures(told.outcomes))
        for measure in shown:
            if measure in known:
                found[measure].append(measure.of(told))
    rows: list[tuple[Entry, ...]] = [
        (measure.name, values[0], min(values), max(values)) for measure, values in found.items()
    ]
    title = f"On every plausible box of dice ({_boxes(dice)})"
    listing = Listing(PLAUSIBLE, title, ("measure", "answer", "lowest", "highest"), tuple(rows))
    return listing, _dice_text(dice)


def order(options: Sequence[Option], common: Sequence[Measure], box: Box) -> tuple[Listing, tuple[str, ...]]:
    """For each option and measure the lowest and highest difference to the first, and whether its sign ever turns.

    With it a sentence for each measure: whether the order of all options is the same on every combination.
    """
    dice = uncertain([option.question for option in options], box)
    found: dict[Measure, list[list[float]]] = {measure: [] for measure in common}
    for other in boxes(dice, box):
        answers = [exact(option.question, box=other) for option in options]
        for measure in common:
            found[measure].append([measure.of(answer) for answer in answers])
    rows: list[tuple[Entry, ...]] = []
    for measure, values in found.items():
        for number, option in enumerate(options[1:], start=1):
            differences = [round(row[number] - row[0], 12) for row in values]
            signs = [_sign(difference) for difference in differences]
            counts = [signs.count(sign) for sign in (1, 0, -1)]
            holds = "yes" if max(counts) == len(signs) else "no"
            rows.append((option.name, measure.name, min(differences), max(differences), *counts, holds))
    columns = ("question", "measure", "lowest", "highest", "more_on", "equal_on", "less_on", "holds")
    title = f"Difference to the first on every plausible box of dice ({_boxes(dice)})"
    told = {_order_text(values): None for values in found.values()}
    if len(told) == 1:
        sentences = [f"the order of the options {text}, by every measure" for text in told]
    else:
        sentences = [f"the order of the options by {one.name} {_order_text(values)}" for one, values in found.items()]
    return Listing(PLAUSIBLE, title, columns, tuple(rows)), (_dice_text(dice), *sentences)


def _sign(difference: float) -> int:
    return 0 if abs(difference) < NOTHING else 1 if difference > 0 else -1


def _order_text(values: Sequence[Sequence[float]]) -> str:
    """Whether every pair of options compares on every combination as it does on the first."""
    orders = [
        tuple(_sign(row[one] - row[other]) for one, other in itertools.combinations(range(len(row)), 2))
        for row in values
    ]
    same = orders.count(orders[0])
    if same == len(orders):
        return f"holds on all {same} combinations of plausible faces"
    return f"is not safe: it holds on {same} of {len(orders)} combinations of plausible faces"


def _boxes(dice: Sequence[Die]) -> str:
    total = 1
    for die in dice:
        total *= 1 + len(die.alternatives)
    return f"{total} combination{'s' * (total != 1)}"


def _dice_text(dice: Sequence[Die]) -> str:
    if not dice:
        return "no die is rolled whose faces are assumed and could be others"
    names = [die.name for die in dice]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"plausible faces of the {listed} dice: all combinations, each answered exactly"
