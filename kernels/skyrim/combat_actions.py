"""What a player of a combat does: what rules compare, which action that is, what it costs and what it comes to.

The steps change the row of one fight. Dice are rolled elsewhere: what they show is handed in.
"""

from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.skyrim.combat_harm import enemy_acts, give, lost_to, strike
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTION_ROWS,
    ATTACKED,
    BLOWS,
    BY_CURRENT,
    CLEARED_BY_STAGE,
    COMPARISON_ROWS,
    COMPARISONS,
    COMPARISONS_END,
    COST_HEALTH,
    COST_MAGICKA,
    COST_STAMINA,
    DAMAGE,
    DEFENSIVE,
    DO,
    ENEMIES_LEFT,
    FINAL_BLOWS,
    FIRST,
    FIRST_ARMOR,
    FIRST_HEAVY,
    FIRST_MAGIC,
    HEAL,
    HEALTH,
    HIGH,
    HIT,
    INNATE,
    INNATE_LEFT,
    IS_ATTACK,
    IS_INNATE,
    IS_NOT,
    IS_UNSEEN,
    KIND,
    LINE_ROWS,
    LOW,
    MAGICKA,
    MOST_SUMMONS,
    OFFENSIVE,
    OWN_MAGICKA,
    PLAYER_ROWS,
    PLAYERS_LEFT,
    PRESENT,
    PUSH_HEALTH,
    PUSH_LIMIT,
    PUSH_MOST,
    REFILLS_MAGICKA,
    RESTORE_MAGICKA,
    RESTORE_STAMINA,
    ROUND,
    ROUNDS,
    RULE_ROWS,
    SLOTS,
    STAGE,
    STAMINA,
    SUMMON,
    SUMMON_1,
    SUMMON_2,
    SUMMONS,
    TO_WEAKEST,
    TRACK,
    TRACKS_OF,
    USE,
    USES,
    VARIABLE,
)
from tamriel_odds.kernels.skyrim.combat_look import code_at, kind_at, look, look_within, player_at, row_at, row_count


@inline
def value_of(fight, rules, player, action, variable):
    """What a rule compares."""
    at = player_at(rules, player)
    if variable <= OWN_MAGICKA:
        return fight[at + HEALTH + variable]
    if variable == FINAL_BLOWS:
        return fight[at + BLOWS]
    if variable == ROUNDS:
        return fight[ROUND]
    if variable == ENEMIES_LEFT:
        count = 0
        for slot in range(fight[FIRST], rules[SLOTS]):
            count += fight[code_at(rules, slot)] > 0
        return count
    if FIRST_HEAVY <= variable <= FIRST_ARMOR:
        kind, code = fight[kind_at(fight[FIRST])] - 1, fight[code_at(rules, fight[FIRST])]
        if variable <= FIRST_MAGIC:
            return look_within(rules, TRACKS_OF, kind, code, variable - FIRST_HEAVY)
        return (
            look_within(rules, TRACKS_OF, kind, code, 0)
            + look_within(rules, TRACKS_OF, kind, code, 1)
            + look_within(rules, TRACKS_OF, kind, code, 2)
        )
    if variable in (ATTACKED, DAMAGE):
        line = action % row_count(rules, LINE_ROWS)
        if action < 0 or not look(rules, LINE_ROWS, line, IS_ATTACK):
            return 0
        return 1 if variable == ATTACKED else lost_to(fight, rules, player, line)
    if variable == PLAYERS_LEFT:
        count = 0
        for other in range(row_count(rules, PLAYER_ROWS)):
            count += fight[player_at(rules, other) + PRESENT]
        return count
    if variable == SUMMONS:
        return (fight[at + SUMMON_1] > 0) + (fight[at + SUMMON_2] > 0)
    if variable == INNATE_LEFT:
        return fight[at + INNATE]
    return look(rules, CLEARED_BY_STAGE, 0, fight[STAGE]) + 1  # ENCOUNTER


@inline
def holds(fight, rules, player, action, rule):
    """Whether all comparisons of a rule hold."""
    for place in range(look(rules, RULE_ROWS, rule, COMPARISONS), look(rules, RULE_ROWS, rule, COMPARISONS_END)):
        value = value_of(fight, rules, player, action, look(rules, COMPARISON_ROWS, place, VARIABLE))
        is_within = look(rules, COMPARISON_ROWS, place, LOW) <= value <= look(rules, COMPARISON_ROWS, place, HIGH)
        if is_within == (look(rules, COMPARISON_ROWS, place, IS_NOT) > 0):
            return False
    return True


