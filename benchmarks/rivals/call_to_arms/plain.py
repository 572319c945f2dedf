"""Attacks in plain Python, as the rule reads, one trial at a time. They know neither Weakness nor an Endurance Test."""

import random
from typing import NamedTuple

from tamriel_odds.benchmarks.rivals.call_to_arms.duel import attacks_of
from tamriel_odds.benchmarks.rivals.plain import counted
from tamriel_odds.odds.call_to_arms.choice import armor_choice
from tamriel_odds.odds.call_to_arms.pools import icon_bits


class Struck(NamedTuple):
    """One attack roll before armor; `number` is that of the option, 0 for a miss."""

    stars: int
    hit: int
    critical: int
    potion: int
    number: int


class Attacker:
    """Rolls the attacks of one resolved roll."""

    def __init__(self, roll):
        self.roll, self.pick = roll, random.Random(1).choice
        self.bits = {face: icon_bits(face) for die in roll.dice for face in die.faces}
        self.choice, self.armor_choice = roll.choice.tolist(), armor_choice(roll.armor_effects).tolist()
        self.most_missing = roll.choice.shape[2] - 1

    def throw(self, dice):
        faces = [self.pick(die.faces) for die in dice]
        icons = 0
        for face in faces:
            icons |= self.bits[face]
        return sum(face.number for face in faces), sum(face.accuracy for face in faces), icons

    def strike(self):
        roll, test = self.roll, self.roll.test
        skill = self.pick(test.die.faces)
        is_critical = "critical" in skill.signs and test.is_skill_test
        is_failure, potion = "failure" in skill.signs, int("potion" in skill.signs)
        with_critical = is_critical and test.critical is not None
        stars, accuracy, icons = self.throw((*roll.attack, test.critical) if with_critical else roll.attack)
        missing = max(test.score(skill) - accuracy - test.target, 0)
        missing = self.most_missing if is_failure else min(missing, self.most_missing)
        number = self.choice[is_critical][icons][missing][stars]
        option = roll.options[number]
        more_stars, more_accuracy, _ = self.throw(option.added(is_critical))
        if is_failure or max(test.score(skill) - accuracy - more_accuracy, 1) > test.target:
            return Struck(0, 0, 0, potion, 0)
        return Struck(stars + more_stars + option.damage, 1, int(is_critical), potion, number)

    def wound(self, struck):
        """The damage after one model's armor roll."""
        option = self.roll.options[struck.number]
        armor, _, icons = self.throw(option.armor)
        if effect := self.armor_choice[icons]:
            armor += self.throw(self.roll.armor_effects[effect - 1].bonus)[0]
        armor = max(armor - option.piercing, min(armor, self.roll.strong_armor))
        return max(struck.stars - armor, 0) if struck.hit else 0


def _attack(roll):
    attacker = Attacker(roll)

    def play():
        struck = attacker.strike()
        return attacker.wound(struck), struck.hit, struck.critical, struck.potion, struck.number, 0

    return play


def _rerolled(roll):
    attacker = Attacker(roll)

    def play():
        struck, potion = attacker.strike(), 0
        if struck.hit:
            struck, potion = attacker.strike(), struck.potion
        potion |= struck.potion
        return attacker.wound(struck), struck.hit, struck.critical, potion, struck.number

    return play


def _area(roll):
    attacker = Attacker(roll.attack)

    def play():
        struck = attacker.strike()
        damage = [attacker.wound(struck) for _ in range(roll.targets)]
        removed = sum(suffered >= roll.attack.health for suffered in damage)
        return sum(damage), struck.hit, struck.critical, struck.potion, struck.number, removed

    return play


def _duel(roll):
    attackers = [Attacker(attack) for attack in attacks_of(roll)]
    most = [model.most_health for model in roll.models]

    def play():
        health = list(most)
        for turn in roll.plan:
            attacker = attackers[turn.choice]
            struck = attacker.strike()
            health[turn.attacker] = min(health[turn.attacker] + struck.potion, most[turn.attacker])
            health[turn.target] = max(health[turn.target] - attacker.wound(struck), 0)
            if health[turn.target] == 0:
                return turn.moment, *health
        return roll.never, *health

    return play


def _test(roll):
    pick, failed = random.Random(1).choice, len(roll.outcomes.axes[0].values) - 1

    def play():
        face, accuracy = pick(roll.faces), sum(pick(die.faces).accuracy for die in roll.green)
        score = max(face.number + roll.target.modifier - accuracy, 1)
        is_failure = "failure" in face.signs
        passed = not is_failure and score <= roll.target.attribute
        shown = failed if is_failure else score - 1
        return shown, int(passed), int("critical" in face.signs), int("potion" in face.signs)

    return play


attack, rerolled, area, duel, test = (counted(play) for play in (_attack, _rerolled, _area, _duel, _test))
