"""The beginning and the end of an activation of a model of which more is known: Reserves, tokens, Actions, Recover.

Call to Arms, Activating a Model, Recover, Bleed, Fire, Poison, Ward.
"""

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.draws import (
    ACTIVATION,
    BLEED_AFTER,
    BLEED_AGAIN,
    BLEED_TEST,
    BURN,
    CALLS,
    CAST,
    PUT_OUT,
    RECOVERY,
    SICKEN,
)
from tamriel_odds.kernels.call_to_arms.draws import BLEED as BLEED_FIRST
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    HEALTH,
    INCAPACITATED,
    MOMENT,
    STAGGERED,
    STAMINA,
    STANDING,
    STATUS,
    TOKEN,
    TRIAL,
    flip,
    recover,
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
    rows_of,
    shown,
    sting,
)
from tamriel_odds.kernels.jit import borrowed, inline, step
from tamriel_odds.kernels.words import deal_to, face

# Bleed Tokens that are tested for with one word, and the words there are for them.
TESTS_A_WORD, WORDS = 2, 3


@inline
def note_end(state, trial, model, number, rules):
    """When tokens have removed a model, the fight is over."""
    if state[rows_of(model) + HEALTH, trial] == 0 and state[MOMENT, trial] == rules.never:
        state[MOMENT, trial] = rules.plan[turn.MOMENT, number]


@inline
def has_tokens(state, trial, more):
    return state[more + BURNING, trial] + state[more + POISON, trial] + state[more + BLEED, trial] > 0


@step
def suffer_tokens(state, trial, model, tolls, rules):
    """The start of an activation: Burning, Poison, then a test for every Bleed Token."""
    more = more_of(model, rules)
    sting(state, trial, model, state[more + BURNING, trial], tolls[BURN, trial], rules)
    sting(state, trial, model, state[more + POISON, trial], tolls[SICKEN, trial], rules)
    bleed, test = state[more + BLEED, trial], 0
    if bleed and state[rows_of(model) + HEALTH, trial] > 0:
        for word in range(WORDS):
            tests = min(max(bleed - TESTS_A_WORD * word, 0), TESTS_A_WORD)
            place = face(tolls[BLEED_TEST + word, trial], rules.bleed_test.shape[2])
            test += rules.bleed_test[model, tests, place]
        state[more + BLEED, trial] -= test & PASSED
        drink(state, trial, model, test >> POTIONS, rules)


