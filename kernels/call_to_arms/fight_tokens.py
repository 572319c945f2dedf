"""What tokens take of a model: Burning, Poison and Bleed in its activations, Frost, Shock and new tokens of an attack.

Call to Arms, Bleed, Burning (Fire), Poison, Frost, Shock, Incapacitated. Only fights in which somebody can place a
token, or somebody avoids death, have these rows of a model at all.
"""

from tamriel_odds.kernels.call_to_arms.fight_steps import (
    AILING,
    AVOIDING,
    DOWN,
    FATES,
    INCAPACITATED,
    INCAPACITATING,
    INJURIES,
    STAGGERED,
    STANDING,
    WOUNDED,
    punished,
)
from tamriel_odds.kernels.jit import kernel

# More of each model: tokens, whether it can still avoid death, and of its activation what it began as and whether it
# has performed its Action.
BLEED, BURNING, POISON, MAGICKA, AVOIDS, BEGAN, ACTED = 0, 1, 2, 3, 4, 5, 6
MORE_ROWS = 7
ATTACKED, FOUGHT_FIRE = 1, 2
# More tokens at a time are not followed.
MOST_BLEEDING, TESTS_A_WORD = 6, 2
# What a row of bonus dice brings along besides: tokens, those that an Endurance Test shrugs off, drained Reserves.
BLEEDS, BURNS, POISONS, BURNS_IF_FAILED, POISONS_IF_FAILED = 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12
FREEZES, SHOCKS, TIRES, INCAPACITATES = 1 << 13, 1 << 14, 1 << 15, 1 << 16


@kernel
def injure(injury, damage, acts, health, status, effect, bleed, burning, avoids, first, punishings, overkill):
    """As `hurt`, for models with tokens: the row of the Endurance Test; who avoids death does so once."""
    for trial in range(injury.size):
        suffered = damage[trial] * acts[trial]
        kind = int(suffered >= health[trial]) + overkill * int(suffered >= 2 * health[trial])
        is_injured = min(kind, 1) * acts[trial]
        kind = kind * acts[trial] if is_injured else WOUNDED * int(suffered > 0)
        down = int(status[trial] == INCAPACITATED)
        state = DOWN * down + AILING * int(bleed[trial] + burning[trial] > 0) + AVOIDING * avoids[trial]
        state += INCAPACITATING * int((effect[trial] & INCAPACITATES) > 0)
        row = FATES * (first + punished(effect[trial], punishings)) + INJURIES * state
        injury[trial] = row + kind
        avoids[trial] = avoids[trial] * (1 - is_injured * (1 - down))


@kernel
def go_on(going, moment, never):
    """Where the fight is not over: what is left of its models changes no more."""
    for trial in range(going.size):
        going[trial] = int(moment[trial] == never)


@kernel
def wake(woken, began, health, status, going, lies):
    """Who is activated: all in play but an Adversary that lies. What it began as is remembered to its end."""
    for trial in range(woken.size):
        lying = lies * int(status[trial] == INCAPACITATED)
        woken[trial] = going[trial] * int(health[trial] > 0) * (1 - lying)
        began[trial] = status[trial]


@kernel
def sting(damage, stung, woken, health, tokens):
    """A point of damage for every token, no armor rolled."""
    for trial in range(damage.size):
        damage[trial] = tokens[trial]
        stung[trial] = woken[trial] * int(tokens[trial] > 0) * int(health[trial] > 0)


@kernel
def face_bleeding(tests, woken, health, bleed, word):
    """How many tests go with this word: one for every Bleed Token, two a word."""
    for trial in range(tests.size):
        left = min(max(bleed[trial] - TESTS_A_WORD * word, 0), TESTS_A_WORD)
        tests[trial] = left * woken[trial] * int(health[trial] > 0)


@kernel
def add_up(sum_, more):
    for trial in range(more.size):
        sum_[trial] += more[trial]


@kernel
def take_off(tokens, passed):
    """A token goes for every test that is passed."""
    for trial in range(tokens.size):
        tokens[trial] -= passed[trial] & 15


@kernel
def quench(health, stamina, magicka, shown, most_health, most_stamina, most_magicka):
    """Potions restore Health where any is lost, else Stamina, else Magicka; they stand above what was tested."""
    for trial in range(health.size):
        potions = shown[trial] >> 4
        drunk = min(potions, max(most_health - health[trial], 0))
        health[trial] += drunk
        tired = min(potions - drunk, max(most_stamina - stamina[trial], 0))
        stamina[trial] += tired
        magicka[trial] += min(potions - drunk - tired, max(most_magicka - magicka[trial], 0))


