"""Fights with rarer rules, by the plan of fight.py: tokens, Magicka, perks, rerolls, pools of more than five dice.

More is known of each model, and what such a rule does is played trial by trial.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_rows as row
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.draws import (
    ACTIVATION,
    CALLS,
    DRAWS,
    FOLLOWING,
    FOLLOWING_REROLL,
    RECOVERY,
    REROLL,
)
from tamriel_odds.kernels.call_to_arms.fight import (
    APART,
    apply,
    choose_variants,
    close,
    close_activation,
    dismiss,
    open_activation,
    situate_trials,
)
from tamriel_odds.kernels.call_to_arms.fight_activation import (
    begin_activation,
    end_activation,
    end_round,
    recover_alone,
    suffers_alone,
)
from tamriel_odds.kernels.call_to_arms.fight_attack import answer_hit, roll_attack, roll_damage
from tamriel_odds.kernels.call_to_arms.fight_dice import row_of
from tamriel_odds.kernels.call_to_arms.fight_harm import apply_each, drink_each
from tamriel_odds.kernels.call_to_arms.fight_rules import afford, have_extra, join_in, restore_magicka, use_extra
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    STATUS,
    TRIAL,
    begin,
    rows_of,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import Tables
from tamriel_odds.kernels.call_to_arms.fight_tokens import ACTED, EXTRA, MAGICKA, more_of
from tamriel_odds.kernels.jit import borrowed, kernel, passage
from tamriel_odds.kernels.words import BLOCK, deal_to

__all__ = ["Tables", "roll_trials"]


@passage
def open_activation_fully(state, tolls, toll_calls, first, left, number, seed, tables):
    """Reserves come back, then tokens take their toll of who has any."""
    model = tables.plan[turn.ATTACKER, number]
    most_magicka = tables.models[body.MOST_MAGICKA, model]
    open_activation(state, left, number, tables)
    if most_magicka:
        restore_magicka(state[more_of(model, tables) + MAGICKA], state[rows_of(model) + STATUS][:left], most_magicka)
    if tables.models[body.TRACKED, model]:
        deal_to(tolls, toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
        begin_activation(state, tolls, left, number, tables)


@passage
def situate_fully(state, rolled, left, number, tables):
    """The same where Spells cost Magicka, Extra Damage may be left, and Actions are followed."""
    attacker, magicka_cost = tables.plan[turn.ATTACKER, number], tables.plan[turn.MAGICKA_COST, number]
    acts, index, more = rolled[row.ACTS][:left], rolled[row.INDEX][:left], more_of(attacker, tables)
    situate_trials(state, rolled, left, number, tables)
    if magicka_cost:
        afford(acts, state[more + MAGICKA], magicka_cost)
    if tables.extras:
        have_extra(index, state[more + EXTRA], tables.staminas * 12 * tables.healths)
    if tables.models[body.TRACKED, attacker]:
        join_in(state[more + ACTED][:left], acts)


@passage
def close_activation_fully(state, tolls, toll_calls, first, left, number, seed, tables):
    """The attacker recovers after its last attack."""
    if tables.models[body.TRACKED, tables.plan[turn.ATTACKER, number]]:
        if not tables.plan[turn.OPENS, number]:  # That has dealt the same words.
            deal_to(tolls, toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
        end_activation(state, tolls, left, number, tables)
    else:
        close_activation(state, left, number, tables)


@passage
def recover_others_fully(state, tolls, toll_calls, first, left, number, seed, tables):
    """Others recover when the plan says so."""
    # Numbers of models have the type they have in the plan: steps are compiled for one.
    for model in range(np.int32(tables.models.shape[1])):
        if tables.plan[turn.FLIPS, number] >> model & 1:
            if suffers_alone(model, tables):
                deal_to(tolls, toll_calls, RECOVERY + CALLS * number, first, state[TRIAL][:left], seed)
            recover_alone(state, tolls, left, number, model, tables)


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    tables = borrowed(tables)
    entries = tables.entries
    calls, apart_calls = row_of(entries, table.CALLS), row_of(entries, table.APART_CALLS)
    toll_calls = row_of(entries, table.TOLL_CALLS)
    start, strides = row_of(entries, table.START), row_of(entries, table.STRIDES)
    words, apart = np.empty((DRAWS, BLOCK), np.uint32), np.empty((DRAWS, BLOCK), np.uint32)
    tolls = np.empty((DRAWS, BLOCK), np.uint32)
    state = np.empty((start.size, BLOCK + APART), np.int32)
    rolled, again = np.zeros((row.ROWS, BLOCK + APART), np.int32), np.zeros((row.ROWS, BLOCK + APART), np.int32)
    over, outcome = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    for block in range(0, cells.size, BLOCK):
        size = min(BLOCK, cells.size - block)
        left, here = size, first + np.uint64(block)
        begin(state, start, outcome)
        for number in range(tables.plan.shape[1]):
            attacker, target = tables.plan[turn.ATTACKER, number], tables.plan[turn.TARGET, number]
            trials, acts, variant = state[TRIAL][:left], rolled[row.ACTS][:left], rolled[row.VARIANT]
            if tables.plan[turn.OPENS, number]:
                open_activation_fully(state, tolls, toll_calls, here, left, number, seed, tables)
            situate_fully(state, rolled, left, number, tables)
            choose_variants(state, rolled, left, number, tables)
            if tables.plan[turn.POSTURES, number]:  # What may be asked for is rolled before its words give way.
                deal_to(words, calls, REROLL + CALLS * number, here, trials, seed)
                deal_to(apart, apart_calls, FOLLOWING_REROLL + CALLS * number, here, trials, seed)
                roll_attack(again, variant, words, apart, left, tables)
            deal_to(words, calls, CALLS * number, here, trials, seed)
            if tables.plan[turn.APART, number]:
                deal_to(apart, apart_calls, FOLLOWING + CALLS * number, here, trials, seed)
            roll_attack(rolled, variant, words, apart, left, tables)
            if tables.plan[turn.POSTURES, number]:
                answer_hit(rolled, again, state, left, target, tables)
            if tables.extras:
                use_extra(state[more_of(attacker, tables) + EXTRA], rolled[row.EXTRA], acts)
            roll_damage(rolled, words, apart, left, number, tables)
            if tables.plan[turn.FITS, number]:
                drink_each(state, rolled, left, target, tables)
            if tables.plan[turn.SINGLY, number]:
                ended = apply_each(state, rolled, words, apart, left, number, tables)
            else:
                ended = apply(state, rolled, words, left, number, tables)
            if tables.plan[turn.CLOSES, number]:
                close_activation_fully(state, tolls, toll_calls, here, left, number, seed, tables)
            recover_others_fully(state, tolls, toll_calls, here, left, number, seed, tables)
            if tables.renewing and tables.plan[turn.ENDS, number]:
                end_round(state, left, tables)
            left = dismiss(outcome, over, state, strides, left, ended, tables.never)
            if left == 0:
                break
        close(cells[block : block + size], outcome, over, state, strides, left)
