"""From words to pools: what a question about damage without a test comes to with the cards and dice at hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.armor_pools import ArmorPools
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.call_to_arms.harm import Endurance
from tamriel_odds.odds.call_to_arms.hazards_roll import Following, HazardRoll
from tamriel_odds.odds.call_to_arms.named_hazards import hazard_named
from tamriel_odds.odds.call_to_arms.notation import read_armor, read_attack
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE, rule_of_three
from tamriel_odds.odds.call_to_arms.sides import armor_worn, of_rating, types_of
from tamriel_odds.odds.call_to_arms.switches import TARGET, Switched, Wielded, known_as
from tamriel_odds.odds.call_to_arms.targets import clamped
from tamriel_odds.odds.call_to_arms.terms import Weapon
from tamriel_odds.odds.call_to_arms.tester import unit_named
from tamriel_odds.odds.dice import die_named
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.hazards import Fall, Hazard, Lava, Pool, Suffered
    from tamriel_odds.odds.call_to_arms.units import Unit

# Falling Damage by Height Level difference; from the next on, the model is removed.
BY_HEIGHT = ((), ("yellow",), ("red",), ("black",), ("black", "black"))
AVOIDS_DEATH, RELENTLESS = "target-avoid-death", "target-relentless"
OF_MODELS = ("avoid-death", "relentless", "resistance", "immunity")
# What is rolled after damage of a type, and on which die (Damage Types).
FOLLOWS = {"force": ("push-die", "black"), "frost": ("stamina-lost", "yellow"), "shock": ("magicka-lost", "yellow")}


@dataclass(frozen=True)
class Model:
    """Who suffers: its card, and the switches of its own that were given (Perks, Resistance, Immunity)."""

    unit: "Unit | None"
    switched: Switched
    notes: list[str]

    @classmethod
    def of(cls, asked: "Suffered", box: Box) -> "Model":
        """The model of the question; ImpossibleQuestion for a switch that has no part in damage without an attack."""
        unit = unit_named(asked.unit, box)
        given = [_own(text, unit) for text in asked.with_]
        return cls(unit, Switched.read(given), [])

    @property
    def name(self) -> str:
        return self.unit.name if self.unit is not None else "the model"

    def has(self, name: str, type_: str) -> bool:
        """Whether it has Resistance or Immunity to a damage type."""
        printed = types_of(self.unit, name) if self.unit is not None else frozenset()
        return type_ in printed | self.switched.values(name)

    @property
    def is_relentless(self) -> bool:
        keywords = self.unit.keywords if self.unit is not None else ()
        return RELENTLESS in self.switched or any(word.name == "relentless" for word in keywords)

    def endurance(self, given: int | None, what: str) -> int:
        """Its Endurance, clamped; ImpossibleQuestion where nothing tells it, since `what` is on it."""
        printed = self.unit.attributes.get("endurance") if self.unit is not None else None
        value = given if given is not None else printed
        if value is None:
            raise ImpossibleQuestion(f"{what} is on Endurance; give --endurance N")
        return clamped(value, "endurance", self.notes)


def _own(text: str, unit: "Unit | None") -> str:
    """The switch of a model without the word `target` before it, as the switches of an attack have it."""
    name = plain(text.partition(":")[0]).removeprefix(TARGET)
    found = known_as(name, "target")
    if found is None:
        raise UnknownName(f"--with {text}: whoever suffers damage has no such switch{offer(name, OF_MODELS)}")
    if not (found.rating or found.gives or found.name in OF_MODELS or found.name.removeprefix(TARGET) in OF_MODELS):
        raise ImpossibleQuestion(f"--with {text}: that changes nothing outside an attack ({found.section})")
    worn = Wielded(wears={"target": armor_worn(unit)} if unit is not None else {})
    if (what := found.misfit(worn)) is not None:
        raise ImpossibleQuestion(f"--with {text}: that is for {what} ({found.section})")
    return found.name + text[len(text.partition(":")[0]) :]


def suffered(
    asked: "Suffered",
    box: Box,
    damage: Sequence[str],
    *,
    type_: str = "physical",
    has_armor: bool = True,
    in_fire: bool = False,
    always_removed: bool = False,
    acts: bool = False,
    pushes: bool = False,
    rulings: tuple[str, ...] = (),
) -> HazardRoll:
    """The roll of these dice of damage against what the question says of the model.

    `acts` says that damage of a type does what an attack of that type does, `pushes` that it pushes without damage.
    """
    model = Model.of(asked, box)
    if is_immune := model.has("immunity", type_) and bool(damage):
        model.notes.append(f"{model.name} has Immunity ({type_.title()}): it disregards this damage")
        damage, acts, rulings = (), False, ()
    burns = bool(damage) and (in_fire or (acts and type_ == "fire"))
    is_push_alone = pushes and not damage
    if is_push_alone and (asked.armor, asked.health, asked.rank, asked.endurance) != (None,) * 4:
        model.notes.append("a push without damage: armor, Health and Endurance change nothing")
    health, endurance = (None, None) if is_push_alone else _injury(asked, model, box)
    shrugs = burns and model.has("resistance", "fire")
    resists = model.endurance(asked.endurance, "the test against the Burning Token") if shrugs else None
    saves = endurance is not None and damage and not endurance.avoids_death
    pools = _armor(asked, model, box) if has_armor and damage else ArmorPools((), ())
    model.notes[:0] = _used(asked, model, pools if has_armor and damage else None, health, endurance)
    return HazardRoll(
        damage=tuple(die_named(colour, box.dice) for colour in damage),
        armor=pools,
        health=health,
        endurance=endurance if damage else None,
        rulings=(*rulings, *(("critical-icon-saves",) if saves else ())),
        notes=tuple(model.notes),
        white=box.dice["white"],
        burns=burns,
        resists=resists,
        in_fire=in_fire and not is_immune,
        always_removed=always_removed,
        follows=_follows("force" if pushes else type_, pushes, model, box) if acts else None,
    )


def _used(
    asked: "Suffered", model: Model, armor: ArmorPools | None, health: int | None, endurance: Endurance | None
) -> list[str]:
    """What the card gave, so that a player can hold the answer against it."""
    if model.unit is None:
        return []
    parts = []
    if armor is not None and asked.armor is None:
        dice = "".join(f"[{die.name.upper()}]" for die in armor.dice)
        parts.append(f"armor {dice}" if dice else "no armor")
    if health is not None and asked.health is None:
        parts.append(f"Health {health}")
    if endurance is not None and asked.endurance is None:
        parts.append(f"Endurance {endurance.attribute}")
    return [f"{model.unit.name} has {', '.join(parts)}"] if parts else []


def _follows(type_: str, always: bool, model: Model, box: Box) -> Following | None:
    """What is rolled after damage of a type; an Adversary has no Stamina and no Magicka to lose."""
    has_reserves = model.unit is None or model.unit.kind not in ("adversary", "epic")
    if type_ not in FOLLOWS or not (type_ == "force" or has_reserves):
        return None
    axis, colour = FOLLOWS[type_]
    return Following(axis, box.dice[colour], always)


def _armor(asked: "Suffered", model: Model, box: Box) -> ArmorPools:
    """The armor's dice and those of its effects that do not ask for a melee or ranged attack; no Piercing, no Block."""
    armor = Weapon()
    perks = {str(switch): switch.armor for switch in model.switched.given if switch.rating}
    if asked.armor is not None:
        armor = read_armor(asked.armor)
    elif model.unit is not None:
        from tamriel_odds.odds.call_to_arms.units import armor_of

        armor = armor_of(model.unit) or armor
        own = {str(switch): switch.armor for switch in of_rating(model.unit) if str(switch) not in perks}
        if own:
            model.notes.append(f"{model.unit.name}: applied {', '.join(own)}")
        perks |= own
    printed = armor.lines[0].dice if armor.lines else ()
    colours = (*printed, *(die for dice in perks.values() for die in dice))
    rolled = rule_of_three(colours)
    if len(rolled) < len(colours):
        model.notes.append(f"Rule of Three: of one colour {RULE_OF_THREE} dice are rolled for the armor")
    effects = [
        ArmorEffect(effect.icon, tuple(die_named(colour, box.dice) for colour in rule_of_three(effect.dice, rolled)))
        for effect in armor.effects
        if effect.only is None
    ]
    return ArmorPools(tuple(die_named(colour, box.dice) for colour in rolled), tuple(effects) if printed else ())


