"""Texts of dice, effects and keywords, typed and printed: read, or refused in one sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from tamriel_odds.odds.betrayal.handful import read_handfuls
from tamriel_odds.odds.call_to_arms.notation import keyword_list, read, read_armor, read_attack
from tamriel_odds.odds.decision import read_options
from tamriel_odds.odds.dice import read_faces, shipped_dice
from tamriel_odds.odds.errors import WrongInput

CARDS = (
    "[GREEN][RED] / [SWORDS]: Piercing (1)",
    "[RED] (1) / [OBLIVION]: add [YELLOW]",
    'One-Handed: 6" [GREEN][RED] Frost (1)\n[HELMET]: Stagger and Piercing (2)',
    "gr / s: Piercing 1",
    "3 black y / d: damage +2 / Cumbersome, Piercing (1), Feeble",
    'Melee(Strength): [BLACK][BLACK] (+1) /// Archery 8" [GREEN]',
    "[SWORDS/OBLIVION]: add [RED] + [RED] , Bleed [1]",
    "Resistance (Frost, Poison); [YELLOW[YELLOW]",
    '10"/20" [GREEN] / [GREEN][GREEN] / Limited Use',
    "Keywords: Steel. Lightweight [1] (melee only)",
)
PIECES = (
    *("[", "]", "(", ")", "/", " / ", "///", "---", ";", ":"),
    *("+", "-", ",", '"', "'", "\n", "\r", "\0", "\u00a0", "\u200b"),
    *("é", "９", "²", "½", "٣", "İ", "ß", "\ud800", "🎲", "%s", "{0}", "<b>", "[GREEN]", "[RED]", "red", "r", "k", "x"),
    *("0", "-1", "9" * 30, "Piercing", "Piercing (1)", "Stagger"),
    *("s:", "o:", "damage +", "damage +9999999", "add", "and"),
    *('within 6"', "[SWORDS]", "[DRAGONBORN]", "Fire", "Magicka", "Frost (", "[1]", "Limited Use", "(ranged only)"),
)  # fmt: skip
HANDFULS = ("2 combat, snipe", "wrecking blow, combat", "3 combat, 2 defense, heal", "10 combat")
FACES = ("2xblank 3x1 dragonborn", "1 2 3+swords -1 critical failure potion", "T+2 ignore+1 prevents", "6xcircle")
OPTIONS = ("--with power-attack --skill 4", "--attack='[GREEN][RED]' --armor \"[BLACK]\"", "Bear --vs 'Guard + Sword'")


def one_sentence(call: Callable[[Any], Any], text: str) -> Any:
    """What is read, or None where it is refused."""
    try:
        return call(text)
    except WrongInput as error:
        said = str(error)
        assert 5 < len(said) < 1500 + 3 * len(text)
        assert "\n" not in said.strip() or "\n" in text
        return None


@pytest.mark.parametrize("call", [read_attack, read_armor, read, keyword_list], ids=lambda call: call.__name__)
def test_cards_and_typed_attacks(call: Any, fuzz: Any, mutated: Any) -> None:
    fuzz(120, mutated(CARDS, PIECES), lambda text: one_sentence(call, text), "[RED]" * 4000, "[" * 20_000, "(" * 5000)


def test_what_is_printed_reads_as_itself(fuzz: Any, mutated: Any) -> None:
    def check(text: str) -> None:
        weapon = one_sentence(read_attack, text)
        if weapon is not None:
            again = read_attack(weapon.printed)
            assert (again.lines, again.effects, again.keywords) == (weapon.lines, weapon.effects, weapon.keywords)
            assert again.printed == weapon.printed

    fuzz(120, mutated(CARDS, PIECES, 3), check)


def test_handfuls_of_betrayal(fuzz: Any, mutated: Any) -> None:
    dice = shipped_dice()
    fuzz(80, mutated(HANDFULS, PIECES), lambda text: one_sentence(lambda said: read_handfuls(said, dice), text))


def test_faces_of_a_die(fuzz: Any, mutated: Any) -> None:
    fuzz(80, mutated(FACES, PIECES), lambda text: one_sentence(read_faces, text), "9" * 9 + "x1", "99x99x1")


def test_options_laid_over_others(fuzz: Any, mutated: Any) -> None:
    from tamriel_odds.odds.call_to_arms.attack import Attack

    fuzz(
        100,
        mutated(OPTIONS, (*PIECES, "--", "=", " ")),
        lambda text: one_sentence(lambda t: read_options(Attack, t), text),
    )


def test_any_text_at_all(fuzz: Any) -> None:
    fuzz(80, st.text(max_size=80), lambda text: one_sentence(read_attack, text))
