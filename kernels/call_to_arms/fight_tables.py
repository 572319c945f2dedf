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
    GOING_ROW,
) = range(12)
ROLLED = 12


class Tables(NamedTuple):
    """Models are numbered; a pool of no dice is the single face 0. What a fight does not use is of size 0 or one."""

    calls: np.ndarray  # int64, the calls that one attack needs
    start: np.ndarray  # int32 by row of the state
    strides: np.ndarray  # int64 by row of the state, 0 where it is not part of the cell
    attacker: np.ndarray  # int64 by attack of the plan
    target: np.ndarray  # int64 by attack
    opens: np.ndarray  # int64 by attack: 1 where it is the first of an activation
    closes: np.ndarray  # int64 by attack: 1 where it is the last
    follows: np.ndarray  # int64 by attack: 1 where a Follow-Up must have been granted
    flips: np.ndarray  # int64 by attack: bits of the models that recover after it without an activation
    moment: np.ndarray  # int32 by attack: what the fight's end is called when it ends here
    offset: np.ndarray  # int64 by attack: where its situations begin
    strong_armor: np.ndarray  # int64 by attack
    same_armor: np.ndarray  # int64 by attack: the armor row of all its variants, -1 where they differ
    brings: np.ndarray  # int64 by attack: 1 where it can bring anything along
    afflicts: np.ndarray  # int64 by attack: 1 where it can give a token or take a Reserve
    variant: np.ndarray  # int32 by situation: Stamina, Staggered oneself, status, token and Health of the target
    cost: np.ndarray  # int32 by variant
    spends: np.ndarray  # int32 by variant: 1 where the Block Token is spent when targeted, 2 where when hit
    blocking: np.ndarray  # int64 by attack: 1 where a token can be spent
    block_calls: np.ndarray  # int64, the calls of what is rolled beside an attack
    after_calls: np.ndarray  # int64, the calls of what is rolled after one
    toll_calls: np.ndarray  # int64, the calls of what tokens take in an activation
    block_kind: np.ndarray  # int32 by variant: the row of block_test
    block_test: np.ndarray  # int32 [kind, face of the Skill Die]: the row of block, with 256 added for a Potion
    block: np.ndarray  # int32 [row, face]: the stars that join the armor roll
    block_die: np.ndarray  # int32 by row of block: 1 where an armor die is added
    skill_die: np.ndarray  # int32 [variant, face]
    attack: np.ndarray  # int32 [variant, face]
    attack_6: np.ndarray
    attack_11: np.ndarray
    choice: np.ndarray  # int32 [variant, situation of the roll]: the row of the bonus pools
    bonus: np.ndarray  # int32 [row, face]
    bonus_6: np.ndarray
    bonus_11: np.ndarray
    effect: np.ndarray  # int32 by row: what it brings along
    armor_row: np.ndarray  # int32 by row of bonus dice, then the same with an armor die added
    armor: np.ndarray  # uint8 [armor row, face]: stars, with the effect's
    fates: np.ndarray  # int32 [model, Punishing, state and injury as fight_steps.py has them; face]
    most_health: np.ndarray  # int32 by model
    most_stamina: np.ndarray  # int32 by model; an Adversary's is 0
    most_magicka: np.ndarray  # int32 by model
    blocks: np.ndarray  # int32 by model: 1 where a Block follows its attacks
    tests: np.ndarray  # int32 by model: 1 where it takes an Endurance Test when Injured or against Incapacitate
    lies: np.ndarray  # int32 by model: 1 where it stays Incapacitated to the end of the round
    suffers: np.ndarray  # int32 by model: 1 where tokens can take their toll of it
    is_adversary: np.ndarray  # int32 by model
    bleed_test: np.ndarray  # int32 [model, tests 0 to 2; faces]: tokens that go, with 16 for each Potion
    put_out: np.ndarray  # int32 [model, face]: 1 where the fire goes out, with 16 for a Potion
    shrug: np.ndarray  # int32 [model, face]: 1 where a token is shrugged off, with 16 for a Potion
    drain: np.ndarray  # int32 by face: the Stamina or Magicka that Frost or Shock takes
    more: int  # the first row of what is known besides of the models, 0 where nothing is
    costs: int
    punishings: int
    never: int
    most_missing: int
    most_stars: int
    healths: int
    staminas: int