def _injury(asked: "Suffered", model: Model, box: Box) -> tuple[int | None, Endurance | None]:
    """The Health that is left and, for a Hero or Master, the Endurance Test of the injured."""
    unit = model.unit
    health = asked.health if asked.health is not None else unit.health if unit is not None else None
    tests = asked.rank == "hero" if asked.rank else unit is not None and unit.tests_endurance
    avoids = AVOIDS_DEATH in model.switched
    if not tests:
        if avoids:
            raise ImpossibleQuestion("--with avoid-death: only Heroes and Masters take that test; add --rank hero")
        return health, None
    if health is None:
        raise ImpossibleQuestion("the test of the injured needs the Health that is left; give --health N")
    attribute = model.endurance(asked.endurance, "the test of the injured")
    if not avoids and unit is not None and any(plain(perk) == "avoid-death" for perk in unit.perks):
        model.notes.append(f"{unit.name}: turned on by --with: avoid-death")
    return health, Endurance(box.dice["white"], attribute, False, avoids, model.is_relentless)


def fall(asked: "Fall", box: Box) -> HazardRoll:
    """The dice of a fall: by the Height Level difference after the model's own."""
    unit = unit_named(asked.unit, box)
    printed = unit.height if unit is not None else None
    own_height = asked.own_height if asked.own_height is not None else printed or 0
    levels = max(asked.height - own_height - int(asked.cushioned), 0)
    if levels >= len(BY_HEIGHT):
        return suffered(asked, box, (), always_removed=True)
    roll = suffered(asked, box, BY_HEIGHT[levels])
    if unit is not None and not asked.cushioned and any(plain(perk) == "cushioned" for perk in unit.perks):
        return replace(
            roll, notes=(*roll.notes, f"{unit.name} is Cushioned: give --cushioned where it wears Heavy Armor")
        )
    return roll


