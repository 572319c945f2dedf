"""What cards bring along: Perks, keywords and races of both sides, applied where they fit and named in a note."""

from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.hazards import Hazard
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact

CARDS: list[tuple[str, str, dict[str, str]]] = [
    (
        "Follower",
        "Gate Warden",
        {
            "Race": "Nord",
            "Melee Attacks": "One-Handed: [RED]",
            "Armor": "Heavy Armor\n[RED]",
            "Additional Defenses": "Shield (Block): [RED]",
            "Perks/Keywords": "Armsman, Barbarian, Critical Charge, Low Slash, Juggernaut, Agile Defender, Salty\n"
            "Ethereal, Mounted",
            "Strength": "4\nOne-Handed\nBlock",
            "Endurance": "3\nHeavy Armor",
            "Health": "2",
            "Stamina": "2",
        },
    ),
    (
        "Adversary",
        "Tomb Keeper",
        {
            "Adversary Rank": "Master",
            "Race": "Undead",
            "Path": "Might",
            "Attitude": "Aggressive",
            "Preferred Attack": "Melee(Strength): [BLACK] (Frost)\n[SWORDS]: Bleed",
            "Additional Defenses": "Ward (Strength): [BLACK]",
            "Perks/Keywords": "Relentless, Weakness (Fire)",
            "Strength": "5",
            "Endurance": "5",
            "Wisdom": "3\nRestoration",
            "Health": "3",
        },
    ),
    (
        "Hero",
        "Ember Mage",
        {
            "Rank": "Hero",
            "Race": "Dunmer",
            "Path": "Sorcery",
            "Perks": "Augmented Flames, Augmented Frost, Destruction Mastery, Mage Armor, Deep Freeze, "
            "Ranger, Prodigy, Fists of Steel",
            "Strength": "2",
            "Intelligence": "5\nDestruction",
            "Endurance": "3\nLight Armor\nHeavy Armor",
            "Health": "4",
            "Stamina": "2",
            "Magicka": "3",
        },
    ),
    ("Hero", "Pale Rider", {"Rank": "Hero", "Race": "Breton", "Path": "Might", "Strength": "4\nOne-Handed"}),
    (
        "Follower",
        "Tired Sentry",
        {"Race": "Imperial", "Melee Attacks": "Strength: [RED]", "Strength": "3", "Stamina": "1", "Magicka": "0"},
    ),
    (
        "Follower",
        "Frost Hulk",
        {
            "Melee Attacks": "Strength: [RED]",
            "Additional Defenses": "Shield (Block): [RED]",
            "Perks/Keywords": "Death Explosion (Frost), Deadly Bash",
            "Strength": "5",
        },
    ),
    (
        "Follower",
        "Dire Bear",
        {"Race": "Monster", "Melee Attacks": "Strength: [RED]", "Perks/Keywords": "Terrifying", "Strength": "5"},
    ),
    *(
        (
            "Follower",
            name,
            {
                "Ranged Attacks": 'Archery\n10": [GREEN][RED]\n20": [GREEN][YELLOW]',
                "Perks/Keywords": perks,
                "Agility": "4\nArchery",
            },
        )
        for name, perks in (("Far Scout", "Eagle Eye"), ("Near Scout", "-"))
    ),
    ("Spell", "Small Ward (Spell Form)", {"Skill": "Restoration", "Effect": "[See Small Ward (Shield Form)]"}),
    ("Spell", "Small Ward (Shield Form)", {"Skill": "Block or Strength Attribute", "Effect": "[RED]"}),
    ("Armor", "Soft Coat", {"Armor Rating": "[YELLOW]", "Skill": "Light Armor"}),
    ("Armor", "Hard Coat", {"Armor Rating": "[BLACK]", "Skill": "Heavy Armor"}),
    (
        "Spell",
        "Warm Hands",
        {
            "Magicka Cost": "1",
            "Targeting Type": "Ranged Attack",
            "Difficulty": "-2",
            "Range": '8"',
            "Skill": "Destruction",
            "Effect": "[YELLOW] (Fire)",
            "Keywords": "Magicka Boost (1): add [RED] per point.",
        },
    ),
    (
        "Spell",
        "Night Sky",
        {
            "Magicka Cost": "3",
            "Targeting Type": "Ranged Attack",
            "Difficulty": "0",
            "Range": '8"',
            "Skill": "Destruction",
            "Effect": "[RED] (Frost)",
            "Keywords": "Magicka Boost (2): add [RED] per point.",
        },
    ),
]


