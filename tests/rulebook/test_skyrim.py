"""Every number that the rulebook of Skyrim prints."""

from typing import Any

from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.question import build
from tamriel_odds.odds.run import exact
from tamriel_odds.odds.skyrim.attacks import read_armor, read_strike, suffer, wounded
from tamriel_odds.odds.skyrim.damage import Damage


def answer(attack: str, **given: Any) -> Any:
    return exact(build(Damage, {"attack": attack, **given}))


def test_difficulty_icons() -> None:
    signs = [face.signs for face in shipped_dice()["test"].faces]
    assert signs.count(("circle",)) / 6 == 1 / 2
    assert signs.count(("triangle",)) / 6 == 1 / 3
    # The glossary prints 16.5 % for the one face in six.
    assert round(signs.count(("diamond",)) / 6, 2) == 0.17


def test_damage_against_players_5_against_armor_3_is_2() -> None:
    loss = suffer(read_strike("5 heavy"), read_armor("3 heavy"), 5, 5)
    assert (loss.health, loss.stamina) == (2, 0)


def test_damage_against_players_3_magic_without_magic_armor_is_3() -> None:
    assert answer("3 magic", armor="4 heavy, 4 light").mean("health_lost") == 3


def test_matching_icons_5_heavy_light_against_heavy_2_and_light_1_is_4() -> None:
    assert answer("5 heavy/light", armor="2 heavy, 1 light").mean("health_lost") == 4


def test_track_damage_4_and_2_stamina_against_armor_6_is_3_stamina() -> None:
    hit = answer("4 heavy + 2 stamina", armor="6 heavy")
    assert (hit.mean("health_lost"), hit.mean("stamina_lost"), hit.event("staggered")) == (0, 3, 1)


def test_track_damage_5_stamina_and_3_magicka_with_none_left_is_8_health() -> None:
    assert answer("5 stamina + 3 magicka", stamina=0, magicka=0).mean("health_lost") == 8


def test_damage_against_enemies_5_against_track_3_leaves_1() -> None:
    assert answer("5 heavy", to="enemy", armor="3 heavy").mean("heavy") == 1


def test_final_blow_lies_at_the_first_slot() -> None:
    assert wounded(5, 1, 8) == (1, 1)
    assert wounded(1, 1, 1) == (0, 0)
