"""What is known besides of a model in a fight, trial by trial: tokens, Reserves, what befalls it and what it restores.

Call to Arms, Injured Models, Incapacitate, Bleed, Fire, Poison. Only fights in which a token can be placed, or somebody
has one of the rarer rules, have these rows of a model at all.
"""

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms.attack import ONE
from tamriel_odds.kernels.call_to_arms.fight_dice import face_of
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    AILING,
    AVOIDING,
    DOWN,
    FATES,
    FELLED,
    FIGHT_ROWS,
    HEALTH,
    INCAPACITATED,
    INCAPACITATING,
    INJURIES,
    LEFT_INCAPACITATED,
    LEFT_STAGGERED,
    REMOVED,
    ROWS,
    STAGGERED,
    STAMINA,
    STANDING,
    STATUS,
    TOKEN,
    UNHURT,
    WOUNDED,
    punished,
    rows_of,
)
from tamriel_odds.kernels.jit import inline

# More of each model: tokens, Magicka, whether it can still avoid death; of its activation what it began as and which
# Actions it has performed; whether Extra Damage is left in this round, and whether it has a Ward.
BLEED, BURNING, POISON, MAGICKA, AVOIDS, BEGAN, ACTED, EXTRA, WARD = 0, 1, 2, 3, 4, 5, 6, 7, 8
MORE_ROWS = 9
ATTACKED, FOUGHT_FIRE = 1, 2
# What a row of bonus dice brings along besides: tokens, those that an Endurance Test shrugs off, drained Reserves.
BLEEDS, BURNS, POISONS, BURNS_IF_FAILED, POISONS_IF_FAILED = 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12
FREEZES, SHOCKS, TIRES, INCAPACITATES = 1 << 13, 1 << 14, 1 << 15, 1 << 16
# A test is 1 where it is passed, with 16 for each Potion.
PASSED, POTIONS = 15, 4


@inline
def more_of(model, tables):
    return FIGHT_ROWS + ROWS * tables.models.shape[1] + MORE_ROWS * model


@inline
def test_of(tables, test, model, word):
    """What a test of a model shows, with the face of the Skill Die that the word is."""
    return face_of(tables.entries, table.TESTS, test * tables.models.shape[1] + model, word)


@inline
def can_act(state, trial, model):
    own = rows_of(model)
    return state[own + HEALTH, trial] > 0 and state[own + STATUS, trial] != INCAPACITATED


@inline
def drink(state, trial, model, potions, tables):
    """Potions restore Health where any is lost, else Stamina, else Magicka."""
    own, more = rows_of(model), more_of(model, tables)
    drunk = min(potions, max(tables.models[body.MOST_HEALTH, model] - state[own + HEALTH, trial], 0))
    state[own + HEALTH, trial] += drunk
    tired = min(potions - drunk, max(tables.models[body.MOST_STAMINA, model] - state[own + STAMINA, trial], 0))
    state[own + STAMINA, trial] += tired
    spent = max(tables.models[body.MOST_MAGICKA, model] - state[more + MAGICKA, trial], 0)
    state[more + MAGICKA, trial] += min(potions - drunk - tired, spent)


@inline
def remove(state, trial, model):
    own = rows_of(model)
    state[own + HEALTH, trial] = 0
    state[own + STATUS, trial] = STANDING
    state[own + TOKEN, trial] = 0


@inline
def fate_of(state, trial, model, damage, effect, is_attack, word, tables):
    """What damage comes to: the Endurance Test of the injured, or of who would be Incapacitated."""
    own, more = rows_of(model), more_of(model, tables)
    health = state[own + HEALTH, trial]
    kind = int(damage >= health) + int(is_attack and damage >= 2 * health)
    if not tables.models[body.TESTS, model]:
        return REMOVED if kind else UNHURT
    is_down = state[own + STATUS, trial] == INCAPACITATED
    ails = state[more + BLEED, trial] + state[more + BURNING, trial] > 0
    bits = DOWN * int(is_down) + AILING * int(ails) + AVOIDING * state[more + AVOIDS, trial]
    bits += INCAPACITATING * int((effect & INCAPACITATES) > 0)
    if kind == 0:
        kind = WOUNDED * int(damage > 0)
    elif not is_down:
        state[more + AVOIDS, trial] = 0
    row = FATES * (model * tables.punishings + punished(effect, tables.punishings)) + INJURIES * bits + kind
    return face_of(tables.entries, table.FATES, row, word)


@inline
def befall(state, trial, model, damage, fate, tables):
    """Health and status as the test has left them."""
    own = rows_of(model)
    outcome, potion = fate & 7, fate >> 3
    if outcome == REMOVED:
        remove(state, trial, model)
    elif outcome in (UNHURT, FELLED):
        state[own + HEALTH, trial] += potion - damage
    else:
        state[own + HEALTH, trial] = min(1 + potion, tables.models[body.MOST_HEALTH, model])
    if outcome == LEFT_STAGGERED:
        state[own + STATUS, trial] = STAGGERED
    if outcome in (LEFT_INCAPACITATED, FELLED):
        state[own + STATUS, trial] = INCAPACITATED
        state[own + TOKEN, trial] = 0


@inline
def sting(state, trial, model, damage, word, tables):
    """The damage of tokens on who is in play, no armor rolled."""
    if damage and state[rows_of(model) + HEALTH, trial] > 0:
        befall(state, trial, model, damage, fate_of(state, trial, model, damage, 0, False, word, tables), tables)


@inline
def bleed_by_action(state, trial, model, word, tables):
    """An Action costs who bleeds 1 damage, and then takes a Bleed Token off."""
    more = more_of(model, tables)
    if state[more + BLEED, trial] and can_act(state, trial, model):
        sting(state, trial, model, ONE, word, tables)
        state[more + BLEED, trial] -= 1


@inline
def fight_fire(state, trial, model, word, tables):
    """The Special Action of who burns, an Agility Test; whether it is performed."""
    more = more_of(model, tables)
    if not (state[more + BURNING, trial] and can_act(state, trial, model)):
        return False
    test = test_of(tables, body.PUT_OUT, model, word)
    state[more + BURNING, trial] -= test & PASSED
    drink(state, trial, model, test >> POTIONS, tables)
    return True
