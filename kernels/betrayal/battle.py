"""Battles of a party against enemies, turn by turn as the rulebook has it: all trials of a block take a turn together.

Words are drawn in the order of the turns, five dice a word, whether or not a unit still stands: what one does leaves
the dice of the others as they were. First come those with which the enemies are drawn; an adventurer has words for all
dice in each engage, and one for the defensive form.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.block import WORDS, ZERO, choose, list_marked, new_block, next_words, unit_of
from tamriel_odds.kernels.betrayal.mats import PREVENTS, event_of, forget, happen, new_mats
from tamriel_odds.kernels.betrayal.turn import adventurer_turn, begin, fatigue_round
from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    AFTER,
    BELOW,
    BLOCK,
    BONUS,
    BONUS_HP,
    CHOSEN,
    COMBAT,
    DAMAGE,
    DEALT,
    DICE_A_WORD,
    FOES,
    GUARD,
    HEALTH,
    HP,
    LISTED,
    MAT,
    ORDER,
    SIDES,
    SUPPLY,
    TARGETS,
    TRIAL,
)
from tamriel_odds.kernels.dice import roll
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.lean import least, most
from tamriel_odds.kernels.words import face

FIRST_FATIGUE_ROUND = 6
WON, LOST, UNDECIDED = 0, 1, 2


class Tables(NamedTuple):
    """Party and enemies as they begin (units.py); enemies in the order of their turns, the highest level first."""

    party: np.ndarray  # int64 [adventurer, column]
    enemies: np.ndarray  # int64 [enemy, column]
    blows: np.ndarray  # int32 [dice, face]: the damage of up to five Combat dice of an enemy
    supply: int
    drawn: int  # so many of the enemies take part, drawn from all
    rounds: int
    most_health: int


@step
def roll_enemy(block, left, enemy, blows, seed, first, draw):
    """The damage of an enemy's Combat dice, five a word; the draw that follows."""
    dice, damage, more = enemy[COMBAT], block.state[DAMAGE, :left], block.state[DEALT, :left]
    for rolled in range(0, dice, DICE_A_WORD):
        number = least(dice - rolled, DICE_A_WORD)
        shown = damage if rolled == 0 else more
        roll(shown, next_words(block, left, draw, first, seed), blows[number, : SIDES**number])
        draw += 1
    if dice > DICE_A_WORD:
        for column in range(left):
            damage[column] += more[column]
    return draw


@step
def use_slots(block, left, adventurer, rows):
    """Dice in active slots prevent the damage dealt; who has any is listed, and counted."""
    state, what, listed = block.state, block.what, 0
    for column in range(left):
        state[LISTED, listed] = column
        what[listed] = event_of(PREVENTS, 0, np.int64(state[DEALT, column]))
        has_slots = rows[state[MAT + adventurer, column], ACTIVE] > 0
        listed += has_slots & (state[DEALT, column] > 0)
    return listed


@step
def deal_damage(dealt, damage, health, chosen, adventurer, left):
    """The damage of an enemy who stands, where the adventurer is chosen."""
    for column in range(left):
        is_dealt = (unit_of(chosen[column]) == adventurer) & (health[column] > 0)
        dealt[column] = damage[column] if is_dealt else ZERO


@step
def hit(health, damage, foes, chosen, adventurer, left):
    """`deal_damage` and `lose` in one, where nothing comes between them: 3 % of a battle."""
    for column in range(left):
        is_dealt, dealt = (unit_of(chosen[column]) == adventurer) & (foes[column] > 0), damage[column]
        health[column] = most(np.int32(health[column] - (dealt if is_dealt else ZERO)), ZERO)


@step
def lose(health, bonus, dealt, left):
    """Bonus HP are lost before HP."""
    for column in range(left):
        spared = least(dealt[column], bonus[column])
        bonus[column] = np.int32(bonus[column] - spared)
        health[column] = most(np.int32(health[column] - np.int32(dealt[column] - spared)), ZERO)


