"""How the tables of a combat lie in one array of its kernel (kernels/skyrim/combat_layout.py)."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
NO_LINE, DARK = -1, -2
NOTHING, SNEAK, AMBUSH, TRAP = range(4)
BY_CURRENT = -1
PLAYER_HEAD, ENEMIES_AT = 8, 8
# The tables in the order of kernels/skyrim/combat_layout.py, then the numbers that stand alone.
TABLES = (
    "players", "actions", "lines", "loss", "line_of", "follower_line", "tracks", "start_code", "after_hit",
    "after_mend", "stages", "rules", "comparisons", "potions", "shows", "hopes", "openings", "axes", "place_of_result",
    "cleared_by_stage", "strides", "sizes", "rolls", "options",
)  # fmt: skip
ALONE = ("slots", "spawns", "players_at", "player_width", "rounds_told")
HEADER = 4


def packed(tables: dict[str, Any]) -> Integers:
    """All tables in one array: where each begins, how far apart its rows and their rows are, how many; then they."""
    begin = HEADER * len(TABLES) + len(ALONE)
    header: list[int] = []
    parts = []
    for name in TABLES:
        table = np.ascontiguousarray(tables[name], np.int64)
        table = table[None, :] if table.ndim == 1 else table
        inner = table.shape[-1] if table.ndim == 3 else 0
        header += [begin, prod(table.shape[1:]), inner, table.shape[0]]
        parts.append(table.ravel())
        begin += table.size
    return np.concatenate([np.array([*header, *(tables[name] for name in ALONE)], np.int64), *parts])


def array(rows: Sequence[Any], columns: int = 0) -> Integers:
    return np.array(rows, np.int64) if len(rows) else np.zeros((0, columns), np.int64)
