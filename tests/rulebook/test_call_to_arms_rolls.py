"""What the Call to Arms rulebook prints of tests, falls, tables and decks; each test names the section."""

import pytest

from tamriel_odds.odds.call_to_arms.draws_of_cards import Draw
from tamriel_odds.odds.call_to_arms.hazards import Acid, Fall, Fire, Lava
from tamriel_odds.odds.call_to_arms.locks import Chest
from tamriel_odds.odds.call_to_arms.rolled_tables import Table
from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
from tamriel_odds.odds.call_to_arms.targets import Target
from tamriel_odds.odds.dice import Face
from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.rolling import exact

BOX = Box.shipped()


def shares(question: Question) -> dict[str | int, float]:
    answer = exact(question)
    table = answer.outcomes.tables[0]
    return dict(zip(answer.outcomes.axis(table).values, answer.along(table), strict=True))


def dice(question: Question) -> list[str]:
    return [die.name for die in question.roll(BOX).damage]  # type: ignore[attr-defined]


def test_search_action_a_lockpicking_of_4_and_a_roll_of_2_is_a_success() -> None:
    """Summary of Gameplay, Search Action."""
    assert Target(4, 0).succeeds(Face(2), 0)


def test_modifiers_a_penalty_of_2_makes_a_5_a_7() -> None:
    """Attribute and Skill Modifiers."""
    assert Target(6, 2).score(Face(5), 0) == 7
    assert not Target(6, 2).succeeds(Face(5), 0)


def test_attribute_tests_the_failure_symbol_always_fails() -> None:
    """Attribute Tests."""
    failure = Face(signs=("failure",))
    assert not Target(10, -20).succeeds(failure, 9)
    assert exact(SkillOrAttributeTest(attribute=50)).event("success") == pytest.approx(0.9)


def test_attribute_tests_an_attribute_is_never_above_10_or_below_1() -> None:
    """Attribute and Skill Modifiers, the note; the Critical result of 1 still succeeds."""
    assert exact(SkillOrAttributeTest(attribute=0)).event("success") == pytest.approx(0.1)


def test_the_skill_dice_two_faces_show_a_potion_and_one_is_a_failure() -> None:
    """The Skill Dice."""
    assert exact(SkillOrAttributeTest(attribute=5)).event("potion") == pytest.approx(2 / 20)
    potions = [face for face in BOX.dice["white"].faces if "potion" in face.signs]
    assert sum("failure" in face.signs for face in potions) == 1


def test_terrifying_the_model_without_friends_tests_wisdom_with_1_more() -> None:
    """Terrifying Models, the diagram."""
    alone = exact(SkillOrAttributeTest(attribute=5, as_="morale", with_=("alone",)))
    assert alone.event("success") == exact(SkillOrAttributeTest(attribute=5, modifier=1)).event("success")


def test_scatter_a_roll_of_7_against_5_misses_by_2() -> None:
    """Scatter Distance: read off the scores of the test."""
    by_score = shares(SkillOrAttributeTest(attribute=5))
    assert by_score["7"] == pytest.approx(2 / 20)
    assert by_score["failure"] == pytest.approx(2 / 20)


@pytest.mark.parametrize(
    ("levels", "rolled"), [(1, ["yellow"]), (2, ["red"]), (3, ["black"]), (4, ["black", "black"]), (5, []), (8, [])]
)
def test_falling_damage_by_height_level_difference(levels: int, rolled: list[str]) -> None:
    """Falling Damage."""
    fall = Fall(height=levels + 2, own_height=2, health=99)
    assert dice(fall) == rolled
    assert exact(fall).event("removed") == (levels >= 5)


@pytest.mark.parametrize(
    ("question", "rolled"),
    [
        (Acid(inches=1), ["yellow"]),
        (Acid(inches=1.5), ["yellow"] * 2),
        (Acid(inches=6), ["yellow"] * 3),
        (Fire(inches=3.1), ["yellow"] * 3),
        (Lava(inches=0.5), ["black"]),
        (Lava(inches=6), ["black"] * 6),
    ],
)
def test_deadly_terrain_counts_every_inch_or_partial_inch(question: Question, rolled: list[str]) -> None:
    """Deadly Terrain Effects."""
    assert dice(question) == rolled


def test_locked_chests_a_critical_is_two_cards_a_failure_a_trap_and_one() -> None:
    """Locked Chests."""
    answer = exact(Chest(strength=1, resistance=9))
    assert shares(Chest(strength=1, resistance=9)) == pytest.approx({0: 0.8, 1: 0.1, 2: 0.1})
    assert answer.event("trap") == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("dungeon", {"Darkness": 4, "no Special Rules": 16}),
        ("wilderness", {"Breaking Dawn": 2, "Blizzard": 2, "no Special Rules": 16}),
        ("settlement", {"Darkness": 2, "Civilians": 2, "no Special Rules": 16}),
        ("blizzard", {"12 inches": 2, "8 inches": 2, "normal Line of Sight": 16}),
    ],
)
def test_environment_special_rules(name: str, expected: dict[str, int]) -> None:
    """Dungeon, Wilderness and Settlement Special Rules; Blizzard Line of Sight. Faces of twenty."""
    assert shares(Table(name=name)) == pytest.approx({result: faces / 20 for result, faces in expected.items()})


def test_breaking_dawn_the_sun_rises_in_round_2_to_5() -> None:
    """Sunrise."""
    assert shares(Table(name="breaking-dawn")) == pytest.approx({2: 0.30, 3: 0.28, 4: 0.21, 5: 0.21})


@pytest.mark.parametrize(
    ("mode", "limits"),
    [
        ("battle-activations", {0: 1, 99: 1, 100: 2, 199: 2, 200: 3, 299: 3, 300: 4, 399: 4, 400: 5, 1000: 5}),
        ("delve-activations", {0: 3, 99: 3, 100: 4, 199: 4, 200: 5, 299: 5, 300: 6, 399: 6, 400: 7, 1000: 7}),
        ("treasure-tokens", {0: 3, 99: 3, 100: 4, 199: 4, 200: 5, 299: 5, 300: 7, 399: 7, 400: 9, 1000: 9}),
        ("objectives", {0: 3, 199: 3, 200: 5, 299: 5, 300: 7, 399: 7, 400: 9, 1000: 9}),
    ],
)
def test_the_gold_septim_limit_says_how_many_are_drawn(mode: str, limits: dict[int, int]) -> None:
    """Adversary Activations in Battle and Delve Mode, Amount of Treasure, Amount of Objectives."""
    cards = 20 if mode.endswith("activations") else None
    drawn = {septims: Draw(deck=mode, septims=septims, cards=cards).roll(BOX).drawn for septims in limits}
    assert drawn == limits


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("treasure", {"superior": 8, "consumable": 7, "bonus": 2, "junk": 1}),
        ("event", {"incident": 7, "radiant quest": 1, "environment": 3}),
        ("treasure-tokens", {"locked": 4, "unlocked": 6}),
        ("objectives", {"strategic": 4, "puzzle": 4, "master chest": 2}),
    ],
)
def test_what_decks_and_bags_hold(deck: str, cards: dict[str, int]) -> None:
    """Treasure Card Deck, Curating the Event Deck, Treasure Tokens, Placing Objectives."""
    assert Draw(deck=deck, draw=1).roll(BOX).kinds == cards


def test_special_quest_the_item_is_one_of_the_top_four_cards() -> None:
    """Special Quest."""
    chances = [exact(Draw(deck="special-quest", draw=drawn)).event("any quest treasure") for drawn in range(1, 5)]
    assert chances == pytest.approx([0.25, 0.5, 0.75, 1])
