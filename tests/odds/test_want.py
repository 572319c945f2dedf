"""The fewest attempts that reach a chance, and how unusual a result is."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.locks import Chest
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.luck import luck
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.odds.want import want

BOX = Box.shipped()
ATTACK = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)")
EXACT = Settings(exact=True)


def test_attempts_until_a_hit_are_independent():
    listing, sentence = want(0.9, exact(ATTACK), EXACT, BOX)
    assert listing.columns == ("attacks", "chance", "low", "high")
    for number, chance, low, high in listing.rows:
        assert chance == low == high == pytest.approx(float(1 - Fraction(55, 100) ** number))  # type: ignore[operator]
    assert sentence == "4 attacks are the fewest that reach 90%: 90.8494%"
    assert [row[0] for row in listing.rows] == [1, 2, 3, 4, 5, 6]


def test_damage_adds_up_until_the_target_is_removed():
    """Two attacks against a health of 2 by hand: every pair of damages that sums to 2 or more."""
    wounded = ATTACK.model_copy(update={"health": 2})
    answer = exact(wounded)
    listing, _ = want(0.5, answer, EXACT, BOX)
    damage = answer.along("damage")
    by_hand = sum(one * other for i, one in enumerate(damage) for k, other in enumerate(damage) if i + k >= 2)
    assert listing.rows[0][1] == pytest.approx(answer.event("removed"), abs=1e-12)
    assert listing.rows[1][1] == pytest.approx(by_hand, abs=1e-12)
    chances = [row[1] for row in listing.rows]
    assert chances == sorted(chances)  # type: ignore[type-var]


def test_the_interval_of_damage_that_adds_up_covers_the_exact_curve():
    wounded = ATTACK.model_copy(update={"health": 3})
    exactly = {row[0]: row[1] for row in want(0.6, exact(wounded), EXACT, BOX)[0].rows}
    outside, seeds = 0, 60
    for seed in range(seeds):
        listing, _ = want(0.6, run(wounded, trials=20_000, seed=seed), EXACT, BOX)
        number, _, low, high = listing.rows[9]
        outside += not low <= exactly[number] <= high  # type: ignore[operator]
    assert outside <= 9


def test_whether_the_interval_allows_the_claim():
    def told(trials: int, wanted: float) -> str:
        return want(wanted, run(ATTACK, trials=trials), Settings(trials=trials), BOX)[1]

    assert told(1_000_000, 0.9) == (
        "4 attacks are the fewest that reach 90%: 90.8348%, and the 95% interval allows the claim"
    )
    assert "too close to claim; 5 surely do" in told(500, 0.9)
    assert "that 3 do is not ruled out" in told(1000, 0.835)


def test_the_field_that_grows_is_asked_for_each_of_its_values():
    pushed = SkillTest(need=2, symbol="circle", pushes=1)
    listing, sentence = want(0.8, exact(pushed), EXACT, BOX)
    assert [row[:2] for row in listing.rows[:3]] == [(0, 0.5), (1, 0.6875), (2, 0.8125)]
    assert sentence.startswith("2 pushes are the fewest that reach 80%: 81.25")
    rolled, _ = want(0.8, run(pushed, trials=5000), Settings(trials=5000), BOX)
    assert all(low < chance < high for _, chance, low, high in rolled.rows)  # type: ignore[operator]


def test_attempts_at_a_chest_are_its_field():
    chest = Chest(lockpicking=3, complexity=1)
    listing, sentence = want(0.75, exact(chest), EXACT, BOX)
    assert listing.columns[0] == "attempts"
    assert listing.rows[0][:2] == (1, exact(chest).event("opened"))
    assert listing.rows[1][1] == exact(chest.model_copy(update={"attempts": 2})).event("opened")
    assert "attempts are the fewest that reach 75%" in sentence


def test_what_is_never_reached():
    listing, sentence = want(0.9, exact(ATTACK.model_copy(update={"health": 99})), EXACT, BOX)
    assert len(listing.rows) == 200
    assert sentence == "no number of attacks up to 200 reaches 90%"


# Luck


def test_luck_is_both_tails_and_ties_stated():
    answer: Answer = exact(ATTACK)
    damage = answer.along("damage")
    listing, sentence = luck(2, answer)
    assert [row[0] for row in listing.rows] == ["at least 2", "exactly 2", "at most 2"]
    chances = [row[1] for row in listing.rows]
    assert chances == pytest.approx([damage[2:].sum(), damage[2], damage[:3].sum()])
    assert chances[0] + chances[2] - chances[1] == pytest.approx(1)  # type: ignore[operator]
    middle = damage[:2].sum() + damage[2] / 2
    assert f"the result stands at {middle * 100:.4g}% of all rolls, those that equal it split in half" in sentence


def test_the_luck_of_all_results_averages_to_a_half():
    answer = exact(ATTACK)
    damage = answer.along("damage")
    standing = [damage[:value].sum() + damage[value] / 2 for value in range(len(damage))]
    assert sum(share * stand for share, stand in zip(damage, standing, strict=True)) == pytest.approx(0.5)


def test_a_result_that_cannot_be_says_so():
    assert luck(70, exact(ATTACK))[1].startswith("damage 70 cannot be: 100% of all rolls come to less")
    seen = run(ATTACK, trials=20)
    listing, sentence = luck(5, seen)
    assert sentence.startswith("damage 5 was never seen")
    assert listing.rows[0][3] > 0.1  # type: ignore[operator]


def test_luck_needs_numbers(monkeypatch):
    answer = exact(ATTACK)
    monkeypatch.setattr("tamriel_odds.odds.luck.measures", lambda outcomes: ())
    with pytest.raises(ImpossibleQuestion, match="no table of numbers"):
        luck(3, answer)


def test_a_question_without_events_cannot_be_wanted():
    answer = exact(ATTACK)
    answer.roll.__dict__["outcomes"] = replace(answer.outcomes, events={})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tamriel_odds.odds.call_to_arms.attack_roll.AttackRoll.tries", None)
        with pytest.raises(ImpossibleQuestion, match="no event that could be wanted"):
            want(0.5, answer, EXACT, BOX)
