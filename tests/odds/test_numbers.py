"""Numbers as people write them."""

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.decision import Decision
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import build
from tamriel_odds.odds.settings import Settings


@pytest.mark.parametrize(
    ("text", "trials"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("1 000 000", 10**6),
        ("1e6", 10**6),
        ("25E3", 25_000),
    ],
)
def test_many_is_written_in_many_ways(text: str, trials: int) -> None:
    assert build(Settings, {"trials": text}).trials == trials


@pytest.mark.parametrize(
    ("text", "share"), [("0.9", 0.9), ("90%", 0.9), ("7 %", 0.07), ("0.1%", 0.001), ("99.99%", 0.9999)]
)
def test_a_chance_may_be_a_percentage(text: str, share: float) -> None:
    assert build(Decision, {"want": text}).want == share


@pytest.mark.parametrize("text", ["1e99", "1,00", "1.5", "0x10", "1e-3", "90%", "1,000,00", "9" * 5000])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(WrongInput, match="--trials"):
        build(Settings, {"trials": text})


@pytest.mark.parametrize("text", ["100%", "1000%", "%", "9e1%", "-5%"])
def test_what_is_no_chance_is_refused(text: str) -> None:
    with pytest.raises(WrongInput, match="--want"):
        build(Decision, {"want": text})


def test_a_penalty_is_no_thousand() -> None:
    assert build(Attack, {"modifier": "+2"}).modifier == 2
    assert build(Attack, {"modifier": "-2"}).modifier == -2
