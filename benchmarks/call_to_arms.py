"""The rows of Call to Arms."""

from typing import Any

from tamriel_odds.benchmarks.registry import (
    BY_DIE,
    BY_POOL,
    DYCE,
    ICEPOOL,
    PLAIN,
    TWICE,
    Mechanic,
    Reach,
    at_most,
    three,
)
from tamriel_odds.benchmarks.rivals import enumerated as any_enumerated
from tamriel_odds.benchmarks.rivals import plain as any_plain
from tamriel_odds.benchmarks.rivals import vectorised as any_vectorised
from tamriel_odds.benchmarks.rivals.call_to_arms import enumerated, plain, vectorised
from tamriel_odds.benchmarks.rivals.call_to_arms.vectorised import ByDie, ByPool
from tamriel_odds.odds.call_to_arms.activation import Activation
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.draws_of_cards import Draw
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.hazards import Fall
from tamriel_odds.odds.call_to_arms.locks import Ammunition, Chest, Door
from tamriel_odds.odds.call_to_arms.rolled_tables import Table
from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
from tamriel_odds.odds.call_to_arms.tokens_over_time import Bleed, Burning

ATTACK_RIVALS = three(vectorised.attack(ByDie), vectorised.attack(ByPool), plain.attack)
BY_ICEPOOL = {ICEPOOL: enumerated.attack}
FIVE_TIMES = (Reach(ICEPOOL, at_least=5),)
NUMPY = (Reach(BY_DIE, at_least=45), Reach(BY_POOL, at_least=20))

FIGHTER: dict[str, Any] = {
    "attack": "[GREEN][RED][BLACK] / [DRAGONBORN]: add [YELLOW] / [SWORDS]: Piercing (2)",
    "skill": 4,
    "armor": "[BLACK][YELLOW] (1)",
    "health": 6,
}
SIX_DICE: dict[str, Any] = {
    "skill": 5,
    "attack": "[GREEN][RED][BLACK] / [SWORDS]: Piercing (2)",
    "armor": "[BLACK][YELLOW] (1)",
}

