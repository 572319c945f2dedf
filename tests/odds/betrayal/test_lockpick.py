"""Lockpick checks: the policies against every move there is, the values of the issue, and what is refused."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.lock import HANDS, OPENED, Lock, Policy, State, policy, read
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.betrayal.lockpick_roll import LockpickRoll, read_lock
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run

CODES = list(combinations_with_replacement(range(1, 7), 3))


def shows(dice: tuple[int, ...], digits: tuple[int, ...]) -> bool:
    """Whether the dice show every digit, one die a digit."""
    return all(dice.count(digit) >= digits.count(digit) for digit in digits)


def turned(dice: tuple[int, ...], budget: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to turn the dice, each die by any amount, and the fatigue that takes."""
    for values in product(range(1, 7), repeat=len(dice)):
        cost = sum(abs(one - other) for one, other in zip(dice, values, strict=True))
        if cost <= budget:
            yield values, cost


@cache
def best(digits: tuple[int, ...], key: int | None, kept: tuple[int, ...], attempts: int, budget: int) -> Fraction:
    """The highest chance when any die may be turned after any roll: the rulebook, move by move. `key` None: matched."""
    if attempts == 0:
        return Fraction(0)
    total = Fraction(0)
    rolled = list(product(range(1, 7), repeat=3 - len(kept)))
    for faces in rolled:
        total += max(_after(digits, key, (*kept, *faces), attempts - 1, budget))
    return total / len(rolled)


def _after(
    digits: tuple[int, ...], key: int | None, dice: tuple[int, ...], left: int, budget: int
) -> Iterator[Fraction]:
    for values, cost in turned(dice, budget):
        if key is None:
            if shows(values, digits):
                yield Fraction(1)
            yield from (best(digits, None, kept, left, budget - cost) for kept in subsets(values))
            continue
        if key in values:
            others = list(values)
            others.remove(key)
            if shows(tuple(others), digits):
                yield Fraction(1)
            yield from (best(digits, None, kept, left, budget - cost) for kept in subsets(values))
        yield best(digits, key, (), left, budget - cost)


def subsets(dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {tuple(sorted(d for d, kept in zip(dice, mask, strict=True) if kept)) for mask in product((0, 1), repeat=3)}


def roll_of(**options: object) -> LockpickRoll:
    roll = build(Lockpick, options).roll(Box.shipped())
    assert isinstance(roll, LockpickRoll)
    return roll


@pytest.mark.parametrize(("code", "budget"), [("3-5-6", 0), ("3-5-6", 1), ("4-4-5", 2)])
def test_to_turn_dice_late_is_as_good_as_any_play(code: str, budget: int) -> None:
    lock = read_lock(code, None)
    assert policy("optimal", lock).chance(2, budget) == pytest.approx(float(best(lock.digits, None, (), 2, budget)))


@pytest.mark.parametrize(("code", "attempts", "budget"), [("5-2-3", 2, 2), ("2-6", 2, 1), ("6-6-1", 2, 1)])
def test_with_a_key_it_is_as_good_as_any_play(code: str, attempts: int, budget: int) -> None:
    lock = read_lock(code, 6)
    wanted = float(best(lock.digits, 6, (), attempts, budget))
    assert policy("optimal", lock).chance(attempts, budget) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("code", "key", "attempts", "chances"),
    [
        ("3-5-6", None, 1, (0.027778, 0.138889, 0.319444, 0.490741, 0.625000)),
        ("3-5-6", None, 3, (0.228111, 0.573840, 0.830018, 0.936641, 0.976946)),
        ("3-5-6", None, 4, (0.341145, 0.724269, 0.924484, 0.979556, 0.994720)),
        ("5-2-3", 6, 4, (0.179827, 0.511753, 0.803020, 0.951548)),
    ],
)
def test_the_chances_by_budget(code: str, key: int | None, attempts: int, chances: tuple[float, ...]) -> None:
    for budget, chance in enumerate(chances):
        question = Lockpick(code=code, key=key, attempts=attempts, fatigue=budget)
        assert round(exact(question).event("opened"), 6) == chance
    roll = roll_of(code=code, key=key, attempts=attempts, fatigue=len(chances) - 1)
    listing = next(listing for listing in roll.listings if listing.name == "chances")
    assert [round(float(chance or 0), 6) for chance in listing.rows[-1][1:]] == list(chances)


@pytest.mark.parametrize(
    ("code", "attempts", "chance"),
    [
        ("1-2-3", 1, Fraction(1, 36)),
        ("4-4-5", 3, Fraction(43013, 279936)),
        ("4-4-4", 1, Fraction(1, 216)),
    ],
)
def test_chances_without_fatigue(code: str, attempts: int, chance: Fraction) -> None:
    assert exact(Lockpick(code=code, attempts=attempts)).event("opened") == pytest.approx(float(chance), abs=1e-15)


def test_three_equal_digits_in_three_attempts() -> None:
    # Each die has three attempts of its own.
    chance = (1 - Fraction(5, 6) ** 3) ** 3
    assert exact(Lockpick(code="4-4-4", attempts=3)).event("opened") == pytest.approx(float(chance), abs=1e-15)
    assert round(float(chance), 5) == 0.07478


