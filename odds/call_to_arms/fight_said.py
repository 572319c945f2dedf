"""What the answer to a fight says beside its numbers: the readings it rests on, and what it leaves out."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from tamriel_odds.odds.call_to_arms.blows import Blow
from tamriel_odds.odds.call_to_arms.fight_model import Model
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.keywords import RESERVES
from tamriel_odds.odds.call_to_arms.variants import (
    BLEEDS,
    BURNS,
    BURNS_IF_FAILED,
    INCAPACITATES,
    POISONS,
    POISONS_IF_FAILED,
    Strikes,
    gain_of,
)

OF_TYPES = {"force": "Force"}
OF_PERKS = {"terrifying": "Terrifying", "intense-flames": "Intense Flames"}
# What a fight follows, and (Slowed) what changes nothing in one.
FOLLOWED = (
    "Piercing", "Punishing", "Stagger", "Follow-Up", "Linebreaker", "Feeble", "Lightweight", "Cumbersome", "Enchanted",
    "Bleed", "Burning", "Poison", "Incapacitate", "Slowed", "Absorb Health", "Absorb Stamina", "Absorb Magicka",
    "Extra Damage",
)  # fmt: skip
# The Attributes without which a token cannot be followed.
NEEDED = (
    (BLEEDS, "Bleed", "endurance", "endures"),
    (BURNS | BURNS_IF_FAILED, "Burning", "agility", "agility"),
    (INCAPACITATES, "Incapacitate", "endurance", "endures"),
)
Against = Sequence[tuple[Blow, Model]]


def brought(blow: Blow) -> int:
    """The bits of all that an attack can bring along."""
    strikes = Strikes((blow.plain,))
    return reduce(or_, (strikes.brings(blow.plain, row) for row in range(2 * len(blow.plain.options))))


def rulings(attacks: Against, own: Sequence[str]) -> tuple[str, ...]:
    """The readings a fight rests on; `own` are those of its order of play."""
    bleeds = any(brought(blow) & BLEEDS and target.endures is not None for blow, target in attacks)
    burns = any(brought(blow) & (BURNS | BURNS_IF_FAILED) and target.agility is not None for blow, target in attacks)
    poisons = any(brought(blow) & (POISONS | POISONS_IF_FAILED) for blow, _ in attacks)
    injured = any(target.endurance is not None for _, target in attacks)
    rests = {
        "first-attack-boosts": any(blow.policy != "never" for blow, _ in attacks),
        "block-before-the-attack-roll": any(blow.block for blow, _ in attacks),
        "block-dice-in-the-block-test": any(blow.block for blow, _ in attacks),
        "tokens-take-their-toll": bleeds or burns or poisons,
        "bleeding-models-act": bleeds,
        "bleed-damage-first": bleeds and injured,
        "fire-before-a-block": burns,
        "poison-lets-recover": poisons and injured,
        "bash-answers-an-attack": any(any(target.bash) for _, target in attacks),
        "ward-stands-until-incapacitated": any(target.ward is not None for _, target in attacks),
        "spell-needs-magicka": any(blow.magicka for blow, _ in attacks),
        "extra-damage-at-the-first-hit": any(blow.has_extra for blow, _ in attacks),
        "damage-counts-in-full": any(
            gain_of(blow.plain, option, reserve)
            for blow, _ in attacks
            for option in blow.plain.options
            for reserve in RESERVES
        ),
    }
    named = [name for blow, _ in attacks for name in blow.plain.rulings]
    given = [name for name, holds in rests.items() if holds]
    return tuple(dict.fromkeys([*named, *own, *given, "potion-restores-health"]))


def notes(attacks: Against, unknown: Sequence[str] = ()) -> tuple[str, ...]:
    """What a player should be told once: the attacks' own notes, and what of them a fight does not follow."""
    left = dict.fromkeys([*(name for blow, target in attacks for name in _not_followed(blow, target)), *unknown])
    said = [f"a fight does not follow {', '.join(left)}"] if left else []
    return tuple(dict.fromkeys([*(note for blow, _ in attacks for note in blow.plain.notes), *said]))


def _not_followed(blow: Blow, target: Model) -> list[str]:
    roll, brings = blow.plain, brought(blow)
    words = dict.fromkeys(word.printed for option in roll.options for word in option.keywords)
    left = [word for word in words if word.split(" (")[0].split(" [")[0] not in FOLLOWED and word[:8] != "Restore "]
    for bits, name, attribute, field in NEEDED:
        if brings & bits and getattr(target, field) is None:
            letter = f"-{target.letter}" if target.letter else ""
            left.append(f"{name} (give --{attribute}{letter} N)")
    left += [told for type_, told in OF_TYPES.items() if any(type_ in option.types for option in roll.options)]
    left += [told for perk, told in OF_PERKS.items() if perk in roll.harm.perks]
    if isinstance(roll, FoughtRoll) and roll.posture and not blow.target_pays:
        letter = f"-{target.letter}" if target.letter else ""
        left.append(f"Defensive Posture (give --stamina{letter} N)")
    return left
