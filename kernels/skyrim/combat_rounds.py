"""How the rounds and the stages of a combat begin and end, on the row of one fight."""

from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.skyrim.combat_actions import can, holds, pay
from tamriel_odds.kernels.skyrim.combat_harm import enemy_acts, find_first, give, strike
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTED,
    ACTION_ROWS,
    ACTOR,
    AMBUSH,
    AXES,
    BY_CLEARED,
    BY_HEALTH,
    BY_INJURIES,
    BY_MAGICKA,
    BY_RESULT,
    BY_ROUND,
    BY_STAMINA,
    CLEARED_BY_STAGE,
    ESCAPED,
    FIGHTING,
    FIRST,
    HEALTH,
    HIT,
    INJURIES,
    LINE_ROWS,
    LOST,
    MAGICKA,
    NO_LINE,
    NOTHING,
    OPENER,
    OPENER_LINE,
    OPENER_SLOT,
    OPENING,
    OWNER,
    PHASE,
    PLACE_OF_RESULT,
    PLAYER_ROWS,
    PLAYER_WIDTH,
    POTION_HEALTH,
    POTION_MAGICKA,
    POTION_ROWS,
    POTION_RULE,
    POTION_STAMINA,
    POTION_USE,
    PRESENT,
    RECOVERS,
    RENEWED_USES,
    RESULT,
    ROUND,
    SLOTS,
    SNEAK,
    SNEAK_ACTION,
    SNEAKS,
    SPAWN_SLOTS,
    STAGE,
    STAGE_KINDS,
    STAGE_ROWS,
    STAMINA,
    START_CODE,
    SUMMON_1,
    SUMMON_2,
    TRAP,
    USES,
    WON,
)
from tamriel_odds.kernels.skyrim.combat_look import code_at, kind_at, look, player_at, row_at, row_count


@step
def enter(fight, rules):
    """The enemies of a stage take their places; between Encounters Stamina, Health and what Aim can do come back."""
    stage = fight[STAGE]
    fight[PHASE] = OPENING
    fight[FIRST] = rules[SPAWN_SLOTS]
    for slot in range(rules[SLOTS]):
        kind = 0
        if slot >= rules[SPAWN_SLOTS]:
            kind = look(rules, STAGE_ROWS, stage, STAGE_KINDS + slot - rules[SPAWN_SLOTS])
        fight[kind_at(slot)] = kind
        fight[code_at(rules, slot)] = look(rules, START_CODE, 0, kind - 1) if kind > 0 else 0
    if look(rules, STAGE_ROWS, stage, RECOVERS):
        for player in range(row_count(rules, PLAYER_ROWS)):
            at = player_at(rules, player)
            if fight[at + PRESENT]:
                fight[at + HEALTH] = look(rules, PLAYER_ROWS, player, HEALTH)
                fight[at + STAMINA] = look(rules, PLAYER_ROWS, player, STAMINA)
                for use in range(rules[PLAYER_WIDTH] - USES):
                    fight[at + USES + use] = max(
                        fight[at + USES + use], look(rules, PLAYER_ROWS, player, RENEWED_USES + use)
                    )


@step
def finish(fight, rules):
    """Whether the combat is over, or the next stage begins; all present having acted, they may act again."""
    present, acted = 0, fight[ACTED]
    for player in range(row_count(rules, PLAYER_ROWS)):
        if fight[player_at(rules, player) + PRESENT]:
            present |= 1 << player
    find_first(fight, rules)
    for slot in range(rules[SLOTS]):
        if fight[code_at(rules, slot)] == 0:
            fight[kind_at(slot)] = 0
    if acted & present == present:
        fight[ACTED] = 0
    fight[ACTOR] = 0
    if present == 0:
        fight[RESULT] = LOST if fight[INJURIES] > 0 else ESCAPED
    elif fight[FIRST] == rules[SLOTS]:
        if fight[STAGE] + 1 == row_count(rules, STAGE_ROWS):
            fight[RESULT] = WON
        else:
            fight[STAGE] += 1
            enter(fight, rules)


@inline
def next_actor(fight, rules):
    """The first player, in the order of the file, who is present and has not acted."""
    player = 0
    while not fight[player_at(rules, player) + PRESENT] or fight[ACTED] >> player & 1:
        player += 1
    return player


@step
def sneaker(fight, rules):
    """The first player who sneaks and may still act, as sneaking is a Combat Round; the number of players if none."""
    for player in range(row_count(rules, PLAYER_ROWS)):
        may_act = fight[player_at(rules, player) + PRESENT] and not fight[ACTED] >> player & 1
        if may_act and look(rules, PLAYER_ROWS, player, SNEAKS):
            return player
    return row_count(rules, PLAYER_ROWS)


