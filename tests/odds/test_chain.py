"""Chains: every state found once, exact and rolled alike, and what is refused."""

from fractions import Fraction

import numpy as np
import pytest

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.chain import MOST_STATES, Chain, ChainRoll, Move
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.rolling import CONTRADICTION, Roller


def coin(state: tuple[int, int]) -> Move | None:
    """Coins until three have come or two heads: (thrown, heads)."""
    thrown, heads = state
    if thrown == 3 or heads == 2:
        return None
    return Move.by_face([(thrown + 1, heads), (thrown + 1, heads + 1)])


COINS = Chain.walked((0, 0), coin)
ENDS = {(2, 2): Fraction(1, 4), (3, 0): Fraction(1, 8), (3, 1): Fraction(3, 8), (3, 2): Fraction(1, 4)}


def test_states_are_found_once_and_the_start_is_the_first() -> None:
    assert COINS.states[0] == (0, 0)
    assert len(set(COINS.states)) == len(COINS.states) == 9
    assert COINS.steps == 3


def test_the_exact_share_of_every_end() -> None:
    shares = dict(zip(COINS.states, COINS.exact(), strict=True))
    assert {state: share for state, share in shares.items() if share} == {s: float(p) for s, p in ENDS.items()}


def test_faces_that_lead_to_one_state_are_one_outcome() -> None:
    assert Move.by_face(["a", "b", "a"]) == Move((0, 1, 0), ("a", "b"))


def test_equal_dice_stand_in_the_tables_once() -> None:
    tables = COINS.tables(np.zeros(9, np.uint16))
    assert tables["outcome_by_face"].tolist() == [0, 0, 1]
    assert set(tables["start"].tolist()) == {0, 1}
    assert set(tables["faces"].tolist()) == {1, 2}


def test_a_chain_that_never_ends_is_refused() -> None:
    with pytest.raises(ImpossibleQuestion, match=f"more than {MOST_STATES} states"):
        Chain.walked(0, lambda state: Move.by_face([20 * state + face for face in range(1, 21)]))


@pytest.fixture
def roll() -> ChainRoll:
    axes = (Axis.counting("thrown", 3), Axis.counting("heads", 2))
    return ChainRoll(COINS, lambda end: {"thrown": end[0], "heads": end[1]}, Outcomes(axes, ("heads",), {}), (), (), ())


def test_the_roll_reads_its_axes_off_the_ends(roll: ChainRoll) -> None:
    shares = roll.exact()
    assert {end: shares[end] for end in ENDS} == {end: float(share) for end, share in ENDS.items()}
    assert shares.sum() == 1
    assert not roll.is_certain


def test_rolled_and_exact_agree(roll: ChainRoll) -> None:
    with Roller(roll, seed=1, threads=2, chunk=5000) as roller:
        counts = roller.roll(0, 20_000)
    for count, share in zip(counts, roll.exact().ravel(), strict=True):
        assert z_score(int(count), 20_000, float(share)) <= CONTRADICTION


def test_a_chain_of_one_state_is_certain() -> None:
    chain = Chain.walked("end", lambda _: None)
    roll = ChainRoll(chain, lambda _: {"end": 0}, Outcomes((Axis.claim("end"),), ("end",), {}), (), (), ())
    assert roll.is_certain
    assert roll.exact().tolist() == [1, 0]
    with Roller(roll, seed=1, threads=1) as roller:
        assert roller.roll(0, 50).tolist() == [50, 0]
