"""All that a combat of one player can come to, state by state: the exact answer, and the best decisions.

A state is the row of a fight before a round; a plight is that row in the middle of it, Followers having acted, when the
player sees the enemy die and decides. What follows is listed as codes (the row in one number), so that the arithmetic
over all states needs no rules.
"""

import numpy as np

from tamriel_odds.kernels.jit import inline, kernel
from tamriel_odds.kernels.skyrim.combat import code_of
from tamriel_odds.kernels.skyrim.combat_actions import after_test, before_test, can, choose, pay_pushes, pushes
from tamriel_odds.kernels.skyrim.combat_harm import acting, follower_acts
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTION_ROWS,
    ACTOR,
    ESCAPES,
    ESCAPES_END,
    FIGHTING,
    FIRST,
    FOLLOWER,
    IS_CERTAIN,
    MOST_PUSHES,
    NOTHING,
    OPENING,
    PHASE,
    PLAYER_ROWS,
    RULES,
    SLOTS,
    SUMMON_1,
)
from tamriel_odds.kernels.skyrim.combat_look import look, player_at
from tamriel_odds.kernels.skyrim.combat_rounds import (
    begin,
    cell_of,
    enter,
    escapes,
    finish,
    open_stage,
    opener,
    opening_player,
)

# How a test can end: failed or passed, with 0 to 4 pushes paid for.
ENDS = 2 * (MOST_PUSHES + 1)
NOT_POSSIBLE, NO_CODE = -1, -1
FACES = 6
# Values that differ by less are equal: sums of floats in another order.
EQUAL = 1e-12


@kernel
def first_state(start, rules):
    """The row of a fight before its first round."""
    fight = start.copy()
    enter(fight, rules)
    return fight


@kernel
def codes_of(fights, strides):
    codes = np.empty(fights.shape[0], np.int64)
    for place in range(fights.shape[0]):
        codes[place] = code_of(fights[place], strides)
    return codes


@kernel
def cells_of(fights, rules):
    cells = np.empty(fights.shape[0], np.int64)
    for place in range(fights.shape[0]):
        cells[place] = cell_of(fights[place], rules)
    return cells


@kernel
def open_states(fights, rules, strides, opens, after):
    """How each state opens, and the codes after a failed and a passed test; NOTHING where the enemy die is rolled."""
    for place in range(fights.shape[0]):
        opens[place] = NOTHING
        after[place, 0] = after[place, 1] = NO_CODE
        if fights[place, PHASE] == OPENING:
            opens[place] = opener(fights[place], rules)
            if opens[place] != NOTHING:
                for is_passed in range(2):
                    fight = fights[place].copy()
                    player = opening_player(fight, rules, opens[place])
                    open_stage(fight, rules, player, opens[place], is_passed > 0)
                    after[place, is_passed] = code_of(fight, strides)


@inline
def follow(fight, rules, player, faces):
    """The Follower and summoned creatures with what their dice show."""
    at = player_at(rules, player)
    if look(rules, PLAYER_ROWS, player, FOLLOWER) > 0:
        follower_acts(fight, rules, player, look(rules, PLAYER_ROWS, player, FOLLOWER), faces[0])
    for summon in range(2):
        if fight[at + SUMMON_1 + summon] > 0:
            follower_acts(fight, rules, player, fight[at + SUMMON_1 + summon], faces[1 + summon])


@kernel
def reach_plights(fights, rules, faces, plights, has_ended):
    """The row in the middle of the round for each state and each roll of the Followers; ended where the round has."""
    for place in range(fights.shape[0]):
        for roll in range(faces.shape[0]):
            fight = plights[place, roll]
            for number in range(fight.size):
                fight[number] = fights[place, number]
            fight[PHASE] = FIGHTING
            begin(fight, rules)
            player = fight[ACTOR]
            first, end = look(rules, PLAYER_ROWS, player, ESCAPES), look(rules, PLAYER_ROWS, player, ESCAPES_END)
            has_ended[place, roll] = escapes(fight, rules, player, first, end)
            if not has_ended[place, roll]:
                follow(fight, rules, player, faces[roll])
                if fight[FIRST] == rules[SLOTS] or fight[player_at(rules, player)] == 0:
                    has_ended[place, roll] = True
            if has_ended[place, roll]:
                finish(fight, rules)


