"""A slow twin of the battle kernel: units as objects, dice by name, the cooldown track of odds/betrayal/track.py.

It shares with the kernel only which word rolls what.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.betrayal import battle as kernel
from tamriel_odds.kernels.betrayal import block as blocks
from tamriel_odds.kernels.betrayal import draws, mats, track, turn, turns, units
from tamriel_odds.odds.betrayal import battle_roll, engage_roll
from tamriel_odds.odds.betrayal.battle import Battle
from tamriel_odds.odds.betrayal.battle_roll import BattleRoll, Fighter
from tamriel_odds.odds.betrayal.track import LIGHT, LIGHT_DICE, OVER, OVER_DICE, Supply, Track
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import Roller

Word = Callable[[int, int, int], int]


@dataclass
class Hero:
    fighter: Fighter
    track: Track
    hp: int
    bonus: int
    ready: list[str]
    slots: list[tuple[str, int]] = field(default_factory=list)

    def die(self, name: str) -> Die:
        return next(die for die in self.fighter.dice if die.name == name)


class Twin:
    """One battle, played with the words of one trial."""

    def __init__(self, roll: BattleRoll, word: Callable[[int], int]) -> None:
        self.roll, self.word = roll, word
        supply = Supply()
        self.heroes = [
            Hero(fighter, Track(supply), fighter.health, fighter.bonus, [die.name for die in fighter.dice])
            for fighter in roll.party
        ]
        self.foes = [enemy.health for enemy in roll.enemies]
        self.draw = 0
        if roll.drawn < len(self.foes):
            bag = list(range(len(self.foes)))
            for number in range(roll.drawn):
                bag.pop(word(number) * len(bag) >> 32)
            for enemy in bag:
                self.foes[enemy] = 0
            self.draw = roll.drawn

    def faces(self, draw: int, dice: Sequence[Die]) -> list[Face]:
        shown, words = [], [self.word(draw + n) for n in range(4)]
        for number, die in enumerate(dice):
            rolled = words[number // 5] * 6
            words[number // 5] = rolled & 0xFFFFFFFF
            shown.append(die.faces[rolled >> 32])
        return shown

    def play(self) -> tuple[str, int, int, int]:
        for number in range(1, self.roll.rounds + 1):
            self.round(number)
            if all(hero.hp == 0 for hero in self.heroes):
                return self.end("lost", number)
            if not any(self.foes):
                return self.end("won", number)
        return self.end("undecided", self.roll.rounds)

    def end(self, result: str, number: int) -> tuple[str, int, int, int]:
        return result, number, sum(hero.hp for hero in self.heroes), sum(hero.hp == 0 for hero in self.heroes)

    def round(self, number: int) -> None:
        if number >= 6:
            for hero in self.heroes:
                if hero.hp:
                    hero.track.tire(OVER)
            for hero in self.heroes:
                self.hurt(hero, hero.track.overfatigue if hero.hp else 0)
        for hero in self.heroes:
            engage = words_for(len(hero.fighter.dice))
            if hero.hp:
                self.hero_turn(hero, self.draw, engage)
            self.draw += hero.fighter.engages * engage + (hero.fighter.guard > 0)
        for place, enemy in enumerate(self.roll.enemies):
            dice = [self.roll.enemy_die] * min(enemy.combat, 6)
            draw, self.draw = self.draw, self.draw + words_for(len(dice))
            if self.foes[place] == 0:
                continue
            damage = sum(face.number for face in self.faces(draw, dice))
            sign = -1 if enemy.priority == "strongest" else 1
            standing = sorted((hero for hero in self.heroes if hero.hp), key=lambda hero: sign * hero.hp)
            for hero in standing[: 4 if enemy.targets == "all" else enemy.targets]:
                left = damage
                while left > 0 and hero.slots:
                    name, value = hero.slots.pop(0)
                    hero.track.exhaust([name])
                    left = max(left - value, 0)
                spared = min(left, hero.bonus)
                hero.bonus -= spared
                self.hurt(hero, left - spared)

    def hurt(self, hero: Hero, damage: int) -> None:
        if not damage:
            return
        hero.hp = max(hero.hp - damage, 0)
        if hero.hp == 0:
            hero.track.exhaust(name for name, _ in hero.slots)
            hero.slots = []

    def hero_turn(self, hero: Hero, draw: int, engage: int) -> None:
        hero.ready += hero.track.recover(hero.fighter.cooldown)
        names = [die.name for die in hero.fighter.kinds]
        hero.ready.sort(key=names.index)
        engaged = 0
        while engaged < hero.fighter.engages and hero.hp and any(self.foes):
            dice = self.attackers(hero)
            if not dice:
                break
            target = self.target(hero.fighter.target)
            hero.track.tire(LIGHT, self.roll.fatigue if engaged else 0)
            faces = self.faces(draw + engaged * engage, dice)
            for die, face in zip(dice, faces, strict=True):
                hero.ready.remove(die.name)
                if "strain" in face.signs:
                    hero.track.tire(LIGHT, 2)
                if "drain" not in face.signs:
                    hero.track.exhaust([die.name])
            damage = sum(face.number for face in faces if "prevents" not in face.signs)
            defense = max(self.roll.enemies[target].defense - sum(face.ignores for face in faces), 0)
            self.foes[target] = max(self.foes[target] - max(damage - defense, 0), 0)
            self.hurt(hero, sum("backlash" in face.signs for face in faces))
            engaged += 1
        if hero.hp and any(self.foes):
            self.defend(hero, draw + hero.fighter.engages * engage, engaged)

    def target(self, policy: str) -> int:
        standing = [place for place, hp in enumerate(self.foes) if hp]
        if policy == "highest":
            return standing[0]
        return (min if policy == "weakest" else max)(standing, key=lambda place: self.foes[place])

    def attackers(self, hero: Hero) -> list[Die]:
        defensive = [name for name in hero.ready if self.form(hero, name) == "defensive"]
        kept = max(hero.fighter.guard - len(hero.slots) - len(defensive), 0)
        ready = [name for name in hero.ready if name not in defensive]
        for _ in range(kept):
            if "combat" in ready:
                ready.remove("combat")
        left = dict(zip(("stamina", "magicka"), hero.fighter.stats, strict=True))
        form, dice = None, []
        for name in ready:
            die = hero.die(name)
            assert die.skill is not None
            own = "not magic" if name == "combat" else die.skill.form
            clash = {form, own} == {"magic", "not magic"} or (
                None not in (form, own) and "not magic" not in (form, own) and form != own
            )
            if clash or (die.skill.stat and left[die.skill.stat] == 0):
                continue
            if die.skill.stat:
                left[die.skill.stat] -= 1
            form = own if form in (None, "not magic") and own is not None else form
            dice.append(die)
        return dice

    def form(self, hero: Hero, name: str) -> str | None:
        skill = hero.die(name).skill
        return skill.form if skill else None

    def defend(self, hero: Hero, draw: int, engaged: int) -> None:
        names = [name for name in hero.ready if self.form(hero, name) == "defensive"]
        names += [name for name in hero.ready if name == "combat"]
        missing = min(hero.fighter.guard - len(hero.slots), hero.fighter.stats[0])
        dice = [hero.die(name) for name in names[: max(missing, 0)]]
        if not dice:
            return
        hero.track.tire(LIGHT, self.roll.fatigue if engaged else 0)
        for die, face in zip(dice, self.faces(draw, dice), strict=True):
            hero.ready.remove(die.name)
            if face.number:
                hero.slots.append((die.name, face.number))
            else:
                hero.track.exhaust([die.name])


def words_for(dice: int) -> int:
    """A word for every five dice."""
    return -(-dice // 5)


FILES = {
    "short": """
