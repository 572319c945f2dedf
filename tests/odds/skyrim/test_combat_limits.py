"""Combats that come to too much: refused before they take a laptop's memory, and rolled by rules all the same."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.odds.skyrim import combat_states
from tamriel_odds.odds.skyrim.combat import Combat
from tamriel_odds.odds.skyrim.combat_file import read_combat

MEGABYTE = 1 << 20
# Over 200 million ends of actions when everything is tried: the second enemy brings the first back.
SPAWNING = """
[[player]]
name = "Hilde"
health = 6
stamina = 3
magicka = 8
skills = ["block", "destruction"]
  [[player.action]]
  name = "swing"
  cost = "2 stamina"
  damage = "2 light"
  [[player.action]]
  name = "bolt"
  need = "1 diamond"
  cost = "1 magicka"
  damage = "3 light/magic"
  spell = true
  [[player.action]]
  name = "healing"
  need = "1 triangle"
  cost = "1 magicka"
  heal = "2 health"
  [[player.rule]]
  do = "swing"
[[enemy]]
name = "Draugr"
armor = "2 heavy, 4 light"
skull = "3 light"
axe = "2 heavy + 1 stamina"
[[enemy]]
name = "Deathlord"
armor = "3 light"
sword = { attack = "4 heavy + 1 stamina", spawn = "Draugr" }
lightning = "4 heavy/light"
"""


def combat(file: Path, **given: Any) -> Combat:
    return build(Combat, {"file": file, "rounds": 10, **given})


def test_the_best_of_too_many_states_is_refused_before_they_are_listed(written: Any) -> None:
    question = combat(written(SPAWNING), policy="best")
    tracemalloc.start()
    try:
        with pytest.raises(ImpossibleQuestion, match="--policy best: this combat has too many states"):
            question.roll(Box.shipped())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400 * MEGABYTE


def test_rules_of_the_same_combat_are_answered(written: Any) -> None:
    question = combat(written(SPAWNING))
    answer = exact(question)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("limit", ["MOST_ENDS", "MOST_STEPS"])
def test_rules_that_come_to_too_much_are_rolled_only(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    few = run(combat(Path("draugr")), trials=20_000)
    monkeypatch.setattr(combat_states, "WALKED_ENDS", 0)
    monkeypatch.setattr(combat_states, limit, 1000)
    question = combat(Path("draugr"))
    with pytest.raises(ImpossibleQuestion, match="too many to enumerate"):
        exact(question)
    assert (run(question, trials=20_000).counts == few.counts).all()


@pytest.mark.parametrize("limit", ["MOST_ENDS", "MOST_STEPS", "MOST_DECISIONS"])
def test_every_limit_refuses_the_best(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(combat_states, limit, 1000)
    with pytest.raises(ImpossibleQuestion, match="--policy best: this combat has too many states"):
        combat(Path("draugr"), policy="best").roll(Box.shipped())


def test_more_rounds_are_more_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    roll = combat(Path("draugr")).roll(Box.shipped())
    states = roll.states
    most = 7 * (states.actions.size + states.plight_of.size)
    monkeypatch.setattr(combat_states, "MOST_STEPS", most)
    states.check_steps(7)
    with pytest.raises(combat_states.TooMany):
        states.check_steps(8)


def test_the_option_that_is_best_fits_its_byte(written: Any) -> None:
    action = '  [[player.action]]\n  name = "{}"\n  need = "7 circles"\n  push = "never"\n  damage = "1 heavy"\n'
    begin = '[[player]]\nname = "Hilde"\n'
    end = '[[enemy]]\nname = "Crab"\narmor = "1 heavy"\n'
    best = '  [[player.action]]\n  name = "best"\n  damage = "1 heavy"\n'
    # Resting is an option, too.
    most = begin + "".join(map(action.format, range(254))) + best + end
    assert len(read_combat(written(most)).player[0].action) == 255
    assert exact(combat(written(most), policy="best", rounds=1)).event("won") == pytest.approx(1)
    more = begin + "".join(map(action.format, range(255))) + best + end
    with pytest.raises(ImpossibleQuestion, match="--policy best: this combat has too many states"):
        combat(written(more), policy="best", rounds=1).roll(Box.shipped())
