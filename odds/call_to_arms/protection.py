"""What protects a unit: one Armor Rating with every bonus, and a Block rating."""

from dataclasses import dataclass, replace

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.card_texts import read_field
from tamriel_odds.odds.call_to_arms.cards import Unit
from tamriel_odds.odds.call_to_arms.enchantments import is_for_weapons
from tamriel_odds.odds.call_to_arms.equipment import is_ward
from tamriel_odds.odds.call_to_arms.notation import Line, Text, Weapon, keyword_list


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
        if item.type == "Shield" or is_ward(item):
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
    if is_ward(item) and item.type == "Spell":
        return read_field(item, "Effect"), False
    if item.type == "Enchantment/Attachment/Consumable" and not is_for_weapons(item):
        return read_field(item, "Effect"), False
    return Text(), False
