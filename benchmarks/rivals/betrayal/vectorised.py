"""Engages, checks, overland decks, turns and battles of Betrayal in numpy.

All follow the rule from the same faces and the same policy. Engages know one handful of own dice without marks, battles
parties without marks and without guards.
"""

from collections import defaultdict

import numpy as np

from tamriel_odds.benchmarks.rivals.betrayal.battle import Setting
from tamriel_odds.benchmarks.rivals.betrayal.turns import Adventurer
from tamriel_odds.benchmarks.rivals.parts import in_parts

DICE_A_POOL = 5


def engage(roll):
    """Damage and tenacity of an engage, a draw a die."""
    return _engage(roll, [_shown(die) for die in roll.handfuls[0].own])


def engage_by_pool(roll):
    """The same, a draw for five dice."""
    return _engage(roll, _pools([_shown(die) for die in roll.handfuls[0].own]))


def _shown(die):
    """Damage, ignored Defense and tenacity by face."""
    return np.array([(face.number, face.ignores, face.tenacity) for face in die.faces], np.int16).T


def _pools(dice):
    """Every combination of faces of five dice at a time, as if it were one die."""
    pools = []
    for first in range(0, len(dice), DICE_A_POOL):
        pool = np.zeros((len(dice[first]), 1), np.int16)
        for die in dice[first : first + DICE_A_POOL]:
            pool = (pool[:, :, None] + die[:, None, :]).reshape(len(pool), -1)
        pools.append(pool)
    return pools


