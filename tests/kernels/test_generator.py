"""The generator as a source of dice: every face as often as its share, and no draw that tells of another.

All questions, seeds and thresholds are fixed. A statistic is turned into standard errors (the cube root of Wilson and
Hilferty makes a chi-square nearly normal); too even a count is as suspicious as too uneven a one.
"""

from collections.abc import Iterable
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from tamriel_odds.kernels.call_to_arms import draws
from tamriel_odds.kernels.skyrim import draws as skyrim_draws
from tamriel_odds.kernels.words import HALF, LOW, deal, face, philox
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.rolling import CONTRADICTION

Words = NDArray[np.uint64]

DICE = shipped_dice()
# Whole arrays go through the plain function, seeds and all; `deal` is held to it below.
PLAIN_PHILOX = getattr(philox, "py_func", philox)
PLAIN_FACE = getattr(face, "py_func", face)
SEEDS = np.arange(10_000, dtype=np.uint64)
TRIALS = np.arange(50_000, dtype=np.uint64)
FAR = (0, 2**31, 2**32 - 2, 2**40, 2**63, 2**64 - 2)


def words(seed: Words | int, trial: Words | int, call: int = 0) -> tuple[Words, ...]:
    """The four words of a call, for every seed and every trial given."""
    seeds, trials = np.broadcast_arrays(np.asarray(seed, np.uint64), np.asarray(trial, np.uint64))
    number, zero = np.full_like(trials, call), np.zeros_like(trials)
    return tuple(PLAIN_PHILOX(trials & LOW, trials >> HALF, number, zero, seeds & LOW, seeds >> HALF))