@inline
def begin_activation(state, tolls, first, left, number, seed, rules):
    """What the attacker begins as, and what its tokens take; an Adversary puts its fire out first."""
    model = rules.plan[turn.ATTACKER, number]
    own, more = rows_of(model), more_of(model, rules)
    if rules.models[body.SUFFERS, model]:
        deal_to(tolls, rules.toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        state[more + BEGAN, trial] = state[own + STATUS, trial]
        lies = rules.models[body.LIES, model] and state[own + STATUS, trial] == INCAPACITATED
        if not rules.models[body.SUFFERS, model] or lies or state[MOMENT, trial] != rules.never:
            continue
        if not has_tokens(state, trial, more):
            continue
        suffer_tokens(state, trial, model, tolls, rules)
        if rules.models[body.IS_ADVERSARY, model] and fight_fire(state, trial, model, tolls[PUT_OUT, trial], rules):
            state[more + ACTED, trial] = FOUGHT_FIRE
            bleed_by_action(state, trial, model, tolls[BLEED_FIRST, trial], rules)
        note_end(state, trial, model, number, rules)


@step
def cast_ward(state, trial, model, word, rules):
    """A Ward is cast where there is none, and Magicka for it; whether that is the Action."""
    more = more_of(model, rules)
    if state[more + MAGICKA, trial] < rules.models[body.WARD_COST, model]:
        return False
    state[more + MAGICKA, trial] -= rules.models[body.WARD_COST, model]
    test = shown(rules.tests, body.CAST, model, word)
    state[more + WARD, trial] = test & PASSED
    drink(state, trial, model, test >> POTIONS, rules)
    return True


@inline
def act_again(state, trial, model, tolls, rules):
    """The second Action: fire, a Ward that is not cast yet, or a Block. Whether there is one."""
    own, more = rows_of(model), more_of(model, rules)
    if not can_act(state, trial, model) or state[more + ACTED, trial] & FOUGHT_FIRE:
        return False
    if not rules.models[body.IS_ADVERSARY, model] and fight_fire(state, trial, model, tolls[PUT_OUT, trial], rules):
        return True
    if not rules.models[body.BLOCKS, model]:
        return False
    if rules.models[body.CASTS, model] and not state[more + WARD, trial]:
        return cast_ward(state, trial, model, tolls[CAST, trial], rules)
    state[own + TOKEN, trial] = 1
    return True


@step
def stand_up(state, trial, model, rules):
    """Recover: Incapacitated becomes Staggered, unless the model ails; a Staggered Token it began with is lost.

    The Staggered Tokens of Adversaries go in any case.
    """
    own, more = rows_of(model), more_of(model, rules)
    status, began = state[own + STATUS, trial], state[more + BEGAN, trial]
    if status == INCAPACITATED:
        state[more + WARD, trial] = 0
        if not rules.models[body.LIES, model]:
            state[own + STATUS, trial] = STAGGERED
            if state[more + BLEED, trial] + state[more + BURNING, trial] > 0:
                remove(state, trial, model)
    elif began != STANDING or rules.models[body.IS_ADVERSARY, model]:
        state[own + STATUS, trial] = STANDING


@inline
def end_activation(state, tolls, first, left, number, seed, rules):
    """The end of the attacker's activation: what its attacks cost who bleeds, its second Action, Recover."""
    model = rules.plan[turn.ATTACKER, number]
    own, more = rows_of(model), more_of(model, rules)
    if rules.models[body.SUFFERS, model] or rules.models[body.CASTS, model]:
        deal_to(tolls, rules.toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        if state[MOMENT, trial] == rules.never:
            if state[more + ACTED, trial] & ATTACKED and state[more + BLEED, trial]:
                bleed_by_action(state, trial, model, tolls[BLEED_AFTER, trial], rules)
            if act_again(state, trial, model, tolls, rules):
                bleed_by_action(state, trial, model, tolls[BLEED_AGAIN, trial], rules)
            if state[own + STATUS, trial] != STANDING:
                stand_up(state, trial, model, rules)
            note_end(state, trial, model, number, rules)
        state[more + ACTED, trial] = 0


@step
def recover_alone(state, tolls, first, left, number, model, seed, rules):
    """A model that recovers without acting: at the end of the round, or in an activation in which it is idle."""
    own, more = rows_of(model), more_of(model, rules)
    is_activated = rules.models[body.SUFFERS, model] and not rules.models[body.LIES, model]
    if is_activated:
        deal_to(tolls, rules.toll_calls, RECOVERY + CALLS * number, first, state[TRIAL][:left], seed)
    state, tolls = borrowed(state), borrowed(tolls)
    for trial in range(left):
        if state[MOMENT, trial] != rules.never:
            continue
        if is_activated:
            suffer_tokens(state, trial, model, tolls, rules)
        if state[own + STATUS, trial] == INCAPACITATED:
            state[own + STATUS, trial] = STAGGERED
            if state[more + BLEED, trial] + state[more + BURNING, trial] > 0:
                remove(state, trial, model)
        elif not rules.models[body.LIES, model]:
            state[own + STATUS, trial] = STANDING
        note_end(state, trial, model, number, rules)


@step
def end_round(state, left, rules):
    """What comes back at the end of a round, and what can be done once in each."""
    state = borrowed(state)
    for model in range(rules.models.shape[1]):
        own, more = rows_of(model), more_of(model, rules)
        for trial in range(left):
            stamina = state[own + STAMINA, trial]
            if state[MOMENT, trial] == rules.never and can_act(state, trial, model):
                health, most = state[own + HEALTH, trial], rules.models[body.MOST_HEALTH, model]
                state[own + HEALTH, trial] = min(health + rules.renews[0, model], max(most, health))
                stamina = min(stamina + rules.renews[1, model], max(rules.models[body.MOST_STAMINA, model], stamina))
                magicka, most = state[more + MAGICKA, trial], rules.models[body.MOST_MAGICKA, model]
                state[more + MAGICKA, trial] = min(magicka + rules.renews[2, model], max(most, magicka))
            state[own + STAMINA, trial] = max(stamina, rules.renews[3, model])
            state[more + EXTRA, trial] = max(state[more + EXTRA, trial], rules.renews[4, model])


@step
def end_activations(state, tolls, first, left, number, seed, rules):
    """The attacker recovers after its last attack, others when the plan says so."""
    own = rules.plan[turn.ATTACKER, number]
    if rules.plan[turn.CLOSES, number]:
        if rules.models[body.TRACKED, own]:
            end_activation(state, tolls, first, left, number, seed, rules)
        else:
            rows, blocks, lies = rows_of(own), rules.models[body.BLOCKS, own], rules.models[body.LIES, own]
            recover(state[rows + STATUS][:left], state[rows + TOKEN], blocks, lies)
    for model in range(rules.models.shape[1]):
        if rules.plan[turn.FLIPS, number] >> model & 1:
            if rules.more:
                recover_alone(state, tolls, first, left, number, model, seed, rules)
            else:
                flip(state[rows_of(model) + STATUS][:left], rules.models[body.LIES, model])
    if rules.renewing and rules.plan[turn.ENDS, number]:
        end_round(state, left, rules)
