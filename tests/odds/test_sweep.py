"""Sweeps: what is read, which questions it makes, and what is told of them."""

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import run
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.sweep import Swept, points, read_sweep, sweep

BOX = Box.shipped()
ASKED = {"skill": "3", "attack": "[GREEN][RED]", "with": ["high-ground"]}


@pytest.mark.parametrize(
    ("text", "swept"),
    [
        ("skill=2..5", Swept("skill", (2, 3, 4, 5))),
        ("skill=5..2", Swept("skill", (5, 4, 3, 2))),
        ("modifier=-2..1", Swept("modifier", (-2, -1, 0, 1))),
        ("--strong-armor=0,2, 7", Swept("strong-armor", (0, 2, 7))),
        ("strong_armor=1..2,9,1", Swept("strong-armor", (1, 2, 9))),
        ("with=,power-attack", Swept("with", ("", "power-attack"), True)),
        ("attack=[GREEN], [RED]|[RED]", Swept("attack", ("[GREEN], [RED]", "[RED]"))),
        ("rank=hero,follower", Swept("rank", ("hero", "follower"))),
    ],
)
def test_values_are_read(text, swept):
    assert read_sweep(Attack, text) == swept


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skill", "it is an option and its values"),
        ("skil=1..2", "odds cta attack has no option --skil; did you mean 'skill'"),
        ("skill=1..99999", "at most 10000 points"),
        ("skill=1,,2", "a value is missing"),
        ("skill=", "a value is missing"),
    ],
)
def test_what_cannot_be_read_is_said(text, sentence):
    with pytest.raises(WrongInput, match=sentence):
        read_sweep(Attack, text)


def test_every_combination_is_a_question():
    swept = [read_sweep(Attack, text) for text in ("skill=2,3", "with=,power-attack", "attribute-test=no,yes")]
    asked = points(Attack, ASKED, swept)
    assert [one.name for one in asked][:3] == [
        "skill=2, with=, attribute-test=no", "skill=2, with=, attribute-test=yes",
        "skill=2, with=power-attack, attribute-test=no",
    ]  # fmt: skip
    assert len(asked) == 8
    assert asked[-1].question == Attack(
        skill=3, attack="[GREEN][RED]", with_=("high-ground", "power-attack"), attribute_test=True
    )


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["skill=98..101"], "--sweep at skill=100: --skill 100: it must be at most"),
        (["skill=1", "skill=2"], "--sweep skill: it is swept twice"),
        (["skill=-99..99", "modifier=-99..99"], "these are 39601 points, at most 10000"),
    ],
)
def test_impossible_points_are_refused(texts, sentence):
    with pytest.raises(WrongInput, match=sentence):
        points(Attack, ASKED, [read_sweep(Attack, text) for text in texts])


def test_each_point_is_the_answer_of_its_question():
    swept = [read_sweep(Attack, "skill=2..4"), read_sweep(Attack, "strong-armor=0,1")]
    asked = points(Attack, ASKED, swept)
    series = sweep(asked, swept, Settings(trials=3000, seed=4), BOX)
    assert list(series.answers) == [one.name for one in asked]
    for one in asked:
        alone = run(one.question, trials=3000, seed=4)
        assert (series.answers[one.name].counts == alone.counts).all()  # type: ignore[attr-defined]
    (listing,) = series.listings
    assert listing.columns == ("question", "skill", "strong_armor", "measure", "value", "low", "high")
    assert listing.rows[0][:4] == ("skill=2, strong-armor=0", 2, 0, "damage")
    assert len(listing.rows) == 6 * 4


def test_a_sweep_over_all_skills_is_flat_at_both_ends():
    """Beyond 1 and 10 nothing changes, and no chance leaves 0 to 1 (case 14 of the public questions)."""
    swept = [read_sweep(Attack, "skill=-20..40")]
    series = sweep(points(Attack, {"attack": "[GREEN][RED]"}, swept), swept, Settings(exact=True), BOX)
    hits = [row[3] for row in series.listings[0].rows if row[2] == "hit"]
    assert all(0 <= hit <= 1 for hit in hits)
    assert hits == sorted(hits)
    assert len(set(hits[:22])) == 1
    assert len(set(hits[30:])) == 1
    assert hits[21] < hits[30] < 1


def test_a_point_that_has_no_answer_stops_no_other():
    swept = [read_sweep(Attack, "attack=[GREEN]|[PINK]|[RED]")]
    series = sweep(points(Attack, {"skill": "3"}, swept), swept, Settings(exact=True), BOX)
    assert list(series.answers) == ["attack=[GREEN]", "attack=[RED]"]
    assert series.refused[0].startswith("--sweep at attack=[PINK]: ")
