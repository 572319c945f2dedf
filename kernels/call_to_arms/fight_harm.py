"""What an attack does in fights of which more is known: Block Token and Shield Bash, injury, tokens, Reserves.

One trial after another, as the rules are read; plain fights have their steps in fight.py.
"""

from tamriel_odds.kernels.call_to_arms import fight_body as body
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
)
from tamriel_odds.kernels.call_to_arms.fight_tables import (
    CHOICE_ROW,
    DAMAGE_ROW,
    HIT_ROW,
    SKILL_ROW,
    TEST_ROW,
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
    rows_of,
    shown,
)
from tamriel_odds.kernels.call_to_arms.shown import has_potion
from tamriel_odds.kernels.jit import borrowed, inline, step
from tamriel_odds.kernels.words import face

# More tokens at a time are not followed.
MOST_BLEEDING = 6
# What an attack restores of a Reserve: up to so much of its damage, for a hit, and 1 for every so many of damage.
ABSORBS, RESTORES, RUSHES = 0, 8, 12
PER_POINT = 3
FOLLOWS_UP, TAKES_TOKEN = 2, 3
WHEN_TARGETED, WHEN_HIT = 1, 2


@step
def hold_out(state, trial, model, word, rules):
    """Whether Tower of Strength holds against a Staggered Token."""
    if not rules.models[body.HAS_TOWER, model]:
        return False
    test = shown(rules.tests, body.ARMOR, model, word)
    drink(state, trial, model, test >> POTIONS, rules)
    return (test & PASSED) > 0


@inline
def reel(state, trial, model, word, rules):
    """The attacker's own Staggered Token."""
    status = rows_of(model) + STATUS
    if (
        rules.models[body.REELS, model]
        and state[status, trial] == STANDING
        and not hold_out(state, trial, model, word, rules)
    ):
        state[status, trial] = STAGGERED


@inline
def spend_token(state, trial, attacker, target, saves, apart, rules):
    """The Block Token is spent, perhaps kept after all, and may be a Shield Bash: none by the Staggered."""
    own = rows_of(target)
    most = max(rules.models[body.MOST_HEALTH, target], state[own + HEALTH, trial])
    state[own + HEALTH, trial] = min(state[own + HEALTH, trial] + saves, most)
    state[own + TOKEN, trial] = 0
    stamina = min(state[own + STAMINA, trial], rules.bash.shape[1] - 1)
    bashes = rules.bash[target, stamina] and state[own + STATUS, trial] == STANDING
    if rules.models[body.HAS_QUICK, target]:
        test = shown(rules.tests, body.QUICK, target, apart[QUICK_REFLEXES, trial])
        state[own + TOKEN, trial] = test & PASSED
        drink(state, trial, target, test >> POTIONS, rules)
    if bashes:
        state[own + STAMINA, trial] -= rules.models[body.BASH_COST, target]
        reel(state, trial, attacker, apart[BASHED, trial], rules)


@inline
def stagger(state, trial, attacker, target, damage, fate, effect, apart, rules):
    """The Staggered Token of the attack, or of the injury it was; the target may hold out, or return it."""
    own = rows_of(target)
    was = state[own + STATUS, trial]
    befall(state, trial, target, damage, fate, rules)
    outcome = fate & 7
    pushed = effect & STAGGERS or (effect & STAGGERS_ON_DAMAGE and damage > 0)
    if not (outcome == LEFT_STAGGERED or (outcome == UNHURT and was == STANDING and pushed)):
        return
    state[own + STATUS, trial] = STAGGERED
    if hold_out(state, trial, target, apart[TOWER_OF_STRENGTH, trial], rules):
        state[own + STATUS, trial] = was
    elif rules.models[body.RETURNS, target]:
        reel(state, trial, attacker, apart[RETURNED, trial], rules)


@inline
def afflict(state, trial, model, brings, apart, rules):
    """The tokens of an attack that dealt damage, and what Frost and Shock take of who is still in play."""
    own, more = rows_of(model), more_of(model, rules)
    potions = 0
    if brings & (FREEZES | TIRES):
        lost = rules.drain[face(apart[LOST_STAMINA, trial], rules.drain.size)] * int((brings & FREEZES) > 0)
        lost += int((brings & TIRES) > 0)
        state[own + STAMINA, trial] = max(state[own + STAMINA, trial] - lost, 0)
    if brings & SHOCKS:
        lost = rules.drain[face(apart[LOST_MAGICKA, trial], rules.drain.size)]
        state[more + MAGICKA, trial] = max(state[more + MAGICKA, trial] - lost, 0)
    if brings & FREEZES:
        state[more + BURNING, trial] = 0
    if brings & (BURNS | BURNS_IF_FAILED):
        test = shown(rules.tests, body.SHRUG, model, apart[RESIST_BURNING, trial]) * int((brings & BURNS) == 0)
        state[more + BURNING, trial] = max(state[more + BURNING, trial], 1 - (test & PASSED))
        potions += test >> POTIONS
    if brings & (POISONS | POISONS_IF_FAILED):
        test = shown(rules.tests, body.SHRUG, model, apart[RESIST_POISON, trial]) * int((brings & POISONS) == 0)
        state[more + POISON, trial] += 1 - (test & PASSED)
        potions += test >> POTIONS
    if brings & BLEEDS:
        state[more + BLEED, trial] = min(state[more + BLEED, trial] + 1, MOST_BLEEDING)
    drink(state, trial, model, potions, rules)


