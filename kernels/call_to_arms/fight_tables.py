"""What a fight looks up, as kernels/call_to_arms/fight.py is given it."""

from typing import NamedTuple

import numpy as np

# The rows of what is rolled in an attack; the fate of the injured goes where the armor was, what the effect brings
# along where the attack dice were, and every look-up finds its index in the row of situations.
(
    SKILL_ROW,
    ATTACK_ROW,
    BONUS_ROW,
    CHOICE_ROW,
    ARMOR_ROW,
    HIT_ROW,
    DAMAGE_ROW,
    SITUATION_ROW,
    NOTHING_ROW,
    TEST_ROW,
    BLOCK_ROW,
    EXTRA_ROW,
    SPENT_ROW,
    BRACED_ROW,
) = range(14)
ROLLED = 14


class Tables(NamedTuple):
    """Models are numbered; a pool of no dice is the single face 0. What a fight does not use is of size 0 or one."""

    calls: np.ndarray  # int64, the calls that one attack needs
    plan: np.ndarray  # int64 [what of fight_turn.py, attack of the plan]
    models: np.ndarray  # int32 [what of fight_body.py, model]
    tests: np.ndarray  # int32 [which of fight_body.py, model, face]: 1 where a test is passed, with 16 for a Potion
    start: np.ndarray  # int32 by row of the state
    strides: np.ndarray  # int64 by row of the state, 0 where it is not part of the cell
    variant: (
        np.ndarray
    )  # int32 by situation: Extra Damage, Stamina, Staggered oneself; status, token, Health of the other
    cost: np.ndarray  # int32 by variant
    spends: np.ndarray  # int32 by variant: 1 where the Block Token is spent when targeted, 2 where when hit
    apart_calls: np.ndarray  # int64, the calls of what is rolled beside an attack and after it
    toll_calls: np.ndarray  # int64, the calls of what tokens take in an activation
    block_kind: np.ndarray  # int32 by variant: the row of block_test
    block_test: np.ndarray  # int32 [kind, face of the Skill Die]: the row of block, with 256 added for a Potion
    block: np.ndarray  # int32 [row, face]: the stars that join the armor roll
    block_die: np.ndarray  # int32 by row of block: 1 where an armor die is added
    again: np.ndarray  # uint8 [row of bonus dice, stars]: whether such a hit is forced to be rolled again
    extra_row: np.ndarray  # int32 by variant: 1 where Extra Damage adds its die
    extra: np.ndarray  # int32 [row, face]
    skill_die: np.ndarray  # int32 [variant, face]
    attack: np.ndarray  # int32 [variant, face]
    attack_6: np.ndarray
    attack_11: np.ndarray
    choice: np.ndarray  # int32 [variant, situation of the roll]: the row of the bonus pools
    bonus: np.ndarray  # int32 [row, face]
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    effect: np.ndarray  # int32 by row: what it brings along
    gain: np.ndarray  # int32 [Reserve, row]: what it restores, as fight_steps.py has it
    armor_row: np.ndarray  # int32 by row of bonus dice, then the same with one and two armor dice added
    armor: np.ndarray  # uint8 [armor row, face]: stars, with the effect's
    armor_dice: np.ndarray  # int32 [armor row, face]: where armor is too large for that; then as in attack.py
    armor_6: np.ndarray
    armor_11: np.ndarray
    armor_choice: np.ndarray
    armor_bonus: np.ndarray
    armor_bonus_6: np.ndarray
    armor_bonus_11: np.ndarray
    fates: np.ndarray  # int32 [model, Punishing, state and injury as fight_steps.py has them; face]
    bash: np.ndarray  # int32 [model, Stamina]: 1 where a spent Block Token is a Shield Bash
    renews: np.ndarray  # int32 [Health, Stamina, Magicka, at least so much Stamina, Extra Damage; model], by round
    bleed_test: np.ndarray  # int32 [model, tests 0 to 2; faces]: tokens that go, with 16 for each Potion
    drain: np.ndarray  # int32 by face: the Stamina or Magicka that Frost or Shock takes
    more: int  # the first row of what is known besides of the models, 0 where nothing is
    extras: int
    renewing: int
    costs: int
    punishings: int
    never: int
    most_missing: int
    most_stars: int
    healths: int
    staminas: int


class Rules(NamedTuple):
    """Those of them that the rarer rules look up. Fewer arrays are passed from step to step, and compiled sooner."""

    plan: np.ndarray
    models: np.ndarray
    tests: np.ndarray
    bleed_test: np.ndarray
    fates: np.ndarray
    drain: np.ndarray
    bash: np.ndarray
    gain: np.ndarray
    effect: np.ndarray
    spends: np.ndarray
    renews: np.ndarray
    toll_calls: np.ndarray
    more: int
    never: int
    punishings: int
    renewing: int