@pytest.fixture
def box(tmp_path: Path) -> Box:
    rows = "".join(
        f'<profile name="{name}" typeName="{kind}" hidden="false"><characteristics>'
        + "".join(f'<characteristic name="{title}">{escape(text)}</characteristic>' for title, text in fields.items())
        + "</characteristics></profile>"
        for kind, name, fields in CARDS
    )
    file = tmp_path / "Keep.cat"
    file.write_text(
        '<?xml version="1.0" encoding="UTF-8"?><catalogue id="made-up" name="Keep" battleScribeVersion="2.03" '
        'xmlns="http://www.battlescribe.net/schema/catalogueSchema"><sharedProfiles>'
        f"{rows}</sharedProfiles></catalogue>",
        encoding="utf-8",
    )
    return Box(shipped_dice(), (file,))


def rolled(box: Box, **asked: Any) -> AttackRoll:
    return Attack(**asked).roll(box)


def names(dice: Any) -> list[str]:
    return [die.name for die in dice]


def test_what_fits_the_attack_is_applied_and_the_rest_is_said_once(box: Box) -> None:
    roll = rolled(box, attacker="Gate Warden")
    assert names(roll.attack) == ["red", "yellow"]
    assert roll.notes == (
        "Gate Warden attacks with One-Handed: [RED]; Skill Test on Strength 4",
        "Gate Warden: applied armsman",
        "Gate Warden: turned on by --with: mounted, critical-charge, low-slash",
        "Gate Warden: not applied: Salty",
    )


def test_a_perk_that_waits_is_turned_on(box: Box) -> None:
    roll = rolled(box, attacker="Gate Warden", with_=("critical-charge",))
    assert names(roll.attack) == ["red", "yellow", "red"]
    assert not any("critical-charge" in note for note in roll.notes)


def test_the_defender_s_perks_keywords_and_race_count(box: Box) -> None:
    roll = rolled(box, attacker="Tomb Keeper", vs="Gate Warden")
    assert names(roll.options[0].armor) == ["red", "red", "yellow", "red"]  # Ethereal, Juggernaut, a Nord against Frost
    assert "Gate Warden: applied target-ethereal, target-juggernaut, resistance:frost" in roll.notes


def test_the_undead_do_not_bleed_and_the_relentless_do_not_stagger(box: Box) -> None:
    roll = rolled(box, attacker="Gate Warden", vs="Tomb Keeper", attack="[BLACK] / Bleed, Stagger", skill=5)
    assert "bleed" not in roll.outcomes.events
    assert "staggered" not in roll.outcomes.events
    assert isinstance(roll, FoughtRoll)


@pytest.mark.parametrize(
    ("target", "least", "flees"),
    [("Tomb Keeper", 3, True), ("Tomb Keeper", 2, False), ("Gate Warden", 9, False), (None, 1, True)],
)
def test_only_undead_of_that_wisdom_are_turned(box: Box, target: str | None, least: int, flees: bool) -> None:
    roll = rolled(box, attack=f"[BLACK] / Turn Undead ({least})", skill=5, vs=target)
    assert ("flees" in roll.outcomes.events) == flees


def test_an_adversary_has_no_stamina_to_lose(box: Box) -> None:
    asked = {"attack": "[BLACK] (Shock)", "skill": 5}
    assert "magicka-lost" in rolled(box, vs="Gate Warden", **asked).outcomes.tables
    assert "magicka-lost" not in rolled(box, vs="Tomb Keeper", **asked).outcomes.tables


def test_a_mage_s_perks_go_with_its_spells(box: Box) -> None:
    roll = rolled(box, attacker="Ember Mage + Warm Hands")
    assert names(roll.attack) == ["yellow", "yellow", "green"]
    assert roll.notes[1] == "Ember Mage: applied augmented-flames, destruction-mastery"
    assert roll.test.modifier == -2


