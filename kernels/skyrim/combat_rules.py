"""The steps of a Skyrim combat, on the row of one fight. Dice are rolled elsewhere: what they show is handed in.

`rules` is one array with all tables of a combat; combat_layout.py names them and their columns.
"""

from tamriel_odds.kernels.jit import inline
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTED,
    ACTION_ROWS,
    ACTOR,
    AFTER_HIT,
    AFTER_MEND,
    AMBUSH,
    ATTACKED,
    AXES,
    BLOWS,
    BY_CLEARED,
    BY_CURRENT,
    BY_HEALTH,
    BY_INJURIES,
    BY_MAGICKA,
    BY_RESULT,
    BY_ROUND,
    BY_STAMINA,
    CLEARED_BY_STAGE,
    COMPARISON_ROWS,
    COMPARISONS,
    COMPARISONS_END,
    COST_HEALTH,
    COST_MAGICKA,
    COST_STAMINA,
    DAMAGE,
    DARK,
    DEFENSIVE,
    DO,
    ENEMIES,
    ENEMIES_LEFT,
    ESCAPED,
    FIGHTING,
    FINAL_BLOWS,
    FIRST,
    FIRST_ARMOR,
    FIRST_HEAVY,
    FIRST_MAGIC,
    FOLLOWER_LINE,
    GIVES_HEALTH,
    GIVES_MAGICKA,
    GIVES_STAMINA,
    HEADER,
    HEAL,
    HEALTH,
    HIGH,
    HIT,
    HITS_ALL,
    INJURIES,
    INNATE,
    INNATE_LEFT,
    IS_ATTACK,
    IS_INNATE,
    IS_NOT,
    IS_UNSEEN,
    KIND,
    LINE_OF,
    LINE_ROWS,
    LOSS,
    LOST,
    LOW,
    MAGICKA,
    MAGICKA_DAMAGE,
    MENDS,
    MOST_SUMMONS,
    NO_LINE,
    NOTHING,
    OFFENSIVE,
    OPENER,
    OPENER_LINE,
    OPENER_SLOT,
    OPENING,
    OWN_MAGICKA,
    OWNER,
    PHASE,
    PLACE_OF_RESULT,
    PLAYER_ROWS,
    PLAYER_WIDTH,
    PLAYERS_AT,
    PLAYERS_LEFT,
    POTION_HEALTH,
    POTION_MAGICKA,
    POTION_ROWS,
    POTION_RULE,
    POTION_STAMINA,
    POTION_USE,
    PRESENT,
    PUSH_HEALTH,
    PUSH_LIMIT,
    PUSH_MOST,
    RECOVERS,
    REFILLS_MAGICKA,
    RENEWED_USES,
    RESTORE_MAGICKA,
    RESTORE_STAMINA,
    RESULT,
    ROUND,
    ROUNDS,
    RULE_ROWS,
    SLOTS,
    SNEAK,
    SNEAK_ACTION,
    SNEAKS,
    SPAWN_SLOTS,
    SPAWNS,
    STAGE,
    STAGE_KINDS,
    STAGE_ROWS,
    STAMINA,
    STAMINA_DAMAGE,
    START_CODE,
    STRIKES,
    SUMMON,
    SUMMON_1,
    SUMMON_2,
    SUMMONS,
    TO_WEAKEST,
    TRACK,
    TRACKS_OF,
    TRAP,
    USE,
    USES,
    VARIABLE,
    WON,
)


@inline
def row_at(rules, table, row):
    """Where a row begins."""
    return rules[HEADER * table] + row * rules[HEADER * table + 1]


@inline
def look(rules, table, row, column):
    """The number in a column of a row."""
    return rules[rules[HEADER * table] + row * rules[HEADER * table + 1] + column]


@inline
def look_within(rules, table, row, inner, column):
    """The number in a column of a row of a row."""
    return rules[rules[HEADER * table] + row * rules[HEADER * table + 1] + inner * rules[HEADER * table + 2] + column]


@inline
def row_count(rules, table):
    """How many rows there are."""
    return rules[HEADER * table + 3]


@inline
def player_at(rules, player):
    return rules[PLAYERS_AT] + player * rules[PLAYER_WIDTH]


@inline
def kind_at(slot):
    return ENEMIES + slot


@inline
def code_at(rules, slot):
    return ENEMIES + rules[SLOTS] + slot


@inline
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


@inline
def find_first(fight, rules):
    """The leftmost enemy that still stands; the number of slots when none does."""
    while fight[FIRST] < rules[SLOTS] and fight[code_at(rules, fight[FIRST])] == 0:
        fight[FIRST] += 1


@inline
def wound(fight, at, lost):
    """Damage stops at the Final Blow; any after that removes it, and without one the player is Critically Injured."""
    if lost > 0:
        if fight[at + HEALTH] > fight[at + BLOWS]:
            fight[at + HEALTH] = max(fight[at + HEALTH] - lost, fight[at + BLOWS])
        else:
            fight[at + HEALTH] -= 1
            fight[at + BLOWS] = fight[at + HEALTH]
            if fight[at + HEALTH] == 0:
                fight[at + PRESENT] = 0
                fight[INJURIES] += 1


