"""Battles of a party against enemies, one trial after another, turn by turn as the rulebook has it.

Every turn has a call of the generator of its own, so that what one unit does leaves the dice of the others as they
were: call 64 (round - 1) + 8 adventurer + engage, engage 7 being the defensive one, and 64 (round - 1) + 32 + enemy.
The enemies that are drawn take the calls 60 to 63. A word rolls five dice.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.engage import WEAKEST, attack, choose_enemy, gather, gather_guard, guard
from tamriel_odds.kernels.betrayal.track import fatigue_round, prevent, recover, suffer, tire
from tamriel_odds.kernels.betrayal.units import (
    COMBAT,
    DICE_A_WORD,
    ENGAGES,
    HEALTH,
    IS_STRONGEST_FIRST,
    NOTHING,
    TARGET,
    TARGETS,
    deal_call,
    most,
    roll_die,
)
from tamriel_odds.kernels.jit import inline, kernel, step

FIRST_FATIGUE_ROUND = 6
CALLS_A_ROUND, CALLS_AN_ADVENTURER, ENEMY_CALLS, DRAW_CALLS, GUARD_CALL = 64, 8, 32, 60, 7
WON, LOST, UNDECIDED = 0, 1, 2


class Tables(NamedTuple):
    """Party and enemies as they begin, int64; enemies in the order of their turns, the highest level first."""

    party: np.ndarray  # [adventurer, column]
    stat: np.ndarray  # [adventurer, kind of die]: 0 none, 1 Stamina, 2 Magicka
    form: np.ndarray  # [adventurer, kind]
    faces: np.ndarray  # [adventurer, kind, face]: bit fields (units.py)
    enemies: np.ndarray  # [enemy, column]
    enemy_die: np.ndarray  # by face
    supply: np.ndarray  # light fatigue, overfatigue
    drawn: int  # so many of the enemies take part, drawn from all
    fatigue: int  # light fatigue for each further engage
    rounds: int
    most_health: int


@step
def adventurer_turn(party, adventurer, supply, enemies, gathered, words, tables, seed, trial, call):
    """Recovery, attacks as long as dice and enemies are left, then the defense."""
    recover(party, adventurer, supply)
    engaged = 0
    while engaged < party[adventurer, ENGAGES] and party[adventurer, HEALTH] > 0:
        enemy = choose_enemy(enemies, party[adventurer, TARGET])
        number = gather(gathered, party, adventurer, tables.stat, tables.form)
        if enemy < 0 or number == 0:
            break
        if engaged > 0:
            tire(party, adventurer, supply, tables.fatigue)
        deal_call(words, seed, trial, call + engaged)
        attack(party, adventurer, supply, enemies, enemy, gathered, number, tables.faces, words)
        engaged += 1
    if party[adventurer, HEALTH] > 0 and choose_enemy(enemies, WEAKEST) >= 0:
        number = gather_guard(gathered, party, adventurer, tables.form)
        if number > 0 and engaged > 0:
            tire(party, adventurer, supply, tables.fatigue)
        if number > 0:
            deal_call(words, seed, trial, call + GUARD_CALL)
            guard(party, adventurer, supply, gathered, number, tables.faces, words)


@step
def sort_targets(order, party, is_strongest_first):
    """The adventurers who stand, in the order an enemy targets them, ties to the first; says how many they are."""
    standing = 0
    for adventurer in range(party.shape[0]):
        health = party[adventurer, HEALTH]
        if health == 0:
            continue
        spot = standing
        while spot > 0 and comes_before(health, party[order[spot - 1], HEALTH], is_strongest_first):
            order[spot] = order[spot - 1]
            spot -= 1
        order[spot] = adventurer
        standing += 1
    return standing


@inline
def comes_before(health, other, is_strongest_first):
    return health > other if is_strongest_first else health < other


@step
def enemy_turn(party, supply, enemies, enemy, order, enemy_die, words):
    """Roll the Combat dice once and deal the damage to each target."""
    standing = sort_targets(order, party, enemies[enemy, IS_STRONGEST_FIRST])
    damage = NOTHING
    for die in range(enemies[enemy, COMBAT]):
        damage += enemy_die[roll_die(words, die)]
    for target in range(min(standing, enemies[enemy, TARGETS])):
        left = prevent(party, order[target], supply, damage)
        if left > 0:
            suffer(party, order[target], supply, left)


@step
def draw_enemies(enemies, drawn, order, words, seed, trial):
    """Only `drawn` of the enemies take part: the others have no HP from the start."""
    for enemy in range(enemies.shape[0]):
        order[enemy] = enemy
    for number in range(enemies.shape[0]):
        if number < drawn:
            if number % 4 == 0:
                deal_call(words, seed, trial, DRAW_CALLS + number // 4)
            chosen = number + (words[number % 4] * (enemies.shape[0] - number) >> 32)
            order[number], order[chosen] = order[chosen], order[number]
        else:
            enemies[order[number], HEALTH] = 0


@step
def play(party, supply, enemies, gathered, order, words, tables, seed, trial):
    """A battle to its end, or to the last round asked for: its result and the rounds it took."""
    for number in range(1, tables.rounds + 1):
        call = CALLS_A_ROUND * (number - 1)
        if number >= FIRST_FATIGUE_ROUND:
            fatigue_round(party, supply)
        for adventurer in range(party.shape[0]):
            if party[adventurer, HEALTH] > 0:
                first = call + CALLS_AN_ADVENTURER * adventurer
                adventurer_turn(party, adventurer, supply, enemies, gathered, words, tables, seed, trial, first)
        for enemy in range(enemies.shape[0]):
            if enemies[enemy, HEALTH] > 0:
                deal_call(words, seed, trial, call + ENEMY_CALLS + enemy)
                enemy_turn(party, supply, enemies, enemy, order, tables.enemy_die, words)
        if most(party) == 0:
            return LOST, number
        if most(enemies) == 0:
            return WON, number
    return UNDECIDED, tables.rounds


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i: result, rounds, HP left, adventurers defeated."""
    party, enemies, supply = tables.party.copy(), tables.enemies.copy(), tables.supply.copy()
    gathered, words = np.zeros(4 * DICE_A_WORD, np.int64), np.zeros(4, np.int64)
    order = np.zeros(party.shape[0] + enemies.shape[0], np.int64)
    for i in range(cells.size):
        trial = first + np.uint64(i)
        party[:], enemies[:], supply[:] = tables.party, tables.enemies, tables.supply
        if tables.drawn < enemies.shape[0]:
            draw_enemies(enemies, tables.drawn, order, words, seed, trial)
        result, rounds = play(party, supply, enemies, gathered, order, words, tables, seed, trial)
        left, defeated = 0, 0
        for adventurer in range(party.shape[0]):
            left += party[adventurer, HEALTH]
            defeated += party[adventurer, HEALTH] == 0
        cell = (result * tables.rounds + rounds - 1) * (tables.most_health + 1) + left
        cells[i] = cell * (party.shape[0] + 1) + defeated
