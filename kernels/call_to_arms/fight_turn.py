"""What is known of every attack of a fight's plan: the rows of ``Tables.plan``."""

ATTACKER = 0
TARGET = 1
OPENS = 2  # 1 where it is the first of an activation
CLOSES = 3  # 1 where it is the last
FOLLOWS = 4  # 1 where a Follow-Up must have been granted
FLIPS = 5  # bits of the models that recover after it without an activation
MOMENT = 6  # what the fight's end is called when it ends here
OFFSET = 7  # where its situations begin
STRONG_ARMOR = 8
SAME_ARMOR = 9  # the armor row of all its variants, -1 where they differ
BRINGS = 10  # 1 where it can bring anything along
BLOCKING = 11  # 1 where a token can be spent
AFFLICTS = 12  # bits of the tokens it can give and the Reserves it can take
FITS = 13  # 1 where the target tests for an armor die each time
POSTURES = 14  # 1 where the target can force a reroll
MAGICKA_COST = 15
ENDS = 16  # 1 where the round ends after it
APART = 17  # 1 where something is rolled beside it or after it
GAINS = 18  # 1 where it can restore a Reserve of its attacker
SINGLY = 19  # 1 where what it does is played trial by trial
