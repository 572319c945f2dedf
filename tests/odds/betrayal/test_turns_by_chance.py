"""Rounds whose track depends on the dice, against every face of every die of every engage."""

import copy
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tamriel_odds.odds.betrayal import turns_by_chance
from tamriel_odds.odds.betrayal.track import LIGHT, OVER, Track
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.betrayal.turns_by_chance import ChanceTurnsRoll
from tamriel_odds.odds.dice import read_faces, shipped_dice, with_faces
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run

# Damage and mark of each face; all dice are physical, or magical where the damage of two comes with backlash.
WRECKING = [(0, ""), (2, ""), (2, ""), (3, "strain"), (3, "strain"), (3, "strain")]
COMBAT = [(0, ""), *4 * [(1, "")], (2, "")]
SHOCK = [(2, ""), (2, ""), (2, ""), (4, "backlash"), (0, ""), (0, "backlash")]
DRAINER = [(0, ""), (0, ""), (4, ""), (4, ""), (5, "drain"), (5, "drain")]
FACES = {"wrecking-blow": WRECKING, "combat": COMBAT, "force-shock": SHOCK, "onslaught": DRAINER}


class Table:
    """An adventurer at the table, copied for every roll there can be."""

    def __init__(self, dice: list[str], limit: int, cooldown: int, engages: int, defense: int, health: int) -> None:
        self.track, self.ready, self.order = Track(), list(dice), list(dict.fromkeys(dice))
        self.limit, self.cooldown, self.engages, self.defense, self.health = limit, cooldown, engages, defense, health

    def rounds(self, number: int, last: int) -> Counter[int]:
        """The damage of the rounds from `number` on: ways, each weighed by the rolls it took."""
        if number > last:
            return Counter({0: Fraction(1)})  # type: ignore[dict-item]
        if number >= 6 and self.health > 0:
            self.track.tire(OVER)
            self.health -= self.track.overfatigue
        if self.health <= 0:
            return Counter({0: Fraction(1)})  # type: ignore[dict-item]
        self.ready += self.track.recover(self.cooldown)
        self.ready.sort(key=self.order.index)
        return self.turn(0, number, last)

    def turn(self, engaged: int, number: int, last: int) -> Counter[int]:
        dice = self.ready[: self.limit]
        if engaged == self.engages or not dice or self.health <= 0:
            return self.rounds(number + 1, last)
        total: Counter[int] = Counter()
        rolls = list(product(*(FACES[die] for die in dice)))
        for faces in rolls:
            then = copy.deepcopy(self)
            then.track.tire(LIGHT, 1 if engaged else 0)
            for die, (_, mark) in zip(dice, faces, strict=True):
                then.ready.remove(die)
                then.track.tire(LIGHT, 2 if mark == "strain" else 0)
                if mark != "drain":
                    then.track.exhaust([die])
                then.health -= mark == "backlash"
            dealt = max(sum(damage for damage, _ in faces) - self.defense, 0)
            for later, share in then.turn(engaged + 1, number, last).items():
                total[dealt + later] += Fraction(share) / len(rolls)  # type: ignore[assignment]
        return total


@pytest.mark.parametrize(
    ("dice", "options"),
    [
        (["wrecking-blow"], {"stamina": 1, "cooldown": 1, "rounds": 4}),
        (["wrecking-blow", "wrecking-blow"], {"stamina": 1, "cooldown": 2, "rounds": 2, "engages": 2, "defense": 1}),
        (["wrecking-blow", "combat"], {"stamina": 2, "cooldown": 2, "rounds": 2}),
        (["force-shock"], {"stamina": 0, "magicka": 1, "cooldown": 1, "rounds": 7, "health": 2}),
    ],
)
def test_the_damage_is_that_of_every_face(dice: list[str], options: dict[str, Any]) -> None:
    question = build(Turns, {"dice": ", ".join(dice), **options})
    limit = options["stamina"] or options["magicka"]
    table = Table(
        dice,
        limit,
        options["cooldown"],
        options.get("engages", 1),
        options.get("defense", 0),
        options.get("health", 99),
    )
    wanted = table.rounds(1, options["rounds"])
    answer = exact(question)
    for damage, share in enumerate(answer.exact):
        assert share == pytest.approx(float(wanted[damage]), abs=1e-12)
    assert sum(wanted.values()) == 1
    assert largest_z(run(question, trials=100_000), answer) < 4.5
    mean = sum(float(row[4] or 0) for row in answer.roll.listings[0].rows)
    assert mean == pytest.approx(answer.mean("damage"))


