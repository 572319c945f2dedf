"""Fights in lockstep: all trials of a block make their n-th attack together, those that are over leave the block.

A fight is a plan of attacks, the same for every trial; which of an attack's variants a trial rolls (target Staggered,
with a Block Token, boosted, ...) it looks up by its own state. The steps of an attack are those of attack.py.
"""

from typing import NamedTuple

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
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.draws import BLOCK as BLOCK_DICE
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
    flip,
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
    recover,
    replenish,
    spend,
    suffer,
)
from tamriel_odds.kernels.dice import look_up, roll, roll_chosen
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import BLOCK, deal_to

# An Attribute is folded into the Skill Die, so that every variant hits with scores up to this one.
TARGET = 127


# The rows of what is rolled in an attack; the fate of the injured goes where the armor was, what the effect brings
# along where the attack dice were, and every look-up finds its index in the row of situations.
(
    SKILL_ROW,
    ATTACK_ROW,
    BONUS_ROW,
    CHOICE_ROW,
    ARMOR_ROW,
    HIT_ROW,
    DAMAGE_ROW,
    SITUATION_ROW,
    NOTHING_ROW,
    TEST_ROW,
    BLOCK_ROW,
) = range(11)
ROLLED = 11
# Rows of exactly a page would all want the same places of the cache.
APART = 16


class Tables(NamedTuple):
    """What a fight looks up. Models are numbered; a pool of no dice is the single face 0."""

    calls: np.ndarray  # int64, the calls that one attack needs
    start: np.ndarray  # int32 by row of the state
    strides: np.ndarray  # int64 by row of the state, 0 where it is not part of the cell
    attacker: np.ndarray  # int64 by attack of the plan
    target: np.ndarray  # int64 by attack
    opens: np.ndarray  # int64 by attack: 1 where it is the first of an activation
    closes: np.ndarray  # int64 by attack: 1 where it is the last
    follows: np.ndarray  # int64 by attack: 1 where a Follow-Up must have been granted
    flips: np.ndarray  # int64 by attack: bits of the models that recover after it without an activation
    moment: np.ndarray  # int32 by attack: what the fight's end is called when it ends here
    offset: np.ndarray  # int64 by attack: where its situations begin
    strong_armor: np.ndarray  # int64 by attack
    same_armor: np.ndarray  # int64 by attack: the armor row of all its variants, -1 where they differ
    brings: np.ndarray  # int64 by attack: 1 where it can bring anything along
    variant: np.ndarray  # int32 by situation: Stamina, Staggered oneself, status, token and Health of the target
    cost: np.ndarray  # int32 by variant
    spends: np.ndarray  # int32 by variant: 1 where the Block Token is spent when targeted, 2 where when hit
    blocking: np.ndarray  # int64 by attack: 1 where a token can be spent
    block_calls: np.ndarray  # int64, the one call of what is rolled beside an attack
    block_kind: np.ndarray  # int32 by variant: the row of block_test
    block_test: np.ndarray  # int32 [kind, face of the Skill Die]: the row of block, with 256 added for a Potion
    block: np.ndarray  # int32 [row, face]: the stars that join the armor roll
    block_die: np.ndarray  # int32 by row of block: 1 where an armor die is added
    skill_die: np.ndarray  # int32 [variant, face]
    attack: np.ndarray  # int32 [variant, face]
    attack_6: np.ndarray
    attack_11: np.ndarray
    choice: np.ndarray  # int32 [variant, situation of the roll]: the row of the bonus pools
    bonus: np.ndarray  # int32 [row, face]
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    effect: np.ndarray  # int32 by row: what it brings along
    armor_row: np.ndarray  # int32 by row of bonus dice, then the same with an armor die added
    armor: np.ndarray  # uint8 [armor row, face]: stars, with the effect's
    fates: np.ndarray  # int32 [model, Punishing, Incapacitated, unhurt or injured or overkill as one; face]
    most_health: np.ndarray  # int32 by model
    most_stamina: np.ndarray  # int32 by model; an Adversary's is 0
    blocks: np.ndarray  # int32 by model: 1 where a Block follows its attacks
    tests: np.ndarray  # int32 by model: 1 where it takes an Endurance Test when Injured
    lies: np.ndarray  # int32 by model: 1 where it stays Incapacitated to the end of the round
    costs: int
    punishings: int
    never: int
    most_missing: int
    most_stars: int
    healths: int
    staminas: int


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
    own, them = ROWS * tables.attacker[number], ROWS * tables.target[number]
    of_fight = state.shape[0] - FIGHT_ROWS
    stamina, own_status = state[own + STAMINA][:left], state[own + STATUS]
    health, status, token = state[them + HEALTH], state[them + STATUS], state[them + TOKEN]
    if tables.opens[number]:
        replenish(stamina, own_status, state[own + TOKEN], tables.most_stamina[tables.attacker[number]])
    act(acts, state[own + HEALTH], own_status, health, state[of_fight + FOLLOW_UP], tables.follows[number])
    offset, staminas = tables.offset[number], tables.staminas
    face_each_other(situation[:left], stamina, own_status, status, token, health, offset, staminas, tables.healths)
    look_up(variant, situation, tables.variant)
    if tables.costs:
        look_up(situation[:left], variant, tables.cost)
        pay(stamina, state[of_fight + SPENT], acts, situation)


