"""Skill Tests: what the book and plain enumeration say, policies, roll on the table, and what cannot be asked."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.dice import SYMBOLS, shipped_dice, with_faces
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.odds.skyrim.skill_test_roll import SkillTestRoll

FACES = ["circle"] * 3 + ["triangle"] * 2 + ["diamond"]
Ends = dict[tuple[int, bool], Fraction]


def ask(**given: Any) -> SkillTest:
    return build(SkillTest, given)


def never_more(left: list[str], paid: int) -> bool:
    return True


def ends(needs: dict[str, int], dice: int, pushes: int, goes_on: Callable[[list[str], int], bool] = never_more) -> Ends:
    """Every roll written out: the dice, then one push after another, until the need is met or the player stops."""

    def passed(shown: list[str]) -> bool:
        return all(shown.count(symbol) >= need for symbol, need in needs.items())

    def later(shown: list[str], paid: int) -> Iterator[tuple[int, bool, int]]:
        if passed(shown) or paid == pushes or not goes_on(shown, paid):
            yield paid, passed(shown), 6 ** (pushes - paid)
            return
        for face in FACES:
            yield from later([*shown, face], paid + 1)

    chances: Ends = {}
    for rolled in product(FACES, repeat=dice):
        for paid, is_passed, ways in later(list(rolled), 0):
            chances[paid, is_passed] = chances.get((paid, is_passed), Fraction()) + ways
    return {end: Fraction(ways, 6 ** (dice + pushes)) for end, ways in chances.items()}


def agrees(question: SkillTest, written_out: Ends) -> None:
    answer = exact(question)
    expected = np.zeros(answer.outcomes.shape)
    for (paid, is_passed), chance in written_out.items():
        expected[paid, int(is_passed)] = float(chance)
    assert np.allclose(answer.probabilities, expected, rtol=0, atol=1e-15)
    assert abs(answer.probabilities.sum() - 1) < 1e-12
    assert largest_z(run(question, trials=50_000), answer) < CONTRADICTION


@pytest.mark.parametrize(("pushes", "success", "paid"), [(0, "1/2", "0"), (1, "11/16", "1/2"), (2, "13/16", "13/16")])
def test_two_circles_on_three_dice(pushes: int, success: str, paid: str) -> None:
    answer = exact(ask(need=2, symbol="circle", pushes=pushes))
    assert answer.event("success") == pytest.approx(float(Fraction(success)), abs=1e-15)
    assert answer.mean("pushes") == pytest.approx(float(Fraction(paid)), abs=1e-15)


@pytest.mark.parametrize(("pushes", "paid"), [(0, "0"), (1, "3/8"), (2, "3/4")])
def test_a_player_who_stops_when_nothing_helps_pays_less_and_succeeds_as_often(pushes: int, paid: str) -> None:
    hopeful = exact(ask(need=2, symbol="circle", pushes=pushes, policy="while-hopeful:0"))
    assert hopeful.mean("pushes") == pytest.approx(float(Fraction(paid)), abs=1e-15)
    assert hopeful.event("success") == exact(ask(need=2, symbol="circle", pushes=pushes)).event("success")


def test_two_diamonds_on_four_dice_with_three_pushes() -> None:
    test = ask(need=2, symbol="diamond", dice=4, pushes=3)
    assert exact(test).event("success") == pytest.approx(7703 / 23328, abs=1e-15)
    assert exact(test).mean("pushes") == pytest.approx(112375 / 46656, abs=1e-14)
    hopeful = ask(need=2, symbol="diamond", skill="learned", pushes=3, policy="while-hopeful:0")
    assert exact(hopeful).event("success") == pytest.approx(7703 / 23328, abs=1e-15)
    assert exact(hopeful).mean("pushes") == pytest.approx(5375 / 2592, abs=1e-14)


def test_one_diamond_on_three_dice_and_one_circle_and_one_triangle() -> None:
    assert exact(ask(need=1, symbol="diamond")).event("success") == pytest.approx(91 / 216, abs=1e-15)
    both = exact(ask(need=1, symbol="circle", also=("1 triangle",)))
    assert both.event("success") == pytest.approx(7 / 12, abs=1e-15)
    assert "extra of ours" in both.roll.notes[0]


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ({}, 3),
        ({"skill": "learned"}, 4),
        ({"skill": "legendary"}, 5),
        ({"story_mode": True}, 4),
        ({"skill": "legendary", "story_mode": True}, 6),
        ({"dice": 7}, 7),
        ({"dice": 5, "story_mode": True}, 6),
        ({"dice": 0}, 0),
    ],
)
def test_dice_of_a_test(given: dict[str, Any], dice: int) -> None:
    answer = exact(ask(need=1, symbol="diamond", **given))
    assert answer.event("success") == pytest.approx(1 - (5 / 6) ** dice, abs=1e-15)
    assert ("story-mode-rolls-tracks" in answer.roll.rulings) == (given.keys() == {"dice", "story_mode"})


@pytest.mark.parametrize("policy", ["never", "up-to:0", "up-to:1", "up-to:2", "up-to:9", None])
def test_policies_that_count_pushes(policy: str | None) -> None:
    most = {"never": 0, "up-to:0": 0, "up-to:1": 1, "up-to:2": 2}.get(str(policy), 3)
    question = ask(need=3, symbol="circle", pushes=3, **{"policy": policy} if policy else {})
    agrees(question, ends({"circle": 3}, 3, 3, lambda shown, paid: paid < most))


@pytest.mark.parametrize("hope", ["0", "0.2", "1/6", "0.25", "0.5", "0.500001", "1"])
def test_hope_is_the_chance_with_all_pushes_left(hope: str) -> None:
    if "/" in hope:
        with pytest.raises(WrongInput, match=r"--policy while-hopeful:1/6"):
            ask(need=2, symbol="triangle", pushes=2, policy=f"while-hopeful:{hope}")
        return

    def goes_on(shown: list[str], paid: int) -> bool:
        left, dice = max(2 - shown.count("triangle"), 0), 2 - paid
        rolls = list(product(FACES, repeat=dice))
        chance = Fraction(sum(roll.count("triangle") >= left for roll in rolls), len(rolls))
        return chance > 0 and chance >= Fraction(hope)

    question = ask(need=2, symbol="triangle", pushes=2, policy=f"while-hopeful:{hope}")
    agrees(question, ends({"triangle": 2}, 3, 2, goes_on))


needs = st.dictionaries(st.sampled_from(SYMBOLS["test"]), st.integers(1, 4), min_size=1, max_size=3)


@given(needs=needs, dice=st.integers(0, 4), pushes=st.integers(0, 2))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_exact_and_simulated_agree_with_every_roll_written_out(needs: dict[str, int], dice: int, pushes: int) -> None:
    (symbol, need), *others = needs.items()
    also = tuple(f"{number} {other}" for other, number in others)
    agrees(ask(need=need, symbol=symbol, also=also, dice=dice, pushes=pushes), ends(needs, dice, pushes))


@pytest.mark.parametrize(("dice", "pushes"), [(15, 20), (6, 4), (11, 0), (10, 7)])
def test_large_tests_agree(dice: int, pushes: int) -> None:
    question = ask(need=5, symbol="triangle", also=("3 diamonds",), dice=dice, pushes=pushes, story_mode=True)
    assert largest_z(run(question, trials=200_000), exact(question)) < CONTRADICTION


def test_another_push_leaves_the_first_ones_as_they_were() -> None:
    few, more = (run(ask(need=3, symbol="circle", pushes=pushes), trials=10_000) for pushes in (2, 5))
    assert few.counts[:3, 1].tolist() == more.counts[:3, 1].tolist()
    assert more.counts[3:, 1].sum() > 0


def test_a_die_more_leaves_the_others_as_they_were() -> None:
    counts = [run(ask(need=1, symbol="diamond", dice=dice), trials=10_000).event_count("success") for dice in range(12)]
    assert counts == sorted(counts)


def test_what_is_paid_on_success_and_on_failure_is_told() -> None:
    (allowed,) = ask(need=2, symbol="circle", pushes=2).roll(Box.shipped()).listings
    # 1/2 with none, 3/16 with one, 1/8 with two: (3/16 + 2/8) / (13/16) on success.
    assert allowed.rows == ((0, 0.5, 0.0, 0.0, 0.0), (1, 0.6875, 0.5, 3 / 11, 1.0), (2, 0.8125, 0.8125, 7 / 13, 2.0))
    (hopeful,) = ask(need=2, symbol="circle", pushes=2, policy="while-hopeful:0").roll(Box.shipped()).listings
    assert [row[:3] for row in hopeful.rows] == [(0, 0.5, 0.0), (1, 0.6875, 0.375), (2, 0.8125, 0.75)]


def test_what_never_happens_has_no_average() -> None:
    (never,) = ask(need=9, symbol="circle", pushes=1).roll(Box.shipped()).listings
    assert never.rows == ((0, 0.0, 0.0, None, 0.0), (1, 0.0, 1.0, None, 1.0))
    (always,) = ask(need=1, symbol="circle", pushes=1, advise="3 dice, 1 circle").roll(Box.shipped()).listings
    assert always.rows == ((0, 1.0, 0.0, 0.0, None), (1, 1.0, 0.0, 0.0, None))


@pytest.mark.parametrize(
    ("advise", "given", "chance"),
    [
        ("3 dice rolled, 1 circle, 2 Stamina left", {}, "3/4"),
        ("3 dice, 2 Magicka left", {}, "1/4"),
        ("4 dice rolled, 1 circle, 1 push left", {}, "1/2"),
        ("3 dice rolled, 1 circle, 3 triangles", {}, None),
        ("3 dice rolled, 1 circle", {"pushes": 2}, "3/4"),
        ("3 dice rolled, 2 circles, 2 pushes left", {}, "1"),
        ("3 dice rolled, 1 triangle, 1 Stamina left", {}, "0"),
        ("3 dice rolled, 1 triangle, 2 Stamina left", {"also": ("1 triangle",)}, "1/4"),
    ],
)
def test_advice_is_the_slice_of_the_whole_answer(advise: str, given: dict[str, Any], chance: str | None) -> None:
    if chance is None:
        with pytest.raises(WrongInput, match="3 dice do not show 4 symbols"):
            exact(ask(need=2, symbol="circle", advise=advise, **given))
        return
    answer = exact(ask(need=2, symbol="circle", advise=advise, **given))
    assert answer.event("success") == pytest.approx(float(Fraction(chance)), abs=1e-15)
    told = {"1": "already", "0": "do not push"}.get(chance, f"chance of {float(Fraction(chance)):.2%}")
    assert any(told in note for note in answer.roll.notes)


def test_advice_says_what_the_policy_does() -> None:
    question = ask(need=2, symbol="diamond", advise="3 dice rolled, 1 diamond, 1 push left", policy="while-hopeful:0.5")
    advice = question.roll(Box.shipped()).notes[-1]
    assert advice == "do not push, says the policy: 1 more dice would do with a chance of 16.67%"


def test_the_chance_of_the_whole_is_that_of_its_slices() -> None:
    whole = exact(ask(need=2, symbol="circle", pushes=2)).event("success")
    parts = 0.0
    for rolled in product(FACES, repeat=3):
        circles = rolled.count("circle")
        text = f"3 dice rolled, {circles} circles, 2 Stamina left"
        parts += exact(ask(need=2, symbol="circle", advise=text)).event("success") / 216
    assert whole == pytest.approx(parts, abs=1e-12)


def test_a_need_out_of_reach_has_chance_nothing_and_says_so() -> None:
    answer = exact(ask(need=9, symbol="circle", pushes=2))
    assert answer.event("success") == 0
    assert answer.roll.notes[0] == "it cannot succeed: 5 dice, pushes included, do not show 9 circles"
    simulated = run(ask(need=99, symbol="circle", also=("99 diamonds",), pushes=20), trials=100)
    assert simulated.event_count("success") == 0
    left = ask(need=5, symbol="circle", advise="3 dice rolled, 1 circle, 2 Stamina left").roll(Box.shipped())
    assert left.notes[0] == "it cannot succeed: 2 more dice do not complete 5 circles"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pushes": -1}, r"--pushes -1: "),
        ({"need": 0}, r"--need 0: "),
        ({"dice": -1}, r"--dice -1: "),
        ({"symbol": "square"}, r"--symbol square: .*circle, triangle or diamond"),
        ({"skill": "master"}, r"--skill master: "),
        ({"dice": 4, "skill": "learned"}, r"a Track Test rolls no skill dice"),
        ({"also": ("1 square",)}, r"'square' is no symbol"),
        ({"also": ("a triangle",)}, r"a number and a symbol"),
        ({"also": ("1 circle",)}, r"circle is needed twice"),
        ({"policy": "always"}, r"--policy always: "),
        ({"policy": "while-hopeful:1.5"}, r"--policy while-hopeful:1.5: "),
        ({"advise": "3 dice rolled, 1 square"}, r"'1 square' is none of"),
        ({"advise": "99 Stamina left"}, r"at most 20 pushes"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        ask(**{"need": 2, "symbol": "circle", **given}).roll(Box.shipped())


def test_own_dice_are_rolled() -> None:
    dice = {**shipped_dice(), "test": with_faces(shipped_dice()["test"], "circle 5xdiamond")}
    question = ask(need=1, symbol="circle")
    answer = exact(question, box=Box(dice))
    assert answer.event("success") == pytest.approx(91 / 216, abs=1e-15)
    assert largest_z(run(question, box=Box(dice), trials=50_000), answer) < CONTRADICTION
    none = exact(ask(need=1, symbol="triangle"), box=Box(dice))
    assert none.event("success") == 0
    assert "cannot succeed" in none.roll.notes[0]


def test_the_table_of_needs() -> None:
    roll = ask(need=2, symbol="circle", every_need=True).roll(Box.shipped())
    (needs,) = roll.listings
    assert len(needs.rows) == 5 * 4
    rows = {row[:2]: row[2:] for row in needs.rows}
    assert rows[2, 3] == (0.5, 0.6875, 0.8125, 57 / 64, 15 / 16)
    for (need, dice), chances in rows.items():
        for pushes, chance in enumerate(chances):
            expected = exact(ask(need=need, symbol="circle", dice=dice, pushes=pushes)).event("success")
            assert chance == pytest.approx(expected, abs=1e-15)


def test_the_number_of_symbols_is_that_of_the_dice() -> None:
    tally = run(ask(need=1, symbol="triangle", dice=1), trials=100_000)
    assert z_score(tally.event_count("success"), tally.trials, 1 / 3) < CONTRADICTION
    assert isinstance(tally.roll, SkillTestRoll)


@pytest.mark.parametrize("typed", ["circle", "Circles", "CIRCLE", "circles"])
def test_a_symbol_is_typed_as_people_write_it(typed: str) -> None:
    assert ask(need=2, symbol=typed).symbol == "circle"