rounds = 1
[[adventurer]]
race = "nord"
dice = "combat"
[[enemy]]
health = 9
combat = 0
""",
    "guard": """
rounds = 9
[[adventurer]]
race = "nord"
dice = "2 resolve, 3 combat, 2 shield discipline"
guard = 3
engages = 2
bonus = 2
[[enemy]]
health = 9
combat = 2
defense = 1
count = 2
""",
    "fatigue": """
rounds = 14
difficulty = "expert"
[[adventurer]]
health = 40
stamina = 5
cooldown = 1
dice = "9 wrecking blow, 5 combat"
engages = 4
guard = 1
target = "strongest"
[[adventurer]]
health = 9
stamina = 2
cooldown = 5
dice = "combat"
[[enemy]]
health = 60
combat = 1
defense = 4
level = "quest"
targets = "all"
""",
    # All the light fatigue of the box is in the tracks of these, and some of them fall to their own dice.
    "worn": """
rounds = 12
difficulty = "expert"
[[adventurer]]
health = 40
stamina = 4
cooldown = 3
dice = "4 wrecking blow"
engages = 4
[[adventurer]]
health = 36
stamina = 4
cooldown = 3
dice = "4 wrecking blow, 2 combat"
engages = 4
guard = 2
[[adventurer]]
health = 30
stamina = 4
cooldown = 3
dice = "5 wrecking blow"
engages = 4
[[adventurer]]
health = 2
stamina = 2
magicka = 2
cooldown = 3
dice = "2 force shock, 3 combat"
guard = 2
[[enemy]]
health = 11
combat = 3
defense = 3
count = 3
priority = "strongest"
""",
    "mixed": """
