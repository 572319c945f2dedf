"""Adventurers' mats by number: what an event makes of a mat is worked out once, and looked up from then on.

The trials of a battle meet the same mats again and again: with every event worked out, battles take ten times as long.
The rules themselves are in track.py and engage.py.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.engage import gather, gather_guard, kinds_of, resolve_attack, resolve_guard
from tamriel_odds.kernels.betrayal.track import OVERFATIGUE, empty_slots, overtire, prevent, recover, tire
from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    AFTER_ATTACK,
    ATTACK,
    ATTACKING,
    BLOCK,
    COOLDOWN,
    DICE_A_WORD,
    FACES,
    FILLED,
    IS_WIDE,
    KIND,
    KINDS,
    KNOWN,
    LIGHT_SUPPLY,
    LISTED,
    MAT,
    MOST_LIGHT,
    NUMBER,
    OVER,
    OVER_SUPPLY,
    OVERS,
    OVERTIRED,
    OWNER,
    POOL,
    POOL_AT,
    POOL_FACES,
    POOLED,
    POOLS,
    READY,
    RECOVERED,
    RETURNED,
    SIDES,
    SLOT,
    SLOT_KIND,
    SLOTS,
    SPOTS,
    SUPPLY,
    TRACK,
    TURN_COLUMNS,
    with_marks,
)
from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.lean import grid

MOST_MATS, MOST_EVENTS, MOST_POOLS = 1 << 15, 1 << 16, 32
# The mat at work stands behind all others.
AT_WORK = MOST_MATS
# The mat of the defeated: no dice, and nothing comes of it.
NO_DICE = 0
# New mats of a turn at most: an adventurer's recovery, six attacks and the engage in defensive form; or of a fatigue
# round, in which each of four is tired and may be defeated.
MOST_NEW = 8 * BLOCK
# Kinds of events. With them go the light fatigue of a further engage, and what is shown or dealt.
ATTACKS, GUARDS, PREVENTS, OVERTIRES, DEFEATED = range(1, 6)
# Columns of `events`: an event, what it meets, what comes of it, in the supply, too. MET is a table of its own: at the
# place that belongs to a mat (or the next one that was free) its number plus 1.
WHAT, WHEN, COMES, GAIN, MET = range(5)
# The column of a pool that says which dice it is.
CODE = SIDES**DICE_A_WORD


class Mats(NamedTuple):
    """What is known of mats."""

    rows: np.ndarray  # int32 [mat, column] (units.py)
    turns: np.ndarray  # int32 [mat, column] (units.py)
    events: np.ndarray  # int64 [place, column]
    pools: np.ndarray  # int64 [pool, face]: what up to five dice show together; the first is no dice


@step
def new_mats(party):
    """Nothing is known yet."""
    rows = grid(MOST_MATS + 1, READY + kinds_of(party[0]), np.int32)
    turns = grid(MOST_MATS, TURN_COLUMNS, np.int32)
    events, pools = np.zeros((MOST_EVENTS, MET + 1), np.int64), grid(MOST_POOLS, CODE + 1, np.int64)
    rows[AT_WORK, KNOWN], rows[AT_WORK, POOLS], rows[AT_WORK, IS_WIDE] = 1, 1, 0
    pools[0, 0], pools[0, CODE] = 0, 0
    for column in range(rows.shape[1]):
        rows[NO_DICE, column] = 0
    for column in range(TURN_COLUMNS):
        turns[NO_DICE, column] = 0
    turns[NO_DICE, RECOVERED], turns[NO_DICE, POOL_FACES], turns[NO_DICE, AFTER_ATTACK] = NO_DICE + 1, 1, -1
    return Mats(rows, turns, events, pools)


@inline
def event_of(kind, tiring, shown):
    """An event as a number."""
    return kind | tiring << 3 | shown << 5


@step
def home_of(rows, events, mat):
    """The place in MET that belongs to a mat."""
    hashed = np.int64(0)
    for column in range(OWNER, rows.shape[1]):
        hashed = (31 * hashed + rows[mat, column]) & 0xFFFFFFFF
    place = (hashed ^ hashed >> 16) & MOST_EVENTS - 1
    while events[place, MET] > 0:
        met, column = events[place, MET] - 1, OWNER
        while column < rows.shape[1] and rows[met, column] == rows[mat, column]:
            column += 1
        if column == rows.shape[1]:
            break
        place = place + 1 & MOST_EVENTS - 1
    return place


@step
def number_of(mats, fighter):
    """The number of the mat at work, the next one where it was never met."""
    mat = mats.rows[AT_WORK]
    # What lay beyond the last die makes no difference.
    for spot in range(mat[FILLED], SPOTS):
        mat[TRACK + spot] = 0
    for slot in range(mat[ACTIVE], SLOTS):
        mat[SLOT + slot], mat[SLOT_KIND + slot] = 0, 0
    home = home_of(mats.rows, mats.events, AT_WORK)
    if mats.events[home, MET] == 0:
        gather(mat, fighter)
        gather_guard(mat, fighter)
        pool_dice(mat, mats.pools, fighter)
        its = mats.turns[mat[KNOWN]]
        its[RECOVERED], its[OVERTIRED], its[OVERS] = 0, 0, 0
        its[POOL_AT], its[POOL_FACES] = mat[POOL] * (CODE + 1), SIDES ** mat[POOLED]
        its[AFTER_ATTACK] = 0 if mat[ATTACKING] > 0 else -1
        for spot in range(mat[FILLED]):
            its[OVERS] += mat[TRACK + spot] == OVERFATIGUE
        for column in range(mat.size):
            mats.rows[mat[KNOWN], column] = mat[column]
        mat[KNOWN] += 1
        mats.events[home, MET] = mat[KNOWN]
    return mats.events[home, MET] - 1


@step
def pool_dice(mat, pools, fighter):
    """The first five dice of an attack become one die; where there is no room for a further pool they do not."""
    number, pool, code = min(mat[ATTACKING], DICE_A_WORD), 0, np.int64(mat[OWNER] + 1)
    for die in range(number):
        code = 32 * code + mat[ATTACK + die] + 1
    while pool < mat[POOLS] and pools[pool, CODE] != code:
        pool += 1
    if pool == MOST_POOLS:
        pool, number = 0, 0
    elif pool == mat[POOLS]:
        pools[pool, CODE] = code
        fill_pool(pools[pool], mat, number, fighter)
        mat[POOLS] += 1
    mat[POOL], mat[POOLED] = pool, number
    mat[IS_WIDE] |= mat[ATTACKING] > number


@step
def fill_pool(pool, mat, number, fighter):
    """What so many dice show together, the first die being the most significant digit of the face."""
    pool[0] = 0
    faces = 1
    for die in range(number):
        first = KINDS + KIND * mat[ATTACK + die] + FACES
        for before in range(faces - 1, -1, -1):
            shown = pool[before]
            for side in range(SIDES):
                pool[SIDES * before + side] = shown + with_marks(fighter[first + side], die)
        faces *= SIDES


@step
def first_mat(mats, adventurer, fighter):
    """The number of an adventurer's mat at the start of the battle."""
    mat = mats.rows[AT_WORK]
    for column in range(OWNER, mat.size):
        mat[column] = 0
    mat[OWNER] = adventurer
    for kind in range(kinds_of(fighter)):
        mat[READY + kind] = fighter[KINDS + KIND * kind + NUMBER]
    return number_of(mats, fighter)


