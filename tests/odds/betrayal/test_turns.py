"""Rounds of an adventurer: worked by hand, against every roll, and what is refused."""

from itertools import product
from typing import Any

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.betrayal.turns_roll import TurnsRoll
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run


def turns(**options: Any) -> TurnsRoll:
    roll = build(Turns, options).roll(Box.shipped())
    assert isinstance(roll, TurnsRoll)
    return roll


def named(roll: TurnsRoll) -> list[list[list[str]]]:
    return [[[die.name for die in dice] for dice in this.engages] for this in roll.rounds]


def test_the_track_decides_which_dice_return() -> None:
    """Worked by hand: two Snipes and two Combat dice, Stamina 2, Cooldown 2, two engages a turn."""
    roll = turns(dice="2 snipe, 2 combat", stamina=2, cooldown=2, engages=2, rounds=4)
    snipe, combat = ["snipe", "snipe"], ["combat", "combat"]
    # snipe snipe light combat combat | the Snipes return | light and one Combat die | Combat, Snipe
    assert named(roll) == [[snipe, combat], [snipe], [["combat"]], [["snipe", "combat"]]]
    assert [this.light for this in roll.rounds] == [1, 1, 0, 0]


def test_expert_costs_twice_the_fatigue() -> None:
    easy = turns(dice="6 combat", stamina=2, cooldown=1, engages=3, rounds=1)
    hard = turns(dice="6 combat", stamina=2, cooldown=1, engages=3, rounds=1, expert=True)
    assert (easy.rounds[0].light, hard.rounds[0].light) == (2, 4)


def test_fatigue_rounds_begin_with_the_sixth() -> None:
    roll = turns(dice="combat", stamina=1, cooldown=1, rounds=9)
    assert [this.over for this in roll.rounds] == [0, 0, 0, 0, 0, 1, 2, 3, 4]
    assert [this.lost for this in roll.rounds] == [0, 0, 0, 0, 0, 1, 3, 6, 10]
    dead = turns(dice="combat", stamina=1, cooldown=1, rounds=9, health=5)
    assert len(dead.rounds) == 8
    assert dead.rounds[-1].lost == 5
    assert dead.rounds[-1].engages == ()
    assert "defeats the adventurer in round 8" in dead.notes[0]
    assert turns(dice="combat", stamina=1, cooldown=1, rounds=9, health=11).notes == ()


def test_an_engage_has_one_battle_form_and_each_stat_its_own_dice() -> None:
    roll = turns(dice="snipe, elemental rage, 2 combat", stamina=2, magicka=3, cooldown=3, engages=3, rounds=1)
    assert named(roll) == [[["snipe", "combat"], ["elemental-rage"], ["combat"]]]
    first = turns(dice="combat, elemental rage, snipe", stamina=2, magicka=3, cooldown=3, engages=2, rounds=1)
    assert named(first) == [[["combat", "snipe"], ["elemental-rage"]]]
    bare = turns(dice="2 elemental rage", stamina=2, cooldown=3, engages=2, rounds=2)
    assert named(bare) == [[], []]


def test_the_damage_is_that_of_every_roll() -> None:
    """Three Combat dice a round, three rounds, Defense 1: 7776 rolls of five engaged dice at most."""
    roll = turns(dice="2 combat", stamina=2, cooldown=1, rounds=3, defense=1)
    assert [sum(map(len, this.engages)) for this in roll.rounds] == [2, 1, 1]
    answer = exact(Turns(dice="2 combat", stamina=2, cooldown=1, rounds=3, defense=1))
    totals = [max(a + b - 1, 0) + max(c - 1, 0) + max(d - 1, 0) for a, b, c, d in product((0, 1, 1, 1, 1, 2), repeat=4)]
    for damage, share in enumerate(answer.along("damage")):
        assert share == pytest.approx(totals.count(damage) / len(totals), abs=1e-12)
    rounds, engages = roll.listings
    assert sum(float(row[4] or 0) for row in rounds.rows) == pytest.approx(answer.mean("damage"))
    assert engages.rows[0][1] == pytest.approx(answer.mean("damage"))


def test_what_defense_leaves_rests_on_rulings() -> None:
    assert turns(dice="2 snipe", stamina=2, cooldown=1, rounds=1).rulings == ()
    assert turns(dice="2 snipe", stamina=2, cooldown=1, rounds=1, defense=1).rulings == (
        "one-sum-an-engage",
        "only-damage-ignores-defense",
    )


def test_the_best_number_of_engages_is_named() -> None:
    roll = turns(dice="8 combat", stamina=2, cooldown=3, rounds=3)
    listing = roll.listings[1]
    assert [row[0] for row in listing.rows] == [1, 2, 3, 4]
    best = max(listing.rows, key=lambda row: float(row[1] or 0))
    assert listing.title.endswith(f"most damage with {best[0]}")
    assert best[0] > 1


@pytest.mark.parametrize(
    "options", [{"rounds": 8, "engages": 2}, {"rounds": 3, "engages": 3, "defense": 1}, {"engages": 0}]
)
def test_simulated_agrees_with_exact(options: dict[str, Any]) -> None:
    question = build(Turns, {"dice": "2 snipe, 3 combat", "stamina": 2, "cooldown": 2, **options})
    assert largest_z(run(question, trials=300_000), exact(question)) < 4.5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--dice", "2 combat / snipe"], "engages are made of them"),
        (["--dice", "free combat"], "the adventurer's own dice"),
        (["--dice", "authority"], "no die of an engage"),
        (["--dice", "onslaught"], "onslaught gives Bane"),
        (["--dice", "2 resolve"], "resolve is for the defensive form"),
        (
            ["--dice", "13 combat", "--rounds", "6", "--engages", "2", "--defense", "2", "--stamina", "6"],
            "too many dice",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    defaults = [] if "--stamina" in options else ["--stamina", "2"]
    assert cli.main(["betrayal", "turns", *options, *defaults, "--cooldown", "9", "--exact"]) == 2
    assert sentence in capsys.readouterr().err