@inline
def lost_to(fight, rules, player, line):
    """The Health that an attack costs: what armor lets through, and what Stamina and Magicka cannot pay."""
    at = player_at(rules, player)
    stamina = look(rules, LINE_ROWS, line, STAMINA_DAMAGE) + look_within(rules, LOSS, line, player, 1)
    magicka = look(rules, LINE_ROWS, line, MAGICKA_DAMAGE)
    unpaid = max(stamina - fight[at + STAMINA], 0) + max(magicka - fight[at + MAGICKA], 0)
    return look_within(rules, LOSS, line, player, 0) + unpaid


@inline
def suffer(fight, rules, player, line):
    """Stamina and Magicka pay first, then Health."""
    at = player_at(rules, player)
    lost = lost_to(fight, rules, player, line)
    stamina = look(rules, LINE_ROWS, line, STAMINA_DAMAGE) + look_within(rules, LOSS, line, player, 1)
    fight[at + STAMINA] = max(fight[at + STAMINA] - stamina, 0)
    fight[at + MAGICKA] = max(fight[at + MAGICKA] - look(rules, LINE_ROWS, line, MAGICKA_DAMAGE), 0)
    wound(fight, at, lost)


@inline
def strike(fight, rules, hit):
    """The leftmost enemy loses armor; what exceeds it is lost."""
    slot = fight[FIRST]
    if slot < rules[SLOTS]:
        at = code_at(rules, slot)
        fight[at] = look_within(rules, AFTER_HIT, hit, fight[kind_at(slot)] - 1, fight[at])
        find_first(fight, rules)


@inline
def acting(fight, rules, face):
    """The slot of the enemy that acts on a face, times the lines, plus its line; NO_LINE where nobody acts."""
    for slot in range(fight[FIRST], rules[SLOTS]):
        if fight[code_at(rules, slot)] > 0:
            line = look(rules, LINE_OF, fight[kind_at(slot)] - 1, face)
            if line >= 0:
                return slot * row_count(rules, LINE_ROWS) + line
            if line == DARK:
                return NO_LINE
    return NO_LINE


@inline
def enemy_acts(fight, rules, player, action, is_stopped):
    """An attack, on the one who acts unless it is stopped, or on all; then healing and spawning."""
    if action >= 0:
        slot, line = action // row_count(rules, LINE_ROWS), action % row_count(rules, LINE_ROWS)
        if look(rules, LINE_ROWS, line, IS_ATTACK):
            for other in range(row_count(rules, PLAYER_ROWS)):
                is_hit = look(rules, LINE_ROWS, line, HITS_ALL) if other != player else 1 - is_stopped
                if is_hit and fight[player_at(rules, other) + PRESENT]:
                    suffer(fight, rules, other, line)
        mends = look(rules, LINE_ROWS, line, MENDS)
        if mends >= 0:
            at = code_at(rules, slot)
            fight[at] = look_within(rules, AFTER_MEND, mends, fight[kind_at(slot)] - 1, fight[at])
        spawns = look(rules, LINE_ROWS, line, SPAWNS)
        if spawns > 0 and fight[FIRST] > 0:
            fight[FIRST] -= 1
            fight[kind_at(fight[FIRST])] = spawns
            fight[code_at(rules, fight[FIRST])] = look(rules, START_CODE, 0, spawns - 1)


@inline
def give(fight, rules, player, health, stamina, magicka):
    """No track rises above its maximum."""
    at = player_at(rules, player)
    fight[at + HEALTH] = min(fight[at + HEALTH] + health, look(rules, PLAYER_ROWS, player, HEALTH))
    fight[at + STAMINA] = min(fight[at + STAMINA] + stamina, look(rules, PLAYER_ROWS, player, STAMINA))
    fight[at + MAGICKA] = min(fight[at + MAGICKA] + magicka, look(rules, PLAYER_ROWS, player, MAGICKA))


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


@inline
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


@inline
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


@inline
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


@inline
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


@inline
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


@inline
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


@inline
def follower_acts(fight, rules, player, kind, face):
    """A Follower or a summoned creature acts at once, on the leftmost enemy, its owner, or on all players."""
    line = look(rules, FOLLOWER_LINE, kind - 1, face)
    if line >= 0 and fight[player_at(rules, player) + PRESENT]:
        row = row_at(rules, LINE_ROWS, line)
        if rules[row + STRIKES] >= 0:
            strike(fight, rules, rules[row + STRIKES])
        if rules[row + HITS_ALL]:
            for other in range(row_count(rules, PLAYER_ROWS)):
                if fight[player_at(rules, other) + PRESENT]:
                    suffer(fight, rules, other, line)
        if rules[row + GIVES_HEALTH] + rules[row + GIVES_STAMINA] + rules[row + GIVES_MAGICKA] > 0:
            give(
                fight, rules, player, rules[row + GIVES_HEALTH], rules[row + GIVES_STAMINA], rules[row + GIVES_MAGICKA]
            )


@inline
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
