"""Skill Tests (one kind of symbol, pushed to the end) and combats in plain Python, as the rule reads."""

import random

from tamriel_odds.benchmarks.rivals.plain import counted
from tamriel_odds.benchmarks.rivals.skyrim.combat import Setting


def _test(roll):
    (symbol,) = roll.test.chances.symbols
    shows, pick = [symbol in face.signs for face in roll.die.faces], random.Random(1).choice

    def play():
        missing, paid = roll.test.missing[0] - sum(pick(shows) for _ in range(roll.test.dice)), 0
        while missing > 0 and paid < roll.test.pushes:
            missing -= pick(shows)
            paid += 1
        return paid, int(missing <= 0)

    return play


def _combat(roll):
    setting = Setting.of(roll)
    shows, pick = setting.shows.tolist(), random.Random(1).choice

    def play():
        health, stamina = [setting.health] * setting.players, [setting.stamina] * setting.players
        left, waiting = setting.armor * setting.enemies, []
        for number in range(1, setting.rounds + 1):
            waiting = [one for one in waiting if health[one]] or [one for one, there in enumerate(health) if there]
            one = waiting.pop(0)
            health[one], stamina[one], left = act(health[one], stamina[one], left)
            if left == 0 or not any(health):
                result = setting.lost if left else setting.won
                return place(result, number, health, stamina)
        return place(setting.unfinished, setting.rounds, health, stamina)

    def act(health, stamina, left):
        """A player's action; what the enemy does comes before a swing and after a rest."""
        dealt = pick(setting.dealt)
        rests = stamina == 0
        if rests:
            health, stamina = min(health + 2, setting.health), min(stamina + 2, setting.stamina)
        lost = dealt.damage + max(dealt.stamina - stamina, 0)
        stamina = max(stamina - dealt.stamina, 0)
        if lost:
            health = max(health - lost, 1) if health > 1 else health - 1
        if rests or health == 0 or health + stamina <= 1:
            return health, stamina, left
        return swing(*pay(health, stamina), left)

    def swing(health, stamina, left):
        missing = setting.need - sum(pick(shows) for _ in range(setting.dice))
        pushes = min(setting.pushes, stamina + health - 1)
        while 0 < missing <= pushes:
            health, stamina = pay(health, stamina)
            missing -= pick(shows)
            pushes -= 1
        if missing <= 0:
            first = (left - 1) % setting.armor + 1
            left -= min(max(setting.blow - first, 1), first)
        return health, stamina, left

    def pay(health, stamina):
        return (health, stamina - 1) if stamina else (health - 1, 0)

    def place(result, rounds, health, stamina):
        kept = sum(points for points, there in zip(stamina, health, strict=True) if there)
        left = {"health": sum(health), "stamina": kept, "injuries": health.count(0)}
        shown = {"result": result, "rounds": rounds, **left}
        return tuple(shown[axis] for axis in setting.axes)

    return play


test, combat = counted(_test), counted(_combat)
