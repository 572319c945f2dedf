"""Combat files that say what no combat can be: refused with the file, the line of the table, and what is wrong."""

from importlib.resources import files
from pathlib import Path

import pytest

from tamriel_odds.odds.errors import WrongInput
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
