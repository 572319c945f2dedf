"""Probabilities as people read them."""

import doctest

import pytest

from tamriel_odds.tables import shares
from tamriel_odds.tables.shares import exact_percent, mean_text, measured, percent, seen_percent


def test_examples():
    assert doctest.testmod(shares).failed == 0


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.5, "50.00%"),
        (0.8025, "80.25%"),
        (0.8, "80.00%"),
        (0.0001, "0.01%"),
        (0.00004, "<0.01%"),
        (1e-300, "<0.01%"),
        (0.99996, ">99.99%"),
        (1 - 1e-16, ">99.99%"),
        (1.0, "100.00%"),
        (0.0, "0.00%"),
    ],
)
def test_rounding_never_makes_a_zero_or_a_hundred(share, text):
    assert percent(share) == text


def test_the_impossible_is_a_plain_zero():
    assert exact_percent(0.0) == "0"
    assert exact_percent(1e-20) == "<0.01%"
    assert exact_percent(1.0) == "100.00%"


@pytest.mark.parametrize("trials", [1, 2, 10, 999, 1000, 10**6, 10**7, 10**10])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])
def test_bounds_of_what_was_never_seen_are_rounded_outwards(trials, level):
    from tamriel_odds.odds.intervals import wilson

    low, high = wilson([0, trials], trials, level)
    never, always = seen_percent(0, trials, level), seen_percent(trials, trials, level)
    assert never[0] == "<"
    assert always[0] == ">"
    assert float(never[1:-1]) >= float(high[0]) * 100 - 1e-9
    assert float(always[1:-1]) <= float(low[1]) * 100 + 1e-9
    assert float(never[1:-1]) > 0
    assert float(always[1:-1]) < 100


def test_rare_and_nearly_certain_counts():
    assert seen_percent(1, 10**7, 0.95) == "<0.01%"
    assert seen_percent(10**7 - 1, 10**7, 0.95) == ">99.99%"
    assert seen_percent(1, 3, 0.95) == "33.33%"


def test_averages_show_two_digits_of_their_error():
    assert mean_text(0.40001, 0.00026) == "0.40001 ± 0.00026 (standard error)"
    assert mean_text(123.456, 12.3) == "123 ± 12 (standard error)"
    assert mean_text(2.0, 0.0) == "2.0000 ± 0.0000 (standard error)"
    assert mean_text(2.0, float("nan")) == "2.000000"


@pytest.mark.parametrize(
    ("value", "low", "high", "is_event", "text"),
    [
        (0.5, 0.4, 0.6, True, "50.00%"),
        (0.0, 0.0, 0.0, True, "0"),
        (0.0, 0.0, 3.7e-7, True, "<0.00004%"),
        (1.0, 0.9996, 1.0, True, ">99.96%"),
        (1.0, 1.0, 1.0, True, "100.00%"),
        (0.0, 0.0, 0.0, False, "0.00000"),
    ],
)
def test_measures_that_were_never_seen_show_their_bound(value, low, high, is_event, text):
    assert measured(value, low, high, is_event=is_event) == text
