"""Attacks on one target: known values, what is carried over, exact against simulated, what is refused."""

from typing import Any

import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.activation import Activation
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run

EVERY: dict[str, Any] = {
    "skill": 4, "attack": "[GREEN][RED] / [SWORDS]: Piercing (1)", "armor": "[RED]", "health": 4,
}  # fmt: skip
ACTIVATIONS: dict[str, dict[str, Any]] = {
    "one": {},
    "two weapons": {"attack": "[GREEN][RED] /// [YELLOW]", "activations": 3},
    "a boost and a token": {"with": ("power-attack", "block-token"), "stamina": 2, "activations": 3},
    "several attackers": {"then": ("[BLACK][RED] / Follow-Up", "gr"), "rank": "hero", "endurance": 6},
    "a token spent": {"block": "spend", "block-dice": "[RED]", "block-skill": 5},
    "boosts that are better": {
        "block": "best", "block-dice": "none", "block-skill": 5, "boosts": "when-better", "stamina": 3,
        "activations": 4,
    },
}  # fmt: skip


def activation(**given: Any) -> Activation:
    return build(Activation, EVERY | {name.replace("_", "-"): value for name, value in given.items()})


def test_one_attack_is_that_of_the_attack_command() -> None:
    alone = exact(build(Attack, EVERY))
    answer = exact(activation())
    assert answer.along("damage") == pytest.approx(alone.along("damage"), abs=1e-12)
    assert answer.event("removed") == pytest.approx(alone.event("removed"), abs=1e-12)


def test_two_attacks_that_leave_nothing_behind_add_up() -> None:
    alone = exact(build(Attack, EVERY | {"health": 99})).along("damage")
    answer = exact(activation(health=99, activations=2)).along("damage")
    assert answer == pytest.approx(np.convolve(alone, alone), abs=1e-12)


def test_a_second_weapon_is_harder_to_hit_with() -> None:
    alone = exact(build(Attack, EVERY | {"health": 99})).along("damage")
    second = exact(build(Attack, EVERY | {"health": 99, "attack": "[YELLOW]", "with": ("secondary-weapon",)}))
    answer = exact(activation(health=99, attack=f"{EVERY['attack']} /// [YELLOW]")).along("damage")
    assert answer == pytest.approx(np.convolve(alone, second.along("damage")), abs=1e-12)


def test_stamina_is_spent_and_one_comes_back() -> None:
    answer = exact(activation(**{"with": ("power-attack",)}, stamina=1, activations=3, health=99))
    assert answer.along("stamina-spent") == pytest.approx([0, 0, 0, 1], abs=1e-12)
    twice = {"with": ("power-attack", "precision-strike"), "stamina": 2, "activations": 2, "health": 99}
    # Two of 2 in the first activation; one is back in the second, enough for one Boost. A Potion can add another.
    spent = exact(activation(**twice)).along("stamina-spent")
    assert spent[:3] == pytest.approx([0, 0, 0], abs=1e-12)
    assert spent[3] > 0.8


def test_a_follow_up_grants_no_other() -> None:
    roll = activation(attack="[GREEN][RED] / Follow-Up").roll(Box.shipped())
    assert [turn.is_follow_up for turn in roll.plan] == [False, True]
    limited = exact(activation(attack="[GREEN][RED] / Follow-Up", health=99))
    alone = exact(build(Attack, EVERY | {"attack": "[GREEN][RED]", "health": 99}))
    damage, hit = alone.along("damage"), alone.event("hit")
    missed = np.zeros(len(damage))
    missed[0] = 1 - hit
    expected = np.convolve(damage - missed, damage)
    expected[: len(missed)] += missed
    assert limited.along("damage") == pytest.approx(expected, abs=1e-12)


def test_a_shot_is_boosted_as_a_shot() -> None:
    shot = {"attack": '10" [GREEN][RED]', "boosts": "always", "stamina": 3}
    roll = activation(**shot).roll(Box.shipped())
    aimed = exact(build(Attack, EVERY | {"attack": shot["attack"], "with": ("aimed-shot",)}))
    assert exact(activation(**shot)).along("damage") == pytest.approx(aimed.along("damage"), abs=1e-12)
    assert set(roll.costs) == {0, 1}


def test_what_a_fight_does_not_follow_is_said() -> None:
    notes = activation(attack="[RED] (Force) / Bleed").roll(Box.shipped()).notes
    assert "a fight does not follow Bleed (give --endurance N), Force" in notes


