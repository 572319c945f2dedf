"""What the rivals know of a duel: attacks that nothing changes, neither tokens nor Boosts nor Endurance Tests."""


def attacks_of(roll):
    """The attack of each choice, which is the same in all situations: that of a target with 1 Health left stands."""
    return [roll.roll_of(int(choice[..., 1].flat[0])) for choice in roll.choices]
