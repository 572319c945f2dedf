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
from tamriel_odds.kernels.call_to_arms.shown import has_potion
from tamriel_odds.kernels.dice import look_up, roll, roll_chosen
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import BLOCK, deal_to

# The rows of a model's state, and behind those of all models the rows of the fight itself.
HEALTH, STATUS, TOKEN, STAMINA = 0, 1, 2, 3
ROWS = 4
TOTAL, SPENT, FOLLOW_UP, MOMENT, TRIAL = 0, 1, 2, 3, 4
FIGHT_ROWS = 5

STANDING, STAGGERED, INCAPACITATED = 0, 1, 2
# What an Endurance Test of the injured comes to, with 8 added for a Potion.
UNHURT, LEFT_STAGGERED, LEFT_INCAPACITATED, REMOVED, LEFT_STANDING = 0, 1, 2, 3, 4
POTION = 8
# What a row of bonus dice brings along: Stagger on a hit, on damage, a Follow-Up, the end of a Block Token on a hit;
# 16 times its Punishing is added.
STAGGERS, STAGGERS_ON_DAMAGE, FOLLOWS_UP, TAKES_TOKEN = 1, 2, 4, 8

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
def replenish(stamina, status, token, most_stamina):
    """One Stamina comes back to who is not Incapacitated; who means to attack gives up the Block Token."""
    for trial in range(stamina.size):
        active = status[trial] != INCAPACITATED
        stamina[trial] = min(stamina[trial] + active, most_stamina)
        token[trial] = token[trial] * (1 - active)


@kernel
def act(acts, own_health, own_status, health, follow_up, follows):
    """Who is in play and not Incapacitated attacks who is in play; a Follow-Up needs to have been granted."""
    for trial in range(acts.size):
        can = (own_health[trial] > 0) & (own_status[trial] != INCAPACITATED) & (health[trial] > 0)
        acts[trial] = can & (follow_up[trial] >= follows)


@kernel
def face_each_other(situation, stamina, own_status, status, token, health, offset, staminas, healths):
    """The situation of an attack, which says what variant of it is rolled."""
    for trial in range(situation.size):
        own = min(stamina[trial], staminas - 1) * 2 + int(own_status[trial] == STAGGERED)
        theirs = (status[trial] * 2 + token[trial]) * healths + health[trial]
        situation[trial] = offset + own * 6 * healths + theirs


@kernel
def look_up_chosen(found, choice, index, tables):
    """The entry of each trial's chosen table at the trial's index."""
    size = tables.shape[1]
    for trial in range(found.size):
        found[trial] = choice[trial] * size + index[trial]
    look_up(found, found, tables.ravel())


@kernel
def pay(stamina, spent, acts, cost):
    """The Stamina of Boosts."""
    for trial in range(stamina.size):
        paid = cost[trial] * acts[trial]
        stamina[trial] = max(stamina[trial] - paid, 0)
        spent[trial] += paid


@kernel
def drink(health, stamina, acts, skill, most_health, most_stamina):
    """The Potion restores Health where any is lost, else Stamina."""
    for trial in range(health.size):
        potion = has_potion(skill[trial]) * acts[trial]
        wounded = min(most_health - health[trial], 1)
        health[trial] += potion * wounded
        stamina[trial] = min(stamina[trial] + potion * (1 - wounded), most_stamina)


@kernel
def hurt(injury, damage, acts, health, status, effect, first, punishings):
    """Nothing, Injured or Overkill: the row of the Endurance Test, another one for the Incapacitated."""
    for trial in range(injury.size):
        suffered = damage[trial] * acts[trial]
        injured = int(suffered >= health[trial]) + int(suffered >= 2 * health[trial])
        punishing = min(effect[trial] >> 4, punishings - 1)
        injury[trial] = 6 * (first + punishing) + 3 * int(status[trial] == INCAPACITATED) + injured * acts[trial]


@kernel
def fall(fate, damage, acts, health):
    """Who takes no Endurance Test is removed when Injured."""
    for trial in range(fate.size):
        fate[trial] = REMOVED * int(damage[trial] * acts[trial] >= health[trial]) * acts[trial]


@kernel
def read_block(row, test):
    """The row of Block dice of a Block Test, without its Potion."""
    for trial in range(row.size):
        row[trial] = test[trial] & 255


@kernel
def add_die(row, choice, added, rows):
    """The row of armor dice with one added, where a Two-Handed Block was passed."""
    for trial in range(row.size):
        row[trial] = choice[trial] + rows * added[trial]


