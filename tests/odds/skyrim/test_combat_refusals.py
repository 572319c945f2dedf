"""Combat files that say what no combat can be: refused with the file, the line of the table, and what is wrong."""

from importlib.resources import files
from pathlib import Path

import pytest

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.skyrim.combat import Combat
from tamriel_odds.odds.skyrim.combat_file import read_combat

DRAUGR = (files("tamriel_odds.odds") / "data" / "examples" / "skyrim" / "draugr.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("printed", "typed", "said"),
    [
        ('name = "swing"', 'name = "rest"', "an action is not named 'rest': all can rest and escape"),
        ('name = "swing"', 'name = "cut + run"', "an action is not named 'cut + run'"),
        ('kind = "defensive"\n', "", 'give damage, heal or summon, or kind = "defensive"'),
        ('kind = "defensive"', 'kind = "offensive"', "action 'block': what it does is defensive, not offensive"),
        ('damage = "3 heavy"', 'damage = "1 stamina"', "enemies have armor only"),
        ('damage = "3 heavy"', 'damage = "3 heavy + 1 magicka"', "enemies have no Stamina and no Magicka"),
        ('need = "2 circles"', 'need = "99 circles"', "need"),
        ('cost = "1 stamina"\n  damage', 'cost = "1 health"\n  damage', "a cost is Stamina or Magicka"),
        ('skill = "one-handed"', 'skill = "one-headed"', "did you mean"),
        ('race = "nord"', 'race = "nerd"', "did you mean 'nord'"),
        ('race = "nord"', 'now = "9 health, 1 stamina"', "9 health is above its maximum 5"),
        ('race = "nord"', 'now = "0 health, 1 stamina"', "without Health there is no combat"),
        ('race = "nord"', 'wears = ["crown"]', "'crown' changes no roll"),
        ('race = "nord"', 'wears = ["heavy-armor"]\nsneaks = true', "Heavy Armor forbids sneaking"),
        ('name = "block"', 'name = "Swing"', "two actions have one name"),
        ('race = "nord"', "final_blows = 5", "the Final Blow lies below the maximum of Health"),
    ],
)
def test_what_no_combat_can_be_is_refused(tmp_path: Path, printed: str, typed: str, said: str) -> None:
    assert printed in DRAUGR
    file = tmp_path / "mine.toml"
    file.write_text(DRAUGR.replace(printed, typed, 1), encoding="utf-8")
    with pytest.raises(WrongInput) as refused:
        read_combat(file)
    assert str(refused.value).startswith(f"{file}:")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("printed", "typed"),
    [
        ('race = "nord"', 'race = "nerd" # here'),
        ('race = "nord"', 'wears = [ # here\n  "crown",\n]'),
        ('race = "nord"', 'now = "9 health" # here'),
        ('race = "nord"', 'now = "0 health" # here'),
        ('race = "nord"', "final_blows = 5 # here"),
        ('race = "nord"', 'wears = ["heavy-armor"]\nsneaks = true # here'),
        ('skills = ["one-handed"]', 'skills = ["block", "juggling"] # here'),
        ('skills = ["one-handed"]', 'skills = ["block", 3] # here'),
        ('race = "nord"', 'follower = "Nobody" # here'),
        ('race = "nord"', 'sneak_attack = "swim" # here'),
        ('race = "nord"', 'sneak_attack = "block" # here'),
        ('skill = "one-handed"', 'skill = "one-headed" # here'),
        ('damage = "3 heavy"', 'damage = "1 heavy + 1 magic" # here'),
        ('damage = "3 heavy"', 'damage = "1 stamina" # here'),
        ('damage = "3 heavy"', 'damage = "1 heavy + 1 stamina" # here'),
        ('damage = "3 heavy"', 'summon = "Nobody" # here'),
        ('need = "2 circles"', 'need = "8 circles" # here'),
        ('need = "2 circles"', 'push = "seldom" # here'),
        ('kind = "defensive"', 'kind = "offensive" # here'),
        ('name = "block"', 'name = "Swing" # here'),
        ('name = "block"', 'name = "rest" # here'),
        ('do = "block"', 'do = "dance" # here'),
        ('when = "stamina == 0"', 'when = "mood < 2" # here'),
    ],
)
def test_the_line_of_the_key_is_named(tmp_path: Path, printed: str, typed: str) -> None:
    # A second player has what is wrong: players are counted, and what is theirs within them.
    player = DRAUGR[DRAUGR.index("[[player]]") : DRAUGR.index("[[enemy]]")]
    assert printed in player
    second = player.replace("Hilde", "Ralof").replace(printed, typed, 1)
    _is_refused_here(tmp_path, DRAUGR.replace(player, player + second))


@pytest.mark.parametrize(
    "typed",
    [
        'armor = "1 light"\nsword = "1 heavy + 1 magic" # here',
        'armor = "1 light"\nsword = { attack = "1 heavy + 1 magic", all = true } # here',
        'armor = "1 light"\nsword = { attack = "1 heavy", al = true } # here',
        'armor = "1 light"\nsword = { attack = "1 heavy", spawn = "Nobody" } # here',
        'armor = "1 light"\nsword = { gives = "1 health" } # here',
        'armor = "1 light"\nsword.attack = "1 heavy + 1 magic" # here',
        'armor = "1 light"\n[enemy.sword]\nall = true\nattack = "1 heavy + 1 magic" # here',
        'armor = "1 light"\n[enemy.sword]\nattack = "1 heavy"\nspawn = "Nobody" # here',
        'armor = "12 light" # here',
        'armor = "1 light"\nnow = "2 light" # here',
        'armor = "1 light"\nnow = "" # here',
        'armor = "1 light"\ndisarm = "2 circles" # here',
        'armor = "1 light"\ncount = 9 # here',
        'armor = "1 light"\n[[enemy]]\narmor = "1 light"\nname = "crab" # here',
        'armor = "1 light"\n[[follower]]\nname = "A"\n[[follower]]\nname = "B"\naxe = { spawn = "Crab" } # here',
        'armor = "1 light"\n[[encounter]]\nenemies = ["Crab"]\n[[encounter]]\nenemies = ["Nobody"] # here',
        'armor = "1 light"\n[[encounter]] # here\nenemies = ["Crab"]',
    ],
)
def test_the_line_of_a_creature_is_named(tmp_path: Path, typed: str) -> None:
    _is_refused_here(tmp_path, DRAUGR + f'\n[[enemy]]\nname = "Crab"\n{typed}\n')


def test_a_player_without_rules_is_named_by_its_line(tmp_path: Path) -> None:
    begin = DRAUGR.index("  [[player.rule]]")
    text = DRAUGR[:begin] + DRAUGR[DRAUGR.index("[[enemy]]") :]
    _is_refused_here(tmp_path, text.replace("[[player]]", "[[player]] # here"))


def _is_refused_here(folder: Path, text: str) -> None:
    """The line that says so is the one that is named."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    line = next(number for number, content in enumerate(text.splitlines(), start=1) if content.endswith("# here"))
    with pytest.raises(WrongInput) as refused:
        build(Combat, {"file": file}).roll(Box.shipped())
    assert str(refused.value).startswith(f"{file}:{line}: ")
