"""The worked examples of Betrayal of the Second Era."""

import pytest

from tamriel_odds.odds.betrayal.lock import Move, policy
from tamriel_odds.odds.betrayal.lockpick_roll import read_lock


def test_lockpicking_the_published_example_replays_move_by_move() -> None:
    """Code 5-2-3 with key 6: 4 2 2, two fatigue make the 4 the key, keep one 2; 5 4, one fatigue: open."""
    lock = read_lock("5-2-3", 6)
    key = Move(2, kept=(2,), turned_to_key=4)
    assert key in list(lock.moves(False, (2, 2, 4), 3))
    after = lock.after(lock.start, key)
    assert (after.kept, after.is_matched, after.spent) == ((2,), True, 2)
    last = next(lock.moves(True, (2, 4, 5), 1))
    assert (last.is_open, last.spent) == (True, 1)
    assert policy("optimal", lock).move(2, True, (2, 4, 5), 1) == last


@pytest.mark.parametrize("dice", [(3, 5, 6)])
def test_lockpicking_digits_are_matched_as_a_set(dice: tuple[int, ...]) -> None:
    assert read_lock("6-3-5", None).price(dice) == 0
    assert read_lock("4-4-5", None).price((4, 5, 5)) == 1
