"""The steps of a fight: one plain loop for each step of the rules, over the trials that are still on.

Numbers that are compared are cast to 32 bits, as in attack.py.
"""

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import ONE, ZERO
from tamriel_odds.kernels.call_to_arms.shown import has_potion
from tamriel_odds.kernels.jit import inline, step

# The rows of the state: those of the fight, then those of each model, then (fight_tokens.py) more of each where needed.
TOTAL, SPENT, FOLLOW_UP, MOMENT, TRIAL = 0, 1, 2, 3, 4
FIGHT_ROWS = 5
HEALTH, STATUS, TOKEN, STAMINA = 0, 1, 2, 3
ROWS = 4

# An Attribute is folded into the Skill Die, so that every variant hits with scores up to this one.
TARGET = 127

STANDING, STAGGERED, INCAPACITATED = 0, 1, 2
# What an Endurance Test of the injured comes to, with 8 added for a Potion. FELLED is Incapacitated, but not injured.
UNHURT, LEFT_STAGGERED, LEFT_INCAPACITATED, REMOVED, LEFT_STANDING, FELLED = 0, 1, 2, 3, 4, 5
POTION = 8
# The fates of a model with one Punishing: INJURIES for each state. An injury is none, Injured, Overkill or a wound; the
# state has bits for one who is Incapacitated, bleeds or burns, avoids death, and is hit by what incapacitates.
INJURIES, WOUNDED = 4, 3
DOWN, AILING, AVOIDING, INCAPACITATING = 1, 2, 4, 8
FATES = 16 * INJURIES
# What a row of bonus dice brings along: Stagger on a hit, on damage, a Follow-Up, the end of a Block Token on a hit;
# 16 times its Punishing; then tokens, what it takes of Reserves, and an Endurance Test (fight_tokens.py).
STAGGERS, STAGGERS_ON_DAMAGE, FOLLOWS_UP, TAKES_TOKEN = 1, 2, 4, 8
PUNISHING, MOST_PUNISHING = 4, 15


@inline
def rows_of(model):
    return FIGHT_ROWS + ROWS * model


@inline
def punished(effect, punishings):
    return min(effect >> PUNISHING & MOST_PUNISHING, punishings - 1)


@step
def begin(state, start, outcome):
    """Every model as it starts, every trial at its place."""
    for row in range(start.size):
        column = state[row]
        for trial in range(column.size):
            column[trial] = start[row]
    numbers = state[TRIAL]
    for trial in range(numbers.size):
        numbers[trial] = trial
    for trial in range(outcome.size):
        outcome[trial] = 0


@step
def replenish(stamina, status, token, most_stamina):
    """One Stamina comes back to who is not Incapacitated; who means to attack gives up the Block Token."""
    for trial in range(stamina.size):
        active = status[trial] != INCAPACITATED
        stamina[trial] = min(np.int32(stamina[trial] + active), max(most_stamina, stamina[trial]))
        token[trial] = token[trial] * (1 - active)


@step
def act(acts, own_health, own_status, health, follow_up, follows):
    """Who is in play and not Incapacitated attacks who is in play; a Follow-Up needs to have been granted."""
    for trial in range(acts.size):
        can = (own_health[trial] > 0) & (own_status[trial] != INCAPACITATED) & (health[trial] > 0)
        acts[trial] = can & (follow_up[trial] >= follows)


@step
def face_each_other(situation, stamina, own_status, status, token, health, offset, staminas, healths):
    """The situation of an attack, which says what variant of it is rolled."""
    for trial in range(situation.size):
        own = min(stamina[trial], np.int32(staminas - 1)) * 2 + int(own_status[trial] == STAGGERED)
        theirs = (status[trial] * 2 + token[trial]) * healths + health[trial]
        situation[trial] = offset + own * 6 * healths + theirs


@step
def pay(stamina, spent, acts, cost):
    """The Stamina of Boosts."""
    for trial in range(stamina.size):
        paid = cost[trial] * acts[trial]
        stamina[trial] = max(np.int32(stamina[trial] - paid), ZERO)
        spent[trial] += paid


@step
def drink(health, stamina, acts, skill, most_health, most_stamina):
    """The Potion restores Health where any is lost, else Stamina."""
    for trial in range(health.size):
        potion = has_potion(skill[trial]) * acts[trial]
        wounded = min(np.int32(most_health - health[trial]), ONE)
        health[trial] += potion * wounded
        stamina[trial] = min(np.int32(stamina[trial] + potion * (1 - wounded)), max(most_stamina, stamina[trial]))


@step
def hurt(injury, damage, acts, health, status, effect, first, punishings):
    """Nothing, Injured or Overkill: the row of the Endurance Test, another one for the Incapacitated."""
    for trial in range(injury.size):
        suffered = np.int32(damage[trial] * acts[trial])
        injured = int(suffered >= health[trial]) + int(suffered >= 2 * health[trial])
        state = first + punished(effect[trial], punishings)
        injury[trial] = FATES * state + INJURIES * int(status[trial] == INCAPACITATED) + injured * acts[trial]


