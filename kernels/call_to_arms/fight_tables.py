"""What a fight looks up: where its tables begin."""

from typing import NamedTuple

import numpy as np

# All tables are in one array, and at these places of it is where each begins and how long its rows are: every array
# that is handed to a step is compiled as seven values. A pool of no dice is the single face 0.
CALLS = 0  # the calls that one attack needs
APART_CALLS = 2  # the calls of what is rolled beside an attack and after it
TOLL_CALLS = 4  # the calls of what tokens take in an activation
START = 6  # by row of the state
STRIDES = 8  # by row of the state, 0 where it is not part of the cell
VARIANT = 10  # by situation: Extra Damage, Stamina, Staggered oneself; status, token, Health of the other
COST = 12  # by variant
SPENDS = 14  # by variant: 1 where the Block Token is spent when targeted, 2 where when hit
SKILL_DIE = 16  # [variant, face]
ATTACK = 18  # [variant, face]
CHOICE = 20  # [variant, situation of the roll]: the row of the bonus pools
BONUS = 22  # [row, face]
EFFECT = 24  # by row: what it brings along
ARMOR_ROW = 26  # by row of bonus dice, then the same with one and two armor dice added: that of ARMOR
ARMOR = 28  # [row, face]: stars, with the effect's; rows of length 0 where that is too large for one table
FATES = 30  # [model, then Punishing, state and injury as fight_steps.py has them; face]
BLOCK_KIND = 32  # by variant: the row of BLOCK_TEST
BLOCK_TEST = 34  # [kind, face of the Skill Die]: the row of BLOCK, with 256 added for a Potion
BLOCK = 36  # [row, face]: the stars that join the armor roll
BLOCK_DIE = 38  # by row of BLOCK: 1 where an armor die is added
# Those of full_fight.py; the dice from the sixth and from the eleventh on have tables of their own.
ATTACK_6 = 40
ATTACK_11 = 42
BONUS_6 = 44
BONUS_11 = 46
ARMOR_DICE = 48  # [armor row, face]: where ARMOR would be too large; then as in attack.py
ARMOR_6 = 50
ARMOR_11 = 52
ARMOR_CHOICE = 54
ARMOR_BONUS = 56
ARMOR_BONUS_6 = 58
ARMOR_BONUS_11 = 60
EXTRA_ROW = 62  # by variant: 1 where Extra Damage adds its die
EXTRA = 64  # [row, face]
AGAIN = 66  # [row of bonus dice, stars]: whether such a hit is forced to be rolled again
GAIN = 68  # [Reserve, row of bonus dice]: what it restores, as fight_harm.py has it
BASH = 70  # [model, Stamina]: 1 where a spent Block Token is a Shield Bash
RENEWS = 72  # [Health, Stamina, Magicka, at least so much Stamina, Extra Damage; model], by round
TESTS = 74  # [which of fight_body.py, then model; face]: 1 where a test is passed, with 16 for a Potion
BLEED_TEST = 76  # [model, then tests 0 to 2; faces]: tokens that go, with 16 for each Potion
DRAIN = 78  # by face: the Stamina or Magicka that Frost or Shock takes


class Tables(NamedTuple):
    """What a fight is given; models and attacks are numbered."""

    plan: np.ndarray  # int32 [what of fight_turn.py, attack]
    models: np.ndarray  # int32 [what of fight_body.py, model]
    entries: np.ndarray  # int32, all tables
    never: np.int32  # the moment of a fight that is not over
    rows: np.int32  # of bonus dice
    punishings: np.int32
    most_missing: np.int32
    most_stars: np.int32
    healths: np.int32
    staminas: np.int32
    costs: np.int32  # 1 where Boosts cost Stamina
    extras: np.int32  # 1 where somebody has Extra Damage
    renewing: np.int32  # 1 where something comes back at the end of a round
