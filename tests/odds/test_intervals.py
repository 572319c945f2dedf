"""Intervals and z-scores against values worked out by hand or printed elsewhere."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tamriel_odds.odds.intervals import half_width, quantile, wilson, z_score


@pytest.mark.parametrize(("level", "z"), [(0.68268949, 1.0), (0.95, 1.959964), (0.99, 2.575829), (0.999, 3.290527)])
def test_quantiles_of_the_normal_distribution(level, z):
    assert quantile(level) == pytest.approx(z, abs=1e-6)


@pytest.mark.parametrize(
    ("count", "trials", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3: Wilson without continuity correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_printed_values(count, trials, low, high):
    lower, upper = wilson(count, trials, 0.95)
    assert (float(lower), float(upper)) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize(("count", "trials"), [(1, 2), (3, 10), (499, 1000), (7, 10_000_000)])
def test_wilson_bounds_are_the_roots_of_its_equation(count, trials):
    # (share - p)^2 = z^2 p (1 - p) / n at both bounds.
    z = quantile(0.9)
    for bound in wilson(count, trials, 0.9):
        p = float(bound)
        assert (count / trials - p) ** 2 == pytest.approx(z * z * p * (1 - p) / trials, rel=1e-6)


def test_the_interval_of_what_was_never_seen_is_not_empty():
    low, high = wilson([0, 10], 10, 0.95)
    z = quantile(0.95)
    assert low[0] == 0
    assert high[0] == pytest.approx(z * z / (10 + z * z))
    assert high[1] == 1
    assert low[1] == pytest.approx(10 / (10 + z * z))


def test_intervals_are_symmetric_and_contain_the_share():
    counts = np.arange(101)
    low, high = wilson(counts, 100, 0.95)
    assert (low <= counts / 100).all()
    assert (counts / 100 <= high).all()
    assert low == pytest.approx(1 - high[::-1], abs=1e-12)


def test_a_higher_level_is_wider_and_more_trials_are_narrower():
    assert half_width([50], 100, 0.99) > half_width([50], 100, 0.95) > half_width([5000], 10_000, 0.95)


def test_half_width_is_that_of_the_widest():
    low, high = wilson(50, 100, 0.95)
    assert half_width([0, 50, 99], 100, 0.95) == pytest.approx(float(high - low) / 2)


def test_coverage_of_the_interval_is_what_its_level_says():
    # Exact, by summing the binomial distribution: between 94 and 96 % at n = 1000 and middling p.
    trials = 1000
    low, high = wilson(np.arange(trials + 1), trials, 0.95)
    for p in (Fraction(1, 6), Fraction(9, 20), Fraction(3, 4)):
        weights = [
            math.exp(
                math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
                + k * math.log(p) + (trials - k) * math.log(1 - p)
            )
            for k in range(trials + 1)
        ]  # fmt: skip
        covered = sum(weight for k, weight in enumerate(weights) if low[k] <= p <= high[k])
        assert 0.94 < covered < 0.96


@pytest.mark.parametrize(
    ("count", "trials", "probability", "z"),
    [
        (550, 1000, 0.5, 50 / 250**0.5),
        (450, 1000, 0.5, 50 / 250**0.5),
        (1000, 10_000, 0.1, 0.0),
        (9300, 10_000, 0.9, 10.0),
    ],
)
def test_z_score_of_large_counts_is_the_normal_one(count, trials, probability, z):
    assert z_score(count, trials, probability) == pytest.approx(z)


def test_z_score_of_the_impossible():
    assert z_score(0, 1000, 0.0) == 0
    assert z_score(1, 1000, 0.0) == math.inf
    assert z_score(1000, 1000, 1.0) == 0
    assert z_score(999, 1000, 1.0) == math.inf


def test_z_score_of_a_small_count_is_that_of_the_poisson_tail():
    # P(at least 5 | 1 expected) = 1 - 65/24 e^-1 = 0.0036598, the normal quantile of which is 2.68207.
    assert z_score(5, 1_000_000, 1e-6) == pytest.approx(2.6821, abs=2e-3)
    # P(none | 8 expected) = e^-8 = 0.00033546: 3.4016.
    assert z_score(0, 8_000_000, 1e-6) == pytest.approx(3.4016, abs=2e-3)
    assert z_score(1, 1_000_000, 1e-6) == 0


def test_z_score_grows_with_the_distance():
    scores = [z_score(count, 10_000_000, 1e-6) for count in range(10, 60)]
    assert scores == sorted(scores)