def _engage(roll, dice):
    def count(trials, random_words):
        damage, ignored, tenacity = _sum(dice, trials, random_words)
        taken = np.maximum(damage - np.maximum(roll.defense - ignored, 0), 0)
        return np.bincount(taken * roll.outcomes.shape[1] + tenacity, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def _sum(dice, trials, random_words):
    shown = np.zeros((len(dice[0]), trials), np.int16)
    for die in dice:
        shown += die[:, _draw(die.shape[1], trials, random_words)]
    return shown


def social(roll):
    """Total and tenacity spent of a social check, a draw a die."""
    return _social(roll, [_numbers(die) for die in roll.rolled])


def social_by_pool(roll):
    """The same, a draw for five dice."""
    return _social(roll, _pools([_numbers(die) for die in roll.rolled]))


def _numbers(die):
    return np.array([[face.number for face in die.faces]], np.int16)


def _social(roll, dice):
    least = int(roll.outcomes.axes[0].values[0])

    def count(trials, random_words):
        (total,) = _sum(dice, trials, random_words)
        missing = np.maximum(roll.difficulty - total, 0)
        cells = (total - least) * (roll.tenacity + 1) + missing * (missing <= roll.tenacity)
        return np.bincount(cells, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def lockpick(roll):
    """A draw a die, along the policy's table."""
    return _lockpick(roll, lambda trials, words: sum(6**n * _draw(6, trials, words).astype(np.uint8) for n in range(3)))


def lockpick_by_pool(roll):
    """The same, a draw an attempt."""
    return _lockpick(roll, lambda trials, words: _draw(216, trials, words))


def _lockpick(roll, rolled):
    tables = roll.tables()

    def count(trials, random_words):
        state = np.zeros(trials, np.int64)
        for after in tables["after"]:
            state = after[state * 216 + rolled(trials, random_words)].astype(np.int64)
        return np.bincount(tables["cell_by_state"][state], minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def overland(roll):
    """The hand at once: how many cards of it are general ones, and how many of each kind are wanted."""

    def count(trials, random_words):
        general = random_words.hypergeometric(roll.shuffled_in, roll.cards, roll.drawn, trials)
        own = roll.drawn - general
        wanted = random_words.hypergeometric(roll.wanted, roll.cards - roll.wanted, own)
        wanted += random_words.hypergeometric(roll.wanted_general, roll.general - roll.wanted_general, general)
        return np.bincount(wanted, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def overland_by_card(roll):
    """A draw a card, and one for which of the general cards it is."""

    def count(trials, random_words):
        own, general, found = np.zeros((3, trials), np.int16)
        found_general = np.zeros(trials, np.int16)
        for number in range(roll.drawn):
            card = _draw(roll.cards + roll.shuffled_in - number, trials, random_words)
            which = (random_words.random(trials, np.float32) * (roll.general - general)).astype(np.int16)
            is_own = card < roll.cards - own
            found += is_own & (card < roll.wanted - found)
            found_general += ~is_own & (which < roll.wanted_general - found_general)
            own += is_own
            general += ~is_own
        return np.bincount(found + found_general, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def turns(roll):
    """Engage after engage, the trials sorted by where their adventurer stands; a draw a die."""
    adventurer = Adventurer(roll)

    def count(trials, random_words):
        damage, going = np.zeros(trials, np.int64), {adventurer.start: np.arange(trials)}
        for number in range(1, roll.number + 1):
            after = defaultdict(list)
            for state, rows in going.items():
                ready = {adventurer.begun(state, number): rows}
                for engaged in range(roll.fighter.engages + 1):
                    ready = _engaged(adventurer, ready, engaged, after, damage, random_words)
            going = {state: np.concatenate(parts) for state, parts in after.items()}
        return np.bincount(damage, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def _engaged(adventurer, ready, engaged, after, damage, random_words):
    """Roll one engage for the trials in each state that has one left; the others are done with their turn."""
    reached = defaultdict(list)
    for state, rows in ready.items():
        dice = adventurer.gathered(state, engaged)
        if not dice:
            after[state].append(rows)
            continue
        rolled = [_draw(6, rows.size, random_words) for _ in dice]
        numbers = sum(adventurer.numbers[die][face] for die, face in zip(dice, rolled, strict=True))
        damage[rows] += np.maximum(numbers - adventurer.roll.defense, 0)
        marks = np.zeros(rows.size, np.int64)
        for die, face in zip(dice, rolled, strict=True):
            marks = marks * len(adventurer.kinds) + adventurer.kind_by_face[die][face]
        for mark in np.unique(marks).tolist():
            digits = np.base_repr(mark, len(adventurer.kinds)).zfill(len(dice))
            kinds = tuple(adventurer.kinds[int(digit)] for digit in digits)
            reached[adventurer.exhausted(state, dice, kinds, engaged)].append(rows[marks == mark])
    return {state: np.concatenate(parts) for state, parts in reached.items()}


def battle(roll):
    """Round after round of all battles, a draw a die; those that are over leave."""
    return _battle(roll, lambda dice: dice)


def battle_by_pool(roll):
    """The same, a draw for five dice."""
    return _battle(roll, _pools)


def _battle(roll, thrown):
    setting = Setting.of(roll)
    own = [[thrown([_shown(die) for die in dice]) for _, dice in turns] for turns in setting.rounds]
    foes = [thrown([_shown(roll.enemy_die)] * enemy.combat) for enemy in roll.enemies]
    defense = np.array([enemy.defense for enemy in roll.enemies])

    def attack(enemies, dice, random_words):
        target, rows = _weakest(enemies)
        damage, ignored, _ = _sum(dice, rows.size, random_words)
        taken = np.maximum(damage - np.maximum(defense[target] - ignored, 0), 0)
        enemies[target, rows] = np.maximum(enemies[target, rows] - taken, 0)

    def suffer(party, dice, random_words):
        target, rows = _weakest(party)
        damage, *_ = _sum(dice, rows.size, random_words)
        party[target, rows] = np.maximum(party[target, rows] - damage, 0)

    def play(number, party, enemies, random_words):
        """One round; who acts changes the columns of the trials in which there is somebody to act against."""
        for place, (fatigue, _) in enumerate(setting.rounds[number]):
            party[place] = np.maximum(party[place] - fatigue, 0)
        turns = [(party[place], enemies, dice, attack) for place, dice in enumerate(own[number])]
        turns += [(enemies[place], party, dice, suffer) for place, dice in enumerate(foes)]
        for health, others, dice, act in turns:
            rows = np.flatnonzero((health > 0) & others.any(axis=0)) if dice else ()
            if len(rows):
                fought = others[:, rows]
                act(fought, dice, random_words)
                others[:, rows] = fought

    def count(trials, random_words):
        party = np.repeat(np.array([fighter.health for fighter in roll.party])[:, None], trials, axis=1)
        enemies = np.repeat(np.array([enemy.health for enemy in roll.enemies])[:, None], trials, axis=1)
        counts = np.zeros(roll.outcomes.cells, np.int64)
        for number in range(roll.rounds):
            play(number, party, enemies, random_words)
            is_won, is_lost = ~enemies.any(axis=0), ~party.any(axis=0)
            result = np.where(is_lost, setting.lost, np.where(is_won, setting.won, setting.undecided))
            is_over = is_won | is_lost | (number + 1 == roll.rounds)
            left, defeated = party.sum(axis=0), (party == 0).sum(axis=0)
            place = (result[is_over], np.full(is_over.sum(), number), left[is_over], defeated[is_over])
            counts += np.bincount(np.ravel_multi_index(place, roll.outcomes.shape), minlength=counts.size)
            party, enemies = party[:, ~is_over], enemies[:, ~is_over]
        return counts

    return in_parts(count, roll.outcomes.cells)


def _weakest(units):
    """In every trial, the first of those who stand and have the fewest HP: its row and the trial."""
    standing = np.where(units > 0, units, np.iinfo(units.dtype).max)
    return standing.argmin(axis=0), np.arange(units.shape[1])


def _draw(faces, trials, random_words):
    return random_words.integers(faces, size=trials, dtype=np.uint8 if faces < 256 else np.uint16)
