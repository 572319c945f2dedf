"""The attack of a fight with rarer rules, as attack.py has its steps: each trial rolls the variant it has looked up."""

from tamriel_odds.kernels.call_to_arms import fight_body as body
from tamriel_odds.kernels.call_to_arms import fight_rows as row
from tamriel_odds.kernels.call_to_arms import fight_tables as table
from tamriel_odds.kernels.call_to_arms import fight_turn as turn
from tamriel_odds.kernels.call_to_arms.attack import add, add_critical, pierce, situate, strike, wound
from tamriel_odds.kernels.call_to_arms.draws import (
    ARMOR,
    ARMOR_6,
    ARMOR_11,
    ARMOR_BONUS,
    ARMOR_BONUS_6,
    ARMOR_BONUS_11,
    ATTACK,
    ATTACK_6,
    ATTACK_11,
    BLOCK,
    BLOCK_6,
    BONUS,
    BONUS_6,
    BONUS_11,
    CUSTOM_FIT,
    EXTRA_DAMAGE,
    SKILL,
)
from tamriel_odds.kernels.call_to_arms.fight import roll_block
from tamriel_odds.kernels.call_to_arms.fight_dice import (
    look_up,
    look_up_chosen,
    roll,
    roll_chosen,
    roll_more,
    roll_wide,
    width_of,
)
from tamriel_odds.kernels.call_to_arms.fight_rules import (
    find_armor_effect,
    find_stars,
    force_reroll,
    join_in,
    keep,
)
from tamriel_odds.kernels.call_to_arms.fight_steps import STAMINA, STATUS, TARGET, add_die, join, rows_of
from tamriel_odds.kernels.call_to_arms.fought import keep_potion, stand
from tamriel_odds.kernels.dice import FACES_A_WORD
from tamriel_odds.kernels.jit import passage, step


@step
def roll_attack(rolled, variant, words, apart, left, tables):
    """The attack roll of each trial's variant, up to the row of bonus dice it takes."""
    entries, more = tables.entries, rolled[row.MORE][:left]
    skill, attack, index = rolled[row.SKILL][:left], rolled[row.ATTACK][:left], rolled[row.INDEX][:left]
    bonus, choice = rolled[row.BONUS][:left], rolled[row.CHOICE][:left]
    roll_chosen(skill, variant, words[SKILL], entries, table.SKILL_DIE)
    roll_chosen(attack, variant, words[ATTACK], entries, table.ATTACK)
    roll_more(attack, more, variant, words[ATTACK_6], entries, table.ATTACK_6)
    roll_more(attack, more, variant, words[ATTACK_11], entries, table.ATTACK_11)
    add_critical(attack, skill)
    if tables.extras:
        hit, used = rolled[row.HIT][:left], rolled[row.EXTRA][:left]
        strike(hit, skill, attack, rolled[row.NOTHING], TARGET)
        look_up(used, variant, entries, table.EXTRA_ROW)
        keep(used, hit)
        roll_chosen(more, used, apart[EXTRA_DAMAGE], entries, table.EXTRA)
        add(attack, more)
    situate(index, skill, attack, TARGET, tables.most_missing, tables.most_stars)
    look_up_chosen(choice, variant, index, entries, table.CHOICE)
    roll_chosen(bonus, choice, words[BONUS], entries, table.BONUS)
    roll_more(bonus, more, choice, words[BONUS_6], entries, table.BONUS_6)
    roll_more(bonus, more, choice, words[BONUS_11], entries, table.BONUS_11)


