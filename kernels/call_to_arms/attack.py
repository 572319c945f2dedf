"""Call to Arms attack in blocks: one plain loop per step of the rule, one word per pool of dice.

Pools of more than five dice are rolled in large_attack.py: they would double what every first attack has to compile.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.call_to_arms.draws import (
    ARMOR,
    ARMOR_6,
    ARMOR_11,
    ARMOR_BONUS,
    ARMOR_BONUS_6,
    ARMOR_BONUS_11,
    ATTACK,
    BONUS,
    DRAWS,
    ENDURANCE,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.shown import (
    ICON_BITS,
    accuracy,
    critical_stars,
    has_potion,
    icons,
    is_critical,
    is_failure,
    is_immune,
    is_weak,
    piercing,
    score,
    stars,
)
from tamriel_odds.kernels.dice import look_up, roll, roll_chosen
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.lean import grid, least, most
from tamriel_odds.kernels.words import BLOCK, deal

# Numba's plain integers have 64 bits: what is compared is cast to 32, so that twice as many trials go into a vector
# (16 % of an attack); for the same reason the numbers of `Tables` are int32.
ZERO, ONE = np.int32(0), np.int32(1)


class Tables(NamedTuple):
    """What the steps look up. A pool of no dice is the single face 0; `fates` of size 0 skips its steps."""

    calls: np.ndarray  # int64, the calls whose words are needed
    skill_die: np.ndarray  # int32 by face, of the Skill Die or of it with the critical die
    attack: np.ndarray  # int32 by face
    choice: np.ndarray  # int32 by situation: the row of the bonus pools that is chosen
    bonus: np.ndarray  # int32 [row, face]: rows of effects without, then with the critical die
    armor: np.ndarray  # int32 [row, face], stars with the effect's: one row, or one per row of the bonus pools
    fates: np.ndarray  # int32 [unhurt, injured or overkill; face of the Skill Die], size 0 without an Endurance Test
    attribute: np.int32
    most_missing: np.int32
    most_stars: np.int32
    strong_armor: np.int32
    health: np.int32
    effects: np.int32
    most_fates: np.int32


@step
def roll_more(shown, more, words, pool):
    """Roll the dice beyond the fifth into `shown`; a pool of no dice costs nothing."""
    if pool.size > 1:
        roll(more, words, pool)
        add(shown, more)


@step
def roll_more_chosen(shown, more, choice, words, pools):
    """The same for a pool that each trial has chosen."""
    if pools.shape[1] > 1:
        roll_chosen(more, choice, words, pools)
        add(shown, more)


@step
def add(shown, more):
    """Stars, accuracy and Piercing add up; icons show once, however many dice show them."""
    for trial in range(shown.size):
        both_icons = (shown[trial] | more[trial]) & ICON_BITS
        shown[trial] = (shown[trial] & ~ICON_BITS) + (more[trial] & ~ICON_BITS) | both_icons


@step
def add_critical(attack, skill):
    """The critical die joins the roll before an effect is chosen; without a Critical it shows nothing."""
    for trial in range(attack.size):
        both_icons = (attack[trial] | skill[trial]) & ICON_BITS
        attack[trial] = (attack[trial] & ~ICON_BITS) + critical_stars(skill[trial]) | both_icons


@step
def situate(situation, skill, attack, attribute, most_missing, most_stars):
    """What the choice of a Special Effect depends on: Critical, icons, how much the roll misses by, stars."""
    for trial in range(situation.size):
        missing = least(most(np.int32(score(skill[trial]) - accuracy(attack[trial]) - attribute), ZERO), most_missing)
        missing = most_missing if is_failure(skill[trial]) else missing
        shows = is_critical(skill[trial]) << 3 | icons(attack[trial])
        situation[trial] = (shows * (most_missing + 1) + missing) * (most_stars + 1) + stars(attack[trial])


@step
def strike(hit, skill, attack, bonus, attribute):
    """The Skill Test: all modifiers summed, then the score raised to 1; a Failure face fails whatever they are."""
    for trial in range(hit.size):
        total = most(np.int32(score(skill[trial]) - accuracy(attack[trial] + bonus[trial])), ONE)
        hit[trial] = (is_failure(skill[trial]) == 0) & (total <= attribute)


@step
def pierce(armor, bonus, strong_armor):
    """Piercing takes stars off the armor roll, Strong Armor is the floor under that."""
    for trial in range(armor.size):
        rolled = np.int32(stars(armor[trial]))
        armor[trial] = most(np.int32(rolled - piercing(bonus[trial])), least(rolled, strong_armor))


@step
def wound(damage, hit, attack, bonus, armor):
    """Successes that armor did not cancel; Weakness adds one to any, Immunity disregards all."""
    for trial in range(damage.size):
        left = most(np.int32(stars(attack[trial] + bonus[trial]) - armor[trial]), ZERO)
        suffered = left + least(left, ONE) * is_weak(bonus[trial])
        damage[trial] = suffered * (1 - is_immune(bonus[trial])) * hit[trial]


@step
def injure(injury, damage, health):
    """Nothing, Injured, or Injured with Overkill: twice the remaining Health."""
    for trial in range(injury.size):
        injury[trial] = np.int32(damage[trial] >= health) + np.int32(damage[trial] >= 2 * health)


@step
def place(cells, damage, hit, skill, choice, fate, effects, fates):
    """The cell of each trial on the axes damage, hit, critical, potion, effect, fate. A miss applies no effect."""
    for trial in range(cells.size):
        critical = is_critical(skill[trial])
        cell = damage[trial] << 3 | hit[trial] << 2 | (critical & hit[trial]) << 1 | has_potion(skill[trial])
        effect = (choice[trial] - critical * effects) * hit[trial]
        cells[trial] = (cell * effects + effect) * fates + fate[trial]


@step
def roll_row(shown, choice, words, pools):
    """Roll the only pool there is, or the one that goes with each trial's choice."""
    if pools.shape[0] == 1:
        roll(shown, words, pools[0])
    else:
        roll_chosen(shown, choice, words, pools)


