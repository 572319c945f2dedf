"""What items do: weapons, Spells and Shouts give attacks, and who may use them."""

import re
from dataclasses import replace

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.card_texts import lines_with, named_tests, number, read_field, weapon_class
from tamriel_odds.odds.call_to_arms.cards import Attack, Unit
from tamriel_odds.odds.call_to_arms.notation import Keyword, Weapon, keyword_list
from tamriel_odds.odds.call_to_arms.terms import printed_word
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import plain


def item_attacks(item: Profile) -> tuple[list[Attack], list[str]]:
    """The attacks an item gives, and what its texts say besides."""
    if item.type == "Melee Weapon":
        return _melee(item)
    if item.type == "Ranged Weapon":
        return _ranged(item)
    if item.type == "Spell":
        return _spell(item)
    if item.type == "Dragon Shout":
        return _shout(item)
    return [], []


def _extras(item: Profile) -> tuple[tuple[Keyword, ...], list[str]]:
    keywords, others = keyword_list(item.text("Keywords"))
    # One or two words are what it is made of; more is a rule, shown as it is printed.
    return keywords, [item.text("Keywords")] if any(len(other.split()) > 2 for other in others) else []


def _melee(item: Profile) -> tuple[list[Attack], list[str]]:
    text = read_field(item, "Damage Value/Effect")
    keywords, said = _extras(item)
    tests = named_tests(item.text("Skill"))
    attacks = []
    for weapon in text.weapons[:1]:
        if not weapon.lines:
            continue
        is_ranged = weapon.lines[0].reach is not None
        lines = lines_with(weapon, test=tests[0] if tests else None, kind="ranged" if is_ranged else "melee")
        attacks.append(
            Attack(
                replace(weapon, name=item.name, lines=lines, keywords=(*weapon.keywords, *keywords)),
                "ranged" if is_ranged else "melee",
                tests,
                is_unarmed=plain(item.name) in ("unarmed", "teeth-and-claws"),
                is_two_handed=_is_two_handed(item),
                weapon_class=weapon_class(item.name),
                source=item.name,
            )
        )
    return attacks, [*text.repairs, *text.notes, *said]


def _is_two_handed(item: Profile) -> bool | None:
    slot = plain(re.sub(r"[\[\]]", "", item.text("Equip Slot")))
    if slot in ("two-hands", "one-hand"):
        return slot == "two-hands"
    return {"two-handed": True, "one-handed": False}.get(plain(item.text("Skill")))


def _ranged(item: Profile) -> tuple[list[Attack], list[str]]:
    """Short and Long Range are two texts, each with effects: one that only the first has is kept to its reach."""
    short, long = read_field(item, "Short Range"), read_field(item, "Long Range")
    weapons = [weapon for text in (short, long) for weapon in text.weapons[:1] if weapon.lines]
    keywords, said = _extras(item)
    tests = named_tests(item.text("Skill"))
    if not weapons:
        return [], [*short.notes, *long.notes]
    lines = tuple(
        line for weapon in weapons for line in lines_with(weapon, test=tests[0] if tests else None, kind="ranged")
    )
    effects = list(weapons[0].effects)
    if len(weapons) > 1 and weapons[0].effects != weapons[1].effects:
        reach = weapons[0].lines[0].reach
        shared = [effect for effect in effects if effect in weapons[1].effects]
        near = [replace(effect, within=effect.within or reach) for effect in effects if effect not in shared]
        if len(shared) < len(weapons[1].effects):
            raise BadNotation(
                f"{item.file}:{item.line}: {item.name}: Long Range has effects that Short Range lacks; use --attack"
            )
        effects = [*shared, *near]
    printed = [keyword for weapon in weapons for keyword in weapon.keywords]
    if plain(item.text("Effect")) not in ("", "none"):
        said.append(item.text("Effect"))
    attack = Attack(
        Weapon(item.name, lines, tuple(effects), tuple(dict.fromkeys([*printed, *keywords]))),
        "ranged",
        tests,
        is_two_handed=_is_two_handed(item),
        weapon_class=weapon_class(item.name),
        source=item.name,
    )
    return [attack], [*short.repairs, *long.repairs, *short.notes, *long.notes, *said]


