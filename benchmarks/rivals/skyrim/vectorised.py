"""Skill Tests (one kind of symbol, pushed to the end) and combats in numpy."""

import numpy as np

from tamriel_odds.benchmarks.rivals.parts import in_parts
from tamriel_odds.benchmarks.rivals.skyrim.combat import Setting


def test(roll):
    """A Skill Test, a draw a die."""
    shows = _shows(roll)
    return _pushed(roll, shows, lambda trials, words: _shown(shows, roll.test.dice, trials, words))


def test_by_pool(roll):
    """A Skill Test, a draw for all dice of the test, and one for each push."""
    shows = _shows(roll)
    pool = _pool(shows, roll.test.dice)
    return _pushed(roll, shows, lambda trials, words: pool[_draw(pool.size, trials, words)])


def _pushed(roll, shows, rolled):
    def count(trials, random_words):
        missing = np.int8(roll.test.missing[0]) - rolled(trials, random_words)
        paid = np.zeros(trials, np.int64)
        for _ in range(roll.test.pushes):
            pushed = missing > 0
            paid += pushed
            missing -= shows[_draw(6, trials, random_words)] * pushed
        return np.bincount(2 * paid + (missing <= 0), minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def combat(roll):
    """Round after round of all combats, a draw a die; those that are over leave."""
    setting = Setting.of(roll)
    return _combat(roll, setting, lambda trials, words: _shown(setting.shows, setting.dice, trials, words))


def combat_by_pool(roll):
    """The same, a draw for all dice of a test."""
    setting = Setting.of(roll)
    pool = _pool(setting.shows, setting.dice)
    return _combat(roll, setting, lambda trials, words: pool[_draw(pool.size, trials, words)])


def _combat(roll, setting, rolled):
    damage = np.array([dealt.damage for dealt in setting.dealt])
    stamina_owed = np.array([dealt.stamina for dealt in setting.dealt])
    strikes = np.array([dealt.strikes for dealt in setting.dealt])

    def lose(health, stamina, face):
        owed = stamina_owed[face]
        paid = np.minimum(owed, stamina)
        stamina -= paid
        lost = (damage[face] + owed - paid) * strikes[face]
        softened = np.maximum(health - lost, 1)
        return np.where(lost > 0, np.where(health > 1, softened, health - 1), health)

    def swing(health, stamina, left, random_words):
        health -= stamina == 0
        stamina -= stamina > 0
        missing = setting.need - rolled(health.size, random_words)
        most = np.minimum(setting.pushes, stamina + health - 1)
        for push in range(setting.pushes):
            pushed = (missing > 0) & (missing <= most - push)
            by_stamina = pushed & (stamina > 0)
            stamina -= by_stamina
            health -= pushed & ~by_stamina
            missing -= setting.shows[_draw(6, health.size, random_words)] * pushed
        struck = missing <= 0
        first = (left - 1) % setting.armor + 1
        return left - np.where(struck, np.minimum(np.maximum(setting.blow - first, 1), first), 0)

    def act(health, stamina, left, random_words):
        """One player's action in every combat; what the enemy does comes before a swing and after a rest."""
        face = _draw(6, health.size, random_words)
        rests = stamina == 0
        health = np.where(rests, np.minimum(health + 2, setting.health), health)
        stamina = np.where(rests, np.minimum(stamina + 2, setting.stamina), stamina)
        health = lose(health, stamina, face)
        fights = np.flatnonzero(~rests & (health > 0) & (health + stamina > 1))
        now = health[fights], stamina[fights], left[fights]
        left[fights] = swing(*now, random_words)
        health[fights], stamina[fights] = now[:2]
        return health, stamina

    def count(trials, random_words):
        health = np.full((setting.players, trials), setting.health)
        stamina = np.full((setting.players, trials), setting.stamina)
        has_acted = np.zeros(health.shape, bool)
        left = np.full(trials, setting.armor * setting.enemies)
        counts = np.zeros(roll.outcomes.cells, np.int64)
        for number in range(1, setting.rounds + 1):
            rows = np.arange(left.size)
            has_acted &= ~(has_acted | (health == 0)).all(axis=0)
            actor = (~has_acted & (health > 0)).argmax(axis=0), rows
            has_acted[actor] = True
            health[actor], stamina[actor] = act(health[actor], stamina[actor], left, random_words)
            result = np.where(left == 0, setting.won, np.where(health.any(axis=0), setting.unfinished, setting.lost))
            is_over = (result != setting.unfinished) | (number == setting.rounds)
            over = health[:, is_over], stamina[:, is_over]
            place = setting.place(result[is_over], np.full(over[0].shape[1], number), *over)
            counts += np.bincount(np.ravel_multi_index(place, roll.outcomes.shape), minlength=counts.size)
            health, stamina, has_acted, left = (part[..., ~is_over] for part in (health, stamina, has_acted, left))
        return counts

    return in_parts(count, roll.outcomes.cells)


def _shows(roll):
    """Whether each face of the die shows the symbol that counts."""
    (symbol,) = roll.test.chances.symbols
    return np.array([symbol in face.signs for face in roll.die.faces], np.int8)


def _shown(shows, dice, trials, random_words):
    return sum(shows[_draw(6, trials, random_words)] for _ in range(dice))


def _pool(shows, dice):
    """What every combination of faces shows."""
    pool = np.zeros(1, shows.dtype)
    for _ in range(dice):
        pool = (pool[:, None] + shows).ravel()
    return pool


def _draw(faces, trials, random_words):
    return random_words.integers(faces, size=trials, dtype=np.uint8 if faces < 256 else np.uint16)
