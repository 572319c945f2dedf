"""Attacks with a pool of more than five dice, by the steps of attack.py; what exceeds five has a word of its own."""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import (
    add_critical,
    injure,
    pierce,
    place,
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
    BONUS,
    BONUS_6,
    BONUS_11,
    DRAWS,
    ENDURANCE,
    SKILL,
)
from tamriel_odds.kernels.dice import look_up, roll, roll_chosen
from tamriel_odds.kernels.jit import borrowed, kernel
from tamriel_odds.kernels.words import BLOCK, deal


class Tables(NamedTuple):
    """What the steps look up. A pool of no dice is the single face 0; arrays of size 0 skip their step."""

    calls: np.ndarray  # int64, the calls whose words are needed
    skill_die: np.ndarray  # int32 by face, of the Skill Die or of it with the critical die
    attack: np.ndarray  # int32 by face: dice 1 to 5
    attack_6: np.ndarray
    attack_11: np.ndarray
    choice: np.ndarray  # uint8 by situation: the row of the bonus pools that is chosen
    bonus: np.ndarray  # int32 [row, face]: rows of effects without, then with the critical die
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    armor: np.ndarray  # uint8 [row, face], stars with the effect's: one row, or one per row of the bonus pools
    armor_dice: np.ndarray  # int32 [row, face]: dice 1 to 5, where armor is too large for one table and of size 0
    armor_6: np.ndarray
    armor_11: np.ndarray
    armor_choice: np.ndarray  # uint8 by row of armor_dice and icons: the row of armor_bonus
    armor_bonus: np.ndarray  # int32 [row, face]
    armor_bonus_6: np.ndarray
    armor_bonus_11: np.ndarray
    fates: np.ndarray  # int32 [unhurt, injured or overkill; face of the Skill Die], size 0 without an Endurance Test
    attribute: np.int32
    most_missing: np.int32
    most_stars: np.int32
    strong_armor: np.int32
    health: np.int32
    effects: np.int32
    most_fates: np.int32


@kernel
def roll_trials(seed, first, question, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((DRAWS, BLOCK), np.uint32)
    rolled = np.zeros((10, BLOCK), np.int32)
    skill, attack, situation, choice, bonus = rolled[0], rolled[1], rolled[2], rolled[3], rolled[4]
    hit, armor, more, damage, fate = rolled[5], rolled[6], rolled[7], rolled[8], rolled[9]
    question = borrowed(question)
    for start in range(0, cells.size, BLOCK):
        deal(words, question.calls, first + np.uint64(start), seed)
        roll(skill, words[SKILL], question.skill_die)
        roll(attack, words[ATTACK], question.attack)
        roll_more(attack, more, words[ATTACK_6], question.attack_6)
        roll_more(attack, more, words[ATTACK_11], question.attack_11)
        add_critical(attack, skill)
        situate(situation, skill, attack, question.attribute, question.most_missing, question.most_stars)
        look_up(choice, situation, question.choice)
        roll_chosen(bonus, choice, words[BONUS], question.bonus)
        roll_more_chosen(bonus, more, choice, words[BONUS_6], question.bonus_6)
        roll_more_chosen(bonus, more, choice, words[BONUS_11], question.bonus_11)
        strike(hit, skill, attack, bonus, question.attribute)
        roll_armor(armor, more, situation, choice, words, question)
        pierce(armor, bonus, question.strong_armor)
        wound(damage, hit, attack, bonus, armor)
        if question.fates.size:
            injure(situation, damage, question.health)
            roll_chosen(fate, situation, words[ENDURANCE], question.fates)
        place(cells[start : start + BLOCK], damage, hit, skill, choice, fate, question.effects, question.most_fates)
