"""The rarer steps on the way to an attack's damage: Extra Damage, the Magicka of Spells, rerolls, large armor.

Call to Arms, Extra Damage, Magicka, Perks. A fight in which nobody has the rule skips its step.
"""

from tamriel_odds.kernels.call_to_arms.fight_steps import INCAPACITATED
from tamriel_odds.kernels.call_to_arms.shown import icons, stars
from tamriel_odds.kernels.jit import step


@step
def keep(shown, where):
    """What is rolled counts only where it is asked for."""
    for trial in range(where.size):
        shown[trial] = shown[trial] * where[trial]


@step
def join_in(one, other):
    """Where the one or the other is."""
    for trial in range(one.size):
        one[trial] |= other[trial]


@step
def have_extra(situation, left, stride):
    """Extra Damage that is left is part of the situation of an attack."""
    for trial in range(situation.size):
        situation[trial] += left[trial] * stride


@step
def use_extra(left, used, acts):
    for trial in range(acts.size):
        left[trial] = left[trial] * (1 - used[trial] * acts[trial])


@step
def afford(acts, magicka, cost):
    """A Spell is not cast without its Magicka, which is spent whatever comes of it."""
    for trial in range(acts.size):
        acts[trial] = acts[trial] * int(magicka[trial] >= cost)
        magicka[trial] -= cost * acts[trial]


@step
def restore_magicka(magicka, status, most):
    """One Magicka comes back to who is not Incapacitated."""
    for trial in range(status.size):
        magicka[trial] = min(magicka[trial] + int(status[trial] != INCAPACITATED), most)


@step
def find_stars(found, attack, bonus, most_stars):
    """All stars of a hit, which say whether it is rolled again; more than the most are as many."""
    for trial in range(found.size):
        found[trial] = min(stars(attack[trial] + bonus[trial]), most_stars)


@step
def force_reroll(again, hit, acts, stamina, status):
    """A hit is rolled again for 1 Stamina of its target."""
    for trial in range(again.size):
        can = acts[trial] * hit[trial] * int(stamina[trial] > 0) * int(status[trial] != INCAPACITATED)
        again[trial] = again[trial] * can
        stamina[trial] -= again[trial]


@step
def find_armor_effect(row, armor):
    """What the choice of an armor's Special Effect depends on: its row, and the icons it shows."""
    for trial in range(row.size):
        row[trial] = row[trial] << 3 | icons(armor[trial])