MECHANICS = (
    Mechanic(
        "attack, 5 dice",
        Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)"),
        5,
        ATTACK_RIVALS,
        BY_ICEPOOL,
        exact_reaches=FIVE_TIMES,
    ),
    Mechanic("attack, 7 dice", Attack(**SIX_DICE), 7, ATTACK_RIVALS, BY_ICEPOOL, (at_most(8, 1.6), TWICE), FIVE_TIMES),
    Mechanic(
        "attack, 12 dice",
        Attack(
            skill=5,
            attack="[GREEN][RED][BLACK] / [DRAGONBORN]: add [GREEN][YELLOW][YELLOW] / [SWORDS]: Piercing (2)"
            " / [OBLIVION]: add [YELLOW], damage +1",
            choose="dragonborn,swords,oblivion",
            armor="[BLACK][YELLOW][RED] (1) / [OBLIVION]: add [YELLOW] / [SWORDS]: add [RED]",
        ),
        12,
        ATTACK_RIVALS,
        BY_ICEPOOL,
        (at_most(12, 1.15), TWICE, *NUMPY),
        FIVE_TIMES,
    ),
    Mechanic(
        "attack, 5 + 3 + 5 dice",
        Attack(
            skill=5,
            attack="[GREEN][GREEN][RED][RED][BLACK] / [SWORDS]: add [GREEN][YELLOW][YELLOW]",
            armor="[BLACK][BLACK][YELLOW][YELLOW][RED] (1)",
        ),
        15,
        ATTACK_RIVALS,
        BY_ICEPOOL,
        (at_most(4, 3.5), TWICE),
        FIVE_TIMES,
        words=4,
    ),
    Mechanic(
        "attack, 7 + 6 dice",
        Attack(
            skill=5,
            attack="2 green 2 yellow 2 red 1 black / [SWORDS]: Piercing (2)",
            armor="2 yellow 2 red 2 black (1)",
        ),
        15,
        {way: ATTACK_RIVALS[way] for way in (BY_DIE, PLAIN)},
        BY_ICEPOOL,
        (TWICE,),
        FIVE_TIMES,
    ),
    Mechanic(
        "attack rolled again, 12 dice",
        Attack(**SIX_DICE, with_=("target-defensive-posture:always",)),
        12,
        three(vectorised.rerolled(ByDie), vectorised.rerolled(ByPool), plain.rerolled),
        {ICEPOOL: enumerated.rerolled},
        exact_reaches=FIVE_TIMES,
    ),
    Mechanic("attack with a Block, 9 dice", Attack(**SIX_DICE, block="spend", block_skill=4, block_dice="[YELLOW]"), 9),
    Mechanic(
        "area of 4 models, 8 dice",
        Cast(skill=4, attack="[YELLOW][RED] (Fire)", armor="[RED]", health=2, targets=4),
        8,
        three(vectorised.area(ByDie), vectorised.area(ByPool), plain.area),
        {ICEPOOL: enumerated.area},
        exact_reaches=FIVE_TIMES,
    ),
    Mechanic(
        "duel, 128 dice",
        Duel(rounds=8, **{f"{name}_{side}": value for side in "ab" for name, value in FIGHTER.items()}),
        128,
        three(vectorised.duel(ByDie), vectorised.duel(ByPool), plain.duel),
        {ICEPOOL: enumerated.duel},
        (at_most(128, 2.2), TWICE),
        FIVE_TIMES,
    ),
    Mechanic(
        "duel of large pools, 132 dice",
        Duel(
            rounds=6,
            **{f"{name}_{side}": value for side in "ab" for name, value in FIGHTER.items()}
            | {f"attack_{side}": "2 green 2 red 2 black / [DRAGONBORN]: add [YELLOW]" for side in "ab"},
        ),
        132,
        {BY_DIE: vectorised.duel(ByDie), PLAIN: plain.duel},
        {ICEPOOL: enumerated.duel},
    ),
    Mechanic(
        "activation of 4 attacks, 18 dice",
        Activation(skill=4, attack="[GREEN][RED] /// [YELLOW]", armor="[RED]", health=4, activations=2),
        18,
    ),
    Mechanic(
        "test of Call to Arms, 3 dice",
        SkillOrAttributeTest(attribute=4, green=2),
        3,
        three(vectorised.test, vectorised.test_by_pool, plain.test),
        {ICEPOOL: enumerated.test, DYCE: enumerated.test_by_dyce},
        exact_reaches=FIVE_TIMES,
    ),
    Mechanic("fall, 2 dice", Fall(height=4, own_height=2, armor="[YELLOW]", health=2), 2),
    Mechanic("rolled table, 1 die", Table(die="black", results="attack: 1-3; defend: dragonborn swords; move: o"), 1),
    Mechanic(
        "burning, 10 tests",
        Burning(health=6, agility=4),
        10,
        {BY_DIE: any_vectorised.chain, PLAIN: any_plain.chain},
        {PLAIN: any_enumerated.chain},
    ),
    Mechanic("bleeding, 2 tests", Bleed(tokens=2, health=3, endurance=4), 2),
    Mechanic("chest, 3 attempts", Chest(lockpicking=4, complexity=2, attempts=3), 3),
    Mechanic("door, 2 attempts", Door(lockpicking=4, attempts=2), 2),
    Mechanic("ammunition, 6 shots", Ammunition(shots=6), 6),
    Mechanic(
        "Treasure Deck, 4 cards",
        Draw(deck="treasure", draw=4),
        4,
        three(any_vectorised.deck, any_vectorised.deck_by_hand, any_plain.deck),
        {ICEPOOL: any_enumerated.deck},
        exact_reaches=FIVE_TIMES,
    ),
)