def test_a_fire_burns_on_between_activations() -> None:
    """Of 3 Health 2 damage and the fire are the end, 1 damage and the fire leave 1: any damage is then the end."""
    first, then = (activation(attack="[RED] (Fire)", health=3, activations=times) for times in (1, 2))
    damage = exact(activation(attack="[RED]", health=3)).along("damage")
    assert exact(first).along("damage") == pytest.approx(damage, abs=1e-12)
    removed = damage[2:].sum() + damage[1] * damage[1:].sum() + damage[0] * damage[3:].sum()
    assert exact(then).event("removed") == pytest.approx(removed, abs=1e-12)


def test_a_staggered_target_recovers_between_activations() -> None:
    roll = activation(**{"with": ("target-staggered",)}, activations=2, health=99).roll(Box.shipped())
    first = exact(build(Attack, EVERY | {"health": 99, "with": ("target-staggered",)})).along("damage")
    then = exact(build(Attack, EVERY | {"health": 99})).along("damage")
    damage = roll.exact()
    assert damage is not None
    assert damage.sum(axis=(1, 2, 3)) == pytest.approx(np.convolve(first, then), abs=1e-12)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_exact_and_simulated_agree(name: str) -> None:
    question = build(Activation, EVERY | ACTIVATIONS[name])
    answer, counted = exact(question), run(question, trials=1 << 18, seed=5)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert largest_z(counted, answer) < CONTRADICTION


TOKENS: dict[str, dict[str, Any]] = {
    "Fire": {"attack": "[GREEN][RED] (Fire)"},
    "Bleed": {"attack": "[GREEN][RED] / Bleed, Follow-Up", "endurance": 4, "health": 5},
    "Poison": {"attack": "[GREEN][RED] / Poison", "rank": "hero", "endurance": 7},
    "Incapacitate and Fire": {"attack": "[GREEN][RED] (Fire) / Incapacitate", "endurance": 5, "health": 5},
}


@pytest.mark.parametrize("name", TOKENS)
def test_tokens_of_the_target_agree(name: str) -> None:
    question = build(Activation, EVERY | {"activations": 3} | TOKENS[name])
    answer, counted = exact(question), run(question, trials=1 << 18, seed=5)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert largest_z(counted, answer) < CONTRADICTION


def test_how_many_attacks_until_it_is_removed() -> None:
    roll = activation(health=1, activations=2).roll(Box.shipped())
    by_attack, until = roll.listings
    alone = exact(build(Attack, EVERY | {"health": 1})).event("removed")
    assert by_attack.rows == ((1, pytest.approx(alone)), (2, pytest.approx(1 - (1 - alone) ** 2)))
    for chance, attacks, activations in until.rows:
        assert isinstance(chance, float)
        assert isinstance(attacks, int)
        assert 1 - (1 - alone) ** (attacks - 1) < chance <= 1 - (1 - alone) ** attacks
        assert activations == attacks
    assert activation(health=90).roll(Box.shipped()).listings[1].rows[2] == (0.99, None, None)


def test_more_boosts_never_remove_less() -> None:
    shares = [
        exact(activation(stamina=stamina, boosts="always", activations=3)).event("removed") for stamina in (0, 1, 2, 3)
    ]
    assert shares == sorted(shares)


def test_the_counts_of_a_seed_stay() -> None:
    counted = run(activation(**{"with": ("power-attack", "block-token")}, stamina=2, activations=3), trials=10_000)
    assert counted.counts_along("damage").tolist()[: len(GOLDEN)] == GOLDEN


GOLDEN = [4451, 2522, 1532, 847, 438, 157, 42, 7, 2, 2]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"health": None}, "give --health N"),
        ({"attack": None}, "name an attacker or give --attack"),
        ({"weapon": "melee"}, "--weapon and --wear belong to an attacker"),
        ({"with": ("power-attack",)}, "--with power-attack: Boosts cost Stamina; give --stamina N"),
        ({"boosts": "always"}, "--boosts always: Boosts cost Stamina; give --stamina N"),
        ({"then": ("Nobody",)}, "--then: 'Nobody' is no unit"),
        ({"activations": 21}, "--activations 21"),
        (
            {"attack": "[BLACK][BLACK][BLACK]", "activations": 20, "stamina": 20, "boosts": "always"},
            "too many outcomes",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(given: dict[str, Any], message: str) -> None:
    asked = {name: value for name, value in (EVERY | given).items() if value is not None}
    with pytest.raises(WrongInput, match=message):
        build(Activation, asked).roll(Box.shipped())
