"""Rolling in parts: what all rivals in numpy share."""

import numpy as np

# Trials in one numpy expression: these arrays stay in the second cache, four times as fast as a million at once.
AT_ONCE = 1 << 15


def in_parts(count_trials, cells):
    """The rival that adds up what `count_trials(trials, random words)` gives for parts small enough for the cache."""
    random_words = np.random.default_rng(1)

    def rolls(trials):
        counts = np.zeros(cells, np.int64)
        for first in range(0, trials, AT_ONCE):
            counts += count_trials(min(AT_ONCE, trials - first), random_words)
        return counts

    return rolls