@kernel
def apply(state, rolled, words, acts, variant, number, tables):
    """What the attack does to its target and brings its attacker."""
    left, attacker, target = variant.size, tables.attacker[number], tables.target[number]
    own, them = ROWS * attacker, ROWS * target
    of_fight = state.shape[0] - FIGHT_ROWS
    health, status, token = state[them + HEALTH][:left], state[them + STATUS][:left], state[them + TOKEN]
    follow_up, moment = state[of_fight + FOLLOW_UP][:left], state[of_fight + MOMENT][:left]
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
        hurt(injury[:left], damage, acts, health, status, effect, first, tables.punishings)
        roll_chosen(fate[:left], injury, words[ENDURANCE], tables.fates)
    else:
        fall(fate[:left], damage, acts, health)
    suffer(health, state[of_fight + TOTAL], damage, acts, fate, tables.most_health[target])
    mark(status, token, damage, hit, acts, fate, effect)
    own_health = state[own + HEALTH][:left]
    drink(own_health, state[own + STAMINA], acts, skill, tables.most_health[attacker], tables.most_stamina[attacker])
    grant(follow_up, effect, hit, acts, tables.follows[number])
    return note(moment, health, tables.never, tables.moment[number])


@kernel
def end_activations(state, left, number, tables):
    """The attacker recovers after its last attack, others when the plan says so."""
    if tables.closes[number]:
        own = tables.attacker[number]
        recover(state[ROWS * own + STATUS][:left], state[ROWS * own + TOKEN], tables.blocks[own], tables.lies[own])
    for model in range(tables.lies.size):
        if tables.flips[number] >> model & 1:
            flip(state[ROWS * model + STATUS][:left], tables.lies[model])


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words, apart = np.empty((DRAWS, BLOCK), np.uint32), np.empty((4, BLOCK), np.uint32)
    state = np.empty((tables.start.size, BLOCK + APART), np.int32)
    rolled = np.zeros((ROLLED, BLOCK + APART), np.int32)
    stays, ends = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    acts, more, variant = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    outcome = np.empty(BLOCK + APART, np.int64)
    numbers, moment = state[tables.start.size - FIGHT_ROWS + TRIAL], state[tables.start.size - FIGHT_ROWS + MOMENT]
    for block in range(0, cells.size, BLOCK):
        size = min(BLOCK, cells.size - block)
        left = size
        begin(state, tables.start, outcome)
        for number in range(tables.attacker.size):
            situate_trials(acts[:left], variant[:left], rolled[SITUATION_ROW], state, left, number, tables)
            deal_to(words, tables.calls, CALLS * number, first + np.uint64(block), numbers[:left], seed)
            roll_attack(rolled, more[:left], words, variant[:left], tables)
            if tables.blocking[number]:
                deal_to(
                    apart,
                    tables.block_calls,
                    FOLLOWING + CALLS * number,
                    first + np.uint64(block),
                    numbers[:left],
                    seed,
                )
            roll_damage(rolled, words, apart, variant[:left], number, tables)
            over = apply(state, rolled, words, acts, variant[:left], number, tables)
            end_activations(state, left, number, tables)
            # Moving all that is known of a trial costs what an attack costs: it must save more than that.
            if 8 * over >= left:
                going = part(stays, ends, moment[:left], tables.never)
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
