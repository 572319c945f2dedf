"""A battle as arrays: what its kernel plays with, and what its outcome is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.battle_file import Adventurer, BattleFile, Enemy, races, read_battle
from tamriel_odds.odds.betrayal.handful import COMBAT, ENEMY_COMBAT, beyond_the_box, read_handfuls
from tamriel_odds.odds.betrayal.track import LIGHT_DICE, OVER_DICE
from tamriel_odds.odds.dice import FORMS, STATS, Dice, Die, Face
from tamriel_odds.odds.errors import BadFile, WrongInput
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.toml import line_of

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.battle import Battle

RESULTS = ("won", "lost", "undecided")
# By what the HP of an enemy count for the choice of a target, the lowest first.
TARGETS = {"weakest": 1, "strongest": -1, "highest": 0}
# The columns of an adventurer (kernels/betrayal/units.py): from where on kinds of dice stand, and how many each has.
KINDS, KIND, DICE_A_WORD = 11, 9, 5
# The fatigue in the supply as one number: light fatigue, and 256 times overfatigue.
SUPPLY = LIGHT_DICE + 256 * OVER_DICE
QUEST_LEVEL, MOST_ENEMIES, MOST_ENEMY_COMBAT, MOST_CELLS = 99, 28, 6, 1 << 16
# Beside the forms of odds/dice.py, Combat dice have one of their own, which goes with all but magic.
COMBAT_FORM = len(FORMS) + 1


@dataclass(frozen=True)
class Fighter:
    """An adventurer with all stats: Stamina and Magicka in the order of `STATS`, dice by kind in the order named."""

    name: str
    health: int
    bonus: int
    stats: tuple[int, int]
    cooldown: int
    engages: int
    guard: int
    target: str
    dice: tuple[Die, ...]

    @property
    def columns(self) -> tuple[int, ...]:
        """The first columns of an adventurer in kernels/betrayal/units.py."""
        engages, target = self.engages if self.dice else 0, TARGETS[self.target]
        return (self.health, self.bonus, *self.stats, self.cooldown, engages, self.guard, target)

    @property
    def kinds(self) -> tuple[Die, ...]:
        return tuple(dict.fromkeys(self.dice))


@dataclass(frozen=True)
class BattleRoll(Roll):
    """A battle resolved: the party, and the enemies in the order of their turns."""

    party: tuple[Fighter, ...]
    enemies: tuple[Enemy, ...]
    drawn: int
    fatigue: int
    rounds: int
    enemy_die: Die
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        own = [die for fighter in self.party for die in fighter.dice]
        return tuple(dict.fromkeys([*own, self.enemy_die]))

    @property
    def _most_health(self) -> int:
        return sum(fighter.health for fighter in self.party)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes result, rounds (played), left (HP of the whole party), defeated (adventurers)."""
        axes = (
            Axis("result", RESULTS),
            Axis("rounds", tuple(range(1, self.rounds + 1))),
            Axis.counting("left", self._most_health),
            Axis.counting("defeated", len(self.party)),
        )
        plain_ = Outcomes(axes, ("result", "rounds", "left", "defeated"), {})
        events = {result: plain_.where("result", result) for result in RESULTS}
        events["won without a defeat"] = events["won"] & plain_.where("defeated", 0)
        return Outcomes(axes, plain_.tables, events)

    def exact(self) -> None:
        """None: what a battle can come to is too much to enumerate."""

    def kernel(self) -> str:
        return "betrayal.battle"

    def tables(self) -> dict[str, Any]:
        return {
            "party": laid_out(self.party, [fighter.health for fighter in self.party], self.fatigue),
            "enemies": np.array([_columns(enemy) for enemy in self.enemies], np.int64),
            "blows": _blows(self.enemy_die),
            "supply": SUPPLY,
            "drawn": self.drawn,
            "rounds": self.rounds,
            "most_health": self._most_health,
        }


