"""What players and enemies do to each other in a combat: damage, hits, what acts on a face of a die.

The steps change the row of one fight. Dice are rolled elsewhere: what they show is handed in.
"""

from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.skyrim.combat_layout import (
    AFTER_HIT,
    AFTER_MEND,
    BLOWS,
    DARK,
    FIRST,
    FOLLOWER_LINE,
    GIVES_HEALTH,
    GIVES_MAGICKA,
    GIVES_STAMINA,
    HEALTH,
    HITS_ALL,
    INJURIES,
    IS_ATTACK,
    LINE_OF,
    LINE_ROWS,
    LOSS,
    MAGICKA,
    MAGICKA_DAMAGE,
    MENDS,
    NO_LINE,
    PLAYER_ROWS,
    PRESENT,
    SLOTS,
    SPAWNS,
    STAMINA,
    STAMINA_DAMAGE,
    START_CODE,
    STRIKES,
)
from tamriel_odds.kernels.skyrim.combat_look import code_at, kind_at, look, look_within, player_at, row_at, row_count


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


@step
def give(fight, rules, player, health, stamina, magicka):
    """No track rises above its maximum."""
    at = player_at(rules, player)
    fight[at + HEALTH] = min(fight[at + HEALTH] + health, look(rules, PLAYER_ROWS, player, HEALTH))
    fight[at + STAMINA] = min(fight[at + STAMINA] + stamina, look(rules, PLAYER_ROWS, player, STAMINA))
    fight[at + MAGICKA] = min(fight[at + MAGICKA] + magicka, look(rules, PLAYER_ROWS, player, MAGICKA))


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


@step
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


@step
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
