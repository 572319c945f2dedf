"""Data frames of answers."""

import numpy as np
import pandas as pd
import pytest

from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.tables import frame, summary


def test_a_tally_becomes_one_row_a_value(tally):
    rows = frame(tally)
    assert list(rows.columns) == ["damage", "count", "probability", "low", "high", "at_least", "at_most"]
    assert rows["damage"].tolist() == [0, 1, 2, 3]
    assert rows["count"].tolist() == [600, 300, 100, 0]
    assert rows["probability"].tolist() == [0.6, 0.3, 0.1, 0.0]
    assert rows["at_least"].tolist() == [1.0, 0.4, 0.1, 0.0]
    assert rows["at_most"].tolist() == [0.6, 0.9, 1.0, 1.0]
    assert str(rows["count"].dtype) == "Int64"


def test_the_interval_of_an_outcome_never_seen_has_a_width(tally):
    rows = frame(tally)
    assert rows["low"].iloc[3] == 0
    # z^2 / (n + z^2), the upper Wilson bound of 0 out of n.
    assert rows["high"].iloc[3] == pytest.approx(3.8414588 / 1003.8414588)


def test_an_exact_answer_has_no_counts_and_no_width(distribution):
    rows = frame(distribution)
    assert rows["count"].isna().all()
    assert (rows["low"] == rows["probability"]).all()
    assert (rows["high"] == rows["probability"]).all()
    assert rows["damage"].tolist() == [0, 1, 2, 3]
    assert rows["at_least"].iloc[0] == 1
    assert rows["at_most"].iloc[2] == 1


def test_at_least_falls_and_its_steps_are_the_probabilities(line):
    thirds = [1 / 3, 1 / 7, 1 / 11]
    rows = frame(line([*thirds, 1 - sum(thirds)]))
    at_least = rows["at_least"].to_numpy()
    assert at_least[0] == 1
    assert (np.diff(at_least) <= 0).all()
    assert -np.diff(np.append(at_least, 0)) == pytest.approx(rows["probability"].to_numpy(), abs=1e-15)
    assert rows["probability"].sum() == pytest.approx(1, abs=1e-12)
    assert rows["at_most"].iloc[-1] == 1


def test_a_small_tail_keeps_its_digits(line):
    rows = frame(line([1 - 3e-18, 2e-18, 1e-18]))
    assert rows["at_least"].tolist() == pytest.approx([1.0, 3e-18, 1e-18], rel=1e-12, abs=0)


def test_shares_are_relative_to_the_trials_not_to_the_largest(line):
    rows = frame(line([3, 2, 1]))
    assert rows["probability"].tolist() == [3 / 6, 2 / 6, 1 / 6]


def test_events_are_a_table_of_their_own(tally, distribution):
    rows = frame(tally, "events")
    assert list(rows.columns) == ["event", "count", "probability", "low", "high"]
    assert rows["event"].tolist() == ["hit", "removed", "never"]
    assert rows["count"].tolist() == [500, 100, 0]
    exact = frame(distribution, "Events")
    assert exact["probability"].tolist() == pytest.approx([0.5, 0.1, 0.0])
    assert exact["count"].isna().all()


def test_an_event_that_cannot_fail_is_certain(line):
    rows = frame(line([0.1] * 10), "events")
    assert rows.loc[rows["event"] == "all", "probability"].tolist() == [1.0]


def test_values_without_an_order_have_no_at_least(tally):
    rows = frame(tally, "effect")
    assert rows["effect"].tolist() == ["none", "swords"]
    assert rows["count"].tolist() == [850, 150]
    assert rows["at_least"].isna().all()


def test_an_unknown_table_is_answered_with_those_there_are(tally):
    with pytest.raises(UnknownName, match="did you mean 'damage'"):
        frame(tally, "damge")


def test_summary_of_a_tally(tally):
    rows = summary(tally)
    assert rows["table"].tolist() == ["damage"]
    assert rows["mean"].tolist() == pytest.approx([0.5])
    assert rows["standard_deviation"].tolist() == pytest.approx([0.45**0.5])
    assert rows["standard_error"].tolist() == pytest.approx([(0.45 / 1000) ** 0.5])
    assert rows["median"].tolist() == [0]


def test_summary_of_an_exact_answer_has_no_standard_error(distribution):
    rows = summary(distribution)
    assert rows["standard_error"].isna().all()
    assert rows["mean"].tolist() == pytest.approx([0.5])


def test_the_median_of_an_even_split_is_the_lower_one(line):
    assert summary(line([5, 5]))["median"].tolist() == [0]
    assert summary(line([0.5, 0.5]))["median"].tolist() == [0]


def test_one_outcome_is_certain(line):
    rows = frame(line([10]))
    assert rows[["probability", "at_least", "at_most"]].iloc[0].tolist() == [1, 1, 1]
    assert isinstance(rows, pd.DataFrame)
