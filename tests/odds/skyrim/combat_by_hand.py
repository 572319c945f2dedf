"""A combat written out by the rulebook, in dictionaries and fractions: no array, no table, no shared rule.

It plays the files of `combat_file` for one player: every face of the enemy die, of the Follower's, every number of
symbols a test can show and every push, round after round.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

SHARE = {"circle": Fraction(1, 2), "triangle": Fraction(1, 3), "diamond": Fraction(1, 6)}
SYMBOLS = ("miss", "axe", "sword", "fire", "skull", "lightning")
TYPES = ("heavy", "light", "magic")


@dataclass(frozen=True)
class Foe:
    name: str
    armor: tuple[int, int, int]


@dataclass(frozen=True)
class Fight:
    health: int
    stamina: int
    magicka: int
    blows: int
    foes: tuple[Foe, ...]
    used: tuple[tuple[str, int], ...] = ()
    opened: bool = False
    is_out: bool = False


Dealt = dict[str, Any]


def lose(fight: Fight, dealt: Dealt, armor: dict[str, int]) -> Fight:
    """Damage Against Players and Track Damage."""
    amount, kinds = dealt.get("damage", 0), dealt.get("types", ())
    through = max([amount - armor[kind] for kind in kinds] or [0])
    stamina_owed = dealt.get("stamina", 0)
    if amount and through <= 0:
        stamina_owed += 1
    health_lost = max(through, 0)
    for _ in range(stamina_owed):
        if fight.stamina:
            fight = replace(fight, stamina=fight.stamina - 1)
        else:
            health_lost += 1
    for _ in range(dealt.get("magicka", 0)):
        if fight.magicka:
            fight = replace(fight, magicka=fight.magicka - 1)
        else:
            health_lost += 1
    if not health_lost:
        return fight
    if fight.health > fight.blows:
        return replace(fight, health=max(fight.health - health_lost, fight.blows))
    left = fight.health - 1
    return replace(fight, health=left, blows=left, is_out=left == 0)


def fewest(armor: tuple[int, int, int], amount: int, kinds: tuple[str, ...]) -> float:
    """How many such attacks defeat an enemy, tried out one after another."""
    reached, count = {armor}, 0
    while not any(sum(one) == 0 for one in reached):
        later = {left for one in reached for left in ways(one, amount, kinds)}
        if later <= reached:
            return float("inf")
        reached, count = later, count + 1
    return count


def ways(armor: tuple[int, int, int], amount: int, kinds: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """Damage Against Enemies: what an attack can leave, in the order of types and tracks."""
    found = []
    for kind in kinds:
        own = TYPES.index(kind)
        if armor[own]:
            places, loss = [own], max(1, amount - armor[own])
        else:
            places, loss = [place for place in (0, 1) if armor[place]], amount
        for place in places:
            left = list(armor)
            left[place] = max(left[place] - loss, 0)
            found.append(tuple(left))
        if not places:
            found.append(armor)
    return found  # type: ignore[return-value]


def hit(fight: Fight, amount: int, kinds: tuple[str, ...]) -> Fight:
    if not fight.foes:
        return fight
    first, *rest = fight.foes
    options = ways(first.armor, amount, kinds)
    left = min(options, key=lambda one: (fewest(one, amount, kinds), sum(one)))
    stands = [Foe(first.name, left)] if any(left) else []
    return replace(fight, foes=(*stands, *rest))


@dataclass(frozen=True)
class Act:
    """An action of a test file: kind, need, dice, cost, what it deals or heals, how often it can be used."""

    kind: str
    need: tuple[str, int] | None = None
    dice: int = 3
    stamina: int = 0
    magicka: int = 0
    health: int = 0
    damage: int = 0
    types: tuple[str, ...] = ()
    heal: tuple[int, int, int] = (0, 0, 0)
    spell: bool = False
    times: int | None = None
    most_pushes: int = 9
    unseen: bool = False
    name: str = ""


Choose = Callable[[Fight, int, Dealt | None, Callable[[Act], bool]], Act]


@dataclass(frozen=True)
class Setting:
    """Everything about a combat that does not change."""

    maxima: tuple[int, int, int]
    armor: dict[str, int]
    lines: dict[str, dict[str, Dealt]]
    starts: dict[str, tuple[int, int, int]]
    choose: Choose
    follower: dict[str, Dealt] | None = None
    limit: int = 2
    sneak: tuple[int, str, int] | None = None  # dice, symbol, need
    sneak_act: Act | None = None
    ambush: Dealt | None = None
    escapes: Callable[[Fight, int], bool] = lambda fight, number: False


def can(fight: Fight, act: Act) -> bool:
    if act.times is not None and dict(fight.used).get(act.name, 0) >= act.times:
        return False
    missing = max(act.stamina - fight.stamina, 0) + max(act.magicka - fight.magicka, 0)
    return fight.health - missing - act.health >= 1


def pay(fight: Fight, act: Act) -> Fight:
    missing = max(act.stamina - fight.stamina, 0) + max(act.magicka - fight.magicka, 0)
    used = dict(fight.used)
    if act.times is not None:
        used[act.name] = used.get(act.name, 0) + 1
    return replace(
        fight,
        stamina=max(fight.stamina - act.stamina, 0),
        magicka=max(fight.magicka - act.magicka, 0),
        health=fight.health - missing - act.health,
        used=tuple(sorted(used.items())),
    )


def tested(fight: Fight, act: Act, limit: int) -> Iterator[tuple[Fraction, Fight, bool]]:
    """The test of an action that is paid for: every number of symbols, then every push while there is hope."""
    if act.need is None:
        yield Fraction(1), fight, True
        return
    symbol, need = act.need
    share = SHARE[symbol]
    for shown in range(act.dice + 1):
        chance = comb(act.dice, shown) * share**shown * (1 - share) ** (act.dice - shown)
        yield from _pushed(fight, act, need - shown, min(limit, act.most_pushes), chance, share)


def _pushed(
    fight: Fight, act: Act, missing: int, left: int, chance: Fraction, share: Fraction
) -> Iterator[tuple[Fraction, Fight, bool]]:
    track = fight.magicka if act.spell else fight.stamina
    can_pay = min(left, track + fight.health - 1)
    if missing <= 0 or missing > can_pay:
        yield chance, fight, missing <= 0
        return
    if track:
        paid = replace(fight, magicka=fight.magicka - 1) if act.spell else replace(fight, stamina=fight.stamina - 1)
    else:
        paid = replace(fight, health=fight.health - 1)
    yield from _pushed(paid, act, missing - 1, left - 1, chance * share, share)
    yield from _pushed(paid, act, missing, left - 1, chance * (1 - share), share)


def enemy_turn(fight: Fight, setting: Setting, who: int | None, dealt: Dealt | None, is_stopped: bool) -> Fight:
    if who is None or dealt is None:
        return fight
    if not is_stopped and ("damage" in dealt or "stamina" in dealt or "magicka" in dealt):
        fight = lose(fight, dealt, setting.armor)
    if "heal" in dealt:
        foe = fight.foes[who]
        mended = tuple(
            min(n + more, most)
            for n, more, most in zip(foe.armor, dealt["heal"], setting.starts[foe.name], strict=True)
        )
        foes = list(fight.foes)
        foes[who] = Foe(foe.name, mended)  # type: ignore[arg-type]
        fight = replace(fight, foes=tuple(foes))
    if "spawn" in dealt:
        fight = replace(fight, foes=(Foe(dealt["spawn"], setting.starts[dealt["spawn"]]), *fight.foes))
    return fight


def after_round(fight: Fight, setting: Setting, number: int) -> Iterator[tuple[Fraction, Fight]]:
    """Everything one Combat Round can come to."""
    if not fight.opened:
        fight = replace(fight, opened=True)
        if setting.sneak is not None or setting.ambush is not None:
            yield from opened(fight, setting)
            return
    if setting.escapes(fight, number):
        yield Fraction(1), replace(fight, is_out=True, health=-1)
        return
    for symbol in SYMBOLS:
        for follows in SYMBOLS if setting.follower else ("miss",):
            share = Fraction(1, 6) * (Fraction(1, 6) if setting.follower else 1)
            now = fight
            line = (setting.follower or {}).get(follows, {})
            if "damage" in line:
                now = hit(now, line["damage"], line["types"])
            if "gives" in line:
                now = healed(now, setting, line["gives"])
            if not now.foes:
                yield share, now
                continue
            who = next((place for place, foe in enumerate(now.foes) if symbol in setting.lines[foe.name]), None)
            dealt = setting.lines[now.foes[who].name][symbol] if who is not None else None
            if dealt is not None and dealt.get("dark"):
                who, dealt = None, None
            act = setting.choose(now, number, dealt, lambda one, now=now: can(now, one))  # type: ignore[misc]
            for chance, later in acted(now, setting, act, who, dealt):
                yield share * chance, later


def opened(fight: Fight, setting: Setting) -> Iterator[tuple[Fraction, Fight]]:
    passes = Fraction(0)
    if setting.sneak is not None:
        dice, symbol, need = setting.sneak
        share = SHARE[symbol]
        passes = sum((comb(dice, n) * share**n * (1 - share) ** (dice - n) for n in range(need, dice + 1)), Fraction(0))
    success = fight
    if setting.sneak_act is not None and can(fight, setting.sneak_act):
        success = hit(pay(fight, setting.sneak_act), setting.sneak_act.damage, setting.sneak_act.types)
    if passes:
        yield passes, success
    failure = lose(fight, setting.ambush, setting.armor) if setting.ambush is not None else fight
    yield 1 - passes, failure


def healed(fight: Fight, setting: Setting, amounts: tuple[int, int, int]) -> Fight:
    health, stamina, magicka = (
        min(n + more, most)
        for n, more, most in zip((fight.health, fight.stamina, fight.magicka), amounts, setting.maxima, strict=True)
    )
    return replace(fight, health=health, stamina=stamina, magicka=magicka)


def acted(
    fight: Fight, setting: Setting, act: Act, who: int | None, dealt: Dealt | None
) -> Iterator[tuple[Fraction, Fight]]:
    if act.kind == "offensive":
        fight = enemy_turn(fight, setting, who, dealt, act.unseen)
        if fight.is_out or not can(fight, act):
            yield Fraction(1), fight
            return
        for chance, later, is_passed in tested(pay(fight, act), act, setting.limit):
            yield chance, hit(later, act.damage, act.types) if is_passed else later
        return
    for chance, later, is_passed in tested(pay(fight, act), act, setting.limit):
        if is_passed and act.kind == "special":
            later = healed(later, setting, act.heal)
        yield chance, enemy_turn(later, setting, who, dealt, act.kind == "defensive" and is_passed)


def ends(start: Fight, setting: Setting, rounds: int) -> dict[tuple[str, int, int, int, int], Fraction]:
    """The chance of each end: result, rounds, and what is left of Health, Stamina and Magicka."""
    going, found = {start: Fraction(1)}, defaultdict(Fraction)
    for number in range(1, rounds + 1):
        later: dict[Fight, Fraction] = defaultdict(Fraction)
        for fight, chance in going.items():
            for share, after in after_round(fight, setting, number):
                if after.is_out:
                    found["escaped" if after.health < 0 else "lost", number, 0, 0, 0] += chance * share
                elif not after.foes:
                    found["won", number, after.health, after.stamina, after.magicka] += chance * share
                else:
                    later[after] += chance * share
        going = later
    for fight, chance in going.items():
        found["unfinished", rounds, fight.health, fight.stamina, fight.magicka] += chance
    return dict(found)