def laid_out(party: Sequence[Fighter], health: Sequence[int], fatigue: int) -> NDArray[np.int64]:
    """Adventurers as kernels/betrayal/units.py has them: their columns, then number, stat, form and faces by kind."""
    kinds = max(max(len(fighter.kinds) for fighter in party), 1)
    rows = np.zeros((len(party), KINDS + KIND * kinds), np.int64)
    for row, fighter in enumerate(party):
        strains = sum(any("strain" in face.signs for face in die.faces) for die in fighter.dice)
        rows[row, :KINDS] = (*fighter.columns, fatigue, fatigue + 2 * strains, len(fighter.dice))
        rows[row, 0] = health[row]
        for kind, die in enumerate(fighter.kinds):
            stat = _index(STATS, die.skill.stat if die.skill else None)
            columns = (fighter.dice.count(die), stat, form_of(die), *map(packed, die.faces))
            rows[row, KINDS + KIND * kind : KINDS + KIND * (kind + 1)] = columns
    return rows


def packed(face: Face) -> int:
    """A face as kernels/betrayal/units.py has it; in defensive form its number prevents."""
    damage = 0 if "prevents" in face.signs else face.number
    marks = ("strain" in face.signs) << 40 | ("drain" in face.signs) << 41
    return damage | face.ignores << 16 | ("backlash" in face.signs) << 32 | marks | face.number << 48


def _blows(die: Die) -> NDArray[np.int32]:
    """The damage of up to five dice by their number and what they show, the first die being the most significant."""
    faces = np.array([face.number for face in die.faces], np.int32)
    blows = np.zeros((DICE_A_WORD + 1, len(faces) ** DICE_A_WORD), np.int32)
    for number in range(1, DICE_A_WORD + 1):
        before = blows[number - 1, : len(faces) ** (number - 1)]
        blows[number, : len(faces) ** number] = np.add.outer(before, faces).ravel()
    return blows


def _columns(enemy: Enemy) -> tuple[int, ...]:
    """HP, Combat, Defense, targets, in which order it targets."""
    targets = 4 if enemy.targets == "all" else enemy.targets
    combat, order = min(enemy.combat, MOST_ENEMY_COMBAT), -1 if enemy.priority == "strongest" else 1
    return (enemy.health, combat, enemy.defense, targets, order)


def _index(names: Sequence[str], name: str | None) -> int:
    return 0 if name is None else names.index(name) + 1


def form_of(die: Die) -> int:
    """The battle form of a die as a number: 0 none, then as in `FORMS`, and Combat dice last."""
    return COMBAT_FORM if die.name == COMBAT else _index(FORMS, die.skill.form if die.skill else None)


def level_of(enemy: Enemy) -> int:
    """The level for the order of turns: quest units are above all (Enemy Turns)."""
    return QUEST_LEVEL if enemy.level == "quest" else int(enemy.level)


def resolve(asked: "Battle", box: Box) -> BattleRoll:
    """The battle of a file with the options over it; BadFile with file, line and key where the file is wrong."""
    battle, text, path = read_battle(asked.file)
    party = tuple(
        _fighter(row, asked, box.dice, f"{path}:{{line}}: adventurer {number + 1}", (text, number))
        for number, row in enumerate(battle.adventurer)
    )
    enemies = sorted((enemy for row in battle.enemy for enemy in [row] * row.count), key=lambda enemy: -level_of(enemy))
    if len(enemies) > MOST_ENEMIES:
        raise BadFile(
            f"{path}:{line_of(text, 'enemy')}: enemy: {len(enemies)} enemies, at most {MOST_ENEMIES} can fight"
        )
    if battle.drawn is not None and battle.drawn > len(enemies):
        raise BadFile(
            f"{path}:{line_of(text, 'drawn')}: drawn {battle.drawn}: there are {len(enemies)} enemies to draw"
        )
    roll = BattleRoll(
        party=party,
        enemies=tuple(enemies),
        drawn=battle.drawn or len(enemies),
        fatigue=2 if battle.difficulty == "expert" else 1,
        rounds=asked.rounds or battle.rounds,
        enemy_die=box.dice[ENEMY_COMBAT],
        rulings=_rulings(party),
        notes=tuple(_notes(battle, party)),
    )
    if roll.outcomes.cells > MOST_CELLS:
        raise BadFile(f"{path}: the party has too many HP for so many rounds: ask for fewer with --rounds")
    return roll


