"""Enemy pools and their bags, against a hand-written draw; what is refused."""

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.pool import Pool
from tamriel_odds.odds.betrayal.pool_roll import bought, bought_on_scale
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run


def levels(**options: Any) -> list[object]:
    (listing,) = build(Pool, options).roll(Box.shipped()).listings
    return [entry for (entry,) in listing.rows]


def test_the_pool_is_spent_on_the_highest_level_that_fits() -> None:
    assert levels(xp=4, adventurers=2) == [5, 1, 1, 1]
    assert levels(xp=9, adventurers=4) == [20, 10, 5, 1]
    assert levels(xp=9, adventurers=4, hexes=2) == [20, 10]
    assert levels(xp=0, adventurers=4) == []
    assert levels(xp=5, adventurers=1, hexes=0) == []
    for points in range(200):
        spent = bought(points)
        assert sum(spent) == points
        assert list(spent) == sorted(spent, reverse=True)


def test_a_challenge_scale_caps_each_enemy_in_turn() -> None:
    assert levels(xp=4, adventurers=2, scale="10 5 5") == [5, 1, 1]
    assert levels(xp=9, adventurers=4, scale="1,5,20,20") == [1, 5, 20, 10]
    assert levels(xp=9, adventurers=4, scale="20-20", hexes=1) == [20]
    assert bought_on_scale(3, (20, 1, 1, 1)) == (1, 1, 1)


def test_a_session_ends_with_a_pool_of_its_own() -> None:
    assert levels(session=1, adventurers=1, difficulty="apprentice") == [10, 1, 1, 1]
    assert sum(int(str(level)) for level in levels(session=3, adventurers=4, difficulty="expert")) == 152


def test_names_come_out_of_the_bag_as_every_hand_is_equally_likely() -> None:
    """EP 8 draws a level 5 and three level 1 chips; a named level 1 enemy must be among those three."""
    bag = range(7)
    hands = [(five, ones) for five in bag for ones in combinations([chip for chip in bag if chip != five], 3)]
    for wanted in range(3):
        ways = sum(len({0, 1} & set(ones)) == wanted for _, ones in hands)
        answer = exact(Pool(xp=4, adventurers=2, named=2, bag=7))
        assert answer.along("named")[wanted] == pytest.approx(float(Fraction(ways, len(hands))))
    higher = exact(Pool(xp=4, adventurers=2, named=2, bag=7, enemy_level="5"))
    assert higher.event("met") == pytest.approx(2 / 7)


def test_simulated_agrees_with_exact() -> None:
    question = Pool(xp=7, adventurers=3, named=3, enemy_level="1", bag=12)
    assert largest_z(run(question, trials=100_000), exact(question)) < 4.5


def test_the_levels_are_a_list_and_need_no_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "pool", "--xp", "4", "--adventurers", "2", "--json", "-"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tables"]["levels"] == [5, 1, 1, 1]
    assert answer["method"] == "exact"
    assert cli.main(["betrayal", "pool", "--xp", "4", "--adventurers", "2", "--csv", "-"]) == 0
    assert capsys.readouterr().out == "level\n5\n1\n1\n1\n"
    assert cli.main(["betrayal", "pool", "--xp", "4", "--adventurers", "2"]) == 0
    assert "EP 8, of which 8 are used" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--adventurers 2", "give --xp N, or --session N"),
        ("--xp 2 --session 1 --adventurers 2", "exclude each other"),
        ("--xp 2", "--adventurers is missing"),
        ("--xp 2 --adventurers 5", "at most 4"),
        ("--xp -1 --adventurers 2", "at least 0"),
        ("--xp 2 --adventurers 2 --scale 4-4", "has the levels 1, 5, 10 and 20"),
        ("--xp 9 --adventurers 4 --named 9 --bag 8", "the bag has 8 chips"),
        ("--xp 1 --adventurers 4 --named 1 --bag 3", "this pool draws 4 chips"),
        ("--session 4 --adventurers 2", "at most 3"),
    ],
)
def test_what_is_no_pool_is_refused(options: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "pool", *options.split()]) == 2
    assert sentence in capsys.readouterr().err


def test_a_listing_is_not_drawn(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"betrayal pool --xp 4 --adventurers 2 --png {tmp_path / 'pool.png'}"
    assert cli.main(line.split()) == 2
    assert "no chances along one axis to draw" in capsys.readouterr().err


def test_a_list_is_not_swept(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "pool", "--xp", "4", "--adventurers", "2", "--sweep", "xp=1..4"]) == 2
    assert "nothing to sweep" in capsys.readouterr().err
