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
from tamriel_odds.odds.skyrim.combat_arrays import SNEAK, TRAP, Integers, packed
from tamriel_odds.odds.skyrim.combat_file import read_combat
from tamriel_odds.odds.skyrim.combat_notation import WrongAt
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
        """All states of a combat; TooMany where they do not fit. Those of the best decisions are walked, few or not."""
        from tamriel_odds.odds.skyrim.combat_states import MOST_ENDS

        few = None if self.compiled.is_best else self.few_states
        return few or self._explored(MOST_ENDS)

    @cached_property
    def few_states(self) -> "States | None":
        """All states where they are few enough to be listed for a simulation alone."""
        from tamriel_odds.odds.skyrim.combat_states import WALKED_ENDS, TooMany

        try:
            return self._explored(WALKED_ENDS)
        except TooMany:
            return None

    def _explored(self, most_ends: int) -> "States":
        from tamriel_odds.odds.skyrim.combat_explore import explore
        from tamriel_odds.odds.skyrim.combat_states import TooMany

        if not self.compiled_tables["strides"].any():
            raise TooMany
        tables = self.tables_by_rule()
        return explore(tables["rules"], tables["start"], self.compiled_tables, most_ends)

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
        return Chances(tests, needs, symbols, np.array(opening))

    @cached_property
    def decisions(self) -> "Decisions":
        """What the players do, in every round and plight."""
        if self.compiled.is_best:
            return self.states.best(self._chances(), self.compiled.rounds)
        return self.states.by_rules(self.compiled_tables["hopes"])

    def exact(self) -> NDArray[np.float64] | None:
        from tamriel_odds.odds.skyrim.combat_states import TooMany

        if len(self.compiled.file.player) > 1:
            return None
        rounds, stride = self.compiled.rounds, self._strides["rounds"]
        try:
            states, decisions = self.states, self.decisions
            cells = states.chances_of_cells(decisions, self._chances(), rounds, stride, self.outcomes.cells)
        except TooMany:
            return None
        return cells.reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "skyrim.combat_walk" if self._is_walked else "skyrim.combat"

    @property
    def _is_walked(self) -> bool:
        """The best decisions are those of listed states."""
        return self.compiled.is_best or self.few_states is not None

    def tables(self) -> dict[str, Any]:
        """The tables of the kernel that walks from state to state, or of the one that follows every rule."""
        from tamriel_odds.odds.skyrim.combat_walk import Walk

        if not self._is_walked:
            return self.tables_by_rule()
        walk = Walk(self.states, self.decisions, self.compiled_tables)
        return walk.tables(self.compiled.follower_dice, self._strides["rounds"])

    def tables_by_rule(self) -> dict[str, Any]:
        """The tables of the kernel that follows every rule in every trial."""
        axes = self.outcomes.axes
        results = [axes[0].values.index(name) if name in axes[0].values else 0 for name in RESULTS]
        own, strides = self.compiled_tables, [self._strides[name] for name in COLUMNS]
        rules = packed({**own, "axes": np.array(strides), "place_of_result": np.array(results)})
        return {
            "rules": rules,
            "start": self._start(rules),
            **{name: own[name] for name in ("pools", "calls", "rounds")},
        }

    def _start(self, rules: Integers) -> Integers:
        """The row of a fight before its first round."""
        from tamriel_odds.kernels.skyrim.combat_rounds import enter

        start: Integers = self.compiled_tables["start"].copy()
        enter(start, rules)
        return start

    @cached_property
    def _strides(self) -> dict[str, int]:
        """How far a cell moves with what is tallied, 0 for what is not."""
        axes = self.outcomes.axes
        shape, names = [len(axis.values) for axis in axes], [axis.name for axis in axes]
        return {name: prod(shape[names.index(name) + 1 :]) if name in names else 0 for name in COLUMNS}


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
        where = f"{asked.file}:{file.line('encounter')}"
        raise BadFile(f"{where}: [[encounter]] tables make a dungeon: ask odds skyrim dungeon")
    is_best = asked.policy == "best"
    if is_best and len(file.player) > 1:
        raise ImpossibleQuestion("--policy best: the best decisions are worked out for one player only")
    for number, player in enumerate(file.player):
        if not is_best and not player.rule:
            where = f"{asked.file}:{file.line('player', number)}"
            raise BadFile(f"{where}: player {player.name!r} has no [[player.rule]]: give some, or --policy best")
    compiled = Compiled(file, box, asked.rounds, is_best)
    try:
        tables = compiled.tables()
        warnings = list(warnings_of(compiled, asked.rounds))
    except WrongInput as error:
        line = f":{file.line(*error.where)}" if isinstance(error, WrongAt) else ""
        raise BadFile(f"{asked.file}{line}: {error}") from None
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
