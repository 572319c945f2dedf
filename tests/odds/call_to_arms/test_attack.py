"""The attack: known values, enumeration written out, a second opinion, simulation against the exact answer."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.dice import Face, shipped_dice
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.rolling import CONTRADICTION, exact, run

SOLDIER = {"skill": 3, "attack": "[GREEN][RED] / [SWORDS]: Piercing (1)"}
WARHAMMER = {
    "skill": 5,
    "attack": "[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]",
    "armor": "[RED] (1) / [OBLIVION]: add [YELLOW]",
}
# Shipped dice; chance to hit, average damage, P(0), P(2 or more).
VALUES: dict[str, tuple[dict[str, Any], tuple[float, float, float, float]]] = {
    "no armor": (SOLDIER, (0.450000, 0.400000, 0.750000, 0.108333)),
    "black (1)": (SOLDIER | {"armor": "[BLACK] (1)"}, (0.450000, 0.236111, 0.849074, 0.061574)),
    "Power Attack": (
        SOLDIER | {"armor": "[BLACK] (1)", "with_": ("power-attack",)},
        (0.450000, 0.381944, 0.778704, 0.106250),
    ),
    "Precision Strike": (
        SOLDIER | {"armor": "[BLACK] (1)", "with_": ("precision-strike",)},
        (0.598611, 0.289776, 0.807793, 0.073958),
    ),
    "warhammer": (WARHAMMER, (0.500000, 0.618345, 0.698727, 0.179919)),
    "Attribute Test": (WARHAMMER | {"attribute_test": True}, (0.500000, 0.522569, 0.718750, 0.154514)),
}


@pytest.mark.parametrize(("asked", "values"), VALUES.values(), ids=VALUES.keys())
def test_known_values(asked: dict[str, Any], values: tuple[float, ...]) -> None:
    answer = exact(Attack(**asked))
    damage = answer.along("damage")
    found = answer.event("hit"), answer.mean("damage"), damage[0], damage[2:].sum()
    assert found == pytest.approx(values, abs=5e-7)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)


SIMULATED: dict[str, dict[str, Any]] = {name: asked for name, (asked, _) in VALUES.items()} | {
    "hero": WARHAMMER | {"skill": 9, "health": 2, "rank": "hero", "endurance": 5},
    "twelve dice": {
        "skill": 2, "modifier": 8, "attack": "gggyyyrrrkkk / [SWORDS]: Piercing (2) / [OBLIVION]: add [GREEN]",
        "armor": "gyyyrrrkk (2) / [SWORDS]: add [YELLOW]",
    },
    "converted damage": {
        "skill": 6, "attack": "[RED][BLACK] / [SWORDS]: add [YELLOW] (Fire) / [OBLIVION]: damage +2", "armor": "[RED]",
        "with_": ("resistance:fire", "weakness:fire"),
    },
    "bonus dice decide": {"skill": 3, "modifier": 1, "attack": "[RED][YELLOW] / [OBLIVION]: add [GREEN][GREEN][RED]"},
}  # fmt: skip


@pytest.mark.parametrize("asked", SIMULATED.values(), ids=SIMULATED.keys())
def test_every_cell_is_rolled_as_often_as_it_should_be(asked: dict[str, Any]) -> None:
    tally, answer = run(Attack(**asked), trials=4_000_000, seed=2), exact(Attack(**asked))
    for count, probability in zip(tally.counts.ravel(), answer.exact.ravel(), strict=True):
        assert z_score(int(count), tally.trials, float(probability)) < CONTRADICTION


def enumerated(
    skill: int, attack: str, armor: str, *, piercing: int, strong: int, is_skill_test: bool, modifier: int
) -> Counter[tuple[int, int, int, int]]:
    """Chances of damage, hit, critical and potion by every combination of faces; swords give the Piercing."""
    dice = shipped_dice()
    chances: Counter[tuple[int, int, int, int]] = Counter()
    for face in dice["white"].faces:
        critical = is_skill_test and "critical" in face.signs
        rolled = [dice[name].faces for name in attack.split()] + [dice["black"].faces] * critical
        blocked = [dice[name].faces for name in armor.split()]
        share = Fraction(1, 20 * 6 ** (len(rolled) + len(blocked)))
        for faces in product(*rolled, *blocked):
            shown, guard = faces[: len(rolled)], faces[len(rolled) :]
            score = max(face.number + modifier - sum(die.accuracy for die in shown), 1)
            potion = int("potion" in face.signs)
            if "failure" in face.signs or score > skill:
                chances[0, 0, 0, potion] += share
                continue
            stars, held = number(shown), number(guard)
            pierced = piercing if any("swords" in die.signs for die in shown) else 0
            damage = max(stars - max(held - pierced, min(held, strong)), 0)
            chances[damage, 1, int(critical), potion] += share
    return chances


def number(faces: tuple[Face, ...]) -> int:
    return sum(face.number for face in faces)


ENUMERATED: dict[str, dict[str, Any]] = {
    "no armor": {"skill": 3, "attack": "green red", "armor": ""},
    "armor": {"skill": 3, "attack": "green red", "armor": "black", "strong": 1},
    "Attribute Test": {"skill": 7, "attack": "black yellow", "armor": "red", "is_skill_test": False, "piercing": 2},
    "penalty": {"skill": 2, "attack": "green black", "armor": "yellow", "modifier": 3},
}


@pytest.mark.parametrize("asked", ENUMERATED.values(), ids=ENUMERATED.keys())
def test_the_exact_answer_is_the_enumeration(asked: dict[str, Any]) -> None:
    asked = {"piercing": 1, "strong": 0, "is_skill_test": True, "modifier": 0} | asked
    chances = enumerated(**asked)
    assert sum(chances.values()) == 1
    answer = exact(
        Attack(
            skill=asked["skill"],
            attack=f"{asked['attack']} / [SWORDS]: Piercing ({asked['piercing']})",
            armor=f"{asked['armor']} ({asked['strong']})" if asked["strong"] else asked["armor"],
            attribute_test=not asked["is_skill_test"],
            modifier=asked["modifier"],
            choose="swords",
        )
    )
    found = answer.exact.sum(axis=(4, 5))
    assert found == pytest.approx(
        np.array([float(chances[place]) for place in np.ndindex(found.shape)]).reshape(found.shape)
    )


def test_icepool_is_of_the_same_opinion() -> None:
    dice = shipped_dice()

    def die(name: str) -> icepool.Die[int]:
        return icepool.Die(range(len(dice[name].faces)))

    def damage(skill: int, green: int, red: int, critical: int, armor: int) -> int:
        face = dice["white"].faces[skill]
        if "failure" in face.signs or face.number - dice["green"].faces[green].accuracy > 3:
            return 0
        shown = [dice["red"].faces[red]] + [dice["black"].faces[critical]] * ("critical" in face.signs)
        held = dice["black"].faces[armor].number
        pierced = any("swords" in face.signs for face in shown)
        return max(sum(face.number for face in shown) - max(held - pierced, min(held, 1)), 0)

    opinion = icepool.map(damage, die("white"), die("green"), die("red"), die("black"), die("black"))
    ours = exact(Attack(**SOLDIER, armor="[BLACK] (1)")).along("damage")
    theirs = [float(opinion.probability(outcome)) for outcome in range(len(ours))]
    assert ours == pytest.approx(theirs, abs=1e-12)


# Shipped dice, seed 1, 10 000 trials: any change is a change of what a seed rolls.
GOLDEN: dict[str, list[int]] = {
    "black (1)": [8484, 876, 462, 112, 56, 10],
    "Power Attack": [7782, 1162, 636, 299, 83, 30, 8],
    "Precision Strike": [8087, 1169, 566, 112, 56, 10],
    "warhammer": [7054, 1147, 861, 605, 243, 61, 20, 9, 0],
    "hero": [5057, 2017, 1471, 984, 381, 61, 20, 9, 0],
    "twelve dice": [9885, 18, 29, 23, 15, 16, 6, 5, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0],
    "converted damage": [5301, 917, 1565, 1106, 705, 303, 76, 20, 7, 0, 0],
    "bonus dice decide": [7887, 873, 636, 354, 162, 66, 22, 0, 0],
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_seed_rolls_what_it_rolled(name: str) -> None:
    assert run(Attack(**SIMULATED[name]), trials=10_000).counts_along("damage").tolist() == GOLDEN[name]


@pytest.mark.parametrize("skill", range(-2, 13))
def test_a_test_succeeds_on_the_faces_up_to_the_attribute(skill: int) -> None:
    attribute = min(max(skill, 1), 10)
    faces = shipped_dice()["white"].faces
    passing = [face for face in faces if "failure" not in face.signs and face.number <= attribute]
    assert exact(Attack(skill=skill, attack="[RED]")).event("hit") == pytest.approx(len(passing) / 20)


@pytest.mark.parametrize("modifier", [-99, -10, -1, 0, 1, 8, 9, 99])
def test_a_failure_fails_and_a_critical_counts_as_one_whatever_the_modifier(modifier: int) -> None:
    answer = exact(Attack(skill=5, attack="[RED]", modifier=modifier))
    assert answer.event("hit") <= 0.9 + 1e-12
    assert answer.event("critical") == pytest.approx(0.1 if 1 + modifier <= 5 else 0)
    assert answer.event("potion") == pytest.approx(0.1)


@pytest.mark.parametrize("attack", ["[RED]", "[GREEN][RED] / [SWORDS]: add [GREEN] / [OBLIVION]: Piercing (1)"])
def test_a_penalty_of_two_is_an_attribute_of_two_less(attack: str) -> None:
    penalty = run(Attack(skill=8, modifier=2, attack=attack, armor="[RED]"), trials=20_000)
    less = run(Attack(skill=6, attack=attack, armor="[RED]"), trials=20_000)
    assert (penalty.counts == less.counts).all()


def test_an_attack_without_dice_does_no_damage() -> None:
    answer = exact(Attack(skill=5, attack=""))
    assert answer.along("damage")[0] == pytest.approx(0.9 + 0.1 * 3 / 6)  # a Critical still adds its die
    assert exact(Attack(skill=5, attack="none", attribute_test=True)).along("damage").tolist() == pytest.approx([1])