@kernel
def join(armor, blocked):
    """The stars of the Block Test join the armor roll."""
    for trial in range(armor.size):
        armor[trial] += blocked[trial]


@kernel
def spend(token, health, acts, hit, spends, test, most_health):
    """The Block Token goes where it is spent, and the Potion of the Block Test restores 1 Health."""
    for trial in range(token.size):
        spent = acts[trial] * (int(spends[trial] == 1) | int(spends[trial] == 2) & hit[trial])
        token[trial] = token[trial] * (1 - spent)
        health[trial] = min(health[trial] + spent * (test[trial] >> 8), max(most_health, health[trial]))


@kernel
def suffer(health, total, damage, acts, fate, most_health):
    """Damage is taken off; who is saved by the Endurance Test has 1 Health, 2 with a Potion."""
    for trial in range(health.size):
        suffered = damage[trial] * acts[trial]
        outcome = fate[trial] & 7
        saved = min(1 + (fate[trial] >> 3), most_health) * int(outcome != REMOVED)
        health[trial] = health[trial] - suffered if outcome == UNHURT else saved
        total[trial] += suffered


@kernel
def mark(status, token, damage, hit, acts, fate, effect):
    """Status and tokens after an attack: Staggered and Incapacitated by injury, else Staggered by the attack."""
    for trial in range(status.size):
        hits = hit[trial] * acts[trial]
        brings = effect[trial] * hits
        outcome = fate[trial] & 7
        pushed = (brings & 1) | (brings >> 1 & 1) & int(damage[trial] > 0)
        standing = int(outcome == UNHURT) & int(status[trial] == STANDING)
        status[trial] = STAGGERED if standing & pushed else status[trial]
        status[trial] = STAGGERED if outcome == LEFT_STAGGERED else status[trial]
        status[trial] = INCAPACITATED if outcome == LEFT_INCAPACITATED else status[trial]
        status[trial] = STANDING if outcome == REMOVED else status[trial]
        lost = int(status[trial] == INCAPACITATED) | brings >> 3 & 1
        token[trial] = token[trial] * (1 - lost)


@kernel
def grant(follow_up, effect, hit, acts, follows):
    """A Follow-Up for the next attack of the plan; one that is a Follow-Up itself grants none."""
    for trial in range(follow_up.size):
        follow_up[trial] = (effect[trial] >> 2 & 1) * hit[trial] * acts[trial] * (1 - follows)


@kernel
def note(moment, health, never, here):
    """When the target was removed; how many trials are over."""
    over = 0
    for trial in range(moment.size):
        ended = (health[trial] == 0) & (moment[trial] == never)
        moment[trial] = here if ended else moment[trial]
        over += int(moment[trial] != never)
    return over


@kernel
def recover(status, token, blocks, lies):
    """The end of an activation: a Block, Staggered is lost, Incapacitated becomes Staggered."""
    for trial in range(status.size):
        active = int(status[trial] != INCAPACITATED)
        token[trial] = max(token[trial], blocks * active)
        status[trial] = max(status[trial] - 1, 0) if active else INCAPACITATED - 1 + lies


@kernel
def flip(status, lies):
    """A model that does not act recovers: at the end of the round from lying, else from what an activation ends."""
    for trial in range(status.size):
        down = int(status[trial] == INCAPACITATED)
        status[trial] = STAGGERED if down else status[trial] * lies


@kernel
def part(stays, ends, moment, never):
    """The trials that go on, and those that are over; how many go on."""
    left = over = 0
    for trial in range(moment.size):
        stays[left] = ends[over] = trial
        is_over = int(moment[trial] != never)
        left += 1 - is_over
        over += is_over
    return left


@kernel
def close_ranks(state, stays):
    """The trials that go on move to the front."""
    for row in range(state.shape[0]):
        column = state[row]
        for trial in range(stays.size):
            column[trial] = column[stays[trial]]


@kernel
def place(cells, state, chosen, strides):
    """The cells of the chosen trials, at the places the trials have in the block."""
    numbers = state[state.shape[0] - FIGHT_ROWS + TRIAL]
    for row in range(strides.size):
        if strides[row]:
            column = state[row]
            for trial in chosen:
                cells[numbers[trial]] += strides[row] * column[trial]


@kernel
def begin(state, start, outcome):
    """Every model as it starts, every trial at its place."""
    for row in range(start.size):
        column = state[row]
        for trial in range(column.size):
            column[trial] = start[row]
    numbers = state[start.size - FIGHT_ROWS + TRIAL]
    for trial in range(numbers.size):
        numbers[trial] = trial
        outcome[trial] = 0


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