@passage
def answer_hit(rolled, again, state, left, target, tables):
    """Defensive Posture: the target pays for a second roll, which stands."""
    own, rerolled = rows_of(target), rolled[row.INDEX][:left]
    strike(rolled[row.HIT][:left], rolled[row.SKILL], rolled[row.ATTACK], rolled[row.BONUS], TARGET)
    most_stars = width_of(tables.entries, table.AGAIN) - 1
    find_stars(rerolled, rolled[row.ATTACK], rolled[row.BONUS], most_stars)
    look_up_chosen(rerolled, rolled[row.CHOICE], rerolled, tables.entries, table.AGAIN)
    force_reroll(rerolled, rolled[row.HIT], rolled[row.ACTS], state[own + STAMINA], state[own + STATUS])
    keep_potion(again[row.SKILL][:left], rolled[row.SKILL], rerolled)
    for shown in (row.SKILL, row.ATTACK, row.BONUS, row.CHOICE):
        stand(rolled[shown][:left], again[shown], rerolled)
    if tables.extras:
        keep(again[row.EXTRA], rerolled)
        join_in(rolled[row.EXTRA][:left], again[row.EXTRA])


@passage
def roll_braced_armor(rolled, words, left, number, tables):
    """The armor roll with the dice that the Block Test and Custom Fit add."""
    armor, index, choice = rolled[row.ARMOR][:left], rolled[row.INDEX][:left], rolled[row.CHOICE]
    same = tables.plan[turn.SAME_ARMOR, number]
    if same >= 0:
        roll(armor, same, words[ARMOR], tables.entries, table.ARMOR)
        return
    if tables.plan[turn.BLOCKING, number]:
        look_up(index, rolled[row.BLOCK], tables.entries, table.BLOCK_DIE)
        add_die(index, choice, index, tables.rows)
        choice = index
    if tables.plan[turn.FITS, number]:
        add_die(index, choice, rolled[row.FIT], tables.rows)
        choice = index
    look_up(index, choice, tables.entries, table.ARMOR_ROW)
    if width_of(tables.entries, table.ARMOR):
        roll_chosen(armor, index, words[ARMOR], tables.entries, table.ARMOR)
    else:
        roll_armor_dice(armor, rolled[row.MORE][:left], index, words, tables.entries)


@passage
def roll_armor_dice(armor, more, index, words, entries):
    """The Armor Rating dice of a large armor, then the bonus dice of the one Special Effect of this roll."""
    roll_chosen(armor, index, words[ARMOR], entries, table.ARMOR_DICE)
    roll_more(armor, more, index, words[ARMOR_6], entries, table.ARMOR_6)
    roll_more(armor, more, index, words[ARMOR_11], entries, table.ARMOR_11)
    find_armor_effect(index, armor)
    look_up(index, index, entries, table.ARMOR_CHOICE)
    roll_more(armor, more, index, words[ARMOR_BONUS], entries, table.ARMOR_BONUS)
    roll_more(armor, more, index, words[ARMOR_BONUS_6], entries, table.ARMOR_BONUS_6)
    roll_more(armor, more, index, words[ARMOR_BONUS_11], entries, table.ARMOR_BONUS_11)


@passage
def roll_damage(rolled, words, apart, left, number, tables):
    """Whether it hits, and the damage that armor and Block leave."""
    bonus, hit, armor, index = rolled[row.BONUS], rolled[row.HIT][:left], rolled[row.ARMOR][:left], rolled[row.INDEX]
    strike(hit, rolled[row.SKILL], rolled[row.ATTACK], bonus, TARGET)
    if tables.plan[turn.BLOCKING, number]:
        roll_block(rolled, apart, left, tables)
    if tables.plan[turn.FITS, number]:
        test = body.ARMOR * tables.models.shape[1] + tables.plan[turn.TARGET, number]
        roll(rolled[row.FIT][:left], test, apart[CUSTOM_FIT], tables.entries, table.TESTS)
    roll_braced_armor(rolled, words, left, number, tables)
    if tables.plan[turn.BLOCKING, number]:
        if width_of(tables.entries, table.BLOCK) > FACES_A_WORD:
            roll_wide(index[:left], rolled[row.BLOCK], apart[BLOCK], apart[BLOCK_6], tables.entries, table.BLOCK)
        else:
            roll_chosen(index[:left], rolled[row.BLOCK], apart[BLOCK], tables.entries, table.BLOCK)
        join(armor, index)
    pierce(armor, bonus, tables.plan[turn.STRONG_ARMOR, number])
    wound(rolled[row.DAMAGE][:left], hit, rolled[row.ATTACK], bonus, armor)
