"""A Call to Arms attack in numpy, in plain Python and in icepool.

All follow the rule die by die from the same faces and the same policy; they know neither Weakness nor an Endurance
Test. Each gives counts or probabilities by cell, on the axes of the question.
"""

import random
from functools import cache

import icepool
import numpy as np

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.choice import armor_choice
from tamriel_odds.odds.call_to_arms.pools import icon_bits
from tamriel_odds.odds.dice import ICONS

# Trials in one numpy expression: these arrays stay in the second cache, four times as fast as a million at once.
AT_ONCE = 1 << 15

# No pool shows as many stars, accuracy or icons.
UNIT = 1 << 8


def in_parts(count_trials, roll, trials):
    """Add up the counts of parts small enough for the cache."""
    random_words = np.random.default_rng(1)
    counts = np.zeros(roll.outcomes.cells, np.int64)
    for first in range(0, trials, AT_ONCE):
        counts += count_trials(roll, min(AT_ONCE, trials - first), random_words)
    return counts


def numpy_by_die(roll: AttackRoll, trials: int):
    """Vectorised, a draw a die."""
    return in_parts(_count_by_die, roll, trials)


def numpy_by_pool(roll: AttackRoll, trials: int):
    """Vectorised, with every combination of a pool's faces in one table, as the kernel has them."""
    return in_parts(_count_by_pool, roll, trials)


def _count_by_die(roll, trials, random_words):
    def throw(dice, size):
        shown = np.zeros((3, size), np.int8)
        for die in dice:
            faces = np.array([(face.number, face.accuracy, icon_bits(face)) for face in die.faces], np.int8).T
            shown_by_die = faces[:, random_words.integers(len(die.faces), size=size, dtype=np.uint8)]
            shown[:2] += shown_by_die[:2]
            shown[2] |= shown_by_die[2]
        return shown

    number = np.array([roll.test.score(face) for face in roll.test.die.faces], np.int8)
    signs = {sign: np.array([sign in face.signs for face in roll.test.die.faces]) for sign in SKILL_SIGNS}
    face = random_words.integers(len(number), size=trials, dtype=np.uint8)
    score = number[face]
    critical, failure, potion = (by_face[face] for by_face in signs.values())
    critical = critical & roll.test.is_skill_test
    stars, accuracy, icons = throw(roll.attack, trials)
    if roll.test.critical is not None:
        rows = np.flatnonzero(critical)
        more_stars, _, more_icons = throw([roll.test.critical], rows.size)
        stars[rows] += more_stars
        icons[rows] |= more_icons
    chosen = _choose(roll, score, accuracy, stars, icons, critical, failure)
    by_option = np.array([(option.damage, option.piercing) for option in roll.options], np.int8).T
    stars += by_option[0, chosen]
    for number, option in enumerate(roll.options):
        for is_critical in (0, 1):
            if dice := option.added(is_critical):
                rows = np.flatnonzero((chosen == number) & (critical == is_critical))
                more_stars, more_accuracy, _ = throw(dice, rows.size)
                stars[rows] += more_stars
                accuracy[rows] += more_accuracy
    hit = ~failure & (np.maximum(score - accuracy, 1) <= roll.test.target)
    armor, _, armor_icons = throw(roll.options[0].armor, trials)
    effect = armor_choice(roll.armor_effects)[armor_icons]
    for number, armor_effect in enumerate(roll.armor_effects, start=1):
        rows = np.flatnonzero(effect == number)
        armor[rows] += throw(armor_effect.bonus, rows.size)[0]
    return _count(roll, stars, armor, by_option[1, chosen], hit, critical, potion, chosen)


SKILL_SIGNS = ("critical", "failure", "potion")


def _choose(roll, score, accuracy, stars, icons, critical, failure):
    """The option by icons alone where the player has an order, else by all that the policy knows."""
    if roll.order is not None:
        return roll.choice[0, :, 0, 0][icons]
    most_missing = roll.choice.shape[2] - 1
    missing = np.clip(score - accuracy - roll.test.target, 0, most_missing)
    missing[failure] = most_missing
    return roll.choice[critical.view(np.uint8), icons, missing, stars]


def _count(roll, stars, armor, piercing, hit, critical, potion, chosen):
    pierced = np.maximum(armor - piercing, np.minimum(armor, roll.strong_armor))
    damage = np.maximum(stars - pierced, 0) * hit
    cells = damage.astype(np.uint16)
    for axis, size in ((hit, 2), (critical & hit, 2), (potion, 2), (chosen * hit, len(roll.options))):
        cells = cells * np.uint16(size) + axis
    return np.bincount(cells, minlength=roll.outcomes.cells)


def _count_by_pool(roll, trials, random_words):
    tables = _tables(roll)

    def throw(faces):
        return random_words.integers(faces, size=trials, dtype=np.uint16)

    skill = tables["skill_die"][throw(tables["skill_die"].size)]
    critical, failure, potion = (skill >> bit & 1 > 0 for bit in (8, 9, 10))
    attack = tables["attack"][throw(tables["attack"].size)]
    icons = (attack | skill) >> 24 & 7
    attack = (attack & 0xFFFFFF) + np.where(critical, skill >> 16 & 0xFF, 0)
    score = skill & 0xFF
    chosen = _choose(roll, score, attack >> 8 & 0xFF, attack & 0xFF, icons, critical, failure)
    rows = chosen + critical * np.uint8(len(roll.options))
    total = attack + tables["bonus"][rows, throw(tables["bonus"].shape[1])]
    hit = ~failure & (np.maximum(score - (total >> 8 & 0xFF), 1) <= roll.test.target)
    armor = tables["armor"][0][throw(tables["armor"].shape[1])].astype(np.int32)
    return _count(roll, total & 0xFF, armor, total >> 16 & 0x7F, hit, critical, potion, chosen)


