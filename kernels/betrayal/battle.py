"""Battles of a party against enemies, turn by turn as the rulebook has it: all trials of a block take a turn together.

Every turn has a call of the generator of its own, so that what one unit does leaves the dice of the others as they
were: call 64 (round - 1) + 8 adventurer + engage, engage 7 being the defensive one, and 64 (round - 1) + 32 + enemy.
The enemies that are drawn take the calls 60 to 63. A word rolls five dice.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.mats import PREVENTS, event_of, forget, happen, new_mats
from tamriel_odds.kernels.betrayal.turn import (
    adventurer_turn,
    begin,
    choose,
    deal_turn,
    fatigue_round,
    new_block,
    unit_of,
)
from tamriel_odds.kernels.betrayal.units import (
    ACTING,
    ACTIVE,
    BELOW,
    BONUS_HP,
    CHOSEN,
    COMBAT,
    DAMAGE,
    DEALT,
    DICE_A_WORD,
    ENEMY_DIE,
    FOES,
    GUARD,
    HP,
    MAT,
    ORDER,
    STANDING,
    SUPPLY,
    TARGETS,
    TRIAL,
    roll_die,
)
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal_from, face

FIRST_FATIGUE_ROUND = 6
CALLS_A_ROUND, CALLS_AN_ADVENTURER, ENEMY_CALLS, DRAW_CALLS, MOST_DRAWN = 64, 8, 32, 60, 16
WON, LOST, UNDECIDED = 0, 1, 2


class Tables(NamedTuple):
    """Party and enemies as they begin (units.py); enemies in the order of their turns, the highest level first."""

    party: np.ndarray  # int64 [adventurer, column]
    enemies: np.ndarray  # int64 [enemy, column]
    supply: int
    drawn: int  # so many of the enemies take part, drawn from all
    rounds: int
    most_health: int


@step
def roll_enemy(block, acting, enemy):
    """The damage of an enemy's Combat dice."""
    who, damage, total = block.state[ACTING], block.state[DAMAGE], block.what
    for i in range(acting):
        total[i] = 0
    for die in range(enemy[COMBAT]):
        word = block.words[die // DICE_A_WORD]
        for i in range(acting):
            side, word[i] = roll_die(word[i])
            total[i] += enemy[ENEMY_DIE + side]
    for i in range(acting):
        damage[np.uint32(who[i])] = total[i]


@step
def use_slots(block, left, adventurer, rows):
    """Dice in active slots prevent the damage dealt; who has any is listed, and counted."""
    state, what, acting = block.state, block.what, 0
    for column in range(left):
        state[ACTING, acting] = column
        what[acting] = event_of(PREVENTS, 0, np.int64(state[DEALT, column]))
        has_slots = rows[state[MAT + adventurer, column], ACTIVE] > 0
        acting += has_slots & (state[DEALT, column] > 0)
    return acting


@step
def lose(health, bonus, dealt, left):
    """Bonus HP are lost before HP."""
    for column in range(left):
        spared = min(dealt[column], bonus[column])
        bonus[column] -= spared
        health[column] = max(health[column] - (dealt[column] - spared), 0)


@step
def enemy_turn(block, left, enemy, mats, tables, seed, first, call):
    """Roll the Combat dice once and deal the damage to each target."""
    state, party, acting, below = block.state, tables.party, 0, BELOW
    damage, dealt, health, own = state[DAMAGE], state[DEALT], state[FOES + enemy], tables.enemies[enemy]
    forget(block, left, mats, party.shape[0])
    for column in range(left):
        state[ACTING, acting], damage[column] = column, 0
        acting += health[column] > 0
    deal_turn(block, acting, call, first, seed)
    roll_enemy(block, acting, own)
    for target in range(own[TARGETS]):
        choose(state[CHOSEN + target], state[below], state[HP:], party.shape[0], own[ORDER], left)
        below = CHOSEN + target
    for target in range(own[TARGETS]):
        chosen = state[CHOSEN + target]
        for adventurer in range(party.shape[0]):
            for column in range(left):
                dealt[column] = damage[column] if unit_of(chosen[column]) == adventurer else 0
            if party[adventurer, GUARD] > 0:
                using = use_slots(block, left, adventurer, mats.rows)
                happen(block, using, adventurer, mats, party)
                for i in range(using):
                    dealt[state[ACTING, i]] = block.what[i]
            lose(state[HP + adventurer], state[BONUS_HP + adventurer], dealt, left)


@step
def draw_enemies(block, enemies, drawn, first, seed):
    """Only `drawn` of so many enemies take part: the others have no HP from the start."""
    state, words, bag = block.state, block.words, block.state[ACTING]
    deal_from(words, range(MOST_DRAWN // 4), DRAW_CALLS, first, seed)
    for column in range(BLOCK):
        for enemy in range(enemies):
            bag[enemy] = enemy
        for number in range(drawn):
            chosen = number + np.int64(face(words[number, column], enemies - number))
            bag[number], bag[chosen] = bag[chosen], bag[number]
        for number in range(drawn, enemies):
            state[FOES + bag[number], column] = 0


@step
def add_up(total, health, units, left):
    """The HP that units have together."""
    for column in range(left):
        total[column] = 0
    for unit in range(units):
        for column in range(left):
            total[column] += health[unit, column]


@step
def end_round(cells, block, left, number, tables):
    """Battles that are over leave the block; says how many go on."""
    state, adventurers, enemies, going = block.state, tables.party.shape[0], tables.enemies.shape[0], 0
    stays, over, health, foes = state[STANDING], state[ACTING], state[CHOSEN], state[CHOSEN + 1]
    add_up(health, state[HP:], adventurers, left)
    add_up(foes, state[FOES:], enemies, left)
    for column in range(left):
        stays[going], over[column - going] = column, column
        going += (health[column] > 0) & (foes[column] > 0) & (number < tables.rounds)
    for i in range(left - going):
        column, defeated = np.uint32(over[i]), 0
        for adventurer in range(adventurers):
            defeated += state[HP + adventurer, column] == 0
        result = LOST if health[column] == 0 else WON if foes[column] == 0 else UNDECIDED
        cell = (result * tables.rounds + number - 1) * (tables.most_health + 1) + health[column]
        cells[state[TRIAL, column]] = cell * (adventurers + 1) + defeated
    if going == left:
        return left
    close_ranks(state[TRIAL], stays, going)
    close_ranks(state[SUPPLY], stays, going)
    for first in (HP, BONUS_HP, MAT):
        for adventurer in range(adventurers):
            close_ranks(state[first + adventurer], stays, going)
    for enemy in range(enemies):
        close_ranks(state[FOES + enemy], stays, going)
    return going


@step
def close_ranks(row, stays, going):
    """The columns that stay become the first ones."""
    for place in range(going):
        row[place] = row[np.uint32(stays[place])]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i: result, rounds, HP left, adventurers defeated."""
    adventurers, enemies = tables.party.shape[0], tables.enemies.shape[0]
    block, mats = new_block(enemies), new_mats(tables.party)
    for start in range(0, cells.size, BLOCK):
        outcomes, here = cells[start : start + BLOCK], first + np.uint64(start)
        begin(block, mats, tables)
        if tables.drawn < enemies:
            draw_enemies(block, enemies, tables.drawn, here, seed)
        left, number, call = outcomes.size, 1, 0
        while left > 0:
            if number >= FIRST_FATIGUE_ROUND:
                fatigue_round(block, left, mats, tables.party)
            for adventurer in range(adventurers):
                own_call = call + CALLS_AN_ADVENTURER * adventurer
                adventurer_turn(block, left, adventurer, mats, tables, seed, here, own_call)
            for enemy in range(enemies):
                enemy_turn(block, left, enemy, mats, tables, seed, here, call + ENEMY_CALLS + enemy)
            left = end_round(outcomes, block, left, number, tables)
            number, call = number + 1, call + CALLS_A_ROUND