@pytest.mark.parametrize("key", [None, 4])
def test_optimal_is_never_worse_than_greedy_nor_that_than_frugal(key: int | None) -> None:
    for code in CODES:
        lock = Lock(code, key)
        for attempts in range(1, 5):
            chances = {
                name: [policy(name, lock).chance(attempts, budget) for budget in range(5)]
                for name in ("optimal", "greedy", "frugal")
            }
            for best_, cheapest, none in zip(*chances.values(), strict=True):
                assert best_ >= cheapest - 1e-12
                assert cheapest >= none - 1e-12
            assert chances["optimal"] == sorted(chances["optimal"])
            assert len(set(chances["frugal"])) == 1


def test_without_fatigue_keeping_what_matches_is_optimal() -> None:
    for code in CODES:
        assert policy("frugal", Lock(code)).chance(3, 0) == pytest.approx(policy("optimal", Lock(code)).chance(3, 0))


def test_the_exact_answer_is_what_the_policy_is_worth() -> None:
    for name in ("optimal", "greedy", "frugal"):
        roll = roll_of(code="6-1", key=3, attempts=3, fatigue=3, policy=name)
        joint = roll.exact()
        assert joint.sum() == pytest.approx(1, abs=1e-12)
        assert joint[roll.outcomes.events["opened"]].sum() == pytest.approx(roll.policy.chance(3, 3), abs=1e-12)


def test_ties_go_to_the_least_fatigue() -> None:
    """With dice and budget that open in every case, the player waits for a cheaper roll."""
    lock = read_lock("3-5-6", None)
    move = policy("optimal", lock).move(1, True, (1, 3, 5), 5)
    assert (move.is_open, move.kept) == (False, (3, 5))
    assert policy("optimal", lock).move(0, True, (1, 3, 5), 5).spent == 5


def test_a_player_keeps_a_four_for_a_three_or_a_five() -> None:
    move = policy("optimal", read_lock("3-5-6", None)).move(1, True, (1, 4, 6), 1)
    assert (move.spent, move.kept) == (0, (4, 6))


def test_greedy_turns_the_cheapest_die_at_once() -> None:
    greedy = policy("greedy", read_lock("3-5-6", None))
    assert greedy.move(2, True, (1, 1, 4), 1).kept == (3,)  # 4 to 3 and 4 to 5 cost the same: the lowest digit
    assert greedy.move(2, True, (1, 1, 4), 0).kept == ()
    keyed = policy("greedy", read_lock("6-2-3", 6))
    assert keyed.move(2, False, (1, 2, 4), 1).kept == ()  # the key would cost 2
    move = keyed.move(2, False, (2, 4, 4), 3)
    assert (move.turned_to_key, move.spent, move.kept) == (4, 3, (2, 3, 6))


@pytest.mark.parametrize("name", ["optimal", "greedy", "frugal"])
@pytest.mark.parametrize(("code", "key"), [("3-5-6", None), ("5-2-3", 6), ("1-4", 2)])
def test_simulated_play_agrees_with_the_exact_answer(name: str, code: str, key: int | None) -> None:
    question = Lockpick(code=code, key=key, attempts=4, fatigue=2, policy=name)  # type: ignore[arg-type]
    assert largest_z(run(question, trials=200_000), exact(question)) < 4.5


def test_advice_is_the_conditional_slice_of_the_whole() -> None:
    """The answers for every roll on the table, weighted, are the answer before the roll."""
    whole = exact(Lockpick(code="5-2-3", key=6, attempts=3, fatigue=2)).exact
    total = np.zeros_like(whole)
    for hand in HANDS:
        text = " ".join(map(str, hand))
        part = exact(Lockpick(code="5-2-3", key=6, attempts=3, fatigue=2, advise=text)).exact
        ways = sum(tuple(sorted(faces)) == hand for faces in product(range(1, 7), repeat=3))
        total += part * ways / 216
    assert np.allclose(total, whole, atol=1e-12)


def test_advice_names_the_best_move_and_what_the_others_are_worth() -> None:
    roll = roll_of(code="5-2-3", key=6, attempts=4, fatigue=3, advise="4 2 2")
    advice = roll.listings[0]
    assert advice.name == "advice"
    chances = [row[1] for row in advice.rows]
    assert chances == sorted(chances, key=lambda chance: -float(chance or 0))
    assert advice.rows[0][1] == pytest.approx(
        exact(Lockpick(code="5-2-3", key=6, attempts=4, fatigue=3, advise="422")).event("opened")
    )
    last = roll_of(code="4-5-6", attempts=1, fatigue=3, advise="4 4 4").listings[0]
    assert last.rows[0] == ("turn 4 to 5, turn 4 to 6, open", 1.0, 3.0)
    assert all(row[1] == 0 for row in last.rows[1:])
    shown = roll_of(code="1-2", key=6, attempts=1, advise="6 1 2").listings[0]
    assert shown.rows[0][0] == "show 6 (the key), open"


