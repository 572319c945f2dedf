"""Draws against every hand written out, and the unstable die against every roll."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.betrayal.draw_roll import decks
from tamriel_odds.odds.betrayal.unstable import Unstable
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run


def test_one_guild_of_nine_among_three() -> None:
    assert exact(Draw(deck="guild")).event("any") == pytest.approx(3 / 9)
    assert exact(Draw(deck="Side Quest", wanted=(2,))).along("wanted")[2] == pytest.approx(1 / 435)


def test_constellations_that_are_set_aside_are_as_if_not_there() -> None:
    one, other = Draw(deck="trainer", drawn=4, wanted=(2,), aside=6), Draw(cards=14, drawn=4, wanted=(2,))
    assert exact(one).exact.tolist() == exact(other).exact.tolist()


def test_two_kinds_of_every_hand() -> None:
    hands = list(combinations(range(9), 4))
    answer = exact(Draw(cards=9, drawn=4, wanted=(2, 3)))
    for first, second in product(range(3), range(4)):
        ways = sum(len({0, 1} & set(h)) == first and len({2, 3, 4} & set(h)) == second for h in hands)
        assert answer.exact[first, second] == pytest.approx(ways / len(hands))
    both = sum(bool({0, 1} & set(h)) and bool({2, 3, 4} & set(h)) for h in hands)
    assert answer.event("one of each") == pytest.approx(both / len(hands))


@pytest.mark.parametrize(
    ("wanted", "general", "drawn"), [(1, 0, 1), (0, 1, 1), (2, 3, 3), (8, 10, 2), (1, 1, 12), (0, 0, 0)]
)
def test_overland_decks_of_every_make(wanted: int, general: int, drawn: int) -> None:
    """Every choice of 4 of the 10 general cards, every hand of the 12."""
    ways: dict[int, int] = {}
    for shuffled in combinations(range(10), 4):
        deck = [card < wanted for card in range(8)] + [card < general for card in shuffled]
        if drawn > 3:
            ways[sum(deck)] = ways.get(sum(deck), 0) + 1
            continue
        for hand in combinations(deck, drawn):
            ways[sum(hand)] = ways.get(sum(hand), 0) + 1
    question = Draw(deck="overland", wanted=(wanted,), general=general, drawn=drawn)
    answer = exact(question)
    for number, share in enumerate(answer.along("wanted")):
        assert share == pytest.approx(float(Fraction(ways.get(number, 0), sum(ways.values()))), abs=1e-12)
    assert answer.exact.sum() == pytest.approx(1)
    assert largest_z(run(question, trials=100_000), answer) < 4.5


@pytest.mark.parametrize(
    "options", [{"deck": "trainer", "drawn": 4, "wanted": (2, 3)}, {"deck": "guild", "wanted": (0,)}]
)
def test_simulated_agrees_with_exact(options: dict[str, Any]) -> None:
    question = build(Draw, options)
    assert largest_z(run(question, trials=100_000), exact(question)) < 4.5


def test_every_deck_names_its_source() -> None:
    for deck in decks().values():
        assert deck["source"].startswith("Betrayal, ")
    for name in decks():
        assert name in str(Draw.model_fields["deck"].description)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("gild", "did you mean 'guild'"),
        ("", "name a deck, or say with --cards"),
        ("trainer", "give --drawn N"),
        ("guild --drawn 10", "10 cards cannot be drawn from a deck of 9"),
        ("guild --wanted 10", "there are 9 cards in the deck"),
        ("guild --aside 12", "there are 0 cards in the deck"),
        ("guild --general 1", "only an overland deck"),
        ("overland --wanted 1 --wanted 2", "one kind can be asked for"),
        ("overland --wanted 9", "there are 8 cards of the province"),
        ("overland --drawn 13", "the deck has 12 cards"),
        ("--cards 600 --drawn 60 --wanted 60 --wanted 60 --wanted 60", "too many kinds"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "draw", *options.split(), "--exact"]) == 2
    assert sentence in capsys.readouterr().err


def test_the_unstable_die_of_every_roll() -> None:
    question = Unstable(peaceful=3, conflict=2, caravan=1, rolls=3)
    answer = exact(question)
    rolls = list(product("pppccv", repeat=3))
    for peaceful in range(4):
        ways = sum(roll.count("p") == peaceful for roll in rolls)
        assert answer.along("peaceful")[peaceful] == pytest.approx(ways / len(rolls))
    assert answer.event("any caravan") == pytest.approx(sum("v" in roll for roll in rolls) / len(rolls))
    assert largest_z(run(question, trials=50_000), answer) < 4.5
    with pytest.raises(ValueError, match="has 6 faces, these are 7"):
        Unstable(peaceful=3, conflict=2, caravan=2).roll(Box.shipped())