@kernel
def face_fire(tests, woken, health, status, burning):
    """Who tests to put its fire out: one who burns and can act."""
    for trial in range(tests.size):
        acts = woken[trial] * int(health[trial] > 0) * int(status[trial] != INCAPACITATED)
        tests[trial] = acts * burning[trial]


@kernel
def keep(shown, tests):
    """What is rolled counts only where the test is taken."""
    for trial in range(shown.size):
        shown[trial] = shown[trial] * tests[trial]


@kernel
def attacked(performed, acted, going):
    """Who has performed the Action of its attacks."""
    for trial in range(performed.size):
        performed[trial] = going[trial] * (acted[trial] & ATTACKED)


@kernel
def act_again(performed, blocked, acted, going, health, status, blocks):
    """Who performs a second Action: the test of fire, or a Block where there was no such test."""
    for trial in range(performed.size):
        active = going[trial] * int(health[trial] > 0) * int(status[trial] != INCAPACITATED)
        fought_fire = performed[trial] | int((acted[trial] & FOUGHT_FIRE) > 0)
        blocked[trial] = blocks * active * (1 - fought_fire)
        performed[trial] |= blocked[trial]


@kernel
def bleed_on(damage, stung, performed, health, status, bleed):
    """The damage of a Bleed Token for an Action that was performed."""
    for trial in range(damage.size):
        damage[trial] = 1
        acts = performed[trial] * int(health[trial] > 0) * int(status[trial] != INCAPACITATED)
        stung[trial] = acts * int(bleed[trial] > 0)


@kernel
def stand_up(status, token, health, acted, began, bleed, burning, blocked, going, lies, is_adversary):
    """The end of an activation: a Block, Staggered is lost, Incapacitated becomes Staggered, or the end of who ails.

    A player's model keeps a Staggered Token that it did not begin with.
    """
    for trial in range(status.size):
        active = int(status[trial] != INCAPACITATED)
        token[trial] = max(token[trial], blocked[trial])
        loses = (began[trial] != STANDING) | is_adversary
        standing = STANDING if loses else status[trial]
        ends = going[trial] * int(bleed[trial] + burning[trial] > 0) * (1 - active) * (1 - lies)
        status[trial] = standing if active else (STAGGERED + lies) * (1 - ends)
        health[trial] = health[trial] * (1 - ends)
        acted[trial] = began[trial] = 0


@kernel
def rise(status, health, bleed, burning, going, lies):
    """As `flip`, for models with tokens: an Incapacitated one that bleeds or burns is removed."""
    for trial in range(status.size):
        down = int(status[trial] == INCAPACITATED)
        ends = going[trial] * down * int(bleed[trial] + burning[trial] > 0)
        status[trial] = STAGGERED * (1 - ends) if down else status[trial] * lies
        health[trial] = health[trial] * (1 - ends)


@kernel
def afflict(bleed, burning, poison, damage, health, acts, effect, shrugs_fire, shrugs_poison):
    """The tokens of an attack that dealt damage, on who is still in play."""
    for trial in range(bleed.size):
        hurt = acts[trial] * int(damage[trial] > 0) * int(health[trial] > 0)
        brings = effect[trial] * hurt
        burns = int((brings & BURNS) > 0) | int((brings & BURNS_IF_FAILED) > 0) & (1 - (shrugs_fire[trial] & 1))
        poisons = int((brings & POISONS) > 0) | int((brings & POISONS_IF_FAILED) > 0) & (1 - (shrugs_poison[trial] & 1))
        bleed[trial] = min(bleed[trial] + int((brings & BLEEDS) > 0), MOST_BLEEDING)
        burning[trial] = max(burning[trial] * int((brings & FREEZES) == 0), burns)
        poison[trial] += poisons


@kernel
def shrug(shown, damage, health, acts, effect, bit):
    """Whether the token of `bit` is shrugged off: the Endurance Test of one with Resistance, where it is asked for."""
    for trial in range(shown.size):
        hurt = acts[trial] * int(damage[trial] > 0) * int(health[trial] > 0)
        shown[trial] = shown[trial] * hurt * int((effect[trial] & bit) > 0)


@kernel
def drain(reserve, damage, health, acts, effect, shown, bit, tires):
    """The yellow die that Frost takes of Stamina and Shock of Magicka, and the point that a Perk takes."""
    for trial in range(reserve.size):
        hurt = acts[trial] * int(damage[trial] > 0) * int(health[trial] > 0)
        lost = shown[trial] * int((effect[trial] & bit) > 0) + int((effect[trial] & tires) > 0)
        reserve[trial] = max(reserve[trial] - lost * hurt, 0)