def test_perks_of_an_armor_need_it_worn(box: Box) -> None:
    perks = {name: rolled(box, attacker=f"{name} + Warm Hands") for name in ("Ember Mage + Soft Coat", "Ember Mage")}
    assert names(perks["Ember Mage + Soft Coat"].attack) == ["yellow", "yellow", "green", "green"]
    assert names(perks["Ember Mage"].attack) == ["yellow", "yellow", "green"]
    with pytest.raises(WrongInput, match="--with prodigy: that is for an attacker in light armor"):
        rolled(box, attacker="Ember Mage + Warm Hands + Hard Coat", with_=("prodigy",))


def test_ethereal_is_not_told_of_against_a_spell(box: Box) -> None:
    asked = {"attacker": "Ember Mage + Warm Hands", "vs": "Gate Warden"}
    assert not any("target-ethereal" in note for note in rolled(box, **asked).notes)
    assert names(rolled(box, **asked).options[0].armor) == ["red", "yellow"]
    assert any("target-ethereal" in note for note in rolled(box, attacker="Tomb Keeper", vs="Gate Warden").notes)


def test_a_hero_whose_card_has_no_health_is_named(box: Box) -> None:
    with pytest.raises(WrongInput) as raised:
        rolled(box, attack="[RED]", skill=3, vs="Pale Rider")
    assert str(raised.value) == "Pale Rider: the test of the injured needs the Health that is left; give --health N"
    with pytest.raises(WrongInput, match="Pale Rider: the test of the injured is on Endurance; give --endurance N"):
        rolled(box, attack="[RED]", skill=3, vs="Pale Rider", health=2)


def test_a_magicka_boost_adds_what_the_card_says(box: Box) -> None:
    roll = Cast(attacker="Ember Mage + Warm Hands", boost=1).roll(box)
    assert isinstance(roll, AttackRoll)
    assert names(roll.attack) == ["yellow", "red", "yellow", "green"]
    with pytest.raises(WrongInput, match=r"Magicka Boost \(1\)"):
        Cast(attacker="Ember Mage + Warm Hands", boost=2).roll(box)


def test_mage_armor_is_for_those_without(box: Box) -> None:
    assert names(rolled(box, attack="[RED]", skill=3, vs="Ember Mage").options[0].armor) == ["red"]


def test_an_adversary_s_ward_resists_magic_until_it_is_spent(box: Box) -> None:
    asked = {"attack": "[BLACK] (Magic)", "skill": 5, "vs": "Tomb Keeper"}
    kept = rolled(box, **asked, block="keep")
    assert names(kept.options[0].armor) == ["yellow", "red"]
    best = rolled(box, **asked, block="best")
    assert isinstance(best, FoughtRoll)
    assert best.block is not None
    assert best.block.attribute == 3
    assert names(best.options[0].armor) == []
    assert "an Adversary always spends its Block Token on a melee hit" in best.notes


def test_a_shield_of_a_card_is_blocked_with(box: Box) -> None:
    roll = rolled(box, attacker="Tomb Keeper", vs="Gate Warden", block="spend")
    assert isinstance(roll, FoughtRoll)
    assert roll.block is not None
    assert roll.block.attribute == 4
    assert names(roll.block.dice) == ["red"]
    assert any("Shield Bash" in note for note in roll.notes)
    with pytest.raises(WrongInput, match="no shield, no Ward and no weapon to block with"):
        rolled(box, attacker="Tomb Keeper", vs="Ember Mage", block="spend")


def test_nobody_loses_more_stamina_than_the_card_prints(box: Box) -> None:
    """A yellow die of Frost and the point of Bullseye, from a Follower with 1 Stamina."""
    asked = {"attack": 'Archery: 10" [BLACK] (Frost)', "skill": 5, "attribute_test": True, "with_": ("bullseye",)}
    asked["health"] = 9
    known, unknown = (exact(Attack(**asked, vs=vs), box=box) for vs in ("Tired Sentry", None))
    assert unknown.outcomes.axis("stamina-lost").values == (0, 1, 2)
    assert known.outcomes.axis("stamina-lost").values == (0, 1)
    assert known.along("stamina-lost")[1] == pytest.approx(unknown.along("stamina-lost")[1:].sum())
    shocked = exact(Attack(vs="Tired Sentry", attack="[BLACK] (Shock)", skill=5), box=box)
    assert shocked.outcomes.axis("magicka-lost").values == (0,)


