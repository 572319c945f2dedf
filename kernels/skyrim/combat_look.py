"""How the tables of a combat and the row of a fight are read (combat_layout.py has their places)."""

from tamriel_odds.kernels.jit import inline
from tamriel_odds.kernels.skyrim.combat_layout import ENEMIES, HEADER, PLAYER_WIDTH, PLAYERS_AT, SLOTS


@inline
def row_at(rules, table, row):
    """Where a row begins."""
    return rules[HEADER * table] + row * rules[HEADER * table + 1]


@inline
def look(rules, table, row, column):
    """The number in a column of a row."""
    return rules[rules[HEADER * table] + row * rules[HEADER * table + 1] + column]


@inline
def look_within(rules, table, row, inner, column):
    """The number in a column of a row of a row."""
    return rules[rules[HEADER * table] + row * rules[HEADER * table + 1] + inner * rules[HEADER * table + 2] + column]


@inline
def row_count(rules, table):
    """How many rows there are."""
    return rules[HEADER * table + 3]


@inline
def column_count(rules, table):
    """How many columns a row has."""
    return rules[HEADER * table + 1]


@inline
def player_at(rules, player):
    return rules[PLAYERS_AT] + player * rules[PLAYER_WIDTH]


@inline
def kind_at(slot):
    return ENEMIES + slot


@inline
def code_at(rules, slot):
    return ENEMIES + rules[SLOTS] + slot
