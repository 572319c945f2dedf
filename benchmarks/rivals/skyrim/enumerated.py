"""Skill Tests by icepool and dyce, combats of one player by a dictionary of states."""

import warnings
from collections import defaultdict

import icepool
import numpy as np
from dyce import H, expand
from dyce.lifecycle import ExperimentalWarning

from tamriel_odds.benchmarks.rivals.skyrim.combat import Setting


def test(roll):
    """The joint distribution of pushes and success by icepool: the state after the dice, then push after push."""
    die = icepool.Die(_shows(roll))

    def push(state):
        missing, paid = state
        return die.map(lambda shows: (missing - shows, paid + 1)) if missing > 0 else state

    state = (roll.test.dice @ die).map(lambda shown: (roll.test.missing[0] - shown, 0))
    for _ in range(roll.test.pushes):
        state = state.map(push, star=False)
    joint = np.zeros(roll.outcomes.shape)
    for (missing, paid), ways in state.items():
        joint[paid, int(missing <= 0)] += ways / state.denominator()
    return joint


def test_by_dyce(roll):
    """The same by dyce; a state is a number, since its outcomes are."""
    die, most = H(_shows(roll)), roll.test.pushes
    missing = roll.test.missing[0]

    def end(lacking, paid):
        return 2 * paid + (lacking <= 0)

    def pushed(lacking, paid):
        if lacking <= 0 or paid == most:
            return H({end(lacking, paid): 1})
        return expand(lambda shown: pushed(lacking - shown.outcome, paid + 1), die)

    with warnings.catch_warnings(action="ignore", category=ExperimentalWarning):
        ended = expand(lambda shown: pushed(missing - shown.outcome, 0), roll.test.dice @ die)
    joint = np.zeros(roll.outcomes.cells)
    for cell, ways in ended.items():
        joint[cell] = ways / ended.total
    return joint.reshape(roll.outcomes.shape)


def combat(roll):
    """Every face of the enemy die and every number of symbols, push after push, from state to state."""
    setting = Setting.of(roll)
    die = icepool.Die(setting.shows.tolist())
    rolled = setting.dice @ die
    shown_by_dice = [(shown, ways / rolled.denominator()) for shown, ways in rolled.items()]
    share = sum(setting.shows.tolist()) / len(setting.shows)
    joint = np.zeros(roll.outcomes.shape)

    def tested(health, stamina, missing, pushes, chance, after, left):
        if 0 < missing <= pushes:
            health, stamina = (health, stamina - 1) if stamina else (health - 1, 0)
            for shows, part in ((1, share), (0, 1 - share)):
                tested(health, stamina, missing - shows, pushes - 1, chance * part, after, left)
            return
        if missing <= 0:
            first = (left - 1) % setting.armor + 1
            left -= min(max(setting.blow - first, 1), first)
        after[health, stamina, left] += chance

    going = {(setting.health, setting.stamina, setting.armor * setting.enemies): 1.0}
    for number in range(1, setting.rounds + 1):
        after = defaultdict(float)
        for (health, stamina, left), chance in going.items():
            rests = stamina == 0
            if rests:
                health, stamina = min(health + 2, setting.health), min(stamina + 2, setting.stamina)
            for dealt in setting.dealt:
                part = chance / len(setting.dealt)
                lost = dealt.damage + max(dealt.stamina - stamina, 0)
                tired = max(stamina - dealt.stamina, 0)
                hurt = health if not lost else max(health - lost, 1) if health > 1 else health - 1
                if hurt == 0 or rests or hurt + tired <= 1:
                    after[hurt, tired, left] += part
                    continue
                paid = (hurt, tired - 1) if tired else (hurt - 1, 0)
                for shown, ways in shown_by_dice:
                    pushes = min(setting.pushes, sum(paid) - 1)
                    tested(*paid, setting.need - shown, pushes, part * ways, after, left)
        going = {}
        for (health, stamina, left), chance in after.items():
            if health == 0:
                joint[setting.lost, number, 0, 0] += chance
            elif left == 0:
                joint[setting.won, number, health, stamina] += chance
            else:
                going[health, stamina, left] = chance
    for (health, stamina, _), chance in going.items():
        joint[setting.unfinished, setting.rounds, health, stamina] += chance
    return joint


def _shows(roll):
    """Whether each face of the die shows the symbol that counts, as 0 or 1."""
    (symbol,) = roll.test.chances.symbols
    return [int(symbol in face.signs) for face in roll.die.faces]
