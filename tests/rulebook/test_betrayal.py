"""The worked examples of Betrayal of the Second Era."""

import pytest

from tamriel_odds.odds.betrayal.lock import Move, policy
from tamriel_odds.odds.betrayal.lockpick_roll import read_lock
from tamriel_odds.odds.betrayal.pool_roll import bought, end_of_session


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


def test_enemy_pool_a_party_of_two_with_an_xp_dial_of_four() -> None:
    assert bought(2 * 4) == (5, 1, 1, 1)


@pytest.mark.parametrize(
    ("session", "difficulty", "points", "experience"),
    [
        (1, "apprentice", (13, 26, 42, 56), (13, 13, 14, 14)),
        (1, "adept", (16, 32, 48, 64), (16, 16, 16, 16)),
        (1, "expert", (18, 36, 54, 72), (18, 18, 18, 18)),
        (2, "apprentice", (27, 52, 90, 120), (27, 26, 30, 30)),
        (2, "adept", (29, 58, 96, 128), (29, 29, 32, 32)),
        (2, "expert", (33, 64, 102, 132), (33, 32, 34, 33)),
        (3, "apprentice", (32, 62, 96, 128), (32, 31, 32, 32)),
        (3, "adept", (34, 68, 102, 136), (34, 34, 34, 34)),
        (3, "expert", (37, 74, 111, 152), (37, 37, 37, 38)),
    ],
)
def test_end_of_session_difficulty_ep(
    session: int, difficulty: str, points: tuple[int, ...], experience: tuple[int, ...]
) -> None:
    for players, (value, xp) in enumerate(zip(points, experience, strict=True), start=1):
        assert end_of_session(session, difficulty, players) == xp
        assert xp * players == value


@pytest.mark.parametrize("adventurers", [1, 2, 3, 4])
def test_jailbreak_one_level_1_enemy_for_each_adventurer(adventurers: int) -> None:
    assert bought(1 * adventurers) == (1,) * adventurers
