"""A combat file as the arrays of its kernel (kernels/skyrim/combat_rules.py), row by row."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.skyrim.attacks import TYPES, Armor, Strike, best_hit, suffer
from tamriel_odds.odds.skyrim.bonuses import armor_of, damage_of, healing_of, sneak_of, summons_of
from tamriel_odds.odds.skyrim.combat_file import (
    ESCAPE,
    INNATES,
    REST,
    TRACKS,
    Action,
    CombatFile,
    Creature,
    Enemy,
    Line,
    Player,
)
from tamriel_odds.odds.skyrim.pushes import SKILL_DICE, TEST_DICE, TEST_SYMBOLS, Chances, Policy
from tamriel_odds.odds.skyrim.when import OF_THE_DIE, VARIABLES, Condition

Integers = NDArray[np.int32]
DICE_A_WORD, POOL_FACES, MOST_PUSHES = 5, 6**5, 4
KINDS = ("offensive", "defensive", "special")
NO_LINE, DARK = -1, -2
NOTHING, SNEAK, AMBUSH, TRAP = range(4)
BY_CURRENT = -1
# Places for enemies that are spawned, where any is.
SPAWNS = 3
PLAYER_HEAD, ENEMIES_AT, STAGE_HEAD = 8, 8, 5
CALLS_A_ROUND = 3
RESTING = Action.model_construct(
    name=REST, kind="special", skill=None, need=None, cost=(0, 0, 0), damage=None, heal=(2, 2, 0), to="self",
    summon=None, times=None, spell=False, push="never", health_pushes=False,
)  # fmt: skip


@dataclass(frozen=True)
class Done:
    """An action as a player can take it, with the innate ability used beside it."""

    player: int
    action: Action
    innate: str = ""

    @property
    def name(self) -> str:
        return f"{self.action.name} + {self.innate}" if self.innate else self.action.name


@dataclass(frozen=True)
class Stage:
    """Enemies that are fought together, from left to right; whether Stamina and Health came back before."""

    enemies: tuple[int, ...]
    recovers: bool
    cleared: int


@dataclass
class Compiled:
    """All rows of a combat."""

    file: CombatFile
    box: Box
    rounds: int
    is_best: bool
    lines: list[tuple[Line, str]] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    mends: list[Armor] = field(default_factory=list)
    pools: list[tuple[str, int]] = field(default_factory=list)
    uses: list[list[int]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    @property
    def die(self) -> Die:
        return self.box.dice["test"]

    @property
    def faces(self) -> list[str]:
        """The symbol of each face of the enemy die."""
        return [face.signs[0] for face in self.box.dice["enemy"].faces]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Encounters one after another; in each, traps come first and are a stage of their own."""
        file, stages = self.file, []
        listed = [[file.enemy_named(name) for name in encounter.enemies] for encounter in file.encounter]
        if not listed:
            listed = [[place for place, enemy in enumerate(file.enemy) for _ in range(enemy.count)]]
        for number, enemies in enumerate(listed):
            traps = [(enemy,) for enemy in enemies if file.enemy[enemy].trap]
            rest = tuple(enemy for enemy in enemies if not file.enemy[enemy].trap)
            for place, group in enumerate([*traps, *([rest] if rest else [])]):
                stages.append(Stage(group, number > 0 and place == 0, number))
        if not stages:
            raise ImpossibleQuestion("nobody is to be fought: every [[enemy]] has count = 0")
        return tuple(stages)

    @cached_property
    def done(self) -> tuple[Done, ...]:
        """Every action of every player, resting last; those that rules use with an innate ability besides."""
        found = []
        for number, player in enumerate(self.file.player):
            found += [Done(number, action) for action in (*player.action, RESTING)]
            race = player.race_or_none
            if race is not None and race.innate in INNATES:
                found += [Done(number, action, race.innate) for action in player.action if _suits(race.innate, action)]
        return tuple(found)

    def done_named(self, player: int, name: str) -> int:
        """The action that a rule names: ``swing``, ``rest``, ``swing + berserk``."""
        wanted = [plain(part) for part in name.split("+")]
        names = {}
        for place, done in enumerate(self.done):
            if done.player == player:
                names[done.name] = place
                if wanted == [plain(part) for part in done.name.split("+")]:
                    return place
        who = self.file.player[player].name
        raise ImpossibleQuestion(f"player {who!r}: there is no action {name!r}{offer(name, [*names, ESCAPE])}")

    @property
    def is_legendary(self) -> bool:
        return any("legendary" in player.levels.values() for player in self.file.player)

    def _line(self, line: Line, name: str) -> int:
        self.lines.append((line, name))
        return len(self.lines) - 1

    def _strike(self, strike: Strike | None) -> int:
        if strike is None or not strike.types:
            return -1
        if strike not in self.strikes:
            self.strikes.append(strike)
        return self.strikes.index(strike)

    def _pool(self, symbol: str, dice: int) -> int:
        if dice <= 0:
            return 0
        if (symbol, dice) not in self.pools:
            self.pools.append((symbol, dice))
        return self.pools.index((symbol, dice)) + 1

    def _by_face(self, creature: Creature) -> list[int]:
        """The line of each face of the enemy die; dark ones miss unless somebody has a Legendary Skill."""
        rows = {}
        for icon, line in creature.lines():
            is_dark = line.dark and not self.is_legendary
            rows[icon] = DARK if is_dark else self._line(line, creature.name)
        return [rows.get(symbol, NO_LINE) for symbol in self.faces]

    def tables(self) -> dict[str, Any]:
        """The fields of the kernel's ``Tables`` but for those of `best` and of the cells."""
        file = self.file
        line_of = _array([self._by_face(enemy) for enemy in file.enemy])
        follower_line = _array([self._by_face(follower) for follower in file.follower] or [[NO_LINE] * 6])
        tracks, codes = self._codes()
        actions = [self._action(done) for done in self.done]
        lines = [self._line_row(line) for line, _ in self.lines] or [[0, 0, 0, -1, 0, -1, 0, 0, 0, 0]]
        spawns = SPAWNS if any(line.spawn for line, _ in self.lines) else 0
        slots = spawns + max(len(stage.enemies) for stage in self.stages)
        potions, rules, comparisons, players = self._policies()
        stages, openings = self._stages(line_of, slots - spawns)
        uses = max(map(len, self.uses), default=0)
        start = self._start(slots, uses)
        return {
            "players": _array(players),
            "actions": _array(actions),
            "lines": _array(lines),
            "loss": self._loss(),
            "line_of": line_of,
            "follower_line": follower_line,
            "tracks": tracks,
            "start_code": _array([codes(place, enemy.now or enemy.armor) for place, enemy in enumerate(file.enemy)]),
            "after_hit": self._after(self.strikes, lambda strike, _, left: best_hit(strike, left).left, codes, tracks),
            "after_mend": self._after(self.mends, _mended, codes, tracks),
            "stages": _array(stages),
            "rules": _array(rules),
            "comparisons": _array(comparisons, 4),
            "potions": _array(potions, 6),
            "start": _array(start),
            "slots": slots,
            "spawns": spawns,
            "players_at": ENEMIES_AT + 2 * slots,
            "player_width": PLAYER_HEAD + uses,
            "rounds": self.rounds,
            "pools": self._pools(),
            "shows": np.array([[s in face.signs for face in self.die.faces] for s in TEST_SYMBOLS], np.uint8),
            "hopes": np.array([self._hopes(done) for done in self.done], np.uint8),
            "openings": _array(openings),
            "cleared_by_stage": np.array([stage.cleared for stage in self.stages] + [self.stages[-1].cleared + 1]),
            "calls": self._calls(actions, openings, players),
            "code_strides": self._strides(slots, tracks.shape[1], uses),
        }

    def _codes(self) -> tuple[Integers, Callable[[int, Armor], int]]:
        """Heavy, light and magic of every code of every enemy, and the code of given tracks; 0 is defeated."""
        sizes = [prod(n + 1 for n in enemy.armor) for enemy in self.file.enemy]
        tracks = np.zeros((len(sizes), max(sizes), 3), np.int32)
        for place, enemy in enumerate(self.file.enemy):
            tracks[place, : sizes[place]] = list(np.ndindex(*(n + 1 for n in enemy.armor)))

        def code(kind: int, left: Armor) -> int:
            return int(np.ravel_multi_index(left, tuple(n + 1 for n in self.file.enemy[kind].armor)))

        return tracks, code

    def _after(
        self,
        rows: Sequence[Any],
        change: Callable[[Any, Enemy, Armor], Armor],
        code: Callable[[int, Armor], int],
        tracks: Integers,
    ) -> Integers:
        """What becomes of every code of every enemy: [row, kind, code]."""
        table = np.zeros((max(len(rows), 1), *tracks.shape[:2]), np.int32)
        for number, row in enumerate(rows):
            for kind, enemy in enumerate(self.file.enemy):
                for place in range(1, prod(n + 1 for n in enemy.armor)):
                    heavy, light, magic = map(int, tracks[kind, place])
                    table[number, kind, place] = code(kind, change(row, enemy, (heavy, light, magic)))
        return table

    def _action(self, done: Done) -> list[int]:
        player, action = self.file.player[done.player], done.action
        dice = self.dice_of(done)
        symbol, need = action.need or (TEST_SYMBOLS[0], 0)
        strike = replace(action.damage, damage=damage_of(player, action)) if action.damage else None
        times = action.times if not action.summon else action.times or summons_of(player)
        policy = Policy.read(action.push, MOST_PUSHES)
        return [
            KINDS.index(action.does),
            *(action.cost[1], action.cost[2], int(bool(done.innate))),
            *(need, TEST_SYMBOLS.index(symbol)),
            self._pool(symbol, min(dice, DICE_A_WORD)),
            self._pool(symbol, dice - DICE_A_WORD),
            2 if action.spell else 1,
            self._strike(strike),
            *(healing_of(player, action), *action.heal[1:]),
            self.file.follower_named(action.summon) + 1 if action.summon else 0,
            self._use(done.player, times, action.name) if times else -1,
            int(bool(done.innate)),
            int(action.need is None or done.innate == "berserk"),
            int(done.innate == "battle-cry"),
            int(action.health_pushes),
            MOST_PUSHES if self.is_best else policy.most,
            int(action.to == "weakest"),
            int(done.innate == "highborn"),
        ]

    def dice_of(self, done: Done) -> int:
        """The dice of an action's test."""
        level = SKILL_DICE[self.file.player[done.player].level(done.action.skill)]
        return TEST_DICE + level + self.file.story_mode if done.action.need else 0

    def _use(self, player: int, times: int, name: str) -> int:
        """The place that counts how often something can still be used; an action and its variants share it."""
        while len(self.uses) <= player:
            self.uses.append([])
            self._use_names.append({})
        if name not in self._use_names[player]:
            self._use_names[player][name] = len(self.uses[player])
            self.uses[player].append(times)
        return self._use_names[player][name]

    @cached_property
    def _use_names(self) -> list[dict[str, int]]:
        return []

    def _line_row(self, line: Line) -> list[int]:
        attack = line.attack or Strike()
        mends = -1
        if any(line.heal):
            self.mends.append(line.heal)
            mends = len(self.mends) - 1
        spawn = self.file.enemy_named(line.spawn) + 1 if line.spawn else 0
        strikes = -1 if line.all else self._strike(line.attack)
        is_attack = int(bool(attack.damage or attack.stamina or attack.magicka))
        return [attack.stamina, attack.magicka, int(line.all), mends, spawn, strikes, *line.gives, is_attack]

    def _loss(self) -> Integers:
        """What each attack takes off each player's Health through the armor, and the Stamina of staggering."""
        table = np.zeros((max(len(self.lines), 1), len(self.file.player), 2), np.int32)
        for number, (line, _) in enumerate(self.lines):
            for place, player in enumerate(self.file.player):
                if line.attack is not None:
                    loss = suffer(replace(line.attack, stamina=0, magicka=0), armor_of(player), 10, 10)
                    table[number, place] = loss.health, int(loss.is_staggered)
        return table

    def _policies(self) -> tuple[list[list[int]], list[list[int]], list[list[int]], list[list[int]]]:
        """The rows of potions, rules, comparisons and players."""
        rules: list[list[int]] = []
        comparisons: list[list[int]] = []
        potions: list[list[int]] = []
        players: list[list[int]] = []

        def add(condition: Condition, do: int) -> None:
            begin = len(comparisons)
            names = list(VARIABLES)
            for one in condition.comparisons:
                comparisons.append([names.index(one.variable), one.low, one.high, int(one.is_not)])
            rules.append([begin, len(comparisons), do])

        for number, player in enumerate(self.file.player):
            for place, potion in enumerate(player.potion):
                use = self._use(number, potion.uses, f"potion {place}")
                potions.append([number, use, *potion.heal, len(rules)])
                add(potion.when, 0)
            begin = len(rules)
            for rule in player.rule:
                if plain(rule.do) == ESCAPE:
                    add(rule.when, 0)
            escapes_end = len(rules)
            for rule in player.rule:
                if plain(rule.do) != ESCAPE:
                    add(rule.when, self.done_named(number, rule.do))
            add(Condition(()), self.done_named(number, REST))
            follower = self.file.follower_named(player.follower) + 1 if player.follower else 0
            sneaks = int(player.sneaks)
            row = [*player.maxima, escapes_end, len(rules), begin, escapes_end, follower, sneaks]
            players.append([*row, self._sneak_attack(number, player), summons_of(player), self._limit(player)])
        return potions, rules, comparisons, players

    def _sneak_attack(self, number: int, player: Player) -> int:
        """The free attack after sneaking: the one named, else the first offensive action that is no Spell."""
        attacks = [action for action in player.action if action.damage and not action.spell]
        if player.sneak_attack is not None:
            place = self.done_named(number, player.sneak_attack)
            if self.done[place].action not in attacks:
                raise ImpossibleQuestion(
                    f"player {player.name!r}: {player.sneak_attack!r} is no attack without a Spell"
                )
            return place
        return self.done_named(number, attacks[0].name) if attacks else -1

    def _limit(self, player: Player) -> int:
        """Pushes of a round: 2, 3 with a track of 8, 4 with one of 10 (Skyrim, Pushing in Combat)."""
        if player.push_limit is not None:
            return player.push_limit
        if self.file.pushes_by_current:
            return BY_CURRENT
        return 2 + (max(player.maxima) >= 8) + (max(player.maxima) >= 10)

    def _stages(self, line_of: Integers, width: int) -> tuple[list[list[int]], list[list[list[int]]]]:
        rows, openings = [], []
        skull = self.faces.index("skull") if "skull" in self.faces else None
        for stage in self.stages:
            enemies = [self.file.enemy[kind] for kind in stage.enemies]
            values = [enemy.sneak[1] if enemy.sneak else 0 for enemy in enemies]
            place = values.index(max(values))
            there = enemies[place]
            strikes = line_of[stage.enemies[place], skull] if skull is not None else NO_LINE
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
            openings.append([self._opening(player, symbol, opens) for player in self.file.player])
        return rows, openings

    def opening_dice(self, player: Player, opens: int) -> int:
        """The dice of the test that opens a stage: Sneak has its values, disarming the dice of Lockpicking."""
        if opens == TRAP:
            return TEST_DICE + SKILL_DICE[player.level("lockpicking")] + self.file.story_mode
        return (0 if self.file.hard_mode else TEST_DICE) + sneak_of(player) + self.file.story_mode

    def _opening(self, player: Player, symbol: str, opens: int) -> list[int]:
        dice = self.opening_dice(player, opens)
        return [self._pool(symbol, min(dice - start, DICE_A_WORD)) for start in (0, DICE_A_WORD, 2 * DICE_A_WORD)]

    def _start(self, slots: int, uses: int) -> list[int]:
        row = [0] * (ENEMIES_AT + 2 * slots)
        for number, player in enumerate(self.file.player):
            left = self.uses[number] if number < len(self.uses) else []
            now = player.now or player.maxima
            row += [*now, min(player.final_blows, now[0]), 1, int(player.race_or_none is not None), 0, 0]
            row += [*left, *[0] * (uses - len(left))]
        return row

    def _pools(self) -> NDArray[np.uint8]:
        """Symbols shown by each face of five dice, of which the last ones do not count; row 0 is no dice."""
        rows = [np.zeros(POOL_FACES, np.uint8)]
        for symbol, dice in self.pools:
            by_face = np.array([symbol in face.signs for face in self.die.faces], np.int64)
            pool = np.zeros(1, np.int64)
            for _ in range(dice):
                pool = (pool[:, None] + by_face).ravel()
            rows.append(np.repeat(pool, POOL_FACES // len(pool)).astype(np.uint8))
        return np.stack(rows)

    def _hopes(self, done: Done) -> list[list[int]]:
        """Whether a test that lacks so many symbols, with so many pushes left, is pushed: [missing, left]."""
        policy = Policy.read(done.action.push, MOST_PUSHES)
        symbol, _ = done.action.need or (TEST_SYMBOLS[0], 0)
        chances = Chances.of(self.die, (symbol,))
        rows = []
        for missing in range(MOST_MISSING + 1):
            cells = []
            for left in range(MOST_PUSHES + 1):
                chance = chances.chance((missing,), left)
                cells.append(int(left > 0 and (policy.hope is None or (chance > 0 and chance >= policy.hope))))
            rows.append(cells)
        return rows

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

    def _strides(self, slots: int, codes: int, uses: int) -> NDArray[np.int64]:
        """What each number of a fight adds to its code; all 0 where there are too many states for whole numbers."""
        players, kinds = len(self.file.player), len(self.file.enemy)
        sizes = [len(self.stages), 2, 1 << players, slots + 1, players + 1, 4, 1, players]
        sizes += [kinds + 1] * slots + [codes] * slots
        for number, player in enumerate(self.file.player):
            left = self.uses[number] if number < len(self.uses) else []
            sizes += [*(most + 1 for most in player.maxima), player.final_blows + 1, 2, 2]
            sizes += [len(self.file.follower) + 1] * 2
            sizes += [*(times + 1 for times in left), *[1] * (uses - len(left))]
        self.sizes = sizes
        if prod(sizes) >= 1 << 62:
            return np.zeros(len(sizes), np.int64)
        strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
        strides[6] = 0  # the round is no part of it
        return np.array(strides, np.int64)


MOST_MISSING = 7
# The tables in the order of kernels/skyrim/combat_layout.py, then the numbers that stand alone.
TABLES = (
    "players", "actions", "lines", "loss", "line_of", "follower_line", "tracks", "start_code", "after_hit",
    "after_mend", "stages", "rules", "comparisons", "potions", "shows", "hopes", "openings", "axes", "place_of_result",
    "cleared_by_stage",
)  # fmt: skip
ALONE = ("slots", "spawns", "players_at", "player_width")
HEADER = 4


def packed(tables: dict[str, Any]) -> Integers:
    """All tables in one array: where each begins, how far apart its rows and their rows are, how many; then they."""
    begin = HEADER * len(TABLES) + len(ALONE)
    header: list[int] = []
    parts = []
    for name in TABLES:
        table = np.ascontiguousarray(tables[name], np.int32)
        table = table[None, :] if table.ndim == 1 else table
        inner = table.shape[-1] if table.ndim == 3 else 0
        header += [begin, prod(table.shape[1:]), inner, table.shape[0]]
        parts.append(table.ravel())
        begin += table.size
    return np.concatenate([np.array([*header, *(tables[name] for name in ALONE)], np.int32), *parts]).astype(np.int32)


def _suits(innate: str, action: Action) -> bool:
    if innate == "berserk":
        return (
            action.damage is not None
            and action.need is not None
            and not action.spell
            and "magic" not in action.damage.types
        )
    return innate != "battle-cry" or action.damage is not None


def _mended(heal: Armor, enemy: Enemy, left: Armor) -> Armor:
    """No track rises above its start."""
    heavy, light, magic = (min(n + more, most) for n, more, most in zip(left, heal, enemy.armor, strict=True))
    return heavy, light, magic


def _array(rows: Sequence[Any], columns: int = 0) -> Integers:
    return np.array(rows, np.int32) if len(rows) else np.zeros((0, columns), np.int32)


def warnings_of(compiled: Compiled) -> Iterator[str]:
    """The rules of players that can never be followed, each with the reason."""
    file = compiled.file
    for number, player in enumerate(file.player):
        maxima = dict(zip(TRACKS, player.maxima, strict=True))
        ranges = {name: (low, min(high, maxima.get(name, high))) for name, (low, high) in VARIABLES.items()}
        ranges["final_blows"] = (0, player.final_blows)
        ranges["round"] = (1, compiled.rounds)
        ranges["players"] = (1, len(file.player))
        ranges["encounter"] = (1, len(compiled.stages))
        ranges["innate"] = (0, int(player.race is not None))
        for place, kind in enumerate(TYPES):
            ranges[kind] = (0, max(enemy.armor[place] for enemy in file.enemy))
        ranges["armor"] = (1, max(sum(enemy.armor) for enemy in file.enemy))
        earlier: list[Condition] = []
        for rule in player.rule:
            told = f"player {player.name!r}: the rule `{rule.when.text}: {rule.do}` can never be followed"
            is_escape = plain(rule.do) == ESCAPE
            if is_escape and any(one.variable in OF_THE_DIE for one in rule.when.comparisons):
                yield f"{told}: who escapes does so before the enemy die is rolled"
            elif not rule.when.can_hold(ranges):
                yield f"{told}: nothing it asks for can be so"
            elif not is_escape and any(before.holds_with(rule.when, ranges) for before in earlier):
                yield f"{told}: an earlier rule always comes first"
            if not is_escape and _is_always_possible(compiled, number, rule.do):
                earlier.append(rule.when)


def _is_always_possible(compiled: Compiled, player: int, do: str) -> bool:
    done = compiled.done[compiled.done_named(player, do)]
    action = done.action
    return not (any(action.cost) or action.times or action.summon or done.innate)
