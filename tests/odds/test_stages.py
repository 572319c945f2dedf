"""`--explain` and `--plausible`: the way to the answer, and the answers of other dice."""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
from tamriel_odds.odds.compare import Option
from tamriel_odds.odds.dice import read_faces
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.explain import explain, product
from tamriel_odds.odds.measures import Measure, measures
from tamriel_odds.odds.plausible import boxes, order, plausible, uncertain
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact
from tamriel_odds.odds.skyrim.skill_test import SkillTest

BOX = Box.shipped()
ATTACK = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)", health=2)
ATTACKS = [
    ATTACK,
    ATTACK.model_copy(update={"with_": ("power-attack",)}),
    ATTACK.model_copy(update={"attack": "[GREEN][YELLOW][BLACK] / [DRAGONBORN]: add [RED] / [OBLIVION]: damage +1"}),
    ATTACK.model_copy(update={"health": 1, "rank": "hero", "endurance": 4}),
    ATTACK.model_copy(update={"health": None, "armor": "[RED][BLACK] / [OBLIVION]: add [YELLOW]"}),
    ATTACK.model_copy(update={"attribute_test": True}),
]


@pytest.mark.parametrize("question", ATTACKS, ids=range(len(ATTACKS)))
def test_the_stages_multiply_to_the_answer_exactly(question):
    roll, answer = question.roll(BOX), exact(question)
    stages = roll.stages()
    last = [stage for stage in stages if not stage.aside][-1]
    assert product(stages) == Fraction(last.reached)
    expected = answer.event("removed") if question.health else answer.along("damage")[1:].sum()
    assert last.reached == pytest.approx(expected, abs=1e-12)
    listing, _ = explain(question, roll)
    way = [row for row, stage in zip(listing.rows, stages, strict=True) if not stage.aside]
    for (_, _, _, before), (_, _, given, reached) in itertools.pairwise(way):
        assert given * before == pytest.approx(reached, abs=1e-15)  # type: ignore[operator]
    effects = [stage.reached for stage in stages if stage.aside]
    assert not effects or sum(effects) == pytest.approx(stages[0].reached)


def test_the_stages_of_a_small_attack_by_hand():
    """A red die against a black one, Attribute Test on 3: every combination of faces written out."""
    question = Attack(skill=3, attack="[RED]", armor="[BLACK] (0)", health=2, attribute_test=True)
    hit = Fraction(
        sum("critical" in f.signs or (f.number <= 3 and "failure" not in f.signs) for f in BOX.dice["white"].faces), 20
    )
    red = [face.number for face in BOX.dice["red"].faces]
    black = [face.number for face in BOX.dice["black"].faces]
    stars = Fraction(sum(star > 0 for star in red), 6)
    damage = [star - armor for star in red for armor in black]
    by_hand = [
        hit,
        hit * stars,
        hit * Fraction(sum(d > 0 for d in damage), 36),
        hit * Fraction(sum(d > 1 for d in damage), 36),
    ]
    found = [stage.reached for stage in question.roll(BOX).stages()]
    assert found == pytest.approx([float(share) for share in by_hand], abs=1e-15)


AREA = Cast(skill=4, attack="[GREEN][RED] / [SWORDS]: add [YELLOW]", armor="[YELLOW]", health=1, targets=3)
WAYS = [
    (AREA, "all-removed"),
    (AREA.model_copy(update={"rank": "hero", "endurance": 3}), "all-removed"),
    (AREA.model_copy(update={"health": None}), None),
    (SkillOrAttributeTest(attribute=4, green=2, modifier=2), "success"),
    (SkillOrAttributeTest(attribute=4, green=1, reroll="failed"), "success"),
    (SkillOrAttributeTest(attribute=3, as_="injured", modifier=4), "success"),
    (Cast(skill=4, attack="[GREEN][YELLOW] (Fire)", rune="place"), "success"),
    (Engage(dice="3 combat", defense=2, health=2), "defeated"),
    (Engage(dice="2 combat, snipe"), None),
]


@pytest.mark.parametrize(("question", "event"), WAYS, ids=[question.command_line() for question, _ in WAYS])
def test_the_way_of_other_questions_multiplies_to_their_answer(question, event):
    roll, answer = question.roll(BOX), exact(question)
    stages = roll.stages()
    way = [stage for stage in stages if not stage.aside]
    assert product(stages) == Fraction(way[-1].reached)
    expected = answer.event(event) if event else answer.along("damage")[1:].sum()
    assert way[-1].reached == pytest.approx(expected, abs=1e-12)
    assert all(after.reached <= before.reached for before, after in itertools.pairwise(way))
    listing, _ = explain(question, roll)
    assert len(listing.rows) == len(stages)


def test_the_stages_of_an_area_by_hand():
    """A red die against two models with a black one each: either is hurt, either and both are removed."""
    question = Cast(skill=3, attack="[RED]", armor="[BLACK]", health=1, targets=2, attribute_test=True)
    stages = {stage.name: stage.reached for stage in question.roll(BOX).stages()}
    red = [face.number for face in BOX.dice["red"].faces]
    black = [face.number for face in BOX.dice["black"].faces]
    hit = Fraction(sum("failure" not in f.signs and f.number <= 3 for f in BOX.dice["white"].faces), 20)
    hurt = [Fraction(sum(star > armor for armor in black), 6) for star in red]
    any_hurt = sum(1 - (1 - one) ** 2 for one in hurt) / 6
    assert stages["armor"] == stages["any-removed"] == pytest.approx(float(hit * any_hurt))
    assert stages["all-removed"] == pytest.approx(float(hit * sum(one**2 for one in hurt) / 6))


