"""Rolling pools: one word and one look-up a trial."""

import numpy as np
import pytest

from tamriel_odds.kernels.dice import look_up, roll, roll_chosen

# The lowest and the highest word of each face of a die of six.
FACES = np.arange(6).repeat(2)
WORDS = np.array(
    [bound for face in range(6) for bound in (-(-(face << 32) // 6), ((face + 1 << 32) - 1) // 6)], np.uint32
)


def test_roll_shows_the_face_of_each_word() -> None:
    shown = np.zeros(12, np.int32)
    roll(shown, WORDS, np.array([10, 11, 12, 13, 14, 15], np.int32))
    assert shown.tolist() == (FACES + 10).tolist()


def test_a_pool_of_no_dice_shows_nothing() -> None:
    shown = np.full(12, 9, np.int32)
    roll(shown, WORDS, np.zeros(1, np.int32))
    assert not shown.any()


def test_roll_chosen_rolls_each_trials_own_pool() -> None:
    pools = np.array([[0, 1, 2, 3, 4, 5], [50, 51, 52, 53, 54, 55]], np.int32)
    choice = np.array([0, 1] * 6, np.int32)
    shown = np.zeros(12, np.int32)
    roll_chosen(shown, choice, WORDS, pools)
    assert shown.tolist() == (FACES + 50 * choice).tolist()


@pytest.mark.parametrize("kind", [np.uint8, np.int32])
def test_look_up_finds_the_entry_of_each_trial(kind: type) -> None:
    found = np.zeros(3, np.int32)
    look_up(found, np.array([2, 0, 1], np.int32), np.array([7, 8, 9], kind))
    assert found.tolist() == [9, 7, 8]


def test_look_up_may_write_over_its_own_index() -> None:
    index = np.array([2, 0, 1], np.int32)
    look_up(index, index, np.array([7, 8, 9], np.uint8))
    assert index.tolist() == [9, 7, 8]
