"""What no question answers is listed with its reason, and printed."""

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.call_to_arms.named_tests import named_tests, switches_of_tests
from tamriel_odds.odds.not_modelled import NotModelled, not_modelled


def test_a_row_is_one_line() -> None:
    row = NotModelled("flee", "Call to Arms", "Flee", "no roll")
    assert str(row) == "flee: no roll (Call to Arms, Flee)"


def test_rulings_prints_them_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulings", "--not-modelled"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(row) for row in not_modelled().values()]


def test_nothing_is_listed_that_a_test_answers() -> None:
    assert not set(not_modelled()) & {*named_tests(), *switches_of_tests()}
