"""What a combat can come to, state by state: the rules followed once for each state, decision and end of a test.

A state is the row of a fight before a round; a plight is that row in the middle of it, Followers having acted, when the
player sees the enemy die and decides. What follows is listed as codes (the row in one number), so that what is done
with it needs no rules.
"""

from tamriel_odds.kernels.jit import borrowed, kernel, step
from tamriel_odds.kernels.skyrim.combat_actions import after_test, before_test, can, choose, pay_pushes, pushes
from tamriel_odds.kernels.skyrim.combat_harm import acting, follower_acts
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTION,
    ACTION_ROWS,
    ACTOR,
    AFTER,
    AXES,
    BY_ROUND,
    CELL,
    DIE_FACES,
    ESCAPES,
    ESCAPES_END,
    FAILED,
    FIGHTING,
    FIRST,
    FOLLOWER,
    IS_CERTAIN,
    MOST,
    MOST_PUSHES,
    NOTHING,
    OPENING,
    OPENING_PLAYER,
    OPENS,
    OPTIONS,
    PHASE,
    PLAYER_ROWS,
    REACHED,
    RESULT,
    ROLLS,
    ROUND,
    ROUNDS_TOLD,
    RULES,
    RUNNING,
    SIZES,
    SLOTS,
    STRIDES,
    SUMMON_1,
)
from tamriel_odds.kernels.skyrim.combat_look import column_count, look, player_at, row_count
from tamriel_odds.kernels.skyrim.combat_rounds import (
    begin,
    cell_of,
    escapes,
    finish,
    open_stage,
    opener,
    opening_player,
)


@step
def code_of(fight, rules):
    """One number for all that can matter later."""
    code = 0
    for number in range(fight.size):
        code += fight[number] * look(rules, STRIDES, 0, number)
    return code


@step
def code_after(fight, rules):
    """The code of a fight between rounds, of which those that no rule asks for are all the same."""
    fight[ROUND] = min(fight[ROUND], rules[ROUNDS_TOLD])
    return code_of(fight, rules)


@step
def lay_out(fight, code, rules):
    """The row of a fight that a code stands for."""
    for number in range(fight.size):
        fight[number] = code // look(rules, STRIDES, 0, number) % look(rules, SIZES, 0, number)


@step
def copy(there, fight):
    for number in range(fight.size):
        there[number] = fight[number]


@step
def followers_act(fight, rules, player, roll):
    """The Follower and summoned creatures with what their dice show."""
    at = player_at(rules, player)
    if look(rules, PLAYER_ROWS, player, FOLLOWER) > 0:
        follower_acts(fight, rules, player, look(rules, PLAYER_ROWS, player, FOLLOWER), look(rules, ROLLS, roll, 0))
    for summon in range(2):
        if fight[at + SUMMON_1 + summon] > 0:
            follower_acts(fight, rules, player, fight[at + SUMMON_1 + summon], look(rules, ROLLS, roll, 1 + summon))


@step
def begin_round(fight, rules, roll):
    """A round until the enemy die is rolled: whether it has ended before."""
    fight[PHASE] = FIGHTING
    begin(fight, rules)
    player = fight[ACTOR]
    first, end = look(rules, PLAYER_ROWS, player, ESCAPES), look(rules, PLAYER_ROWS, player, ESCAPES_END)
    if escapes(fight, rules, player, first, end):
        return True
    followers_act(fight, rules, player, roll)
    return fight[FIRST] == rules[SLOTS] or fight[player_at(rules, player)] == 0


@step
def follow_state(fight, later, rules, following):
    """What follows a state, in the row `fight`: its opening, or the plights after each roll of the Followers."""
    following[CELL] = cell_of(fight, rules) - fight[ROUND] * look(rules, AXES, 0, BY_ROUND)
    if fight[RESULT] != RUNNING:
        return
    following[OPENS] = opener(fight, rules) if fight[PHASE] == OPENING else NOTHING
    if following[OPENS] != NOTHING:
        player = opening_player(fight, rules, following[OPENS])
        following[OPENING_PLAYER] = player
        for is_passed in range(2):
            copy(later, fight)
            open_stage(later, rules, player, following[OPENS], is_passed)
            following[FAILED + is_passed] = code_after(later, rules)
        return
    for roll in range(row_count(rules, ROLLS)):
        copy(later, fight)
        if begin_round(later, rules, roll):
            finish(later, rules)
            following[REACHED + 2 * roll + 1] = code_after(later, rules)
        else:
            following[REACHED + 2 * roll] = code_of(later, rules)


@step
def end_test(fight, later, rules, enemy_action, action, paid, is_passed):
    """The code after a test."""
    copy(later, fight)
    player = fight[ACTOR]
    pay_pushes(later, rules, player, action, paid)
    after_test(later, rules, player, enemy_action, action, is_passed)
    finish(later, rules)
    return code_after(later, rules)


@step
def follow_action(fight, later, rules, enemy_action, ends):
    """The codes after an action, by the end of its test, without one all the same; the pushes there are."""
    player, action = fight[ACTOR], ends[ACTION]
    is_tested = before_test(fight, rules, player, enemy_action, action)
    if is_tested and look(rules, ACTION_ROWS, action, IS_CERTAIN) == 0:
        ends[MOST] = pushes(fight, rules, player, action)
        for paid in range(ends[MOST] + 1):
            ends[AFTER + paid] = end_test(fight, later, rules, enemy_action, action, paid, 0)
            ends[AFTER + MOST_PUSHES + 1 + paid] = end_test(fight, later, rules, enemy_action, action, paid, 1)
        return
    if is_tested:
        after_test(fight, rules, player, enemy_action, action, 1)
    finish(fight, rules)
    ends[MOST] = 0
    for end in range(AFTER, ends.size):
        ends[end] = code_after(fight, rules)


@step
def follow_plight(fight, acted, later, rules, ends):
    """What follows a plight, in the row `fight`, by the face of the enemy die and the option."""
    player = fight[ACTOR]
    for face in range(DIE_FACES):
        enemy_action = acting(fight, rules, face)
        for option in range(ends.shape[1]):
            if column_count(rules, OPTIONS) > 0:
                action = look(rules, OPTIONS, player, option)
            else:
                action = choose(fight, rules, player, enemy_action, look(rules, PLAYER_ROWS, player, RULES))
            ends[face, option, ACTION] = action
            if can(fight, rules, player, action):
                copy(acted, fight)
                follow_action(acted, later, rules, enemy_action, ends[face, option])


@kernel
def explore(states, plights, fights, rules, following, ends):
    """What follows the states and the plights of these codes.

    `following` is [state, column], `ends` [plight, face, option, column], as combat_layout.py has them and NO_CODE
    where nothing follows; `fights` are three rows of no account.
    """
    fights, rules, following, ends = borrowed(fights), borrowed(rules), borrowed(following), borrowed(ends)
    for place in range(states.size):
        lay_out(fights[0], states[place], rules)
        follow_state(fights[0], fights[1], rules, following[place])
    for place in range(plights.size):
        lay_out(fights[0], plights[place], rules)
        follow_plight(fights[0], fights[1], fights[2], rules, ends[place])
