"""Items as their cards print them: weapons of two ranges, Spells, Shouts, Enchantments; and who may use them."""

import pytest

from tamriel_odds.odds.call_to_arms.battlescribe import Field, Profile
from tamriel_odds.odds.call_to_arms.cards import Attack, Unit
from tamriel_odds.odds.call_to_arms.enchantments import attached
from tamriel_odds.odds.call_to_arms.equipment import is_ward, item_attacks, may_use
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion


def card(type: str, name: str, **texts: str) -> Profile:
    """A card; the titles of its texts with _ for a space."""
    return Profile(type, name, {title.replace("_", " "): Field(text, 1) for title, text in texts.items()}, "my.cat", 7)


def hero(path: str, **attributes: str) -> Unit:
    return Unit("Ysolda", "hero", card("Hero", "Ysolda", Path=path, Strength="4", Agility="3", **attributes))


BOW = card(
    "Ranged Weapon",
    "Yew Bow",
    Skill="Archery",
    Equip_Slot="[Two] Hands",
    Short_Range='8" [GREEN][YELLOW]\n[SWORDS]: Piercing (1)\n[HELMET]: add [RED]',
    Long_Range='20" [YELLOW]\n[SWORDS]: Piercing (1)',
    Keywords="Cumbersome. Made Of Old Yew",
    Effect="May not be used underwater",
)
ARROWS = card(
    "Enchantment/Attachment/Consumable",
    "Barbed Arrows",
    Type="Ammunition",
    Effect="Short range: adds [RED].\nLong range: adds [YELLOW]\nAttacks: adds a tale to the telling",
)


def test_a_weapon_of_two_ranges_keeps_the_effects_of_the_first_to_its_reach() -> None:
    (attack,), said = item_attacks(BOW)
    assert attack.weapon.printed.startswith('Yew Bow (Archery): 8" [GREEN][YELLOW] / 20" [YELLOW] / ')
    assert [(effect.printed, effect.within) for effect in attack.weapon.effects] == [
        ("[SWORDS]: Piercing (1)", None),
        ('[DRAGONBORN]: add [RED] up to 8"', 8),
    ]
    assert [keyword.name for keyword in attack.weapon.keywords] == ["cumbersome"]
    assert (attack.kind, attack.is_two_handed, attack.weapon_class) == ("ranged", True, "bow")
    assert said == ["Cumbersome. Made Of Old Yew", "May not be used underwater"]


def test_a_weapon_without_dice_attacks_nobody() -> None:
    assert item_attacks(card("Ranged Weapon", "Broken Bow", Short_Range="-", Long_Range="-", Skill="Archery"))[0] == []
    assert item_attacks(card("Melee Weapon", "Hilt", **{"Damage_Value/Effect": "-"}))[0] == []
    assert item_attacks(card("Shield", "Buckler")) == ([], [])


def test_effects_that_only_the_long_range_has_are_refused() -> None:
    bow = card("Ranged Weapon", "Odd Bow", Short_Range='8" [GREEN]', Long_Range='20" [RED]\n[SWORDS]: Stagger')
    with pytest.raises(BadNotation, match=r"my.cat:7: Odd Bow: Long Range has effects that Short Range lacks"):
        item_attacks(bow)


@pytest.mark.parametrize(("printed", "difficulty"), [("+1", 1), ("-2", -2), ("\u22123", -3), ("4", 4), ("-", 0)])
def test_a_spell_is_an_attack_of_magic_as_hard_as_it_says(printed: str, difficulty: int) -> None:
    texts = {"Targeting_Type": "Ranged Attack", "Range": '12"', "Skill": "Destruction", "Difficulty": printed}
    bolt = card("Spell", "Bolt", Effect="Damage: [RED] (Frost)", **texts)
    (attack,), _ = item_attacks(bolt)
    assert (attack.is_spell, attack.kind, attack.difficulty) == (True, "ranged", difficulty)
    assert (attack.weapon.lines[0].reach, attack.tests) == (12, ("destruction",))
    assert "enchanted" in {keyword.name for keyword in attack.weapon.keywords}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"Targeting_Type": "Self", "Effect": "Damage: [RED]"}, "not an attack: its effect is not rolled"),
        ({"Targeting_Type": "Ranged Attack", "Effect": "All friends sing"}, "not an attack: its effect is not rolled"),
    ],
    ids=["no target", "no dice"],
)
def test_a_spell_that_is_no_attack_says_so(texts: dict[str, str], said: str) -> None:
    attacks, notes = item_attacks(card("Spell", "Song", **texts))
    assert attacks == []
    assert notes[-1] == said


