"""How a combat lies in arrays: the numbers of one fight, in a row of int64, and the columns of its tables."""

# A fight: where it stands, then the kinds and the tracks of its enemies by slot, then the players one after another.
STAGE, PHASE, ACTED, FIRST, INJURIES, RESULT, ROUND, ACTOR, ENEMIES = range(9)
# PHASE: the opening (Sneak, Ambush, a trap) is still to come, or the enemy die is rolled.
OPENING, FIGHTING = 0, 1
# RESULT
RUNNING, WON, LOST, ESCAPED = range(4)

# A player.
HEALTH, STAMINA, MAGICKA, BLOWS, PRESENT, INNATE, SUMMON_1, SUMMON_2, USES = range(9)

# Columns of `players`: the maxima of the tracks are in the same places as the tracks.
RULES, RULES_END, ESCAPES, ESCAPES_END, FOLLOWER, SNEAKS, SNEAK_ACTION, MOST_SUMMONS = range(3, 11)
# The pushes of a round, or BY_CURRENT where they follow the tracks as they stand.
PUSH_LIMIT, BY_CURRENT = 11, -1
# From here on, for each place of USES: how often it can be used again in the next Encounter, 0 for what is used up.
RENEWED_USES = 12

# Columns of `actions`.
KIND, COST_STAMINA, COST_MAGICKA, COST_HEALTH, NEED, SYMBOL, POOL_ROW, POOL_6_ROW, TRACK = range(9)
HIT, HEAL, RESTORE_STAMINA, RESTORE_MAGICKA, SUMMON, USE, IS_INNATE, IS_CERTAIN, IS_UNSEEN = range(9, 18)
PUSH_HEALTH, PUSH_MOST, TO_WEAKEST, REFILLS_MAGICKA, ACTION_COLUMNS = range(18, 23)
OFFENSIVE, DEFENSIVE, SPECIAL = range(3)

# Columns of `lines`, what an enemy or a follower does on a symbol.
STAMINA_DAMAGE, MAGICKA_DAMAGE, HITS_ALL, MENDS, SPAWNS, STRIKES, GIVES_HEALTH, GIVES_STAMINA, GIVES_MAGICKA = range(9)
IS_ATTACK, LINE_COLUMNS = range(9, 11)
# `line_of` where no line has the symbol, and where a dark line has it and nobody has a Legendary Skill.
NO_LINE, DARK = -1, -2

# Columns of `stages`.
RECOVERS, OPENER, OPENER_NEED, OPENER_SLOT, OPENER_LINE, STAGE_KINDS = range(6)
# OPENER
NOTHING, SNEAK, AMBUSH, TRAP = range(4)

# Columns of `rules` and of `comparisons`.
COMPARISONS, COMPARISONS_END, DO = range(3)
VARIABLE, LOW, HIGH, IS_NOT = range(4)
# VARIABLE, in the order of the names that rules use.
(
    OWN_HEALTH,
    OWN_STAMINA,
    OWN_MAGICKA,
    FINAL_BLOWS,
    ROUNDS,
    ENEMIES_LEFT,
    FIRST_HEAVY,
    FIRST_LIGHT,
    FIRST_MAGIC,
    FIRST_ARMOR,
    ATTACKED,
    DAMAGE,
    PLAYERS_LEFT,
    SUMMONS,
    INNATE_LEFT,
    ENCOUNTER,
) = range(16)

# Columns of `potions`.
OWNER, POTION_USE, POTION_HEALTH, POTION_STAMINA, POTION_MAGICKA, POTION_RULE, POTION_COLUMNS = range(7)

# Words of a round, three calls each: the enemy die, the dice of the test, its pushes, what follows.
ENEMY_WORD, TEST_WORD, PUSH_WORD = 0, 1, 2
TEST_6_WORD, TEST_11_WORD, FOLLOWER_WORD = 6, 7, 8
CALLS_A_ROUND, MOST_PUSHES = 3, 4
# Five dice of a test are rolled with one word.
POOL_FACES, DIE_FACES = 6**5, 6

# Columns of `axes`: how far a cell moves with each of these, 0 for what is not counted.
BY_RESULT, BY_ROUND, BY_HEALTH, BY_STAMINA, BY_MAGICKA, BY_INJURIES, BY_CLEARED = range(7)

# What follows a state where all are listed: its cell without the round, how it opens and who does, the codes after a
# failed and a passed opening; then, by the roll of the Followers, the code of the plight and, where the round has ended
# before the enemy die, that of the state.
CELL, OPENS, OPENING_PLAYER, FAILED, PASSED, REACHED = range(6)
# What follows a plight with a face and an option: the action, its pushes, the code after each end of its test.
ACTION, MOST, AFTER = range(3)
# In place of what does not follow.
NO_CODE = NOT_POSSIBLE = -1

# One array holds all of these tables, so that a step of the rules is handed two arrays and no more, which compiles in
# seconds instead of minutes: first HEADER numbers a table (where it begins, how far apart its rows are, and the rows of
# its rows, how many there are), then numbers that stand alone, then the tables.
TABLES = (
    "players",
    "actions",
    "lines",
    "loss",
    "line_of",
    "follower_line",
    "tracks",
    "start_code",
    "after_hit",
    "after_mend",
    "stages",
    "rules",
    "comparisons",
    "potions",
    "shows",
    "hopes",
    "openings",
    "axes",
    "place_of_result",
    "cleared_by_stage",
    "strides",
    "sizes",
    "rolls",
    "options",
)
HEADER = 4
(
    PLAYER_ROWS,
    ACTION_ROWS,
    LINE_ROWS,
    LOSS,
    LINE_OF,
    FOLLOWER_LINE,
    TRACKS_OF,
    START_CODE,
    AFTER_HIT,
    AFTER_MEND,
    STAGE_ROWS,
    RULE_ROWS,
    COMPARISON_ROWS,
    POTION_ROWS,
    SHOWS,
    HOPES,
    OPENINGS,
    AXES,
    PLACE_OF_RESULT,
    CLEARED_BY_STAGE,
    STRIDES,
    SIZES,
    ROLLS,
    OPTIONS,
) = range(24)
# Numbers that stand alone.
SLOTS, SPAWN_SLOTS, PLAYERS_AT, PLAYER_WIDTH, ROUNDS_TOLD = range(HEADER * len(TABLES), HEADER * len(TABLES) + 5)
ALONE = ("slots", "spawns", "players_at", "player_width", "rounds_told")
