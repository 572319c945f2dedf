"""Attacks in numpy, all trials at once: rolled a draw a die, or with every combination of a pool's faces in a table.

They know neither Weakness nor an Endurance Test.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.benchmarks.rivals.call_to_arms.duel import attacks_of
from tamriel_odds.benchmarks.rivals.parts import in_parts
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.choice import armor_choice
from tamriel_odds.odds.call_to_arms.pools import icon_bits

SKILL_SIGNS = ("critical", "failure", "potion")


class Struck(NamedTuple):
    """Attack rolls before armor, one entry a trial."""

    stars: np.ndarray
    piercing: np.ndarray
    hit: np.ndarray
    critical: np.ndarray
    potion: np.ndarray
    chosen: np.ndarray


class ByDie:
    """A draw a die."""

    def __init__(self, roll):
        self.roll = roll
        self.score = np.array([roll.test.score(face) for face in roll.test.die.faces], np.int8)
        self.signs = [np.array([sign in face.signs for face in roll.test.die.faces]) for sign in SKILL_SIGNS]
        self.option = np.array([(option.damage, option.piercing) for option in roll.options], np.int8).T
        self.shown = {die: _shown(die) for die in roll.dice}
        self.armor_choice = armor_choice(roll.armor_effects)

    def _throw(self, dice, size, random_words):
        shown = np.zeros((3, size), np.int8)
        for die in dice:
            faces = self.shown[die]
            shown_by_die = faces[:, random_words.integers(faces.shape[1], size=size, dtype=np.uint8)]
            shown[:2] += shown_by_die[:2]
            shown[2] |= shown_by_die[2]
        return shown

    def strike(self, trials, random_words):
        roll = self.roll
        face = random_words.integers(len(self.score), size=trials, dtype=np.uint8)
        score = self.score[face]
        critical, failure, potion = (by_face[face] for by_face in self.signs)
        critical = critical & roll.test.is_skill_test
        stars, accuracy, icons = self._throw(roll.attack, trials, random_words)
        if roll.test.critical is not None:
            rows = np.flatnonzero(critical)
            more_stars, _, more_icons = self._throw([roll.test.critical], rows.size, random_words)
            stars[rows] += more_stars
            icons[rows] |= more_icons
        chosen = choose(roll, score, accuracy, stars, icons, critical, failure)
        stars += self.option[0, chosen]
        for number, option in enumerate(roll.options):
            for is_critical in (0, 1):
                if dice := option.added(is_critical):
                    rows = np.flatnonzero((chosen == number) & (critical == is_critical))
                    more_stars, more_accuracy, _ = self._throw(dice, rows.size, random_words)
                    stars[rows] += more_stars
                    accuracy[rows] += more_accuracy
        hit = ~failure & (np.maximum(score - accuracy, 1) <= roll.test.target)
        return Struck(stars, self.option[1, chosen], hit, critical, potion, chosen)

    def armor(self, trials, random_words):
        roll = self.roll
        armor, _, icons = self._throw(roll.options[0].armor, trials, random_words)
        effect = self.armor_choice[icons]
        for number, armor_effect in enumerate(roll.armor_effects, start=1):
            rows = np.flatnonzero(effect == number)
            armor[rows] += self._throw(armor_effect.bonus, rows.size, random_words)[0]
        return armor


class ByPool:
    """A draw a pool, from the tables of the kernel, which are made once."""

    def __init__(self, roll):
        self.roll = roll
        self.tables = AttackRoll.tables(roll)

    def strike(self, trials, random_words):
        roll, tables = self.roll, self.tables
        skill, attack = (_pick(tables[pool], trials, random_words) for pool in ("skill_die", "attack"))
        critical, failure, potion = (skill >> bit & 1 > 0 for bit in (8, 9, 10))
        icons = (attack | skill) >> 24 & 7
        attack = (attack & 0xFFFFFF) + np.where(critical, skill >> 16 & 0xFF, 0)
        score = skill & 0xFF
        chosen = choose(roll, score, attack >> 8 & 0xFF, attack & 0xFF, icons, critical, failure)
        rows = chosen + critical * np.uint8(len(roll.options))
        bonus = tables["bonus"]
        total = attack + bonus[rows, random_words.integers(bonus.shape[1], size=trials, dtype=np.uint16)]
        hit = ~failure & (np.maximum(score - (total >> 8 & 0xFF), 1) <= roll.test.target)
        return Struck(total & 0xFF, total >> 16 & 0x7F, hit, critical, potion, chosen)

    def armor(self, trials, random_words):
        return _pick(self.tables["armor"][0], trials, random_words).astype(np.int32)


def attack(way):
    """The rival that rolls one attack a trial, in that way."""

    def prepared(roll):
        rolled = way(roll)

        def count(trials, random_words):
            struck = rolled.strike(trials, random_words)
            damage = wound(roll, struck, rolled.armor(trials, random_words))
            return np.bincount(place(roll, damage, struck), minlength=roll.outcomes.cells)

        return in_parts(count, roll.outcomes.cells)

    return prepared


def rerolled(way):
    """The rival that rolls every hit again (Defensive Posture); the Potion of the first roll is kept."""

    def prepared(roll):
        rolled = way(roll)

        def count(trials, random_words):
            struck = rolled.strike(trials, random_words)
            again = np.flatnonzero(struck.hit)
            second = rolled.strike(again.size, random_words)
            second.potion[:] |= struck.potion[again]
            for first, fresh in zip(struck, second, strict=True):
                first[again] = fresh
            damage = wound(roll, struck, rolled.armor(trials, random_words))
            return np.bincount(place(roll, damage, struck), minlength=roll.outcomes.cells)

        return in_parts(count, roll.outcomes.cells)

    return prepared


def area(way):
    """The rival that rolls one attack and an armor for each model in the area."""

    def prepared(roll):
        rolled = way(roll.attack)

        def count(trials, random_words):
            struck = rolled.strike(trials, random_words)
            damage, removed = np.zeros(trials, np.int32), np.zeros(trials, np.int32)
            for _ in range(roll.targets):
                suffered = wound(roll.attack, struck, rolled.armor(trials, random_words))
                damage += suffered
                removed += suffered >= roll.attack.health
            cells = place(roll.attack, damage, struck) * np.uint16(roll.targets + 1) + removed
            return np.bincount(cells, minlength=roll.outcomes.cells)

        return in_parts(count, roll.outcomes.cells)

    return prepared


def duel(way):
    """The rival that plays the plan of a duel of plain attacks; the trials that are over leave."""

    def prepared(roll):
        sides = [way(attack) for attack in attacks_of(roll)]
        most = [model.most_health for model in roll.models]

        def count(trials, random_words):
            health = np.repeat(np.array(most, np.int16)[:, None], trials, axis=1)
            moment = np.full(trials, roll.never)
            standing = np.arange(trials)
            for turn in roll.plan:
                rolled, own, them = sides[turn.choice], health[turn.attacker], health[turn.target]
                struck = rolled.strike(standing.size, random_words)
                damage = wound(rolled.roll, struck, rolled.armor(standing.size, random_words))
                own[standing] = np.minimum(own[standing] + struck.potion, most[turn.attacker])
                left = np.maximum(them[standing] - damage, 0)
                them[standing] = left
                moment[standing[left == 0]] = turn.moment
                standing = standing[left > 0]
            cells = np.ravel_multi_index((moment, *health), roll.outcomes.shape)
            return np.bincount(cells, minlength=roll.outcomes.cells)

        return in_parts(count, roll.outcomes.cells)

    return prepared


def test(roll):
    """A Skill Test with Accuracy Dice, a draw a die."""
    accuracy = [np.array([face.accuracy for face in die.faces], np.uint8) for die in roll.green]

    def helped(trials, random_words):
        return sum(die[random_words.integers(die.size, size=trials, dtype=np.uint8)] for die in accuracy)

    return _tested(roll, helped)


def test_by_pool(roll):
    """The same, a draw for all Accuracy Dice."""
    pool = np.zeros(1, np.uint8)
    for die in roll.green:
        pool = (pool[:, None] + np.array([face.accuracy for face in die.faces], np.uint8)).ravel()
    return _tested(roll, lambda trials, random_words: _pick(pool, trials, random_words))


def _tested(roll, helped):
    labels = roll.outcomes.axes[0].values
    faces = [(face.number + roll.target.modifier, *(sign in face.signs for sign in SKILL_SIGNS)) for face in roll.faces]
    number, critical, failure, potion = np.array(faces, np.int16).T

    def count(trials, random_words):
        face = random_words.integers(number.size, size=trials, dtype=np.uint8)
        score = np.maximum(number[face] - helped(trials, random_words), 1)
        passed = (score <= roll.target.attribute) & (failure[face] == 0)
        cells = np.where(failure[face], len(labels) - 1, score - 1)
        for claim in (passed, critical[face], potion[face]):
            cells = cells * 2 + claim
        return np.bincount(cells, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def choose(roll, score, accuracy, stars, icons, critical, failure):
    """The option by icons alone where the player has an order, else by all that the policy knows."""
    if roll.order is not None:
        return roll.choice[0, :, 0, 0][icons]
    most_missing = roll.choice.shape[2] - 1
    missing = np.clip(score - accuracy - roll.test.target, 0, most_missing)
    missing[failure] = most_missing
    return roll.choice[critical.view(np.uint8), icons, missing, stars]


def wound(roll, struck, armor):
    """Piercing, its floor, and the stars that are left of a hit."""
    pierced = np.maximum(armor - struck.piercing, np.minimum(armor, roll.strong_armor))
    return np.maximum(struck.stars - pierced, 0) * struck.hit


def place(roll, damage, struck):
    """The cell on the axes damage, hit, critical, potion and effect."""
    cells = damage.astype(np.uint16)
    claims = ((struck.hit, 2), (struck.critical & struck.hit, 2), (struck.potion, 2))
    for axis, size in (*claims, (struck.chosen * struck.hit, len(roll.options))):
        cells = cells * np.uint16(size) + axis
    return cells


def _shown(die):
    """Stars, accuracy and icons by face."""
    return np.array([(face.number, face.accuracy, icon_bits(face)) for face in die.faces], np.int8).T


def _pick(pool, trials, random_words):
    return pool[random_words.integers(pool.size, size=trials, dtype=np.uint16)]