[[adventurer]]
health = 6
bonus = 1
stamina = 3
magicka = 2
cooldown = 2
dice = "combat, snipe, force shock, 2 elemental rage, 2 combat, ward, stab"
engages = 3
target = "highest"
[[adventurer]]
race = "Khajiit"
dice = "3 snipe, combat, stab"
target = "strongest"
engages = 2
guard = 1
[[adventurer]]
race = "Orc"
dice = "0 combat"
engages = 0
[[enemy]]
level = 5
health = 6
combat = 8
defense = 2
targets = 2
priority = "strongest"
[[enemy]]
health = 3
combat = 1
count = 4
targets = 3
""",
}
OWN = """
[ward]
game = "Betrayal"
line = "Restoration"
faces = "T 5x1"
[stab]
game = "Betrayal"
line = "Dual Wield"
stat = "stamina"
form = "light"
faces = "T 3x2 5+drain 1+ignore"
"""


def box(folder: Path) -> Box:
    from tamriel_odds.odds.own_dice import load_dice

    (folder / "dice.toml").write_text(OWN, encoding="utf-8")
    return Box(load_dice(folder / "dice.toml"))


def rolls(folder: Path) -> dict[str, BattleRoll]:
    named = {"jailbreak": "jailbreak", "clash": "clash"}
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        named[name] = str(folder / f"{name}.toml")
    resolved = {name: build(Battle, {"file": file}).roll(box(folder)) for name, file in named.items()}
    return {name: roll for name, roll in resolved.items() if isinstance(roll, BattleRoll)}


def plays_as_its_twin(roll: BattleRoll, word: Word, battles: int) -> bool:
    """Whether every battle ends as the rules have it with its words."""
    first, seed = 2**32 - 20, 11
    cells = np.empty(battles, np.uint16)
    kernel.roll_trials(np.uint64(seed), np.uint64(first), kernel.Tables(**roll.tables()), cells)
    results, rounds = (axis.values for axis in roll.outcomes.axes[:2])
    for number, cell in enumerate(cells):
        twin = Twin(roll, lambda draw, trial=first + number: word(seed, trial, draw))  # type: ignore[misc]
        result, played, left, defeated = np.unravel_index(cell, roll.outcomes.shape)
        assert (results[result], rounds[played], left, defeated) == twin.play()
    return True


@pytest.mark.parametrize("name", ["jailbreak", "clash", *FILES])
def test_every_battle_is_what_the_rules_make_of_its_words(name: str, word: Word, tmp_path: Path) -> None:
    assert plays_as_its_twin(rolls(tmp_path)[name], word, 60)


def test_battles_of_a_second_block_begin_anew(word: Word, tmp_path: Path) -> None:
    assert plays_as_its_twin(rolls(tmp_path)["short"], word, 1100)


ROOM: dict[str, dict[str, int]] = {
    "everything is forgotten before every turn": {"MOST_NEW": mats.MOST_MATS},
    "just enough for the mats of 25 trials and those of a turn": {"MOST_NEW": 200, "MOST_MATS": 300, "AT_WORK": 300},
    "no pools of dice": {"MOST_POOLS": 1},
}


@pytest.mark.parametrize("room", ROOM)
@pytest.mark.parametrize("battle", ["clash", "fatigue", "mixed", "worn"])
def test_room_for_what_is_known_makes_no_difference(
    room: str, battle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With less of it the same battles are played, here in plain Python."""
    roll = rolls(tmp_path)[battle]
    plain = getattr(kernel.roll_trials, "py_func", kernel.roll_trials)
    cells, again = np.empty(25, np.uint16), np.empty(25, np.uint16)
    tables = kernel.Tables(**roll.tables())
    kernel.roll_trials(np.uint64(3), np.uint64(7), tables, cells)
    for name, size in ROOM[room].items():
        monkeypatch.setattr(mats, name, size)
    monkeypatch.setattr(turn, "AT_WORK", mats.AT_WORK)
    plain(np.uint64(3), np.uint64(7), tables, again)
    assert again.tolist() == cells.tolist()


def test_every_turn_makes_room_for_its_mats(tmp_path: Path) -> None:
    """One mat more than there may be before a turn is in the way of none."""
    tables = kernel.Tables(**rolls(tmp_path)["clash"].tables())
    block, known = blocks.new_block(len(tables.enemies)), mats.new_mats(tables.party)
    dealt = np.uint64(1), np.uint64(0), 0
    for takes in (
        lambda: turn.begin(block, known, tables),
        lambda: turn.fatigue_round(block, 3, known, tables.party),
        lambda: turn.adventurer_turn(block, 3, 0, known, tables, *dealt),
        lambda: kernel.enemy_turn(block, 3, 0, known, tables, *dealt),
    ):
        known.rows[mats.AT_WORK, units.KNOWN] = mats.MOST_MATS - mats.MOST_NEW + 1
        takes()
        assert 0 < known.rows[mats.AT_WORK, units.KNOWN] < 50