def _fighter(row: Adventurer, asked: "Battle", dice: Dice, where: str, source: tuple[str, int]) -> Fighter:
    def wrong(key: str, reason: str) -> BadFile:
        return BadFile(f"{where.format(line=line_of(source[0], key, 'adventurer', source[1]))}: {reason}")

    stats: dict[str, int] = {}
    if row.race is not None:
        found = [race for race in races() if plain(race) == plain(row.race)]
        if not found:
            raise wrong("race", f"race {row.race!r}: there is no such race{offer(row.race, races())}")
        stats = dict(races()[found[0]])
    stats |= {
        key: value for key in ("health", "stamina", "magicka", "cooldown") if (value := getattr(row, key)) is not None
    }
    for key in ("health", "stamina", "cooldown"):
        if key not in stats:
            raise wrong("name", f"{key} is missing: give it, or a race")
    try:
        handfuls = read_handfuls(row.dice, dice, "dice")
    except WrongInput as error:
        raise wrong("dice", str(error)) from None
    if len(handfuls) > 1 or handfuls[0].free:
        raise wrong("dice", "dice: name the adventurer's own dice once, with commas")
    own = handfuls[0].own
    for die in own:
        assert die.skill is not None
        if die.skill.line in ("Speech", "Lockpicking"):
            raise wrong("dice", f"dice: {die.name} is no die of an engage but of {die.skill.line}")
        if any("bane" in face.signs for face in die.faces):
            raise wrong("dice", f"dice: {die.name} gives Bane, whose rules nobody has published: leave it out")
    return Fighter(
        name=row.name,
        health=stats["health"],
        bonus=row.bonus,
        stats=(stats["stamina"], stats.get("magicka", 0)),
        cooldown=stats["cooldown"],
        engages=row.engages if asked.engages is None else asked.engages,
        guard=row.guard if asked.guard is None else asked.guard,
        target=asked.target or row.target,
        dice=own,
    )


def _rulings(party: Sequence[Fighter]) -> tuple[str, ...]:
    def shows(mark: str) -> bool:
        return any(mark in face.signs for fighter in party for die in fighter.dice for face in die.faces)

    def has(face: Face) -> bool:
        return face.ignores > 0

    dice = [die for fighter in party for die in fighter.dice]
    rulings = ["everyone-in-reach", "ties-to-the-first", "one-sum-an-engage"]
    rulings += ["combat-counts-toward-stamina"] if any(die.name == COMBAT for die in dice) else []
    rulings += ["only-damage-ignores-defense"] if any(has(face) for die in dice for face in die.faces) else []
    rulings += ["prevented-too-much-is-lost"] if any(fighter.guard for fighter in party) else []
    rulings += ["strain-is-light-fatigue"] if shows("strain") else []
    rulings += ["backlash-hits-its-roller"] if shows("backlash") else []
    return tuple(rulings)


def _notes(battle: BattleFile, party: Sequence[Fighter]) -> list[str]:
    notes = beyond_the_box(die for fighter in party for die in fighter.dice)
    assumed = [enemy.name for enemy in battle.enemy if enemy.certainty == "assumed"]
    if assumed:
        notes.append(f"the numbers of {', '.join(assumed)} are assumed: put in those of your own chips")
    if any(enemy.combat > MOST_ENEMY_COMBAT for enemy in battle.enemy):
        notes.append(f"the box has {MOST_ENEMY_COMBAT} Enemy Combat dice, so no enemy rolls more")
    return notes
