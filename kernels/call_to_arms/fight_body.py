"""What is known of every model of a fight: the rows of ``Tables.models``."""

MOST_HEALTH = 0
MOST_STAMINA = 1  # an Adversary's is 0
MOST_MAGICKA = 2
BLOCKS = 3  # 1 where a Block follows its attacks
TESTS = 4  # 1 where it takes an Endurance Test when Injured or against Incapacitate
LIES = 5  # 1 where it stays Incapacitated to the end of the round
SUFFERS = 6  # 1 where tokens can take their toll of it
TRACKED = 7  # 1 where more of its activations is followed
IS_ADVERSARY = 8
CASTS = 9  # 1 where it must first have cast a Ward
WARD_COST = 10
ABSORBS = 11  # 1 where a hit on its Ward restores Magicka
HAS_TOWER = 12  # 1 where it tests against Staggered Tokens
RETURNS = 13  # 1 where its Staggered Token is its attacker's too
REELS = 14  # 1 where it can be Staggered in its own activation
BASH_COST = 15
HAS_QUICK = 16  # 1 where it tests to keep a spent Block Token
MARKED = 17  # 1 where an attack can change its status or take its token

# The tests of a model: the first axis of ``Tables.tests``.
PUT_OUT, SHRUG, ARMOR, QUICK, CAST = 0, 1, 2, 3, 4
