"""A combat file as the arrays of its kernel (kernels/skyrim/combat_layout.py), row by row."""

from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.names import plain
from tamriel_odds.odds.skyrim.bonuses import damage_of, healing_of, summons_of
from tamriel_odds.odds.skyrim.combat_arrays import (
    AMBUSH,
    BY_CURRENT,
    ENEMIES_AT,
    NO_LINE,
    NOTHING,
    PLAYER_HEAD,
    SNEAK,
    TRAP,
    Integers,
    array,
)
from tamriel_odds.odds.skyrim.combat_cast import Cast, Done
from tamriel_odds.odds.skyrim.combat_dice import MOST_PUSHES, Pools, hopes
from tamriel_odds.odds.skyrim.combat_lines import Lines
from tamriel_odds.odds.skyrim.combat_players import ESCAPE, Action
from tamriel_odds.odds.skyrim.combat_policies import Policies, Uses
from tamriel_odds.odds.skyrim.pushes import TEST_SYMBOLS, Policy
from tamriel_odds.odds.skyrim.when import MOST

KINDS = ("offensive", "defensive", "special")
# Places for enemies that are spawned, where any is.
SPAWNS = 3


@dataclass
class Compiled(Cast):
    """All rows of a combat."""

    rounds: int
    is_best: bool
    lines: Lines = field(init=False)
    pools: Pools = field(default_factory=Pools)
    uses: Uses = field(init=False)
    sizes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines, self.uses = Lines(self), Uses(self)

    def tables(self) -> dict[str, Any]:
        """The fields of the kernel's ``Tables`` but for those of `best` and of the cells."""
        file, lines = self.file, self.lines
        line_of = array([lines.by_face(enemy) for enemy in file.enemy])
        follower_line = array([lines.by_face(follower) for follower in file.follower] or [[NO_LINE] * 6])
        actions = [self._action(done) for done in self.done]
        line_rows = lines.rows()
        spawns = SPAWNS if any(line.spawn for line in lines.lines) else 0
        slots = spawns + max(len(stage.enemies) for stage in self.stages)
        policies = Policies(self, self.uses)
        stages, openings = self._stages(line_of, slots - spawns)
        return {
            "players": array([[*row, *self.uses.renewed(n)] for n, row in enumerate(policies.players)]),
            "actions": array(actions),
            "lines": array(line_rows),
            "loss": lines.loss(),
            "line_of": line_of,
            "follower_line": follower_line,
            "tracks": lines.tracks,
            "start_code": array(lines.start_codes()),
            "after_hit": lines.after_hit(),
            "after_mend": lines.after_mend(),
            "stages": array(stages),
            "rules": array(policies.rules),
            "comparisons": array(policies.comparisons, 4),
            "potions": array(policies.potions, 6),
            "start": array(self._start(slots)),
            "slots": slots,
            "spawns": spawns,
            "players_at": ENEMIES_AT + 2 * slots,
            "player_width": PLAYER_HEAD + self.uses.most,
            "rounds": self.rounds,
            "pools": self.pools.table(self.die),
            "shows": np.array([[s in face.signs for face in self.die.faces] for s in TEST_SYMBOLS], np.uint8),
            "hopes": np.array([hopes(self.die, done.action) for done in self.done], np.uint8),
            "openings": array(openings),
            "cleared_by_stage": np.array([stage.cleared for stage in self.stages] + [self.stages[-1].cleared + 1]),
            "calls": self._calls(actions, openings, policies.players),
            "strides": self._strides(slots, lines.tracks.shape[1]),
            "sizes": array(self.sizes),
            "rounds_told": self.rounds_told,
            "rolls": array([(*roll, 0, 0, 0)[:3] for roll in product(range(6), repeat=self.follower_dice)]),
            # The best is looked for among all actions of the one player; else rules choose.
            "options": np.arange(len(self.done) if self.is_best else 0)[None, :],
        }

    def _action(self, done: Done) -> list[int]:
        player, action = self.file.player[done.player], done.action
        symbol, need = action.need or (TEST_SYMBOLS[0], 0)
        strike = replace(action.damage, damage=damage_of(player, action)) if action.damage else None
        policy = Policy.read(action.push, MOST_PUSHES)
        return [
            KINDS.index(action.does),
            *(action.cost[1], action.cost[2], int(bool(done.innate))),
            *(need, TEST_SYMBOLS.index(symbol)),
            *self.pools.numbers(symbol, self.dice_of(done), 2),
            2 if action.spell else 1,
            self.lines.strike(strike),
            *(healing_of(player, action), *action.heal[1:]),
            self.file.follower_named(action.summon) + 1 if action.summon else 0,
            self._use(done.player, action),
            int(bool(done.innate)),
            int(action.need is None or done.innate == "berserk"),
            int(done.innate == "battle-cry"),
            int(action.health_pushes),
            MOST_PUSHES if self.is_best else policy.most,
            int(action.to == "weakest"),
            int(done.innate == "highborn"),
        ]

    def _use(self, number: int, action: Action) -> int:
        """The place of what can be used so often: Aim in a combat, all Summoning together in a Game Turn; else -1."""
        if action.summon and action.times is None:
            return self.uses.place(number, summons_of(self.file.player[number]), "+ summon")
        if action.times is None:
            return -1
        return self.uses.place(number, action.times, action.name, is_renewed=not action.summon)

    def _stages(self, line_of: Integers, width: int) -> tuple[list[list[int]], list[list[list[int]]]]:
        rows, openings = [], []
        skull = self.faces.index("skull") if "skull" in self.faces else None
        for stage in self.stages:
            enemies = [self.file.enemy[kind] for kind in stage.enemies]
            values = [enemy.sneak[1] if enemy.sneak else 0 for enemy in enemies]
            place = values.index(max(values))
            there = enemies[place]
            # A dark line that does not work is no Ambush.
            strikes = max(line_of[stage.enemies[place], skull], NO_LINE) if skull is not None else NO_LINE
            needed, opens = there.sneak, SNEAK if there.sneak else NOTHING
            if there.trap:
                needed, opens = there.disarm, TRAP if there.disarm else NOTHING
            elif not there.ambush:
                strikes = NO_LINE
            elif opens == NOTHING:
                opens = AMBUSH
            if opens == AMBUSH and strikes < 0:
                opens = NOTHING
            symbol, need = needed or (TEST_SYMBOLS[0], 0)
            kinds = [kind + 1 for kind in stage.enemies] + [0] * (width - len(stage.enemies))
            rows.append([int(stage.recovers), opens, need, place, int(strikes), *kinds])
            dice = [self.opening_dice(player, opens) for player in self.file.player]
            openings.append([self.pools.numbers(symbol, n, 3) for n in dice])
        return rows, openings

    def _start(self, slots: int) -> list[int]:
        row = [0] * (ENEMIES_AT + 2 * slots)
        for number, player in enumerate(self.file.player):
            left = self.uses.left[number]
            now = player.now or player.maxima
            row += [*now, min(player.final_blows, now[0]), 1, int(player.race_or_none is not None), 0, 0]
            row += [*left, *[0] * (self.uses.most - len(left))]
        return row

    def _calls(
        self, actions: list[list[int]], openings: list[list[list[int]]], players: list[list[int]]
    ) -> NDArray[np.int64]:
        calls = [0]
        many_dice = any(row[7] for row in actions) or any(pool[1] for row in openings for pool in row)
        if many_dice or any(row[11] > 2 or row[11] == BY_CURRENT for row in players):
            calls.append(1)
        if self.file.follower:
            calls.append(2)
        return np.array(calls, np.int64)

    @property
    def follower_dice(self) -> int:
        """The dice of Followers that a player rolls at most: the Follower's, and one for each summoned creature."""
        players = self.file.player
        summons = [summons_of(player) for player in players if any(action.summon for action in player.action)]
        return 1 + min(max(summons), 2) if summons else int(any(player.follower is not None for player in players))

    @property
    def rounds_told(self) -> int:
        """Rounds after so many are the same to all rules and potions that are followed."""
        told = [0]
        for player in self.file.player:
            rules = [rule.when for rule in player.rule if not self.is_best or plain(rule.do) == ESCAPE]
            for condition in (*rules, *(potion.when for potion in player.potion)):
                for one in condition.comparisons:
                    if one.variable == "round":
                        told += [one.low - 1, one.high if one.high < MOST else 0]
        return max(told)

    def _strides(self, slots: int, codes: int) -> NDArray[np.int64]:
        """What each number of a fight adds to its code; all 0 where there are too many states for whole numbers."""
        players, kinds = len(self.file.player), len(self.file.enemy)
        sizes = [len(self.stages), 2, 1 << players, slots + 1, players + 1, 4, self.rounds_told + 2, players]
        sizes += [kinds + 1] * slots + [codes] * slots
        for number, player in enumerate(self.file.player):
            left = self.uses.left[number]
            sizes += [*(most + 1 for most in player.maxima), player.final_blows + 1, 2, 2]
            sizes += [len(self.file.follower) + 1] * 2
            sizes += [*(times + 1 for times in left), *[1] * (self.uses.most - len(left))]
        self.sizes = sizes
        if prod(sizes) >= 1 << 62:
            return np.zeros(len(sizes), np.int64)
        return np.array([prod(sizes[place + 1 :]) for place in range(len(sizes))], np.int64)
