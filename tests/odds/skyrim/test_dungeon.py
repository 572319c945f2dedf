"""Dungeons where nothing is left to chance: what comes back between Encounters, who may sneak, what a rule sees."""

from pathlib import Path
from typing import Any

import pytest

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.odds.skyrim.combat import Combat, Dungeon

ARCHER = """
[[player]]
name = "Aela"
  [[player.action]]
  name = "aim"
  damage = "6 heavy"
  times = 1
  [[player.action]]
  name = "jab"
  damage = "1 heavy"
  [[player.rule]]
  do = "aim"
  [[player.rule]]
  do = "jab"
"""
CRABS = """
[[enemy]]
name = "Crab"
armor = "3 heavy"
[[enemy]]
name = "Trap"
trap = true
armor = "3 heavy"
"""


def _encounters(*enemies: str) -> str:
    return "".join(f"[[encounter]]\nenemies = {names}\n" for names in enemies)


def rounds(question: Any) -> int:
    """The one number of rounds that a dungeon without chance takes."""
    answer = exact(question)
    assert answer.event("won") == pytest.approx(1, abs=1e-12)
    (number,) = [place for place, chance in enumerate(answer.along("rounds")) if chance > 0]
    counts = run(question, trials=1_000).counts_along("rounds")
    assert counts[number] == 1_000
    return number


def test_aim_is_used_once_in_every_combat_of_a_dungeon(written: Any) -> None:
    # Skyrim, Bows: "as many times as the number in the Aim line per Combat".
    once = ARCHER + CRABS
    assert rounds(build(Dungeon, {"file": written(once + _encounters('["Crab"]', '["Crab"]', '["Crab"]'))})) == 3
    # A trap and who stands behind it are one Combat: the Crab falls to three jabs (1 of 3, 1 of 2, 1 of 1).
    assert rounds(build(Dungeon, {"file": written(once + _encounters('["Crab", "Trap"]', '["Crab"]'))})) == 1 + 3 + 1


def test_a_rule_counts_encounters_and_not_the_traps_in_them(written: Any) -> None:
    player = ARCHER.replace('do = "aim"', 'when = "encounter >= 2"\n  do = "aim"')
    assert rounds(build(Dungeon, {"file": written(player + CRABS + _encounters('["Crab", "Trap"]', '["Crab"]'))})) == 7
    never = player.replace("encounter >= 2", "encounter >= 3")
    file = written(never + CRABS + _encounters('["Crab", "Trap"]', '["Crab"]'))
    assert any("can never be followed" in note for note in build(Dungeon, {"file": file}).roll(Box.shipped()).notes)


def test_a_dark_skull_line_is_no_ambush(written: Any) -> None:
    enemy = 'sneak = "1 circle"\nambush = true\nskull = { attack = "9 heavy", dark = true }\n'
    assert rounds(build(Combat, {"file": written(ARCHER + CRABS.partition('[[enemy]]\nname = "Trap')[0] + enemy)})) == 1


def test_who_has_acted_does_not_sneak_as_sneaking_is_a_round(written: Any) -> None:
    # Aela opens the first Encounter, so that it is Farkas's turn in the second, and hers to sneak in the third.
    # Skyrim, Combat Sequence: cards are not turned back at the end of a Combat.
    aela = ARCHER.replace("\n", "\nsneaks = true\n", 2).replace("sneaks = true\n[[", "[[")
    farkas = ARCHER.replace("Aela", "Farkas")
    text = aela + farkas + CRABS.replace('name = "Crab"', 'name = "Crab"\nsneak = "2 circles"')
    first = text.replace("[[enemy]]", '[[enemy]]\nname = "Mouse"\narmor = "1 heavy"\n[[enemy]]', 1)
    tally = run(build(Dungeon, {"file": written(first + _encounters('["Mouse"]', '["Crab"]'))}), trials=2_000)
    assert tally.counts_along("rounds")[2] == 2_000
    third = first + _encounters('["Mouse"]', '["Crab"]', '["Crab"]')
    counts = run(build(Dungeon, {"file": written(third)}), trials=2_000).counts_along("rounds")
    assert counts[3] + counts[4] == 2_000
    assert counts[3] > 800
    assert counts[4] > 800


