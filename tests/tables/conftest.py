"""Answers made by hand: two dice of two faces each, and lines of any number of outcomes."""

import itertools
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from pydantic import Field

from tamriel_odds.odds.answer import Answer, Distribution, Tally
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die, Face, shipped_dice
from tamriel_odds.odds.question import Box, Question, Roll
from tamriel_odds.tables.sheets import drawing


class Throw(Question):
    """How many stars a handful of dice shows."""

    command: ClassVar[str] = "cta throw"
    attack: str | None = Field(None, description="the dice")
    strong_armor: int = Field(0, description="what stays")
    with_: tuple[str, ...] = Field((), description="switches")

    def roll(self, box: Box) -> Roll:
        raise NotImplementedError


class Thrown(Roll):
    def __init__(self, outcomes: Outcomes, dice: tuple[Die, ...], rulings: tuple[str, ...], notes: tuple[str, ...]):
        self._outcomes, self.dice, self.rulings, self.notes = outcomes, dice, rulings, notes

    @cached_property
    def outcomes(self) -> Outcomes:
        return self._outcomes

    def exact(self) -> None:
        return None

    def kernel(self) -> str:
        return "nothing"

    def tables(self) -> dict[str, Any]:
        return {}


COIN = Die("coin", "Coin", "None", (Face(), Face(1)), "printed", "a test")
QUESTION = Throw(attack="[GREEN][RED] / [SWORDS]: Piercing (1)", strong_armor=2, with_=("power-attack",))


def _outcomes() -> Outcomes:
    axes = (Axis.counting("damage", 3), Axis.claim("hit"), Axis("effect", ("none", "swords")))
    shape = (4, 2, 2)
    hit = np.broadcast_to(np.array([False, True]).reshape(1, 2, 1), shape)
    removed = np.broadcast_to(np.array([False, False, True, True]).reshape(4, 1, 1), shape)
    return Outcomes(axes, ("damage", "effect"), {"hit": hit, "removed": removed, "never": np.zeros(shape, bool)})


def _roll(outcomes: Outcomes, rulings: tuple[str, ...], notes: tuple[str, ...]) -> Thrown:
    dice = shipped_dice()
    return Thrown(outcomes, (COIN, dice["green"], dice["red"]), rulings, notes)


@pytest.fixture(autouse=True)
def _two_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamriel_odds.odds.rulings import Ruling

    known = {"one-clamp": Ruling("one-clamp", "Call to Arms", "Effect Dice Icons", "all modifiers are summed first")}
    monkeypatch.setattr("tamriel_odds.tables.provenance.rulings", lambda: known)


@pytest.fixture
def tally() -> Tally:
    """1000 trials over damage x hit x effect: damage 0 to 2 seen 600, 300 and 100 times, 3 never."""
    counts = np.zeros((4, 2, 2), np.int64)
    counts[0, 0, 0], counts[0, 1, 0] = 500, 100
    counts[1, 1, 0], counts[1, 1, 1] = 250, 50
    counts[2, 1, 1] = 100
    roll = _roll(_outcomes(), ("one-clamp",), ("dice over the Rule of Three are not rolled",))
    return Tally(QUESTION, roll, 0.95, counts, 1000, 7)


@pytest.fixture
def distribution() -> Distribution:
    """The exact answer with the shares of `tally`: damage 3 is impossible."""
    exact = np.zeros((4, 2, 2))
    exact[0, 0, 0], exact[0, 1, 0], exact[1, 1, 0], exact[1, 1, 1], exact[2, 1, 1] = 0.5, 0.1, 0.25, 0.05, 0.1
    return Distribution(QUESTION, _roll(_outcomes(), ("one-clamp",), ()), 0.95, exact)


@pytest.fixture
def line() -> Callable[..., Answer]:
    """A maker of answers with one axis: of a list of counts (simulated), or of shares (exact)."""

    def answer(numbers: list[float], *, name: str = "damage", question: Question = QUESTION, **given: Any) -> Answer:
        values = given.get("values", range(len(numbers)))
        events = {"some": np.arange(len(numbers)) > 0, "all": np.ones(len(numbers), bool)}
        outcomes = Outcomes((Axis(name, tuple(values)),), (name,), events)
        roll = _roll(outcomes, (), tuple(given.get("notes", ())))
        if all(isinstance(number, int) for number in numbers):
            return Tally(question, roll, given.get("level", 0.95), np.array(numbers, np.int64), int(sum(numbers)), 1)
        return Distribution(question, roll, given.get("level", 0.95), np.array(numbers, np.float64))

    return answer


@pytest.fixture
def bell() -> Callable[[int], list[int]]:
    """Counts of that many outcomes, high in the first third, with a tail that is hardly or never seen."""

    def counts(outcomes: int) -> list[int]:
        where = np.arange(outcomes)
        heap = np.exp(-(((where - outcomes / 4) / (outcomes / 9 + 0.3)) ** 2))
        return [int(count) for count in np.floor(heap / heap.sum() * 1_000_000)]

    return counts


@pytest.fixture
def check() -> Callable[[Figure], None]:
    """Everything inside the sheet, and no two texts on one place."""
    return _check


def texts(figure: Figure) -> list[Text]:
    """Every text that is to be seen, ticks and titles included."""
    found = [*figure.texts]
    for axes in figure.axes:
        found += [*axes.texts, axes.xaxis.label, axes.yaxis.label, axes.title, axes._left_title, axes._right_title]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            found += [
                tick.label1
                for tick in axis.get_major_ticks()
                if low <= tick.get_loc() <= high and tick.label1.get_visible()
            ]
    return [text for text in found if text.get_text()]


def _check(figure: Figure) -> None:
    """Everything inside the sheet, and no two texts on one place."""
    with drawing():
        figure.draw_without_rendering()
        renderer = figure.canvas.get_renderer()
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts(figure)]
    width, height = figure.bbox.width, figure.bbox.height
    for text, box in boxes:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
    for (one, box), (other, beside) in itertools.combinations(boxes, 2):
        apart = box.x1 <= beside.x0 or beside.x1 <= box.x0 or box.y1 <= beside.y0 or beside.y1 <= box.y0
        assert apart, f"{one!r} overlaps {other!r}"
    for (_, box), axes in itertools.product([box for box in boxes if box[0] in _sheet_texts(figure)], figure.axes):
        assert not box.overlaps(axes.bbox)


def _sheet_texts(figure: Figure) -> set[str]:
    return {text.get_text() for text in figure.texts}
