"""Running: the same counts whatever the threads and the chunks, batches until the precision, and an end by Ctrl-C."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from tamriel_odds.odds import rolling
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import half_width
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import CHUNK, CONTRADICTION, FIRST_BATCH, Roller, exact, largest_z, run, widest

ATTACK = Attack(
    skill=5,
    attack="[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]",
    armor="[RED] (1) / [OBLIVION]: add [YELLOW]",
    health=2,
)
ROLL = ATTACK.roll(Box.shipped())
TRIALS = 3001


def counted(first: int = 0, end: int = TRIALS, seed: int = 1, threads: int = 1, chunk: int = CHUNK) -> np.ndarray:
    with Roller(ROLL, seed, threads, chunk) as roller:
        return roller.roll(first, end)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("chunk", [7, 64, 1000, 1024, CHUNK])
def test_counts_depend_on_neither_threads_nor_chunks(threads: int, chunk: int) -> None:
    assert (counted(threads=threads, chunk=chunk) == counted()).all()


def test_one_trial_at_a_time_adds_up() -> None:
    assert (counted(end=50, chunk=1, threads=3) == counted(end=50)).all()


@pytest.mark.parametrize("cut", [0, 1, 2, 1023, 1024, 1025, 3000, TRIALS])
def test_a_run_that_is_cut_adds_up(cut: int) -> None:
    assert (counted(0, cut) + counted(cut, TRIALS) == counted()).all()


@pytest.mark.parametrize("trials", [1, 2, 1023, 1024, 1025])
def test_every_trial_is_counted_once(trials: int) -> None:
    tally = run(ATTACK, trials=trials)
    assert tally.counts.sum() == tally.trials == trials
    assert (tally.counts.ravel() == counted(end=trials)).all()
    assert tally.counts.shape == ROLL.outcomes.shape


def test_a_seed_gives_the_same_and_another_seed_others() -> None:
    assert (run(ATTACK, trials=TRIALS, seed=3).counts == run(ATTACK, trials=TRIALS, seed=3, threads=3).counts).all()
    assert (run(ATTACK, trials=TRIALS, seed=3).counts != run(ATTACK, trials=TRIALS, seed=4).counts).any()


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_any_seed_of_64_bits_rolls(seed: int) -> None:
    tally = run(ATTACK, trials=TRIALS, seed=seed)
    assert tally.seed == seed
    assert largest_z(tally, exact(ATTACK)) < CONTRADICTION


def test_trials_far_out_are_rolled_too() -> None:
    first = 10**10 - 5
    assert (counted(first, first + 9) == counted(first, first + 4) + counted(first + 4, first + 9)).all()


def test_precision_doubles_batches_until_every_interval_is_narrow() -> None:
    at_first = widest(run(ATTACK, trials=FIRST_BATCH))
    tally = run(ATTACK, precision=at_first / 1.5)
    assert tally.precision_reached
    assert tally.trials == 4 * FIRST_BATCH
    assert widest(tally) <= at_first / 1.5 < widest(run(ATTACK, trials=2 * FIRST_BATCH))
    assert (tally.counts == run(ATTACK, trials=4 * FIRST_BATCH).counts).all()


def test_precision_is_reached_with_the_first_batch() -> None:
    assert run(ATTACK, precision=0.01).trials == FIRST_BATCH


@pytest.mark.parametrize("trials", [1000, 3 * FIRST_BATCH // 2])
def test_precision_that_is_not_reached_is_said(trials: int) -> None:
    tally = run(ATTACK, precision=1e-6, trials=trials)
    assert not tally.precision_reached
    assert tally.trials == trials
    assert (tally.counts == run(ATTACK, trials=trials).counts).all()


def test_the_widest_interval_is_that_of_a_table_or_an_event() -> None:
    tally = run(ATTACK, trials=TRIALS)
    widths = [half_width(count, TRIALS, tally.level) for count in tally.counts_along("damage")]
    widths += [half_width(tally.event_count(event), TRIALS, tally.level) for event in tally.outcomes.events]
    assert widest(tally) == max(widths)


def test_progress_is_told_trials_done_and_planned() -> None:
    told: list[tuple[int, int]] = []
    run(ATTACK, trials=3 * CHUNK + 1, threads=2, progress=lambda done, planned: told.append((done, planned)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (3 * CHUNK + 1, 3 * CHUNK + 1)
    assert {planned for _, planned in told} == {3 * CHUNK + 1}


def test_ctrl_c_ends_a_long_run_and_its_threads() -> None:
    def interrupt(done: int, planned: int) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        run(ATTACK, trials=10**10, progress=interrupt)
    assert threading.active_count() == before


def test_ctrl_c_does_not_wait_for_a_thread_that_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolling, "GRACE", 0.01)
    is_compiled = threading.Event()
    waited: list[bool] = []

    def roll(seed: np.uint64, first: np.uint64, tables: object, cells: np.ndarray) -> None:
        waited.append(is_compiled.wait(60))
        cells[:] = 0

    def interrupt(done: int, planned: int) -> None:
        raise KeyboardInterrupt

    roller = Roller(ROLL, 1, threads=1)
    monkeypatch.setattr(roller, "_roll_trials", roll)
    with pytest.raises(KeyboardInterrupt), roller:
        roller.roll(0, TRIALS, interrupt)
    assert not waited
    is_compiled.set()


def test_a_wrong_distribution_is_flagged_and_the_right_one_passes() -> None:
    tally = run(ATTACK, trials=10**6)
    right = exact(ATTACK)
    assert largest_z(tally, right) < CONTRADICTION
    wrong = right.exact.copy()
    wrong[0] *= 0.99
    wrong[1] += (1 - wrong.sum()) / wrong[1].size
    assert largest_z(tally, replace(right, exact=wrong)) > CONTRADICTION


def test_an_outcome_that_cannot_be_is_flagged() -> None:
    tally = run(ATTACK, trials=1000)
    impossible = exact(ATTACK).exact.copy()
    impossible[1] = 0
    assert largest_z(tally, replace(exact(ATTACK), exact=impossible)) == np.inf


def test_a_roll_that_cannot_be_enumerated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ROLL), "exact", lambda _: None)
    with pytest.raises(ImpossibleQuestion, match="odds cta attack has no exact answer"):
        exact(ATTACK)
