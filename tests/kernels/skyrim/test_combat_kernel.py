"""The combat kernels in every branch: walking against following the rules, cut runs, states, golden counts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.skyrim import combat, combat_layout, combat_walk
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.skyrim import combat_arrays
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
    "story": "story_mode = true\npushes_by_current = true\n"
    + SMALL.replace("sneak = ", "trap = true\ndisarm = ").replace("ambush = true\n", ""),
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


@pytest.mark.parametrize("policy", ["rules", "best"])
@pytest.mark.parametrize("change", CHANGED)
def test_walking_is_following_the_rules(tmp_path: Path, policy: str, change: str) -> None:
    text = CHANGED[change]
    roll = asked(Combat, tmp_path / "small.toml", text, policy=policy, rounds=4)
    assert rolled(roll, 3, 200, True).tolist() == rolled(roll, 3, 200, False).tolist()
    exact = roll.exact()
    assert exact is not None
    assert abs(exact.sum() - 1) < 1e-12


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


GOLDEN = [899, 26, 75]
