"""An enemy's turn against every roll of its dice, one chip at a time."""

from itertools import product
from typing import Any

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.enemy_turn import EnemyTurn
from tamriel_odds.odds.betrayal.enemy_turn_roll import EnemyTurnRoll, Unit, read_party
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, largest_z, run

ENEMY = (0, 1, 1, 1, 1, 2)


def suffer(damage: int, health: int, bonus: int, prevents: list[int], is_true: bool) -> tuple[int, int, int]:
    """HP, bonus HP and dice left, damage dealt point by point."""
    while damage and prevents and not is_true:
        die = prevents.pop(0)
        while die and damage:
            die, damage = die - 1, damage - 1
    for _ in range(damage):
        if bonus and not is_true:
            bonus -= 1
        elif health:
            health -= 1
    return health, bonus, len(prevents)


@pytest.mark.parametrize("is_true", [False, True])
@pytest.mark.parametrize(
    ("party", "targets", "priority", "order"),
    [
        ([("A", 5, 0, []), ("B", 3, 2, [2, 1])], 2, "weakest", ["B", "A"]),
        ([("A", 3, 0, [1, 1, 1, 1]), ("B", 3, 9, []), ("C", 2, 0, [])], 2, "strongest", ["A", "B"]),
        ([("A", 3, 0, []), ("B", 3, 9, [])], 1, "weakest", ["A"]),
        ([("A", 1, 1, [3])], 20, "strongest", ["A"]),
    ],
)
def test_the_answer_is_that_of_every_roll(
    party: list[tuple[str, int, int, list[int]]], targets: int, priority: Any, order: list[str], is_true: bool
) -> None:
    text = ", ".join(
        f"{name} {hp}+{bonus}" + (f" prevents {' '.join(map(str, dice))}" if dice else "")
        for name, hp, bonus, dice in party
    )
    question = EnemyTurn(combat=3, party=text, targets=targets, priority=priority, true_damage=is_true)
    answer = exact(question)
    assert isinstance(answer.roll, EnemyTurnRoll)
    assert [unit.name for unit in answer.roll.targets] == order
    units = {name: (hp, bonus, dice) for name, hp, bonus, dice in party}
    rolls = [sum(faces) for faces in product(ENEMY, repeat=3)]
    defeats: dict[str, int] = dict.fromkeys(order, 0)
    lost_by_roll = []
    for damage in rolls:
        lost = 0
        for name in order:
            hp, bonus, dice = units[name]
            left = suffer(damage, hp, bonus, list(dice), is_true)
            lost += hp - left[0]
            defeats[name] += left[0] == 0
            after = answer.roll._after[damage][order.index(name)]
            assert (after.health, after.bonus, len(after.prevents)) == left
        lost_by_roll.append(lost)
    for name in order:
        assert answer.event(f"{name} defeated") == pytest.approx(defeats[name] / len(rolls))
    assert answer.mean("lost") == pytest.approx(sum(lost_by_roll) / len(rolls))
    assert answer.mean("damage") == pytest.approx(3.0)
    assert largest_z(run(question, trials=50_000), answer) < 4.5


def test_more_than_six_dice_there_are_not() -> None:
    roll = EnemyTurn(combat=8, party="9").roll(Box.shipped())
    assert len(roll.rolled) == 6
    assert "the box has 6" in roll.notes[0]
    assert exact(EnemyTurn(combat=6, party="20")).mean("damage") == pytest.approx(6.0)
    assert exact(EnemyTurn(combat=0, party="20")).mean("lost") == 0


def test_what_is_left_is_listed_for_every_roll() -> None:
    roll = EnemyTurn(combat=1, party="Lydia 5, Aela 4+1 prevents 1", targets=2).roll(Box.shipped())
    (listing,) = roll.listings
    assert listing.columns == ("damage", "Aela HP", "Aela bonus HP", "Aela dice", "Lydia HP")
    assert listing.rows == ((0, 4, 1, 1, 5), (1, 4, 1, 0, 4), (2, 4, 0, 0, 3))
    assert set(roll.outcomes.events) == {"any defeated", "Aela defeated", "Lydia defeated", "all targets defeated"}


def test_rulings_are_named_where_they_matter() -> None:
    assert EnemyTurn(combat=1, party="5, 5").roll(Box.shipped()).rulings == ("ties-to-the-first",)
    assert EnemyTurn(combat=1, party="5 prevents 2").roll(Box.shipped()).rulings == ("prevented-too-much-is-lost",)
    assert EnemyTurn(combat=1, party="5 prevents 2", true_damage=True).roll(Box.shipped()).rulings == ()


def test_a_party_as_one_writes_it() -> None:
    assert read_party("Ja'Kar the 2nd 4 + 1 prevents 3") == (Unit("Ja'Kar the 2nd", 4, 1, (3,)),)


@pytest.mark.parametrize(
    ("party", "sentence"),
    [
        ("Lydia", "'Lydia' is no unit"),
        ("5,", "'' is no unit"),
        ("Lydia 0", "no HP left"),
        ("5 prevents 1 1 1 1 1", "4 active slots"),
        ("5 prevents 0", "is no unit"),
        ("Lydia 5, Lydia 4", "two units 'Lydia'"),
    ],
)
def test_what_is_no_party_is_refused(party: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "enemy-turn", "--combat", "2", "--party", party]) == 2
    assert sentence in capsys.readouterr().err