@step
def roll_armor_dice(armor, more, effect, choice, words, question):
    """The Armor Rating dice, then the bonus dice of the one Special Effect of this roll."""
    roll_row(armor, choice, words[ARMOR], question.armor_dice)
    if question.armor_6.shape[1] > 1:
        roll_row(more, choice, words[ARMOR_6], question.armor_6)
        add(armor, more)
    if question.armor_11.shape[1] > 1:
        roll_row(more, choice, words[ARMOR_11], question.armor_11)
        add(armor, more)
    rows = min(question.armor_dice.shape[0] - 1, 1)
    for trial in range(effect.size):
        effect[trial] = rows * choice[trial] << 3 | icons(armor[trial])
    look_up(effect, effect, question.armor_choice)
    roll_more_chosen(armor, more, effect, words[ARMOR_BONUS], question.armor_bonus)
    roll_more_chosen(armor, more, effect, words[ARMOR_BONUS_6], question.armor_bonus_6)
    roll_more_chosen(armor, more, effect, words[ARMOR_BONUS_11], question.armor_bonus_11)


@step
def roll_armor(armor, more, effect, choice, words, question):
    """The armor roll with its Special Effect: from one table, or die by die where that would be too large."""
    if question.armor.size:
        roll_row(armor, choice, words[ARMOR], question.armor)
    else:
        roll_armor_dice(armor, more, effect, choice, words, question)


@kernel
def roll_trials(seed, first, question, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = grid(DRAWS, BLOCK, np.uint32)
    rolled = grid(9, BLOCK, np.int32)
    skill, attack, situation, choice, bonus = rolled[0], rolled[1], rolled[2], rolled[3], rolled[4]
    hit, armor, damage, fate = rolled[5], rolled[6], rolled[7], rolled[8]
    for trial in range(BLOCK):
        fate[trial] = 0
    for start in range(0, cells.size, BLOCK):
        deal(words, question.calls, first + np.uint64(start), seed)
        roll(skill, words[SKILL], question.skill_die)
        roll(attack, words[ATTACK], question.attack)
        add_critical(attack, skill)
        situate(situation, skill, attack, question.attribute, question.most_missing, question.most_stars)
        look_up(choice, situation, question.choice)
        roll_chosen(bonus, choice, words[BONUS], question.bonus)
        strike(hit, skill, attack, bonus, question.attribute)
        roll_row(armor, choice, words[ARMOR], question.armor)
        pierce(armor, bonus, question.strong_armor)
        wound(damage, hit, attack, bonus, armor)
        if question.fates.size:
            injure(situation, damage, question.health)
            roll_chosen(fate, situation, words[ENDURANCE], question.fates)
        place(cells[start : start + BLOCK], damage, hit, skill, choice, fate, question.effects, question.most_fates)
