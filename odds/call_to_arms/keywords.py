"""The words a card may use beside dice: the book's keywords, its damage types, its tokens, skills and attributes.

Core rules, 'Keywords', 'Special Attack Rules' and 'Damage Types'. Every name is in the `plain` form of
`tamriel_odds.odds.names`, so that `Follow-up`, `follow up` and `FOLLOW_UP` are one word.
"""

from types import MappingProxyType
from typing import Final

# What stands behind the keyword: "number" (X), "inches" (X"), "name" (a Type, a reserve, a model; any text),
# "number?" where the book prints none and cards do, "" nothing.
KEYWORDS: Final = MappingProxyType(
    {
        "absorb": "reserve number",
        "acute-senses": "",
        "adrenaline-rush": "",
        "adversary-shapeshift": "name",
        "agent-of-mara": "",
        "ancestors-wrath": "",
        "ancient-knowledge": "",
        "area-effect": "inches",
        "attachment": "name",
        "berserker-rage": "",
        "bleed": "",
        "bodyguard": "",
        "born-leader": "",
        "charm-animal": "",
        "cumbersome": "",
        "cure-disease": "",
        "dawnguard-armor": "",
        "dawnguard-weapon": "",
        "death-explosion": "name",
        "disease": "",
        "dragon-infusion": "",
        "dragon-shouts": "",
        "enchanted": "",
        "entourage": "name",
        "ethereal": "",
        "extra-action": "",
        "extra-damage": "",
        "feeble": "",
        "fleet": "",
        "fly": "",
        "follow-up": "",
        "force-without-effort": "",
        "ghostly-strike": "",
        "gift-of-the-gab": "",
        "gladewalker": "",
        "histskin": "",
        "immunity": "name",
        "imperial-luck": "",
        "incapacitate": "",
        "invisible": "",
        "lightweight": "",
        "linebreaker": "",
        "magicka-boost": "number",
        "mounted": "",
        "muffled": "",
        "night-eye": "",
        "piercing": "number",
        "poison": "name",
        "ponderous": "",
        "prowlers-profit": "",
        "punishing": "number",
        "regenerate-health": "",
        "regenerate-magicka": "",
        "regenerate-stamina": "",
        "relentless": "",
        "resistance": "name",
        "sailors-repose": "",
        "scatter": "",
        "shambling": "",
        "shapeshift": "name",
        "signature-loot": "name",
        "slow-to-fire": "",
        "slowed": "",
        "soul-charges": "number",
        "teeth-and-claws": "",
        "terrifying": "",
        "turn-undead": "number",
        "two-handed-block": "",
        "upkeep": "",
        "waterbreathing": "",
        "weakness": "name",
        # Not headings of the keyword list, and yet what the effects of the book and the cards do.
        "burning": "",
        "shaken": "",
        "stagger": "",
        "restore": "number reserve",
    }
)

DAMAGE_TYPES: Final = ("fire", "frost", "shock", "force", "magic", "physical", "sun")
RESERVES: Final = ("health", "stamina", "magicka")

# What the names in parentheses can be, of the keywords that name no model: Resistance (Type), Poison (Reserve).
_HARMS: Final = (*DAMAGE_TYPES, "poison", "bleed", "disease")
NAMED: Final = MappingProxyType(
    {
        "resistance": _HARMS,
        "weakness": _HARMS,
        "immunity": _HARMS,
        "absorb": RESERVES,
        "poison": RESERVES,
        "restore": RESERVES,
    }
)

# A card's word, what it means: the token for the keyword that gives it, the enchantment for its damage type.
MEANT: Final = MappingProxyType({"staggered": "stagger", "embers": "fire", "sparks": "shock"})
# Other spellings of one word; nothing to be said about these.
SPELLINGS: Final = MappingProxyType(
    {"teeth-&-claws": "teeth-and-claws", "followup": "follow-up", "area-of-effect": "area-effect"}
)

# What cards are made of: words that stand among keywords and are none.
MATERIALS: Final = frozenset({
    "ancient-nord", "daedric", "dragonbone", "dragonscale", "dwarven", "ebony", "elven", "glass", "imperial", "iron",
    "leather", "nordic", "orcish", "silver", "skyforge", "steel",
})  # fmt: skip

ATTRIBUTES: Final = ("strength", "agility", "endurance", "intelligence", "wisdom")
SKILLS: Final = MappingProxyType(
    {
        "one-handed": "strength",
        "two-handed": "strength",
        "block": "strength",
        "archery": "agility",
        "lockpicking": "agility",
        "pickpocket": "agility",
        "sneak": "agility",
        "light-armor": "endurance",
        "heavy-armor": "endurance",
        "smithing": "endurance",
        "alteration": "intelligence",
        "blood-magic": "intelligence",
        "conjuration": "intelligence",
        "destruction": "intelligence",
        "illusion": "intelligence",
        "alchemy": "wisdom",
        "enchanting": "wisdom",
        "restoration": "wisdom",
        "speech": "wisdom",
    }
)