def test_a_terrifying_card_frightens_whoever_is_no_adversary(box: Box) -> None:
    """A Follower with Wisdom 2 takes the Morale Check, a Master among the Adversaries does not."""
    attack = {"attacker": "Dire Bear"}
    assert "Dire Bear: applied terrifying" in rolled(box, **attack).notes
    follower = exact(Attack(**attack, vs="Gate Warden", wisdom=2), box=box)
    assert follower.event("flees") > 0
    assert "flees" not in exact(Attack(**attack, vs="Tomb Keeper"), box=box).outcomes.events
    assert "flees" not in exact(Attack(**attack, vs="Dire Bear", wisdom=2), box=box).outcomes.events


@pytest.mark.parametrize("asked", [{"weapon": "reflect-blows"}, {"with_": ("reflect-blows",)}], ids=["weapon", "with"])
def test_the_armor_of_a_card_strikes_back(box: Box, asked: dict[str, Any]) -> None:
    """The dice of the Armor Rating, Juggernaut's with them, on Endurance; no Perk of a weapon, no Boost."""
    roll = rolled(box, attacker="Gate Warden", vs="Tomb Keeper", **asked)
    assert names(roll.attack) == ["red", "yellow"]
    assert (roll.test.attribute, roll.test.is_skill_test) == (3, True)
    assert (
        "Gate Warden attacks with Reflect Blows (Heavy Armor): [RED][YELLOW]; Skill Test on Endurance 3" in roll.notes
    )
    assert not any("armsman" in note for note in roll.notes)
    boosted = {**asked, "with_": (*asked.get("with_", ()), "power-attack")}
    with pytest.raises(WrongInput, match="this attack cannot be boosted"):
        rolled(box, attacker="Gate Warden", **boosted)


def test_only_heavy_armor_strikes_back(box: Box) -> None:
    roll = rolled(box, attacker="Pale Rider + Hard Coat", weapon="reflect-blows", skill=4)
    assert names(roll.attack) == ["black"]
    assert not roll.test.is_skill_test
    for attacker, why in (("Tomb Keeper", "wears no Heavy Armor"), ("Ember Mage + Soft Coat", "wears no Heavy Armor")):
        with pytest.raises(WrongInput, match=why):
            rolled(box, attacker=attacker, weapon="reflect-blows")


def test_typed_armor_strikes_back_without_its_effects() -> None:
    typed = {"skill": 4, "with_": ("reflect-blows",)}
    plain, effects = (
        exact(Attack(**typed, attack=text))
        for text in ("[RED][YELLOW]", "[RED][YELLOW] / [OBLIVION]: add [YELLOW] / Piercing (1)")
    )
    assert plain.probabilities.tolist() == effects.probabilities.tolist()
    with pytest.raises(WrongInput, match="cannot be boosted"):
        Attack(**{**typed, "with_": ("reflect-blows", "power-attack")}, attack="[RED]").roll(Box.shipped())


def test_a_spell_costs_what_its_card_says_and_its_boost(box: Box) -> None:
    said = [Cast(attacker="Ember Mage + Warm Hands", boost=boost).roll(box).notes[-1] for boost in (0, 1)]
    assert said == [
        "Ember Mage spends 1 Magicka of 3, whether the Spell succeeds or not",
        "Ember Mage spends 1 Magicka and 1 for the Boost of 3, whether the Spell succeeds or not",
    ]
    refused = "Night Sky costs 3 Magicka and 1 for the Boost: Ember Mage has 3"
    with pytest.raises(WrongInput, match=refused):
        Cast(attacker="Ember Mage + Night Sky", boost=1).roll(box)
    assert "spends 3 Magicka of 3" in Cast(attacker="Ember Mage + Night Sky").roll(box).notes[-1]
    assert not any("Magicka" in note for note in Cast(attack="[RED]", skill=4, boost=3).roll(box).notes)


