"""Tables on one die and the roll for Setup Priority against every face."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.rolled_tables import Priority, Table
from tamriel_odds.odds.call_to_arms.rolled_tables_roll import shows, tables_of_the_book
from tamriel_odds.odds.dice import read_face, shipped_dice
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, UnknownDie, UnknownName, WrongInput
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.rulings import rulings

WHITE = shipped_dice()["white"].faces


def results(question: Question) -> dict[Any, float]:
    answer = exact(question)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    table = answer.outcomes.tables[0]
    return dict(zip(answer.outcomes.axis(table).values, answer.along(table), strict=True))


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("dungeon", {"Darkness": 0.2, "no Special Rules": 0.8}),
        ("wilderness", {"Breaking Dawn": 0.1, "Blizzard": 0.1, "no Special Rules": 0.8}),
        ("Settlement", {"Darkness": 0.1, "Civilians": 0.1, "no Special Rules": 0.8}),
        ("blizzard", {"12 inches": 0.1, "8 inches": 0.1, "normal Line of Sight": 0.8}),
        ("civilians", {"1 Victory Point lost": 0.1, "nothing": 0.9}),
        ("adversary shapeshift", {"another form": 0.1, "the same form": 0.9}),
        ("unlocked-chest", {"a Trap, then a card": 0.1, "a card": 0.9}),
    ],
)
def test_the_tables_of_the_book(name: str, shares: dict[str, float]) -> None:
    assert results(Table(name=name)) == pytest.approx(shares)


def test_the_sun_rises_in_the_end() -> None:
    at_most = [Fraction(sum("failure" not in f.signs and f.number <= n for f in WHITE), 20) for n in (3, 4, 5)]
    two, three, four = at_most[0], (1 - at_most[0]) * at_most[1], (1 - at_most[0]) * (1 - at_most[1]) * at_most[2]
    by_hand = {2: two, 3: three, 4: four, 5: 1 - two - three - four}
    assert results(Table(name="breaking-dawn")) == pytest.approx({n: float(p) for n, p in by_hand.items()})


@pytest.mark.parametrize("name", tables_of_the_book())
def test_every_row_is_whole(name: str) -> None:
    row = tables_of_the_book()[name]
    assert row.section.startswith("Call to Arms, ")
    assert row.help
    assert row.ruling is None or row.ruling in rulings()
    for roll in row.rolls:
        assert all(any(shows(face, text) for face in WHITE) for text in roll.values())
        assert not any(sum(shows(face, text) for text in roll.values()) > 1 for face in WHITE)


def test_a_table_of_your_own_on_any_die() -> None:
    asked = Table(die="black", results="attack: 1-2; defend: d swords; move: 3")
    assert results(asked) == pytest.approx({"attack": 2 / 6, "defend": 2 / 6, "move": 1 / 6, "otherwise": 1 / 6})
    whole = Table(die="yellow", results="A: blank; B: 1; C: dragonborn")
    assert results(whole) == pytest.approx({"A": 2 / 6, "B": 3 / 6, "C": 1 / 6})


def test_a_table_rolled_again_counts_its_results() -> None:
    answer = exact(Table(name="civilians", times=5))
    binomial = [comb(5, n) * 0.1**n * 0.9 ** (5 - n) for n in range(6)]
    assert answer.along("1 Victory Point lost").tolist() == pytest.approx(binomial)
    assert answer.event("any 1 Victory Point lost") == pytest.approx(1 - 0.9**5)
    both = exact(Table(name="wilderness", times=3)).probabilities
    for dawn, blizzard in product(range(4), repeat=2):
        rest = 3 - dawn - blizzard
        share = comb(3, dawn) * comb(3 - dawn, blizzard) * 0.1 ** (dawn + blizzard) * 0.8**rest if rest >= 0 else 0
        assert both[dawn, blizzard] == pytest.approx(share)


@pytest.mark.parametrize(
    ("face", "text", "is_shown"),
    [
        ("critical", "at most 1", True),
        ("failure", "at most 10", False),
        ("failure+potion", "critical failure", True),
        ("critical", "1-3", False),
        ("2", "1-3", True),
        ("4", "1-3", False),
        ("1+dragonborn", "1", False),
        ("1+dragonborn", "d", True),
        ("blank", "blank", True),
        ("blank", "1 dragonborn", False),
    ],
)
def test_what_a_text_of_faces_means(face: str, text: str, is_shown: bool) -> None:
    assert shows(read_face(face), text) == is_shown


@pytest.mark.parametrize("players", [2, 3])
def test_setup_priority_goes_to_the_lowest_and_ties_roll_again(players: int) -> None:
    values = [11 if "failure" in face.signs else face.number for face in WHITE]
    tied = Fraction()
    for shown, ways in Counter(product(sorted(set(values)), repeat=players)).items():
        weight = Fraction(ways)
        for value in shown:
            weight *= Fraction(values.count(value), 20)
        tied += weight if shown.count(min(shown)) > 1 else 0
    answer = exact(Priority(players=players, rolls=3))
    by_rolls = [1 - tied, tied * (1 - tied), tied**2]
    assert answer.along("rolls").tolist() == pytest.approx([float(share) for share in by_rolls])
    winners = answer.along("lowest").tolist()
    assert winners[:-1] == pytest.approx([float((1 - tied**3) / players)] * players)
    assert answer.event("decided") == pytest.approx(float(1 - tied**3))


@pytest.mark.parametrize(
    "question",
    [
        Table(name="breaking-dawn"),
        Table(name="wilderness", times=20),
        Table(die="red", results="attack: 1-2; move: d", times=4),
        Priority(players=4, rolls=4),
    ],
    ids=lambda question: question.command_line(),
)
def test_rolled_and_enumerated_agree(question: Question) -> None:
    assert largest_z(run(question, trials=200_000, seed=8), exact(question)) <= CONTRADICTION
    assert set(question.roll(Box.shipped()).rulings) <= set(rulings())


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({}, ImpossibleQuestion, "name a table of the book (dungeon, "),
        ({"name": "dungeon", "results": "a: 1"}, ImpossibleQuestion, "name a table of the book"),
        ({"name": "dungon"}, UnknownName, "did you mean 'dungeon'?"),
        ({"name": "dungeon", "die": "black"}, ImpossibleQuestion, "dungeon is rolled on the Skill Die"),
        ({"name": "breaking-dawn", "times": 2}, ImpossibleQuestion, "breaking-dawn is rolled once a game"),
        ({"results": "attack"}, BadNotation, "a result is a name, a colon and its faces"),
        ({"results": "a: 1; a: 2", "die": "black"}, BadNotation, "'a' is there twice"),
        ({"results": "a: dragonbron", "die": "black"}, BadNotation, "did you mean 'dragonborn'?"),
        ({"results": "a: swords", "die": "yellow"}, BadNotation, "no face of the yellow die is 'swords' (a)"),
        ({"results": "a: 2", "die": "yelow"}, UnknownDie, "yellow"),
        ({"results": "a: 2; b: 3; c: 4; d: 5; e: 6", "times": 20}, ImpossibleQuestion, "too many results"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    given: dict[str, Any], error: type[WrongInput], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        exact(build(Table, given))
    assert sentence in str(refused.value)
