"""What the rivals know of a combat: like players who swing and rest, and like enemies with one kind of armor."""

from dataclasses import dataclass

import numpy as np

from tamriel_odds.odds.skyrim.pushes import TEST_DICE

MOST_PUSHES = 2


@dataclass(frozen=True)
class Dealt:
    """What a face of the enemy die does to the player, armor and lack of damage considered."""

    damage: int
    stamina: int
    strikes: bool


@dataclass(frozen=True)
class Setting:
    """Everything about a combat that does not change."""

    players: int
    health: int
    stamina: int
    need: int
    dice: int
    pushes: int
    blow: int
    armor: int
    enemies: int
    rounds: int
    shows: np.ndarray
    dealt: tuple[Dealt, ...]
    won: int
    lost: int
    unfinished: int
    axes: tuple[str, ...]

    @classmethod
    def of(cls, roll):
        compiled = roll.compiled
        player, (enemy,) = compiled.file.player[0], compiled.file.enemy
        (swing,) = player.action
        symbol, need = swing.need
        results = roll.outcomes.axes[0].values
        return cls(
            players=len(compiled.file.player),
            health=player.maxima[0],
            stamina=player.maxima[1],
            need=need,
            dice=TEST_DICE,
            pushes=MOST_PUSHES,
            blow=swing.damage.damage,
            armor=enemy.armor[0],
            enemies=enemy.count,
            rounds=compiled.rounds,
            shows=np.array([symbol in face.signs for face in compiled.die.faces], np.int64),
            dealt=tuple(_dealt(getattr(enemy, face, None), player.armor[0]) for face in compiled.faces),
            axes=tuple(axis.name for axis in roll.outcomes.axes),
            **{result: results.index(result) for result in ("won", "lost", "unfinished")},
        )

    def place(self, result, rounds, health, stamina):
        """The place on the axes, from what is left of each player, none of whom is out with Health."""
        injuries = (health == 0).sum(axis=0)
        left = {"health": health.sum(axis=0), "stamina": (stamina * (health > 0)).sum(axis=0), "injuries": injuries}
        shown = {"result": result, "rounds": rounds, **left}
        return tuple(shown[axis] for axis in self.axes)


def _dealt(line, armor):
    attack = line.attack if line is not None else None
    if attack is None:
        return Dealt(0, 0, False)
    through = max(attack.damage - armor, 0)
    # Damage that armor stops altogether costs Stamina (Damage Against Players).
    return Dealt(through, attack.stamina + (attack.damage > 0 and through == 0), True)
