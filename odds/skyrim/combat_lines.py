"""What the creatures of a combat do and lose: the rows of their lines, and every stand of an enemy's armor tracks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from tamriel_odds.odds.skyrim.attacks import Armor, Strike, best_hit, suffer
from tamriel_odds.odds.skyrim.bonuses import armor_of
from tamriel_odds.odds.skyrim.combat_arrays import DARK, NO_LINE, Integers
from tamriel_odds.odds.skyrim.combat_cast import Cast
from tamriel_odds.odds.skyrim.combat_creatures import Creature, Enemy, Line


@dataclass
class Lines:
    """The lines of all creatures, and the attacks and the healing that change the tracks of an enemy, each once."""

    cast: Cast
    lines: list[Line] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    mends: list[Armor] = field(default_factory=list)

    def _line(self, line: Line) -> int:
        self.lines.append(line)
        return len(self.lines) - 1

    def strike(self, strike: Strike | None) -> int:
        """The number of an attack on enemies; -1 where it is none."""
        if strike is None or not strike.types:
            return -1
        if strike not in self.strikes:
            self.strikes.append(strike)
        return self.strikes.index(strike)

    def by_face(self, creature: Creature) -> list[int]:
        """The line of each face of the enemy die; dark ones miss unless somebody has a Legendary Skill."""
        rows = {}
        for icon, line in creature.lines():
            is_dark = line.dark and not self.cast.is_legendary
            rows[icon] = DARK if is_dark else self._line(line)
        return [rows.get(symbol, NO_LINE) for symbol in self.cast.faces]

    def rows(self) -> list[list[int]]:
        """The row of every line; one that does nothing where there is none."""
        return [self._row(line) for line in self.lines] or [[0, 0, 0, -1, 0, -1, 0, 0, 0, 0]]

    def _row(self, line: Line) -> list[int]:
        attack = line.attack or Strike()
        mends = -1
        if any(line.heal):
            self.mends.append(line.heal)
            mends = len(self.mends) - 1
        spawn = self.cast.file.enemy_named(line.spawn) + 1 if line.spawn else 0
        strikes = -1 if line.all else self.strike(line.attack)
        is_attack = int(bool(attack.damage or attack.stamina or attack.magicka))
        return [attack.stamina, attack.magicka, int(line.all), mends, spawn, strikes, *line.gives, is_attack]

    def loss(self) -> Integers:
        """What each attack takes off each player's Health through the armor, and the Stamina of staggering."""
        table = np.zeros((max(len(self.lines), 1), len(self.cast.file.player), 2), np.int64)
        for number, line in enumerate(self.lines):
            for place, player in enumerate(self.cast.file.player):
                if line.attack is not None:
                    loss = suffer(replace(line.attack, stamina=0, magicka=0), armor_of(player), 10, 10)
                    table[number, place] = loss.health, int(loss.is_staggered)
        return table

    def after_hit(self) -> Integers:
        """What every attack leaves of every stand of every enemy's tracks."""
        return self._after(self.strikes, lambda strike, _, left: best_hit(strike, left).left)

    def after_mend(self) -> Integers:
        """What they rise to by every healing."""
        return self._after(self.mends, _mended)

    @cached_property
    def tracks(self) -> Integers:
        """Heavy, light and magic of every code of every enemy; 0 is defeated."""
        enemies = self.cast.file.enemy
        sizes = [_codes(enemy) for enemy in enemies]
        tracks = np.zeros((len(sizes), max(sizes), 3), np.int64)
        for place, enemy in enumerate(enemies):
            tracks[place, : sizes[place]] = list(np.ndindex(*(n + 1 for n in enemy.armor)))
        return tracks

    def start_codes(self) -> list[int]:
        """The code that every enemy starts with."""
        return [code_of(enemy, enemy.now or enemy.armor) for enemy in self.cast.file.enemy]

    def _after(self, rows: Sequence[Any], change: Callable[[Any, Enemy, Armor], Armor]) -> Integers:
        """What becomes of every code of every enemy: [row, kind, code]."""
        table = np.zeros((max(len(rows), 1), *self.tracks.shape[:2]), np.int64)
        for number, row in enumerate(rows):
            for kind, enemy in enumerate(self.cast.file.enemy):
                for place in range(1, _codes(enemy)):
                    heavy, light, magic = map(int, self.tracks[kind, place])
                    table[number, kind, place] = code_of(enemy, change(row, enemy, (heavy, light, magic)))
        return table


def _codes(enemy: Enemy) -> int:
    return prod(n + 1 for n in enemy.armor)


def code_of(enemy: Enemy, left: Armor) -> int:
    """The code of the tracks that are left."""
    return int(np.ravel_multi_index(left, tuple(n + 1 for n in enemy.armor)))


def _mended(heal: Armor, enemy: Enemy, left: Armor) -> Armor:
    """No track rises above its start."""
    heavy, light, magic = (min(n + more, most) for n, more, most in zip(left, heal, enemy.armor, strict=True))
    return heavy, light, magic
