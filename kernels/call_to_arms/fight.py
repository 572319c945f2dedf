"""Fights in lockstep: all trials of a block make their n-th attack together, those that are over leave the block.

A fight is a plan of attacks, the same for every trial; which of an attack's variants a trial rolls (target Staggered,
with a Block Token, boosted, ...) it looks up by its own state. Fights with rarer rules are in full_fight.py: they would
double what every first duel has to compile.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_rows as row
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.attack import add_critical, pierce, situate, strike, wound
from tamriel_odds.kernels.call_to_arms.draws import (
    ARMOR,
    ATTACK,
    BLOCK_TEST,
    BONUS,
    CALLS,
    DRAWS,
    ENDURANCE,
    FOLLOWING,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.draws import BLOCK as BLOCK_DICE
from tamriel_odds.kernels.call_to_arms.fight_dice import look_up, look_up_chosen, roll, roll_chosen, row_of
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FOLLOW_UP,
    HEALTH,
    MOMENT,
    SPENT,
    STAMINA,
    STATUS,
    TARGET,
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
    flip,
    grant,
    hurt,
    join,
    mark,
    note,
    part,
    pay,
    place,
    read_block,
    recover,
    replenish,
    rows_of,
    spend,
    suffer,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import Tables
from tamriel_odds.kernels.jit import kernel, passage
from tamriel_odds.kernels.words import BLOCK, deal_to

__all__ = ["Tables", "roll_trials"]

# Rows of exactly a page would all want the same places of the cache.
APART = 16
# Moving the last trials to where others are over must save more attacks than it takes: from one in so many on.
FEW = 16


@passage
def open_activation(state, left, number, tables):
    """What comes back to the attacker before its first attack."""
    model = tables.plan[turn.ATTACKER, number]
    stamina, most_stamina = state[rows_of(model) + STAMINA][:left], tables.models[body.MOST_STAMINA, model]
    replenish(stamina, state[rows_of(model) + STATUS], state[rows_of(model) + TOKEN], most_stamina)


@passage
def situate_trials(state, rolled, left, number, tables):
    """Who attacks, and in which situation."""
    own, them = rows_of(tables.plan[turn.ATTACKER, number]), rows_of(tables.plan[turn.TARGET, number])
    acts, index = rolled[row.ACTS][:left], rolled[row.INDEX][:left]
    stamina, own_status = state[own + STAMINA], state[own + STATUS]
    health, status, token = state[them + HEALTH], state[them + STATUS], state[them + TOKEN]
    act(acts, state[own + HEALTH], own_status, health, state[FOLLOW_UP], tables.plan[turn.FOLLOWS, number])
    offset = tables.plan[turn.OFFSET, number]
    face_each_other(index, stamina, own_status, status, token, health, offset, tables.staminas, tables.healths)


@passage
def choose_variants(state, rolled, left, number, tables):
    """With which variant, and what that costs."""
    index, variant = rolled[row.INDEX][:left], rolled[row.VARIANT][:left]
    look_up(variant, index, tables.entries, table.VARIANT)
    if tables.costs:
        stamina = state[rows_of(tables.plan[turn.ATTACKER, number]) + STAMINA][:left]
        look_up(index, variant, tables.entries, table.COST)
        pay(stamina, state[SPENT], rolled[row.ACTS], index)


@passage
def roll_attack(rolled, words, left, tables):
    """The attack roll of each trial's variant, up to whether it hits."""
    variant, skill, attack = rolled[row.VARIANT], rolled[row.SKILL][:left], rolled[row.ATTACK][:left]
    choice, bonus, index = rolled[row.CHOICE][:left], rolled[row.BONUS][:left], rolled[row.INDEX][:left]
    roll_chosen(skill, variant, words[SKILL], tables.entries, table.SKILL_DIE)
    roll_chosen(attack, variant, words[ATTACK], tables.entries, table.ATTACK)
    add_critical(attack, skill)
    situate(index, skill, attack, TARGET, tables.most_missing, tables.most_stars)
    look_up_chosen(choice, variant, index, tables.entries, table.CHOICE)
    roll_chosen(bonus, choice, words[BONUS], tables.entries, table.BONUS)
    strike(rolled[row.HIT][:left], skill, attack, bonus, TARGET)


@passage
def roll_armor(rolled, words, left, same, tables):
    """The armor roll against each trial's row of bonus dice, or the one against all of them."""
    armor, index = rolled[row.ARMOR][:left], rolled[row.INDEX][:left]
    if same >= 0:
        roll(armor, same, words[ARMOR], tables.entries, table.ARMOR)
    else:
        look_up(index, rolled[row.CHOICE], tables.entries, table.ARMOR_ROW)
        roll_chosen(armor, index, words[ARMOR], tables.entries, table.ARMOR)


@passage
def roll_block(rolled, apart, left, tables):
    """The Block Test that goes with each trial's variant."""
    index, test = rolled[row.INDEX][:left], rolled[row.TEST][:left]
    look_up(index, rolled[row.VARIANT], tables.entries, table.BLOCK_KIND)
    roll_chosen(test, index, apart[BLOCK_TEST], tables.entries, table.BLOCK_TEST)
    read_block(rolled[row.BLOCK][:left], test)


@passage
def roll_blocked_armor(rolled, words, apart, left, tables):
    """The armor roll with the die or the stars that the Block Test joins to it."""
    armor, index = rolled[row.ARMOR][:left], rolled[row.INDEX][:left]
    look_up(index, rolled[row.BLOCK], tables.entries, table.BLOCK_DIE)
    add_die(index, rolled[row.CHOICE], index, tables.rows)
    look_up(index, index, tables.entries, table.ARMOR_ROW)
    roll_chosen(armor, index, words[ARMOR], tables.entries, table.ARMOR)
    roll_chosen(index, rolled[row.BLOCK], apart[BLOCK_DICE], tables.entries, table.BLOCK)
    join(armor, index)


