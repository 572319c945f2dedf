"""The rows of Skyrim, the Adventure Game."""

from pathlib import Path

from tamriel_odds.benchmarks.registry import (
    DYCE,
    ICEPOOL,
    PLAIN,
    TWICE,
    Mechanic,
    Reach,
    at_most,
    three,
)
from tamriel_odds.benchmarks.rivals.skyrim import enumerated, plain, vectorised
from tamriel_odds.odds.skyrim.combat import Combat, Dungeon
from tamriel_odds.odds.skyrim.draw import DrawCards
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.odds.skyrim.sneak import Sneak

QUESTIONS = Path(__file__).with_name("questions")
COMBAT_RIVALS = three(vectorised.combat, vectorised.combat_by_pool, plain.combat)

MECHANICS = (
    Mechanic(
        "test with 3 pushes, 6 dice",
        SkillTest(need=2, symbol="circle", pushes=3),
        6,
        three(vectorised.test, vectorised.test_by_pool, plain.test),
        {ICEPOOL: enumerated.test, DYCE: enumerated.test_by_dyce},
        (at_most(8, 1.1), TWICE),
        (Reach(ICEPOOL, at_least=5),),
        words=8,
    ),
    Mechanic("sneaking, 5 dice", Sneak(sneak=2, enemy=("2 circles", "3 circles ambush")), 5),
    Mechanic(
        "combat of one player, 126 dice",
        Combat(file=QUESTIONS / "combat.toml", rounds=21),
        126,
        COMBAT_RIVALS,
        {PLAIN: enumerated.combat},
        (at_most(128, 2.2), TWICE),
    ),
    Mechanic(
        "combat of two players, 126 dice",
        Combat(file=QUESTIONS / "party.toml", rounds=21, tally=("health", "injuries")),
        126,
        COMBAT_RIVALS,
        reaches=(at_most(128, 2.2), TWICE),
    ),
    Mechanic(
        "combat of three players, 126 dice",
        Combat(file=QUESTIONS / "company.toml", rounds=21, tally=("health", "injuries")),
        126,
        COMBAT_RIVALS,
    ),
    Mechanic("dungeon, 240 dice", Dungeon(file=Path("tomb")), 240),
    Mechanic("cards for Gold, 4 cards", DrawCards(deck=30, wanted=2, gold=3, skill="learned"), 4),
)
