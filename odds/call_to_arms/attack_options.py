"""The ways an attack roll can go on: no Special Effect, or one of those that the attack has, with all its keywords."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tamriel_odds.odds.call_to_arms.choice import Option
from tamriel_odds.odds.call_to_arms.notation import keyword_list, read_attack
from tamriel_odds.odds.call_to_arms.pools import rule_of_three
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched, switches
from tamriel_odds.odds.call_to_arms.terms import Effect, Keyword, Weapon
from tamriel_odds.odds.dice import Dice, Die, die_named
from tamriel_odds.odds.errors import ImpossibleQuestion

# With twelve dice and these the cells of an outcome stay few.
MOST_EFFECTS, MOST_DAMAGE = 9, 90


def dice_of(colours: Sequence[str], dice: Dice) -> tuple[Die, ...]:
    return tuple(die_named(colour, dice) for colour in colours)


def gaining(weapon: Weapon, switched: Switched) -> Weapon:
    """The attack with the keywords and Special Effects that Perks and Boosts give it."""
    keywords = [word for switch in switched.given if switch.most is None for word in _read(switch.keywords)]
    effects = [
        effect
        for switch in switched.given
        for line in switch.effects
        for effect in read_attack(f"none / {line}").effects
    ]
    return replace(weapon, keywords=(*weapon.keywords, *keywords), effects=(*weapon.effects, *effects))


def has_keyword(weapon: Weapon, name: str) -> bool:
    return any(word.name == name for word in weapon.keywords)


def _read(texts: Sequence[str]) -> tuple[Keyword, ...]:
    return tuple(word for text in texts for word in keyword_list(text)[0])


def number_of(name: str, keywords: Sequence[Keyword], switched: Switched) -> int:
    """The number of Piercing or Punishing: all sources added up, and 1 more for each Perk up to the most it names."""
    number = sum(1 if word.value is None else word.value for word in keywords if word.name == name)
    for switch in switched.given:
        for word in _read(switch.keywords) if switch.most is not None else ():
            if word.name == name:
                number = max(number, min(number + (word.value or 1), switch.most or 0))
    return number


@dataclass(frozen=True)
class Rolled:
    """What an attack rolls whatever its Special Effect: colours of attack, critical and armor dice, of Extra Damage.

    `armor` is the Armor Rating alone; what the target's switches add to it an effect can take away (Linebreaker).
    """

    attack: tuple[str, ...]
    critical: tuple[str, ...]
    armor: tuple[str, ...]
    extra: tuple[str, ...] = ()


def options_of(
    weapon: Weapon,
    rolled: Rolled,
    types: frozenset[str],
    piercing: int | None,
    switched: Switched,
    broken: Switched,
    applies: Callable[[Effect], bool],
    dice: Dice,
) -> tuple[Option, ...]:
    """No Special Effect, then each that applies; `piercing` replaces the attack's own.

    `broken` are the switches against an effect with Linebreaker, which takes a Block Token before the armor roll.
    """
    own = weapon.keywords
    if piercing is not None:
        own = (*(word for word in own if word.name != "piercing"), Keyword("piercing", piercing))

    def option(label: str, icon: str | None, effect: Effect | None) -> Option:
        added = effect.dice if effect else ()
        keywords = (*own, *(effect.keywords if effect else ()))
        dealt = _dealt(types, effect)
        breaks = effect is not None and any(word.name == "linebreaker" for word in effect.keywords)
        held = broken if breaks else switched
        resists = held.values("resistance")
        resisted = switches()["resistance"].armor if resists & dealt else ()
        return Option(
            label=label,
            icon=icon,
            bonus=dice_of(rule_of_three(added, rolled.attack), dice),
            critical_bonus=dice_of(rule_of_three(added, [*rolled.attack, *rolled.critical]), dice),
            damage=effect.damage if effect else 0,
            piercing=number_of("piercing", keywords, switched),
            is_weak=bool(switched.values("weakness") & dealt),
            is_immune=bool(switched.values("immunity") & dealt),
            staggers=any(word.name == "stagger" for word in keywords),
            armor=dice_of(rule_of_three([*rolled.armor, *held.armor, *resisted]), dice),
            punishing=number_of("punishing", keywords, switched),
            types=dealt,
            resists=resists,
            keywords=keywords,
            with_extra=extras(added) if rolled.extra else None,
        )

    def extras(added: Sequence[str]) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
        without = [*rolled.attack, *rolled.extra]
        beside = [*rolled.attack, *rule_of_three(rolled.critical, without), *rolled.extra]
        return dice_of(rule_of_three(added, without), dice), dice_of(rule_of_three(added, beside), dice)

    effects = [effect for effect in weapon.effects if applies(effect)]
    if len(effects) > MOST_EFFECTS:
        raise ImpossibleQuestion(f"an attack of {len(effects)} Special Effects: it has at most {MOST_EFFECTS}")
    for effect in effects:
        if not 0 <= effect.damage <= MOST_DAMAGE:
            raise ImpossibleQuestion(f"'{effect.printed}': the damage an effect adds is 0 to {MOST_DAMAGE}")
    return (option("none", None, None), *(option(effect.printed, effect.icon, effect) for effect in effects))


def applies_to(kind: Kind, reach: int | None) -> Callable[[Effect], bool]:
    """Whether an effect is there for this kind of attack and range."""
    return lambda effect: (
        effect.only in (None, kind) and (effect.within is None or reach is None or reach <= effect.within)
    )


def _dealt(types: frozenset[str], effect: Effect | None) -> frozenset[str]:
    """The damage types of the whole attack: dice of another type convert it, Magic stays beside them (Damage Types)."""
    if effect is None or effect.type is None:
        return types
    return (types & {"magic"}) | {effect.type}
