"""Attacks and what is made of them by icepool, which finds the best Special Effect by itself; tests also by dyce."""

from collections import defaultdict
from functools import cache

import icepool
import numpy as np
from dyce import H

from tamriel_odds.benchmarks.rivals.call_to_arms.duel import attacks_of
from tamriel_odds.odds.dice import ICONS

# No pool shows as many stars, accuracy or icons.
UNIT = 1 << 8


def attack(roll):
    """The joint distribution of an attack."""

    def suffer(stars, armor):
        return armor.map(lambda rolled: (max(stars - rolled, 0), 0))

    return _joint(roll, roll.outcomes.shape, suffer)


def area(roll):
    """The joint distribution of an Area Effect, in which all models roll armor against the same attack."""
    health = roll.attack.health

    def suffer(stars, armor):
        def one(rolled):
            damage = max(stars - rolled, 0)
            return icepool.Vector((damage, int(damage >= health)))

        return (roll.targets @ armor.map(one)).map(tuple)

    return _joint(roll.attack, roll.outcomes.shape, suffer)


def rerolled(roll):
    """The joint distribution where every hit is rolled again (Defensive Posture); the Potion of the first is kept."""
    fresh = _joint(roll, (*roll.outcomes.shape, 1), lambda stars, armor: armor.map(lambda r: (max(stars - r, 0), 0)))
    fresh = fresh[..., 0]
    hits = fresh[:, 1].sum(axis=(0, 1, 3))
    joint = hits[0] * fresh
    joint[:, 0] += fresh[:, 0]
    joint[:, :, :, 1] += hits[1] * fresh.sum(axis=3)
    return joint


def duel(roll):
    """The probabilities of a duel of plain attacks, without tokens and Endurance Tests, turn by turn."""
    most = [model.most_health for model in roll.models]
    outcomes = [_damage_and_potion(attack_roll) for attack_roll in attacks_of(roll)]
    states = {tuple(most): 1.0}
    cells = np.zeros(roll.outcomes.shape)
    for turn in roll.plan:
        own, them = turn.attacker, turn.target
        reached = defaultdict(float)
        for state, share in states.items():
            for (damage, potion), probability in outcomes[turn.choice].items():
                left = list(state)
                left[them] = max(left[them] - damage, 0)
                left[own] = min(left[own] + potion, most[own])
                reached[tuple(left)] += share * probability
        states = {state: share for state, share in reached.items() if all(state)}
        for state, share in reached.items():
            if not all(state):
                cells[(turn.moment, *state)] += share
    for state, share in states.items():
        cells[(roll.never, *state)] += share
    return cells


def _damage_and_potion(roll):
    joint = attack(roll)
    outcomes = defaultdict(float)
    for place in zip(*np.nonzero(joint), strict=True):
        outcomes[int(place[0]), int(place[3])] += float(joint[place])
    return outcomes


def test(roll):
    """The joint distribution of a Skill Test by icepool."""
    accuracy = sum(icepool.Die([face.accuracy for face in die.faces]) for die in roll.green)
    face = icepool.Die(range(len(roll.faces)))
    rolled = icepool.map(lambda shown, helped: _tested(roll, shown, helped), face, accuracy)
    return _spread(roll, rolled.items(), rolled.denominator())


def test_by_dyce(roll):
    """The same by dyce, whose outcomes are numbers: face and accuracy in one."""
    accuracy = sum((H([face.accuracy for face in die.faces]) for die in roll.green), H({0: 1}))
    rolled = H(range(len(roll.faces))) * UNIT + accuracy
    cells = [(_tested(roll, shown // UNIT, shown % UNIT), ways) for shown, ways in rolled.items()]
    return _spread(roll, cells, rolled.total)


def _tested(roll, number, accuracy):
    """The cell of a face of the Skill Die, by its number, with so much Accuracy."""
    face = roll.faces[number]
    is_failure = "failure" in face.signs
    score = max(face.number + roll.target.modifier - accuracy, 1)
    shown = len(roll.outcomes.axes[0].values) - 1 if is_failure else score - 1
    passed = not is_failure and score <= roll.target.attribute
    return shown, int(passed), int("critical" in face.signs), int("potion" in face.signs)


def _spread(roll, cells, combinations):
    joint = np.zeros(roll.outcomes.shape)
    for cell, ways in cells:
        joint[cell] += ways / combinations
    return joint


def _joint(roll, shape, suffer):
    """Probabilities by cell; `suffer(stars, armor roll)` is what a hit comes to: damage, and the last axis."""
    order = roll.order and [*roll.order, *(icon for icon in ICONS if icon not in roll.order)]

    @cache
    def throw(dice):
        """What a pool shows, as one integer: sums of integers are icepool's fastest, and icons are counted."""
        rolled = icepool.Die([0])
        for die in dice:
            rolled += icepool.Die([_packed(face) for face in die.faces])
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
    def hurt(stars, number):
        return suffer(stars + roll.options[number].damage, armor(number))

    @cache
    def outcome(missing, stars, critical, potion, number):
        """The cell of an attack that shows so much, and misses by so much, before its bonus dice."""

        def settle(more_stars, accuracy, _):
            if missing > accuracy:
                return 0, 0, 0, potion, 0, 0
            return hurt(stars + more_stars, number).map(
                lambda damage, last: (damage, 1, critical, potion, number, last)
            )

        return throw(roll.options[number].added(critical)).map(settle)

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

    attack_dice = throw(roll.attack)
    with_critical = throw((*roll.attack, roll.test.critical)) if roll.test.critical else attack_dice

    def attack_with(face):
        return icepool.map(strike, icepool.Die([face]), with_critical if face[1] else attack_dice, star=False)

    answer = icepool.Die([skill(face) for face in roll.test.die.faces]).map(attack_with, star=False)
    probabilities = np.zeros(shape)
    for cell, ways in answer.items():
        probabilities[cell] = ways / answer.denominator()
    return probabilities


def _packed(face):
    icons = sum(UNIT ** (2 + bit) for bit, icon in enumerate(ICONS) if icon in face.signs)
    return face.number + face.accuracy * UNIT + icons
