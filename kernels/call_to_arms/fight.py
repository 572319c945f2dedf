"""Fights in lockstep: all trials of a block make their n-th attack together, those that are over leave the block.

A fight is a plan of attacks, the same for every trial; which of an attack's variants a trial rolls (target Staggered,
with a Block Token, boosted, ...) it looks up by its own state. The steps of an attack are those of attack.py.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import (
    add_critical,
    pierce,
    roll_more_chosen,
    situate,
    strike,
    wound,
)
from tamriel_odds.kernels.call_to_arms.draws import (
    ARMOR,
    ATTACK,
    ATTACK_6,
    ATTACK_11,
    BLOCK_TEST,
    BONUS,
    BONUS_6,
    BONUS_11,
    CALLS,
    DRAWS,
    ENDURANCE,
    FOLLOWING,
    RESIST_BURNING,
    RESIST_POISON,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.draws import BLOCK as BLOCK_DICE
from tamriel_odds.kernels.call_to_arms.draws import MAGICKA as LOST_MAGICKA
from tamriel_odds.kernels.call_to_arms.draws import STAMINA as LOST_STAMINA
from tamriel_odds.kernels.call_to_arms.fight_activation import begin_activation, drink_all, end_activations
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FIGHT_ROWS,
    FOLLOW_UP,
    HEALTH,
    MOMENT,
    ROWS,
    SPENT,
    STAMINA,
    STATUS,
    TOKEN,
    TOTAL,
    TRIAL,
    act,
    add_die,
    begin,
    close_ranks,
    drink,
    face_each_other,
    fall,
    grant,
    hurt,
    join,
    look_up_chosen,
    mark,
    note,
    part,
    pay,
    place,
    read_block,
    replenish,
    spend,
    suffer,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import (
    ARMOR_ROW,
    ATTACK_ROW,
    BLOCK_ROW,
    BONUS_ROW,
    CHOICE_ROW,
    DAMAGE_ROW,
    HIT_ROW,
    NOTHING_ROW,
    ROLLED,
    SITUATION_ROW,
    SKILL_ROW,
    TEST_ROW,
    Tables,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import (
    ACTED,
    AVOIDS,
    BLEED,
    BURNING,
    BURNS_IF_FAILED,
    FREEZES,
    MAGICKA,
    MORE_ROWS,
    POISON,
    POISONS_IF_FAILED,
    SHOCKS,
    TIRES,
    add_up,
    afflict,
    drain,
    injure,
    shrug,
)
from tamriel_odds.kernels.dice import look_up, roll, roll_chosen
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import BLOCK, deal_to

__all__ = ["Tables", "roll_trials"]

# An Attribute is folded into the Skill Die, so that every variant hits with scores up to this one.
TARGET = 127
# Rows of exactly a page would all want the same places of the cache.
APART = 16


@kernel
def roll_attack(rolled, more, words, variant, tables):
    """The attack roll of each trial's variant, up to the row of bonus dice it takes."""
    skill, attack, bonus, choice = rolled[SKILL_ROW], rolled[ATTACK_ROW], rolled[BONUS_ROW], rolled[CHOICE_ROW]
    situation = rolled[SITUATION_ROW]
    n = variant.size
    roll_chosen(skill[:n], variant, words[SKILL], tables.skill_die)
    roll_chosen(attack[:n], variant, words[ATTACK], tables.attack)
    roll_more_chosen(attack[:n], more, variant, words[ATTACK_6], tables.attack_6)
    roll_more_chosen(attack[:n], more, variant, words[ATTACK_11], tables.attack_11)
    add_critical(attack[:n], skill)
    situate(situation[:n], skill, attack, TARGET, tables.most_missing, tables.most_stars)
    look_up_chosen(choice[:n], variant, situation, tables.choice)
    roll_chosen(bonus[:n], choice, words[BONUS], tables.bonus)
    roll_more_chosen(bonus[:n], more, choice, words[BONUS_6], tables.bonus_6)
    roll_more_chosen(bonus[:n], more, choice, words[BONUS_11], tables.bonus_11)