@step
def enemy_turn(block, left, enemy, mats, tables, seed, first, draw):
    """Roll the Combat dice once and deal the damage to each target; the draw that follows."""
    state, party, below, own = block.state, tables.party, BELOW, tables.enemies[enemy]
    forget(block, left, mats, party.shape[0])
    draw = roll_enemy(block, left, own, tables.blows, seed, first, draw)
    for target in range(own[TARGETS]):
        choose(state[CHOSEN + target], state[below], state[HP:], party.shape[0], own[ORDER], left)
        below = CHOSEN + target
    for target in range(own[TARGETS]):
        chosen = state[CHOSEN + target]
        for adventurer in range(party.shape[0]):
            if party[adventurer, GUARD] + party[adventurer, BONUS] == 0:
                hit(state[HP + adventurer], state[DAMAGE], state[FOES + enemy], chosen, adventurer, left)
                continue
            deal_damage(state[DEALT], state[DAMAGE], state[FOES + enemy], chosen, adventurer, left)
            if party[adventurer, GUARD] > 0:
                using = use_slots(block, left, adventurer, mats.rows)
                happen(block, using, adventurer, mats, party)
                for i in range(using):
                    state[DEALT, state[LISTED, i]] = block.what[i]
            lose(state[HP + adventurer], state[BONUS_HP + adventurer], state[DEALT], left)
    return draw


@step
def draw_enemies(block, left, tables, seed, first):
    """Only some of the enemies take part: the others have no HP from the start; the draw that follows."""
    state, enemies = block.state, tables.enemies
    for enemy in range(enemies.shape[0]):
        for column in range(left):
            state[FOES + enemy, column] = 0
    for number in range(tables.drawn):
        words = next_words(block, left, number, first, seed)
        for column in range(left):
            others, enemy = np.int64(face(words[column], enemies.shape[0] - number)), 0
            while others > 0 or state[FOES + enemy, column] > 0:
                others -= state[FOES + enemy, column] == 0
                enemy += 1
            state[FOES + enemy, column] = enemies[enemy, HEALTH]
    return tables.drawn


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
    state, adventurers, enemies = block.state, tables.party.shape[0], tables.enemies.shape[0]
    health, foes, ends = state[CHOSEN], state[CHOSEN + 1], state[AFTER]
    over, movers, moving = state[LISTED], state[DEALT], 0
    add_up(health, state[HP:], adventurers, left)
    add_up(foes, state[FOES:], enemies, left)
    mark_ends(ends, health, foes, number >= tables.rounds, left)
    ended = list_marked(over, ends, left)
    for i in range(ended):
        column, defeated = np.uint32(over[i]), 0
        for adventurer in range(adventurers):
            defeated += state[HP + adventurer, column] == 0
        result = LOST if health[column] == 0 else WON if foes[column] == 0 else UNDECIDED
        cell = (result * tables.rounds + number - 1) * (tables.most_health + 1) + health[column]
        cells[state[TRIAL, column]] = cell * (adventurers + 1) + defeated
    for column in range(left - ended, left):
        movers[moving] = column
        moving += ends[column] == 0
    fill(state[TRIAL], over, movers, moving)
    fill(state[SUPPLY], over, movers, moving)
    for first in (HP, BONUS_HP, MAT):
        for adventurer in range(adventurers):
            fill(state[first + adventurer], over, movers, moving)
    for enemy in range(enemies):
        fill(state[FOES + enemy], over, movers, moving)
    for word in range(WORDS):
        fill(block.words[word], over, movers, moving)
    return left - ended


@step
def mark_ends(ends, health, foes, is_last, left):
    """Where one side has no HP left, or in the last round everywhere."""
    for column in range(left):
        ends[column] = is_last | (health[column] == 0) | (foes[column] == 0)


@step
def fill(row, over, movers, moving):
    """The last columns move to the first places that are free."""
    for i in range(moving):
        row[np.uint32(over[i])] = row[np.uint32(movers[i])]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i: result, rounds, HP left, adventurers defeated."""
    adventurers, enemies = tables.party.shape[0], tables.enemies.shape[0]
    block, mats = new_block(enemies), new_mats(tables.party)
    for start in range(0, cells.size, BLOCK):
        outcomes, here = cells[start : start + BLOCK], first + np.uint64(start)
        begin(block, mats, tables)
        left, number, draw = outcomes.size, 1, 0
        if tables.drawn < enemies:
            draw = draw_enemies(block, left, tables, seed, here)
        while left > 0:
            if number >= FIRST_FATIGUE_ROUND:
                fatigue_round(block, left, mats, tables.party)
            for adventurer in range(adventurers):
                draw = adventurer_turn(block, left, adventurer, mats, tables, seed, here, draw)
            for enemy in range(enemies):
                if tables.enemies[enemy, COMBAT] > 0:
                    draw = enemy_turn(block, left, enemy, mats, tables, seed, here, draw)
            left, number = end_round(outcomes, block, left, number, tables), number + 1
