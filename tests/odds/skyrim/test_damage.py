"""Damage to players and enemies: the rule written out again, over every small attack and armor."""

from itertools import product
from math import inf
from typing import Any

import pytest

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.odds.skyrim.attacks import (
    Strike,
    attacks_to_defeat,
    best_hit,
    hits,
    read_armor,
    read_strike,
    suffer,
    wounded,
)
from tamriel_odds.odds.skyrim.damage import Damage


def ask(attack: str, **given: Any) -> Any:
    return exact(build(Damage, {"attack": attack, **given}))


def lost(attack: str, **given: Any) -> tuple[int, int, int]:
    answer = ask(attack, **given)
    return tuple(int(answer.mean(name)) for name in ("health_lost", "stamina_lost", "magicka_lost"))  # type: ignore[return-value]


def left(attack: str, armor: str) -> tuple[int, int, int]:
    answer = ask(attack, to="enemy", armor=armor)
    return tuple(int(answer.mean(name)) for name in ("heavy", "light", "magic"))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "strike"),
    [
        ("5 heavy", Strike(5, ("heavy",))),
        ("5 Light/Heavy", Strike(5, ("heavy", "light"))),
        ("3 magic attack + 2 Stamina damage", Strike(3, ("magic",), 2)),
        ("3 Magical Attack", Strike(3, ("magic",))),
        ("5 stamina + 3 magicka", Strike(0, (), 5, 3)),
    ],
)
def test_attacks_are_read(text: str, strike: Strike) -> None:
    assert read_strike(text) == strike
    assert read_strike(str(strike)) == strike


def test_armor_is_read() -> None:
    assert read_armor("2 heavy, 1 light") == (2, 1, 0)
    assert read_armor("4 Magic Armor") == (0, 0, 4)
    assert read_armor("") == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("heavy", "no number with what it is of"),
        ("5 hevy", "'hevy' is no kind of damage; did you mean 'heavy'"),
        ("5 heavy + 2 light", "an attack deals damage once"),
        ("500 heavy", "no number"),
        ("", "no number"),
    ],
)
def test_attacks_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        ask(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"armor": "2 hevy"}, "'hevy' is no kind of armor"),
        ({"to": "enemy"}, "defeated already"),
        ({"to": "enemy", "armor": "2 heavy", "attack": "2 stamina"}, "an enemy has armor tracks only"),
        ({"final_blows": 2}, "give --health, too"),
        ({"stamina": -1}, "--stamina -1"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        ask(**{"attack": "5 heavy", **given})


def test_every_small_attack_on_a_player() -> None:
    types = [("heavy",), ("light",), ("magic",), ("heavy", "light"), ("light", "magic")]
    for kinds, damage, armor, more, stamina in product(
        types, range(4), product(range(3), repeat=3), range(3), range(3)
    ):
        loss = suffer(Strike(damage, kinds, more, more), armor, stamina, 1)
        worst = min(armor[("heavy", "light", "magic").index(kind)] for kind in kinds)
        health, owed = 0, more
        if damage > worst:
            health = damage - worst
        elif damage:
            owed += 1
        for _ in range(owed):
            if stamina:
                stamina -= 1
            else:
                health += 1
        health += max(more - 1, 0)
        assert loss.health == health
        assert loss.is_staggered == (0 < damage <= worst)


def test_the_final_blow_stops_damage_once() -> None:
    assert wounded(5, 1, 0) == (5, 1)
    assert wounded(5, 1, 3) == (2, 1)
    assert wounded(5, 1, 4) == wounded(5, 1, 99) == (1, 1)
    assert wounded(1, 1, 1) == (0, 0)
    # Two more Final Blows: the token lies on 3, and they go one by one.
    assert wounded(5, 3, 9) == (3, 3)
    assert wounded(3, 3, 9) == (2, 2)
    assert wounded(2, 2, 9) == (1, 1)
    answer = ask("9 heavy", health=5)
    assert (answer.mean("health"), answer.event("final blow"), answer.event("critically injured")) == (1, 1, 0)
    assert ask("9 heavy", health=1).event("critically injured") == 1


def tracks_after(kind: str, damage: int, armor: dict[str, int]) -> list[dict[str, int]]:
    """What an attack of one type can leave, by the rule."""
    if armor[kind]:
        loss = damage - armor[kind] if damage - armor[kind] > 1 else 1
        return [{**armor, kind: armor[kind] - loss if armor[kind] > loss else 0}]
    others = [track for track in ("heavy", "light") if armor[track]]
    found = [{**armor, track: armor[track] - damage if armor[track] > damage else 0} for track in others]
    return found or [armor]


def test_every_small_attack_on_an_enemy() -> None:
    names = ("heavy", "light", "magic")
    for kinds in [("heavy",), ("light",), ("magic",), ("heavy", "light"), ("heavy", "magic")]:
        for damage, tracks in product(range(1, 5), product(range(4), repeat=3)):
            armor = dict(zip(names, tracks, strict=True))
            expected = [tuple(after.values()) for kind in kinds for after in tracks_after(kind, damage, armor)]
            strike = Strike(damage, kinds)
            assert [hit.left for hit in hits(strike, tracks)] == expected
            if any(tracks):
                fewest = min(attacks_to_defeat(strike, after) for after in expected)
                assert attacks_to_defeat(strike, best_hit(strike, tracks).left) == fewest
                if fewest < inf:
                    assert attacks_to_defeat(strike, tracks) == fewest + 1


def test_magic_armor_falls_to_magic_only() -> None:
    assert left("9 heavy", "2 magic") == (0, 0, 2)
    assert "magic-armor-stands" in ask("9 heavy", to="enemy", armor="2 magic").roll.rulings
    assert left("9 heavy", "2 light, 2 magic") == (0, 0, 2)
    assert left("3 magic", "2 magic, 4 light") == (0, 4, 1)
    assert left("3 magic", "4 light") == (0, 1, 0)
    assert left("1 heavy", "3 heavy") == (2, 0, 0)


def test_of_an_attack_of_two_types_the_player_takes_the_better() -> None:
    # Heavy on the heavy track would take 2; Light, which the enemy has no armor against, takes all 5.
    answer = ask("5 heavy/light", to="enemy", armor="3 heavy")
    assert answer.event("defeated") == 1
    assert "type-without-armor" in answer.roll.rulings
    (choices,) = answer.roll.listings
    assert choices.rows == (("heavy", "heavy", 1, 0, 0, 1), ("light", "heavy", 0, 0, 0, 0))


def test_rolling_what_is_certain_gives_the_same() -> None:
    question = build(Damage, {"attack": "5 heavy", "armor": "3 heavy"})
    assert question.roll(Box.shipped()).is_certain
    assert run(question, trials=100).mean("health_lost") == 2
