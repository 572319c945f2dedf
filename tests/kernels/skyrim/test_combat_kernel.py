"""The combat kernels in every branch: walking against following the rules, cut runs, states, golden counts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.skyrim import combat, combat_layout, combat_walk
from tamriel_odds.kernels.words import face, words_of
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.skyrim import combat_arrays, combat_explore
from tamriel_odds.odds.skyrim import combat_states as listed
from tamriel_odds.odds.skyrim.combat import Combat, Dungeon
from tamriel_odds.odds.skyrim.combat_roll import CombatRoll
from tamriel_odds.odds.skyrim.when import VARIABLES

EVERYTHING = """
pushes_by_current = true
[[player]]
name = "Hilde"
health = 4
stamina = 2
magicka = 2
now = "3 health, 2 stamina, 2 magicka"
final_blows = 2
race = "nord"
skills = ["conjuration legendary", "archery legendary"]
follower = "Lydia"
sneak = 1
sneaks = true
  [[player.action]]
  name = "aim"
  skill = "archery"
  need = "2 circles"
  cost = "1 stamina"
  damage = "2 light"
  times = 2
  [[player.action]]
  name = "wolf"
  cost = "1 magicka"
  summon = "Wolf"
  times = 3
  spell = true
  [[player.action]]
  name = "ward"
  kind = "defensive"
  need = "1 circle"
  cost = "1 magicka"
  spell = true
  [[player.action]]
  name = "mend"
  need = "1 circle"
  heal = "1 health"
  to = "weakest"
  [[player.potion]]
  heal = "1 health, 1 magicka"
  uses = 1
  when = "health <= 2"
  [[player.rule]]
  when = "round >= 7 and health <= 1"
  do = "escape"
  [[player.rule]]
  when = "attacked and innate >= 0 and encounter <= 2"
  do = "aim + battle-cry"
  [[player.rule]]
  when = "summons <= 2 and players >= 1 and final_blows >= 1"
  do = "wolf"
  [[player.rule]]
  when = "damage >= 1 and magicka >= 1 and stamina >= 0"
  do = "ward"
  [[player.rule]]
  when = "enemies >= 2 and heavy <= 3 and light >= 0 and magic <= 2 and armor != 7"
  do = "mend"
  [[player.rule]]
  do = "aim"
"""
OTHER = """
[[player]]
name = "Neloth"
sneaks=true
race = "altmer"
magicka = 1
  [[player.action]]
  name = "flames"
  need = "1 circle"
  cost = "1 magicka"
  damage = "2 magic"
  spell = true
  push = "while-hopeful:0.5"
  [[player.action]]
  name = "mend"
  need = "1 circle"
  heal = "1 health"
  to = "weakest"
  [[player.rule]]
  when = "innate"
  do = "flames + highborn"
  [[player.rule]]
  when = "health <= 4"
  do = "mend"
  [[player.rule]]
  do = "flames"
"""
FOES = """
[[follower]]
name = "Lydia"
sword = "1 heavy"
axe = { attack = "1 light", all = true }
fire = { gives = "1 health, 1 stamina" }
[[follower]]
name = "Wolf"
sword = "2 light"
axe = "2 light"
[[enemy]]
name = "Trap"
trap = true
armor = "1 heavy"
disarm = "2 circles"
skull = "2 light"
[[enemy]]
name = "Witch"
armor = "2 light, 1 magic"
now = "1 light, 1 magic"
sneak = "2 circles"
ambush = true
sword = { attack = "2 magic + 1 magicka", all = true }
axe = { attack = "1 heavy", heal = "1 light" }
fire = { spawn = "Crow" }
skull = "2 heavy"
lightning = { attack = "3 light", dark = true }
[[enemy]]
name = "Crow"
armor = "1 light"
count = 0
sword = "1 light"
[[enemy]]
name = "Bandit"
armor = "1 heavy"
axe = "1 heavy + 1 stamina"
sword = "1 stamina"
"""
ROOMS = '[[encounter]]\nenemies = ["Trap", "Bandit"]\n[[encounter]]\nenemies = ["Witch", "Bandit"]\n'
SMALL = """
[[player]]
name = "Hilde"
health = 3
stamina = 1
sneaks = true
skills = ["one-handed legendary"]
  [[player.action]]
  name = "swing"
  skill = "one-handed"
  need = "3 circles"
  cost = "1 stamina"
  damage = "2 heavy"
  [[player.rule]]
  when = "attacked"
  do = "rest"
  [[player.rule]]
  do = "swing"
