"""Engages and lockpick checks of Betrayal in numpy, in plain Python, and enumerated by other means.

All follow the rule from the same faces and the same policy; engages know one handful of own dice without marks.
"""

import random
from itertools import product

import icepool
import numpy as np

from tamriel_odds.benchmarks.rivals.attack import in_parts
from tamriel_odds.odds.betrayal.engage_roll import EngageRoll
from tamriel_odds.odds.betrayal.lockpick_roll import LockpickRoll


def numpy_engage(roll: EngageRoll, trials: int):
    """Vectorised, a draw a die."""
    return in_parts(_count_engages, roll, trials)


def _count_engages(roll, trials, random_words):
    shown = np.zeros((3, trials), np.int16)
    for die in roll.handfuls[0].own:
        faces = np.array([(face.number, face.ignores, face.tenacity) for face in die.faces], np.int16).T
        shown += faces[:, random_words.integers(6, size=trials, dtype=np.uint8)]
    damage, ignored, tenacity = shown
    taken = np.maximum(damage - np.maximum(roll.defense - ignored, 0), 0)
    return np.bincount(taken * roll.outcomes.shape[1] + tenacity, minlength=roll.outcomes.cells)


def plain_engage(roll: EngageRoll, trials: int):
    """The rule as it reads, one trial at a time."""
    counts = np.zeros(roll.outcomes.shape, np.int64)
    pick = random.Random(1).choice
    for _ in range(trials):
        faces = [pick(die.faces) for die in roll.handfuls[0].own]
        defense = max(roll.defense - sum(face.ignores for face in faces), 0)
        taken = max(sum(face.number for face in faces) - defense, 0)
        counts[taken, sum(face.tenacity for face in faces)] += 1
    return counts.ravel()


def icepool_engage(roll: EngageRoll):
    """The joint distribution of damage and tenacity by icepool."""
    rolled = icepool.Die([icepool.Vector((0, 0, 0))])
    for die in roll.handfuls[0].own:
        faces = [icepool.Vector((face.number, face.ignores, face.tenacity)) for face in die.faces]
        rolled += icepool.Die(faces)
    joint = np.zeros(roll.outcomes.shape)
    for (damage, ignored, tenacity), chance in rolled.items():
        joint[max(damage - max(roll.defense - ignored, 0), 0), tenacity] += chance / rolled.denominator()
    return joint


def numpy_lockpick(roll: LockpickRoll, trials: int):
    """Vectorised, a draw an attempt, along the policy's table."""
    return in_parts(_count_checks, roll, trials)


def _count_checks(roll, trials, random_words):
    tables = roll.tables()
    state = np.zeros(trials, np.int64)
    for after in tables["after"]:
        state = after[state * 216 + random_words.integers(216, size=trials, dtype=np.uint8)]
        state = state.astype(np.int64)
    return np.bincount(tables["cell_by_state"][state], minlength=roll.outcomes.cells)


def plain_lockpick(roll: LockpickRoll, trials: int):
    """The rule as it reads: after each roll the policy is asked what to do."""
    counts = np.zeros(roll.outcomes.shape, np.int64)
    roll_die = random.Random(1).randint
    for _ in range(trials):
        state, cell = roll.start, None
        for attempt in range(1, roll.attempts + 1):
            rolled = [roll_die(1, 6) for _ in range(3 - len(state.kept))]
            dice = tuple(sorted((*state.kept, *rolled)))
            move = roll.policy.move(roll.attempts - attempt, state.is_matched, dice, roll.budget - state.spent)
            if move.is_open:
                cell = state.spent + move.spent, attempt - 1, 1
                break
            state = roll.lock.after(state, move)
        counts[cell or (state.spent, roll.attempts - 1, 0)] += 1
    return counts.ravel()


def enumerated_lockpick(roll: LockpickRoll):
    """Every roll of every attempt, state by state, in plain Python."""
    chances, joint = {roll.start: 1.0}, np.zeros(roll.outcomes.shape)
    for attempt in range(1, roll.attempts + 1):
        reached: dict = {}
        for state, chance in chances.items():
            for faces in product(range(1, 7), repeat=3):
                dice = tuple(sorted((*state.kept, *faces[: 3 - len(state.kept)])))
                move = roll.policy.move(roll.attempts - attempt, state.is_matched, dice, roll.budget - state.spent)
                if move.is_open:
                    joint[state.spent + move.spent, attempt - 1, 1] += chance / 216
                else:
                    after = roll.lock.after(state, move)
                    reached[after] = reached.get(after, 0.0) + chance / 216
        chances = reached
    for state, chance in chances.items():
        joint[state.spent, roll.attempts - 1, 0] += chance
    return joint
