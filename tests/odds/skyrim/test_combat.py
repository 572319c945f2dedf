"""Combats: against the rulebook written out in fractions, closed forms, best decisions, and files that are wrong."""

import importlib.util
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.skyrim import combat, combat_walk
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.skyrim.combat import Combat, Dungeon
from tamriel_odds.odds.skyrim.combat_file import read_combat


def _by_hand() -> ModuleType:
    # Test folders are no packages (--import-mode=importlib), so that a module beside a test is loaded by its path.
    spec = importlib.util.spec_from_file_location("combat_by_hand", Path(__file__).with_name("combat_by_hand.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


hand = _by_hand()
Act, Fight, Foe, Setting = hand.Act, hand.Fight, hand.Foe, hand.Setting

SWING = Act("offensive", ("circle", 2), 4, stamina=1, damage=3, types=("heavy",))
BLOCK = Act("defensive", ("circle", 1), 3, stamina=1)
REST = Act("special", heal=(2, 2, 0))
DRAUGR = {
    "sword": {"damage": 3, "types": ("heavy",)},
    "axe": {"damage": 2, "types": ("light",), "stamina": 1},
    "skull": {"damage": 4, "types": ("heavy",)},
}
SKEEVER = {"sword": {"damage": 1, "types": ("light",)}, "fire": {"damage": 2, "types": ("light",)}}

HILDE = """
[[player]]
name = "Hilde"
health = 4
stamina = 3
armor = "1 heavy"
skills = ["one-handed"]
  [[player.action]]
  name = "swing"
  skill = "one-handed"
  need = "2 circles"
  cost = "1 stamina"
  damage = "3 heavy"
  [[player.action]]
  name = "block"
  kind = "defensive"
  skill = "block"
  need = "1 circle"
  cost = "1 stamina"
"""
RULES = """
  [[player.rule]]
  when = "health <= 2 and attacked"
  do = "block"
  [[player.rule]]
  when = "stamina == 0"
  do = "rest"
  [[player.rule]]
  do = "swing"
"""
FOES = """
[[enemy]]
name = "Draugr"
armor = "3 heavy, 1 light"
sword = "3 heavy"
axe = "2 light + 1 stamina"
skull = "4 heavy"
[[enemy]]
name = "Skeever"
armor = "2 light"
sword = "1 light"
fire = "2 light"
"""


def hilde(fight: Any, number: int, dealt: Any, possible: Any) -> Any:
    if fight.health <= 2 and dealt is not None and "damage" in dealt and possible(BLOCK):
        return BLOCK
    if fight.stamina == 0:
        return REST
    return SWING if possible(SWING) else REST


PLAIN = Setting((4, 3, 5), {"heavy": 1, "light": 0, "magic": 0}, {"Draugr": DRAUGR, "Skeever": SKEEVER}, {}, hilde)
START = Fight(4, 3, 5, 1, (Foe("Draugr", (3, 1, 0)), Foe("Skeever", (0, 2, 0))))


def agrees(file: Path, start: Any, setting: Any, rounds: int = 5, **given: Any) -> Any:
    """The exact answer is that of the fractions, in every cell, and the rolled one fits it."""
    question = build(Combat, {"file": file, "rounds": rounds, "tally": ("health", "stamina", "magicka"), **given})
    answer = exact(question)
    axes = answer.outcomes.axes
    expected = np.zeros(answer.outcomes.shape)
    for (result, number, health, stamina, magicka), chance in hand.ends(start, setting, rounds).items():
        expected[axes[0].values.index(result), number, health, stamina, magicka] += float(chance)
    assert abs(expected.sum() - 1) < 1e-12
    assert np.abs(answer.probabilities - expected).max() < 1e-12
    assert abs(answer.probabilities.sum() - 1) < 1e-12
    assert largest_z(run(question, trials=60_000), answer) < CONTRADICTION
    return answer


def test_two_enemies_block_swing_and_rest(written: Any) -> None:
    agrees(written(HILDE + RULES + FOES), START, PLAIN)


def test_what_is_left_and_the_rounds_are_events_and_tables(written: Any) -> None:
    answer = exact(build(Combat, {"file": written(HILDE + RULES + FOES)}))
    assert answer.outcomes.tables == ("health", "stamina", "rounds")
    assert list(answer.outcomes.events) == ["won", "lost", "unfinished"]
    assert answer.along("health")[0] == pytest.approx(answer.event("lost"))


def test_a_follower_strikes_first_and_may_remove_who_was_to_act(written: Any) -> None:
    text = HILDE.replace("armor =", 'follower = "Lydia"\narmor =', 1) + RULES + FOES
    text += '\n[[follower]]\nname = "Lydia"\nsword = "2 heavy"\nfire = { gives = "1 health" }\n'
    lydia = {"sword": {"damage": 2, "types": ("heavy",)}, "fire": {"gives": (1, 0, 0)}}
    agrees(written(text), START, hand.replace(PLAIN, follower=lydia), rounds=3)


def test_enemies_heal_spawn_and_have_dark_lines(written: Any) -> None:
    foes = """
[[enemy]]
name = "Necromancer"
armor = "2 light, 1 magic"
now = "1 light, 1 magic"
sword = { attack = "2 magic", heal = "1 light" }
skull = { spawn = "Bones" }
axe = { attack = "9 heavy", dark = true }
[[enemy]]
name = "Bones"
count = 0
armor = "1 heavy"
axe = "2 light"
"""
    necromancer = {
        "sword": {"damage": 2, "types": ("magic",), "heal": (0, 1, 0)},
        "skull": {"spawn": "Bones"},
        "axe": {"damage": 9, "types": ("heavy",), "dark": True},
    }
    bones = {"axe": {"damage": 2, "types": ("light",)}}
    starts = {"Necromancer": (0, 2, 1), "Bones": (1, 0, 0)}
    setting = hand.replace(PLAIN, lines={"Necromancer": necromancer, "Bones": bones}, starts=starts)
    start = hand.replace(START, foes=(Foe("Necromancer", (0, 1, 1)),))
    # Nothing that Hilde has takes Magic Armor: she cannot win.
    answer = agrees(written(HILDE + RULES + foes), start, setting, rounds=4)
    assert answer.event("won") == 0


def test_spells_pay_magicka_and_aim_is_used_once(written: Any) -> None:
    mage = """
[[player]]
name = "Neloth"
health = 3
stamina = 1
magicka = 2
final_blows = 2
push_limit = 3
  [[player.action]]
  name = "flames"
  skill = "destruction"
  need = "1 triangle"
  cost = "1 magicka"
  damage = "2 magic"
  spell = true
  [[player.action]]
  name = "aim"
  need = "1 circle"
  damage = "3 light"
  times = 1
  push = "up-to:1"
  [[player.action]]
  name = "drink life"
  need = "1 circle"
  cost = "1 magicka"
  heal = "2 health"
  spell = true
  [[player.rule]]
  when = "enemies >= 2"
  do = "aim"
  [[player.rule]]
  when = "health < 3 and magicka > 0 and not attacked"
  do = "drink life"
  [[player.rule]]
  when = "magic > 0"
  do = "flames"
"""
    foes = """
[[enemy]]
name = "Wisp"
armor = "1 light"
sword = "1 magicka"
[[enemy]]
name = "Mother"
armor = "2 magic"
sword = "2 magic + 1 magicka"
axe = "1 heavy/light"
"""
    flames = Act("offensive", ("triangle", 1), magicka=1, damage=2, types=("magic",), spell=True)
    aim = Act("offensive", ("circle", 1), damage=3, types=("light",), times=1, most_pushes=1, name="aim")
    drink = Act("special", ("circle", 1), magicka=1, heal=(2, 0, 0), spell=True)

    def choose(fight: Any, number: int, dealt: Any, possible: Any) -> Any:
        if len(fight.foes) >= 2 and possible(aim):
            return aim
        if fight.health < 3 and fight.magicka > 0 and dealt is None and possible(drink):
            return drink
        return flames if fight.foes[0].armor[2] > 0 and possible(flames) else REST

    wisp = {"sword": {"magicka": 1}}
    mother = {
        "sword": {"damage": 2, "types": ("magic",), "magicka": 1},
        "axe": {"damage": 1, "types": ("heavy", "light")},
    }
    armor = dict.fromkeys(("heavy", "light", "magic"), 0)
    setting = Setting((3, 1, 2), armor, {"Wisp": wisp, "Mother": mother}, {}, choose, limit=3)
    start = Fight(3, 1, 2, 2, (Foe("Wisp", (0, 1, 0)), Foe("Mother", (0, 0, 2))))
    agrees(written(mage + foes), start, setting)


@pytest.mark.parametrize("sneaks", [True, False])
def test_sneaking_into_an_ambush(written: Any, sneaks: bool) -> None:
    player = HILDE.replace("armor =", f"sneaks = {str(sneaks).lower()}\nsneak = 1\narmor =", 1)
    foes = FOES.replace('name = "Draugr"', 'name = "Draugr"\nsneak = "2 circles"\nambush = true')
    setting = hand.replace(PLAIN, sneak=(4, "circle", 2) if sneaks else None, sneak_act=SWING, ambush=DRAUGR["skull"])
    agrees(written(player + RULES + foes), START, setting, rounds=4)


def test_innate_abilities_are_used_once(written: Any) -> None:
    for race, ability, act in (
        ("orsimer", "berserk", Act("offensive", None, 4, stamina=1, health=1, damage=3, types=("heavy",), times=1)),
        ("nord", "battle-cry", hand.replace(SWING, health=1, times=1, unseen=True)),
    ):
        text = HILDE.replace("armor =", f'race = "{race}"\narmor =', 1)
        rules = f'  [[player.rule]]\n  when = "attacked and innate"\n  do = "swing + {ability}"\n' + RULES

        def choose(fight: Any, number: int, dealt: Any, possible: Any, act: Any = act) -> Any:
            if dealt is not None and possible(act):
                return act
            return hilde(fight, number, dealt, possible)

        agrees(written(text + rules + FOES), START, hand.replace(PLAIN, choose=choose), rounds=4)


def test_escaping_before_the_die_and_rules_of_the_round(written: Any) -> None:
    rules = '  [[player.rule]]\n  when = "health <= 1"\n  do = "escape"\n'
    rules += '  [[player.rule]]\n  when = "round == 2"\n  do = "rest"\n' + RULES

    def choose(fight: Any, number: int, dealt: Any, possible: Any) -> Any:
        return REST if number == 2 else hilde(fight, number, dealt, possible)

    setting = hand.replace(PLAIN, choose=choose, escapes=lambda fight, number: fight.health <= 1)
    answer = agrees(written(HILDE + rules + FOES), START, setting)
    assert answer.event("escaped") > 0


def test_escaping_and_drinking_in_a_round(written: Any) -> None:
    rules = '  [[player.rule]]\n  when = "round >= 3"\n  do = "escape"\n' + RULES
    setting = hand.replace(PLAIN, escapes=lambda fight, number: number >= 3)
    answer = agrees(written(HILDE + rules + FOES), START, setting)
    assert answer.along("rounds")[3] == pytest.approx(answer.event("escaped"))
    assert answer.along("rounds")[4:].sum() == 0


def test_a_player_who_cannot_fail_has_a_closed_form(written: Any) -> None:
    # Every strike takes a track: two rounds, whatever the harmless enemy does.
    text = """
[[player]]
name = "Hilde"
  [[player.action]]
  name = "swing"
  damage = "5 heavy"
  [[player.rule]]
  do = "swing"
[[enemy]]
name = "Mudcrab"
armor = "2 heavy, 1 light"
"""
    answer = exact(build(Combat, {"file": written(text)}))
    assert answer.event("won") == pytest.approx(1, abs=1e-12)
    assert answer.along("rounds")[2] == pytest.approx(1, abs=1e-12)
    assert answer.along("health")[5] == pytest.approx(1, abs=1e-12)
    # A strike takes the first of two tracks only where it passes: the round of the second success is negative binomial.
    text = text.replace('damage = "5 heavy"', 'need = "2 circles"\n  damage = "5 heavy"\n  push = "never"')
    answer = exact(build(Combat, {"file": written(text)}))
    for number in range(2, 31):
        assert answer.along("rounds")[number] == pytest.approx(
            (number - 1) * 0.5**number + (31 * 0.5**30 if number == 30 else 0), abs=1e-12
        )


def test_best_is_never_worse_than_ten_lists_of_rules(written: Any) -> None:
    best = exact(build(Combat, {"file": written(HILDE + FOES), "policy": "best", "rounds": 20}))
    lists: list[list[tuple[str, str]]] = [
        [("", "swing")],
        [("attacked", "block"), ("", "swing")],
        [("stamina == 0", "rest"), ("", "swing")],
        [("health <= 2 and attacked", "block"), ("", "swing")],
        [("health <= 1", "rest"), ("", "swing")],
        [("health <= 2", "rest"), ("attacked", "block"), ("", "swing")],
        [("damage >= 2", "block"), ("stamina <= 1", "rest"), ("", "swing")],
        [("not attacked and health <= 3", "rest"), ("", "swing")],
        [("attacked", "rest"), ("", "swing")],
        [("damage >= 3 and health > 1", "block"), ("health <= 2 and stamina <= 1", "rest"), ("", "swing")],
    ]
    for rules in lists:
        text = "".join(
            "  [[player.rule]]\n" + (f'  when = "{when}"\n' if when else "") + f'  do = "{do}"\n' for when, do in rules
        )
        by_rules = exact(build(Combat, {"file": written(HILDE + text + FOES), "rounds": 20}))
        assert by_rules.event("won") <= best.event("won") + 1e-9
    assert best.event("won") > 0.5


def test_best_is_that_of_every_decision_tried(written: Any) -> None:
    # Two rounds against a small enemy, every decision weighed by the fractions.
    text = (
        HILDE + '[[enemy]]\nname = "Crab"\narmor = "2 heavy"\nsword = "9 light"\naxe = "4 heavy"\nskull = "5 light"\n'
    )
    crab = {
        "sword": {"damage": 9, "types": ("light",)},
        "axe": {"damage": 4, "types": ("heavy",)},
        "skull": {"damage": 5, "types": ("light",)},
    }
    setting = hand.replace(PLAIN, lines={"Crab": crab})

    def value(fight: Any, rounds: int) -> Fraction:
        if fight.is_out or not fight.foes or not rounds:
            return Fraction(not fight.foes and not fight.is_out)
        total = Fraction(0)
        for symbol in hand.SYMBOLS:
            dealt = crab.get(symbol)
            who = 0 if dealt else None
            options = []
            for act in (SWING, BLOCK, REST):
                # With need 2 at most and two rounds, pushing while there is hope or not at all are the choices.
                for pushes in (0, 1, 2) if act.need else (0,):
                    if hand.can(fight, act):
                        tried = hand.replace(act, most_pushes=pushes)
                        options.append(
                            sum(
                                (
                                    c * value(later, rounds - 1)
                                    for c, later in hand.acted(fight, setting, tried, who, dealt)
                                ),
                                Fraction(0),
                            )
                        )
            total += max(options) / 6
        return total

    start = hand.replace(START, health=2, stamina=2, foes=(Foe("Crab", (2, 0, 0)),))
    text = text.replace("health = 4", 'health = 4\nnow = "2 health, 2 stamina, 5 magicka"', 1)
    best = exact(build(Combat, {"file": written(text), "policy": "best", "rounds": 2}))
    assert best.event("won") >= float(value(start, 2)) - 1e-12
    simulated = run(build(Combat, {"file": written(text), "policy": "best", "rounds": 2}), trials=60_000)
    assert largest_z(simulated, best) < CONTRADICTION


PARTY = """
[[player]]
name = "Hilde"
  [[player.action]]
  name = "watch"
  kind = "defensive"
  need = "7 diamonds"
  push = "never"
  [[player.rule]]
  do = "watch"
[[player]]
name = "Ralof"
  [[player.action]]
  name = "watch"
  kind = "defensive"
  need = "7 diamonds"
  push = "never"
  [[player.rule]]
  do = "watch"
[[enemy]]
name = "Giant"
armor = "9 heavy"
"""


def test_an_attack_on_all_hits_all(written: Any) -> None:
    # The second skull is the end of both: its round is negative binomial.
    question = build(Combat, {"file": written(PARTY + 'skull = { attack = "99 heavy", all = true }\n')})
    tally = run(question, trials=50_000)
    lost = tally.counts_along("rounds")
    for number in range(2, 30):
        share = (number - 1) * 5 ** (number - 2) / 6**number
        assert z_score(int(lost[number]), tally.trials, share) < CONTRADICTION
    assert tally.event_count("lost") == tally.counts_along("injuries")[2]
    assert tally.counts_along("injuries")[1] == 0
    with pytest.raises(WrongInput, match="no exact answer"):
        exact(question)
    with pytest.raises(WrongInput, match="one player only"):
        build(Combat, {"file": written(PARTY), "policy": "best"}).roll(Box.shipped())


def test_players_act_in_turns_and_only_the_actor_is_hit(written: Any) -> None:
    # By turns, until one has had two blows; then the other acts in every round.
    going: dict[tuple[int, int, int], Fraction] = {(0, 0, 0): Fraction(1)}
    tally = run(build(Combat, {"file": written(PARTY + 'skull = "99 heavy"\n')}), trials=50_000)
    assert "players act in the order of the file" in tally.roll.notes[-1]
    ended = tally.counts_along("rounds")
    for number in range(1, 30):
        later: dict[tuple[int, int, int], Fraction] = {}
        lost = Fraction(0)
        for (first, second, turn), chance in going.items():
            for blow, share in ((0, Fraction(5, 6)), (1, Fraction(1, 6))):
                blows = [first, second]
                blows[turn] += blow
                if blows == [2, 2]:
                    lost += chance * share
                    continue
                follows = 1 - turn if blows[1 - turn] < 2 else turn
                state = (blows[0], blows[1], follows)
                later[state] = later.get(state, Fraction(0)) + chance * share
        assert z_score(int(ended[number]), tally.trials, float(lost)) < CONTRADICTION
        going = later


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('[[player]]\nname = "A"\nhealth = 11\n', r":3: health: 11: "),
        ('[[player]]\nname = "A"\npush_limit = 9\n', r":3: push_limit: 9: "),
        ('[[player]]\nname = "A"\nhelth = 3\n', r":3: helth: there is no such key; did you mean 'health'"),
        ('[[player]]\nname = "A"\nnow = "6 health"\n', r":\d: .*6 health is above its maximum 5"),
        ('[[player]]\nname = "A"\n  [[player.rule]]\n  do = "dance"\n', "there is no action 'dance'"),
        (
            '[[player]]\nname = "A"\n  [[player.rule]]\n  when = "mood <= 2"\n  do = "rest"\n',
            r":4: .*cannot ask for 'mood'",
        ),
        (
            '[[player]]\nname = "A"\n  [[player.rule]]\n  when = "health"\n  do = "rest"\n',
            "compare health with a number",
        ),
        ('[[player]]\nname = "A"\n', r"has no \[\[player.rule\]\]"),
        ('[[player]]\nname = "A"\nskills = ["juggling"]\n', "no such Skill"),
        ('[[player]]\nname = "A"\nrace = "elf"\n', "no such race"),
        ('[[player]]\nname = "A"\n  [[player.action]]\n  name = "x"\n', "give damage, heal or summon"),
        (
            '[[player]]\nname = "A"\n  [[player.action]]\n  name = "x"\n  damage = "2 fire"\n',
            "'fire' is no kind of damage",
        ),
        ('[[player]]\nname = "A"\nwears = ["heavy-armor"]\nsneaks = true\n', "Heavy Armor forbids sneaking"),
        ('[[player]]\nname = "A"\nhealth = "five"\n', r":3: health: 'five': it must be a whole number"),
        ('[[player]]\nname = "A"\nwears = "shield"\n', r":3: wears: 'shield': it must be a list"),
        ('[[player]]\nname = "A"\narmor = 2\n', r":3: 2: it must be a text, in quotes"),
        ('[[player]]\nname = ""\n', r":2: name: '': it must be something, not an empty text"),
        ("", r"player: it is missing"),
        ('[[plyer]]\nname = "A"\n', r":1: plyer: there is no such key; did you mean 'player'"),
        ("[[player]\n", r"combat.toml:1: "),
    ],
)
def test_files_that_are_wrong(written: Any, wrong: str, message: str) -> None:
    text = wrong + '[[enemy]]\nname = "E"\narmor = "2 heavy"\n'
    with pytest.raises(WrongInput, match=message):
        build(Combat, {"file": written(text)}).roll(Box.shipped())


