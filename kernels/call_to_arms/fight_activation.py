"""The beginning and the end of an activation of a model of which more is known: Reserves, tokens, Actions, Recover.

Call to Arms, Activating a Model, Recover, Bleed, Fire, Poison, Ward.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.draws import BLEED as BLEED_FIRST
from tamriel_odds.kernels.call_to_arms.draws import (
    BLEED_AFTER,
    BLEED_AGAIN,
    BLEED_TEST,
    BURN,
    CAST,
    PUT_OUT,
    SICKEN,
)
from tamriel_odds.kernels.call_to_arms.fight_dice import entry_of, face_of
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    HEALTH,
    INCAPACITATED,
    MOMENT,
    STAGGERED,
    STAMINA,
    STANDING,
    STATUS,
    TOKEN,
    rows_of,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import (
    ACTED,
    ATTACKED,
    BEGAN,
    BLEED,
    BURNING,
    EXTRA,
    FOUGHT_FIRE,
    MAGICKA,
    PASSED,
    POISON,
    POTIONS,
    WARD,
    bleed_by_action,
    can_act,
    drink,
    fight_fire,
    more_of,
    remove,
    sting,
    test_of,
)
from tamriel_odds.kernels.jit import borrowed, inline, step

# Bleed Tokens that are tested for with one word, and the words there are for them.
TESTS_A_WORD, WORDS = 2, 3


@inline
def note_end(state, trial, model, number, tables):
    """When tokens have removed a model, the fight is over."""
    if state[rows_of(model) + HEALTH, trial] == 0 and state[MOMENT, trial] == tables.never:
        state[MOMENT, trial] = tables.plan[turn.MOMENT, number]


@inline
def has_tokens(state, trial, more):
    return state[more + BURNING, trial] + state[more + POISON, trial] + state[more + BLEED, trial] > 0


@inline
def suffer_tokens(state, trial, model, tolls, tables):
    """The start of an activation: Burning, Poison, then a test for every Bleed Token."""
    more = more_of(model, tables)
    for token, word in ((BURNING, BURN), (POISON, SICKEN)):
        sting(state, trial, model, state[more + token, trial], tolls[word, trial], tables)
    bleed, test = state[more + BLEED, trial], 0
    if bleed and state[rows_of(model) + HEALTH, trial] > 0:
        for word in range(WORDS):
            tests = min(max(bleed - TESTS_A_WORD * word, 0), TESTS_A_WORD)
            row = (TESTS_A_WORD + 1) * model + tests
            test += face_of(tables.entries, table.BLEED_TEST, row, tolls[BLEED_TEST + word, trial])
        state[more + BLEED, trial] -= test & PASSED
        drink(state, trial, model, test >> POTIONS, tables)


@step
def begin_activation(state, tolls, left, number, tables):
    """What the attacker begins as, and what its tokens take; an Adversary puts its fire out first."""
    model = tables.plan[turn.ATTACKER, number]
    own, more = rows_of(model), more_of(model, tables)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        state[more + BEGAN, trial] = state[own + STATUS, trial]
        lies = tables.models[body.LIES, model] and state[own + STATUS, trial] == INCAPACITATED
        if not tables.models[body.SUFFERS, model] or lies or state[MOMENT, trial] != tables.never:
            continue
        if not has_tokens(state, trial, more):
            continue
        suffer_tokens(state, trial, model, tolls, tables)
        if tables.models[body.IS_ADVERSARY, model] and fight_fire(state, trial, model, tolls[PUT_OUT, trial], tables):
            state[more + ACTED, trial] = FOUGHT_FIRE
            bleed_by_action(state, trial, model, tolls[BLEED_FIRST, trial], tables)
        note_end(state, trial, model, number, tables)


@inline
def cast_ward(state, trial, model, word, tables):
    """A Ward is cast where there is none, and Magicka for it; whether that is the Action."""
    more = more_of(model, tables)
    if state[more + MAGICKA, trial] < tables.models[body.WARD_COST, model]:
        return False
    state[more + MAGICKA, trial] -= tables.models[body.WARD_COST, model]
    test = test_of(tables, body.CAST, model, word)
    state[more + WARD, trial] = test & PASSED
    drink(state, trial, model, test >> POTIONS, tables)
    return True


@inline
def act_again(state, trial, model, tolls, tables):
    """The second Action: fire, a Ward that is not cast yet, or a Block. Whether there is one."""
    own, more = rows_of(model), more_of(model, tables)
    if not can_act(state, trial, model) or state[more + ACTED, trial] & FOUGHT_FIRE:
        return False
    if not tables.models[body.IS_ADVERSARY, model] and fight_fire(state, trial, model, tolls[PUT_OUT, trial], tables):
        return True
    if not tables.models[body.BLOCKS, model]:
        return False
    if tables.models[body.CASTS, model] and not state[more + WARD, trial]:
        return cast_ward(state, trial, model, tolls[CAST, trial], tables)
    state[own + TOKEN, trial] = 1
    return True


@inline
def stand_up(state, trial, model, tables):
    """Recover: Incapacitated becomes Staggered, unless the model ails; a Staggered Token it began with is lost.

    The Staggered Tokens of Adversaries go in any case.
    """
    own, more = rows_of(model), more_of(model, tables)
    status, began = state[own + STATUS, trial], state[more + BEGAN, trial]
    if status == INCAPACITATED:
        state[more + WARD, trial] = 0
        if not tables.models[body.LIES, model]:
            state[own + STATUS, trial] = STAGGERED
            if state[more + BLEED, trial] + state[more + BURNING, trial] > 0:
                remove(state, trial, model)
    elif began != STANDING or tables.models[body.IS_ADVERSARY, model]:
        state[own + STATUS, trial] = STANDING


@step
def end_activation(state, tolls, left, number, tables):
    """The end of the attacker's activation: what its attacks cost who bleeds, its second Action, Recover."""
    model = tables.plan[turn.ATTACKER, number]
    own, more = rows_of(model), more_of(model, tables)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        if state[MOMENT, trial] == tables.never:
            if state[more + ACTED, trial] & ATTACKED and state[more + BLEED, trial]:
                bleed_by_action(state, trial, model, tolls[BLEED_AFTER, trial], tables)
            if act_again(state, trial, model, tolls, tables):
                bleed_by_action(state, trial, model, tolls[BLEED_AGAIN, trial], tables)
            if state[own + STATUS, trial] != STANDING:
                stand_up(state, trial, model, tables)
            note_end(state, trial, model, number, tables)
        state[more + ACTED, trial] = 0