def drawn(seed: Words | int, trial: Words | int, draw: int) -> Words:
    return words(seed, trial, draw // 4)[draw % 4]


def faces(dealt: Words, of: int) -> Words:
    shown: Words = PLAIN_FACE(dealt, of)
    return shown


def errors_off(shown: Words, of: int) -> float:
    """How many standard errors the counts of `of` equally likely faces are from their shares."""
    counts = np.bincount(shown.ravel().astype(np.int64), minlength=of)
    share = shown.size / of
    return standard(float(((counts - share) ** 2).sum() / share), of - 1)


def standard(square: float, freedom: int) -> float:
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def pair_off(one: Words, other: Words, of: int = 6) -> float:
    """The same for the pairs of two dice, each pair equally likely where they know nothing of each other."""
    return errors_off(faces(one, of) * np.uint64(of) + faces(other, of), of * of)


def bound(tests: int) -> float:
    """What the largest of so many statistics stays below, with the certainty of a single one."""
    return NormalDist().inv_cdf(1 - (1 - NormalDist().cdf(CONTRADICTION)) / tests)


def neighbours(values: Iterable[int]) -> Words:
    return np.array([value + step for value in values for step in (0, 1)], np.uint64)


@pytest.mark.parametrize("seed", FAR)
@pytest.mark.parametrize("first", [0, 2**32 - 5, 2**63])
def test_the_words_judged_here_are_those_that_are_dealt(seed: int, first: int) -> None:
    dealt = np.zeros((8, 10), np.uint32)
    deal(dealt, np.arange(2), np.uint64(first), np.uint64(seed))
    trials = np.uint64(first) + np.arange(10, dtype=np.uint64)
    assert (dealt == np.array([*words(seed, trials, 0), *words(seed, trials, 1)])).all()


def test_the_statistic_notices_what_it_is_for() -> None:
    """One face in ten shown as its neighbour, a die that repeats the one before, faces in turn."""
    shown = faces(drawn(1, TRIALS, 0), 6)
    loaded = np.where((shown == 0) & (TRIALS % np.uint64(10) == 0), np.uint64(1), shown)
    assert errors_off(loaded, 6) > CONTRADICTION
    assert pair_off(drawn(1, TRIALS, 0), drawn(1, TRIALS, 0)) > CONTRADICTION
    assert errors_off(TRIALS % np.uint64(20), 20) < -CONTRADICTION


# Faces


@pytest.mark.parametrize("name", DICE)
def test_every_die_shows_every_face_as_often(name: str) -> None:
    """1 000 seeds, 200 trials each; every die has words of its own, so that each is new evidence."""
    draw, of = list(DICE).index(name), len(DICE[name].faces)
    assert abs(errors_off(faces(drawn(SEEDS[:1000, None], TRIALS[:200], draw), of), of)) < CONTRADICTION


@pytest.mark.parametrize("of", [6 * 20, 6**2, 6**3, 6**4, 6**5])
def test_every_pool_shows_every_combination_as_often(of: int) -> None:
    assert abs(errors_off(faces(drawn(SEEDS[:100, None], TRIALS[:5000], 0), of), of)) < CONTRADICTION


def test_no_seed_stands_out() -> None:
    shown = faces(drawn(SEEDS[:1000, None], TRIALS[:600], 0), 6)
    off = [abs(errors_off(row, 6)) for row in shown]
    assert max(off) < bound(len(off))


def test_all_seeds_together_stray_as_much_as_they_should() -> None:
    """The squares of many seeds add up to a square of as many times the freedom: neither wilder nor tamer."""
    shown = faces(drawn(SEEDS[:1000, None], TRIALS[:600], 1), 6)
    counts = np.stack([(shown == number).sum(axis=1) for number in range(6)])
    assert abs(standard(float(((counts - 100) ** 2 / 100).sum()), 5 * 1000)) < CONTRADICTION


@pytest.mark.parametrize("draw", range(8))
@pytest.mark.parametrize("of", [2, 6, 20, 100])
def test_the_first_draw_of_the_seeds_0_to_9999_is_even(draw: int, of: int) -> None:
    assert abs(errors_off(faces(drawn(SEEDS, 0, draw), of), of)) < CONTRADICTION


@pytest.mark.parametrize("bit", range(32))
def test_every_bit_of_a_word_is_set_half_the_time(bit: int) -> None:
    assert abs(errors_off(drawn(1, TRIALS, 2) >> np.uint64(bit) & np.uint64(1), 2)) < CONTRADICTION


# Pairs


@pytest.mark.parametrize("of", [6, 20])
@pytest.mark.parametrize("seed", FAR)
@pytest.mark.parametrize("step", [1, 2, 1023, 1024, 2**20, 2**32])
def test_neighbouring_trials_know_nothing_of_each_other(seed: int, step: int, of: int) -> None:
    """The next one, the next block's, the next chunk's, and the one whose low word is the same."""
    later = TRIALS + np.uint64(step)
    assert abs(pair_off(drawn(seed, TRIALS, 0), drawn(seed, later, 0), of)) < CONTRADICTION


@pytest.mark.parametrize("of", [6, 20])
@pytest.mark.parametrize("trial", [0, 1, 2**32 - 1, 2**40])
@pytest.mark.parametrize("step", [1, 2, 2**31, 2**32, 2**63])
def test_neighbouring_seeds_know_nothing_of_each_other(trial: int, step: int, of: int) -> None:
    seeds = np.arange(50_000, dtype=np.uint64)
    assert abs(pair_off(drawn(seeds, trial, 0), drawn(seeds + np.uint64(step), trial, 0), of)) < CONTRADICTION


@pytest.mark.parametrize("draw", range(11))
def test_neighbouring_draws_know_nothing_of_each_other(draw: int) -> None:
    assert abs(pair_off(drawn(1, TRIALS, draw), drawn(1, TRIALS, draw + 1), 20)) < CONTRADICTION


def test_three_draws_in_a_row_know_nothing_of_each_other() -> None:
    for first in range(6):
        shown = [faces(drawn(1, TRIALS, first + step), 6) for step in range(3)]
        together = (shown[0] * np.uint64(6) + shown[1]) * np.uint64(6) + shown[2]
        assert abs(errors_off(together, 6**3)) < CONTRADICTION


def test_seed_and_trial_are_not_exchangeable() -> None:
    """Trial 5 of seed 3 is not trial 3 of seed 5, nor does it tell of it."""
    some = np.arange(400, dtype=np.uint64)
    one, other = drawn(some[:, None], some, 0), drawn(some, some[:, None], 0)
    apart = some[:, None] < some
    assert (one[apart] != other[apart]).mean() > 0.999
    assert abs(pair_off(one[apart], other[apart])) < CONTRADICTION


@pytest.mark.parametrize("around", ["from 0", "far apart"])
def test_no_streams_are_shared_between_neighbouring_seeds(around: str) -> None:
    """No two of a quarter of a million calls give the same 64 bits, so no stretch of one seed is found in another."""
    seeds = SEEDS[:256] if around == "from 0" else np.unique(neighbours(FAR))
    trials = 2**18 // len(seeds)
    first, second, *_ = words(seeds[:, None], np.arange(trials, dtype=np.uint64))
    both = (first << HALF | second).ravel()
    assert len(np.unique(both)) == both.size


# Roles

ATTACKER = {"SKILL", "ATTACK", "ATTACK_6", "ATTACK_11", "BONUS", "BONUS_6", "BONUS_11"}
DEFENDER = {"ARMOR", "ARMOR_6", "ARMOR_11", "ARMOR_BONUS", "ARMOR_BONUS_6", "ARMOR_BONUS_11", "ENDURANCE"}


def test_every_role_of_an_attack_has_a_word_of_its_own() -> None:
    numbers = [getattr(draws, role) for role in sorted(ATTACKER | DEFENDER)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < draws.DRAWS == 4 * draws.CALLS


def test_what_follows_attacks_has_words_of_its_own() -> None:
    following = (
        draws.BLOCK_TEST, draws.BLOCK, draws.CUSTOM_FIT, draws.EXTRA_DAMAGE, draws.PUSH,
        draws.STAMINA, draws.MAGICKA, draws.TOWER_OF_STRENGTH, draws.RESIST_BURNING, draws.RESIST_POISON,
    )  # fmt: skip
    assert len(set(following)) == len(following)
    assert max(following) < draws.DRAWS


def test_attacker_and_defender_roll_independent_dice() -> None:
    """Every role of one with every role of the other, in this attack and in the next one of the trial."""
    roles = {role: drawn(1, TRIALS, getattr(draws, role)) for role in ATTACKER | DEFENDER}
    again = {role: drawn(1, TRIALS, getattr(draws, role) + draws.DRAWS) for role in ATTACKER | DEFENDER}
    off = [
        abs(pair_off(roles[one], dealt[other])) for dealt in (roles, again) for one in ATTACKER for other in DEFENDER
    ]
    assert max(off) < bound(len(off))


def test_every_two_roles_of_an_attack_are_independent() -> None:
    dealt = [drawn(2, TRIALS, draw) for draw in range(draws.DRAWS)]
    off = [abs(pair_off(one, other)) for one, other in combinations(dealt, 2)]
    assert max(off) < bound(len(off))


def test_pools_and_pushes_of_a_skill_test_are_independent() -> None:
    pushes = [skyrim_draws.PUSH_1 + n for n in range(skyrim_draws.NEAR_PUSHES)]
    pushes += [skyrim_draws.PUSH_4 + n for n in range(5)]
    numbers = [*skyrim_draws.POOLS, *pushes]
    assert len(set(numbers)) == len(numbers)
    dealt = [drawn(3, TRIALS, draw) for draw in numbers]
    off = [abs(pair_off(one, other)) for one, other in combinations(dealt, 2)]
    assert max(off) < bound(len(off))
