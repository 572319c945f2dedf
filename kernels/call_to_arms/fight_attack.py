"""The attack of a fight, as attack.py has its steps: each trial rolls the variant it has looked up."""

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.attack import (
    add,
    add_critical,
    pierce,
    roll_armor_dice,
    roll_more_chosen,
    situate,
    strike,
    wound,
)
from tamriel_odds.kernels.call_to_arms.draws import (
    ARMOR,
    ATTACK,
    ATTACK_6,
    ATTACK_11,
    BLOCK,
    BLOCK_6,
    BLOCK_TEST,
    BONUS,
    BONUS_6,
    BONUS_11,
    CUSTOM_FIT,
    EXTRA_DAMAGE,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.fight_rules import find_rerolled, force_reroll, join_in, keep
from tamriel_odds.kernels.call_to_arms.fight_steps import (
    FIGHT_ROWS,
    ROWS,
    STAMINA,
    STATUS,
    add_die,
    join,
    look_up_chosen,
    read_block,
)
from tamriel_odds.kernels.call_to_arms.fight_tables import (
    ARMOR_ROW,
    ATTACK_ROW,
    BLOCK_ROW,
    BONUS_ROW,
    BRACED_ROW,
    CHOICE_ROW,
    DAMAGE_ROW,
    EXTRA_ROW,
    HIT_ROW,
    SITUATION_ROW,
    SKILL_ROW,
    SPENT_ROW,
    TEST_ROW,
)
from tamriel_odds.kernels.call_to_arms.fought import keep_potion, stand
from tamriel_odds.kernels.dice import FACES_A_WORD, look_up, roll, roll_chosen, roll_wide
from tamriel_odds.kernels.jit import step

# An Attribute is folded into the Skill Die, so that every variant hits with scores up to this one.
TARGET = 127


@step
def roll_attack(rolled, more, words, apart, variant, tables):
    """The attack roll of each trial's variant, up to the row of bonus dice it takes."""
    skill, attack, bonus, choice = rolled[SKILL_ROW], rolled[ATTACK_ROW], rolled[BONUS_ROW], rolled[CHOICE_ROW]
    situation = rolled[SITUATION_ROW]
    n = variant.size
    roll_chosen(skill[:n], variant, words[SKILL], tables.skill_die)
    roll_chosen(attack[:n], variant, words[ATTACK], tables.attack)
    roll_more_chosen(attack[:n], more, variant, words[ATTACK_6], tables.attack_6)
    roll_more_chosen(attack[:n], more, variant, words[ATTACK_11], tables.attack_11)
    add_critical(attack[:n], skill)
    if tables.extras:
        hit, used = rolled[HIT_ROW], rolled[EXTRA_ROW]
        bonus[:n] = 0
        strike(hit[:n], skill, attack, bonus, TARGET)
        look_up(used[:n], variant, tables.extra_row)
        keep(used, hit[:n])
        roll_chosen(more, used, apart[EXTRA_DAMAGE], tables.extra)
        add(attack[:n], more)
    situate(situation[:n], skill, attack, TARGET, tables.most_missing, tables.most_stars)
    look_up_chosen(choice[:n], variant, situation, tables.choice)
    roll_chosen(bonus[:n], choice, words[BONUS], tables.bonus)
    roll_more_chosen(bonus[:n], more, choice, words[BONUS_6], tables.bonus_6)
    roll_more_chosen(bonus[:n], more, choice, words[BONUS_11], tables.bonus_11)


@step
def answer_hit(rolled, again, more, words, apart, acts, variant, state, target, tables):
    """Defensive Posture: the target pays for a second roll, which stands."""
    left, own = variant.size, FIGHT_ROWS + ROWS * target
    hit, rerolled = rolled[HIT_ROW], rolled[SITUATION_ROW]
    skill, attack, bonus, choice = rolled[SKILL_ROW], rolled[ATTACK_ROW], rolled[BONUS_ROW], rolled[CHOICE_ROW]
    strike(hit[:left], skill, attack, bonus, TARGET)
    find_rerolled(rerolled[:left], attack, bonus, choice, tables.again.shape[1])
    look_up(rerolled[:left], rerolled, tables.again.ravel())
    force_reroll(rerolled[:left], hit, acts, state[own + STAMINA], state[own + STATUS])
    roll_attack(again, more, words, apart, variant, tables)
    keep_potion(again[SKILL_ROW][:left], skill, rerolled)
    for row in (SKILL_ROW, ATTACK_ROW, BONUS_ROW, CHOICE_ROW):
        stand(rolled[row][:left], again[row], rerolled)
    if tables.extras:
        keep(again[EXTRA_ROW], rerolled[:left])
        join_in(rolled[EXTRA_ROW][:left], again[EXTRA_ROW])


@step
def roll_block(rolled, apart, variant, tables):
    """The Block Test that goes with each trial's variant, and the stars it joins to the armor roll."""
    left = variant.size
    row, test, block = rolled[SITUATION_ROW], rolled[TEST_ROW], rolled[BLOCK_ROW]
    look_up(row[:left], variant, tables.block_kind)
    roll_chosen(test[:left], row, apart[BLOCK_TEST], tables.block_test)
    read_block(block[:left], test)


@step
def roll_armor(rolled, more, words, apart, variant, number, tables):
    """The armor roll, with the dice that tests have added to it."""
    left = variant.size
    armor, row, added = rolled[ARMOR_ROW], rolled[SITUATION_ROW], rolled[BRACED_ROW]
    same = tables.plan[turn.SAME_ARMOR, number]
    if same >= 0:
        roll(armor[:left], words[ARMOR], tables.armor[same])
        return
    if tables.plan[turn.BLOCKING, number] or tables.plan[turn.FITS, number]:
        if tables.plan[turn.BLOCKING, number]:
            look_up(added[:left], rolled[BLOCK_ROW], tables.block_die)
        else:
            added[:left] = 0
        if tables.plan[turn.FITS, number]:
            for trial in range(left):
                added[trial] += rolled[SPENT_ROW, trial] & 1
        add_die(row[:left], rolled[CHOICE_ROW], added, tables.effect.size)
        look_up(row[:left], row, tables.armor_row)
    else:
        look_up(row[:left], rolled[CHOICE_ROW], tables.armor_row)
    if tables.armor.size:
        roll_chosen(armor[:left], row, words[ARMOR], tables.armor)
    else:
        roll_armor_dice(armor[:left], more, added[:left], row, words, tables)


@step
def roll_damage(rolled, more, words, apart, variant, number, tables):
    """Whether it hits, and the damage that armor and Block leave."""
    left = variant.size
    skill, attack, bonus = rolled[SKILL_ROW], rolled[ATTACK_ROW], rolled[BONUS_ROW]
    hit, damage, armor, row = rolled[HIT_ROW], rolled[DAMAGE_ROW], rolled[ARMOR_ROW], rolled[SITUATION_ROW]
    strike(hit[:left], skill, attack, bonus, TARGET)
    if tables.plan[turn.BLOCKING, number]:
        roll_block(rolled, apart, variant, tables)
    if tables.plan[turn.FITS, number]:
        roll(rolled[SPENT_ROW][:left], apart[CUSTOM_FIT], tables.tests[body.ARMOR, tables.plan[turn.TARGET, number]])
    roll_armor(rolled, more, words, apart, variant, number, tables)
    if tables.plan[turn.BLOCKING, number]:
        if tables.block.shape[1] > FACES_A_WORD:
            roll_wide(row[:left], rolled[BLOCK_ROW], apart[BLOCK], apart[BLOCK_6], tables.block, FACES_A_WORD)
        else:
            roll_chosen(row[:left], rolled[BLOCK_ROW], apart[BLOCK], tables.block)
        join(armor[:left], row)
    pierce(armor[:left], bonus, tables.plan[turn.STRONG_ARMOR, number])
    wound(damage[:left], hit, attack, bonus, armor)
