"""What the book of Skyrim counts between combats, for whoever keeps a campaign: no dice, printed numbers.

Source: Skyrim, Carriages, Levelling Up, Rewards, Completing a Dungeon.
"""

FIRST_LEVEL, MOST_TRACK = 7, 10
# The one threshold that the book prints: at a maximum of 7, defeated enemies of level 1 and lower leave the game.
THRESHOLD, LEAVES = 7, 1
BASIC_TREASURE = 3


def carriage(holds: int) -> int:
    """The Gold of a carriage across so many Holds.

    >>> carriage(3)
    3
    """
    return holds


def level_cost(level: int) -> int:
    """The Experience that the level-up number `level` costs: 7, then 1 more each time.

    >>> [level_cost(level) for level in (1, 2, 3)]
    [7, 8, 9]
    """
    return FIRST_LEVEL + level - 1


def experience_lost(missing: int, gained: int) -> int:
    """The Experience beyond what the next level needs is lost."""
    return max(gained - missing, 0)


def leaves_the_game(level: int, highest_maximum: int) -> bool | None:
    """Whether a defeated enemy of that level leaves the game; None where the book prints no threshold for it."""
    if highest_maximum >= THRESHOLD and level <= LEAVES:
        return True
    return None


def treasure(highest_level: int) -> str:
    """The kind of Treasure that the most powerful enemy of a dungeon is worth."""
    return "basic" if highest_level <= BASIC_TREASURE else "advanced"