def test_all_summoning_spells_share_the_one_summoning_of_a_game_turn(written: Any) -> None:
    spells = "".join(
        f'  [[player.action]]\n  name = "{name}"\n  spell = true\n  summon = "Wolf"\n' for name in ("wolf", "bear")
    )
    rules = "".join(f'  [[player.rule]]\n  when = "summons == 0"\n  do = "{name}"\n' for name in ("wolf", "bear"))
    player = ARCHER.replace('"Aela"\n', '"Aela"\nnow = "5 health, 5 stamina, 0 magicka"\n' + spells + rules)
    follower = '[[follower]]\nname = "Wolf"\n'
    # The wolf leaves for want of Magicka, and no bear comes after it.
    crab = CRABS.partition('[[enemy]]\nname = "Trap')[0]
    assert rounds(build(Combat, {"file": written(player + crab + follower)})) == 2


def test_the_kind_of_armor_that_the_book_leaves_open_is_a_ruling(written: Any) -> None:
    crab = CRABS.partition('[[enemy]]\nname = "Trap')[0]
    for skills, is_told in (('["block legendary"]', True), ('["block"]', False), ('["heavy armor legendary"]', False)):
        text = ARCHER.replace('"Aela"\n', f'"Aela"\nskills = {skills}\n') + crab
        assert ("armor-of-a-shield" in build(Combat, {"file": written(text)}).roll(Box.shipped()).rulings) == is_told


def test_more_dice_than_a_combat_rolls_are_refused(written: Any) -> None:
    skills = 'sneak = 9\nsneaks = true\nskills = ["sneak legendary", "light armor"]\nrace = "khajiit"\n'
    text = ARCHER.replace('"Aela"\n', f'"Aela"\n{skills}') + CRABS.partition('[[enemy]]\nname = "Trap')[0]
    with pytest.raises(WrongInput, match="16 dice for one test: a combat rolls at most 15"):
        build(Combat, {"file": written(text + 'sneak = "2 circles"\n')}).roll(Box.shipped())


def test_a_dungeon_says_first_how_far_it_goes(written: Any) -> None:
    roll = build(Dungeon, {"file": written(ARCHER + CRABS + _encounters('["Crab"]'))}).roll(Box.shipped())
    assert roll.outcomes.tables == ("cleared", "health", "stamina", "rounds")
    given = {"file": written(ARCHER + CRABS), "tally": ("injuries", "health")}
    assert build(Combat, given).roll(Box.shipped()).outcomes.tables == ("health", "rounds", "injuries")


def test_best_says_what_it_leaves_to_the_file() -> None:
    def told(kind: Any, name: str, policy: str) -> list[str]:
        notes = build(kind, {"file": Path(name), "policy": policy}).roll(Box.shipped()).notes
        return [note for note in notes if "as the file says" in note]

    (note,) = told(Dungeon, "tomb", "best")
    assert note.endswith("; sneaking and potions as the file says")
    assert told(Dungeon, "tomb", "rules") == told(Combat, "draugr", "best") == []


def test_what_an_ambush_does_is_a_ruling() -> None:
    assert "ambush-by-skull" in build(Dungeon, {"file": Path("tomb")}).roll(Box.shipped()).rulings
    assert "ambush-by-skull" not in build(Combat, {"file": Path("draugr")}).roll(Box.shipped()).rulings


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('[[enemy]]\nname = "crab"\narmor = "1 heavy"\n', "two enemies have one name; .* count = 2"),
        ('[[follower]]\nname = "Wolf"\n[[follower]]\nname = "wolf"\n', "two followers have one name"),
        ('[[player]]\nname = "aela"\n', "two players have one name"),
    ],
)
def test_names_that_come_twice(written: Any, entry: str, message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        build(Combat, {"file": written(ARCHER + CRABS + entry)}).roll(Box.shipped())
