"""Unit cards and what a Hero may carry, made from the profiles of a file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.battlescribe import Field, Profile
from tamriel_odds.odds.call_to_arms.card_texts import number, read_field, skills
from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES
from tamriel_odds.odds.call_to_arms.notation import Keyword, Kind, Text, Weapon, keyword_list
from tamriel_odds.odds.call_to_arms.phrases import unknown_detail
from tamriel_odds.odds.names import plain

UnitKind = Literal["follower", "hero", "adversary", "epic"]
UNIT_TYPES: Final[dict[str, UnitKind]] = {
    "Follower": "follower", "Hero": "hero", "Adversary": "adversary", "Epic Creature": "epic",
}  # fmt: skip
ITEM_TYPES: Final = (
    "Melee Weapon", "Ranged Weapon", "Spell", "Armor", "Shield", "Dragon Shout",
    "Enchantment/Attachment/Consumable", "Item",
)  # fmt: skip
ATTACK_LIST: Final = "EC: Attack List"
# Where attacks stand on the cards, in the order in which they are used.
_ATTACK_FIELDS: Final[dict[str, Kind | None]] = {
    "Melee Attacks": "melee", "Ranged Attacks": "ranged", "Preferred Attack": None, "Secondary Attacks": None,
    **{f"Melee Attack {n}": "melee" for n in range(1, 10)}, **{f"Ranged Attack {n}": "ranged" for n in range(1, 10)},
}  # fmt: skip
_MAGIC: Final = ("alteration", "blood-magic", "conjuration", "destruction", "illusion", "restoration")


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to attack: the weapon, and what its card says of how it is used."""

    weapon: Weapon
    kind: Literal["melee", "ranged"]
    tests: tuple[str, ...] = ()
    is_spell: bool = False
    is_hero_spell: bool = False
    is_unarmed: bool = False
    is_two_handed: bool | None = None
    weapon_class: str | None = None
    difficulty: int = 0
    source: str = ""


