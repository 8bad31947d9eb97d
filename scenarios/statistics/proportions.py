"""Proportions with confidence intervals that stay between 0 and 1."""

import math
from collections.abc import Sequence

from agents.distributions import beta_quantile, check_level, normal_quantile
from scenarios.statistics.intervals import NO_DATA, Estimate, Interval


def wilson(successes: int, n: int, *, level: float = 0.95) -> Estimate:
    """Return a proportion with Wilson's score interval. It is short, and its coverage is right on average."""
    _check(successes, n, level)
    return _score_estimate(successes, n, normal_quantile(level), level)


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> Estimate:
    """Return a proportion with the exact Clopper-Pearson interval. Its coverage is at least `level`."""
    _check(successes, n, level)
    tail = (1 - level) / 2
    low = beta_quantile(tail, successes, n - successes + 1) if successes else 0.0
    high = beta_quantile(1 - tail, successes + 1, n - successes) if successes < n else 1.0
    return _estimate(successes, n, low, high, level)


def simultaneous_proportions(counts: Sequence[int], *, level: float = 0.95) -> tuple[Estimate, ...]:
    """Return the shares of several kinds, with simultaneous confidence intervals (Goodman 1965)."""
    check_level(level)
    n = sum(counts)
    z = normal_quantile(1 - (1 - level) / len(counts))
    return tuple(_score_estimate(count, n, z, level) for count in counts)


def proportion_difference(
    first: tuple[int, int], second: tuple[int, int], *, level: float = 0.95
) -> Estimate:
    """Return the difference of the first proportion minus the second; each is (successes, trials).

    The interval is Newcombe's (1998, his tenth), from both Wilson intervals. It stays between -1 and 1, and
    it has a width even if both proportions are 0 or 1.
    """
    one, other = (wilson(*each, level=level) for each in (first, second))
    if one.value is None or other.value is None or one.interval is None or other.interval is None:
        return Estimate(None, note=NO_DATA)
    difference = one.value - other.value
    below = math.hypot(one.value - one.interval.low, other.interval.high - other.value)
    above = math.hypot(one.interval.high - one.value, other.value - other.interval.low)
    ends = Interval(difference - below, difference + above, level)
    return Estimate(difference, ends, first[1] + second[1])


def _check(successes: int, n: int, level: float) -> None:
    check_level(level)
    if not 0 <= successes <= n:
        raise ValueError(f"invalid proportion: {successes} of {n}")


def _score_estimate(successes: int, n: int, z: float, level: float) -> Estimate:
    """Invert the score test: return the rates within z standard errors of the observed one."""
    if n == 0:
        return Estimate(None, note=NO_DATA)
    rate, shrink = successes / n, 1 + z * z / n
    middle = (rate + z * z / (2 * n)) / shrink
    reach = z / shrink * math.sqrt(rate * (1 - rate) / n + (z / (2 * n)) ** 2)
    return _estimate(successes, n, middle - reach, middle + reach, level)


def _estimate(successes: int, n: int, low: float, high: float, level: float) -> Estimate:
    if n == 0:
        return Estimate(None, note=NO_DATA)
    rate = successes / n
    ends = Interval(low if successes else 0.0, high if successes < n else 1.0, level)
    return Estimate(rate, ends, n, math.sqrt(rate * (1 - rate) / n))
