"""Probabilities as people read them: percent with fixed decimals, and never a zero or a hundred that rounding made."""

import math

from tamriel_odds.odds.intervals import wilson

DECIMALS = 2


def percent(share: float) -> str:
    """The share in percent, rounded half to even; what is only nearly 0 or 1 says so.

    >>> percent(0.45), percent(0.000001), percent(0.999999)
    ('45.00%', '<0.01%', '>99.99%')
    """
    text = f"{share * 100:.{DECIMALS}f}%"
    smallest = 10.0**-DECIMALS
    if share > 0 and text == percent_of(0):
        return f"<{smallest:.{DECIMALS}f}%"
    if share < 1 and text == percent_of(1):
        return f">{100 - smallest:.{DECIMALS}f}%"
    return text


def percent_of(whole: int) -> str:
    """Nothing (0) or everything (1) in percent."""
    return f"{whole * 100:.{DECIMALS}f}%"


def exact_percent(share: float) -> str:
    """An exact probability in percent; the impossible is a plain 0."""
    return percent(share) if share else "0"


def seen_percent(count: int, trials: int, level: float) -> str:
    """A simulated probability in percent; what was never seen, or always, by the bound of its interval.

    >>> seen_percent(0, 10_000_000, 0.95), seen_percent(10, 10, 0.95), seen_percent(1, 3, 0.95)
    ('<0.00004%', '>72.24%', '33.33%')
    """
    if 0 < count < trials:
        return percent(count / trials)
    low, high = wilson(count, trials, level)
    if count == 0:
        return f"<{_rounded_up(float(high) * 100)}%"
    room = _rounded_up((1 - float(low)) * 100)
    decimals = len(room.partition(".")[2])
    return f">{100 - float(room):.{decimals}f}%"


def _rounded_up(value: float) -> str:
    """Up to the next hundredth, or where it is smaller, to the next of its first digit."""
    decimals = max(DECIMALS, -math.floor(math.log10(value)))
    return f"{math.ceil(round(value * 10**decimals, 6)) / 10**decimals:.{decimals}f}"


def mean_text(mean: float, error: float) -> str:
    """An average; where it has a standard error (not NaN), two digits of that, and the average as far as they reach.

    >>> mean_text(0.4, float("nan")), mean_text(10.00957, 0.00334)
    ('0.400000', '10.0096 ± 0.0033 (standard error)')
    """
    if math.isnan(error):
        return f"{mean:.6f}"
    decimals = 1 - math.floor(math.log10(error)) if error > 0 else 4
    decimals = min(max(decimals, 0), 12)
    return f"{mean:.{decimals}f} ± {error:.{decimals}f} (standard error)"


def measured(value: float, low: float, high: float, *, is_event: bool) -> str:
    """An average, or a chance in percent: what was never seen, or always, by the bound of its interval.

    >>> measured(0.0, 0.0, 0.0003, is_event=True), measured(1.0, 1.0, 1.0, is_event=True)
    ('<0.03%', '100.00%')
    """
    if not is_event:
        return f"{value:.5f}"
    if value == 0 and high > 0:
        return f"<{_rounded_up(high * 100)}%"
    if value == 1 and low < 1:
        room = _rounded_up((1 - low) * 100)
        return f">{100 - float(room):.{len(room.partition('.')[2])}f}%"
    return exact_percent(value)
