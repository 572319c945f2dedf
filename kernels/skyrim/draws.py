"""Which word of a trial rolls what. This is part of the seed's promise: changing it changes every count.

A Skill Test rolls its first five dice with the word POOL, those beyond with POOL_6 to POOL_16, and the n-th die bought
with a push with a word of its own, PUSH_1 + n - 1 for the first three and PUSH_4 + n - 4 beyond.

The round number n of a combat, counted from 0, uses the calls from 3 n on; its words are the enemy die, the first
five dice of the test, four pushes, its dice 6 to 10 and 11 to 15, the Follower's die and two summoned creatures'
(combat_layout.py has their numbers).
"""

POOL, PUSH_1 = 0, 1
POOL_6, POOL_11, POOL_16 = 4, 5, 6
PUSH_4 = 8
NEAR_PUSHES = 3

POOLS = (POOL, POOL_6, POOL_11, POOL_16)