@kernel
def roll_damage(rolled, words, apart, variant, number, tables):
    """Whether it hits, and the damage that armor and Block leave."""
    left = variant.size
    skill, attack, bonus, choice = rolled[SKILL_ROW], rolled[ATTACK_ROW], rolled[BONUS_ROW], rolled[CHOICE_ROW]
    hit, damage, armor, row = rolled[HIT_ROW], rolled[DAMAGE_ROW], rolled[ARMOR_ROW], rolled[SITUATION_ROW]
    strike(hit[:left], skill, attack, bonus, TARGET)
    if tables.blocking[number]:
        look_up(row[:left], variant, tables.block_kind)
        roll_chosen(rolled[TEST_ROW][:left], row, apart[BLOCK_TEST], tables.block_test)
        read_block(rolled[BLOCK_ROW][:left], rolled[TEST_ROW])
    same = tables.same_armor[number]
    if same < 0:
        if tables.blocking[number]:
            look_up(armor[:left], rolled[BLOCK_ROW], tables.block_die)
            add_die(row[:left], choice, armor, tables.effect.size)
            look_up(row[:left], row, tables.armor_row)
        else:
            look_up(row[:left], choice, tables.armor_row)
        roll_chosen(armor[:left], row, words[ARMOR], tables.armor)
    else:
        roll(armor[:left], words[ARMOR], tables.armor[same])
    if tables.blocking[number]:
        roll_chosen(row[:left], rolled[BLOCK_ROW], apart[BLOCK_DICE], tables.block)
        join(armor[:left], row)
    pierce(armor[:left], bonus, tables.strong_armor[number])
    wound(damage[:left], hit, attack, bonus, armor)


@kernel
def situate_trials(acts, variant, situation, state, left, number, tables):
    """Who attacks, with which variant, and what that costs."""
    own, them = FIGHT_ROWS + ROWS * tables.attacker[number], FIGHT_ROWS + ROWS * tables.target[number]
    stamina, own_status = state[own + STAMINA][:left], state[own + STATUS]
    health, status, token = state[them + HEALTH], state[them + STATUS], state[them + TOKEN]
    act(acts, state[own + HEALTH], own_status, health, state[FOLLOW_UP], tables.follows[number])
    offset, staminas = tables.offset[number], tables.staminas
    face_each_other(situation[:left], stamina, own_status, status, token, health, offset, staminas, tables.healths)
    look_up(variant, situation, tables.variant)
    if tables.costs:
        look_up(situation[:left], variant, tables.cost)
        pay(stamina, state[SPENT], acts, situation)


@kernel
def open_activation(state, rolled, tolls, first, left, number, seed, tables):
    """Reserves come back, then tokens take their toll of who has any."""
    model = tables.attacker[number]
    own = FIGHT_ROWS + ROWS * model
    replenish(state[own + STAMINA][:left], state[own + STATUS], state[own + TOKEN], tables.most_stamina[model])
    if tables.suffers[model]:
        begin_activation(state, rolled, tolls, first, left, number, seed, tables)


@kernel
def bring_tokens(state, rolled, apart, acts, left, number, tables):
    """The tokens an attack gives, unless they are shrugged off, and what Frost and Shock take of Reserves."""
    target = tables.target[number]
    own, more = FIGHT_ROWS + ROWS * target, tables.more + MORE_ROWS * target
    health, damage, effect = state[own + HEALTH], rolled[DAMAGE_ROW], rolled[ATTACK_ROW]
    fire, poison, asked = rolled[TEST_ROW], rolled[BLOCK_ROW], rolled[SITUATION_ROW]
    roll(fire[:left], apart[RESIST_BURNING], tables.shrug[target])
    shrug(fire[:left], damage, health, acts, effect, BURNS_IF_FAILED)
    roll(poison[:left], apart[RESIST_POISON], tables.shrug[target])
    shrug(poison[:left], damage, health, acts, effect, POISONS_IF_FAILED)
    bleed, burning, poisoned = state[more + BLEED][:left], state[more + BURNING], state[more + POISON]
    afflict(bleed, burning, poisoned, damage, health, acts, effect, fire, poison)
    roll(asked[:left], apart[LOST_STAMINA], tables.drain)
    drain(state[own + STAMINA][:left], damage, health, acts, effect, asked, FREEZES, TIRES)
    roll(asked[:left], apart[LOST_MAGICKA], tables.drain)
    drain(state[more + MAGICKA][:left], damage, health, acts, effect, asked, SHOCKS, 0)
    add_up(fire, poison[:left])
    drink_all(state, fire, left, target, tables)