def test_drained_dice_do_not_return() -> None:
    dice = {**shipped_dice(), "onslaught": with_faces(shipped_dice()["onslaught"], "2xT 2x4 2x5+drain")}
    question = Turns(dice="onslaught", stamina=1, cooldown=1, rounds=3)
    wanted = Table(["onslaught"], 1, 1, 1, 0, 99).rounds(1, 3)
    answer = exact(question, box=Box(dice))
    assert answer.exact.tolist() == pytest.approx([float(wanted[damage]) for damage in range(len(answer.exact))])
    assert largest_z(run(question, box=Box(dice), trials=100_000), answer) < 4.5


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "2 wrecking blow, 3 combat", "stamina": 2, "cooldown": 2, "rounds": 8, "engages": 2},
        {"dice": "3 wrecking blow, 3 combat", "stamina": 3, "cooldown": 3, "rounds": 9, "defense": 2, "health": 6},
        {
            "dice": "2 force shock, elemental rage, combat",
            "stamina": 1,
            "magicka": 2,
            "cooldown": 2,
            "engages": 2,
            "health": 3,
        },
    ],
)
def test_simulated_agrees_with_exact(options: dict[str, Any]) -> None:
    question = build(Turns, options)
    assert largest_z(run(question, trials=100_000), exact(question)) < 4.5


def test_rulings_and_what_is_expected_of_each_round() -> None:
    roll = Turns(dice="wrecking blow, combat", stamina=2, cooldown=2, rounds=7, health=9).roll(Box.shipped())
    assert isinstance(roll, ChanceTurnsRoll)
    assert roll.rulings == ("combat-counts-toward-stamina", "strain-is-light-fatigue")
    rows = roll.listings[0].rows
    # Half of the Blows cost 2 light fatigue.
    assert rows[0] == pytest.approx((1, 2, 1, 2, 19 / 6, 1, 0, 0))
    assert [row[7] for row in rows] == pytest.approx([0, 0, 0, 0, 0, 1, 3])


def test_the_best_number_of_engages_can_be_fewer() -> None:
    """A second engage costs the fatigue that keeps the dice of later turns in the track."""
    options = {"dice": "2 wrecking blow, 2 combat", "stamina": 3, "cooldown": 2, "rounds": 5}
    listing = build(Turns, {**options, "engages": 2}).roll(Box.shipped()).listings[1]
    assert listing.name == "engages"
    assert [row[0] for row in listing.rows] == [1, 2]  # four dice are rolled in two engages
    for engages, mean, *_ in listing.rows:
        assert mean == pytest.approx(exact(build(Turns, {**options, "engages": engages})).mean("damage"))
    assert float(listing.rows[0][1] or 0) > float(listing.rows[1][1] or 0)
    assert listing.title.endswith("most damage with 1")


def test_engages_are_not_compared_where_one_has_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    # One engage a turn comes to 26 states here, two to 14.
    monkeypatch.setattr(turns_by_chance, "MOST_STATES", 20)
    question = Turns(dice="2 wrecking blow, 2 combat", stamina=3, cooldown=2, rounds=5, engages=2)
    assert [listing.name for listing in question.roll(Box.shipped()).listings] == ["rounds"]


def test_what_has_too_many_states_is_rolled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_by_chance, "MOST_STATES", 1)
    question = Turns(dice="2 wrecking blow", stamina=2, cooldown=2, rounds=3)
    with pytest.raises(ImpossibleQuestion, match="no exact answer"):
        exact(question)
    tally = run(question, trials=5000)
    assert tally.roll.listings == ()
    assert tally.mean("damage") > 8


def test_faces_of_the_test_are_those_of_the_dice() -> None:
    for name, faces in FACES.items():
        if name != "onslaught":
            text = " ".join("+".join(filter(None, [str(n or "blank"), mark])) for n, mark in faces)
            mine = sorted((face.number, face.signs) for face in read_faces(text))
            assert mine == sorted((face.number, face.signs) for face in shipped_dice()[name].faces)
