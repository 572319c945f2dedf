"""Which word of a trial rolls what. This is part of the seed's promise: changing it changes every count.

Lockpick check: attempt number n, counted from 0, rolls its three dice with the word n; dice set aside are the last of
the three.

Engage number n of a trial, counted from 0, has the calls from ENGAGE_CALLS n on: the adventurer's own dice in fives
with the words OWN, the free dice in fives with the words FREE, so that a free die leaves the others as they were.

Battle: every turn has a call of its own, counted round by round (kernels/betrayal/battle.py).
"""

OWN, FREE = 0, 4
ENGAGE_CALLS = 2
