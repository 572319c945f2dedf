"""Chests, doors and ammunition against fractions, attempt by attempt."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.locks import Ammunition, Chest, Door
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName, WrongInput
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.rulings import rulings

WHITE, GREEN = shipped_dice()["white"].faces, shipped_dice()["green"].faces
FACE = Fraction(1, 20)


def cards(question: Question) -> dict[int, float]:
    answer = exact(question)
    return {number: float(share) for number, share in enumerate(answer.along("cards")) if share}


def chances(attribute: int, modifier: int, green: int = 0) -> tuple[Fraction, Fraction, Fraction]:
    """One attempt at a lock: a Trap, a Critical, another success."""
    trap = critical = success = Fraction()
    dice = GREEN if green else GREEN[:1]
    for face in WHITE:
        for die in dice:
            share = FACE / len(dice)
            score = max(face.number + modifier - (die.accuracy if green else 0), 1)
            if "failure" in face.signs:
                trap += share
            elif "critical" in face.signs:
                critical += share
            elif score <= attribute:
                success += share
    return trap, critical, success


@pytest.mark.parametrize(("attribute", "modifier", "green"), [(4, 2, 0), (4, 2, 1), (1, 5, 0), (9, 0, 1), (3, 4, 1)])
@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_a_locked_chest_attempt_by_attempt(attribute: int, modifier: int, green: int, attempts: int) -> None:
    question = Chest(lockpicking=attribute, complexity=modifier, green=green, attempts=attempts)
    trap, critical, success = chances(attribute, modifier, green)
    shut = 1 - trap - critical - success
    tries = sum((shut**number for number in range(attempts)), Fraction())
    assert cards(question) == pytest.approx(
        {0: float(shut**attempts), 1: float((trap + success) * tries), 2: float(critical * tries)}
    )
    answer = exact(question)
    assert answer.event("opened") == pytest.approx(float(1 - shut**attempts))
    assert answer.event("trap") == pytest.approx(float(trap * tries))
    assert answer.event("critical") == pytest.approx(float(critical * tries))
    spent = [shut**number * (1 - shut) for number in range(attempts - 1)] + [shut ** (attempts - 1)]
    assert answer.along("attempts").tolist() == pytest.approx([float(share) for share in spent])


def test_a_lock_may_be_forced_with_strength() -> None:
    assert cards(Chest(strength=5, resistance=3)) == cards(Chest(lockpicking=5, complexity=3))


def test_an_unlocked_chest_always_gives_a_card_and_a_trap_on_a_failure() -> None:
    answer = exact(Chest())
    assert cards(Chest()) == {1: 1.0}
    assert answer.event("trap") == pytest.approx(0.1)
    assert "critical" not in answer.outcomes.events


def test_treasure_hunter_draws_one_more_but_not_of_a_master_chest() -> None:
    asked = {"lockpicking": 4, "complexity": 2}
    plain = cards(Chest(**asked))
    assert cards(Chest(**asked, with_=("treasure-hunter",))) == {n + 1 if n else 0: p for n, p in plain.items()}
    assert cards(Chest(**asked, with_=("treasure-hunter",), master=True)) == plain
    assert cards(Chest(with_=("treasure-hunter",))) == {2: 1.0}


@pytest.mark.parametrize(("complexity", "expert", "left"), [(4, 2, 2), (2, 2, 1), (1, 5, 1), (0, 3, 0)])
def test_expert_locks_leave_a_complexity_of_one(complexity: int, expert: int, left: int) -> None:
    lowered = Chest(lockpicking=4, complexity=complexity, with_=(f"expert-locks:{expert}",))
    assert cards(lowered) == cards(Chest(lockpicking=4, complexity=left))


def test_locksmith_adds_a_green_die() -> None:
    asked = {"lockpicking": 3, "complexity": 2}
    assert cards(Chest(**asked, with_=("locksmith",))) == cards(Chest(**asked, green=1))
    assert exact(Door(lockpicking=3, with_=("locksmith",))).event("opened") == pytest.approx(
        exact(Door(lockpicking=3, green=1)).event("opened")
    )


def test_imperial_luck_is_spent_at_the_first_attempt() -> None:
    certain = exact(Chest(lockpicking=4, complexity=3, with_=("imperial-luck",)))
    assert certain.event("opened") == 1
    assert certain.event("critical") == 0
    # 1 + 4 is too high: the second attempt rolls.
    second = exact(Chest(lockpicking=4, complexity=4, attempts=2, with_=("imperial-luck",)))
    assert second.event("opened") == pytest.approx(exact(Chest(lockpicking=4, complexity=4)).event("opened"))


@pytest.mark.parametrize("attempts", [1, 3])
def test_a_door_opens_stays_locked_or_ends_the_move(attempts: int) -> None:
    answer = exact(Door(lockpicking=3, modifier=1, attempts=attempts))
    opened, ended = Fraction(4, 20), Fraction(2, 20)
    shut = 1 - opened
    by_end = dict(zip(answer.outcomes.axis("end").values, answer.along("end"), strict=True))
    before = shut ** (attempts - 1)
    assert by_end == pytest.approx(
        {
            "open": float(1 - shut**attempts),
            "locked": float(before * (shut - ended)),
            "move ended": float(before * ended),
        }
    )


def test_a_wax_key_opens_any_door() -> None:
    assert exact(Door(lockpicking=1, modifier=9, with_=("wax-key",))).event("opened") == 1


def test_ammunition_is_lost_on_a_failure_after_each_shot() -> None:
    answer = exact(Ammunition(shots=6))
    left = Fraction(9, 10)
    shots = [left**n * (1 - left) for n in range(5)] + [left**5]
    assert answer.along("shots").tolist() == pytest.approx([float(share) for share in shots])
    assert answer.event("gone") == pytest.approx(float(1 - left**6))
    assert exact(Ammunition(with_=("hunters-discipline",))).event("gone") == 0


@pytest.mark.parametrize(
    "question",
    [
        Chest(),
        Chest(lockpicking=4, complexity=2, attempts=6, with_=("locksmith",)),
        Chest(strength=6, resistance=4, green=3, attempts=2, with_=("treasure-hunter", "imperial-luck")),
        Door(lockpicking=3, green=2, attempts=4),
        Ammunition(shots=12),
        Ammunition(shots=3, with_=("hunters-discipline",)),
    ],
    ids=lambda question: question.command_line(),
)
def test_rolled_and_enumerated_agree(question: Question) -> None:
    tally = run(question, trials=200_000, seed=5)
    assert tally.counts.sum() == 200_000
    assert largest_z(tally, exact(question)) <= CONTRADICTION
    assert set(question.roll(Box.shipped()).rulings) <= set(rulings())


@pytest.mark.parametrize(
    ("kind", "given", "error", "sentence"),
    [
        (Chest, {"lockpicking": 4}, ImpossibleQuestion, "a locked chest has a Complexity Rating; give --complexity N"),
        (Chest, {"strength": 4}, ImpossibleQuestion, "a locked chest has a Resistance Rating; give --resistance N"),
        (Chest, {"complexity": 2}, ImpossibleQuestion, "give --lockpicking N or --strength N"),
        (Chest, {"lockpicking": 4, "strength": 4}, ImpossibleQuestion, "a lock is picked or forced"),
        (Chest, {"lockpicking": 4, "resistance": 4}, ImpossibleQuestion, "give --complexity N"),
        (Chest, {"strength": 4, "complexity": 4}, ImpossibleQuestion, "give --resistance N"),
        (Chest, {"with_": ("locksmith",)}, ImpossibleQuestion, "that is for picking a lock; give --lockpicking N"),
        (Chest, {"with_": ("lock-smith",)}, UnknownName, "did you mean 'locksmith'?"),
        (Chest, {"with_": ("ladder",)}, ImpossibleQuestion, "ladder belongs to climb, not to chest"),
        (Chest, {"complexity": 2, "resistance": 2}, ImpossibleQuestion, "a lock is picked or forced"),
        (Door, {}, ImpossibleQuestion, "give --lockpicking N"),
        (Door, {"lockpicking": 400}, ImpossibleQuestion, "--lockpicking 400"),
        (Ammunition, {"with_": ("imperial-luck",)}, ImpossibleQuestion, "no Test"),
        (Ammunition, {"shots": 0}, ImpossibleQuestion, "--shots 0"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    kind: type[Question], given: dict[str, Any], error: type[WrongInput], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        build(kind, given).roll(Box.shipped())
    assert sentence in str(refused.value)


def test_a_unit_picks_forces_or_opens_with_what_its_card_says(card: Callable[..., None]) -> None:
    card("shadow", (), perks=("Expert Locks (2)", "Locksmith", "Treasure Hunter"))
    helped = Chest(lockpicking=4, complexity=3, with_=("expert-locks:2", "locksmith", "treasure-hunter"))
    assert cards(Chest(unit="tester", complexity=3)) == cards(helped)
    assert cards(Chest(unit="tester", resistance=3)) == cards(
        Chest(strength=4, resistance=3, with_=("treasure-hunter",))
    )
    assert cards(Chest(unit="tester")) == {2: 1.0}
    said = "Tester: applied locksmith, expert-locks, treasure-hunter"
    assert {said, "Tester has Agility 4"} <= set(Chest(unit="tester", complexity=3).roll(Box.shipped()).notes)
    assert "Tester: applied treasure-hunter" in Chest(unit="tester").roll(Box.shipped()).notes
    assert exact(Door(unit="tester")).event("opened") == exact(Door(lockpicking=4, green=1)).event("opened")


def test_a_unit_without_the_skill_forces_locks_only(card: Callable[..., None]) -> None:
    card("might", ())
    with pytest.raises(ImpossibleQuestion, match="Tester has not the Skill Lockpicking that picking a lock asks for"):
        cards(Chest(unit="tester", complexity=3))
    with pytest.raises(ImpossibleQuestion, match="Tester has not the Skill Lockpicking"):
        exact(Door(unit="tester"))
    card("might", (), perks=("Wax Key", "Hunter's Discipline"))
    assert exact(Door(unit="tester")).event("opened") == 1
    assert exact(Ammunition(unit="tester")).event("gone") == 0
