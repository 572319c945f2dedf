"""Attacks that more hangs on than their own dice: a reroll, a Block Test, dice after a hit, what follows the damage.

The steps of the attack are those of attack.py; the rules here are rare, and what a question does not use is skipped.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import (
    add,
    add_critical,
    pierce,
    roll_armor,
    roll_more,
    roll_more_chosen,
    situate,
    strike,
    wound,
)
from tamriel_odds.kernels.call_to_arms.draws import (
    ATTACK,
    ATTACK_6,
    ATTACK_11,
    BLOCK_6,
    BLOCK_TEST,
    BONUS,
    BONUS_6,
    BONUS_11,
    CALLS,
    CUSTOM_FIT,
    DRAWS,
    EXTRA_DAMAGE,
    FOLLOWING,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.draws import BLOCK as BLOCK_DICE
from tamriel_odds.kernels.call_to_arms.shown import (
    POTION,
    accuracy,
    has_potion,
    is_critical,
    is_failure,
    score,
    stars,
)
from tamriel_odds.kernels.dice import FACES_A_WORD, look_up, roll, roll_chosen, roll_wide
from tamriel_odds.kernels.jit import borrowed, kernel, step
from tamriel_odds.kernels.words import BLOCK, deal_from

MOST_MISSED, MISSED_BY_FAILURE, MISSES = 6, 7, 8


class Tables(NamedTuple):
    """What the steps look up: that of attack.py, and of size 0 or of one entry where a rule is not used."""

    calls: np.ndarray  # int64, the calls whose words the attack needs
    following: np.ndarray  # int64, those of what follows
    skill_die: np.ndarray
    attack: np.ndarray
    attack_6: np.ndarray
    attack_11: np.ndarray
    extra: np.ndarray  # int32 [hits as it stands, face]: the die of Extra Damage
    choice: np.ndarray
    bonus: np.ndarray
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    again: np.ndarray  # uint8 [option, stars]: whether a hit is forced to be rolled again
    armor: np.ndarray
    armor_dice: np.ndarray
    armor_6: np.ndarray
    armor_11: np.ndarray
    armor_choice: np.ndarray
    armor_bonus: np.ndarray
    armor_bonus_6: np.ndarray
    armor_bonus_11: np.ndarray
    fit: np.ndarray  # int32 by face of the Skill Die: 1 where Custom Fit adds its die
    block_test: np.ndarray  # int32 by face of the Skill Die: the row of block
    block: np.ndarray  # int32 [row, face]: the stars that join the armor roll
    block_die: np.ndarray  # int32 by row of block: 1 where an armor die is added instead
    after: np.ndarray  # int32 [row, 60 faces]: the values of what follows
    after_row: np.ndarray  # int32: for each, from its start, the row of each cell
    after_start: np.ndarray  # int64
    after_size: np.ndarray  # int64, how many values it has
    after_draw: np.ndarray  # int64, its word: of the attack, or behind those of what follows
    rows: int  # rows of the bonus pools, the armor rows of one added die
    attribute: np.int32
    most_missing: np.int32
    most_stars: np.int32
    strong_armor: np.int32
    effects: np.int32
    counts_misses: int


@step
def roll_attack(skill, attack, bonus, choice, hit, more, situation, words, apart, question):
    """Skill Die, attack dice, Special Effect: all of an attack before armor."""
    roll(skill, words[SKILL], question.skill_die)
    roll(attack, words[ATTACK], question.attack)
    roll_more(attack, more, words[ATTACK_6], question.attack_6)
    roll_more(attack, more, words[ATTACK_11], question.attack_11)
    add_critical(attack, skill)
    if question.extra.shape[1] > 1:
        bonus[:] = 0
        strike(hit, skill, attack, bonus, question.attribute)
        roll_chosen(more, hit, apart, question.extra)
        add(attack, more)
    situate(situation, skill, attack, question.attribute, question.most_missing, question.most_stars)
    look_up(choice, situation, question.choice)
    roll_chosen(bonus, choice, words[BONUS], question.bonus)
    roll_more_chosen(bonus, more, choice, words[BONUS_6], question.bonus_6)
    roll_more_chosen(bonus, more, choice, words[BONUS_11], question.bonus_11)
    strike(hit, skill, attack, bonus, question.attribute)


@step
def force_reroll(again, hit, attack, bonus, choice, table):
    """Which hits are rolled again: by the option they use and all their stars."""
    for trial in range(again.size):
        again[trial] = hit[trial] * table.shape[1] * choice[trial] + hit[trial] * stars(attack[trial] + bonus[trial])
    for trial in range(again.size):
        again[trial] = table[again[trial] // table.shape[1], again[trial] % table.shape[1]]
    for trial in range(again.size):
        again[trial] *= hit[trial]


@step
def stand(first, second, again):
    """The second roll stands where there is one."""
    for trial in range(first.size):
        first[trial] = first[trial] + again[trial] * (second[trial] - first[trial])


@step
def keep_potion(skill, first, again):
    """The Potion of the roll that was given up has restored its point."""
    for trial in range(skill.size):
        skill[trial] = skill[trial] | (first[trial] & POTION) * again[trial]


@step
def miss(missed, hit, skill, attack, bonus, attribute):
    """By how much the score misses, 6 at most; a Failure is told apart."""
    for trial in range(missed.size):
        total = max(score(skill[trial]) - accuracy(attack[trial] + bonus[trial]), 1)
        by = min(max(total - attribute, 0), MOST_MISSED)
        by = MISSED_BY_FAILURE if is_failure(skill[trial]) else by
        missed[trial] = by * (1 - hit[trial])


@step
def roll_braced_armor(armor, row, dice_added, more, effect, choice, words, question):
    """The armor roll with the dice that tests have added: each goes on to the next rows."""
    for trial in range(row.size):
        row[trial] = choice[trial] + question.rows * dice_added[trial]
    roll_armor(armor, more, effect, row, words, question)


@step
def count(dice_added, more):
    for trial in range(dice_added.size):
        dice_added[trial] += more[trial]


@step
def locate(cells, damage, hit, skill, choice, missed, question):
    """The cell of each trial on the axes damage, hit, critical, potion, effect, missed. A miss applies no effect."""
    for trial in range(cells.size):
        critical = is_critical(skill[trial]) & hit[trial]
        cell = damage[trial] << 3 | hit[trial] << 2 | critical << 1 | has_potion(skill[trial])
        effect = choice[trial] % question.effects * hit[trial]
        cell = cell * question.effects + effect
        cells[trial] = cell * MISSES + missed[trial] if question.counts_misses else cell


@step
def follow(cells, row, value, words, rows, start, size, values):
    """Something that follows the attack is rolled: which, the cell tells; its value is one more axis."""
    for trial in range(cells.size):
        row[trial] = rows[start + cells[trial]]
    roll_chosen(value, row, words, values)
    for trial in range(cells.size):
        cells[trial] = cells[trial] * size + value[trial]


@kernel
def roll_trials(seed, first, question, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    dealt = np.empty((4, DRAWS, BLOCK), np.uint32)
    words, apart, words_again, apart_again = dealt[0], dealt[1], dealt[2], dealt[3]
    rolled = np.zeros((19, BLOCK), np.int32)
    skill, attack, bonus, choice, hit = rolled[0], rolled[1], rolled[2], rolled[3], rolled[4]
    skill_2, attack_2, bonus_2, choice_2, hit_2 = rolled[5], rolled[6], rolled[7], rolled[8], rolled[9]
    again, missed, situation, more, row = rolled[10], rolled[11], rolled[12], rolled[13], rolled[14]
    dice_added, armor, damage, cell = rolled[15], rolled[16], rolled[17], rolled[18]
    question = borrowed(question)
    for start in range(0, cells.size, BLOCK):
        here = first + np.uint64(start)
        deal_from(words, question.calls, 0, here, seed)
        deal_from(apart, question.following, FOLLOWING, here, seed)
        roll_attack(skill, attack, bonus, choice, hit, more, situation, words, apart[EXTRA_DAMAGE], question)
        if question.again.size:
            deal_from(words_again, question.calls, CALLS, here, seed)
            deal_from(apart_again, question.following, FOLLOWING + CALLS, here, seed)
            roll_attack(
                skill_2, attack_2, bonus_2, choice_2, hit_2, more, situation,
                words_again, apart_again[EXTRA_DAMAGE], question,
            )  # fmt: skip
            force_reroll(again, hit, attack, bonus, choice, question.again)
            keep_potion(skill_2, skill, again)
            stand(skill, skill_2, again)
            stand(attack, attack_2, again)
            stand(bonus, bonus_2, again)
            stand(choice, choice_2, again)
            stand(hit, hit_2, again)
        if question.counts_misses:
            miss(missed, hit, skill, attack, bonus, question.attribute)
        dice_added[:] = 0
        if question.fit.size > 1:
            roll(dice_added, apart[CUSTOM_FIT], question.fit)
        if question.block_test.size > 1:
            roll(row, apart[BLOCK_TEST], question.block_test)
            look_up(more, row, question.block_die)
            count(dice_added, more)
            if question.block.shape[1] > FACES_A_WORD:
                roll_wide(damage, row, apart[BLOCK_DICE], apart[BLOCK_6], question.block, FACES_A_WORD)
            else:
                roll_chosen(damage, row, apart[BLOCK_DICE], question.block)
        else:
            damage[:] = 0
        roll_braced_armor(armor, row, dice_added, more, situation, choice, words, question)
        count(armor, damage)
        pierce(armor, bonus, question.strong_armor)
        wound(damage, hit, attack, bonus, armor)
        locate(cell, damage, hit, skill, choice, missed, question)
        for number in range(question.after_size.size):
            draw = question.after_draw[number]
            word = words[draw] if draw < DRAWS else apart[draw - DRAWS]
            follow(
                cell, row, more, word, question.after_row,
                question.after_start[number], question.after_size[number], question.after,
            )  # fmt: skip
        part = cells[start : start + BLOCK]
        for trial in range(part.size):
            part[trial] = cell[trial]
