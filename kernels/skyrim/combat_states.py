"""What a combat can come to, state by state: the rules followed once for each state, decision and end of a test.

A state is the row of a fight before a round; a plight is that row in the middle of it, Followers having acted, when the
player sees the enemy die and decides. What follows is listed as codes (the row in one number), so that what is done
with it needs no rules.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import borrowed, kernel, step
from tamriel_odds.kernels.skyrim.combat_actions import after_test, before_test, can, choose, pay_pushes, pushes
from tamriel_odds.kernels.skyrim.combat_harm import acting, follower_acts
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTION_ROWS,
    ACTOR,
    AXES,
    BY_ROUND,
    DIE_FACES,
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
    RESULT,
    ROUND,
    RULES,
    RUNNING,
    SLOTS,
    SUMMON_1,
)
from tamriel_odds.kernels.skyrim.combat_look import look, player_at
from tamriel_odds.kernels.skyrim.combat_rounds import (
    begin,
    cell_of,
    escapes,
    finish,
    open_stage,
    opener,
    opening_player,
)

# In place of what does not follow: no code, no option.
NO_CODE = NOT_POSSIBLE = -1


class Combat(NamedTuple):
    """What is explored."""

    rules: np.ndarray  # int64, all tables of combat_layout.py in one array
    strides: np.ndarray  # int64, what each number of a fight adds to its code
    sizes: np.ndarray  # int64, how many values each number can have
    rounds_told: int  # rounds after so many are the same to all rules
    faces: np.ndarray  # int64 [roll of the Followers, die]
    actions: np.ndarray  # int64 [player, option], NOT_POSSIBLE beyond; no option where rules choose


class Following(NamedTuple):
    """What follows each state; NO_CODE in the codes that do not."""

    cells: np.ndarray  # int64, its cell at its end, without the round
    opens: np.ndarray  # int64, how it opens; NOTHING where the enemy die is rolled
    opening_players: np.ndarray  # int64
    opened: np.ndarray  # int64 [state, passed], the codes after its opening
    plights: np.ndarray  # int64 [state, roll of the Followers], the codes where the enemy die is rolled
    ended_in: np.ndarray  # int64 [state, roll], the codes of the states where the round has ended before


class Ends(NamedTuple):
    """What follows each plight; NO_CODE after ends that there are not."""

    actions: np.ndarray  # int64 [plight, face, option]
    most: np.ndarray  # int8, the pushes there are; NOT_POSSIBLE where an option cannot be paid for
    after: np.ndarray  # int64 [plight, face, option, end of its test], the codes; without a test all are the same


@step
def code_of(fight, strides):
    """One number for all that can matter later."""
    code = 0
    for number in range(fight.size):
        code += fight[number] * strides[number]
    return code


@step
def code_after(fight, combat):
    """The code of a fight between rounds."""
    fight[ROUND] = min(fight[ROUND], combat.rounds_told)
    return code_of(fight, combat.strides)


@step
def lay_out(fight, code, combat):
    """The row of a fight that a code stands for."""
    for number in range(fight.size):
        fight[number] = code // combat.strides[number] % combat.sizes[number]


@step
def copy(there, fight):
    for number in range(fight.size):
        there[number] = fight[number]


@step
def followers_act(fight, rules, player, faces):
    """The Follower and summoned creatures with what their dice show."""
    at = player_at(rules, player)
    if look(rules, PLAYER_ROWS, player, FOLLOWER) > 0:
        follower_acts(fight, rules, player, look(rules, PLAYER_ROWS, player, FOLLOWER), faces[0])
    for summon in range(2):
        if fight[at + SUMMON_1 + summon] > 0:
            follower_acts(fight, rules, player, fight[at + SUMMON_1 + summon], faces[1 + summon])


@step
def begin_round(fight, rules, faces):
    """A round until the enemy die is rolled: whether it has ended before."""
    fight[PHASE] = FIGHTING
    begin(fight, rules)
    player = fight[ACTOR]
    first, end = look(rules, PLAYER_ROWS, player, ESCAPES), look(rules, PLAYER_ROWS, player, ESCAPES_END)
    if escapes(fight, rules, player, first, end):
        return True
    followers_act(fight, rules, player, faces)
    return fight[FIRST] == rules[SLOTS] or fight[player_at(rules, player)] == 0


@step
def follow_state(place, fight, later, combat, following):
    """What follows a state, in the row `fight`: its opening, or the plights after each roll of the Followers."""
    rules = combat.rules
    following.cells[place] = cell_of(fight, rules) - fight[ROUND] * look(rules, AXES, 0, BY_ROUND)
    if fight[RESULT] != RUNNING:
        return
    opens = opener(fight, rules) if fight[PHASE] == OPENING else NOTHING
    following.opens[place] = opens
    if opens != NOTHING:
        player = opening_player(fight, rules, opens)
        following.opening_players[place] = player
        for is_passed in range(2):
            copy(later, fight)
            open_stage(later, rules, player, opens, is_passed)
            following.opened[place, is_passed] = code_after(later, combat)
        return
    for roll in range(combat.faces.shape[0]):
        copy(later, fight)
        if begin_round(later, rules, combat.faces[roll]):
            finish(later, rules)
            following.ended_in[place, roll] = code_after(later, combat)
        else:
            following.plights[place, roll] = code_of(later, combat.strides)


@step
def end_test(fight, later, combat, enemy_action, action, paid, is_passed):
    """The code after a test."""
    copy(later, fight)
    player = fight[ACTOR]
    pay_pushes(later, combat.rules, player, action, paid)
    after_test(later, combat.rules, player, enemy_action, action, is_passed)
    finish(later, combat.rules)
    return code_after(later, combat)


@step
def follow_action(fight, later, combat, enemy_action, action, after):
    """The codes after an action, by the end of its test; the pushes there are."""
    rules, player = combat.rules, fight[ACTOR]
    is_tested = before_test(fight, rules, player, enemy_action, action)
    if is_tested and look(rules, ACTION_ROWS, action, IS_CERTAIN) == 0:
        most = pushes(fight, rules, player, action)
        for paid in range(most + 1):
            after[paid] = end_test(fight, later, combat, enemy_action, action, paid, 0)
            after[MOST_PUSHES + 1 + paid] = end_test(fight, later, combat, enemy_action, action, paid, 1)
        return most
    if is_tested:
        after_test(fight, rules, player, enemy_action, action, 1)
    finish(fight, rules)
    for end in range(after.size):
        after[end] = code_after(fight, combat)
    return 0


@step
def follow_plight(place, fight, acted, later, combat, ends):
    """What follows a plight, in the row `fight`, for each face of the enemy die and each option."""
    rules, player = combat.rules, fight[ACTOR]
    options = combat.actions.shape[1]
    for face in range(DIE_FACES):
        enemy_action = acting(fight, rules, face)
        for option in range(ends.most.shape[2]):
            if options > 0:
                action = combat.actions[player, option]
            else:
                action = choose(fight, rules, player, enemy_action, look(rules, PLAYER_ROWS, player, RULES))
            ends.actions[place, face, option] = action
            if action >= 0 and can(fight, rules, player, action):
                copy(acted, fight)
                after = ends.after[place, face, option]
                ends.most[place, face, option] = follow_action(acted, later, combat, enemy_action, action, after)


@kernel
def explore(states, plights, rows, combat, following, ends):
    """Fill in what follows the states and the plights of these codes; `rows` are three fights of no account."""
    rows, combat, following, ends = borrowed(rows), borrowed(combat), borrowed(following), borrowed(ends)
    fight, acted, later = rows[0], rows[1], rows[2]
    for place in range(states.size):
        lay_out(fight, states[place], combat)
        follow_state(place, fight, later, combat, following)
    for place in range(plights.size):
        lay_out(fight, plights[place], combat)
        follow_plight(place, fight, acted, later, combat, ends)
