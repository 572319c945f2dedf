"""What a character's Skills and race add in a combat: armor, Stamina, Sneak, damage, healing, summons."""

from collections.abc import Iterator

from tamriel_odds.odds.names import plain
from tamriel_odds.odds.skyrim.attacks import TYPES, Armor
from tamriel_odds.odds.skyrim.characters import Bonus, skills
from tamriel_odds.odds.skyrim.combat_players import Action, Player

COMBAT = "combat"


def bonuses_of(player: Player) -> Iterator[Bonus]:
    """The bonuses that hold with what the player wears; those that need a kind of action are not among them."""
    worn = [plain(name) for name in player.wears]
    for bonus in _learned(player):
        if not bonus.needs or bonus.needs in worn:
            yield bonus


def _learned(player: Player) -> Iterator[Bonus]:
    race = player.race_or_none
    for name, level in player.levels.items():
        given = [skills()[name].bonus(level), race.learned.get(name) if race else None]
        yield from (bonus for bonus in given if bonus is not None and bonus.at == COMBAT)


def armor_of(player: Player) -> Armor:
    """Armor with what Skills and race add; what names no kind is that of the shield."""
    armor = dict(zip(TYPES, player.armor, strict=True))
    for bonus in bonuses_of(player):
        for kind in bonus.kinds or (player.shield_armor,):
            armor[kind] += bonus.armor
    return armor["heavy"], armor["light"], armor["magic"]


def damage_of(player: Player, action: Action) -> int:
    """The damage of an action with what the race adds to attacks of its Skill."""
    base = action.damage.damage if action.damage else 0
    skill = plain(action.skill or "")
    return base + sum(bonus.damage for bonus in _learned(player) if bonus.needs == skill)


def healing_of(player: Player, action: Action) -> int:
    """The Health that a healing spell gives."""
    if not action.heal[0] or not action.spell:
        return action.heal[0]
    return action.heal[0] + sum(bonus.heal for bonus in bonuses_of(player))


def sneak_of(player: Player) -> int:
    return player.sneak + sum(bonus.sneak for bonus in bonuses_of(player))


def summons_of(player: Player) -> int:
    return max([1, *(bonus.summons for bonus in bonuses_of(player))])