@step
def fall(health, total, fate, damage, acts):
    """Damage is taken off; who takes no Endurance Test is removed when Injured."""
    for trial in range(health.size):
        suffered = np.int32(damage[trial] * acts[trial])
        fate[trial] = REMOVED * int(suffered >= health[trial]) * acts[trial]
        health[trial] = max(np.int32(health[trial] - suffered), ZERO)
        total[trial] += suffered


@step
def read_block(row, test):
    """The row of Block dice of a Block Test, without its Potion."""
    for trial in range(row.size):
        row[trial] = test[trial] & 255


@step
def add_die(row, choice, passed, rows):
    """The row of armor dice with one added, where a test was passed; its Potion stands beside that."""
    for trial in range(row.size):
        row[trial] = choice[trial] + rows * (passed[trial] & 1)


@step
def join(armor, blocked):
    """The stars of the Block Test join the armor roll."""
    for trial in range(armor.size):
        armor[trial] += blocked[trial]


@step
def spend(token, health, acts, hit, spends, test, most_health):
    """The Block Token goes where it is spent, and the Potion of the Block Test restores 1 Health."""
    for trial in range(token.size):
        spent = acts[trial] * (int(spends[trial] == 1) | int(spends[trial] == 2) & hit[trial])
        token[trial] = token[trial] * (1 - spent)
        saved = np.int32(health[trial] + spent * (test[trial] >> 8))
        health[trial] = min(saved, max(most_health, health[trial]))


@step
def suffer(health, total, damage, acts, fate, most_health):
    """Damage is taken off; who is saved by the Endurance Test has 1 Health, 2 with a Potion."""
    for trial in range(health.size):
        suffered = damage[trial] * acts[trial]
        outcome = fate[trial] & 7
        saved = min(np.int32(1 + (fate[trial] >> 3)), most_health) * int(outcome != REMOVED)
        health[trial] = health[trial] - suffered if outcome == UNHURT else saved
        total[trial] += suffered


@step
def mark(status, token, damage, hit, acts, fate, effect):
    """Status and tokens after an attack: Staggered and Incapacitated by injury, else Staggered by the attack."""
    for trial in range(status.size):
        hits = hit[trial] * acts[trial]
        brings = effect[trial] * hits
        outcome = fate[trial] & 7
        pushed = (brings & 1) | (brings >> 1 & 1) & int(damage[trial] > 0)
        standing = int(outcome == UNHURT) & int(status[trial] == STANDING)
        status[trial] = STAGGERED if standing & pushed else status[trial]
        status[trial] = STAGGERED if outcome == LEFT_STAGGERED else status[trial]
        status[trial] = INCAPACITATED if outcome == LEFT_INCAPACITATED else status[trial]
        status[trial] = STANDING if outcome == REMOVED else status[trial]
        lost = int(status[trial] == INCAPACITATED) | brings >> 3 & 1
        token[trial] = token[trial] * (1 - lost)


@step
def grant(follow_up, effect, hit, acts, follows):
    """A Follow-Up for the next attack of the plan; one that is a Follow-Up itself grants none."""
    for trial in range(follow_up.size):
        follow_up[trial] = (effect[trial] >> 2 & 1) * hit[trial] * acts[trial] * (1 - follows)


@step
def note(moment, health, never, here):
    """When the target was removed; how many trials are over."""
    over = 0
    for trial in range(moment.size):
        ended = (health[trial] == 0) & (moment[trial] == never)
        moment[trial] = here if ended else moment[trial]
        over += int(moment[trial] != never)
    return over


@step
def recover(status, token, blocks, lies):
    """The end of an activation: a Block, Staggered is lost, Incapacitated becomes Staggered."""
    for trial in range(status.size):
        active = int(status[trial] != INCAPACITATED)
        token[trial] = token[trial] | blocks * active
        status[trial] = STANDING if active else STAGGERED + lies


@step
def flip(status, lies):
    """A model that does not act recovers: at the end of the round from lying, else from what an activation ends."""
    for trial in range(status.size):
        down = int(status[trial] == INCAPACITATED)
        status[trial] = STAGGERED if down else status[trial] * lies


@step
def part(over, moment, never):
    """The trials that are over, the last of them first; how many they are."""
    ended = 0
    for trial in range(moment.size - 1, -1, -1):
        over[ended] = trial
        ended += int(moment[trial] != never)
    return ended


@step
def close_ranks(state, over, left):
    """The last of those that go on take the places of those that are over."""
    for row in range(state.shape[0]):
        column = state[row]
        for place in range(over.size):
            column[over[place]] = column[left - 1 - place]


@step
def place(cells, state, chosen, strides):
    """The cells of the chosen trials, at the places the trials have in the block."""
    numbers = state[TRIAL]
    for row in range(strides.size):
        if strides[row]:
            column = state[row]
            for trial in chosen:
                cells[numbers[trial]] += strides[row] * column[trial]