@pytest.mark.parametrize(
    ("enemy", "message"),
    [
        ('armor = "2 heavy"\nnow = "3 heavy"', "3 heavy is above its start 2"),
        ('armor = "12 heavy"', "of 1 to 10"),
        ('armor = ""', "of 1 to 10"),
        (
            'armor = "2 heavy"\nsword = { attack = "2 heavy", al = true }',
            "al: there is no such key; did you mean 'all'",
        ),
        ('armor = "2 heavy"\nsword = { spawn = "Nobody" }', "there is no .*enemy.* of that name"),
        ('armor = "2 heavy"\ndisarm = "2 circles"', "only a trap is disarmed"),
        ('armor = "2 heavy"\ncount = 0', "nobody is to be fought"),
    ],
)
def test_enemies_that_cannot_be(written: Any, enemy: str, message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        build(Combat, {"file": written(HILDE + RULES + f'[[enemy]]\nname = "E"\n{enemy}\n')}).roll(Box.shipped())


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ('when = "health >= 5"\n  do = "rest"', "nothing it asks for can be so"),
        ('when = "health <= 1 and health >= 2"\n  do = "rest"', "nothing it asks for can be so"),
        ('when = "magic >= 1"\n  do = "rest"', "nothing it asks for can be so"),
        ('when = "attacked"\n  do = "escape"', "before the enemy die is rolled"),
        (
            'when = "health <= 2"\n  do = "rest"\n  [[player.rule]]\n  when = "health <= 1"\n  do = "swing"',
            "an earlier rule",
        ),
    ],
)
def test_rules_that_never_fire_are_told(written: Any, rule: str, why: str) -> None:
    roll = build(Combat, {"file": written(HILDE + f"  [[player.rule]]\n  {rule}\n" + RULES + FOES)}).roll(Box.shipped())
    assert any("can never be followed" in note and why in note for note in roll.notes)
    fine = build(Combat, {"file": written(HILDE + RULES + FOES)}).roll(Box.shipped())
    assert not any("can never be followed" in note for note in fine.notes)


