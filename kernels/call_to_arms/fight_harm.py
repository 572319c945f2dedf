"""What an attack does in fights of which more is known: Block Token and Shield Bash, injury, tokens, Reserves.

One trial after another, as the rules are read; plain fights have their steps in fight.py.
"""

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_rows as row
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.draws import (
    BASHED,
    ENDURANCE,
    QUICK_REFLEXES,
    RESIST_BURNING,
    RESIST_POISON,
    RETURNED,
    TOWER_OF_STRENGTH,
)
from tamriel_odds.kernels.call_to_arms.draws import MAGICKA as LOST_MAGICKA
from tamriel_odds.kernels.call_to_arms.draws import STAMINA as LOST_STAMINA
from tamriel_odds.kernels.call_to_arms.fight_dice import entry_of, face_of, width_of
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FOLLOW_UP,
    HEALTH,
    LEFT_STAGGERED,
    MOMENT,
    STAGGERED,
    STAGGERS,
    STAGGERS_ON_DAMAGE,
    STAMINA,
    STANDING,
    STATUS,
    TOKEN,
    TOTAL,
    UNHURT,
    rows_of,
)
from tamriel_odds.kernels.call_to_arms.fight_tokens import (
    BLEED,
    BLEEDS,
    BURNING,
    BURNS,
    BURNS_IF_FAILED,
    FREEZES,
    MAGICKA,
    PASSED,
    POISON,
    POISONS,
    POISONS_IF_FAILED,
    POTIONS,
    SHOCKS,
    TIRES,
    WARD,
    befall,
    drink,
    fate_of,
    more_of,
    test_of,
)
from tamriel_odds.kernels.call_to_arms.shown import has_potion
from tamriel_odds.kernels.jit import borrowed, inline, step

# More tokens at a time are not followed.
MOST_BLEEDING = 6
# What an attack restores of a Reserve: up to so much of its damage, for a hit, and 1 for every so many of damage.
ABSORBS, RESTORES, RUSHES = 0, 8, 12
PER_POINT = 3
FOLLOWS_UP, TAKES_TOKEN = 2, 3
WHEN_TARGETED, WHEN_HIT = 1, 2


@inline
def hold_out(state, trial, model, word, tables):
    """Whether Tower of Strength holds against a Staggered Token."""
    if not tables.models[body.HAS_TOWER, model]:
        return False
    test = test_of(tables, body.ARMOR, model, word)
    drink(state, trial, model, test >> POTIONS, tables)
    return (test & PASSED) > 0


@inline
def reel(state, trial, model, word, tables):
    """The attacker's own Staggered Token."""
    status = rows_of(model) + STATUS
    if (
        tables.models[body.REELS, model]
        and state[status, trial] == STANDING
        and not hold_out(state, trial, model, word, tables)
    ):
        state[status, trial] = STAGGERED


@inline
def spend_token(state, trial, attacker, target, saves, apart, tables):
    """The Block Token is spent, perhaps kept after all, and may be a Shield Bash: none by the Staggered."""
    own = rows_of(target)
    most = max(tables.models[body.MOST_HEALTH, target], state[own + HEALTH, trial])
    state[own + HEALTH, trial] = min(state[own + HEALTH, trial] + saves, most)
    state[own + TOKEN, trial] = 0
    stamina = min(state[own + STAMINA, trial], width_of(tables.entries, table.BASH) - 1)
    bashes = entry_of(tables.entries, table.BASH, target, stamina) and state[own + STATUS, trial] == STANDING
    if tables.models[body.HAS_QUICK, target]:
        test = test_of(tables, body.QUICK, target, apart[QUICK_REFLEXES, trial])
        state[own + TOKEN, trial] = test & PASSED
        drink(state, trial, target, test >> POTIONS, tables)
    if bashes:
        state[own + STAMINA, trial] -= tables.models[body.BASH_COST, target]
        reel(state, trial, attacker, apart[BASHED, trial], tables)


@inline
def stagger(state, trial, attacker, target, damage, fate, effect, apart, tables):
    """The Staggered Token of the attack, or of the injury it was; the target may hold out, or return it."""
    own = rows_of(target)
    was = state[own + STATUS, trial]
    befall(state, trial, target, damage, fate, tables)
    outcome = fate & 7
    pushed = effect & STAGGERS or (effect & STAGGERS_ON_DAMAGE and damage > 0)
    if not (outcome == LEFT_STAGGERED or (outcome == UNHURT and was == STANDING and pushed)):
        return
    state[own + STATUS, trial] = STAGGERED
    if hold_out(state, trial, target, apart[TOWER_OF_STRENGTH, trial], tables):
        state[own + STATUS, trial] = was
    elif tables.models[body.RETURNS, target]:
        reel(state, trial, attacker, apart[RETURNED, trial], tables)


