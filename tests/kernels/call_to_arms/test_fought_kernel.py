"""The kernels of fought attacks and of Area Effects against a slow twin: equal cells, trial by trial.

The twin rolls one trial at a time, straight from the rulebook, and shares with the kernels only the words of the roles
and the tables of choice (Special Effect, reroll), which the tests of `odds` recompute by brute force.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from rule_of_three import allowed

from tamriel_odds.kernels.call_to_arms import area, draws, fought
from tamriel_odds.odds.call_to_arms.area_roll import AreaRoll
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.dice import ICONS, Die, Face
from tamriel_odds.odds.question import Box

SMALL = (1 << 32) - 1
SEED, TRIALS = 7, 300


def philox(seed: int, trial: int, call: int) -> list[int]:
    a, b, c, d = trial & SMALL, trial >> 32, call, 0
    key, other_key = seed & SMALL, seed >> 32
    for _ in range(10):
        left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (right >> 32) ^ b ^ key, right & SMALL, (left >> 32) ^ d ^ other_key, left & SMALL
        key, other_key = (key + 0x9E3779B9) & SMALL, (other_key + 0xBB67AE85) & SMALL
    return [a, b, c, d]


def word(trial: int, draw: int, attack: int = 0, follows: bool = False) -> int:
    call = draw // 4 + 4 * attack + (draws.FOLLOWING if follows else 0)
    return philox(SEED, trial, call)[draw % 4]


def digits(value: int, dice: Sequence[int]) -> list[int]:
    shown = []
    for faces in dice:
        shown.append(value * faces >> 32)
        value = value * faces & SMALL
    return shown


def faces(value: int, dice: Sequence[Die]) -> list[Face]:
    return [die.faces[digit] for die, digit in zip(dice, digits(value, [len(die.faces) for die in dice]), strict=True)]


def stars(shown: Sequence[Face]) -> int:
    return sum(face.number for face in shown)


def accuracy(shown: Sequence[Face]) -> int:
    return sum(face.accuracy for face in shown)


def icons(shown: Sequence[Face]) -> int:
    return sum(1 << bit for bit, icon in enumerate(ICONS) if any(icon in face.signs for face in shown))


def passes(face: Face, attribute: int, penalty: int = 0) -> bool:
    return "failure" not in face.signs and max(1, face.number + penalty) <= attribute


class Rolled:
    """One attack roll before armor."""

    def __init__(self, roll: FoughtRoll, trial: int, attack: int) -> None:
        test = roll.test
        skill, *beside = faces(word(trial, draws.SKILL, attack), [test.die, *test.critical_dice])
        self.face = skill
        self.critical = test.is_skill_test and "critical" in skill.signs
        shown = faces(word(trial, draws.ATTACK, attack), roll.attack) + (beside if self.critical else [])
        score = skill.number + test.modifier
        target = test.attribute

        def short(total: int) -> int:
            return 0 if test.hits_unless_failure else max(max(total, 1) - target, 0)

        extra = False
        if roll.extra and "failure" not in skill.signs and short(score - accuracy(shown)) == 0:
            extra = True
            shown = shown + faces(word(trial, draws.EXTRA_DAMAGE, attack, True), roll.extra)
        most = roll.choice.shape[2] - 1
        missing = most if "failure" in skill.signs else min(max(score - accuracy(shown) - target, 0), most)
        missing = 0 if test.hits_unless_failure and "failure" not in skill.signs else missing
        self.number = int(roll.choice[int(self.critical), icons(shown), missing, stars(shown)])
        self.option = roll.options[self.number]
        bonus = faces(word(trial, draws.BONUS, attack), self.option.added(int(self.critical), extra))
        by = short(score - accuracy(shown) - accuracy(bonus))
        self.missed: int | str = "failure" if "failure" in skill.signs else min(by, 6)
        self.hit = self.missed == 0
        self.stars = stars(shown) + stars(bonus)
        self.potion = "potion" in skill.signs


def of_effect(effects: Sequence[ArmorEffect], shown: Sequence[Face]) -> ArmorEffect | None:
    triggered = [effect for effect in effects if any(effect.icon in face.signs for face in shown)]
    return max(triggered, key=lambda effect: sum(die.mean for die in effect.bonus), default=None)


def armor(roll: AttackRoll, dice: Sequence[Die], trial: int, attack: int = 0) -> int:
    """An armor roll; its bonus dice are the last digits of its word where all dice are at most five."""
    armors = [option.armor for option in roll.options] + [more for option in roll_armors(roll) for more in option]
    effects = allowed(roll.armor_effects, dice)
    most = max(
        len(armor) + max((len(effect.bonus) for effect in allowed(roll.armor_effects, armor)), default=0)
        for armor in armors
    )
    value = word(trial, draws.ARMOR, attack)
    if most > 5:
        shown = faces(value, dice[:5]) + faces(word(trial, draws.ARMOR_6, attack), dice[5:10])
        effect = of_effect(effects, shown)
        added = faces(word(trial, draws.ARMOR_BONUS, attack), effect.bonus) if effect else []
        return stars(shown) + stars(added)
    shown = faces(value, dice)
    effect = of_effect(effects, shown)
    last = digits(value, [6] * 5)[::-1]
    return stars(shown) + (
        sum(die.faces[digit].number for die, digit in zip(effect.bonus, last, strict=False)) if effect else 0
    )


def roll_armors(roll: AttackRoll) -> tuple[tuple[tuple[Die, ...], ...], ...]:
    return roll.armors if isinstance(roll, FoughtRoll) else ()


def block(roll: FoughtRoll, trial: int) -> tuple[int, int]:
    """The stars and the armor dice that a Block Test adds."""
    if roll.block is None:
        return 0, 0
    (face,) = faces(word(trial, draws.BLOCK_TEST, 0, True), [roll.block.die])
    if roll.block.adds_die:
        return 0, int(passes(face, roll.block.attribute))
    most = max((len(effect.bonus) for effect in roll.block.effects), default=0)
    rolled = len(roll.block.dice) + most
    # Dice beyond the fifth have a word of their own, those of the effect counted from the last.
    digit_of = digits(word(trial, draws.BLOCK, 0, True), [6] * min(rolled, 5))
    digit_of += digits(word(trial, draws.BLOCK_6, 0, True), [6] * (rolled - 5)) if rolled > 5 else []
    shown = [die.faces[digit] for die, digit in zip(roll.block.dice, digit_of, strict=False)]
    if "failure" in face.signs:
        return 0, 0

    def joined(more: Sequence[Face]) -> int:
        assert roll.block is not None
        total = max(face.number + roll.block.modifier, 1) - accuracy(shown) - accuracy(more)
        return stars(shown) + stars(more) if max(total, 1) <= roll.block.attribute else 0

    triggered = [effect for effect in roll.block.effects if any(effect.icon in one.signs for one in shown)]
    if not triggered:
        return joined([]), 0

    def expected(effect: ArmorEffect) -> float:
        every = list(product(*(die.faces for die in effect.bonus)))
        return sum(joined(more) for more in every) / len(every)

    chosen = max(triggered, key=expected)
    return joined([die.faces[digit] for die, digit in zip(chosen.bonus, digit_of[::-1], strict=False)]), 0


def left(roll: FoughtRoll, rolled: Rolled, rolled_armor: int) -> int:
    if not rolled.hit or rolled.option.is_immune:
        return 0
    effective = max(rolled_armor - rolled.option.piercing, min(rolled_armor, roll.strong_armor))
    damage = max(0, rolled.stars + rolled.option.damage - effective)
    return damage + 1 if damage and rolled.option.is_weak else damage


def fate(roll: FoughtRoll, option: Option, damage: int, trial: int) -> str:
    (face,) = faces(word(trial, draws.ENDURANCE), [roll.box_dice["white"]])
    perks, endurance = roll.harm.perks, roll.harm.endurance or 0
    knocks_out = option.has("incapacitate") and roll.harm.endurance is not None
    if roll.health is None or damage < roll.health:
        return "incapacitated" if damage and knocks_out and not passes(face, endurance) else "standing"
    if not roll.harm.tests_injury:
        return "removed"
    up = "standing" if "target-relentless" in perks else "staggered"
    if "target-avoid-death" in perks or "critical" in face.signs:
        return up
    penalty = option.punishing + (2 if damage >= 2 * roll.health else 0)
    if not passes(face, endurance, penalty):
        return "removed"
    return up if option.has("incapacitate") else "incapacitated"


def outcome(roll: FoughtRoll, trial: int) -> dict[str, int | str]:
    """What a trial comes to, by axis; what follows is rolled last, in the order of the axes."""
    rolled, potion = Rolled(roll, trial, 0), False
    if roll.posture is not None and rolled.hit and roll.again[rolled.number, rolled.stars]:
        potion = rolled.potion
        rolled = Rolled(roll, trial, 1)
    added = 0
    if roll.fit is not None:
        added += passes(faces(word(trial, draws.CUSTOM_FIT, 0, True), [roll.fit.die])[0], roll.fit.attribute)
    joined, die = block(roll, trial)
    added += die
    dice = roll.armors[rolled.number][added - 1] if added else rolled.option.armor
    damage = left(roll, rolled, armor(roll, dice, trial) + joined)
    seen: dict[str, int | str] = {
        "damage": damage,
        "hit": int(rolled.hit),
        "critical": int(rolled.critical and rolled.hit),
        "potion": int(rolled.potion or potion),
        "effect": rolled.option.label if rolled.hit else "none",
        "missed": rolled.missed,
    }
    option = rolled.option if rolled.hit else roll.options[0]
    seen["fate"] = fate(roll, option, damage, trial)
    removed = seen["fate"] == "removed"
    lives = damage > 0 and not removed
    white, yellow, black = (roll.box_dice[name] for name in ("white", "yellow", "black"))

    def follows(draw: int, die: Die) -> Face:
        return faces(word(trial, draw, 0, True), [die])[0]

    endurance = roll.harm.endurance or 0
    token = (rolled.hit and option.staggers) or (roll.stagger_on_damage and damage > 0)
    staggered = (token and seen["fate"] == "standing") or seen["fate"] == "staggered"
    seen["steady"] = int(staggered and passes(follows(draws.TOWER_OF_STRENGTH, white), endurance))
    seen["push-die"] = follows(draws.PUSH, black).number if lives and "force" in option.types else 0
    lost = follows(draws.STAMINA, yellow).number if lives and "frost" in option.types else 0
    seen["stamina-lost"] = lost + int("bullseye" in roll.harm.perks and damage > 0)
    seen["magicka-lost"] = follows(draws.MAGICKA, yellow).number if lives and "shock" in option.types else 0
    burns = lives and roll.harm.gives("burning", option)
    seen["burning"] = int(burns and not passes(follows(draws.RESIST_BURNING, white), endurance))
    poisoned = lives and roll.harm.gives("poison", option)
    seen["poison"] = int(poisoned and not passes(follows(draws.RESIST_POISON, white), endurance))
    is_burning = seen["burning"] if "fire" in option.resists else burns
    frightened = "terrifying" in roll.harm.perks or ("intense-flames" in roll.harm.perks and is_burning)
    stands = seen["fate"] in ("standing", "staggered")
    alone = int("target-alone" in roll.harm.perks)
    checks = frightened and stands and roll.harm.checks_morale
    seen["morale"] = int(checks and not passes(follows(draws.MORALE, white), roll.harm.wisdom or 0, alone))
    return seen


def expected_cell(roll: Any, seen: dict[str, int | str]) -> int:
    axes = roll.outcomes.axes
    return int(np.ravel_multi_index([axis.values.index(seen[axis.name]) for axis in axes], roll.outcomes.shape))


HAMMER = "[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]"
BLOCKED = {"block": "spend", "block_skill": 4, "block_dice": "[GREEN][RED] / [OBLIVION]: add [YELLOW]"}

ATTACKS: dict[str, dict[str, Any]] = {
    "Defensive Posture, always": {"skill": 6, "attack": HAMMER, "with_": ("target-defensive-posture:always",)},
    "Defensive Posture, best, with flat damage": {
        "skill": 6,
        "attack": "[BLACK] / [SWORDS]: damage +2 / [DRAGONBORN]: add [GREEN]",
        "armor": "[RED]",
        "with_": ("target-defensive-posture", "extra-damage"),
    },
    "Block Token spent": {
        "skill": 7,
        "attack": HAMMER,
        "armor": "[RED] (1) / [DRAGONBORN]: add [YELLOW]",
        **BLOCKED,
        "block_dice": "[GREEN][RED] / [OBLIVION]: add [YELLOW] / [DRAGONBORN]: add [GREEN][YELLOW]",
    },
    "Block Test of seven dice": {
        "skill": 7,
        "attack": "[BLACK][BLACK][BLACK][RED]",
        **BLOCKED,
        "block_dice": "[GREEN][RED][RED][YELLOW] / [OBLIVION]: add [YELLOW] / [SWORDS]: add [GREEN][YELLOW][BLACK]",
    },
    "Two-Handed Block and Custom Fit": {
        "skill": 7,
        "attack": HAMMER,
        "armor": "[RED][YELLOW] / [DRAGONBORN]: add [YELLOW]",
        "block": "spend",
        "block_skill": 5,
        "block_dice": "none",
        "endurance": 4,
        "with_": ("target-custom-fit",),
    },
    "Custom Fit beyond five armor dice": {
        "skill": 8,
        "attack": HAMMER,
        "armor": "3 yellow 2 red / [SWORDS]: add [RED] / [DRAGONBORN]: add [RED]",
        "endurance": 5,
        "with_": ("target-custom-fit", "resistance:physical"),
    },
    "Extra Damage against the Rule of Three": {
        "skill": 5,
        "attack": "[BLACK][YELLOW][YELLOW] / [SWORDS]: add [GREEN][YELLOW][YELLOW] / Extra Damage",
        "armor": "[YELLOW]",
        "choose": "swords",
    },
    "A Terrifying model at a follower": {
        "skill": 5,
        "attack": "[GREEN][RED]",
        "health": 1,
        "wisdom": 4,
        "with_": ("terrifying", "target-alone"),
    },
    "Intense Flames at a hero": {
        "skill": 7,
        "attack": "Destruction: [RED][YELLOW] (Fire) / [SWORDS]: Incapacitate",
        "health": 2,
        "rank": "hero",
        "endurance": 5,
        "wisdom": 3,
        "with_": ("intense-flames", "resistance:fire"),
    },
    "Scatter at fire-proof targets": {
        "skill": 3,
        "attack": "[GREEN][RED][YELLOW] (Fire) / [SWORDS]: add [GREEN] / Scatter",
        "health": 3,
        "endurance": 4,
        "with_": ("resistance:fire", "target-engaged"),
    },
    "Force and Punishing against a steady Hero": {
        "skill": 7,
        "attack": '[BLACK][YELLOW] (Force +2" Push Back) / [SWORDS]: Incapacitate / [OBLIVION]: Punishing (2)',
        "health": 2,
        "rank": "hero",
        "endurance": 5,
        "with_": ("target-tower-of-strength", "power-attack"),
    },
    "Frost, Shock, Poison and what saves from it": {
        "skill": 7,
        "attack": "[BLACK][YELLOW] (Frost) / [SWORDS]: add [RED] (Shock) / Poison (Health), Absorb Health (2)",
        "health": 2,
        "rank": "hero",
        "endurance": 5,
        "with_": ("resistance:poison", "target-avoid-death", "target-relentless"),
    },
    "Incapacitate and Devastating Blow": {
        "skill": 7,
        "attack": "Two-Handed: [BLACK][YELLOW] / Incapacitate",
        "health": 3,
        "endurance": 5,
        "with_": ("devastating-blow", "barbarian"),
    },
}


@pytest.mark.parametrize("asked", ATTACKS.values(), ids=ATTACKS)
def test_a_fought_attack_equals_its_twin(asked: dict[str, Any]) -> None:
    roll = Attack(**asked).roll(Box.shipped())
    assert isinstance(roll, FoughtRoll)
    cells = np.empty(TRIALS, np.uint16)
    fought.roll_trials(np.uint64(SEED), np.uint64(0), fought.Tables(**roll.tables()), cells)
    assert cells.tolist() == [expected_cell(roll, outcome(roll, trial)) for trial in range(TRIALS)]


AREAS: dict[str, dict[str, Any]] = {
    "followers": {"skill": 5, "attack": HAMMER, "armor": "[YELLOW]", "health": 1, "targets": 3},
    "heroes": {
        "skill": 5,
        "attack": "[GREEN][YELLOW][BLACK] / [DRAGONBORN]: add [RED]",
        "difficulty": 1,
        "targets": 2,
        "armor": "[YELLOW] / [DRAGONBORN]: add [RED]",
        "health": 2,
        "rank": "hero",
        "endurance": 5,
    },
    "armor beyond five dice": {"skill": 8, "attack": HAMMER, "armor": "3 yellow 3 red", "health": 1, "targets": 2},
    "nobody's Health known": {"skill": 5, "attack": HAMMER, "targets": 2},
}


@pytest.mark.parametrize("asked", AREAS.values(), ids=AREAS)
def test_an_area_effect_equals_its_twin(asked: dict[str, Any]) -> None:
    roll = Cast(**asked).roll(Box.shipped())
    assert isinstance(roll, AreaRoll)
    one = roll.attack
    whole = FoughtRoll(**{name: getattr(one, name) for name in one.__dataclass_fields__}, box_dice=Box.shipped().dice)
    cells = np.empty(TRIALS, np.uint16)
    area.roll_trials(np.uint64(SEED), np.uint64(0), area.Tables(**roll.tables()), cells)
    for trial in range(TRIALS):
        rolled = Rolled(whole, trial, 0)
        damage, removed = 0, 0
        for model in range(roll.targets):
            suffered = left(whole, rolled, armor(one, rolled.option.armor, trial, model))
            damage += suffered
            if one.health is not None and suffered >= one.health:
                (face,) = faces(word(trial, draws.ENDURANCE, model), [whole.box_dice["white"]])
                removed += one.endurance is None or one.endurance.fate(face, suffered >= 2 * one.health) == "removed"
        seen: dict[str, int | str] = {
            "damage": damage,
            "hit": int(rolled.hit),
            "critical": int(rolled.critical and rolled.hit),
            "potion": int(rolled.potion),
            "effect": rolled.option.label if rolled.hit else "none",
            "removed": removed,
        }
        assert int(cells[trial]) == expected_cell(roll, seen)