@step
def take(mats, number, light, over):
    """Put a mat to work, with so much fatigue in the supply."""
    mat = mats.rows[AT_WORK]
    for column in range(OVERS, mat.size):
        mat[column] = mats.rows[number, column]
    mat[LIGHT_SUPPLY], mat[OVER_SUPPLY] = light, over
    return mat


@step
def work_out_recovery(mats, number, fighter):
    """Let a mat recover, and note in its row what it becomes, plus 1, and the light fatigue that is returned."""
    mat = take(mats, np.int64(number), 0, 0)
    recover(mat, fighter[COOLDOWN])
    mats.turns[number, RETURNED] = mat[LIGHT_SUPPLY]
    mats.turns[number, RECOVERED] = number_of(mats, fighter) + 1


@step
def work_out(mats, place, what, when, fighter):
    """Let an event happen to a mat, and note at that place what comes of it."""
    light, over = when >> 16 & 0xFF, when >> 24
    mat = take(mats, when & 0xFFFF, light, over)
    kind, tiring, shown, left = what & 7, what >> 3 & 3, what >> 5, 0
    tire(mat, tiring)
    if kind == ATTACKS:
        resolve_attack(mat, shown)
    elif kind == GUARDS:
        resolve_guard(mat, shown)
    elif kind == PREVENTS:
        left = prevent(mat, shown)
    elif kind == OVERTIRES:
        overtire(mat)
    else:
        empty_slots(mat, np.int64(mat[ACTIVE]))
    events = mats.events
    events[place, WHAT], events[place, WHEN] = what, when
    events[place, GAIN] = mat[LIGHT_SUPPLY] - light + OVER * (mat[OVER_SUPPLY] - over)
    number, after = when & 0xFFFF, number_of(mats, fighter)
    events[place, COMES] = after | left << 16
    filled = mats.rows[number, FILLED]
    if what == ATTACKS and filled + mats.rows[number, ATTACKING] <= SPOTS:
        mats.turns[number, AFTER_ATTACK] = after + 1
    if what == OVERTIRES and filled < SPOTS and over > 0:
        mats.turns[number, OVERTIRED] = after + 1