@kernel
def act(plights, rules, strides, actions, after, most):
    """The codes after each action, by the face of the enemy die and the end of its test; the pushes there are.

    `most` is NOT_POSSIBLE where an action cannot be paid for. Without a test all ends are the same.
    """
    after[:] = NO_CODE
    for place in range(plights.shape[0]):
        for face in range(FACES):
            for number in range(actions.size):
                action = actions[number]
                fight = plights[place].copy()
                player = fight[ACTOR]
                enemy_action = acting(fight, rules, face)
                most[place, face, number] = NOT_POSSIBLE
                if not can(fight, rules, player, action):
                    continue
                most[place, face, number] = 0
                is_tested = before_test(fight, rules, player, enemy_action, action)
                if not is_tested or look(rules, ACTION_ROWS, action, IS_CERTAIN):
                    if is_tested:
                        after_test(fight, rules, player, enemy_action, action, True)
                    finish(fight, rules)
                    after[place, face, number, :] = code_of(fight, strides)
                    continue
                most[place, face, number] = pushes(fight, rules, player, action)
                for is_passed in range(2):
                    for paid in range(most[place, face, number] + 1):
                        ended = fight.copy()
                        pay_pushes(ended, rules, player, action, paid)
                        after_test(ended, rules, player, enemy_action, action, is_passed > 0)
                        finish(ended, rules)
                        after[place, face, number, is_passed * (MOST_PUSHES + 1) + paid] = code_of(ended, strides)


@kernel
def rule_actions(plights, rules, actions, chosen):
    """The place in `actions` that the player's rules choose: [plight, face]."""
    for place in range(plights.shape[0]):
        for face in range(FACES):
            player = plights[place, ACTOR]
            enemy_action = acting(plights[place], rules, face)
            action = choose(plights[place], rules, player, enemy_action, look(rules, PLAYER_ROWS, player, RULES))
            for number in range(actions.size):
                if actions[number] == action:
                    chosen[place, face] = number


@inline
def shares_of_ends(shares, missing_shares, symbol_chance, most, need, plan):
    """The chance of each end of a test: `plan` has a bit for every number missing and pushes paid that goes on."""
    going = np.zeros((need + 1, MOST_PUSHES + 2))
    shares[:] = 0.0
    for missing in range(need + 1):
        going[missing, 0] = missing_shares[missing]
    for paid in range(MOST_PUSHES + 1):
        shares[MOST_PUSHES + 1 + paid] += going[0, paid]
        for missing in range(1, need + 1):
            if paid < most and plan >> (5 * missing + paid) & 1:
                going[missing - 1, paid + 1] += going[missing, paid] * symbol_chance
                going[missing, paid + 1] += going[missing, paid] * (1 - symbol_chance)
            else:
                shares[paid] += going[missing, paid]


@kernel
def spread(flow, shares, ends, plights_flow, face_shares, chosen, plans, most, after, tests, needs, symbol_chances):
    """Add to flow[state] what each plight passes on: by the face, the action chosen, and the end of its test."""
    for place in range(plights_flow.size):
        if plights_flow[place] == 0.0:
            continue
        for face in range(FACES):
            share = plights_flow[place] * face_shares[face]
            number = chosen[place, face]
            if most[place, face, number] <= 0 and after[place, face, number, ends - 1] >= 0:
                flow[after[place, face, number, ends - 1]] += share
                continue
            need, plan = needs[number], plans[place, face]
            shares_of_ends(shares, tests[number], symbol_chances[number], most[place, face, number], need, plan)
            for end in range(ends):
                if shares[end] > 0.0:
                    flow[after[place, face, number, end]] += share * shares[end]


@inline
def best_of_test(values, after, missing_shares, symbol_chance, most, need):
    """What a test is worth when every push is decided for the best, and the plan that does."""
    worth = np.zeros((need + 1, MOST_PUSHES + 2))
    plan = np.int64(0)
    for paid in range(most, -1, -1):
        worth[0, paid] = values[after[MOST_PUSHES + 1 + paid]]
        for missing in range(1, need + 1):
            worth[missing, paid] = values[after[paid]]
            if paid < most:
                pushed = symbol_chance * worth[missing - 1, paid + 1] + (1 - symbol_chance) * worth[missing, paid + 1]
                if pushed > worth[missing, paid] + EQUAL:
                    worth[missing, paid] = pushed
                    plan |= np.int64(1) << (5 * missing + paid)
    value = 0.0
    for missing in range(need + 1):
        value += missing_shares[missing] * worth[missing, 0]
    return value, plan


@kernel
def decide_best(values, most, after, tests, needs, symbol_chances, face_shares, chosen, plans, plight_values):
    """The best action of each plight and face, what it plans, and what the plight is worth before the die is seen."""
    for place in range(chosen.shape[0]):
        plight_values[place] = 0.0
        for face in range(FACES):
            best, best_plan, best_number = -1.0, np.int64(0), 0
            for number in range(needs.size):
                if most[place, face, number] == NOT_POSSIBLE:
                    continue
                there = after[place, face, number]
                if most[place, face, number] == 0 and there[0] == there[ENDS - 1]:
                    value, plan = values[there[0]], np.int64(0)
                else:
                    value, plan = best_of_test(
                        values, there, tests[number], symbol_chances[number], most[place, face, number], needs[number]
                    )
                if value > best + EQUAL:
                    best, best_plan, best_number = value, plan, number
            chosen[place, face], plans[place, face] = best_number, best_plan
            plight_values[place] += face_shares[face] * best