def test_a_ward_blocks_and_attacks_nobody() -> None:
    ward = card("Spell", "Ward (Shield Form)", Targeting_Type="Ranged Attack", Effect="Damage: [RED]")
    assert is_ward(ward)
    assert item_attacks(ward)[0] == []


def test_a_shout_has_an_attack_for_each_level_with_dice() -> None:
    shout = card(
        "Dragon Shout", "Fus", Attribute="Wisdom", Range='10"', Level_1="Stagger", Level_2="Damage: [RED]",
        Level_3="Damage: [RED][RED]",
    )  # fmt: skip
    attacks, said = item_attacks(shout)
    assert [attack.weapon.name for attack in attacks] == ["Fus: Level 2", "Fus: Level 3"]
    assert {attack.weapon.lines[0].reach for attack in attacks} == {10}
    assert said == []


# Enchantments and ammunition


def dice_of(attack: Attack) -> list[tuple[str, ...]]:
    return [line.dice for line in attack.weapon.lines]


def test_ammunition_adds_to_each_range_what_it_says() -> None:
    attacks, _ = item_attacks(BOW)
    (changed,), said = attached(attacks, [BOW, ARROWS])
    assert dice_of(changed) == [("green", "yellow", "red"), ("yellow", "yellow")]
    assert said == ("Barbed Arrows: Attacks: adds a tale to the telling",)
    assert "enchanted" not in {keyword.name for keyword in changed.weapon.keywords}


def test_an_enchantment_is_of_the_weapon_before_it_or_the_first_after() -> None:
    frost = card("Enchantment/Attachment/Consumable", "Frost", Type="Weapon", Effect="Melee attacks: adds [RED]")
    swords = [
        card("Melee Weapon", name, Skill="One-Handed", **{"Damage_Value/Effect": "[GREEN]"}) for name in ("Old", "New")
    ]
    attacks = [attack for sword in swords for attack in item_attacks(sword)[0]]
    for items, plus in (([*swords, frost], 1), ([swords[0], frost, swords[1]], 0), ([frost, *swords], 0)):
        changed, _ = attached(attacks, items)
        assert [len(dice_of(attack)[0]) for attack in changed] == [1 + (plus == 0), 1 + (plus == 1)]
        assert "enchanted" in {keyword.name for keyword in changed[plus].weapon.keywords}


def test_ammunition_without_a_bow_is_refused() -> None:
    sword = card("Melee Weapon", "Old Sword", Skill="One-Handed", **{"Damage_Value/Effect": "[GREEN]"})
    with pytest.raises(ImpossibleQuestion, match=r"Barbed Arrows needs a weapon to be attached to"):
        attached(item_attacks(sword)[0], [sword, ARROWS])


# Who may use them


@pytest.mark.parametrize(
    ("unit", "item", "may"),
    [
        (hero("Might"), card("Melee Weapon", "Sword", Skill="One-Handed"), True),
        (hero("Might"), card("Ranged Weapon", "Bow", Skill="Archery"), False),
        (hero("Shadow"), card("Ranged Weapon", "Bow", Skill="Archery"), True),
        (hero("Shadow"), card("Spell", "Bolt", Skill="Destruction"), False),
        (hero("Sorcery"), card("Spell", "Bolt", Skill="Destruction"), True),
        (hero("Sorcery"), card("Armor", "Plate", Skill="Heavy Armor"), False),
        (hero("-"), card("Armor", "Plate", Skill="Heavy Armor"), False),
        (hero("-"), card("Melee Weapon", "Club", Skill="Two-Handed or Strength Attribute"), True),
        (hero("-"), card("Potion", "Water", Skill="Alchemy"), True),
        (Unit("Ysolda", "hero", card("Hero", "Ysolda", Strength="4\nBlock")), card("Shield", "Buckler"), True),
        (Unit("Ysolda", "hero", card("Hero", "Ysolda", Strength="4\nOne-Handed")), card("Shield", "Buckler"), False),
    ],
    ids=str,
)  # fmt: skip
def test_who_lacks_the_skill_needs_the_path(unit: Unit, item: Profile, may: bool) -> None:
    reason = may_use(unit, item)
    assert (reason is None) == may
    if reason is not None:
        assert reason.startswith(f"Ysolda cannot equip {item.name}: it lacks the Skill ")
