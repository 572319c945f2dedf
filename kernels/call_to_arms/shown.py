"""What a roll shows, packed into the bytes of one int32: adding two rolls adds their stars, accuracy and Piercing.

Effect dice: stars, accuracy, Piercing (seven bits) with a flag for Weakness, icons (three bits) with a flag for
Immunity. Skill Die: score, flags, then the stars and the icons of its critical die in the places effect dice have them.
"""

from tamriel_odds.kernels.jit import passage

ACCURACY, PIERCING, ICONS = 8, 16, 24
POTION = 1 << 10
ICON_BITS = 7 << ICONS


@passage
def stars(shown):
    return shown & 0xFF


@passage
def accuracy(shown):
    return shown >> ACCURACY & 0xFF


@passage
def piercing(shown):
    return shown >> PIERCING & 0x7F


@passage
def icons(shown):
    return shown >> ICONS & 7


@passage
def is_weak(shown):
    return shown >> 23 & 1


@passage
def is_immune(shown):
    return shown >> 27 & 1


@passage
def score(skill):
    return skill & 0xFF


@passage
def is_critical(skill):
    return skill >> 8 & 1


@passage
def is_failure(skill):
    return skill >> 9 & 1


@passage
def has_potion(skill):
    return skill >> 10 & 1


@passage
def critical_stars(skill):
    return skill >> 16 & 0xFF
