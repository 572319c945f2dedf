"""The fight kernel against a slow twin: equal cells, trial by trial, whatever the order, Boosts, tokens and Blocks.

The twin plays one trial at a time, straight from the rulebook. It asks what an attack comes to in each situation by
the switches of `odds cta attack`, and shares with the kernel the words of the roles alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tamriel_odds.kernels.call_to_arms import draws, fight_body, fight_turn
from tamriel_odds.kernels.call_to_arms import fight_tables as kernel_tables
from tamriel_odds.odds.call_to_arms import fight_tables
from tamriel_odds.odds.call_to_arms.activation import Activation
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.fight import Fight
from tamriel_odds.odds.call_to_arms.fight_model import Ward
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION

SEED, TRIALS = 11, 250
TESTS = ("PUT_OUT", "SHRUG", "ARMOR", "QUICK", "CAST")  # of fight_body.py, numbered apart
BOX = Box.shipped()
Words = Callable[[int, int, int], list[int]]
STATUS = {"standing": (), "staggered": ("target-staggered",), "incapacitated": ("target-incapacitated",)}
ATTACK = "[GREEN][RED] / [SWORDS]: Piercing (1) / [OBLIVION]: Stagger"


@dataclass
class Fighter:
    """One side as it stands: what it rolls, and what is left of it."""

    asked: dict[str, Any]
    health: int
    stamina: int = 0
    full_stamina: int = 0
    most_health: int = 0
    status: str = "standing"
    token: bool = False
    bleed: int = 0
    burning: bool = False
    poison: int = 0
    avoids: bool = False
    began: str = "standing"
    has_boosted: bool = False

    def get(self, name: str, default: Any = None) -> Any:
        return self.asked.get(name, default)

    @property
    def is_adversary(self) -> bool:
        return "attitude" in self.asked

    @property
    def counts_boosts(self) -> bool:
        """Whether a Shield Bash can be its one Boost of a round."""
        return self.asked.get("attitude") == "aggressive" and self.asked.get("block-dice", "none") != "none"

    @property
    def is_hero(self) -> bool:
        return self.get("rank") == "hero"


def side(given: dict[str, Any], letter: str) -> Fighter:
    asked = {name[:-2]: value for name, value in given.items() if name.endswith(f"-{letter}")}
    stamina = 0 if "attitude" in asked else asked.get("stamina", 0)
    return Fighter(asked, asked["health"], stamina, stamina, asked["health"])


def face_of(die: Die, word: int) -> Face:
    return die.faces[word * len(die.faces) >> 32]


class DuelTwin:
    """One duel, by the rules."""

    def __init__(self, given: dict[str, Any], twin: Callable[[AttackRoll], Any], words: Words) -> None:
        self.given, self.twin, self.words = given, twin, words
        self.policy = given.get("boosts", "never")
        self.rounds = given["rounds"]
        self._twins: dict[Any, Any] = {}

    def attack_twin(
        self, own: Fighter, them: Fighter, text: str, switches: Sequence[str], kept: bool, more: int = 0
    ) -> Any:
        shield = them.get("block-dice", "none") != "none"
        # A Linebreaker takes the token before the armor roll.
        kept = kept and shield and "Linebreaker" not in text
        armor = them.get("armor").replace("[RED] (1)", "[RED]" + "[YELLOW]" * more + " (1)")
        tested = ("target-staggered", "target-avoid-death", "target-custom-fit", "target-tower-of-strength")
        switches = [name for name in switches if name not in tested]
        key = (own.get("attack"), own.get("skill"), text, tuple(switches), them.status, kept, armor)
        if key not in self._twins:
            asked = Attack(
                attack=text,
                skill=own.get("skill"),
                choose="swords,dragonborn,oblivion",
                armor=armor,
                with_=(*switches, *STATUS[them.status], *(("block-token",) if kept else ())),
            )
            self._twins[key] = self.twin(asked.roll(BOX))
        return self._twins[key]

    def boosts(self, own: Fighter) -> list[str]:
        if own.status == "staggered" or (own.counts_boosts and own.has_boosted):
            return []
        if own.is_adversary:
            return ["power-attack"] if own.get("attitude") == "aggressive" else ["precision-strike"]
        return ["power-attack", "precision-strike"][: own.stamina] if self.policy == "always" else []

    def block(self, them: Fighter, spare: list[int]) -> tuple[int, int]:
        """What a Block Test joins to the armor roll (stars, or a die where there are no Block dice), and its Potion."""
        (die,) = (BOX.dice["white"],)
        face = face_of(die, spare[draws.BLOCK_TEST])
        passed = "failure" not in face.signs and max(face.number, 1) <= them.get("block-skill")
        is_two_handed = them.get("block-dice") == "none"
        stars = 1 if is_two_handed else face_of(BOX.dice["red"], spare[draws.BLOCK]).number
        stars = stars if passed else 0
        return stars, int("potion" in face.signs)

    def bashes(self, them: Fighter) -> bool:
        """Whether the Block Token it spends is a Shield Bash, which it then pays for."""
        if them.status != "standing" or them.get("block-dice", "none") == "none":
            return False
        if them.is_adversary:
            bashes = them.counts_boosts and not them.has_boosted
            them.has_boosted |= bashes
            return bashes
        bashes = self.policy == "always" and them.stamina > 0
        them.stamina -= bashes
        return bashes

    def attack(self, own: Fighter, them: Fighter, text: str, switches: list[str], number: int, trial: int) -> bool:
        """One attack; whether it grants a Follow-Up."""
        spends = them.token and them.get("block", "best") == "spend"
        spends = spends or (them.token and them.is_adversary)
        words = self.words(SEED, trial, 4 * number)
        blocked, saved = 0, 0
        if spends:
            blocked, saved = self.block(them, self.words(SEED, trial, draws.FOLLOWING + 4 * number))
        two_handed = them.get("block-dice") == "none"
        fits = 0
        if "target-custom-fit" in switches:
            face = face_of(BOX.dice["white"], self.words(SEED, trial, draws.FOLLOWING + 4 * number)[draws.CUSTOM_FIT])
            fits = int(self.passes(face, them.get("endurance")))
            self.drink(them, int("potion" in face.signs))
        rolls = self.attack_twin(own, them, text, switches, them.token and not spends, fits + (two_handed and blocked))
        blocked = 0 if two_handed else blocked
        damage, hit, _, potion, effect, _ = rolls.rolled(words, blocked)
        if spends and (hit or not them.is_adversary):
            them.token = False
            them.health = min(them.health + saved, them.most_health)
            if self.bashes(them) and own.status == "standing":
                own.status = "staggered"
        if hit and "Linebreaker" in text:
            them.token = False
        staggers = hit and ("Stagger" in effect or ("power-attack" in switches and damage))
        status = them.status
        before = them.health
        self.suffer(them, damage, words[draws.ENDURANCE], 2 if "Punishing (2)" in text else 0, brings=text)
        by_injury = them.status == "staggered" and damage >= before
        if staggers and them.health and them.status == "standing" and damage < before:
            them.status = "staggered"
        assigned = them.health and them.status == "staggered" and (by_injury or them.status != status)
        if "target-tower-of-strength" in switches and assigned:
            self.hold_out(them, status, number, trial)
        if damage and them.health:
            self.afflict(them, text, switches, number, trial)
        self.drink(own, potion)
        if "Absorb Health (2)" in text:
            own.health = min(own.health + min(damage, 2), own.most_health)
        if "battle-rush" in switches:
            own.stamina = min(own.stamina + damage // 3, own.full_stamina)
        return bool(hit) and "Follow-Up" in text

    def hold_out(self, them: Fighter, status: str, number: int, trial: int) -> None:
        """Tower of Strength."""
        word = self.words(SEED, trial, draws.FOLLOWING + 4 * number)[draws.TOWER_OF_STRENGTH]
        face = face_of(BOX.dice["white"], word)
        if self.passes(face, them.get("endurance")):
            them.status = status
        self.drink(them, int("potion" in face.signs))

    def afflict(self, them: Fighter, text: str, switches: Sequence[str], number: int, trial: int) -> None:
        """The tokens of an attack that dealt damage, and what Frost takes."""
        words = self.words(SEED, trial, draws.FOLLOWING + 4 * number)
        potions = 0
        if "(Frost)" in text:
            them.burning = False
            them.stamina = max(them.stamina - face_of(BOX.dice["yellow"], words[draws.STAMINA]).number, 0)
        if "(Fire)" in text:
            shrugs = False
            if "resistance:fire" in switches:
                face = face_of(BOX.dice["white"], words[draws.RESIST_BURNING])
                shrugs, potions = self.passes(face, them.get("endurance")), "potion" in face.signs
            them.burning |= not shrugs
        them.bleed = min(them.bleed + ("Bleed" in text), 6)
        them.poison += "Poison" in text
        self.drink(them, int(potions))

    def passes(self, face: Face, attribute: int) -> bool:
        return "failure" not in face.signs and max(face.number, 1) <= attribute

    def drink(self, own: Fighter, potions: int) -> None:
        for _ in range(potions):
            if own.health < own.most_health:
                own.health += 1
            else:
                own.stamina = min(own.stamina + 1, own.full_stamina)

    def suffer(
        self, them: Fighter, damage: int, word: int, punishing: int = 0, brings: str = "", is_attack: bool = True
    ) -> None:
        face = face_of(BOX.dice["white"], word)
        saved = int("potion" in face.signs)
        if damage < them.health:
            them.health -= damage
            if damage and "Incapacitate" in brings and them.status != "incapacitated":
                if "endurance" in them.asked and not self.passes(face, them.get("endurance")):
                    them.health, them.status, them.token = them.health + saved, "incapacitated", False
                    if them.bleed or them.burning:
                        them.health, them.status = 0, "standing"
                elif "endurance" in them.asked:
                    them.health += saved
            return
        penalty = punishing + (2 if is_attack and damage >= 2 * them.health else 0)
        is_critical = "critical" in face.signs
        if them.avoids and them.status != "incapacitated":
            is_critical, face, saved, them.avoids = True, Face(1), 0, False
        passed = is_critical or max(face.number + penalty, 1) <= them.get("endurance", 0)
        if not them.is_hero or them.status == "incapacitated" or "failure" in face.signs or not passed:
            them.health, them.status = 0, "standing"
            return
        them.status = "staggered" if is_critical or "Incapacitate" in brings else "incapacitated"
        them.health = min(1 + saved, them.most_health)
        if them.status == "incapacitated" and (them.bleed or them.burning):
            them.health, them.status = 0, "standing"
        them.token = them.token and them.status != "incapacitated"

    def begin(self, own: Fighter, tolls: list[int]) -> bool:
        """What tokens take at the start of an activation; whether the fire was fought already."""
        own.began = own.status
        for tokens, word in ((int(own.burning), draws.BURN), (own.poison, draws.SICKEN)):
            if tokens and own.health:
                self.suffer(own, tokens, tolls[word], is_attack=False)
        left, potions = own.bleed, 0
        for test in range(own.bleed if own.health else 0):
            # Two tests share a word as two dice do.
            word = tolls[draws.BLEED_TEST + test // 2]
            is_pair = own.bleed - test // 2 * 2 >= 2
            faces = BOX.dice["white"].faces
            if is_pair:
                both = word * 400 >> 32
                face = faces[both // 20 if test % 2 == 0 else both % 20]
            else:
                face = faces[word * 20 >> 32]
            left -= self.passes(face, own.get("endurance"))
            potions += "potion" in face.signs
        own.bleed = left
        self.drink(own, potions)
        if own.is_adversary and self.fight_fire(own, tolls):
            self.bleed_by_action(own, tolls[draws.BLEED])
            return True
        return False

    def fight_fire(self, own: Fighter, tolls: list[int]) -> bool:
        if not (own.burning and own.health and own.status != "incapacitated"):
            return False
        face = face_of(BOX.dice["white"], tolls[draws.PUT_OUT])
        own.burning = not self.passes(face, own.get("agility"))
        self.drink(own, int("potion" in face.signs))
        return True

    def bleed_by_action(self, own: Fighter, word: int) -> None:
        if own.bleed and own.health and own.status != "incapacitated":
            self.suffer(own, 1, word, is_attack=False)
            own.bleed -= 1

    def activate(self, own: Fighter, them: Fighter, number: int, trial: int) -> int:
        """An activation; the number of the next attack of the plan."""
        texts = own.get("attack").split(" /// ")
        lies = own.is_adversary and (own.is_hero or "Incapacitate" in them.get("attack"))
        if own.status != "incapacitated":
            own.stamina, own.token = min(own.stamina + 1, own.full_stamina), False
        fought_fire = False
        if not (lies and own.status == "incapacitated"):
            fought_fire = self.begin(own, self.words(SEED, trial, draws.ACTIVATION + 4 * number))
        acts = own.status != "incapacitated" and own.health > 0
        for place, text in enumerate(texts):
            boosts = self.boosts(own) if not place else []
            again = False
            if acts and them.health:
                own.stamina -= 0 if own.is_adversary else len(boosts)
                own.has_boosted |= bool(boosts)
                second = ["secondary-weapon"] if place else []
                given = [*second, *boosts, *own.get("with", ())]
                again = self.attack(own, them, text, given, number, trial)
            number += 1
            if "Follow-Up" in text:
                if again and acts and them.health:
                    self.attack(own, them, text, ["secondary-weapon"] if place else [], number, trial)
                number += 1
        if own.health and them.health:
            self.end(own, acts, fought_fire, lies, self.words(SEED, trial, draws.ACTIVATION + 4 * (number - 1)))
        return number

    def end(self, own: Fighter, acts: bool, fought_fire: bool, lies: bool, tolls: list[int]) -> None:
        """What Actions cost who bleeds, fire or Block, and Recover."""
        if acts:
            self.bleed_by_action(own, tolls[draws.BLEED_AFTER])
        if acts and own.health and not fought_fire:
            fought_fire = not own.is_adversary and self.fight_fire(own, tolls)
            blocks = "block-dice" in own.asked and not fought_fire
            own.token = own.token or blocks
            if blocks or fought_fire:
                self.bleed_by_action(own, tolls[draws.BLEED_AGAIN])
        if own.status != "incapacitated":
            keeps = own.status == "staggered" and own.began == "standing" and not own.is_adversary
            own.status = "staggered" if keeps else "standing"
        elif not lies:
            own.health = 0 if own.bleed or own.burning else own.health
            own.status = "staggered"

    def trial(self, trial: int) -> tuple[int, int, int]:
        """The round it ended in, from 0 (their number where undecided), and the Health left of both."""
        a, b = side(self.given, "a"), side(self.given, "b")
        if "target-staggered" in self.given.get("with-a", ()):
            b.status = "staggered"
        b.avoids = "target-avoid-death" in self.given.get("with-a", ())
        number = 0
        for round_ in range(self.rounds):
            order = [(a, b), (b, a)]
            if self.given.get("order") != "first" and round_ % 2:
                order.reverse()
            for own, them in order:
                number = self.activate(own, them, number, trial)
                if not own.health or not them.health:
                    return round_, a.health, b.health
            for one in (a, b):
                one.has_boosted = False
                if one.is_adversary and one.status == "incapacitated":
                    one.status = "staggered"
                    one.health = 0 if one.bleed or one.burning else one.health
            if not a.health or not b.health:
                return round_, a.health, b.health
        return self.rounds, a.health, b.health


DUELS: dict[str, dict[str, Any]] = {
    "plain": {},
    "first": {"order": "first", "rounds": 2},
    "boosts of players": {"boosts": "always", "stamina-a": 3, "stamina-b": 1, "rank-b": "hero", "endurance-b": 9},
    "heroes": {"rank-a": "hero", "endurance-a": 6, "rank-b": "hero", "endurance-b": 8, "health-a": 1, "health-b": 1},
    "punished": {"attack-a": "[RED][RED] / Punishing (2)", "rank-b": "hero", "endurance-b": 9, "health-b": 2},
    "adversaries": {"attitude-a": "aggressive", "attitude-b": "cautious", "rank-b": "hero", "endurance-b": 8},
    "a block spent": {"block-dice-a": "[RED]", "block-skill-a": 6, "block-a": "spend"},
    "a block kept": {"block-dice-a": "[RED]", "block-skill-a": 6, "block-a": "keep"},
    "an adversary's block": {"block-dice-b": "[RED]", "block-skill-b": 7, "attitude-b": "cautious"},
    "follow-up and a second weapon": {"attack-a": "[GREEN][RED] / Follow-Up /// [YELLOW][RED]"},
    "a two-handed block": {"block-dice-b": "none", "block-skill-b": 8, "block-b": "keep"},
    "a two-handed block spent": {"block-dice-b": "none", "block-skill-b": 8, "block-b": "spend"},
    "to the end": {"health-a": 1, "health-b": 1, "rounds": 40},
    "a line broken": {
        "attack-b": "[RED][YELLOW] / Linebreaker",
        "block-dice-a": "[RED]",
        "block-skill-a": 6,
        "block-a": "keep",
    },
    "begun staggered": {"with-a": ("target-staggered",)},
    "bleeding": {"attack-a": "[RED][YELLOW] / Bleed", "endurance-b": 4, "health-b": 6, "rounds": 6},
    "bleeding much": {
        "attack-a": "[RED][RED] / Bleed, Follow-Up /// [RED][RED] / Bleed, Follow-Up",
        "endurance-b": 2,
        "health-b": 20,
        "rank-b": "hero",
        "block-dice-b": "none",
        "block-skill-b": 8,
        "block-b": "keep",
        "rounds": 6,
    },
    "burning": {"attack-a": "[RED][YELLOW] (Fire)", "agility-b": 4, "health-b": 6, "rounds": 6},
    "a burning hero's block": {
        "attack-a": "[RED][YELLOW] (Fire)",
        "agility-b": 6,
        "rank-b": "hero",
        "endurance-b": 8,
        "health-b": 3,
        "block-dice-b": "[RED]",
        "block-skill-b": 7,
        "block-b": "spend",
        "rounds": 8,
    },
    "a burning, bleeding master": {
        "attack-a": "[RED][YELLOW] (Fire) / Bleed",
        "agility-b": 5,
        "rank-b": "hero",
        "endurance-b": 8,
        "health-b": 4,
        "attitude-b": "aggressive",
        "block-dice-b": "[RED]",
        "block-skill-b": 7,
        "rounds": 8,
    },
    "fire resisted": {
        "attack-a": "[RED][YELLOW] (Fire)",
        "with-a": ("resistance:fire",),
        "agility-b": 4,
        "endurance-b": 6,
        "health-b": 3,
        "rounds": 6,
    },
    "poisons": {
        "attack-a": "[RED][YELLOW] / Poison",
        "attack-b": "[RED] / Poison",
        "rank-a": "hero",
        "endurance-a": 8,
        "rounds": 8,
    },
    "frost and fire": {
        "attack-a": "[RED][YELLOW] (Frost)",
        "attack-b": "[RED] (Fire)",
        "agility-a": 2,
        "stamina-b": 3,
        "stamina-a": 2,
        "boosts": "always",
        "health-b": 8,
        "rounds": 6,
    },
    "felled": {
        "attack-a": "[RED][YELLOW] / Incapacitate",
        "endurance-b": 6,
        "health-b": 5,
        "rounds": 6,
    },
    "a master felled": {
        "attack-a": "[RED][YELLOW] / Incapacitate, Bleed",
        "endurance-b": 7,
        "health-b": 6,
        "attitude-b": "cautious",
        "rank-b": "hero",
        "rounds": 6,
    },
    "death avoided": {
        "with-a": ("target-avoid-death",),
        "rank-b": "hero",
        "endurance-b": 4,
        "health-b": 2,
        "rounds": 9,
    },
    "a hero who bashes": {
        "block-dice-a": "[RED]",
        "block-skill-a": 6,
        "block-a": "spend",
        "stamina-a": 3,
        "stamina-b": 2,
        "boosts": "always",
        "rounds": 8,
    },
    "an adversary that bashes": {
        "block-dice-a": "[RED]",
        "block-skill-a": 6,
        "attitude-a": "aggressive",
        "stamina-b": 2,
        "boosts": "always",
        "health-a": 8,
        "rounds": 8,
    },
    "two adversaries that bash": {
        "block-dice-a": "[RED]",
        "block-skill-a": 6,
        "attitude-a": "aggressive",
        "block-dice-b": "[RED]",
        "block-skill-b": 7,
        "attitude-b": "aggressive",
        "health-a": 8,
        "rounds": 8,
    },
    "an armor that fits": {
        "with-a": ("target-custom-fit",),
        "endurance-b": 6,
        "block-dice-b": "none",
        "block-skill-b": 8,
        "block-b": "spend",
    },
    "a tower": {
        "with-a": ("target-tower-of-strength",),
        "endurance-b": 6,
        "rank-b": "hero",
        "stamina-a": 3,
        "health-b": 3,
        "stamina-b": 0,
        "boosts": "always",
        "rounds": 8,
    },
    "health absorbed": {
        "attack-a": "[RED][YELLOW] / Absorb Health (2)",
        "with-a": ("battle-rush",),
        "stamina-a": 3,
        "stamina-b": 0,
        "boosts": "always",
        "health-b": 9,
        "rounds": 8,
    },
    "more than five dice": {"attack-b": "[GREEN][GREEN][GREEN][RED][RED][RED][BLACK] / [SWORDS]: add [YELLOW]"},
}
EVERY = {
    "attack-a": ATTACK, "skill-a": 4, "armor-a": "[YELLOW]", "health-a": 3, "choose-a": "swords,dragonborn,oblivion",
    "attack-b": "[RED][YELLOW] / [DRAGONBORN]: Stagger", "skill-b": 5,
    "armor-b": "[RED] (1) / [OBLIVION]: add [YELLOW]",
    "health-b": 4, "choose-b": "swords,dragonborn,oblivion", "rounds": 4,
}  # fmt: skip


def rolled(roll: Fight, first: int, end: int) -> list[int]:
    """The cells of these trials, straight from the kernel."""
    kernel = import_module(f"tamriel_odds.kernels.{roll.kernel()}")
    cells = np.empty(end - first, np.uint32)
    kernel.roll_trials(np.uint64(SEED), np.uint64(first), kernel.Tables(**roll.tables()), cells)
    return [int(cell) for cell in cells]


@pytest.mark.parametrize("name", DUELS)
def test_every_trial_is_the_twins(name: str, twin: Callable[[AttackRoll], Any], words: Words) -> None:
    given = {**EVERY, **DUELS[name]}
    roll = build(Duel, given).roll(BOX)
    slow = DuelTwin(given, twin, words)
    expected = [np.ravel_multi_index(slow.trial(trial), roll.outcomes.shape) for trial in range(TRIALS)]
    assert rolled(roll, 0, TRIALS) == [int(cell) for cell in expected]


@pytest.mark.parametrize("name", ["adversaries", "more than five dice"])
def test_trials_are_cut_anywhere(name: str) -> None:
    roll = build(Duel, EVERY | DUELS[name]).roll(BOX)
    assert rolled(roll, 0, 1100) == [*rolled(roll, 0, 7), *rolled(roll, 7, 600), *rolled(roll, 600, 1100)]


def test_who_is_only_attacked_suffers_between_activations() -> None:
    asked = {"attack": "[RED][YELLOW] (Fire) / Bleed", "skill": 6, "health": 9, "endurance": 4, "activations": 4}
    roll = build(Activation, asked).roll(BOX)
    cells = rolled(roll, 0, 3000)
    shares = roll.exact()
    assert shares is not None
    removed = roll.outcomes.events["removed"].ravel()
    assert abs(z_score(int(removed[cells].sum()), 3000, float(shares.ravel()[removed].sum()))) < CONTRADICTION


SPELL = "Destruction: Magicka Cost 2: [GREEN][RED] (Shock) / Absorb Magicka (1)"
RARER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "Extra Damage": (
        {"attack-a": "[YELLOW][GREEN] / [SWORDS]: add [GREEN][YELLOW] / Extra Damage /// [YELLOW] / Extra Damage"}, {},
    ),
    "a reroll against Extra Damage": (
        {
            "attack-a": "[YELLOW][GREEN] / [SWORDS]: add [GREEN][YELLOW] / Extra Damage", "stamina-b": 1,
            "with-a": ("target-defensive-posture:always",), "rank-b": "hero", "endurance-b": 7,
        },
        {},
    ),
    "a reroll": ({"with-a": ("target-defensive-posture",), "stamina-b": 2}, {}),
    "a hero who bleeds": (
        {"attack-a": "[RED][YELLOW] / Bleed / Linebreaker", "endurance-b": 5, "rank-b": "hero", "health-b": 1,
         "block-dice-b": "[RED]", "block-skill-b": 6, "block-b": "keep"}, {},
    ),
    "two attacks of who bleeds": (
        {"attack-a": "[RED] /// [RED][YELLOW]", "attack-b": "[RED][YELLOW] / Bleed", "endurance-a": 5, "health-a": 6},
        {},
    ),
    "a Master felled": (
        {"attack-a": "[RED][YELLOW] / Incapacitate", "endurance-b": 4, "rank-b": "hero", "attitude-b": "cautious"}, {},
    ),
    "a Tower that is bashed": (
        {
            "block-dice-b": "[RED]", "block-skill-b": 6, "attitude-b": "aggressive", "with-a": ("power-attack",),
            "with-b": ("target-tower-of-strength", "target-force-without-effort"), "endurance-a": 6, "rank-a": "hero",
            "attack-b": "[RED][RED] / Stagger", "stamina-a": 3,
        },
        {"returns": True, "has_tower": True, "endures": 5},
    ),
    "Quick Reflexes": ({"block-dice-b": "[RED]", "block-skill-b": 6, "block-b": "spend"}, {"quick": 6}),
    "a Ward": (
        {
            "block-dice-b": "[RED]", "block-skill-b": 6, "rank-b": "hero", "endurance-b": 7, "with-a": ("target-ward",),
            "attack-a": "[RED][RED] (Fire)", "agility-b": 5,
        },
        {"ward": Ward(2, 5, 1), "magicka": 3, "absorbs": True},
    ),
    "Spells": ({"attack-a": SPELL, "magicka-a": 3, "attack-b": SPELL, "magicka-b": 2}, {}),
    "Regenerate": ({"rank-b": "hero", "endurance-b": 8}, {"regenerates": (1, 1, 1)}),
    "Poison that is resisted": (
        {"attack-a": "[RED][RED] / Poison", "with-a": ("resistance:poison", "battle-rush"), "endurance-b": 6}, {},
    ),
    "large pools": (
        {
            "armor-b": "[RED][RED][YELLOW][YELLOW] / [SWORDS]: add [RED][BLACK]", "block-b": "spend",
            "attack-a": "[BLACK][BLACK][BLACK][RED]", "block-skill-b": 7,
            "block-dice-b": "[RED][RED][YELLOW][YELLOW] / [SWORDS]: add [RED][GREEN]",
        },
        {},
    ),
    "Custom Fit with a large armor": (
        {"armor-b": "[RED][RED][RED][BLACK][BLACK]", "with-a": ("target-custom-fit",), "endurance-b": 6,
         "attack-a": "[BLACK][BLACK][BLACK]"}, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RARER)
def test_the_rarer_rules_come_to_their_exact_odds(name: str) -> None:
    asked, changed = RARER[name]
    roll = build(Duel, {**EVERY, "rounds": 4, **asked}).roll(BOX)
    roll = replace(roll, models=(roll.models[0], replace(roll.models[1], **changed)))
    cells = rolled(roll, 0, 1500)
    shares = roll.exact()
    assert shares is not None
    for event, mask in roll.outcomes.events.items():
        count = int(mask.ravel()[cells].sum())
        assert abs(z_score(count, len(cells), min(float(shares[mask].sum()), 1.0))) < CONTRADICTION, event


@pytest.mark.parametrize("name", DUELS)
def test_plain_fights_are_the_same_with_the_rarer_rules_at_hand(name: str) -> None:
    roll = build(Duel, EVERY | DUELS[name]).roll(BOX)
    expected = rolled(roll, 0, TRIALS)
    vars(roll)["is_plain"] = False
    assert roll.kernel() == "call_to_arms.full_fight"
    assert rolled(roll, 0, TRIALS) == expected
    vars(roll)["is_played_singly"] = lambda turn: True
    assert rolled(roll, 0, TRIALS) == expected


def test_the_fight_lays_its_tables_as_the_kernel_reads_them() -> None:
    places = [getattr(kernel_tables, name.upper()) for name in fight_tables.TABLES]
    assert places == list(range(0, 2 * len(places), 2))
    tables = build(Duel, EVERY).roll(BOX).tables()
    for module, rows in ((fight_turn, tables["plan"]), (fight_body, tables["models"])):
        numbers = [number for name, number in vars(module).items() if name.isupper() and name not in TESTS]
        assert sorted(numbers) == list(range(len(rows)))