def test_advice_has_the_moves_of_the_published_example() -> None:
    """The check itself is replayed in tests/rulebook; here a player asks before each of its moves."""
    first = roll_of(code="5-2-3", key=6, attempts=4, fatigue=3, advise="4 2 2").listings[0]
    assert "turn 4 to 6 (the key), keep 2, roll two" in [row[0] for row in first.rows]
    second = roll_of(code="5-2-3", key=6, attempts=3, fatigue=1, advise="2 5 4", key_matched=True).listings[0]
    assert second.rows[0] == ("turn 4 to 3, open", 1.0, 1.0)


def test_the_matched_key_needs_no_die_any_more() -> None:
    first = roll_of(code="1-2", key=6, attempts=1, key_matched=True)
    ways = sum({1, 2} <= set(faces) for faces in product(range(1, 7), repeat=3))
    assert exact(Lockpick(code="1-2", key=6, attempts=1, key_matched=True)).event("opened") == pytest.approx(ways / 216)
    assert first.rulings == ()


def test_want_is_the_smallest_budget_and_the_fewest_attempts() -> None:
    roll = roll_of(code="3-5-6", attempts=3, fatigue=2, want=0.9)
    budget, attempts = roll.listings[0].rows
    assert budget[:2] == ("fatigue budget, 3 attempts", 3)
    assert budget[2] == pytest.approx(0.936641, abs=1e-6)
    expected = exact(Lockpick(code="3-5-6", attempts=3, fatigue=3)).mean("fatigue")
    assert budget[3] == pytest.approx(expected)
    assert attempts[1] == 4
    assert roll_of(code="3-5-6", attempts=0, fatigue=2, want=1).listings[0].rows[0][1:] == (None, None, None)


def test_no_attempt_no_chance() -> None:
    question = Lockpick(code="3-5-6", attempts=0, fatigue=1)
    assert exact(question).event("opened") == 0
    assert run(question, trials=1000).event_count("opened") == 0
    assert "the chance is 0" in question.roll(Box.shipped()).notes[0]


def test_attempts_are_sought_up_to_the_most_a_check_can_have() -> None:
    frugal = policy("frugal", Lock((3, 5, 6)))
    before, last, beyond = (frugal.chance(attempts, 0) for attempts in (19, 20, 21))
    for want, needed in ((before, 19), ((before + last) / 2, 20), ((last + beyond) / 2, None)):
        row = roll_of(code="3-5-6", attempts=1, policy="frugal", want=want).listings[0].rows[1]
        assert row[1] == needed


def test_the_most_fatigue_of_the_most_attempts_is_not_taken_for_locks_that_stayed_shut() -> None:
    ways = 216**20
    assert read(ways * OPENED - 13 * ways, 20) == (1, 13)


@pytest.mark.parametrize("text", ["3-5-6", "356", "3 5 6", "6,5,3"])
def test_a_code_is_written_in_any_order(text: str) -> None:
    assert read_lock(text, None) == Lock((3, 5, 6))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("3-5-7 --attempts 3", "7 is no digit of a lock"),
        ("0-5-6 --attempts 3", "0 is no digit of a lock"),
        ("3--6 --attempts 3", None),
        ("3-5-6-1 --attempts 3", "a fourth digit can only be a key"),
        ("3-5-6-1 --attempts 3 --key 2", "three dice cannot show more than 3 digits besides the key"),
        ("3-5 --attempts 3", "a code without a key has 3 digits"),
        ("3 --attempts 3 --key 1", "two or three besides the key"),
        ("3-5-6 --attempts -1", "at least 0"),
        ("3-5-6 --attempts 21", "at most 20"),
        ("3-5-6 --attempts 3 --fatigue 14", "13 spots"),
        ("3-5-6 --attempts 3 --key 7", "at most 6"),
        ("3-5-6 --attempts 3 --key-matched", "this code has no key"),
        ("3-5-6 --attempts 3 --advise 44", "three dice as they lie"),
        ("3-5-6 --attempts 3 --advise 4-4-7", "three dice as they lie"),
        ("3-5-6 --attempts 0 --advise 4-4-5", "no dice lie on the table"),
        ("3-5-6 --attempts 2 --advise 4-4-5 --policy greedy", "leave out --policy greedy"),
        ("3-5-6 --attempts 2 --policy lazy", "it must be optimal, greedy or frugal"),
        ("3-5-6", "--attempts is missing"),
        ("--attempts 2", "CODE is missing"),
    ],
)
def test_what_is_no_lock_is_refused(options: str, sentence: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(["betrayal", "lockpick", *options.split(), "--exact"])
    err = capsys.readouterr().err
    if sentence is None:
        assert code in (0, 2)
        return
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_policy_must_say_how_it_moves() -> None:
    with pytest.raises(NotImplementedError):
        Policy(Lock((1, 2, 3))).move(0, True, (1, 2, 3), 0)
    assert State((), True, 0) == Lock((1, 2, 3)).start
    for kind in (BadNotation, ImpossibleQuestion):
        assert issubclass(kind, ValueError)