def test_the_defeated_have_no_dice_in_active_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every turn and every fatigue round of battles that are played in plain Python."""
    roll = rolls(tmp_path)["worn"]
    fallen = {"adventurer_turn": 0, "fatigue_round": 0}

    def watched(name: str) -> Callable[..., Any]:
        step = getattr(kernel, name)

        def watch(block: blocks.Block, left: int, *others: Any) -> Any:
            state, known = block.state, next(other for other in others if isinstance(other, mats.Mats))
            health = state[units.HP : units.HP + 4, :left]
            slots = known.rows[state[units.MAT : units.MAT + 4, :left], units.ACTIVE]
            before = (health > 0) & (slots > 0)
            comes = step(block, left, *others)
            now = known.rows[state[units.MAT : units.MAT + 4, :left], units.ACTIVE]
            assert not now[health == 0].any()
            fallen[name] += int((before & (health == 0)).sum())
            return comes

        return watch

    for name in fallen:
        monkeypatch.setattr(kernel, name, watched(name))
    plain = getattr(kernel.roll_trials, "py_func", kernel.roll_trials)
    plain(np.uint64(3), np.uint64(7), kernel.Tables(**roll.tables()), np.empty(100, np.uint16))
    assert min(fallen.values()) > 0


def test_counts_do_not_depend_on_threads_or_chunks(tmp_path: Path) -> None:
    roll = rolls(tmp_path)["clash"]
    wanted = None
    for threads, chunk in ((1, 300), (2, 77)):
        with Roller(roll, 3, threads, chunk) as roller:
            counts = roller.roll(0, 300).tolist()
        wanted = wanted or counts
        assert counts == wanted


@pytest.mark.parametrize("health", [5, 50])
def test_rounds_are_those_of_a_battle_against_a_target_that_withstands_them(
    health: int, word: Word, tmp_path: Path
) -> None:
    """A battle of eight rounds against such an enemy, and the damage of the rounds, with the same words."""
    options = {"dice": "2 wrecking blow, combat", "stamina": 2, "cooldown": 2, "rounds": 8, "health": health}
    cells = np.empty(300, np.uint16)
    tables = turns.Tables(**build(Turns, options).roll(Box.shipped()).tables())
    turns.roll_trials(np.uint64(4), np.uint64(9), tables, cells)
    (tmp_path / "x.toml").write_text(
        f'rounds = 8\n[[adventurer]]\nhealth = {health}\nstamina = 2\ncooldown = 2\ndice = "2 wrecking blow, combat"\n'
        "[[enemy]]\nhealth = 999\ncombat = 0\n"
    )
    fought = Battle(file=str(tmp_path / "x.toml")).roll(Box.shipped())
    assert isinstance(fought, BattleRoll)
    for number, damage in enumerate(cells):
        twin = Twin(fought, lambda draw, trial=9 + number: word(4, trial, draw))  # type: ignore[misc]
        twin.play()
        assert 999 - twin.foes[0] == damage


def test_the_tables_are_laid_out_as_the_kernel_reads_them() -> None:
    assert (units.KINDS, units.KIND) == (battle_roll.KINDS, battle_roll.KIND)
    assert units.DICE_A_WORD == battle_roll.DICE_A_WORD
    assert battle_roll.SUPPLY == LIGHT_DICE + units.OVER * OVER_DICE
    assert (engage_roll.OWN, engage_roll.FREE, engage_roll.ENGAGE) == (draws.OWN, draws.FREE, 4 * draws.ENGAGE_CALLS)


def test_supply_and_track_at_their_limits() -> None:
    """A full track, an empty supply: steps that battles reach rarely."""
    mat = np.zeros(units.READY + 1, np.int64)

    def supply() -> list[int]:
        return [int(mat[units.LIGHT_SUPPLY]), int(mat[units.OVER_SUPPLY])]

    mat[units.OVER_SUPPLY], mat[units.FILLED] = 1, 13
    mat[units.TRACK : units.TRACK + 13] = track.OVERFATIGUE
    mat[units.TRACK] = 0
    track.place(mat, track.LIGHT)
    assert supply() == [1, 0]
    assert mat[units.TRACK] == track.OVERFATIGUE
    track.place(mat, 0)
    track.place(mat, track.OVERFATIGUE)
    assert supply() == [1, 1]
    track.place(mat, 0)
    assert supply() == [1, 1]
    mat[units.FILLED] = 0
    track.tire(mat, 3)
    assert supply() == [0, 0]
    assert mat[units.TRACK : units.TRACK + 2].tolist() == [track.LIGHT, track.OVERFATIGUE]