def through(asked: "Pool", box: Box, colour: str, *, most: int, burns: bool = False) -> HazardRoll:
    """A die for every inch, or part of one, up to `most`."""
    type_ = "fire" if burns else "physical"
    return suffered(asked, box, (colour,) * min(ceil(asked.inches), most), type_=type_, in_fire=burns)


def lava(asked: "Lava", box: Box) -> HazardRoll:
    """A black die for every inch, or part of one, whatever their number."""
    if asked.armor is not None:
        raise ImpossibleQuestion("--armor: Armor Ratings are ignored against lava")
    inches = ceil(asked.inches)
    beyond = ("lava-without-rule-of-three",) if inches > RULE_OF_THREE else ()
    return suffered(asked, box, ("black",) * inches, type_="fire", has_armor=False, rulings=beyond)


def hazard(asked: "Hazard", box: Box) -> HazardRoll:
    """The dice as typed, three of a colour at most, or those of a hazard of the rulebook."""
    if asked.as_ is not None:
        if asked.damage is not None:
            raise ImpossibleQuestion("--as and --damage: the rulebook names the dice of a hazard; give one of the two")
        named = hazard_named(asked.as_)
        return _of_type(asked, box, named.damage, named.type, named.pushes)
    if asked.damage is None:
        raise ImpossibleQuestion("a hazard needs its dice; give --damage DICE, or its name with --as")
    lines = read_attack(asked.damage).lines
    if len(lines) > 1:
        raise ImpossibleQuestion("--damage: a hazard has one line of dice, without ranges")
    dice = rule_of_three(lines[0].dice) if lines else ()
    if not dice:
        raise ImpossibleQuestion(f"--damage {asked.damage}: a hazard rolls dice of damage, such as [RED]")
    return _of_type(asked, box, dice, lines[0].type or "physical")


def _of_type(asked: "Hazard", box: Box, dice: Sequence[str], type_: str, pushes: bool = False) -> HazardRoll:
    rulings = ("damage-of-a-type",) if type_ in ("fire", *FOLLOWS) else ()
    return suffered(asked, box, dice, type_=type_, acts=True, pushes=pushes, rulings=rulings)
