"""Fights in lockstep: all trials of a block make their n-th attack together, those that are over leave the block.

A fight is a plan of attacks, the same for every trial; which of an attack's variants a trial rolls (target Staggered,
with a Block Token, boosted, ...) it looks up by its own state.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.draws import CALLS, DRAWS, ENDURANCE, FOLLOWING, FOLLOWING_REROLL, REROLL
from tamriel_odds.kernels.call_to_arms.fight_activation import begin_activation, end_activations
from tamriel_odds.kernels.call_to_arms.fight_attack import answer_hit, roll_attack, roll_damage
from tamriel_odds.kernels.call_to_arms.fight_harm import apply_each
from tamriel_odds.kernels.call_to_arms.fight_rules import afford, have_extra, join_in, restore_magicka, use_extra
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FOLLOW_UP,
    HEALTH,
    MOMENT,
    SPENT,
    STAMINA,
    STATUS,
    TOKEN,
    TOTAL,
    TRIAL,
    act,
    begin,
    close_ranks,
    drink,
    face_each_other,
    fall,
    grant,
    hurt,
    mark,
    note,
    part,
    pay,
    place,
    replenish,
    spend,
    suffer,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import (
    ARMOR_ROW,
    ATTACK_ROW,
    CHOICE_ROW,
    DAMAGE_ROW,
    EXTRA_ROW,
    HIT_ROW,
    NOTHING_ROW,
    ROLLED,
    SITUATION_ROW,
    SKILL_ROW,
    SPENT_ROW,
    TEST_ROW,
    Rules,
    Tables,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import ACTED, EXTRA, MAGICKA, POTIONS, more_of, rows_of
from tamriel_odds.kernels.call_to_arms.fight_tokens import drink as drink_potions
from tamriel_odds.kernels.dice import look_up, roll_chosen
from tamriel_odds.kernels.jit import borrowed, kernel, step
from tamriel_odds.kernels.words import BLOCK, deal_to

__all__ = ["Tables", "roll_trials"]

# Rows of exactly a page would all want the same places of the cache.
APART = 16


@step
def situate_trials(acts, variant, situation, state, left, number, tables):
    """Who attacks, with which variant, and what that costs."""
    attacker = tables.plan[turn.ATTACKER, number]
    own, them, more = rows_of(attacker), rows_of(tables.plan[turn.TARGET, number]), more_of(attacker, tables)
    stamina, own_status = state[own + STAMINA][:left], state[own + STATUS]
    health, status, token = state[them + HEALTH], state[them + STATUS], state[them + TOKEN]
    act(acts, state[own + HEALTH], own_status, health, state[FOLLOW_UP], tables.plan[turn.FOLLOWS, number])
    if tables.plan[turn.MAGICKA_COST, number]:
        afford(acts, state[more + MAGICKA], tables.plan[turn.MAGICKA_COST, number])
    offset, staminas = tables.plan[turn.OFFSET, number], tables.staminas
    face_each_other(situation[:left], stamina, own_status, status, token, health, offset, staminas, tables.healths)
    if tables.extras:
        have_extra(situation[:left], state[more + EXTRA], staminas * 12 * tables.healths)
    look_up(variant, situation, tables.variant)
    if tables.costs:
        look_up(situation[:left], variant, tables.cost)
        pay(stamina, state[SPENT], acts, situation)
    if tables.models[body.TRACKED, attacker]:
        join_in(state[more + ACTED][:left], acts)


@step
def open_activation(state, tolls, first, left, number, seed, rules):
    """Reserves come back, then tokens take their toll of who has any."""
    model = rules.plan[turn.ATTACKER, number]
    own = rows_of(model)
    most_stamina = rules.models[body.MOST_STAMINA, model]
    replenish(state[own + STAMINA][:left], state[own + STATUS], state[own + TOKEN], most_stamina)
    if rules.models[body.MOST_MAGICKA, model]:
        magicka = state[more_of(model, rules) + MAGICKA]
        restore_magicka(magicka, state[own + STATUS][:left], rules.models[body.MOST_MAGICKA, model])
    if rules.models[body.TRACKED, model]:
        begin_activation(state, tolls, first, left, number, seed, rules)


@step
def make_attack(state, rolled, again, more, words, apart, acts, variant, first, number, seed, tables, rules):
    """Everything an attack rolls up to its damage."""
    trials = state[TRIAL][: variant.size]
    deal_to(words, tables.calls, CALLS * number, first, trials, seed)
    if tables.plan[turn.APART, number]:
        deal_to(apart, tables.apart_calls, FOLLOWING + CALLS * number, first, trials, seed)
    roll_attack(rolled, more, words, apart, variant, tables)
    if tables.plan[turn.POSTURES, number]:
        words_again, apart_again = np.empty_like(words), np.empty_like(apart)
        deal_to(words_again, tables.calls, REROLL + CALLS * number, first, trials, seed)
        deal_to(apart_again, tables.apart_calls, FOLLOWING_REROLL + CALLS * number, first, trials, seed)
        target = tables.plan[turn.TARGET, number]
        answer_hit(rolled, again, more, words_again, apart_again, acts, variant, state, target, tables)
    if tables.extras:
        use_extra(state[more_of(tables.plan[turn.ATTACKER, number], tables) + EXTRA], rolled[EXTRA_ROW], acts)
    roll_damage(rolled, more, words, apart, variant, number, tables)
    if tables.plan[turn.FITS, number]:
        for trial in range(variant.size):
            # The test is taken whenever the model is targeted, and its Potion is the model's own.
            potions = (rolled[SPENT_ROW, trial] >> POTIONS) * acts[trial]
            drink_potions(state, trial, tables.plan[turn.TARGET, number], potions, rules)


@step
def apply(state, rolled, words, acts, variant, number, tables):
    """What the attack does to its target and brings its attacker; how many fights are over."""
    left, attacker, target = variant.size, tables.plan[turn.ATTACKER, number], tables.plan[turn.TARGET, number]
    own, them = rows_of(attacker), rows_of(target)
    health, status, token = state[them + HEALTH][:left], state[them + STATUS][:left], state[them + TOKEN]
    follow_up, moment = state[FOLLOW_UP][:left], state[MOMENT][:left]
    skill, hit, damage, injury = rolled[SKILL_ROW], rolled[HIT_ROW], rolled[DAMAGE_ROW], rolled[SITUATION_ROW]
    fate, effect = rolled[ARMOR_ROW], rolled[NOTHING_ROW]
    if tables.plan[turn.BRINGS, number]:
        effect = rolled[ATTACK_ROW]
        look_up(effect[:left], rolled[CHOICE_ROW], tables.effect)
    if tables.plan[turn.BLOCKING, number]:
        look_up(injury[:left], variant, tables.spends)
        spend(token[:left], health, acts, hit, injury, rolled[TEST_ROW], tables.models[body.MOST_HEALTH, target])
    if tables.models[body.TESTS, target]:
        first = target * tables.punishings
        hurt(injury[:left], damage, acts, health, status, effect, first, tables.punishings)
        roll_chosen(fate[:left], injury, words[ENDURANCE], tables.fates)
    else:
        fall(fate[:left], damage, acts, health)
    suffer(health, state[TOTAL], damage, acts, fate, tables.models[body.MOST_HEALTH, target])
    mark(status, token, damage, hit, acts, fate, effect)
    own_health = state[own + HEALTH][:left]
    most_health, most_stamina = tables.models[body.MOST_HEALTH, attacker], tables.models[body.MOST_STAMINA, attacker]
    drink(own_health, state[own + STAMINA], acts, skill, most_health, most_stamina)
    grant(follow_up, effect, hit, acts, tables.plan[turn.FOLLOWS, number])
    return note(moment, health, tables.never, np.int32(tables.plan[turn.MOMENT, number]))


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    tables = borrowed(tables)
    rules = Rules(
        tables.plan, tables.models, tables.tests, tables.bleed_test, tables.fates, tables.drain, tables.bash,
        tables.gain, tables.effect, tables.spends, tables.renews, tables.toll_calls, tables.more, tables.never,
        tables.punishings, tables.renewing,
    )  # fmt: skip
    words, apart = np.empty((DRAWS, BLOCK), np.uint32), np.empty((DRAWS, BLOCK), np.uint32)
    tolls = np.empty((DRAWS, BLOCK), np.uint32)
    state = np.empty((tables.start.size, BLOCK + APART), np.int32)
    rolled, again = np.zeros((ROLLED, BLOCK + APART), np.int32), np.zeros((ROLLED, BLOCK + APART), np.int32)
    stays, ends = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    acts, more, variant = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    outcome = np.empty(BLOCK + APART, np.int64)
    for block in range(0, cells.size, BLOCK):
        size = min(BLOCK, cells.size - block)
        left, here = size, first + np.uint64(block)
        begin(state, tables.start, outcome)
        for number in range(tables.plan.shape[1]):
            if tables.plan[turn.OPENS, number]:
                open_activation(state, tolls, here, left, number, seed, rules)
            situate_trials(acts[:left], variant[:left], rolled[SITUATION_ROW], state, left, number, tables)
            make_attack(
                state, rolled, again, more[:left], words, apart, acts[:left], variant[:left],
                here, number, seed, tables, rules,
            )  # fmt: skip
            if tables.more:
                over = apply_each(state, rolled, words, apart, acts, variant[:left], number, rules)
            else:
                over = apply(state, rolled, words, acts, variant[:left], number, tables)
            end_activations(state, tolls, here, left, number, seed, rules)
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
