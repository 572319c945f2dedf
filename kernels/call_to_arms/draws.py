"""Which word of a trial rolls what. This is part of the seed's promise: changing it changes every count.

A word belongs to a role, not to a turn in line, so that two options that are compared share all the dice both have.
Attack number n of a trial uses the calls from 4 n on. A pool of more than five dice goes on in the words `_6` and
`_11`. Armor's bonus dice are the last digits of the armor word where they and the armor dice are at most five, and
roll with words of their own otherwise.
"""

SKILL, ATTACK, BONUS, ARMOR = 0, 1, 2, 3
ATTACK_6, ATTACK_11, ARMOR_6, ARMOR_BONUS = 4, 5, 6, 7
BONUS_6, BONUS_11, ARMOR_11, ENDURANCE = 8, 9, 10, 11
ARMOR_BONUS_6, ARMOR_BONUS_11 = 12, 13

DRAWS = 16
CALLS = 4

# What follows attack number n rolls with the words of the calls from FOLLOWING + 4 n on.
FOLLOWING = 1 << 20
BLOCK_TEST, BLOCK, CUSTOM_FIT, EXTRA_DAMAGE = 0, 1, 2, 3
PUSH, STAMINA, MAGICKA, TOWER_OF_STRENGTH = 4, 5, 6, 7
RESIST_BURNING, RESIST_POISON, MORALE = 8, 9, 10
BASHED, QUICK_REFLEXES, BLOCK_6, RETURNED = 11, 12, 13, 14

# What tokens take in the activation that attack number n opens or closes rolls with the words of the calls from
# ACTIVATION + 4 n on; those of a model that only recovers after it from RECOVERY + 4 n on.
ACTIVATION, RECOVERY = 2 << 20, 3 << 20
BURN, SICKEN, BLEED_TEST, PUT_OUT = 0, 1, 2, 5
BLEED, BLEED_AFTER, BLEED_AGAIN, CAST = 6, 7, 8, 9

# An attack of a fight that is forced to be rolled again does so with the words of the calls from REROLL + 4 n on, and
# its dice after a hit with those from FOLLOWING_REROLL + 4 n on.
REROLL, FOLLOWING_REROLL = 4 << 20, 5 << 20
