"""What is rolled in an attack of a fight: its rows, by trial."""

ACTS = 0  # 1 where there is an attack
VARIANT = 1
SKILL = 2
ATTACK = 3
CHOICE = 4  # the row of the bonus dice
BONUS = 5
HIT = 6
ARMOR = 7
DAMAGE = 8
EFFECT = 9  # what the attack brings along
FATE = 10  # what the Endurance Test of the injured comes to
TEST = 11  # the Block Test
BLOCK = 12  # the row of the Block dice
INDEX = 13  # where the next look-up is made
NOTHING = 14  # 0 throughout
# Those of full_fight.py.
MORE = 15  # the dice beyond the fifth of a pool
EXTRA = 16  # 1 where Extra Damage adds its die
FIT = 17  # the test of Custom Fit
ADDED = 18  # the armor dice that tests add
ROWS = 19
