"""Cards drawn at the market, for upgrades and enchantments, and from any deck: all hands written out."""

from itertools import combinations
from typing import Any

import pytest

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.skyrim.characters import LEVELS, race_named, races, skill_named, skills
from tamriel_odds.odds.skyrim.draw import DrawCards


def ask(**given: Any) -> DrawCards:
    return build(DrawCards, given)


@pytest.mark.parametrize(
    ("given", "cards"),
    [
        ({"gold": 0}, 0),
        ({"gold": 3}, 3),
        ({"gold": 3, "skill": "learned"}, 4),
        ({"gold": 0, "skill": "learned"}, 0),
        ({"gold": 0, "skill": "legendary"}, 2),
        ({"gold": 3, "skill": "legendary"}, 5),
        ({"at": "upgrade", "gold": 7, "price": 4, "push": 2}, 2),
        ({"at": "upgrade", "gold": 3, "price": 4, "push": 2}, 0),
        ({"at": "upgrade", "gold": 7, "price": 4, "push": 2, "skill": "learned"}, 3),
        ({"at": "upgrade", "gold": 7, "price": 4, "push": 2, "skill": "legendary"}, 4),
        ({"at": "upgrade", "gold": 4, "price": 4, "skill": "learned", "race": "Orsimer"}, 4),
        ({"at": "upgrade", "gold": 3, "price": 4, "skill": "learned", "race": "nord"}, 2),
        ({"at": "enchant", "gold": 4, "price": 4, "skill": "legendary", "race": "altmer"}, 4),
        ({"at": "deck", "cards": 2}, 2),
        ({"gold": 90}, 8),
    ],
)
def test_cards_for_the_gold_and_the_chance_to_see_a_wanted_one(given: dict[str, Any], cards: int) -> None:
    hands = list(combinations(range(8), cards))
    seen = [sum(card < 2 for card in hand) for hand in hands]
    question = ask(deck=8, wanted=2, **given)
    answer = exact(question)
    assert answer.event("seen") == pytest.approx(sum(map(bool, seen)) / len(hands), abs=1e-14)
    assert answer.mean("wanted") == pytest.approx(sum(seen) / len(hands), abs=1e-14)
    assert largest_z(run(question, trials=20_000), answer) < CONTRADICTION


def test_every_sum_of_gold_is_listed() -> None:
    (gold,) = ask(deck=10, wanted=1, gold=3, skill="legendary").roll(Box.shipped()).listings
    assert [row[:2] for row in gold.rows] == [(0, 2), (1, 3), (2, 4), (3, 5)]
    assert [row[2] for row in gold.rows] == pytest.approx([0.2, 0.3, 0.4, 0.5])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "give --gold"),
        ({"at": "deck", "gold": 3}, "give --cards"),
        ({"gold": 3, "wanted": 11}, "does not hold them"),
        ({"at": "deck", "cards": 11}, "the deck has 10"),
        ({"at": "deck", "cards": 1, "skill": "learned"}, "draws that are paid for"),
        ({"gold": 3, "race": "nord", "skill": "learned"}, "Nord has nothing for --at market"),
        ({"at": "upgrade", "gold": 3, "race": "orsimer"}, "it needs the Skill"),
        ({"at": "upgrade", "gold": 3, "race": "orc"}, "no such race"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        ask(**{"deck": 10, **given}).roll(Box.shipped())


def test_six_races_and_eighteen_skills() -> None:
    assert len(races()) == 6
    assert len(skills()) == 18
    assert [
        sum(skill.family == family for skill in skills().values()) for family in ("might", "shadow", "sorcery")
    ] == [
        6,
        6,
        6,
    ]
    for race in races().values():
        assert race.innate_cost == 1
        assert len(race.learned) == 2
        assert set(race.learned) <= set(skills())
        assert race.source.startswith("Skyrim, ")
    for skill in skills().values():
        assert skill.source.startswith("Skyrim, ")
        assert skill.bonus("none") is None
        # Whatever a Skill gives when learned, it still gives when Legendary.
        assert skill.bonus(LEVELS[1]) is None or skill.bonus(LEVELS[2]) is not None
    assert race_named("Nord").innate == "battle-cry"
    with pytest.raises(WrongInput, match="did you mean 'smithing'"):
        skill_named("smithin")