@step
def happen(block, acting, adventurer, mats, party):
    """Events happen to the mats of those who act, what[i] to the i-th; what[i] becomes the damage not prevented."""
    what, events, fighter = block.what, mats.events, party[adventurer]
    who, numbers, supply = block.state[LISTED], block.state[MAT + adventurer], block.state[SUPPLY]
    # More light fatigue in the supply than an engage can bring makes no difference.
    most_light = fighter[MOST_LIGHT]
    for i in range(acting):
        column = np.uint32(who[i])
        when = np.int64(numbers[column]) | min(supply[column] & 0xFF, most_light) << 16 | supply[column] >> 8 << 24
        place = (when * 0x9E3779 + (what[i] ^ what[i] >> 21) * 0x85EB) >> 4
        place = np.uint32((place ^ place >> 15) & MOST_EVENTS - 1)
        if events[place, WHEN] != when or events[place, WHAT] != what[i]:
            work_out(mats, place, what[i], when, fighter)
        numbers[column] = events[place, COMES] & 0xFFFF
        supply[column] += events[place, GAIN]
        what[i] = events[place, COMES] >> 16


@step
def forget(block, left, mats, adventurers):
    """Where there may be no room for the new mats of a turn, only those that trials now have are kept."""
    rows, turns, events, state = mats.rows, mats.turns, mats.events, block.state
    if rows[AT_WORK, KNOWN] <= MOST_MATS - MOST_NEW:
        return
    for place in range(MOST_EVENTS):
        events[place, WHAT], events[place, MET] = 0, 0
    # Here COMES says by a mat's number first whether it is kept, and then its new number.
    for adventurer in range(adventurers):
        for column in range(left):
            events[state[MAT + adventurer, column], COMES] = -1
    events[NO_DICE, COMES], kept = NO_DICE, 1
    for number in range(kept, rows[AT_WORK, KNOWN]):
        if events[number, COMES] < 0:
            for column in range(rows.shape[1]):
                rows[kept, column] = rows[number, column]
            for column in range(TURN_COLUMNS):
                turns[kept, column] = turns[number, column]
            turns[kept, RECOVERED], turns[kept, OVERTIRED] = 0, 0
            turns[kept, AFTER_ATTACK] = min(turns[kept, AFTER_ATTACK], 0)
            events[number, COMES] = kept
            kept += 1
            events[home_of(rows, events, kept - 1), MET] = kept
    for adventurer in range(adventurers):
        for column in range(left):
            state[MAT + adventurer, column] = events[state[MAT + adventurer, column], COMES]
    rows[AT_WORK, KNOWN] = kept
