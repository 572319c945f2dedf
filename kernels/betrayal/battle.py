"""Battles of a party against enemies, one trial after another, turn by turn as the rulebook has it.

Every turn has a call of the generator of its own, so that what one unit does leaves the dice of the others as they
were: call 64 (round - 1) + 8 adventurer + engage, engage 7 being the defensive one, and 64 (round - 1) + 32 + enemy.
The enemies that are drawn take the calls 60 to 63. A word rolls five dice.

Units are rows of two arrays, `party` and `enemies`, whose columns have names: a tuple with an array for each fact would
be counted in and out at every step, and a battle would take three times as long.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import inline, kernel
from tamriel_odds.kernels.words import HALF, LOW, philox

SPOTS, SIDES, DICE_A_WORD, FIRST_FATIGUE_ROUND = 13, 6, 5, 6
CALLS_A_ROUND, CALLS_AN_ADVENTURER, ENEMY_CALLS, DRAW_CALLS, GUARD_CALL = 64, 8, 32, 60, 7
# Columns of an adventurer. From TRACK on the 13 spots, from SLOT and SLOT_KIND on what the dice in the four active
# slots prevent and of which kind they are, from READY on how many dice of each kind are available.
HEALTH, BONUS, STAMINA, MAGICKA, COOLDOWN, ENGAGES, GUARD, TARGET, FILLED, ACTIVE, TRACK = range(11)
SLOT, SLOT_KIND, READY = TRACK + 13, TRACK + 17, TRACK + 21
# Columns of an enemy, whose HP are in the column HEALTH, too.
COMBAT, DEFENSE, TARGETS, IS_STRONGEST_FIRST = 1, 2, 3, 4
# What lies in a track beside skill dice, whose kinds are 0 and above; their places in the supply. Numba compiles a
# function anew for every plain integer that it is handed, hence these are of a type.
NOTHING, LIGHT, OVER = np.int64(0), np.int64(-1), np.int64(-2)
LIGHT_SUPPLY, OVER_SUPPLY = 0, 1
# Battle forms of dice: none, light, heavy, defensive, ranged, magic; and of Combat dice, which go with all but magic.
NO_FORM, DEFENSIVE, MAGIC, ANY_BUT_MAGIC = 0, 3, 5, 6
OF_STAMINA, OF_MAGICKA = 1, 2
WEAKEST, STRONGEST = np.int64(0), np.int64(1)
WON, LOST, UNDECIDED = 0, 1, 2


class Tables(NamedTuple):
    """Party and enemies as they begin, int64; enemies in the order of their turns, the highest level first."""

    party: np.ndarray  # [adventurer, column]
    stat: np.ndarray  # [adventurer, kind of die]: 0 none, 1 Stamina, 2 Magicka
    form: np.ndarray  # [adventurer, kind]
    faces: np.ndarray  # [adventurer, kind, face]: bit fields, see below
    enemies: np.ndarray  # [enemy, column]
    enemy_die: np.ndarray  # by face
    supply: np.ndarray  # light fatigue, overfatigue
    drawn: int  # so many of the enemies take part, drawn from all
    fatigue: int  # light fatigue for each further engage
    rounds: int
    most_health: int


# A face of a skill die: damage, ignored Defense, 2 light fatigue, drained, true damage to the roller, prevention.
@inline
def damage_of(face):
    return face & 0xFF


@inline
def ignored_by(face):
    return face >> 8 & 0xF


@inline
def strains(face):
    return face >> 12 & 1


@inline
def drains(face):
    return face >> 13 & 1


@inline
def hurts(face):
    return face >> 14 & 1


@inline
def prevention_of(face):
    return face >> 16 & 0xFF


@inline
def deal_call(words, seed, trial, call):
    """The four words of one call."""
    a, b, c, d = philox(trial & LOW, trial >> HALF, np.uint64(call), np.uint64(0), seed & LOW, seed >> HALF)
    words[0], words[1], words[2], words[3] = np.int64(a), np.int64(b), np.int64(c), np.int64(d)


@inline
def roll_die(words, number):
    """The face of die number `number` of a call, from what the dice before it left of their word."""
    shown = words[number // DICE_A_WORD] * SIDES
    words[number // DICE_A_WORD] = shown & 0xFFFFFFFF
    return shown >> 32


@inline
def leave(supply, die):
    """Fatigue goes back to the supply, a skill die is drained for the rest of the battle."""
    if die == LIGHT:
        supply[LIGHT_SUPPLY] += 1
    elif die == OVER:
        supply[OVER_SUPPLY] += 1


@kernel
def place(party, adventurer, supply, die):
    """Put a die at the leftmost open spot. A full track takes none: its rightmost die becomes overfatigue."""
    if party[adventurer, FILLED] < SPOTS:
        party[adventurer, TRACK + party[adventurer, FILLED]] = die
        party[adventurer, FILLED] += 1
        return
    leave(supply, die)
    spot = TRACK + SPOTS - 1
    while spot >= TRACK and party[adventurer, spot] == OVER:
        spot -= 1
    if spot >= TRACK and supply[OVER_SUPPLY] > 0:
        leave(supply, party[adventurer, spot])
        supply[OVER_SUPPLY] -= 1
        party[adventurer, spot] = OVER


@kernel
def tire(party, adventurer, supply, times):
    """Gain light fatigue, overfatigue where no light one is left."""
    for _ in range(times):
        if supply[LIGHT_SUPPLY] > 0:
            supply[LIGHT_SUPPLY] -= 1
            place(party, adventurer, supply, LIGHT)
        else:
            overtire(party, adventurer, supply)


@kernel
def overtire(party, adventurer, supply):
    """Gain overfatigue, nothing where none is left."""
    if supply[OVER_SUPPLY] > 0:
        supply[OVER_SUPPLY] -= 1
        place(party, adventurer, supply, OVER)


@kernel
def recover(party, adventurer, supply):
    """Remove dice from the left; overfatigue among them goes to the leftmost open spot."""
    filled = party[adventurer, FILLED]
    removed = min(party[adventurer, COOLDOWN], filled)
    over = 0
    for spot in range(TRACK, TRACK + removed):
        die = party[adventurer, spot]
        if die == OVER:
            over += 1
        elif die == LIGHT:
            supply[LIGHT_SUPPLY] += 1
        else:
            party[adventurer, READY + die] += 1
    for spot in range(TRACK + removed, TRACK + filled):
        party[adventurer, spot - removed] = party[adventurer, spot]
    for spot in range(TRACK + filled - removed, TRACK + filled - removed + over):
        party[adventurer, spot] = OVER
    party[adventurer, FILLED] = filled - removed + over


@kernel
def suffer(party, adventurer, supply, damage):
    """Lose HP; who is defeated exhausts the dice in active slots."""
    party[adventurer, HEALTH] = max(party[adventurer, HEALTH] - damage, 0)
    if party[adventurer, HEALTH] == 0:
        for slot in range(party[adventurer, ACTIVE]):
            place(party, adventurer, supply, party[adventurer, SLOT_KIND + slot])
        party[adventurer, ACTIVE] = 0


@kernel
def prevent(party, adventurer, supply, damage):
    """Defensive dice one after another, each exhausted as it is used, then bonus HP; what is left of the damage."""
    used, active = 0, party[adventurer, ACTIVE]
    while damage > 0 and used < active:
        damage = max(damage - party[adventurer, SLOT + used], 0)
        place(party, adventurer, supply, party[adventurer, SLOT_KIND + used])
        used += 1
    for slot in range(used, active):
        party[adventurer, SLOT + slot - used] = party[adventurer, SLOT + slot]
        party[adventurer, SLOT_KIND + slot - used] = party[adventurer, SLOT_KIND + slot]
    party[adventurer, ACTIVE] = active - used
    spared = min(damage, party[adventurer, BONUS])
    party[adventurer, BONUS] -= spared
    return damage - spared


@inline
def goes_with(form, own):
    """Whether a die of form `own` can be gathered in an engage of this form so far."""
    if form in (NO_FORM, own) or own == NO_FORM:
        return True
    return (own == ANY_BUT_MAGIC and form != MAGIC) or (form == ANY_BUT_MAGIC and own != MAGIC)


@kernel
def gather(gathered, party, adventurer, stat, form):
    """The dice of an attack in their order, as many as the stats allow, all of one battle form; says how many.

    Defensive dice are not for attacks, and Combat dice are left for the active slots that dice of a defensive form
    cannot fill.
    """
    number, chosen = 0, NO_FORM
    stamina, magicka = party[adventurer, STAMINA], party[adventurer, MAGICKA]
    kept = party[adventurer, GUARD] - party[adventurer, ACTIVE]
    for kind in range(form.shape[1]):
        if form[adventurer, kind] == DEFENSIVE:
            kept -= party[adventurer, READY + kind]
    for kind in range(form.shape[1]):
        own = form[adventurer, kind]
        if own == DEFENSIVE or not goes_with(chosen, own):
            continue
        ready = party[adventurer, READY + kind]
        if own == ANY_BUT_MAGIC:
            ready -= max(kept, 0)
        if stat[adventurer, kind] == OF_STAMINA:
            ready = min(ready, stamina)
            stamina -= max(ready, 0)
        elif stat[adventurer, kind] == OF_MAGICKA:
            ready = min(ready, magicka)
            magicka -= max(ready, 0)
        for _ in range(ready):
            gathered[number] = kind
            number += 1
        if ready > 0 and own != NO_FORM and chosen in (NO_FORM, ANY_BUT_MAGIC):
            chosen = own
    return number


@kernel
def choose_enemy(enemies, policy):
    """The enemy that an attack is aimed at, ties to the first; -1 where none is left."""
    chosen = -1
    for enemy in range(enemies.shape[0]):
        health = enemies[enemy, HEALTH]
        if health == 0:
            continue
        if chosen < 0:
            chosen = enemy
        elif policy == WEAKEST:
            chosen = enemy if health < enemies[chosen, HEALTH] else chosen
        elif policy == STRONGEST:
            chosen = enemy if health > enemies[chosen, HEALTH] else chosen
    return chosen


@kernel
def attack(party, adventurer, supply, enemies, enemy, gathered, number, faces, words):
    """Roll the dice that were gathered: one sum against Defense; then each die is exhausted, or drained."""
    damage, ignored, hurt = NOTHING, NOTHING, NOTHING
    for die in range(number):
        kind = gathered[die]
        face = faces[adventurer, kind, roll_die(words, die)]
        damage += damage_of(face)
        ignored += ignored_by(face)
        hurt += hurts(face)
        party[adventurer, READY + kind] -= 1
        tire(party, adventurer, supply, 2 * strains(face))
        if not drains(face):
            place(party, adventurer, supply, kind)
    taken = max(damage - max(enemies[enemy, DEFENSE] - ignored, 0), 0)
    enemies[enemy, HEALTH] = max(enemies[enemy, HEALTH] - taken, 0)
    if hurt > 0:
        suffer(party, adventurer, supply, hurt)


@kernel
def gather_guard(gathered, party, adventurer, form):
    """The dice of an engage in defensive form: dice of that form first, then Combat dice; says how many."""
    number = 0
    missing = min(party[adventurer, GUARD] - party[adventurer, ACTIVE], party[adventurer, STAMINA])
    for wanted in (DEFENSIVE, ANY_BUT_MAGIC):
        for kind in range(form.shape[1]):
            if form[adventurer, kind] == wanted:
                for _ in range(min(party[adventurer, READY + kind], missing - number)):
                    gathered[number] = kind
                    number += 1
    return number


@kernel
def guard(party, adventurer, supply, gathered, number, faces, words):
    """Dice that show a number go to active slots, the others are exhausted."""
    for die in range(number):
        kind = gathered[die]
        value = prevention_of(faces[adventurer, kind, roll_die(words, die)])
        party[adventurer, READY + kind] -= 1
        if value > 0:
            slot = party[adventurer, ACTIVE]
            party[adventurer, SLOT + slot], party[adventurer, SLOT_KIND + slot] = value, kind
            party[adventurer, ACTIVE] += 1
        else:
            place(party, adventurer, supply, kind)


@kernel
def adventurer_turn(party, adventurer, supply, enemies, gathered, words, tables, seed, trial, call):
    """Recovery, attacks as long as dice and enemies are left, then the defense."""
    recover(party, adventurer, supply)
    engaged = 0
    while engaged < party[adventurer, ENGAGES] and party[adventurer, HEALTH] > 0:
        enemy = choose_enemy(enemies, party[adventurer, TARGET])
        number = gather(gathered, party, adventurer, tables.stat, tables.form)
        if enemy < 0 or number == 0:
            break
        if engaged > 0:
            tire(party, adventurer, supply, tables.fatigue)
        deal_call(words, seed, trial, call + engaged)
        attack(party, adventurer, supply, enemies, enemy, gathered, number, tables.faces, words)
        engaged += 1
    if party[adventurer, HEALTH] > 0 and choose_enemy(enemies, WEAKEST) >= 0:
        number = gather_guard(gathered, party, adventurer, tables.form)
        if number > 0 and engaged > 0:
            tire(party, adventurer, supply, tables.fatigue)
        if number > 0:
            deal_call(words, seed, trial, call + GUARD_CALL)
            guard(party, adventurer, supply, gathered, number, tables.faces, words)


@kernel
def sort_targets(order, party, is_strongest_first):
    """The adventurers who stand, in the order an enemy targets them, ties to the first; says how many they are."""
    standing = 0
    for adventurer in range(party.shape[0]):
        health = party[adventurer, HEALTH]
        if health == 0:
            continue
        spot = standing
        while spot > 0 and comes_before(health, party[order[spot - 1], HEALTH], is_strongest_first):
            order[spot] = order[spot - 1]
            spot -= 1
        order[spot] = adventurer
        standing += 1
    return standing


@inline
def comes_before(health, other, is_strongest_first):
    return health > other if is_strongest_first else health < other


@kernel
def enemy_turn(party, supply, enemies, enemy, order, enemy_die, words):
    """Roll the Combat dice once and deal the damage to each target."""
    standing = sort_targets(order, party, enemies[enemy, IS_STRONGEST_FIRST])
    damage = NOTHING
    for die in range(enemies[enemy, COMBAT]):
        damage += enemy_die[roll_die(words, die)]
    for target in range(min(standing, enemies[enemy, TARGETS])):
        left = prevent(party, order[target], supply, damage)
        if left > 0:
            suffer(party, order[target], supply, left)


@kernel
def draw_enemies(enemies, drawn, order, words, seed, trial):
    """Only `drawn` of the enemies take part: the others have no HP from the start."""
    for enemy in range(enemies.shape[0]):
        order[enemy] = enemy
    for number in range(enemies.shape[0]):
        if number < drawn:
            if number % 4 == 0:
                deal_call(words, seed, trial, DRAW_CALLS + number // 4)
            chosen = number + (words[number % 4] * (enemies.shape[0] - number) >> 32)
            order[number], order[chosen] = order[chosen], order[number]
        else:
            enemies[order[number], HEALTH] = 0


@kernel
def fatigue_round(party, supply):
    """Everyone gains overfatigue, then is dealt as much true damage as overfatigue lies in the track."""
    for adventurer in range(party.shape[0]):
        if party[adventurer, HEALTH] > 0:
            overtire(party, adventurer, supply)
    for adventurer in range(party.shape[0]):
        over = NOTHING
        for spot in range(TRACK, TRACK + party[adventurer, FILLED]):
            over += party[adventurer, spot] == OVER
        if party[adventurer, HEALTH] > 0:
            suffer(party, adventurer, supply, over)


@kernel
def most(units):
    """The most HP that one of these units has."""
    health = 0
    for unit in range(units.shape[0]):
        health = max(health, units[unit, HEALTH])
    return health


@kernel
def play(party, supply, enemies, gathered, order, words, tables, seed, trial):
    """A battle to its end, or to the last round asked for: its result and the rounds it took."""
    for number in range(1, tables.rounds + 1):
        call = CALLS_A_ROUND * (number - 1)
        if number >= FIRST_FATIGUE_ROUND:
            fatigue_round(party, supply)
        for adventurer in range(party.shape[0]):
            if party[adventurer, HEALTH] > 0:
                first = call + CALLS_AN_ADVENTURER * adventurer
                adventurer_turn(party, adventurer, supply, enemies, gathered, words, tables, seed, trial, first)
        for enemy in range(enemies.shape[0]):
            if enemies[enemy, HEALTH] > 0:
                deal_call(words, seed, trial, call + ENEMY_CALLS + enemy)
                enemy_turn(party, supply, enemies, enemy, order, tables.enemy_die, words)
        if most(party) == 0:
            return LOST, number
        if most(enemies) == 0:
            return WON, number
    return UNDECIDED, tables.rounds


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i: result, rounds, HP left, adventurers defeated."""
    party, enemies, supply = tables.party.copy(), tables.enemies.copy(), tables.supply.copy()
    gathered, words = np.zeros(4 * DICE_A_WORD, np.int64), np.zeros(4, np.int64)
    order = np.zeros(party.shape[0] + enemies.shape[0], np.int64)
    for i in range(cells.size):
        trial = first + np.uint64(i)
        party[:], enemies[:], supply[:] = tables.party, tables.enemies, tables.supply
        if tables.drawn < enemies.shape[0]:
            draw_enemies(enemies, tables.drawn, order, words, seed, trial)
        result, rounds = play(party, supply, enemies, gathered, order, words, tables, seed, trial)
        left, defeated = 0, 0
        for adventurer in range(party.shape[0]):
            left += party[adventurer, HEALTH]
            defeated += party[adventurer, HEALTH] == 0
        cell = (result * tables.rounds + rounds - 1) * (tables.most_health + 1) + left
        cells[i] = cell * (party.shape[0] + 1) + defeated
