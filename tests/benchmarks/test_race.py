"""A race by a clock that only moves when somebody works: no time is taken here."""

from dataclasses import dataclass, replace
from time import process_time

import numpy as np
import pytest

from tamriel_odds.benchmarks import exact, growth, rolls, yardstick
from tamriel_odds.benchmarks.measurement import Measurement
from tamriel_odds.benchmarks.race import Contender, Pace, Times, race, repeated
from tamriel_odds.benchmarks.registry import ONE_THREAD, mechanics
from tamriel_odds.kernels import words

NO_TIME = Pace(rounds=1, seconds=0.0, processes=1)


@dataclass
class Worker:
    """Needs `cost` seconds a unit."""

    cost: float
    now: float = 0.0
    calls: int = 0

    def work(self, units: int) -> None:
        self.calls += 1
        self.now += units * self.cost

    def clock(self) -> float:
        return self.now


def test_everybody_works_for_as_long_as_a_turn_lasts() -> None:
    worker = Worker(0.25)
    times = race([Contender("one", worker.work, 2)], Pace(3, 4.0, 1, clock=worker.clock))
    assert times == {"one": Times((0.25, 0.25, 0.25))}
    # Once unmeasured, with 2, 4, 8 and 16 units to find how many fill a turn, then three rounds.
    assert worker.calls == 1 + 4 + 3


def test_what_is_prepared_is_not_timed() -> None:
    worker = Worker(1.0)

    def prepare(units: int) -> int:
        worker.now += 1000.0
        return units

    times = race([Contender("one", worker.work, prepare=prepare)], Pace(2, 1.0, 1, clock=worker.clock))
    assert times["one"].by_round == (1.0, 1.0)


def test_contenders_take_turns() -> None:
    turns = []
    contenders = [Contender(name, lambda units, name=name: turns.append(name)) for name in "ab"]
    race(contenders, Pace(3, 0.0, 1))
    assert turns[-6:] == ["a", "b"] * 3


def test_the_best_round_counts_and_the_noise_is_how_far_off_the_middling_one_was() -> None:
    times = Times((1.2, 1.0, 1.3))
    assert times.best == 1.0
    assert times.noise == pytest.approx(0.2)


def test_repeated_calls_once_a_unit() -> None:
    calls = []
    repeated(lambda: calls.append(1))(5)
    assert len(calls) == 5


def test_the_yardstick_deals_the_words_of_the_kernels() -> None:
    dealt, copied = np.empty((2, 8, 16), np.uint32)
    words.deal(dealt, np.arange(2), np.uint64(2**32 - 3), np.uint64(2**63 + 5))
    for call in range(2):
        yardstick.deal(copied, call, np.uint64(2**32 - 3), np.uint64(2**63 + 5))
    np.testing.assert_array_equal(copied, dealt)


def test_the_yardstick_fills_the_words_of_every_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    filled = []
    monkeypatch.setattr(
        yardstick, "deal_trials", lambda words, first, trials, seed: filled.append((int(first), trials))
    )
    with yardstick.Filler(words=8, threads=2, chunk=100) as filler:
        filler.fill(250)
    assert sorted(filled) == [(0, 100), (100, 100), (200, 50)]


def test_a_question_is_raced_by_all_who_can_answer_it() -> None:
    mechanic = next(mechanic for mechanic in mechanics() if mechanic.name == "social check, 3 dice")
    row = rolls.row(mechanic, NO_TIME)
    assert list(row.against) == ["R(4)", ONE_THREAD, *mechanic.rivals]
    assert row.facts == {"dice": 3, "outcomes": 36}
    busy = rolls.row(mechanic, replace(NO_TIME, clock=process_time))
    assert list(busy.against) == ["R(4)"]
    (answered,) = exact.rows(mechanic, NO_TIME)
    assert list(answered.against) == [exact.COUNTING, *mechanic.exact_rivals]
    assert answered.reaches == mechanic.exact_reaches


def test_a_question_without_an_exact_answer_has_no_row_of_one() -> None:
    mechanic = next(mechanic for mechanic in mechanics() if mechanic.name == "battle, 128 dice")
    assert exact.rows(mechanic, NO_TIME) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "measurement",
    [one for part in (rolls, exact, growth) for one in part.measurements(NO_TIME)],
    ids=lambda measurement: measurement.name,
)
def test_everything_can_be_measured(measurement: Measurement) -> None:
    for row in measurement.measure():
        assert (row.table, row.what) == (measurement.table, measurement.what)
        assert row.yardstick in row.against
        assert {reach.against for reach in row.reaches} <= set(row.against)
