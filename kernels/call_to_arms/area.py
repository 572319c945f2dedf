"""An Area Effect: one attack roll, and for each model in the area an armor roll of its own.

The steps are those of attack.py; model number n rolls armor and Endurance with the words of attack number n.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import injure, pierce, roll_armor, wound
from tamriel_odds.kernels.call_to_arms.draws import CALLS, DRAWS, ENDURANCE
from tamriel_odds.kernels.call_to_arms.fought import locate, roll_attack
from tamriel_odds.kernels.dice import roll_chosen
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal_from


class Tables(NamedTuple):
    """What the steps look up: that of attack.py, and how many models there are."""

    calls: np.ndarray
    skill_die: np.ndarray
    attack: np.ndarray
    attack_6: np.ndarray
    attack_11: np.ndarray
    extra: np.ndarray
    choice: np.ndarray
    bonus: np.ndarray
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    armor: np.ndarray
    armor_dice: np.ndarray
    armor_6: np.ndarray
    armor_11: np.ndarray
    armor_choice: np.ndarray
    armor_bonus: np.ndarray
    armor_bonus_6: np.ndarray
    armor_bonus_11: np.ndarray
    fates: np.ndarray  # int32 [unhurt, injured or overkill; face of the Skill Die]: 1 where the model is removed
    attribute: np.int32
    most_missing: np.int32
    most_stars: np.int32
    strong_armor: np.int32
    health: int  # 0 where nothing is known of it
    effects: np.int32
    counts_misses: int
    targets: int


@step
def total(sum_of_all, damage):
    for trial in range(damage.size):
        sum_of_all[trial] += damage[trial]


@kernel
def roll_trials(seed, first, question, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((DRAWS, BLOCK), np.uint32)
    skill, attack = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    bonus, armor = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    more, situation = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    hit, damage = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    choice, nothing = np.empty(BLOCK, np.int32), np.zeros(BLOCK, np.int32)
    all_damage, removed = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    cell = np.empty(BLOCK, np.int32)
    for start in range(0, cells.size, BLOCK):
        here = first + np.uint64(start)
        all_damage[:] = 0
        removed[:] = 0
        for target in range(question.targets):
            deal_from(words, question.calls, CALLS * target, here, seed)
            if target == 0:
                roll_attack(skill, attack, bonus, choice, hit, more, situation, words, words[0], question)
            roll_armor(armor, more, situation, choice, words, question)
            pierce(armor, bonus, question.strong_armor)
            wound(damage, hit, attack, bonus, armor)
            total(all_damage, damage)
            if question.health:
                injure(situation, damage, question.health)
                roll_chosen(more, situation, words[ENDURANCE], question.fates)
                total(removed, more)
        locate(cell, all_damage, hit, skill, choice, nothing, question)
        part = cells[start : start + BLOCK]
        for trial in range(part.size):
            part[trial] = cell[trial] * (question.targets + 1) + removed[trial]