@pytest.mark.parametrize("name", ["draugr", "tomb"])
@pytest.mark.parametrize("policy", ["rules", "best"])
def test_examples_are_answered_exactly_and_by_rolling(name: str, policy: str) -> None:
    kind = Combat if name == "draugr" else Dungeon
    question = build(kind, {"file": Path(name), "policy": policy})
    answer = exact(question)
    assert abs(answer.probabilities.sum() - 1) < 1e-12
    assert largest_z(run(question, trials=50_000), answer) < CONTRADICTION
    assert any("assumed" in note for note in answer.roll.notes)


@pytest.mark.parametrize(("kind", "name"), [(Combat, "draugr"), (Dungeon, "tomb")])
def test_walking_counts_what_following_the_rules_counts(kind: type[Combat | Dungeon], name: str) -> None:
    roll = build(kind, {"file": Path(name)}).roll(Box.shipped())
    assert roll.kernel() == "skyrim.combat_walk"
    by_rule, walked = np.zeros(20_000, np.uint16), np.zeros(20_000, np.uint16)
    combat.roll_trials(np.uint64(7), np.uint64(3), combat.Tables(**roll.tables_by_rule()), by_rule)
    combat_walk.roll_trials(np.uint64(7), np.uint64(3), combat_walk.Tables(**roll.tables()), walked)
    assert by_rule.tolist() == walked.tolist()


