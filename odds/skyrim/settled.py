"""One attack settled, as an answer in which nothing is rolled."""

from math import isinf

from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.skyrim.attacks import (
    TYPES,
    Armor,
    Strike,
    attacks_to_defeat,
    best_hit,
    hits,
    read_armor,
    read_strike,
    suffer,
    wounded,
)
from tamriel_odds.odds.skyrim.damage import Damage
from tamriel_odds.odds.skyrim.summed_roll import SummedRoll


def settle(asked: Damage) -> SummedRoll:
    """The losses of whoever is attacked."""
    strike, armor = read_strike(asked.attack), read_armor(asked.armor)
    return _to_enemy(strike, armor) if asked.to == "enemy" else _to_player(asked, strike, armor)


def _to_player(asked: Damage, strike: Strike, armor: Armor) -> SummedRoll:
    loss = suffer(strike, armor, asked.stamina, asked.magicka)
    values = {"health_lost": loss.health, "stamina_lost": loss.stamina, "magicka_lost": loss.magicka}
    events = {"staggered": loss.is_staggered}
    if asked.health is None:
        return SummedRoll.certain(values, events)
    health, _ = wounded(asked.health, asked.final_blows or 1, loss.health)
    events |= {"final blow": 0 < health <= (asked.final_blows or 1), "critically injured": health == 0}
    return SummedRoll.certain({"health": health, **values}, events, rulings=("final-blow-at-health-1",))


def _to_enemy(strike: Strike, armor: Armor) -> SummedRoll:
    if not any(armor):
        raise ImpossibleQuestion(
            "--armor: an enemy without armor is defeated already; give its tracks, `3 heavy, 1 light`"
        )
    if not strike.types:
        raise ImpossibleQuestion(f"attack {str(strike)!r}: an enemy has armor tracks only; give damage, `5 heavy`")
    chosen = best_hit(strike, armor)
    rows = []
    for hit in hits(strike, armor):
        more = attacks_to_defeat(strike, hit.left)
        rows.append((hit.kind, hit.track or "none", *hit.left, None if isinf(more) else int(more)))
    choices = Listing("choices", "What the attacker may choose", ("type", "track", *TYPES, "attacks_left"), tuple(rows))
    rulings = ["magic-armor-stands"] if chosen.track is None else []
    rulings += ["type-without-armor"] if len(strike.types) > 1 else []
    notes = (f"chosen: {chosen.kind} on {chosen.track or 'no track'}, which leaves the fewest such attacks to go",)
    values = dict(zip(TYPES, chosen.left, strict=True))
    events = {"defeated": not any(chosen.left)}
    return SummedRoll.certain(
        values, events, rulings=tuple(rulings), told=(choices,), notes=notes if len(rows) > 1 else ()
    )
