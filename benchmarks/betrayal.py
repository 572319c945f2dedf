"""The rows of Betrayal of the Second Era."""

from pathlib import Path

from tamriel_odds.benchmarks.registry import (
    BY_DIE,
    DYCE,
    ICEPOOL,
    PLAIN,
    TWICE,
    Mechanic,
    Reach,
    at_most,
    three,
)
from tamriel_odds.benchmarks.rivals.betrayal import enumerated, plain, vectorised
from tamriel_odds.odds.betrayal.battle import Battle
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.betrayal.enemy_turn import EnemyTurn
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.betrayal.pool import Pool
from tamriel_odds.odds.betrayal.social import Social
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.betrayal.unstable import Unstable

QUESTIONS = Path(__file__).with_name("questions")
FIVE_TIMES = (Reach(ICEPOOL, at_least=5),)

MECHANICS = (
    Mechanic(
        "engage, 10 dice",
        Engage(dice="6 combat, 4 snipe", defense=3, health=6),
        10,
        three(vectorised.engage, vectorised.engage_by_pool, plain.engage),
        {ICEPOOL: enumerated.engage, DYCE: enumerated.engage_by_dyce},
        (at_most(12, 0.7), TWICE),
        FIVE_TIMES,
    ),
    Mechanic(
        "social check, 3 dice",
        Social(dice="2 persuasive will, authority", difficulty=9, tenacity=2),
        3,
        three(vectorised.social, vectorised.social_by_pool, plain.social),
        {ICEPOOL: enumerated.social, DYCE: enumerated.social_by_dyce},
        exact_reaches=FIVE_TIMES,
    ),
    Mechanic(
        "lockpick check, 3 attempts",
        Lockpick(code="3-5-6", attempts=3, fatigue=2),
        9,
        three(vectorised.lockpick, vectorised.lockpick_by_pool, plain.lockpick),
        {PLAIN: enumerated.lockpick},
        (at_most(12, 0.95), TWICE),
    ),
    Mechanic(
        "turns, 5 rounds by chance",
        Turns(dice="3 wrecking blow, 2 combat", stamina=3, cooldown=3, rounds=5, engages=2),
        17,
        {BY_DIE: vectorised.turns, PLAIN: plain.turns},
    ),
    Mechanic(
        "battle, 128 dice",
        Battle(file=str(QUESTIONS / "battle.toml")),
        128,
        three(vectorised.battle, vectorised.battle_by_pool, plain.battle),
        reaches=(at_most(128, 2.2), TWICE),
    ),
    Mechanic(
        "turns, 6 rounds without chance",
        Turns(dice="2 snipe, 2 combat", stamina=2, cooldown=2, rounds=6),
        12,
    ),
    Mechanic("enemy turn, 3 dice", EnemyTurn(combat=3, targets=2, party="Lydia 5, Aela 4+2 prevents 2 1"), 3),
    Mechanic("trainer, 4 tokens", Draw(deck="trainer", drawn=4, wanted=(2,), aside=6), 4),
    Mechanic("enemy pool, 3 chips", Pool(xp=4, adventurers=2, hexes=6, named=3), 3),
    Mechanic("unstable die, 4 rolls", Unstable(peaceful=3, conflict=2, caravan=1, rolls=4), 4),
    Mechanic(
        "overland deck, 4 cards",
        Draw(deck="overland", drawn=4, wanted=(3,), general=2),
        4,
        three(vectorised.overland_by_card, vectorised.overland, plain.overland),
        {ICEPOOL: enumerated.overland},
        exact_reaches=FIVE_TIMES,
    ),
)