@inline
def afflict(state, trial, model, brings, apart, tables):
    """The tokens of an attack that dealt damage, and what Frost and Shock take of who is still in play."""
    own, more = rows_of(model), more_of(model, tables)
    potions = 0
    if brings & (FREEZES | TIRES):
        lost = face_of(tables.entries, table.DRAIN, 0, apart[LOST_STAMINA, trial]) * int((brings & FREEZES) > 0)
        lost += int((brings & TIRES) > 0)
        state[own + STAMINA, trial] = max(state[own + STAMINA, trial] - lost, 0)
    if brings & SHOCKS:
        lost = face_of(tables.entries, table.DRAIN, 0, apart[LOST_MAGICKA, trial])
        state[more + MAGICKA, trial] = max(state[more + MAGICKA, trial] - lost, 0)
    if brings & FREEZES:
        state[more + BURNING, trial] = 0
    if brings & (BURNS | BURNS_IF_FAILED):
        test = test_of(tables, body.SHRUG, model, apart[RESIST_BURNING, trial]) * int((brings & BURNS) == 0)
        state[more + BURNING, trial] = max(state[more + BURNING, trial], 1 - (test & PASSED))
        potions += test >> POTIONS
    if brings & (POISONS | POISONS_IF_FAILED):
        test = test_of(tables, body.SHRUG, model, apart[RESIST_POISON, trial]) * int((brings & POISONS) == 0)
        state[more + POISON, trial] += 1 - (test & PASSED)
        potions += test >> POTIONS
    if brings & BLEEDS:
        state[more + BLEED, trial] = min(state[more + BLEED, trial] + 1, MOST_BLEEDING)
    drink(state, trial, model, potions, tables)


@inline
def gained(reserve, most, packed, damage):
    """A Reserve with what an attack has restored: by Absorb, by a Special Effect, by every third point of damage."""
    absorbed = min(damage, packed >> ABSORBS & 0xFF)
    rushed = (packed >> RUSHES & 1) * (damage // PER_POINT)
    return min(reserve + absorbed + rushed + (packed >> RESTORES & 15), max(most, reserve))


@inline
def restore(state, trial, model, choice, damage, tables):
    """What a hit restores of its attacker's Reserves."""
    own, more = rows_of(model), more_of(model, tables)
    reserves = (own + HEALTH, body.MOST_HEALTH), (own + STAMINA, body.MOST_STAMINA), (more + MAGICKA, body.MOST_MAGICKA)
    for place, (reserve, most) in enumerate(reserves):
        gain = entry_of(tables.entries, table.GAIN, place, choice)
        state[reserve, trial] = gained(state[reserve, trial], tables.models[most, model], gain, damage)


@inline
def absorb(state, trial, model, tables):
    """The Magicka of who is hit behind a Ward."""
    more = more_of(model, tables)
    if tables.models[body.ABSORBS, model] and state[more + WARD, trial]:
        most = max(tables.models[body.MOST_MAGICKA, model], state[more + MAGICKA, trial])
        state[more + MAGICKA, trial] = min(state[more + MAGICKA, trial] + 1, most)


@inline
def apply_one(state, rolled, words, apart, trial, spends, number, tables):
    """One attack on one target."""
    attacker, target = tables.plan[turn.ATTACKER, number], tables.plan[turn.TARGET, number]
    them = rows_of(target)
    damage, hit, choice = rolled[row.DAMAGE, trial], rolled[row.HIT, trial], rolled[row.CHOICE, trial]
    effect = entry_of(tables.entries, table.EFFECT, 0, choice)
    if tables.plan[turn.AFFLICTS, number]:
        effect &= tables.plan[turn.AFFLICTS, number]
    if spends == WHEN_TARGETED or (spends == WHEN_HIT and hit):
        spend_token(state, trial, attacker, target, rolled[row.TEST, trial] >> 8, apart, tables)
    if hit:
        fate = fate_of(state, trial, target, damage, effect, True, words[ENDURANCE, trial], tables)
        state[TOTAL, trial] += damage
        stagger(state, trial, attacker, target, damage, fate, effect, apart, tables)
        if effect >> TAKES_TOKEN & 1:
            state[them + TOKEN, trial] = 0
        if damage and tables.plan[turn.AFFLICTS, number] and state[them + HEALTH, trial] > 0:
            afflict(state, trial, target, effect, apart, tables)
    if has_potion(rolled[row.SKILL, trial]):
        drink(state, trial, attacker, 1, tables)
    if hit:
        if tables.plan[turn.GAINS, number]:
            restore(state, trial, attacker, choice, damage, tables)
        absorb(state, trial, target, tables)
        state[FOLLOW_UP, trial] = (effect >> FOLLOWS_UP & 1) * (1 - tables.plan[turn.FOLLOWS, number])


@step
def apply_each(state, rolled, words, apart, left, number, tables):
    """What the attack does to its target and brings its attacker, where there is one; how many fights are over."""
    over = 0
    target = rows_of(tables.plan[turn.TARGET, number])
    state, rolled, words, apart = borrowed(state), borrowed(rolled), borrowed(words), borrowed(apart)
    for trial in range(left):
        state[FOLLOW_UP, trial] = 0
        if rolled[row.ACTS, trial]:
            spends = entry_of(tables.entries, table.SPENDS, 0, rolled[row.VARIANT, trial])
            apply_one(state, rolled, words, apart, trial, spends, number, tables)
        if state[target + HEALTH, trial] == 0 and state[MOMENT, trial] == tables.never:
            state[MOMENT, trial] = tables.plan[turn.MOMENT, number]
        over += int(state[MOMENT, trial] != tables.never)
    return over


@step
def drink_each(state, rolled, left, model, tables):
    """The Potions of Custom Fit: its test is taken whenever the model is targeted."""
    state, rolled = borrowed(state), borrowed(rolled)
    for trial in range(left):
        drink(state, trial, model, (rolled[row.FIT, trial] >> POTIONS) * rolled[row.ACTS, trial], tables)
