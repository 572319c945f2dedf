"""The beginning and the end of an activation: Reserves that come back, what tokens take, the Action after the attacks.

Call to Arms, Activating a Model, Recover, Bleed, Fire, Poison.
"""

from tamriel_odds.kernels.call_to_arms.draws import (
    ACTIVATION,
    BLEED,
    BLEED_AFTER,
    BLEED_AGAIN,
    BLEED_TEST,
    BURN,
    CALLS,
    PUT_OUT,
    RECOVERY,
    SICKEN,
)
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FIGHT_ROWS,
    HEALTH,
    MOMENT,
    ROWS,
    STAMINA,
    STATUS,
    TOKEN,
    TRIAL,
    fall,
    flip,
    mark,
    note,
    recover,
    suffer,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import (
    ARMOR_ROW,
    BLOCK_ROW,
    BONUS_ROW,
    CHOICE_ROW,
    DAMAGE_ROW,
    GOING_ROW,
    HIT_ROW,
    NOTHING_ROW,
    SITUATION_ROW,
    TEST_ROW,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import (
    ACTED,
    AVOIDS,
    BEGAN,
    FOUGHT_FIRE,
    MAGICKA,
    MORE_ROWS,
    MOST_BLEEDING,
    POISON,
    TESTS_A_WORD,
    act_again,
    add_up,
    attacked,
    bleed_on,
    face_bleeding,
    face_fire,
    go_on,
    injure,
    keep,
    quench,
    rise,
    stand_up,
    sting,
    take_off,
    wake,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import BLEED as BLEED_ROW
from tamriel_odds.kernels.call_to_arms.fight_tokens import BURNING as BURNING_ROW
from tamriel_odds.kernels.dice import roll, roll_chosen
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import deal_to


@kernel
def take_damage(state, rolled, words, left, model, tables):
    """The damage of a token, in the row of damage, to those in the row of hits: no armor, but the Endurance Test."""
    own, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    health, status = state[own + HEALTH][:left], state[own + STATUS][:left]
    damage, stung, injury, fate = rolled[DAMAGE_ROW], rolled[HIT_ROW], rolled[SITUATION_ROW], rolled[ARMOR_ROW]
    nothing = rolled[NOTHING_ROW]
    if tables.tests[model]:
        bleed, burning, avoids = state[more + BLEED_ROW], state[more + BURNING_ROW], state[more + AVOIDS]
        first = model * tables.punishings
        injure(
            injury[:left], damage, stung, health, status, nothing, bleed, burning, avoids, first, tables.punishings, 0
        )
        roll_chosen(fate[:left], injury, words, tables.fates)
    else:
        fall(fate[:left], damage, stung, health)
    # What tokens take is no attack's damage: the total goes nowhere.
    suffer(health, rolled[BONUS_ROW], damage, stung, fate, tables.most_health[model])
    mark(status, state[own + TOKEN], damage, nothing, stung, fate, nothing)


@kernel
def drink_all(state, shown, left, model, tables):
    """What the Potions of a test restore."""
    own, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    most = tables.most_health[model], tables.most_stamina[model], tables.most_magicka[model]
    quench(state[own + HEALTH][:left], state[own + STAMINA], state[more + MAGICKA], shown, most[0], most[1], most[2])


@kernel
def bleed_by_action(state, rolled, words, acted, left, model, tables):
    """An Action costs who bleeds 1 damage, and then takes a Bleed Token off."""
    own, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    health, status, bleed = state[own + HEALTH], state[own + STATUS], state[more + BLEED_ROW][:left]
    bleed_on(rolled[DAMAGE_ROW][:left], rolled[HIT_ROW], acted, health, status, bleed)
    take_damage(state, rolled, words, left, model, tables)
    take_off(bleed, rolled[HIT_ROW])


@kernel
def fight_fire(state, rolled, words, left, model, tables):
    """The Special Action of who burns: an Agility Test; who takes it stands in the row of tests."""
    own, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    tests, shown, burning = rolled[TEST_ROW], rolled[CHOICE_ROW], state[more + BURNING_ROW][:left]
    face_fire(tests[:left], rolled[GOING_ROW], state[own + HEALTH], state[own + STATUS], burning)
    roll(shown[:left], words[PUT_OUT], tables.put_out[model])
    keep(shown[:left], tests)
    take_off(burning, shown)
    drink_all(state, shown, left, model, tables)


@kernel
def suffer_tokens(state, rolled, tolls, left, model, tables):
    """The start of an activation: Burning, Poison, then a test for every Bleed Token."""
    own, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    health, status, bleed = state[own + HEALTH], state[own + STATUS], state[more + BLEED_ROW]
    woken, tests, shown, found = rolled[BLOCK_ROW], rolled[TEST_ROW], rolled[CHOICE_ROW], rolled[SITUATION_ROW]
    wake(woken[:left], state[more + BEGAN], health, status, rolled[GOING_ROW], tables.lies[model])
    sting(rolled[DAMAGE_ROW][:left], rolled[HIT_ROW], woken, health, state[more + BURNING_ROW])
    take_damage(state, rolled, tolls[BURN], left, model, tables)
    sting(rolled[DAMAGE_ROW][:left], rolled[HIT_ROW], woken, health, state[more + POISON])
    take_damage(state, rolled, tolls[SICKEN], left, model, tables)
    shown[:left] = 0
    for word in range(MOST_BLEEDING // TESTS_A_WORD):
        face_bleeding(tests[:left], woken, health, bleed, word)
        roll_chosen(found[:left], tests, tolls[BLEED_TEST + word], tables.bleed_test[model])
        add_up(shown, found[:left])
    take_off(bleed[:left], shown)
    drink_all(state, shown, left, model, tables)


@kernel
def begin_activation(state, rolled, tolls, first, left, number, seed, tables):
    """What the tokens of the attacker take before it acts; an Adversary puts its fire out first."""
    own = tables.attacker[number]
    acted, tests = state[tables.more + MORE_ROWS * own + ACTED], rolled[TEST_ROW]
    go_on(rolled[GOING_ROW][:left], state[MOMENT], tables.never)
    deal_to(tolls, tables.toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
    suffer_tokens(state, rolled, tolls, left, own, tables)
    if tables.is_adversary[own]:
        fight_fire(state, rolled, tolls, left, own, tables)
        for trial in range(left):
            acted[trial] = FOUGHT_FIRE * tests[trial]
        bleed_by_action(state, rolled, tolls[BLEED], tests, left, own, tables)
    note(state[MOMENT][:left], state[FIGHT_ROWS + ROWS * own + HEALTH], tables.never, tables.moment[number])


@kernel
def end_activation(state, rolled, tolls, first, left, number, seed, tables):
    """The end of the attacker's activation: what its attacks cost who bleeds, fire or Block, Recover."""
    own = tables.attacker[number]
    rows, more = FIGHT_ROWS + ROWS * own, tables.more + MORE_ROWS * own
    health, status, token = state[rows + HEALTH], state[rows + STATUS], state[rows + TOKEN]
    bleed, burning, acted = state[more + BLEED_ROW], state[more + BURNING_ROW], state[more + ACTED]
    going, tests, blocked = rolled[GOING_ROW], rolled[TEST_ROW], rolled[BLOCK_ROW]
    go_on(going[:left], state[MOMENT], tables.never)
    deal_to(tolls, tables.toll_calls, ACTIVATION + CALLS * number, first, state[TRIAL][:left], seed)
    attacked(tests[:left], acted, going)
    bleed_by_action(state, rolled, tolls[BLEED_AFTER], tests, left, own, tables)
    if tables.is_adversary[own]:
        tests[:left] = 0
    else:
        fight_fire(state, rolled, tolls, left, own, tables)
    act_again(tests[:left], blocked, acted, going, health, status, tables.blocks[own])
    bleed_by_action(state, rolled, tolls[BLEED_AGAIN], tests, left, own, tables)
    began, lies, is_adversary = state[more + BEGAN], tables.lies[own], tables.is_adversary[own]
    stand_up(status[:left], token, health, acted, began, bleed, burning, blocked, going, lies, is_adversary)
    note(state[MOMENT][:left], health, tables.never, tables.moment[number])


@kernel
def recover_alone(state, rolled, tolls, first, left, number, model, seed, tables):
    """A model that recovers after this attack without acting: at the end of the round, or in an activation spent so."""
    rows, more = FIGHT_ROWS + ROWS * model, tables.more + MORE_ROWS * model
    if not tables.more:
        flip(state[rows + STATUS][:left], tables.lies[model])
    else:
        go_on(rolled[GOING_ROW][:left], state[MOMENT], tables.never)
        if tables.suffers[model] and not tables.lies[model]:
            deal_to(tolls, tables.toll_calls, RECOVERY + CALLS * number, first, state[TRIAL][:left], seed)
            suffer_tokens(state, rolled, tolls, left, model, tables)
        health, bleed, burning = state[rows + HEALTH], state[more + BLEED_ROW], state[more + BURNING_ROW]
        rise(state[rows + STATUS][:left], health, bleed, burning, rolled[GOING_ROW], tables.lies[model])
        note(state[MOMENT][:left], health, tables.never, tables.moment[number])


@kernel
def end_activations(state, rolled, tolls, first, left, number, seed, tables):
    """The attacker recovers after its last attack, others when the plan says so."""
    own = tables.attacker[number]
    if tables.closes[number]:
        if tables.suffers[own]:
            end_activation(state, rolled, tolls, first, left, number, seed, tables)
        else:
            rows = FIGHT_ROWS + ROWS * own
            recover(state[rows + STATUS][:left], state[rows + TOKEN], tables.blocks[own], tables.lies[own])
    for model in range(tables.lies.size):
        if tables.flips[number] >> model & 1:
            recover_alone(state, rolled, tolls, first, left, number, model, seed, tables)