[[enemy]]
name = "Crab"
armor = "1 heavy"
skull = "1 heavy"
sneak = "2 circles"
ambush = true
"""


ESCAPING = '  [[player.rule]]\n  when = "health <= 1"\n  do = "escape"\n'
WOLF = '  [[player.action]]\n  name = "wolf"\n  cost = "1 magicka"\n  summon = "Wolf"\n  spell = true\n'
WOLF += '  [[player.rule]]\n  when = "summons == 0"\n  do = "wolf"\n'
CHANGED = {
    "": SMALL,
    "sneaks": SMALL.replace("sneaks = true\n", ""),
    "escape": SMALL.replace("  [[player.rule]]", ESCAPING + "  [[player.rule]]", 1),
    "follower": SMALL.replace("sneaks = true", 'follower = "Dog"') + '[[follower]]\nname = "Dog"\nsword = "1 heavy"\n',
    "tired": SMALL.replace("sneaks = true", 'sneaks = true\nnow = "1 health, 0 stamina, 0 magicka"'),
    "calm": SMALL.replace("ambush = true\n", ""),
    "stealthy": SMALL.replace("sneaks = true", "sneaks = true\nsneak = 4"),
    "quick": SMALL.replace('  need = "3 circles"\n', "").replace('sneak = "2 circles"\nambush = true\n', ""),
    "summons": SMALL.replace("  [[player.rule]]", WOLF + "  [[player.rule]]", 1)
    + '[[follower]]\nname = "Wolf"\nsword = "1 heavy"\n',
    "round": SMALL.replace(
        "  [[player.action]]",
        '  [[player.potion]]\n  heal = "1 stamina"\n  when = "round == 2"\n  [[player.action]]',
    ).replace("  [[player.rule]]", ESCAPING.replace("health <= 1", "round >= 4") + "  [[player.rule]]", 1),
    "dice": SMALL.replace("sneaks = true", 'sneaks = true\nsneak = 9\npush_limit = 4\nnow = "3 health, 1 stamina"')
    .replace("= 1\n", "= 6\n", 1)
    .replace('armor = "1 heavy"', 'armor = "3 heavy"')
    .replace('sneak = "2 circles"', 'sneak = "6 circles"'),
    "story": "story_mode = true\npushes_by_current = true\n"
    + SMALL.replace("sneak = ", "trap = true\ndisarm = ").replace("ambush = true\n", ""),
}


PARTY = SMALL.replace("[[enemy]]", SMALL[: SMALL.index("[[enemy]]")].replace("Hilde", "Ralof") + "[[enemy]]").replace(
    'armor = "1 heavy"', 'armor = "2 heavy"\ncount = 2'
)
PARTIES = {
    "": PARTY,
    "follower": PARTY.replace("sneaks = true", 'follower = "Dog"', 1)
    + '[[follower]]\nname = "Dog"\nsword = "1 heavy"\n',
    "trap": PARTY.replace("sneak = ", "trap = true\ndisarm = ").replace("ambush = true\n", ""),
    "sneaker": PARTY.replace("sneaks = true\n", "", 1)
    .replace("sneaks = true", "sneaks = true\nsneak = 2")
    .replace('sneak = "2 circles"', 'sneak = "3 circles"'),
    "escape": PARTY.replace(
        "  [[player.rule]]", ESCAPING.replace("health <= 1", "round >= 3") + "  [[player.rule]]", 1
    ),
}


def rolled(roll: CombatRoll, first: int, trials: int, walking: bool) -> np.ndarray:
    cells = np.zeros(trials, np.uint16)
    if walking:
        combat_walk.roll_trials(np.uint64(5), np.uint64(first), combat_walk.Tables(**roll.tables()), cells)
    else:
        combat.roll_trials(np.uint64(5), np.uint64(first), combat.Tables(**roll.tables_by_rule()), cells)
    return cells


def asked(kind: type[Question], path: Path, text: str, **given: Any) -> CombatRoll:
    path.write_text(text, encoding="utf-8")
    roll = build(kind, {"file": path, **given}).roll(Box.shipped())
    assert isinstance(roll, CombatRoll)
    return roll


def test_following_the_rules_with_everything_in_it(tmp_path: Path) -> None:
    for players in (EVERYTHING, EVERYTHING.replace(" legendary", ""), EVERYTHING + OTHER):
        text = f"story_mode = true\n{players}{ROOMS}{FOES}"
        for sneaks in ("true", "false"):
            told = text.replace("sneaks = true", f"sneaks = {sneaks}")
            roll = asked(Dungeon, tmp_path / "all.toml", told, tally=("cleared", "injuries"), rounds=12)
            whole = rolled(roll, 0, 300, False)
            parts = [rolled(roll, first, 100, False) for first in (0, 100, 200)]
            assert np.concatenate(parts).tolist() == whole.tolist()
            assert len(set(whole.tolist())) > 10


class Trial:
    """One combat walked by what is listed of its states, a die at a time."""

    def __init__(self, roll: CombatRoll, number: int) -> None:
        self.roll, self.states, self.own, self.number = roll, roll.states, roll.compiled_tables, number

    def word(self, round_: int, place: int) -> int:
        call = np.uint64(combat_layout.CALLS_A_ROUND * round_ + place // 4)
        return int(words_of(np.uint64(self.number), call, np.uint64(5))[place % 4])

    def shown(self, pool: int, word: int) -> int:
        return int(self.own["pools"][pool, int(face(word, combat_layout.POOL_FACES))])

    def die(self, round_: int, place: int) -> int:
        return int(face(self.word(round_, place), 6))

    def opened(self, state: int, round_: int) -> int:
        stage = self.states.rows[state, combat_layout.STAGE]
        pools = self.own["openings"][stage, self.states.opening_players[state]]
        shown = sum(
            self.shown(pool, self.word(round_, place)) for pool, place in zip(pools, (1, 6, 7), strict=True) if pool
        )
        is_passed = self.states.opens[state] != combat_layout.AMBUSH and shown >= self.own["stages"][stage, 2]
        return int(self.states.after_opening[state, int(is_passed)])

    def fought(self, state: int, round_: int) -> int:
        dice = [self.die(round_, 8 + die) for die in range(3)]
        follower_dice = round(np.log(self.states.plight_of.shape[1]) / np.log(6))
        place = 0
        for shown in dice[:follower_dice]:
            place = 6 * place + shown
        plight = int(self.states.plight_of[state, place])
        return int(self.states.ended_in[state, place]) if plight < 0 else self.decided(plight, round_)

    def decided(self, plight: int, round_: int) -> int:
        enemy, decisions = self.die(round_, 0), self.roll.decisions
        number = min(round_, len(decisions.chosen) - 1)
        option = decisions.chosen[number, plight, enemy]
        row = self.own["actions"][self.states.actions[plight, enemy, option]]
        most, plan = self.states.most[plight, enemy, option], decisions.plans[number, plight, enemy]
        after = self.states.after[plight, enemy, option]
        if (after == after[0]).all():
            return int(after[0])
        missing = row[4] - self.shown(row[6], self.word(round_, 1))
        missing -= self.shown(row[7], self.word(round_, 6)) if row[7] else 0
        paid = 0
        while missing > 0 and paid < most and plan >> (5 * missing + paid) & 1:
            missing -= self.own["shows"][row[5], self.die(round_, 2 + paid)]
            paid += 1
        return int(after[paid if missing > 0 else 5 + paid])

    def cell(self) -> int:
        state, rounds = self.states.start, 0
        stride = int(np.prod([len(axis.values) for axis in self.roll.outcomes.axes[2:]]))
        while rounds < self.roll.compiled.rounds and self.states.results[state] == 0:
            state = self.opened(state, rounds) if self.states.opens[state] else self.fought(state, rounds)
            rounds += 1
        return int(self.states.cells[state]) + rounds * stride


@pytest.mark.parametrize("change", CHANGED)
def test_walking_is_following_the_rules(tmp_path: Path, change: str) -> None:
    roll = asked(Combat, tmp_path / "small.toml", CHANGED[change], rounds=5)
    assert rolled(roll, 3, 200, True).tolist() == rolled(roll, 3, 200, False).tolist()
    exact = roll.exact()
    assert exact is not None
    assert abs(exact.sum() - 1) < 1e-12


@pytest.mark.parametrize("change", PARTIES)
def test_walking_with_a_party_is_following_the_rules(tmp_path: Path, change: str) -> None:
    roll = asked(Combat, tmp_path / "party.toml", PARTIES[change], rounds=6)
    assert roll.kernel() == "skyrim.combat_walk"
    assert rolled(roll, 3, 200, True).tolist() == rolled(roll, 3, 200, False).tolist()


@pytest.mark.parametrize("policy", ["rules", "best"])
@pytest.mark.parametrize("change", CHANGED)
def test_walking_is_going_from_state_to_state(tmp_path: Path, policy: str, change: str) -> None:
    roll = asked(Combat, tmp_path / "small.toml", CHANGED[change], policy=policy, rounds=5)
    assert rolled(roll, 3, 60, True).tolist() == [Trial(roll, number).cell() for number in range(3, 63)]


def test_rules_are_followed_where_there_are_too_many_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "WALKED_ENDS", 0)
    roll = asked(Combat, tmp_path / "small.toml", SMALL)
    assert roll.kernel() == "skyrim.combat"
    assert list(roll.tables()) == list(combat.Tables._fields)


def test_golden_counts() -> None:
    roll = build(Combat, {"file": Path("draugr"), "rounds": 5}).roll(Box.shipped())
    assert isinstance(roll, CombatRoll)
    counts = np.bincount(rolled(roll, 0, 1000, False), minlength=roll.outcomes.cells).reshape(roll.outcomes.shape)
    assert counts.sum(axis=(1, 2, 3)).tolist() == GOLDEN


def test_the_question_lays_its_tables_as_the_kernel_reads_them() -> None:
    assert combat_arrays.TABLES == combat_layout.TABLES
    assert combat_arrays.ALONE == combat_layout.ALONE
    assert combat_arrays.HEADER == combat_layout.HEADER
    assert (combat_arrays.SNEAK, combat_arrays.AMBUSH, combat_arrays.TRAP) == (
        combat_layout.SNEAK,
        combat_layout.AMBUSH,
        combat_layout.TRAP,
    )
    names = list(VARIABLES)
    assert names.index("final_blows") == combat_layout.FINAL_BLOWS
    assert names.index("damage") == combat_layout.DAMAGE
    assert names.index("encounter") == combat_layout.ENCOUNTER
    assert (listed.STAGE, listed.RESULT, listed.WON) == (combat_layout.STAGE, combat_layout.RESULT, combat_layout.WON)
    assert (listed.NOTHING, listed.MOST_PUSHES) == (combat_layout.NOTHING, combat_layout.MOST_PUSHES)
    for name in ("NO_CODE", "CELL", "OPENS", "OPENING_PLAYER", "FAILED", "REACHED", "ACTION", "MOST", "AFTER"):
        assert getattr(combat_explore, name) == getattr(combat_layout, name)


GOLDEN = [899, 26, 75]