DUNGEON = """
[[encounter]]
enemies = ["Crab"]
[[encounter]]
enemies = ["Crab"]
[[encounter]]
enemies = ["Crab"]
[[enemy]]
name = "Crab"
armor = "1 heavy"
sword = "1 heavy + 1 magicka"
"""
TOUGH = """
[[player]]
name = "Hilde"
  [[player.action]]
  name = "swing"
  damage = "1 heavy"
  [[player.rule]]
  do = "swing"
"""


def test_health_and_stamina_come_back_between_encounters_and_magicka_does_not(written: Any) -> None:
    # Each Crab falls in one round, after it has struck with a chance of one in six.
    file = written(TOUGH + DUNGEON)
    answer = exact(build(Dungeon, {"file": file, "tally": ("magicka",)}))
    assert answer.event("won") == pytest.approx(1, abs=1e-12)
    blows = [125 / 216, 75 / 216, 15 / 216, 1 / 216]
    for number, chance in enumerate(blows):
        assert answer.along("magicka")[5 - number] == pytest.approx(chance, abs=1e-12)
    answer = exact(build(Dungeon, {"file": file, "tally": ("health", "cleared")}))
    assert answer.along("health")[4] == pytest.approx(1 / 6, abs=1e-12)
    assert answer.along("cleared")[3] == pytest.approx(1, abs=1e-12)
    cut = exact(build(Dungeon, {"file": file, "tally": ("cleared",), "rounds": 2}))
    assert cut.along("cleared")[2] == pytest.approx(1, abs=1e-12)
    assert cut.event("unfinished") == pytest.approx(1, abs=1e-12)