@inline
def can(fight, rules, player, action):
    """Whether an action can be paid for, Health paying what is missing, but never the last point."""
    at = player_at(rules, player)
    row = row_at(rules, ACTION_ROWS, action)
    if rules[row + USE] >= 0 and fight[at + USES + rules[row + USE]] == 0:
        return False
    if rules[row + IS_INNATE] and fight[at + INNATE] == 0:
        return False
    if rules[row + SUMMON] > 0:
        count = (fight[at + SUMMON_1] > 0) + (fight[at + SUMMON_2] > 0)
        if count >= look(rules, PLAYER_ROWS, player, MOST_SUMMONS):
            return False
    magicka = look(rules, PLAYER_ROWS, player, MAGICKA) if rules[row + REFILLS_MAGICKA] else fight[at + MAGICKA]
    owed = max(rules[row + COST_STAMINA] - fight[at + STAMINA], 0) + max(rules[row + COST_MAGICKA] - magicka, 0)
    return owed + rules[row + COST_HEALTH] < fight[at + HEALTH]


@step
def pay(fight, rules, player, action):
    """The cost of an action."""
    at = player_at(rules, player)
    row = row_at(rules, ACTION_ROWS, action)
    if rules[row + USE] >= 0:
        fight[at + USES + rules[row + USE]] -= 1
    if rules[row + IS_INNATE]:
        fight[at + INNATE] = 0
    if rules[row + REFILLS_MAGICKA]:
        fight[at + MAGICKA] = look(rules, PLAYER_ROWS, player, MAGICKA)
    owed = max(rules[row + COST_STAMINA] - fight[at + STAMINA], 0) + max(
        rules[row + COST_MAGICKA] - fight[at + MAGICKA], 0
    )
    fight[at + HEALTH] -= owed + rules[row + COST_HEALTH]
    fight[at + STAMINA] = max(fight[at + STAMINA] - rules[row + COST_STAMINA], 0)
    fight[at + MAGICKA] = max(fight[at + MAGICKA] - rules[row + COST_MAGICKA], 0)


@inline
def pushes(fight, rules, player, action):
    """How many pushes there are: 2 a round, 3 with a track of 8, 4 with one of 10, as long as they can be paid for."""
    at = player_at(rules, player)
    limit = look(rules, PLAYER_ROWS, player, PUSH_LIMIT)
    if limit == BY_CURRENT:
        highest = max(fight[at + HEALTH], fight[at + STAMINA], fight[at + MAGICKA])
        limit = 2 + (highest >= 8) + (highest >= 10)
    row = row_at(rules, ACTION_ROWS, action)
    paid_for = fight[at + rules[row + TRACK]] + (fight[at + HEALTH] - 1 if rules[row + PUSH_HEALTH] else 0)
    return min(limit, paid_for, rules[row + PUSH_MOST])


@inline
def pay_pushes(fight, rules, player, action, paid):
    at = player_at(rules, player)
    track = at + look(rules, ACTION_ROWS, action, TRACK)
    fight[at + HEALTH] -= max(paid - fight[track], 0)
    fight[track] = max(fight[track] - paid, 0)


@inline
def choose(fight, rules, player, action, first):
    """The action of the first rule that holds and can be paid for; the last rule of a player, to rest, always does."""
    rule = first
    while not (
        holds(fight, rules, player, action, rule) and can(fight, rules, player, look(rules, RULE_ROWS, rule, DO))
    ):
        rule += 1
    return look(rules, RULE_ROWS, rule, DO)


@inline
def before_test(fight, rules, player, enemy_action, action):
    """An offensive action waits for the enemy, all are paid for; whether there is anything to roll for."""
    row = row_at(rules, ACTION_ROWS, action)
    if rules[row + KIND] == OFFENSIVE:
        enemy_acts(fight, rules, player, enemy_action, rules[row + IS_UNSEEN])
        if not fight[player_at(rules, player) + PRESENT] or not can(fight, rules, player, action):
            return False
    pay(fight, rules, player, action)
    return True


@step
def after_test(fight, rules, player, enemy_action, action, is_passed):
    """What a success does; the enemy acts after a defensive or special action."""
    row = row_at(rules, ACTION_ROWS, action)
    at = player_at(rules, player)
    if is_passed:
        if rules[row + HIT] >= 0:
            strike(fight, rules, rules[row + HIT])
        healed = player
        if rules[row + TO_WEAKEST]:
            for other in range(row_count(rules, PLAYER_ROWS)):
                there = player_at(rules, other)
                if fight[there + PRESENT] and fight[there + HEALTH] < fight[player_at(rules, healed) + HEALTH]:
                    healed = other
        give(fight, rules, healed, rules[row + HEAL], rules[row + RESTORE_STAMINA], rules[row + RESTORE_MAGICKA])
        if rules[row + SUMMON] > 0:
            fight[at + (SUMMON_2 if fight[at + SUMMON_1] else SUMMON_1)] = rules[row + SUMMON]
    if rules[row + KIND] != OFFENSIVE:
        enemy_acts(fight, rules, player, enemy_action, is_passed if rules[row + KIND] == DEFENSIVE else 0)