@passage
def apply(state, rolled, words, left, number, tables):
    """What the attack does to its target and brings its attacker; how many fights are over."""
    attacker, target = tables.plan[turn.ATTACKER, number], tables.plan[turn.TARGET, number]
    own, them = rows_of(attacker), rows_of(target)
    health, status, token = state[them + HEALTH][:left], state[them + STATUS][:left], state[them + TOKEN][:left]
    most_health, brings = tables.models[body.MOST_HEALTH, target], tables.plan[turn.BRINGS, number]
    acts, hit, damage, effect = rolled[row.ACTS], rolled[row.HIT], rolled[row.DAMAGE], rolled[row.NOTHING]
    fate, index = rolled[row.FATE][:left], rolled[row.INDEX][:left]
    if tables.plan[turn.BLOCKING, number]:
        look_up(index, rolled[row.VARIANT], tables.entries, table.SPENDS)
        spend(token, health, acts, hit, index, rolled[row.TEST], most_health)
    if brings:
        effect = rolled[row.EFFECT]
        look_up(effect[:left], rolled[row.CHOICE], tables.entries, table.EFFECT)
    if tables.models[body.TESTS, target]:
        hurt(index, damage, acts, health, status, effect, target * tables.punishings, tables.punishings)
        roll_chosen(fate, index, words[ENDURANCE], tables.entries, table.FATES)
        suffer(health, state[TOTAL], damage, acts, fate, most_health)
    else:
        fall(health, state[TOTAL], fate, damage, acts)
    if tables.models[body.MARKED, target]:
        mark(status, token, damage, hit, acts, fate, effect)
    most_health, most_stamina = tables.models[body.MOST_HEALTH, attacker], tables.models[body.MOST_STAMINA, attacker]
    drink(state[own + HEALTH][:left], state[own + STAMINA], acts, rolled[row.SKILL], most_health, most_stamina)
    grant(state[FOLLOW_UP][:left], effect, hit, acts, tables.plan[turn.FOLLOWS, number])
    return note(state[MOMENT][:left], health, tables.never, tables.plan[turn.MOMENT, number])


@passage
def close_activation(state, left, number, tables):
    """The attacker recovers after its last attack."""
    own = tables.plan[turn.ATTACKER, number]
    blocks, lies = tables.models[body.BLOCKS, own], tables.models[body.LIES, own]
    recover(state[rows_of(own) + STATUS][:left], state[rows_of(own) + TOKEN], blocks, lies)


@passage
def recover_others(state, left, number, tables):
    """Others recover when the plan says so."""
    for model in range(tables.models.shape[1]):
        if tables.plan[turn.FLIPS, number] >> model & 1:
            flip(state[rows_of(model) + STATUS][:left], tables.models[body.LIES, model])


@passage
def dismiss(outcome, over, state, strides, left, ended, never):
    """Fights that are over leave, unless they are few; says how many are left."""
    if FEW * ended < left:
        return left
    gone = part(over, state[MOMENT][:left], never)
    place(outcome, state, over[:gone], strides)
    close_ranks(state, over[:gone], left)
    return left - gone


@passage
def close(cells, outcome, over, state, strides, left):
    """The cells of the block, those of the fights that are left with them."""
    for trial in range(left):
        over[trial] = trial
    place(outcome, state, over[:left], strides)
    for trial in range(cells.size):
        cells[trial] = outcome[trial]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    entries = tables.entries
    calls, apart_calls = row_of(entries, table.CALLS), row_of(entries, table.APART_CALLS)
    start, strides = row_of(entries, table.START), row_of(entries, table.STRIDES)
    words, apart = np.empty((DRAWS, BLOCK), np.uint32), np.empty((DRAWS, BLOCK), np.uint32)
    state = np.empty((start.size, BLOCK + APART), np.int32)
    rolled = np.zeros((row.ROWS, BLOCK + APART), np.int32)
    over, outcome = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    for block in range(0, cells.size, BLOCK):
        size = min(BLOCK, cells.size - block)
        left, here = size, first + np.uint64(block)
        begin(state, start, outcome)
        for number in range(tables.plan.shape[1]):
            if tables.plan[turn.OPENS, number]:
                open_activation(state, left, number, tables)
            situate_trials(state, rolled, left, number, tables)
            choose_variants(state, rolled, left, number, tables)
            deal_to(words, calls, CALLS * number, here, state[TRIAL][:left], seed)
            roll_attack(rolled, words, left, tables)
            if tables.plan[turn.BLOCKING, number]:
                deal_to(apart, apart_calls, FOLLOWING + CALLS * number, here, state[TRIAL][:left], seed)
                roll_block(rolled, apart, left, tables)
                roll_blocked_armor(rolled, words, apart, left, tables)
            else:
                roll_armor(rolled, words, left, tables.plan[turn.SAME_ARMOR, number], tables)
            pierce(rolled[row.ARMOR][:left], rolled[row.BONUS], tables.plan[turn.STRONG_ARMOR, number])
            wound(rolled[row.DAMAGE][:left], rolled[row.HIT], rolled[row.ATTACK], rolled[row.BONUS], rolled[row.ARMOR])
            ended = apply(state, rolled, words, left, number, tables)
            if tables.plan[turn.CLOSES, number]:
                close_activation(state, left, number, tables)
            recover_others(state, left, number, tables)
            left = dismiss(outcome, over, state, strides, left, ended, tables.never)
            if left == 0:
                break
        close(cells[block : block + size], outcome, over, state, strides, left)