def test_a_trap_comes_first_and_is_disarmed_or_strikes(written: Any) -> None:
    trap = 'name = "Crab"\ntrap = true\ndisarm = "2 circles"\nskull = "2 light"\n'
    text = (
        (TOUGH + DUNGEON)
        .replace('enemies = ["Crab"]', 'enemies = ["Mouse", "Crab"]', 1)
        .replace('name = "Crab"\n', trap)
    )
    text = text.replace('[[encounter]]\nenemies = ["Crab"]\n', "") + '[[enemy]]\nname = "Mouse"\narmor = "1 heavy"\n'
    answer = exact(build(Dungeon, {"file": written(text), "tally": ("health", "magicka")}))
    # Disarmed with 1/2: the trap's round and the mouse's. Else 2 Health and a round more, in which it may strike.
    assert answer.along("rounds")[2] == pytest.approx(1 / 2, abs=1e-12)
    assert answer.along("rounds")[3] == pytest.approx(1 / 2, abs=1e-12)
    assert answer.along("health")[5] == pytest.approx(1 / 2, abs=1e-12)
    # In the round more: the sword takes 1 Health and 1 Magicka, the skull 2 Health.
    assert answer.along("health")[3] == pytest.approx(1 / 2 * 4 / 6, abs=1e-12)
    assert answer.along("health")[2] == pytest.approx(1 / 2 * 1 / 6, abs=1e-12)
    assert answer.along("health")[1] == pytest.approx(1 / 2 * 1 / 6, abs=1e-12)
    assert answer.along("magicka")[4] == pytest.approx(1 / 12, abs=1e-12)


