"""What items do: weapons, Spells and Shouts give attacks, Enchantments change them, armor and shields protect."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.cards import Attack, Unit, lines_with, named_tests, number, read_field, weapon_class
from tamriel_odds.odds.call_to_arms.notation import Effect, Keyword, Line, Text, Weapon, keyword_list, read
from tamriel_odds.odds.call_to_arms.terms import printed_word
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
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


def _is_ward(item: Profile) -> bool:
    return "shield form" in item.name.lower()


def _spell(item: Profile) -> tuple[list[Attack], list[str]]:
    text = read_field(item, "Effect")
    keywords, said = _extras(item)
    targets = plain(item.text("Targeting Type"))
    weapons = [weapon for weapon in text.weapons if any(not line.is_bonus for line in weapon.lines)]
    if _is_ward(item):
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
    difficulty = re.search(r"([-+\u2212\u2013]?)\s*(\d+)", item.text("Difficulty"))
    attack = Attack(
        replace(weapon, name=item.name, lines=lines, keywords=tuple(dict.fromkeys([*weapon.keywords, *keywords]))),
        "ranged" if is_ranged else "melee",
        tests,
        is_spell=True,
        is_hero_spell=True,
        is_two_handed=_is_two_handed(item),
        difficulty=0 if not difficulty else int(difficulty[2]) * (1 if difficulty[1] in ("", "+") else -1),
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


@dataclass(frozen=True, slots=True)
class _Change:
    """What an Enchantment or special ammunition does to a weapon."""

    effects: tuple[Effect, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    dice: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    long: tuple[str, ...] = ()


def _is_for_weapons(item: Profile) -> bool:
    type_ = plain(item.text("Type"))
    return item.type == "Enchantment/Attachment/Consumable" and ("weapon" in type_ or "ammunition" in type_)


def _change(item: Profile) -> tuple[_Change, list[str]]:
    text = read_field(item, "Effect")
    added: dict[str, tuple[str, ...]] = {}
    left: list[str] = []
    for note in text.notes:
        found = re.fullmatch(
            r"(melee attacks|ranged attacks|attacks|short range|long range):?\s*adds?\s+(.*?)\.?", note, re.I
        )
        dice = _only_dice(found[2]) if found else ()
        if found and dice:
            added[plain(found[1]).replace("ranged-attacks", "attacks").replace("melee-attacks", "attacks")] = dice
        else:
            left.append(note)
    effects = tuple(effect for weapon in text.weapons for effect in weapon.effects)
    keywords = tuple(keyword for weapon in text.weapons for keyword in weapon.keywords)
    dice = tuple(die for weapon in text.weapons for line in weapon.lines if line.is_bonus for die in line.dice)
    change = _Change(
        effects, keywords, (*dice, *added.get("attacks", ())), added.get("short-range", ()), added.get("long-range", ())
    )
    return change, [*text.repairs, *left]


def _only_dice(text: str) -> tuple[str, ...]:
    try:
        weapons = read(text).weapons
    except BadNotation:
        return ()
    if len(weapons) != 1 or weapons[0].effects or weapons[0].keywords or len(weapons[0].lines) != 1:
        return ()
    return weapons[0].lines[0].dice


def attached(attacks: Sequence[Attack], items: Sequence[Profile]) -> tuple[tuple[Attack, ...], tuple[str, ...]]:
    """The attacks with their Enchantments, each on the last weapon named before it (or the first one after)."""
    changed = list(attacks)
    said: list[str] = []
    for place, item in enumerate(items):
        if not _is_for_weapons(item):
            continue
        is_ammunition = "ammunition" in plain(item.text("Type"))
        fitting = [
            (other, i)
            for i, attack in enumerate(changed)
            for other, held in enumerate(items)
            if held.name == attack.source and held.type in ("Melee Weapon", "Ranged Weapon")
            and (not is_ammunition or attack.kind == "ranged")
        ]  # fmt: skip
        before = [i for other, i in fitting if other < place]
        after = [i for other, i in fitting if other > place]
        if not before and not after:
            raise ImpossibleQuestion(f"{item.name} needs a weapon to be attached to: NAME + WEAPON + {item.name}")
        i = before[-1] if before else after[0]
        change, left = _change(item)
        said += [f"{item.name}: {note}" for note in left]
        changed[i] = replace(changed[i], weapon=_changed(changed[i].weapon, change, is_ammunition))
    return tuple(changed), tuple(said)


def _changed(weapon: Weapon, change: _Change, is_ammunition: bool) -> Weapon:
    shortest = min((line.reach for line in weapon.lines if line.reach is not None), default=None)
    lines = tuple(
        replace(line, dice=(*line.dice, *change.dice, *(change.short if line.reach == shortest else change.long)))
        for line in weapon.lines
    )
    keywords = change.keywords if is_ammunition else (*change.keywords, Keyword("enchanted"))
    return replace(
        weapon,
        lines=lines,
        effects=(*weapon.effects, *change.effects),
        keywords=tuple(dict.fromkeys([*weapon.keywords, *keywords])),
    )


@dataclass(frozen=True, slots=True)
class Worn:
    """Armor with all its bonuses, the Block rating, and what the texts say besides."""

    armor: Weapon | None
    block: Weapon | None
    notes: tuple[str, ...] = ()


def worn(unit: Unit) -> Worn:
    """What protects a unit (Core rules p. 39, 'Armor Bonuses' and 'Strong Armor Bonus').

    One Armor Rating counts, the armor's before an Attachment's; every "+" joins it, and gives none by itself.
    """
    own = read_field(unit.profile, "Armor")
    shields = read_field(unit.profile, "Additional Defenses").weapons
    ratings = [("", weapon) for weapon in own.weapons]
    blocks = [weapon for weapon in shields if weapon.lines]
    extras: list[Weapon] = []
    said: list[str] = []
    for item in unit.items:
        text, is_body = _protection(item)
        said += [f"{item.name}: {note}" for note in (*text.repairs, *text.notes)]
        if item.type == "Shield" or _is_ward(item):
            keywords = keyword_list(item.text("Effect"))[0] if item.type == "Shield" else ()
            blocks = [
                replace(weapon, name=item.name, keywords=(*weapon.keywords, *keywords))
                for weapon in text.weapons
                if weapon.lines
            ] or blocks
            continue
        for weapon in text.weapons:
            has_rating = any(not line.is_bonus and line.dice for line in weapon.lines)
            if is_body and has_rating:
                ratings = [(item.name, weapon)]
            elif has_rating and ratings:
                said.append(f"{item.name}: its Armor Rating does not add to the armor worn")
                extras.append(replace(weapon, lines=tuple(line for line in weapon.lines if line.is_bonus)))
            elif has_rating:
                ratings = [(item.name, weapon)]
            else:
                extras.append(weapon)
    if not ratings or not any(line.dice for line in ratings[0][1].lines if not line.is_bonus):
        return Worn(None, blocks[0] if blocks else None, tuple(said))
    name, base = ratings[0]
    parts = [base, *extras]
    rating = next(line for line in base.lines if not line.is_bonus and line.dice)
    bonuses = [line for part in parts for line in part.lines if line.is_bonus]
    line = Line(
        rating.test,
        rating.kind if rating.test else None,
        dice=(*rating.dice, *(die for bonus in bonuses for die in bonus.dice)),
        strong=rating.strong + rating.strong_bonus + sum(bonus.strong_bonus for bonus in bonuses),
    )
    armor = Weapon(
        name or None,
        (line,),
        tuple(effect for part in parts for effect in part.effects),
        tuple(dict.fromkeys(keyword for part in parts for keyword in part.keywords)),
    )
    return Worn(armor, blocks[0] if blocks else None, tuple(said))


def _protection(item: Profile) -> tuple[Text, bool]:
    """The protecting text of an item, and whether it is body armor."""
    if item.type == "Armor":
        return read_field(item, "Armor Rating"), True
    if item.type == "Shield":
        return read_field(item, "Block Rating"), False
    if _is_ward(item) and item.type == "Spell":
        return read_field(item, "Effect"), False
    if item.type == "Enchantment/Attachment/Consumable" and not _is_for_weapons(item):
        return read_field(item, "Effect"), False
    return Text(), False


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
