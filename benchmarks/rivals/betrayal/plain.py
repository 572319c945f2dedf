"""Engages, checks, overland decks, turns and battles of Betrayal in plain Python, as the rule reads."""

import random

from tamriel_odds.benchmarks.rivals.betrayal.battle import Setting
from tamriel_odds.benchmarks.rivals.betrayal.turns import Adventurer, marks_of
from tamriel_odds.benchmarks.rivals.plain import counted


def _engage(roll):
    dice, pick = roll.handfuls[0].own, random.Random(1).choice

    def play():
        faces = [pick(die.faces) for die in dice]
        defense = max(roll.defense - sum(face.ignores for face in faces), 0)
        taken = max(sum(face.number for face in faces) - defense, 0)
        return taken, sum(face.tenacity for face in faces)

    return play


def _social(roll):
    pick, least = random.Random(1).choice, int(roll.outcomes.axes[0].values[0])

    def play():
        total = sum(pick(die.faces).number for die in roll.rolled)
        missing = max(roll.difficulty - total, 0)
        return total - least, missing if missing <= roll.tenacity else 0

    return play


def _lockpick(roll):
    """After each roll the policy is asked what to do."""
    roll_die = random.Random(1).randint

    def play():
        state = roll.start
        for attempt in range(1, roll.attempts + 1):
            rolled = [roll_die(1, 6) for _ in range(3 - len(state.kept))]
            dice = tuple(sorted((*state.kept, *rolled)))
            move = roll.policy.move(roll.attempts - attempt, state.is_matched, dice, roll.budget - state.spent)
            if move.is_open:
                return state.spent + move.spent, attempt - 1, 1
            state = roll.lock.after(state, move)
        return state.spent, roll.attempts - 1, 0

    return play


def _overland(roll):
    sample = random.Random(1).sample
    general = [True] * roll.wanted_general + [False] * (roll.general - roll.wanted_general)
    own = [True] * roll.wanted + [False] * (roll.cards - roll.wanted)

    def play():
        deck = own + sample(general, roll.shuffled_in)
        return (sum(sample(deck, roll.drawn)),)

    return play


def _turns(roll):
    adventurer, pick = Adventurer(roll), random.Random(1).choice

    def play():
        state, total = adventurer.start, 0
        for number in range(1, roll.number + 1):
            state, engaged = adventurer.begun(state, number), 0
            while dice := adventurer.gathered(state, engaged):
                faces = [pick(die.faces) for die in dice]
                total += max(sum(face.number for face in faces) - roll.defense, 0)
                state = adventurer.exhausted(state, dice, tuple(map(marks_of, faces)), engaged)
                engaged += 1
        return (total,)

    return play


def _battle(roll):
    setting, pick = Setting.of(roll), random.Random(1).choice

    def play():
        party = [fighter.health for fighter in roll.party]
        enemies = [enemy.health for enemy in roll.enemies]
        for number, turns in enumerate(setting.rounds):
            for place, (fatigue, _) in enumerate(turns):
                party[place] = max(party[place] - fatigue, 0)
            for place, (_, dice) in enumerate(turns):
                if party[place] and dice and any(enemies):
                    attack(enemies, dice)
            for place, enemy in enumerate(roll.enemies):
                if enemies[place] and any(party):
                    damage = sum(pick(roll.enemy_die.faces).number for _ in range(enemy.combat))
                    target = weakest(party)
                    party[target] = max(party[target] - damage, 0)
            if not any(party) or not any(enemies):
                result = setting.won if any(party) else setting.lost
                return result, number, sum(party), party.count(0)
        return setting.undecided, roll.rounds - 1, sum(party), party.count(0)

    def attack(enemies, dice):
        target = weakest(enemies)
        faces = [pick(die.faces) for die in dice]
        defense = max(roll.enemies[target].defense - sum(face.ignores for face in faces), 0)
        taken = max(sum(face.number for face in faces) - defense, 0)
        enemies[target] = max(enemies[target] - taken, 0)

    return play


def weakest(units):
    """The first of those who stand and have the fewest HP."""
    return min((place for place, health in enumerate(units) if health), key=lambda place: units[place])


engage, social, lockpick, overland, turns, battle = (
    counted(play) for play in (_engage, _social, _lockpick, _overland, _turns, _battle)
)
