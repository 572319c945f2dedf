"""Every number that the rulebook of Skyrim prints."""

from pathlib import Path
from typing import Any

import pytest

from tamriel_odds.odds.dice import shipped_dice, with_faces
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact
from tamriel_odds.odds.skyrim.attacks import read_armor, read_strike, suffer, wounded
from tamriel_odds.odds.skyrim.combat import Combat
from tamriel_odds.odds.skyrim.damage import Damage
from tamriel_odds.odds.skyrim.journey import carriage, experience_lost, leaves_the_game, level_cost, treasure


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


def test_a_carriage_costs_1_gold_to_the_next_hold_and_3_to_the_third() -> None:
    assert (carriage(1), carriage(3)) == (1, 3)


def test_levels_cost_7_then_1_more_each() -> None:
    assert [level_cost(level) for level in (1, 2, 3)] == [7, 8, 9]


def test_1_experience_missing_and_3_gained_loses_2() -> None:
    assert experience_lost(1, 3) == 2
    assert experience_lost(3, 1) == 0


def test_at_a_track_of_7_enemies_of_level_1_and_lower_leave_the_game() -> None:
    assert leaves_the_game(1, 7)
    assert leaves_the_game(0, 8)
    assert leaves_the_game(2, 7) is None


def test_treasure_is_basic_up_to_level_3_and_advanced_from_4() -> None:
    assert [treasure(level) for level in (0, 3, 4, 7)] == ["basic", "basic", "advanced", "advanced"]


def test_five_successes_of_a_difficulty_of_3_deal_2_damage_and_not_6(tmp_path: Path) -> None:
    # Five dice of circles only: the enemy of 4 Light Armor stands after one action, on 2.
    file = tmp_path / "combat.toml"
    file.write_text(
        '[[player]]\nname = "A"\nskills = ["one-handed legendary"]\n[[player.action]]\nname = "swing"\n'
        'skill = "one-handed"\nneed = "3 circles"\ndamage = "2 light"\n[[player.rule]]\ndo = "swing"\n'
        '[[enemy]]\nname = "E"\narmor = "4 heavy"\n',
        encoding="utf-8",
    )
    dice = {**shipped_dice(), "test": with_faces(shipped_dice()["test"], "6xcircle")}
    answer = exact(build(Combat, {"file": file}), box=Box(dice))
    assert answer.along("rounds")[2] == pytest.approx(1, abs=1e-12)