@cache
def _tables(roll):
    """Built once, as the tables of the kernel are."""
    return roll.tables()


def plain_python(roll: AttackRoll, trials: int):
    """The rule as it reads, one trial at a time."""
    choice, chosen_armor = roll.choice.tolist(), armor_choice(roll.armor_effects).tolist()
    most_missing, counts = roll.choice.shape[2] - 1, np.zeros(roll.outcomes.shape, np.int64)
    pick = random.Random(1).choice

    def throw(dice):
        faces = [pick(die.faces) for die in dice]
        icons = 0
        for face in faces:
            icons |= bits[face]
        return sum(face.number for face in faces), sum(face.accuracy for face in faces), icons

    bits = {face: icon_bits(face) for die in roll.dice for face in die.faces}
    for _ in range(trials):
        skill = pick(roll.test.die.faces)
        is_critical = "critical" in skill.signs and roll.test.is_skill_test
        is_failure, potion = "failure" in skill.signs, int("potion" in skill.signs)
        with_critical = is_critical and roll.test.critical is not None
        stars, accuracy, icons = throw((*roll.attack, roll.test.critical) if with_critical else roll.attack)
        missing = max(roll.test.score(skill) - accuracy - roll.test.target, 0)
        missing = most_missing if is_failure else min(missing, most_missing)
        number = choice[is_critical][icons][missing][stars]
        option = roll.options[number]
        more_stars, more_accuracy, _ = throw(option.added(is_critical))
        if is_failure or max(roll.test.score(skill) - accuracy - more_accuracy, 1) > roll.test.target:
            counts[0, 0, 0, potion, 0, 0] += 1
            continue
        armor, _, armor_icons = throw(option.armor)
        if effect := chosen_armor[armor_icons]:
            armor += throw(roll.armor_effects[effect - 1].bonus)[0]
        armor = max(armor - option.piercing, min(armor, roll.strong_armor))
        damage = max(stars + more_stars + option.damage - armor, 0)
        counts[damage, 1, int(is_critical), potion, number, 0] += 1
    return counts.ravel()


def icepool_exact(roll: AttackRoll):
    """The joint distribution by icepool, which also finds the best Special Effect by itself."""
    order = roll.order and [*roll.order, *(icon for icon in ICONS if icon not in roll.order)]

    @cache
    def throw(dice):
        """What a pool shows, as one integer: sums of integers are icepool's fastest, and icons are counted."""
        rolled = icepool.Die([0])
        for die in dice:
            rolled += icepool.Die(
                [
                    face.number
                    + face.accuracy * UNIT
                    + sum(UNIT ** (2 + bit) for bit, icon in enumerate(ICONS) if icon in face.signs)
                    for face in die.faces
                ]
            )
        return rolled.map(
            lambda shown: (
                shown % UNIT,
                shown // UNIT % UNIT,
                tuple(icon for bit, icon in enumerate(ICONS) if shown // UNIT ** (2 + bit) % UNIT),
            )
        )

    def protect(stars, _, icons):
        shown = [throw(effect.bonus).marginals[0] for effect in roll.armor_effects if effect.icon in icons]
        return stars + max(shown, key=lambda bonus: bonus.mean()) if shown else stars

    @cache
    def armor(number):
        option = roll.options[number]
        rolled = throw(option.armor).map(protect)
        return rolled.map(lambda stars: max(stars - option.piercing, min(stars, roll.strong_armor)))

    @cache
    def outcome(missing, stars, critical, potion, number):
        """The cell of an attack that shows so much, and misses by so much, before its bonus dice."""
        option = roll.options[number]

        def settle(bonus, armor_stars):
            if missing > bonus[1]:
                return 0, 0, 0, potion, 0, 0
            return max(stars + bonus[0] + option.damage - armor_stars, 0), 1, critical, potion, number, 0

        return icepool.map(settle, throw(option.added(critical)), armor(number), star=False)

    @cache
    def best(missing, stars, critical, potion, icons):
        shown = [number for number, option in enumerate(roll.options) if option.icon in icons]
        if order:
            number = min(shown, key=lambda number: order.index(roll.options[number].icon), default=0)
            return outcome(missing, stars, critical, potion, number)
        ways = [outcome(missing, stars, critical, potion, number) for number in (*shown, 0)]
        return max(ways, key=lambda way: way.marginals[0].mean()) if shown else ways[0]

    def strike(skill, shown):
        score, critical, failure, potion = skill
        stars, accuracy, icons = shown
        if failure:
            return 0, 0, 0, potion, 0, 0
        return best(max(score - accuracy - roll.test.target, 0), stars, critical, potion, icons)

    def skill(face):
        is_critical = "critical" in face.signs and roll.test.is_skill_test
        return roll.test.score(face), int(is_critical), int("failure" in face.signs), int("potion" in face.signs)

    attack = throw(roll.attack)
    criticals = throw((*roll.attack, roll.test.critical)) if roll.test.critical else attack

    def attack_with(face):
        return icepool.map(strike, icepool.Die([face]), criticals if face[1] else attack, star=False)

    answer = icepool.Die([skill(face) for face in roll.test.die.faces]).map(attack_with, star=False)
    probabilities = np.zeros(roll.outcomes.shape)
    for cell, ways in answer.items():
        probabilities[cell] = ways / answer.denominator()
    return probabilities