@inline
def suffers_alone(model, tables):
    """Whether tokens take their toll of a model when it recovers without acting."""
    return tables.models[body.SUFFERS, model] and not tables.models[body.LIES, model]


@step
def recover_alone(state, tolls, left, number, model, tables):
    """A model that recovers without acting: at the end of the round, or in an activation in which it is idle."""
    own, more = rows_of(model), more_of(model, tables)
    is_activated = suffers_alone(model, tables)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        if state[MOMENT, trial] != tables.never:
            continue
        if is_activated and has_tokens(state, trial, more):
            suffer_tokens(state, trial, model, tolls, tables)
        if state[own + STATUS, trial] == INCAPACITATED:
            state[own + STATUS, trial] = STAGGERED
            if state[more + BLEED, trial] + state[more + BURNING, trial] > 0:
                remove(state, trial, model)
        elif not tables.models[body.LIES, model]:
            state[own + STATUS, trial] = STANDING
        note_end(state, trial, model, number, tables)


@inline
def renewed(tables, what, model):
    return entry_of(tables.entries, table.RENEWS, what, model)


@step
def end_round(state, left, tables):
    """What comes back at the end of a round, and what can be done once in each."""
    state = borrowed(state)
    for model in range(np.int32(tables.models.shape[1])):
        own, more = rows_of(model), more_of(model, tables)
        of_health, of_stamina = renewed(tables, 0, model), renewed(tables, 1, model)
        of_magicka, extra = renewed(tables, 2, model), renewed(tables, 4, model)
        least_stamina = renewed(tables, 3, model)
        for trial in range(left):
            if state[MOMENT, trial] == tables.never and can_act(state, trial, model):
                regenerate(state, trial, own + HEALTH, of_health, tables.models[body.MOST_HEALTH, model])
                regenerate(state, trial, own + STAMINA, of_stamina, tables.models[body.MOST_STAMINA, model])
                regenerate(state, trial, more + MAGICKA, of_magicka, tables.models[body.MOST_MAGICKA, model])
            state[own + STAMINA, trial] = max(state[own + STAMINA, trial], least_stamina)
            state[more + EXTRA, trial] = max(state[more + EXTRA, trial], extra)


@inline
def regenerate(state, trial, reserve, points, most):
    state[reserve, trial] = min(state[reserve, trial] + points, max(most, state[reserve, trial]))