@dataclass(frozen=True)
class Unit:
    """A card with what it carries. Its texts are read when they are asked for, and only these."""

    name: str
    kind: UnitKind
    profile: Profile
    attack_profile: Profile | None = None
    unarmed: tuple[Profile, ...] = ()
    items: tuple[Profile, ...] = ()

    def _text(self, title: str) -> str:
        return self.profile.text(title)

    @property
    def source(self) -> str:
        """File and line of the card."""
        return f"{self.profile.file}:{self.profile.line}"

    @property
    def rank(self) -> str:
        """As printed: "minion", "elite", "master" for Adversaries; follower, hero and epic creature else."""
        if self.kind == "epic":
            return "epic creature"
        printed = (self._text("Adversary Rank") or self._text("Rank")).partition("(")[0].strip().lower()
        return printed or self.kind

    @property
    def tests_endurance(self) -> bool:
        """Whether it rolls for its life when injured: Heroes and Masters do, all others are removed."""
        return self.kind == "hero" or self.rank == "master"

    @property
    def path(self) -> str | None:
        word = plain(self._text("Path"))
        return next((path for path in ("might", "shadow", "sorcery") if path in word), None)

    @property
    def race(self) -> str:
        return self._text("Race")

    @property
    def faction(self) -> str:
        return self._text("Primary Faction")

    @property
    def attitude(self) -> str | None:
        return plain(self._text("Attitude")) or None

    @cached_property
    def attributes(self) -> Mapping[str, int | None]:
        return {name: number(self._text(name.title())) for name in ATTRIBUTES}

    @cached_property
    def skills(self) -> Mapping[str, tuple[str, ...]]:
        """The Skills the model has, below the Attribute they are tested on."""
        return {name: skills(self._text(name.title())) for name in ATTRIBUTES}

    @property
    def health(self) -> int | None:
        return number(self._text("Health"))

    @property
    def stamina(self) -> int | None:
        return number(self._text("Stamina"))

    @property
    def magicka(self) -> int | None:
        return number(self._text("Magicka"))

    @property
    def height(self) -> int | None:
        return number(self._text("Height"))

    @cached_property
    def _keyword_list(self) -> tuple[tuple[Keyword, ...], tuple[str, ...]]:
        titles = ("Perks/Keywords", "Keywords", "Perks", "Abilities")
        keywords, others = keyword_list("\n".join(self._text(title) for title in titles))
        worn = [keyword_list(item.text("Effect"))[0] for item in self.items if item.type == "Armor"]
        return (*keywords, *(keyword for list_ in worn for keyword in list_)), others

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        """The book's keywords of the model, worn armor included."""
        return self._keyword_list[0]

    @property
    def perks(self) -> tuple[str, ...]:
        """Perks, abilities and rules of its own, as printed."""
        return self._keyword_list[1]

    def has(self, keyword: str) -> bool:
        return any(held.name == keyword for held in self.keywords)

    def attribute_of(self, skill: str) -> str | None:
        """The Attribute a Skill of this model is tested on; None when it lacks the Skill."""
        return next((attribute for attribute, held in self.skills.items() if skill in held), None)

    @cached_property
    def _own(self) -> tuple[tuple[Attack, ...], tuple[str, ...]]:
        """The card's own attacks, and what its texts say besides."""
        from tamriel_odds.odds.call_to_arms.equipment import item_attacks

        attacks: list[Attack] = []
        said: list[str] = []
        for profile, titles in ((self.profile, _ATTACK_FIELDS), (self.attack_profile, _ATTACK_FIELDS)):
            for title, kind in titles.items() if profile else ():
                text = read_field(profile, title) if profile else Text()
                said += [*text.repairs, *text.notes]
                attacks += [
                    _card_attack(weapon, kind, f"{self.name}, {title}") for weapon in text.weapons if weapon.lines
                ]
        for item in self.items:
            found, notes = item_attacks(item)
            attacks += found
            said += [f"{item.name}: {note}" for note in notes]
        return tuple(attacks), tuple(said)

    @cached_property
    def arms(self) -> tuple[Attack, ...]:
        """Every attack with how it is used: those of the card and its items, Unarmed when there is no other."""
        from tamriel_odds.odds.call_to_arms.enchantments import attached

        armed = attached(self._own[0], self.items)[0]
        return armed or self.bare

    @cached_property
    def bare(self) -> tuple[Attack, ...]:
        """Unarmed, or Teeth and Claws."""
        has_claws = self.has("teeth-and-claws") or plain(self.race) == "khajiit"
        names = ("teeth-and-claws", "unarmed") if has_claws else ("unarmed",)
        for name in names:
            for profile in self.unarmed:
                if plain(profile.name) == name:
                    weapons = read_field(profile, "Damage Value/Effect").weapons
                    weapon = replace(weapons[0], name=profile.name) if weapons else Weapon(profile.name)
                    return (Attack(weapon, "melee", ("strength",), is_unarmed=True, source=profile.name),)
        return ()

    @property
    def is_bare(self) -> bool:
        """Whether it is a Hero for whom no item was named: its card has no weapon and no armor of its own."""
        return self.kind == "hero" and not self.items

    @property
    def unarmed_note(self) -> str:
        """What to say of a Hero that fights with its hands."""
        return f'{self.name} fights Unarmed, as no weapon was named: "{self.name} + WEAPON"'

    @property
    def unprotected_note(self) -> str:
        """What to say of a Hero without armor."""
        return f'{self.name} wears nothing, as nothing was named: "{self.name} + ARMOR"'

    @property
    def attacks(self) -> tuple[Weapon, ...]:
        return tuple(attack.weapon for attack in self.arms)

    @property
    def armor(self) -> Weapon | None:
        from tamriel_odds.odds.call_to_arms.strikes import armor_of

        return armor_of(self)

    @property
    def block(self) -> Weapon | None:
        from tamriel_odds.odds.call_to_arms.strikes import block_of

        return block_of(self)

    @property
    def defenses(self) -> str:
        """Shield, Ward and the like, as printed."""
        return self._text("Additional Defenses")

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What was repaired in its texts, and what they say that is not rolled."""
        from tamriel_odds.odds.call_to_arms.enchantments import attached
        from tamriel_odds.odds.call_to_arms.protection import worn

        said = [*self._own[1], *attached(self._own[0], self.items)[1], *worn(self).notes]
        said += [unknown for keyword in self.keywords if (unknown := unknown_detail(keyword)) is not None]
        for title in ("Armor", "Additional Defenses"):
            text = read_field(self.profile, title)
            said += [*text.repairs, *text.notes]
        for item in self.items:
            if plain(item.text("Restrictions")) not in ("", "none"):
                said.append(f"{item.name}: {item.text('Restrictions')}")
        return tuple(dict.fromkeys(said))


def _card_attack(weapon: Weapon, kind: Kind | None, source: str) -> Attack:
    line = weapon.lines[0]
    printed = line.kind if line.kind in ("melee", "ranged") else kind
    if printed is None:
        printed = "ranged" if line.reach is not None or line.test == "archery" else "melee"
    held = "ranged" if printed == "ranged" else "melee"
    is_two_handed = {"two-handed": True, "one-handed": False}.get(line.test or "")
    if is_two_handed is None and any(keyword.name == "two-handed-block" for keyword in weapon.keywords):
        is_two_handed = True
    return Attack(
        weapon,
        "ranged" if held == "ranged" else "melee",
        (line.test,) if line.test else (),
        is_spell=line.test in _MAGIC,
        is_two_handed=is_two_handed,
        weapon_class="bow" if line.test == "archery" else None,
        source=source,
    )


def leveled(card: Profile, base: Profile | None) -> Profile:
    """A (Leveled) card with what is `-` on it taken from the plain card."""
    if base is None:
        return card
    fields: dict[str, Field] = dict(base.fields)
    fields |= {title: field for title, field in card.fields.items() if field.text.strip() not in ("-", "")}
    return Profile(card.type, card.name, fields, card.file, card.line)