@inline
def gained(reserve, most, packed, damage):
    """A Reserve with what an attack has restored: by Absorb, by a Special Effect, by every third point of damage."""
    absorbed = min(damage, packed >> ABSORBS & 0xFF)
    rushed = (packed >> RUSHES & 1) * (damage // PER_POINT)
    return min(reserve + absorbed + rushed + (packed >> RESTORES & 15), max(most, reserve))


@inline
def restore(state, trial, attacker, target, row, damage, rules):
    """What a hit restores of its attacker's Reserves, and of the Magicka of who is hit behind a Ward."""
    own, more, theirs = rows_of(attacker), more_of(attacker, rules), more_of(target, rules)
    health, stamina, magicka = own + HEALTH, own + STAMINA, more + MAGICKA
    most_health, most_stamina = rules.models[body.MOST_HEALTH, attacker], rules.models[body.MOST_STAMINA, attacker]
    most_magicka = rules.models[body.MOST_MAGICKA, attacker]
    state[health, trial] = gained(state[health, trial], most_health, rules.gain[0, row], damage)
    state[stamina, trial] = gained(state[stamina, trial], most_stamina, rules.gain[1, row], damage)
    state[magicka, trial] = gained(state[magicka, trial], most_magicka, rules.gain[2, row], damage)
    if rules.models[body.ABSORBS, target] and state[theirs + WARD, trial]:
        most = max(rules.models[body.MOST_MAGICKA, target], state[theirs + MAGICKA, trial])
        state[theirs + MAGICKA, trial] = min(state[theirs + MAGICKA, trial] + 1, most)


@inline
def apply_one(state, rolled, words, apart, trial, spends, number, rules):
    """One attack on one target."""
    attacker, target = rules.plan[turn.ATTACKER, number], rules.plan[turn.TARGET, number]
    them = rows_of(target)
    damage, hit, row = rolled[DAMAGE_ROW, trial], rolled[HIT_ROW, trial], rolled[CHOICE_ROW, trial]
    effect = rules.effect[row]
    if rules.plan[turn.AFFLICTS, number]:
        effect &= rules.plan[turn.AFFLICTS, number]
    if spends == WHEN_TARGETED or (spends == WHEN_HIT and hit):
        spend_token(state, trial, attacker, target, rolled[TEST_ROW, trial] >> 8, apart, rules)
    if hit:
        fate = fate_of(state, trial, target, damage, effect, True, words[ENDURANCE, trial], rules)
        state[TOTAL, trial] += damage
        stagger(state, trial, attacker, target, damage, fate, effect, apart, rules)
        if effect >> TAKES_TOKEN & 1:
            state[them + TOKEN, trial] = 0
        if damage and rules.plan[turn.AFFLICTS, number] and state[them + HEALTH, trial] > 0:
            afflict(state, trial, target, effect, apart, rules)
    if has_potion(rolled[SKILL_ROW, trial]):
        drink(state, trial, attacker, 1, rules)
    if hit:
        restore(state, trial, attacker, target, row, damage, rules)
        state[FOLLOW_UP, trial] = (effect >> FOLLOWS_UP & 1) * (1 - rules.plan[turn.FOLLOWS, number])


@inline
def apply_each(state, rolled, words, apart, acts, variant, number, rules):
    """What the attack does to its target and brings its attacker, where there is one; how many fights are over."""
    over = 0
    target = rows_of(rules.plan[turn.TARGET, number])
    state, rolled, words, apart = borrowed(state), borrowed(rolled), borrowed(words), borrowed(apart)
    for trial in range(variant.size):
        state[FOLLOW_UP, trial] = 0
        if acts[trial]:
            spends = rules.spends[variant[trial]]
            apply_one(state, rolled, words, apart, trial, spends, number, rules)
        if state[target + HEALTH, trial] == 0 and state[MOMENT, trial] == rules.never:
            state[MOMENT, trial] = rules.plan[turn.MOMENT, number]
        over += int(state[MOMENT, trial] != rules.never)
    return over