@inline
def opener(fight, rules):
    """How a stage opens: NOTHING, SNEAK (a test against the enemies), AMBUSH, or TRAP (a test to disarm it)."""
    opens = look(rules, STAGE_ROWS, fight[STAGE], OPENER)
    if opens != SNEAK:
        return opens
    if sneaker(fight, rules) < row_count(rules, PLAYER_ROWS):
        return SNEAK
    return AMBUSH if look(rules, STAGE_ROWS, fight[STAGE], OPENER_LINE) != NO_LINE else NOTHING


@inline
def opening_player(fight, rules, opens):
    """Who opens: the one who sneaks, else the one who is to act."""
    return sneaker(fight, rules) if opens == SNEAK else next_actor(fight, rules)


@step
def open_stage(fight, rules, player, opens, is_passed):
    """Success: a free attack, or the trap is defeated. Failure: the Ambush, or the trap strikes. It is a round."""
    fight[PHASE] = FIGHTING
    fight[ROUND] += 1
    fight[ACTED] |= 1 << player
    stage = row_at(rules, STAGE_ROWS, fight[STAGE])
    if is_passed and opens == TRAP:
        for slot in range(rules[SLOTS]):
            fight[code_at(rules, slot)] = 0
    elif is_passed:
        action = look(rules, PLAYER_ROWS, player, SNEAK_ACTION)
        if action >= 0 and can(fight, rules, player, action):
            pay(fight, rules, player, action)
            strike(fight, rules, look(rules, ACTION_ROWS, action, HIT))
    elif rules[stage + OPENER_LINE] >= 0:
        slot = rules[SPAWN_SLOTS] + rules[stage + OPENER_SLOT]
        enemy_acts(fight, rules, player, slot * row_count(rules, LINE_ROWS) + rules[stage + OPENER_LINE], 0)
    finish(fight, rules)


@step
def begin(fight, rules):
    """Potions, the actor, and what the actor's summons cost."""
    fight[ROUND] += 1
    for potion in range(row_count(rules, POTION_ROWS)):
        row = row_at(rules, POTION_ROWS, potion)
        at = player_at(rules, rules[row + OWNER])
        if (
            fight[at + PRESENT]
            and fight[at + USES + rules[row + POTION_USE]]
            and holds(fight, rules, rules[row + OWNER], NO_LINE, rules[row + POTION_RULE])
        ):
            fight[at + USES + rules[row + POTION_USE]] -= 1
            give(
                fight,
                rules,
                rules[row + OWNER],
                rules[row + POTION_HEALTH],
                rules[row + POTION_STAMINA],
                rules[row + POTION_MAGICKA],
            )
    player = next_actor(fight, rules)
    fight[ACTOR] = player
    fight[ACTED] |= 1 << player
    at = player_at(rules, player)
    for place in range(SUMMON_1, SUMMON_2 + 1):
        if fight[at + place]:
            if fight[at + MAGICKA] > 0:
                fight[at + MAGICKA] -= 1
            else:
                fight[at + place] = 0


@inline
def escapes(fight, rules, player, first, end):
    """Before the enemy die a player may leave the combat."""
    for rule in range(first, end):
        if holds(fight, rules, player, NO_LINE, rule):
            fight[player_at(rules, player) + PRESENT] = 0
            return True
    return False


@step
def cell_of(fight, rules):
    """The cell of a combat that has ended, or not: what is left counts for those still in it."""
    cell = look(rules, PLACE_OF_RESULT, 0, fight[RESULT]) * look(rules, AXES, 0, BY_RESULT)
    cell += fight[ROUND] * look(rules, AXES, 0, BY_ROUND)
    cell += fight[INJURIES] * look(rules, AXES, 0, BY_INJURIES)
    cleared = fight[STAGE] + (1 if fight[RESULT] == WON else 0)
    cell += look(rules, CLEARED_BY_STAGE, 0, cleared) * look(rules, AXES, 0, BY_CLEARED)
    for player in range(row_count(rules, PLAYER_ROWS)):
        at = player_at(rules, player)
        if fight[at + PRESENT]:
            cell += fight[at + HEALTH] * look(rules, AXES, 0, BY_HEALTH) + fight[at + STAMINA] * look(
                rules, AXES, 0, BY_STAMINA
            )
            cell += fight[at + MAGICKA] * look(rules, AXES, 0, BY_MAGICKA)
    return cell