def test_what_is_no_file_is_not_opened() -> None:
    for path, said in ((Path("/dev/zero"), "it is no file"), (Path("x" * 10_000), "File name too long")):
        with pytest.raises(WrongInput, match=said):
            read_combat(path)


def test_a_dungeon_is_no_combat_and_a_combat_no_dungeon(written: Any) -> None:
    with pytest.raises(WrongInput, match="ask odds skyrim dungeon"):
        build(Combat, {"file": written(TOUGH + DUNGEON)}).roll(Box.shipped())
    with pytest.raises(WrongInput, match=r"a dungeon has \[\[encounter\]\]"):
        build(Dungeon, {"file": written(HILDE + RULES + FOES)}).roll(Box.shipped())
    with pytest.raises(WrongInput, match="no such file, and no example of that name; did you mean 'draugr'"):
        build(Combat, {"file": Path("drauger")}).roll(Box.shipped())


def test_the_file_of_the_readme_is_a_combat(written: Any, root: Path) -> None:
    section = (root / "README.md").read_text(encoding="utf-8").partition("## Skyrim")[2]
    text = section.partition("```toml\n")[2].partition("```")[0]
    answer = exact(build(Combat, {"file": written(text)}))
    assert answer.event("won") > 0.5
    assert not any("can never be followed" in note for note in answer.roll.notes)