@kernel
def apply(state, rolled, words, apart, acts, variant, number, tables):
    """What the attack does to its target and brings its attacker."""
    left, attacker, target = variant.size, tables.attacker[number], tables.target[number]
    own, them = FIGHT_ROWS + ROWS * attacker, FIGHT_ROWS + ROWS * target
    health, status, token = state[them + HEALTH][:left], state[them + STATUS][:left], state[them + TOKEN]
    follow_up, moment = state[FOLLOW_UP][:left], state[MOMENT][:left]
    skill, hit, damage, injury = rolled[SKILL_ROW], rolled[HIT_ROW], rolled[DAMAGE_ROW], rolled[SITUATION_ROW]
    fate, effect = rolled[ARMOR_ROW], rolled[NOTHING_ROW]
    if tables.brings[number]:
        effect = rolled[ATTACK_ROW]
        look_up(effect[:left], rolled[CHOICE_ROW], tables.effect)
    if tables.blocking[number]:
        look_up(injury[:left], variant, tables.spends)
        spend(token[:left], health, acts, hit, injury, rolled[TEST_ROW], tables.most_health[target])
    if tables.tests[target]:
        first = target * tables.punishings
        if tables.more:
            more = tables.more + MORE_ROWS * target
            bleed, burning, avoids = state[more + BLEED], state[more + BURNING], state[more + AVOIDS]
            kinds = tables.punishings
            injure(injury[:left], damage, acts, health, status, effect, bleed, burning, avoids, first, kinds, 1)
        else:
            hurt(injury[:left], damage, acts, health, status, effect, first, tables.punishings)
        roll_chosen(fate[:left], injury, words[ENDURANCE], tables.fates)
    else:
        fall(fate[:left], damage, acts, health)
    suffer(health, state[TOTAL], damage, acts, fate, tables.most_health[target])
    mark(status, token, damage, hit, acts, fate, effect)
    if tables.afflicts[number]:
        bring_tokens(state, rolled, apart, acts, left, number, tables)
    own_health = state[own + HEALTH][:left]
    drink(own_health, state[own + STAMINA], acts, skill, tables.most_health[attacker], tables.most_stamina[attacker])
    grant(follow_up, effect, hit, acts, tables.follows[number])
    return note(moment, health, tables.never, tables.moment[number])


@kernel
def deal_apart(apart, state, first, left, number, seed, tables):
    """The words of what is rolled beside an attack and after it."""
    trials = state[TRIAL][:left]
    if tables.blocking[number]:
        deal_to(apart, tables.block_calls, FOLLOWING + CALLS * number, first, trials, seed)
    if tables.afflicts[number]:
        deal_to(apart, tables.after_calls, FOLLOWING + CALLS * number, first, trials, seed)


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words, apart = np.empty((DRAWS, BLOCK), np.uint32), np.empty((DRAWS, BLOCK), np.uint32)
    tolls = np.empty((DRAWS, BLOCK), np.uint32)
    state = np.empty((tables.start.size, BLOCK + APART), np.int32)
    rolled = np.zeros((ROLLED, BLOCK + APART), np.int32)
    stays, ends = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    acts, more, variant = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    outcome = np.empty(BLOCK + APART, np.int64)
    for block in range(0, cells.size, BLOCK):
        size = min(BLOCK, cells.size - block)
        left, here = size, first + np.uint64(block)
        begin(state, tables.start, outcome)
        for number in range(tables.attacker.size):
            if tables.opens[number]:
                open_activation(state, rolled, tolls, here, left, number, seed, tables)
            situate_trials(acts[:left], variant[:left], rolled[SITUATION_ROW], state, left, number, tables)
            if tables.opens[number] and tables.suffers[tables.attacker[number]]:
                acted = state[tables.more + MORE_ROWS * tables.attacker[number] + ACTED]
                add_up(acted, acts[:left])
            deal_to(words, tables.calls, CALLS * number, here, state[TRIAL][:left], seed)
            roll_attack(rolled, more[:left], words, variant[:left], tables)
            deal_apart(apart, state, here, left, number, seed, tables)
            roll_damage(rolled, words, apart, variant[:left], number, tables)
            over = apply(state, rolled, words, apart, acts, variant[:left], number, tables)
            end_activations(state, rolled, tolls, here, left, number, seed, tables)
            # Moving all that is known of a trial costs what an attack costs: it must save more than that.
            if 8 * over >= left:
                going = part(stays, ends, state[MOMENT][:left], tables.never)
                place(outcome, state, ends[: left - going], tables.strides)
                close_ranks(state, stays[:going])
                left = going
                if left == 0:
                    break
        for trial in range(left):
            stays[trial] = trial
        place(outcome, state, stays[:left], tables.strides)
        for trial in range(size):
            cells[block + trial] = outcome[trial]
