"""How far a simulated number may be from the true one: Wilson intervals, standard errors, z-scores."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def quantile(level: float) -> float:
    """Half the width, in standard errors, of a two-sided normal interval of that level: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(counts: ArrayLike, trials: int, level: float) -> tuple[Floats, Floats]:
    """The Wilson score interval of each count out of `trials`: lower and upper bounds, shape of `counts`.

    Never empty: an event not seen in n trials has an upper bound above 0. Source: E. B. Wilson, "Probable inference",
    Journal of the American Statistical Association 22 (1927).
    """
    z = quantile(level)
    share = np.asarray(counts, dtype=np.float64) / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * np.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / scale
    low = np.where(share == 0, 0.0, np.maximum(centre - half, 0.0))
    high = np.where(share == 1, 1.0, np.minimum(centre + half, 1.0))
    return low, high


def half_width(counts: ArrayLike, trials: int, level: float) -> float:
    """Half the width of the widest of the intervals of `counts`."""
    low, high = wilson(counts, trials, level)
    return float(np.max(high - low)) / 2


def z_score(count: int, trials: int, probability: float) -> float:
    """How many standard errors a count is from what `probability` makes us expect.

    Where the expected count (or its complement) is below 100 the normal curve is a poor judge of it: there the exact
    tail of the Poisson distribution is turned into the z-score with the same tail.
    """
    if probability > 0.5:
        return z_score(trials - count, trials, 1 - probability)
    expected = trials * probability
    if expected < 1e-9:
        return math.inf if count else 0.0
    if expected >= 100:
        return abs(count - expected) / math.sqrt(expected * (1 - probability))
    tail = _poisson_tail(count, expected)
    return max(0.0, -NormalDist().inv_cdf(tail)) if tail > 1e-300 else math.inf


def _poisson_tail(count: int, expected: float) -> float:
    """P(at least `count`) or P(at most `count`) of a Poisson variable, on the side `count` lies."""
    upward = count > expected
    term = math.exp(count * math.log(expected) - expected - math.lgamma(count + 1))
    total, step = 0.0, count
    while term > 0 and term > total * 1e-17:
        total += term
        step += 1 if upward else -1
        if step < 0:
            break
        term *= expected / step if upward else (step + 1) / expected
    return min(total, 1.0)


def paired_share(more: int, fewer: int, trials: int, level: float) -> tuple[float, float]:
    """The interval of the difference of two shares counted on the same trials.

    `more` and `fewer` are the discordant trials of either direction. Each has its Wilson interval; the two are joined
    by the square of their distances and their correlation (Zou and Donner, "Construction of confidence limits about
    effect measures", Statistics in Medicine 27 (2008)). Where nothing is discordant it is not empty.
    """
    shares = more / trials, fewer / trials
    low, high = wilson([more, fewer], trials, level)
    rest = (1 - shares[0]) * (1 - shares[1])
    correlation = math.sqrt(shares[0] * shares[1] / rest) if rest > 0 else 0.0

    def joined(one: float, other: float) -> float:
        return math.sqrt(one**2 + other**2 + 2 * min(correlation, 1.0) * one * other)

    difference = shares[0] - shares[1]
    below = joined(shares[0] - float(low[0]), float(high[1]) - shares[1])
    above = joined(float(high[0]) - shares[0], shares[1] - float(low[1]))
    return max(difference - below, -1.0), min(difference + above, 1.0)


def paired_mean(differences: Floats, counts: NDArray[np.int64], level: float) -> tuple[float, float]:
    """The interval of an average difference, from how often each difference was seen on the same trials.

    It is the average with its standard error; where no difference is beyond 1, that of the shares. Where none was
    seen at all, the largest there can be is as likely as an event that was never seen.
    """
    trials = int(counts.sum())
    seen = differences[counts > 0]
    if not seen.any():
        largest = float(np.abs(differences).max(initial=0))
        low, high = paired_share(0, 0, trials, level)
        return largest * low, largest * high
    if np.abs(seen).max() <= 1:
        return paired_share(int(counts[differences > 0].sum()), int(counts[differences < 0].sum()), trials, level)
    mean = float(differences @ counts) / trials
    variance = float(differences**2 @ counts) / trials - mean**2
    half = quantile(level) * math.sqrt(max(variance, 0.0) / trials)
    return mean - half, mean + half