def test_what_accuracy_dice_are_worth_stands_aside():
    question = SkillOrAttributeTest(attribute=4, green=1)
    alone, saved = [stage.reached for stage in question.roll(BOX).stages() if stage.aside]
    assert alone == pytest.approx(exact(SkillOrAttributeTest(attribute=4)).event("success"))
    assert alone + saved == pytest.approx(exact(question).event("success"))
    assert saved > 0


def test_the_dice_of_an_engage_come_before_defense():
    stages = {stage.name: stage.reached for stage in Engage(dice="3 combat", defense=2).roll(BOX).stages()}
    assert stages["dice"] == pytest.approx(exact(Engage(dice="3 combat")).along("damage")[1:].sum())
    assert 0 < stages["defense"] < stages["dice"]


def test_the_pushes_of_those_who_pass_stand_aside():
    question = SkillTest(need=2, symbol="circle", dice=3, pushes=2)
    roll, answer = question.roll(BOX), exact(question)
    test, *pushes = roll.stages()
    assert test.reached == pytest.approx(answer.event("success"))
    assert [stage.outcome for stage in pushes] == ["without a push", "with 1 push", "with 2 pushes"]
    assert sum(stage.reached for stage in pushes) == pytest.approx(test.reached)
    at_once = exact(question.model_copy(update={"pushes": 0})).event("success")
    assert pushes[0].reached == pytest.approx(at_once)


def test_a_lock_is_still_shut_after_each_attempt():
    question = Lockpick(code="1-2-3", attempts=3)
    stages = question.roll(BOX).stages()
    shut = [1 - exact(question.model_copy(update={"attempts": n})).event("opened") for n in (1, 2, 3)]
    assert [stage.name for stage in stages] == ["attempt 1", "attempt 2", "attempt 3"]
    # The best policy for more attempts may do something else at first, so that only the last is the same.
    assert stages[-1].reached == pytest.approx(shut[-1])
    assert stages[0].reached >= shut[0] - 1e-12
    assert product(stages) == Fraction(stages[-1].reached)


def test_a_question_of_one_roll_has_no_stages():
    question = SkillTest(need=1, symbol="circle")
    with pytest.raises(ImpossibleQuestion, match="odds skyrim test has no stages"):
        explain(question, question.roll(BOX))


# Plausible dice


def test_every_combination_of_faces_is_answered():
    dice = uncertain([ATTACK], BOX)
    assert {die.name for die in dice} == {"white", "green", "red", "black"}
    found = list(boxes(dice, BOX))
    assert len(found) == 3 * 3 * 4 * 4
    assert {name: die.faces for name, die in found[0].dice.items()} == {n: d.faces for n, d in BOX.dice.items()}
    listing, sentence = plausible(exact(ATTACK), BOX)
    means = [exact(ATTACK, box=box).mean("damage") for box in found]
    damage = listing.rows[0]
    assert damage == ("damage", means[0], min(means), max(means))
    assert means[0] == pytest.approx(exact(ATTACK).mean("damage"))
    assert "white, green, red and black" in sentence


def test_dice_of_ones_own_are_not_doubted():
    own = {
        name: replace(die, certainty="yours", alternatives=()) if name != "red" else die
        for name, die in BOX.dice.items()
    }
    listing, sentence = plausible(exact(ATTACK, box=Box(own)), Box(own))
    assert listing.title == "On every plausible box of dice (4 combinations)"
    assert sentence.startswith("plausible faces of the red dice")
    own["red"] = replace(own["red"], certainty="yours", alternatives=())
    listing, sentence = plausible(exact(ATTACK, box=Box(own)), Box(own))
    assert all(row[1] == row[2] == row[3] for row in listing.rows)
    assert sentence == "no die is rolled whose faces are assumed and could be others"


def test_whether_the_order_of_options_holds():
    power = ATTACK.model_copy(update={"with_": ("power-attack",)})
    options = [Option("plain", ATTACK), Option("power", power)]
    common = measures(ATTACK.roll(BOX).outcomes)[:2]
    listing, sentences = order(options, common, BOX)
    damage = dict(zip(listing.columns, listing.rows[0], strict=True))
    assert damage["holds"] == "yes"
    assert damage["more_on"] == 3 * 3 * 4 * 4 * 4
    assert 0 < damage["lowest"] < damage["highest"]
    assert sentences[1] == "the order of the options holds on all 576 combinations of plausible faces, by every measure"


def test_an_order_that_turns_is_not_safe():
    """A yellow die with one star more often than a red one, or less, as its faces may be."""
    yellow = replace(BOX.dice["yellow"], alternatives=(read_faces("6x1"), read_faces("6xblank")))
    red = replace(BOX.dice["red"], alternatives=())
    white = replace(BOX.dice["white"], alternatives=())
    box = Box({**BOX.dice, "yellow": yellow, "red": red, "white": white})
    attack = Attack(skill=3, attack="[RED]", attribute_test=True)
    options = [Option("red", attack), Option("two yellow", attack.model_copy(update={"attack": "[YELLOW][YELLOW]"}))]
    listing, sentences = order(options, [Measure("damage", False), Measure("hit", True)], box)
    damage = dict(zip(listing.columns, listing.rows[0], strict=True))
    assert (damage["more_on"], damage["less_on"], damage["holds"]) == (2, 1, "no")
    assert "by damage is not safe: it holds on 2 of 3" in sentences[1]
    assert "by hit holds on all 3" in sentences[2]


def test_too_many_combinations_are_refused():
    dice = [replace(BOX.dice["red"], name=f"red {n}", alternatives=BOX.dice["red"].alternatives * 3) for n in range(5)]
    with pytest.raises(ImpossibleQuestion, match="100000 combinations of faces are too many"):
        list(boxes(dice, BOX))