def is_ward(item: Profile) -> bool:
    """Whether a Spell is a Ward, which blocks like a shield and attacks nobody."""
    return "shield form" in item.name.lower()


def difficulty_of(item: Profile) -> int:
    """What a Spell's card adds to the score of its Skill Test."""
    found = re.search(r"([-+\u2212\u2013]?)\s*(\d+)", item.text("Difficulty"))
    return 0 if not found else int(found[2]) * (1 if found[1] in ("", "+") else -1)


def _spell(item: Profile) -> tuple[list[Attack], list[str]]:
    text = read_field(item, "Effect")
    keywords, said = _extras(item)
    targets = plain(item.text("Targeting Type"))
    weapons = [weapon for weapon in text.weapons if any(not line.is_bonus for line in weapon.lines)]
    if is_ward(item):
        return [], [*text.repairs, *text.notes, *said]
    if not weapons or not ("attack" in targets or targets == "rune"):
        return [], [*text.repairs, *text.notes, *said, "not an attack: its effect is not rolled"]
    tests = named_tests(item.text("Skill"))
    reach = number(item.text("Range"))
    is_ranged = "ranged" in targets or targets == "rune"
    weapon = weapons[0]
    lines = lines_with(weapon, test=tests[0] if tests else None, kind="ranged" if is_ranged else "melee", type="magic")
    if is_ranged and reach is not None:
        lines = tuple(replace(line, reach=line.reach if line.reach is not None else reach) for line in lines)
    if not any(keyword.name == "enchanted" for keyword in keywords):
        keywords = (*keywords, Keyword("enchanted"))
    attack = Attack(
        replace(weapon, name=item.name, lines=lines, keywords=tuple(dict.fromkeys([*weapon.keywords, *keywords]))),
        "ranged" if is_ranged else "melee",
        tests,
        is_spell=True,
        is_hero_spell=True,
        is_two_handed=_is_two_handed(item),
        difficulty=difficulty_of(item),
        source=item.name,
    )
    return [attack], [*text.repairs, *text.notes, *said]


def _shout(item: Profile) -> tuple[list[Attack], list[str]]:
    attacks: list[Attack] = []
    said: list[str] = []
    tests = named_tests(item.text("Attribute")) or ("strength",)
    reach = number(item.text("Range"))
    for level in (1, 2, 3):
        text = read_field(item, f"Level {level}")
        said += [*text.repairs, *(f"Level {level}: {note}" for note in text.notes)]
        for weapon in text.weapons[:1]:
            if weapon.lines:
                lines = lines_with(weapon, test=tests[0], kind="ranged", reach=reach)
                named = replace(weapon, name=f"{item.name}: Level {level}", lines=lines)
                enchanted = replace(named, keywords=(*weapon.keywords, Keyword("enchanted")))
                attacks.append(Attack(enchanted, "ranged", tests, is_spell=True, is_hero_spell=True, source=item.name))
    return attacks, said


def may_use(unit: Unit, item: Profile) -> str | None:
    """Why a Hero cannot use an item, None when it can (Core rules, 'Paths')."""
    tests = named_tests(item.text("Skill"))
    if item.type == "Shield" and not tests:
        tests = ("block",) if unit.profile.file and any(unit.skills.values()) else ()
    wanted = [test for test in tests if unit.attribute_of(test) is None]
    if (
        item.type not in ("Melee Weapon", "Ranged Weapon", "Spell", "Armor", "Shield")
        or len(wanted) < len(tests)
        or not tests
    ):
        return None
    if any(test in unit.attributes for test in tests):
        return None
    if unit.path == "might" and item.type in ("Melee Weapon", "Armor", "Shield"):
        return None
    if unit.path == "sorcery" and item.type == "Spell":
        return None
    if unit.path == "shadow" and item.type == "Ranged Weapon" and "archery" in tests:
        return None
    skill = " or ".join(printed_word(test) for test in wanted)
    path = f"the Path of {unit.path.title()}" if unit.path else "a model without a Path"
    return (
        f"{unit.name} cannot equip {item.name}: it lacks the Skill {skill}, and {path} gives no Attribute Test for it"
    )