def test_what_a_target_deals_in_turn_is_a_question_of_its_own(box: Box) -> None:
    explosion = "Death Explosion (Frost): `odds cta hazard --as death-explosion:frost` tells what it deals"
    bash = "Deadly Bash: `odds cta hazard --as deadly-bash` tells what it deals"
    attack = {"attack": "[RED]", "skill": 5, "vs": "Frost Hulk"}
    assert explosion in rolled(box, **attack).notes
    assert [bash in rolled(box, **attack, block=use).notes for use in (None, "keep", "best")] == [False, False, True]
    assert exact(Hazard(as_="death-explosion:frost"), box=box).event("hurt") > 0


def test_a_ward_is_named_without_its_form(box: Box) -> None:
    """Of its two cards the one with dice is meant."""
    ward = {"vs": "Ember Mage + Small Ward", "attack": "[RED][YELLOW]", "skill": 5, "with_": ("type:magic",)}
    kept, spent = (rolled(box, **ward, block=use) for use in ("keep", "spend"))
    assert names(kept.options[0].armor) == ["red", "yellow", "red"]
    assert isinstance(spent, FoughtRoll)
    assert spent.block is not None
    assert (spent.block.attribute, names(spent.block.dice)) == (2, ["red"])


USED = [
    (
        {"attacker": "Gate Warden", "vs": "Tomb Keeper"},
        "Gate Warden attacks with One-Handed: [RED]; Skill Test on Strength 4",
        "Tomb Keeper has no armor, Health 3, Endurance 5",
    ),
    (
        {"attacker": "Tomb Keeper", "vs": "Gate Warden", "block": "spend"},
        "Tomb Keeper attacks with Melee (Strength): [BLACK] (Frost) / [SWORDS]: Bleed; Attribute Test on Strength 5",
        "Gate Warden has armor [RED], Block [RED], a Block Test on 4, Health 2",
    ),
    (
        {"attacker": "Gate Warden", "skill": 3, "vs": "Ember Mage + Hard Coat", "health": 1, "endurance": 2},
        "Gate Warden attacks with One-Handed: [RED]",
        "Ember Mage has armor Hard Coat: [BLACK]",
    ),
    (
        {"attacker": "Gate Warden", "attack": "[BLACK]", "skill": 2, "vs": "Gate Warden", "armor": "[BLACK]"},
        "Gate Warden has Health 2",
        None,
    ),
]


@pytest.mark.parametrize(("asked", "first", "second"), USED, ids=range(len(USED)))
def test_what_the_cards_gave_is_said_first_and_nothing_typed(
    box: Box, asked: dict[str, Any], first: str, second: str | None
) -> None:
    notes = rolled(box, **asked).notes
    assert notes[0] == first
    assert second is None or notes[1] == second
    assert sum(" attacks with " in note or " has " in note for note in notes) == 1 + (second is not None)


def test_a_difficulty_that_is_typed_is_not_the_card_s(box: Box) -> None:
    notes = [
        Cast(attacker="Ember Mage + Warm Hands", difficulty=difficulty).roll(box).notes[0] for difficulty in (None, 1)
    ]
    assert [note.endswith("Skill Test on Intelligence 5, Difficulty -2") for note in notes] == [True, False]
    assert notes[1].endswith("Skill Test on Intelligence 5")


@pytest.mark.parametrize(
    ("inches", "eagle", "dice"),
    [
        (10, True, "red"),
        (11, True, "yellow"),
        (20, False, "yellow"),
        (26, True, "yellow"),
        (21, False, None),
        (27, True, None),
    ],
)
def test_an_eagle_s_eye_sees_6_inches_farther(box: Box, inches: int, eagle: bool, dice: str | None) -> None:
    """Of a card with the Perk, and of a typed bow; the Long Range alone grows."""
    bow = 'Archery: 10" [GREEN][RED] / 20" [GREEN][YELLOW]'
    typed = Attack(skill=4, attack=bow, range=inches, with_=("eagle-eye",) if eagle else ())
    carded = Attack(attacker="Far Scout" if eagle else "Near Scout", range=inches, weapon="ranged")
    for question in (typed, carded):
        if dice is None:
            with pytest.raises(WrongInput, match="reaches"):
                question.roll(box)
        else:
            assert names(question.roll(box).attack) == ["green", dice]


def test_one_range_is_no_long_range(box: Box) -> None:
    with pytest.raises(WrongInput, match='reaches 10"'):
        Attack(skill=4, attack='Archery: 10" [RED]', range=11, with_=("eagle-eye",)).roll(box)
