"""A combat or dungeon as a roll: its outcomes, its exact answer for one player, the tables of its kernel."""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import BadFile, ImpossibleQuestion, WrongInput
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.skyrim.combat_arrays import SNEAK, TRAP, packed
from tamriel_odds.odds.skyrim.combat_file import read_combat
from tamriel_odds.odds.skyrim.combat_players import ESCAPE
from tamriel_odds.odds.skyrim.combat_policies import warnings_of
from tamriel_odds.odds.skyrim.combat_tables import Compiled
from tamriel_odds.odds.skyrim.combat_told import notes_of, rulings_of
from tamriel_odds.odds.skyrim.pushes import TEST_SYMBOLS
from tamriel_odds.odds.skyrim.pushes import Chances as DiceChances

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.combat import Combat, Dungeon
    from tamriel_odds.odds.skyrim.combat_states import Chances, Decisions, States

MOST_CELLS = 1 << 16
RESULTS = ("unfinished", "won", "lost", "escaped")
TALLIED = ("health", "injuries", "cleared", "stamina", "magicka")
# The columns of the kernel's `axes`.
COLUMNS = ("result", "rounds", "health", "stamina", "magicka", "injuries", "cleared")


@dataclass(frozen=True, eq=False)
class CombatRoll(Roll):
    """A file compiled, and what of it is tallied."""

    compiled: Compiled
    compiled_tables: dict[str, Any]
    tallied: tuple[str, ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return self.compiled.box.dice["test"], self.compiled.box.dice["enemy"]

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes result, rounds and those tallied: what is left counts for players still in the combat at its end."""
        axes = axes_of(self.compiled, self.tallied)
        plain_ = Outcomes(axes, (), {})
        events = {result: plain_.where("result", result) for result in axes[0].values}
        order = ["won", "lost", "escaped", "unfinished"]
        # Of a dungeon, how far it went comes first.
        places = {"cleared": 0, "injuries": 2}
        tables = tuple(sorted((*self.tallied, "rounds"), key=lambda name: places.get(name, 1)))
        return Outcomes(axes, tables, {name: events[name] for name in order if name in events})

    @cached_property
    def states(self) -> "States":
        """All states of a combat of one player; TooMany where they do not fit."""
        from tamriel_odds.odds.skyrim.combat_states import MOST_ENDS

        return self.few_states or self._explored(MOST_ENDS)

    @cached_property
    def few_states(self) -> "States | None":
        """All states where they are few enough to be listed for a simulation alone."""
        from tamriel_odds.odds.skyrim.combat_states import WALKED_ENDS, TooMany

        try:
            return self._explored(WALKED_ENDS)
        except TooMany:
            return None

    def _explored(self, most_ends: int) -> "States":
        from tamriel_odds.kernels.skyrim.combat import Tables
        from tamriel_odds.odds.skyrim.combat_states import TooMany, explore

        compiled = self.compiled
        if len(compiled.file.player) > 1 or not self.compiled_tables["code_strides"].any():
            raise TooMany
        actions = np.arange(len(compiled.done), dtype=np.int32)
        sizes = np.array(compiled.sizes, np.int64)
        tables = Tables(**self._tables(no_decisions()))
        return explore(tables, sizes, actions, self._chances(), self._follower_dice, most_ends)

    @property
    def _follower_dice(self) -> int:
        player = self.compiled.file.player[0]
        summons = any(action.summon for action in player.action)
        if not summons:
            return int(player.follower is not None)
        return 3 if self.compiled_tables["players"][0, 10] > 1 else 2

    def _chances(self) -> "Chances":
        from tamriel_odds.odds.skyrim.combat_states import Chances

        compiled, player = self.compiled, self.compiled.file.player[0]
        most = 8
        tests = np.zeros((len(compiled.done), most))
        needs, symbols = np.zeros(len(compiled.done), np.int64), np.zeros(len(compiled.done))
        for place, done in enumerate(compiled.done):
            symbol, need = done.action.need or (TEST_SYMBOLS[0], 0)
            chances = DiceChances.of(compiled.die, (symbol,))
            dice = compiled.dice_of(done)
            for (missing,), ways in chances.rolled((need,), dice).items():
                tests[place, missing] += ways / len(chances.faces) ** dice
            needs[place], symbols[place] = need, float(chances.chance((1,), 1))
        opening = []
        for stage, row in zip(compiled.stages, self.compiled_tables["stages"], strict=True):
            enemy = compiled.file.enemy[stage.enemies[row[3]]]
            needed = enemy.disarm if row[1] == TRAP else enemy.sneak if row[1] == SNEAK else None
            symbol, need = needed or (TEST_SYMBOLS[0], 0)
            chances = DiceChances.of(compiled.die, (symbol,))
            opening.append(float(chances.chance((need,), compiled.opening_dice(player, int(row[1])))))
        return Chances(tests, needs, symbols, np.array(opening), self.compiled_tables["hopes"])

    @cached_property
    def decisions(self) -> "Decisions":
        """What the player does, in every round and plight."""
        rounds = self.compiled.rounds
        if self.compiled.is_best:
            return self.states.best(rounds)
        rules = self.compiled.file.player[0].rule
        asks = any(one.variable == "round" for rule in rules for one in rule.when.comparisons)
        return self.states.by_rules(rounds, asks)

    def exact(self) -> NDArray[np.float64] | None:
        from tamriel_odds.odds.skyrim.combat_states import TooMany

        try:
            cells = self.states.cells(self.decisions, self.compiled.rounds, self.outcomes.cells)
        except TooMany:
            return None
        return cells.reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "skyrim.combat" if self.few_states is None else "skyrim.combat_walk"

    def tables(self) -> dict[str, Any]:
        return self.tables_by_rule() if self.few_states is None else self._walk(self.few_states)

    def _walk(self, states: "States") -> dict[str, Any]:
        """The tables of the kernel that walks from state to state."""
        own, names = self.compiled_tables, [axis.name for axis in self.outcomes.axes]
        round_stride = prod(len(axis.values) for axis in self.outcomes.axes[names.index("rounds") + 1 :])
        # Pool, pool of dice 6 to 10, need, symbol of each action's test.
        tests = np.ascontiguousarray(own["actions"][:, [6, 7, 4, 5]])
        kept = {name: own[name] for name in ("calls", "rounds", "pools", "shows")}
        walk = states.walk(self.decisions, tests, own["stages"], own["openings"], round_stride)
        return {**kept, "follower_dice": self._follower_dice, **walk}

    def tables_by_rule(self) -> dict[str, Any]:
        """The tables of the kernel that follows every rule in every trial."""
        if not self.compiled.is_best:
            return self._tables(no_decisions())
        decisions = self.decisions
        return self._tables(
            {"codes": self.states.plight_codes, "best_action": decisions.chosen, "best_pushes": decisions.plans}
        )

    def _tables(self, decisions: dict[str, Any]) -> dict[str, Any]:
        axes = self.outcomes.axes
        shape, names = [len(axis.values) for axis in axes], [axis.name for axis in axes]
        strides = [prod(shape[names.index(name) + 1 :]) if name in names else 0 for name in COLUMNS]
        results = [axes[0].values.index(name) if name in axes[0].values else 0 for name in RESULTS]
        own = self.compiled_tables
        rules = packed({**own, "axes": np.array(strides), "place_of_result": np.array(results)})
        kept = {name: own[name] for name in ("start", "pools", "calls", "rounds", "code_strides")}
        return {"rules": rules, **kept, **decisions}


def no_decisions() -> dict[str, Any]:
    """The tables of `best` where rules are followed."""
    return {
        "codes": np.zeros(0, np.int64),
        "best_action": np.zeros((0, 0, 6), np.uint8),
        "best_pushes": np.zeros((0, 0, 6), np.int64),
    }


def axes_of(compiled: Compiled, tallied: tuple[str, ...]) -> tuple[Axis, ...]:
    """The axes: result (escaped only where a rule escapes), rounds, and what is tallied."""
    players = compiled.file.player
    can_escape = any(plain(rule.do) == ESCAPE for player in players for rule in player.rule)
    ends = {
        "health": sum(player.maxima[0] for player in players),
        "stamina": sum(player.maxima[1] for player in players),
        "magicka": sum(player.maxima[2] for player in players),
        "injuries": len(players),
        "cleared": compiled.stages[-1].cleared + 1,
    }
    results = RESULTS if can_escape else RESULTS[:3]
    first = (Axis("result", results), Axis.counting("rounds", compiled.rounds))
    return (*first, *(Axis.counting(name, ends[name]) for name in TALLIED if name in tallied))


def resolve(asked: "Combat | Dungeon", box: Box, is_dungeon: bool) -> CombatRoll:
    """The roll of a file; BadFile or ImpossibleQuestion where it is none."""
    file = read_combat(asked.file)
    if is_dungeon and not file.encounter:
        raise BadFile(f"{asked.file}: a dungeon has [[encounter]] tables with enemies = [...]; else it is a combat")
    if file.encounter and not is_dungeon:
        raise BadFile(f"{asked.file}: [[encounter]] tables make a dungeon: ask odds skyrim dungeon")
    is_best = asked.policy == "best"
    if is_best and len(file.player) > 1:
        raise ImpossibleQuestion("--policy best: the best decisions are worked out for one player only")
    for player in file.player:
        if not is_best and not player.rule:
            raise BadFile(f"{asked.file}: player {player.name!r} has no [[player.rule]]: give some, or --policy best")
    compiled = Compiled(file, box, asked.rounds, is_best)
    try:
        tables = compiled.tables()
        warnings = list(warnings_of(compiled, asked.rounds))
    except WrongInput as error:
        raise BadFile(f"{asked.file}: {error}") from None
    tallied, left_out = _tallied(compiled, asked.tally, is_dungeon)
    notes = [*([] if is_best else warnings), *notes_of(compiled, left_out)]
    roll = CombatRoll(compiled, tables, tallied, rulings_of(compiled), tuple(notes))
    if is_best:
        _check_best(roll)
    return roll


def _check_best(roll: CombatRoll) -> None:
    from tamriel_odds.odds.skyrim.combat_states import TooMany

    try:
        roll.decisions  # noqa: B018
    except TooMany:
        raise ImpossibleQuestion("--policy best: this combat has too many states; give rules instead") from None


def _tallied(compiled: Compiled, asked: tuple[str, ...], is_dungeon: bool) -> tuple[tuple[str, ...], list[str]]:
    """What is tallied: as asked, or as much as fits; and what was left out."""
    wanted = [name for name in TALLIED if name in asked] if asked else list(TALLIED)
    if not asked:
        if not is_dungeon:
            wanted.remove("cleared")
        if len(compiled.file.player) == 1:
            wanted.remove("injuries")
        if not _uses_magicka(compiled):
            wanted.remove("magicka")
    kept: list[str] = []
    for name in wanted:
        if prod(len(axis.values) for axis in axes_of(compiled, (*kept, name))) < MOST_CELLS:
            kept.append(name)
    left_out = [name for name in wanted if name not in kept]
    if asked and left_out:
        raise ImpossibleQuestion(
            f"--tally: {' and '.join(left_out)} beside the others are too much, give fewer or --rounds"
        )
    return tuple(kept), left_out


def _uses_magicka(compiled: Compiled) -> bool:
    actions = [action for player in compiled.file.player for action in player.action]
    return any(action.cost[2] or action.spell or action.summon for action in actions) or any(
        line.attack is not None and line.attack.magicka for line in compiled.lines.lines
    )
