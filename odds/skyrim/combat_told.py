"""What is said of a combat beside its numbers: notes, and the rulings it rests on."""

from tamriel_odds.odds.names import plain
from tamriel_odds.odds.skyrim.bonuses import bonuses_of
from tamriel_odds.odds.skyrim.combat_players import ESCAPE
from tamriel_odds.odds.skyrim.combat_tables import Compiled


def notes_of(compiled: Compiled, left_out: list[str]) -> list[str]:
    """What to know of a combat beside its numbers."""
    notes = []
    file = compiled.file
    if file.certainty == "assumed":
        notes.append("the cards of this file are assumed: nobody has published them, type in those of your box")
    if left_out:
        notes.append(f"not tallied for want of room: {', '.join(left_out)}; --tally {left_out[0]} shows it")
    if len(file.player) > 1:
        notes.append("players act in the order of the file; what is left is that of all players still in it")
    followed = [
        *["sneaking"] * any(player.sneaks for player in file.player),
        *["potions"] * any(player.potion for player in file.player),
        *["escape"] * any(plain(rule.do) == ESCAPE for player in file.player for rule in player.rule),
    ]
    if compiled.is_best and followed:
        notes.append(f"the best actions and pushes are worked out; {' and '.join(followed)} as the file says")
    return notes


def rulings_of(compiled: Compiled) -> tuple[str, ...]:
    """The readings a combat rests on, those of rules that can come up."""
    file = compiled.file
    actions = [action for player in file.player for action in player.action]
    enemies = file.enemy
    used = {
        "final-blow-at-health-1": True,
        "last-health-is-not-paid": True,
        "pushes-by-maximum": not file.pushes_by_current,
        "rest-gives-health": True,
        "fewest-attacks-to-go": any(action.damage for action in actions),
        "magic-armor-stands": any(enemy.armor[2] for enemy in enemies),
        "type-without-armor": any(action.damage and len(action.damage.types) > 1 for action in actions),
        "symbol-after-follower": bool(file.follower),
        "dark-line-misses": any(line.dark for enemy in enemies for _, line in enemy.lines()),
        "sneak-skill-is-its-value": any(player.sneaks for player in file.player),
        "highest-sneak-value": any(enemy.sneak for enemy in enemies),
        "ambush-by-skull": any(enemy.ambush and enemy.skull for enemy in enemies),
        "disarmed-is-defeated": any(enemy.disarm for enemy in enemies),
        "armor-of-a-shield": any(
            bonus.armor and not bonus.kinds for player in file.player for bonus in bonuses_of(player)
        ),
        "injured-stay-out": len(file.player) > 1 and bool(file.encounter),
    }
    return tuple(name for name, is_used in used.items() if is_used)
