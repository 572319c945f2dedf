"""Options side by side: shared dice, paired intervals, independent rolls."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.compare import COLUMNS, FIRST, SAME, UNSEEN, Option, compare
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import paired_mean, paired_share, quantile, wilson
from tamriel_odds.odds.measures import measures
from tamriel_odds.odds.pairs import Pairing, SideBySide, independent
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.skyrim.skill_test import SkillTest

BOX = Box.shipped()
PLAIN = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)", health=2)
POWER = PLAIN.model_copy(update={"with_": ("power-attack",)})
SURE = PLAIN.model_copy(update={"with_": ("precision-strike",)})
FEW = Settings(trials=40_000)


def rows(series: Series) -> list[dict[str, object]]:
    return [dict(zip(COLUMNS, row, strict=True)) for row in series.listings[0].rows]


def row(series: Series, name: str, measure: str) -> dict[str, object]:
    (found,) = [one for one in rows(series) if one["question"] == name and one["measure"] == measure]
    return found


def test_an_option_is_no_different_from_itself():
    for settings in (FEW, Settings(exact=True)):
        series = compare([Option("X", PLAIN), Option("again", PLAIN)], settings, BOX)
        for one in rows(series)[1::2]:
            assert (one["difference"], one["difference_low"], one["difference_high"]) == (0, 0, 0)
            assert one["verdict"] == SAME


def test_the_answers_are_those_of_each_question_alone():
    series = compare([Option("plain", PLAIN), Option("power", POWER)], FEW, BOX)
    for name, question in (("plain", PLAIN), ("power", POWER)):
        alone = run(question, trials=FEW.trials)
        assert (series.answers[name].counts == alone.counts).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize("settings", [FEW, Settings(exact=True)], ids=["rolled", "exact"])
def test_adding_or_swapping_options_changes_no_other_row(settings):
    options = [Option("plain", PLAIN), Option("power", POWER), Option("sure", SURE)]
    two = rows(compare(options[:2], settings, BOX))
    three = rows(compare(options, settings, BOX))
    swapped = rows(compare([options[0], options[2], options[1]], settings, BOX))
    assert [one for one in three if one["question"] != "sure"] == two
    assert sorted(three, key=str) == sorted(swapped, key=str)


def test_another_first_turns_the_differences_round():
    there = row(compare([Option("plain", PLAIN), Option("power", POWER)], FEW, BOX), "power", "damage")
    back = row(compare([Option("power", POWER), Option("plain", PLAIN)], FEW, BOX), "plain", "damage")
    assert back["difference"] == pytest.approx(-there["difference"])
    assert back["difference_low"] == pytest.approx(-there["difference_high"])
    assert (there["verdict"], back["verdict"]) == ("better", "worse")
    assert back["better"] == pytest.approx(there["worse"])


def test_differences_are_those_of_the_same_trials():
    """The pairs counted by the kernel against cells that are held side by side."""
    rolls = [PLAIN.roll(BOX), SURE.roll(BOX)]
    common = [one for one in measures(rolls[0].outcomes) if one in measures(rolls[1].outcomes)]
    pairing = Pairing.of(rolls[0].outcomes, rolls[1].outcomes, common)
    with SideBySide(rolls, [pairing], 5, threads=2, chunk=700) as roller:
        counts = roller.roll(0, 3000)
        firsts = roller._first.cells(0, 700).copy()
    assert len(firsts) == 700
    sizes = [roll.outcomes.cells for roll in rolls]
    cells = []
    for roll in rolls:
        from tamriel_odds.odds.rolling import Roller

        cells.append(Roller(roll, 5, chunk=3000).cells(0, 3000).copy())
    for measure in common:
        ours, theirs = (
            one.values(roll.outcomes)[cell] for one, roll, cell in zip([measure] * 2, rolls, cells, strict=True)
        )
        values, seen = pairing.differences(counts[sum(sizes) :], measure)
        expected = {
            int(value): int(count) for value, count in zip(*np.unique(theirs - ours, return_counts=True), strict=True)
        }
        assert {int(value): int(count) for value, count in zip(values, seen, strict=True) if count} == expected


def test_threads_change_nothing():
    options = [Option("plain", PLAIN), Option("power", POWER)]
    one, two = (rows(compare(options, Settings(trials=3_000_000, threads=n), BOX)) for n in (1, 3))
    assert one == two


def test_a_paired_interval_is_narrower_than_that_of_two_runs():
    series = compare([Option("plain", PLAIN), Option("power", POWER)], Settings(trials=1_000_000), BOX)
    found = row(series, "power", "damage")
    paired = (found["difference_high"] - found["difference_low"]) / 2
    errors = [answer.standard_error("damage") for answer in series.answers.values()]  # type: ignore[attr-defined]
    assert paired < 0.5 * quantile(0.95) * math.hypot(*errors)
    exactly = row(
        compare([Option("plain", PLAIN), Option("power", POWER)], Settings(exact=True), BOX), "power", "damage"
    )
    assert found["difference_low"] < exactly["difference"] < found["difference_high"]


def test_precision_is_that_of_every_option():
    options = [Option("plain", PLAIN), Option("power", POWER)]
    series = compare(options, Settings(precision=0.0008), BOX)
    assert series.is_precise
    assert {answer.trials for answer in series.answers.values()} == {1 << 21}  # type: ignore[attr-defined]
    assert not compare(options, Settings(precision=0.0001, trials=1000), BOX).is_precise


def test_verify_holds_every_option_against_its_exact_answer():
    series = compare([Option("plain", PLAIN), Option("power", POWER)], Settings(trials=20000, verify=True), BOX)
    assert series.z is not None
    assert series.z < 4.5


def test_no_difference_seen_and_what_costs_are_worth():
    near = PLAIN.model_copy(update={"strong_armor": 2})
    options = [Option("plain", PLAIN, (1.0, "Stamina")), Option("near", near), Option("power", POWER, (3.0, "Stamina"))]
    series = compare([*options, Option("other", POWER, (2.0, "Septims"))], Settings(trials=2000), BOX)
    hit = row(series, "near", "hit")
    assert (hit["difference"], hit["verdict"]) == (0, UNSEEN)
    assert hit["difference_low"] < 0 < hit["difference_high"]
    power = row(series, "power", "damage")
    assert power["per_cost"] == power["value"] / 3  # type: ignore[operator]
    assert power["gain_per_cost"] == power["difference"] / 2  # type: ignore[operator]
    assert row(series, "other", "damage")["gain_per_cost"] is None
    assert row(series, "near", "damage")["cost"] is None
    assert row(series, "plain", "damage")["verdict"] == FIRST


def test_where_less_is_better_the_verdict_turns_round(monkeypatch):
    monkeypatch.setattr(
        "tamriel_odds.odds.call_to_arms.attack_roll.AttackRoll.less_is_better", ("damage",), raising=False
    )
    found = row(compare([Option("plain", PLAIN), Option("power", POWER)], FEW, BOX), "power", "damage")
    assert found["verdict"] == "worse"
    assert found["difference"] > 0  # type: ignore[operator]
    assert found["better"] < found["worse"]  # type: ignore[operator]


def test_options_without_anything_in_common_are_refused():
    with pytest.raises(ImpossibleQuestion, match="odds cta attack and odds skyrim test: no average and no event"):
        compare([Option("a", PLAIN), Option("b", SkillTest(need=1, symbol="circle"))], FEW, BOX)
    with pytest.raises(ImpossibleQuestion, match="two options"):
        compare([Option("a", PLAIN)], FEW, BOX)


def test_better_equal_and_worse_are_for_independent_rolls():
    first, option = exact(PLAIN), exact(POWER)
    ours, theirs = (answer.along("damage") for answer in (first, option))
    by_hand = {">": 0.0, "=": 0.0, "<": 0.0}
    for damage, share in enumerate(theirs):
        for other, chance in enumerate(ours):
            by_hand[">" if damage > other else "=" if damage == other else "<"] += share * chance
    found = row(compare([Option("plain", PLAIN), Option("power", POWER)], Settings(exact=True), BOX), "power", "damage")
    assert [found["better"], found["equal"], found["worse"]] == pytest.approx(list(by_hand.values()), abs=1e-12)
    assert sum(by_hand.values()) == pytest.approx(1, abs=1e-12)


def test_independent_rolls_of_a_coin_and_a_die():
    coin = np.array([0, 1]), np.array([0.5, 0.5])
    die = np.array([1, 2, 3]), np.array([1, 1, 1]) / 3
    assert independent(coin, die) == pytest.approx((5 / 6, 1 / 6, 0))
    assert independent(die, coin) == pytest.approx((0, 1 / 6, 5 / 6))


# The intervals


def test_nothing_discordant_is_not_no_difference():
    low, high = paired_share(0, 0, 1000, 0.95)
    bound = float(wilson(0, 1000, 0.95)[1])
    assert (low, high) == pytest.approx((-bound * math.sqrt(2), bound * math.sqrt(2)), rel=0.3)
    assert low < 0 < high
    low, high = paired_mean(np.arange(-3.0, 4.0), np.array([0, 0, 0, 1000, 0, 0, 0]), 0.95)
    assert low == -high < -2 * bound


def test_one_direction_only_is_the_wilson_interval_of_the_discordant_share():
    low, high = paired_share(300, 0, 1000, 0.95)
    ours = wilson(300, 1000, 0.95)
    assert low == pytest.approx(float(ours[0]), abs=0.0005)
    assert high == pytest.approx(float(ours[1]), abs=1e-12)


@pytest.mark.parametrize(("more", "fewer"), [(0.02, 0.02), (0.3, 0.1), (0.001, 0.0), (0.25, 0.25), (0.0, 0.4)])
def test_the_paired_interval_covers_the_truth_in_95_of_100_runs(more, fewer):
    rng = np.random.default_rng(6)
    covered = 0
    for _ in range(2000):
        seen = rng.multinomial(4000, [more, fewer, 1 - more - fewer])
        low, high = paired_share(int(seen[0]), int(seen[1]), 4000, 0.95)
        covered += low <= more - fewer <= high
    assert 0.94 <= covered / 2000 <= 0.995


def test_a_paired_mean_is_the_average_with_its_standard_error():
    differences, counts = np.array([-1.0, 0.0, 1.0, 2.0]), np.array([10, 50, 30, 10])
    mean, square = Fraction(40, 100), Fraction(80, 100)
    half = quantile(0.95) * math.sqrt((square - mean**2) / 100)
    assert paired_mean(differences, counts, 0.95) == pytest.approx((0.4 - half, 0.4 + half))


def test_measures_are_tables_then_events():
    roll = PLAIN.roll(BOX)
    names = [(one.name, one.is_event) for one in measures(roll.outcomes)]
    assert names[0] == ("damage", False)
    assert ("removed", True) in names
    answer: Answer = exact(PLAIN)
    for one in measures(roll.outcomes):
        assert one.values(roll.outcomes) @ answer.probabilities.ravel() == pytest.approx(one.of(answer))
