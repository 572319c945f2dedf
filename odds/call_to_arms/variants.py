"""The variants of attacks (target Staggered, with a Block Token, boosted, ...) as one set of tables."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.pools import stacked
from tamriel_odds.odds.errors import ImpossibleQuestion

Integers = NDArray[np.int32]
# What a row of bonus dice brings along, as in kernels/call_to_arms/fight.py.
STAGGERS, STAGGERS_ON_DAMAGE, FOLLOWS_UP, TAKES_TOKEN = 1, 2, 4, 8
# Scores are moved so that every variant hits with this one or less.
TARGET = 127


@dataclass(frozen=True)
class Strikes:
    """Attack rolls of one fight, each once; a variant is the number of its roll."""

    rolls: tuple[AttackRoll, ...]

    def brings(self, roll: AttackRoll, row: int) -> int:
        """What comes with this row of bonus dice: effects without, then with the critical die."""
        critical, number = divmod(row, len(roll.options))
        option = roll.options[number]
        follows = option.has("follow-up") or (critical and "flurry" in roll.harm.perks)
        return (
            STAGGERS * (option.staggers and roll.can_be_staggered)
            | STAGGERS_ON_DAMAGE * (roll.stagger_on_damage and roll.can_be_staggered)
            | FOLLOWS_UP * bool(follows)
            | TAKES_TOKEN * option.has("linebreaker")
        )

    @cached_property
    def _first_rows(self) -> list[int]:
        return [0, *accumulate(2 * len(roll.options) for roll in self.rolls)]

    def rows(self, variant: int) -> slice:
        """The rows of bonus dice of one variant."""
        return slice(self._first_rows[variant], self._first_rows[variant + 1])

    @cached_property
    def _tables(self) -> list[dict[str, Any]]:
        return [roll.tables() for roll in self.rolls]

    def _rows(self, name: str) -> list[NDArray[Any]]:
        return [row for tables in self._tables for row in np.atleast_2d(tables[name])]

    def tables(self) -> dict[str, Any]:
        """The fields of the fight's ``Tables`` that its attacks look up."""
        armor, armor_row = self._armor()
        most_missing = max(tables["most_missing"] for tables in self._tables)
        most_stars = max(tables["most_stars"] for tables in self._tables)
        return {
            "skill_die": stacked([self._skill_die(tables) for tables in self._tables]),
            **{name: stacked(self._rows(name)) for name in ("attack", "attack_6", "attack_11")},
            "choice": self._choices(most_missing, most_stars),
            **{name: stacked(self._rows(name)) for name in ("bonus", "bonus_6", "bonus_11")},
            "effect": np.array(
                [self.brings(roll, row) for roll in self.rolls for row in range(2 * len(roll.options))], np.int32
            ),
            "armor": armor,
            "armor_row": armor_row,
            "most_missing": most_missing,
            "most_stars": most_stars,
        }

    @property
    def calls(self) -> set[int]:
        return {int(call) for tables in self._tables for call in tables["calls"]}

    @staticmethod
    def _skill_die(tables: dict[str, Any]) -> Integers:
        """The faces with the Attribute folded into the score; both are at most 127."""
        faces: Integers = tables["skill_die"] + (TARGET - tables["attribute"])
        return faces

    def _choices(self, most_missing: int, most_stars: int) -> Integers:
        """By variant, then critical, icons, missing and stars as one: the row of the bonus dice."""
        choices = []
        for first_row, tables in zip(self._first_rows, self._tables, strict=False):
            own = tables["choice"].reshape(2, 8, tables["most_missing"] + 1, tables["most_stars"] + 1)
            missing, stars = most_missing - tables["most_missing"], most_stars - tables["most_stars"]
            # A miss by more than can be made good is the last of its kind, however large the table.
            padded = np.pad(own, ((0, 0), (0, 0), (0, missing), (0, stars)), mode="edge")
            choices.append(padded.astype(np.int32).ravel() + first_row)
        return np.stack(choices)

    def _armor(self) -> tuple[NDArray[np.uint8], Integers]:
        """The armor rolls, each once, and the one that goes with every row of bonus dice."""
        numbers: dict[bytes, int] = {}
        pools: list[NDArray[np.uint8]] = []
        row_of: list[int] = []
        for roll, tables in zip(self.rolls, self._tables, strict=True):
            if not tables["armor"].size:
                raise ImpossibleQuestion("a fight rolls at most five armor dice, those of a Special Effect included")
            rows = list(tables["armor"])
            for row in range(2 * len(roll.options)):
                pool = rows[row if len(rows) > 1 else 0]
                number = numbers.setdefault(pool.tobytes(), len(pools))
                if number == len(pools):
                    pools.append(pool)
                row_of.append(number)
        return stacked(pools), np.array(row_of, np.int32)  # type: ignore[arg-type, return-value]
