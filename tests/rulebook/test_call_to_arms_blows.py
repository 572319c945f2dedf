"""The worked examples of the Call to Arms rulebook on Block, Shouts, Spells and Scatter, by section."""

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.dice import Face, shipped_dice
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact

BLACK = [face.number for face in shipped_dice()["black"].faces]


def test_armor_bonuses_a_block_test_of_3_against_strength_4_adds_the_stars_of_the_red_die() -> None:
    """The star of the armor and 1 more; the passive yellow die is not rolled."""
    question = Attack(skill=5, attack="[RED]", armor="[BLACK]", block="spend", block_skill=4, block_dice="[RED]")
    roll = question.roll(Box.shipped())
    assert isinstance(roll, FoughtRoll)
    assert roll.block is not None
    assert [die.name for die in roll.options[0].armor] == ["black"]
    row = roll.block.row_by_face[roll.block.die.faces.index(Face(3))]
    assert roll.block.stars[row].tolist() == [face.number for face in shipped_dice()["red"].faces]
    failed = roll.block.row_by_face[roll.block.die.faces.index(Face(5))]
    assert not roll.block.stars[failed].any()


def test_dragon_shouts_a_level_2_shout_pushes_a_black_die_and_1_and_2_inches() -> None:
    """3 stars against 2 of armor: 1 damage, and no critical die in an Attribute Test."""
    question = Cast(skill=10, attack='3 black (Force +2" Push Back)', attribute_test=True, strong_armor=0)
    answered = exact(question)
    assert answered.event("critical") == 0
    joint = answered.probabilities
    axes = answered.outcomes.axes
    assert [axis.name for axis in axes][-1] == "push-die"
    pushed = joint[1].reshape(-1, len(axes[-1].values)).sum(axis=0)
    shares = [BLACK.count(inches) / 6 for inches in axes[-1].values]
    assert pushed / pushed.sum() == pytest.approx(shares)
    inches = answered.outcomes.readings["push"]
    here = answered.outcomes.where("damage", 1) & answered.outcomes.where("push-die", 3)
    assert set(inches.index[here & (joint > 0)].tolist()) == {3 + 1 + 2}


def test_magicka_boost_flames_with_2_points_rolls_three_yellow_dice() -> None:
    roll = Cast(skill=4, attack="[YELLOW] (Fire)", boost=2).roll(Box.shipped())
    assert [die.name for die in roll.attack] == ["yellow"] * 3  # type: ignore[attr-defined]


def test_scatter_distance_a_7_against_5_scatters_2_inches() -> None:
    answered = exact(Cast(skill=5, attack="[RED] / Scatter"))
    by_face = [face for face in shipped_dice()["white"].faces if "failure" not in face.signs]
    for missed in (1, 2, 3, 4, 5):
        share = sum(face.number == 5 + missed for face in by_face) / 20
        assert answered.along("scatter")[missed] == pytest.approx(share)
    assert answered.along("scatter")[6] == pytest.approx(0.1)
