"""Paired comparisons that assume nothing of how differences are spread.

If two settings do the same, each run's difference might as well have had the other sign. The p is the share
of all ways to set the signs by which the mean would be at least as far from nothing as it is.
"""

import math
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from agents.distributions import NORMAL, check_level
from scenarios.statistics.comparisons import Comparison
from scenarios.statistics.intervals import Sample, Values, mean_estimate
from scenarios.statistics.paired import differences_of

MOST_EXACT = 30
"""Pairs of which every way to set the signs is counted; of more, some are drawn."""
FLIPS = 100_000
"""How many are drawn."""
_AT_ONCE = 10_000  # of those drawn, so that they need little room
_SEED = 1990
_ENOUGH = 2  # pairs without which there is nothing to judge by


def sign_flips(first: Values, second: Values, *, level: float = 0.95) -> Comparison:
    """Compare two means by a permutation test of the signs of their differences, with Student's interval.

    What is drawn for many pairs is the same each time.
    """
    check_level(level)
    differences = differences_of(first, second)
    n = len(differences)
    if n < _ENOUGH:
        return Comparison("sign flips", None, n=n, note="one pair" if n else "no pairs")
    is_exact = n <= MOST_EXACT
    return Comparison(
        "exact sign flips" if is_exact else f"{FLIPS:,} drawn sign flips",
        _share_of_all(differences) if is_exact else _share_of_drawn(differences),
        float(differences.mean()),
        n,
        difference=mean_estimate(differences, level=level),
    )


def _share_of_all(differences: Sample) -> float:
    """Return the share of all ways to set the signs by which the sum is as far from 0 as it is.

    Each way is one of a half of the differences and one of the other half, so it is enough to list either
    half, and to count for each sum of one what the other must at least add. Sums are exact, since differences
    have a grain.
    """
    total = abs(float(differences.sum()))
    if total == 0:
        return 1.0
    half = len(differences) // 2
    one, other = _sums(differences[:half]), np.sort(_sums(differences[half:]))
    count = int((len(other) - np.searchsorted(other, total - one, "left")).sum())
    return math.ldexp(count, 1 - len(differences))


def _sums(differences: Sample) -> Sample:
    """Return the sum for each way to set the signs."""
    sums = np.zeros(1)
    for each in differences:
        sums = np.concatenate([sums - each, sums + each])
    return sums


def _share_of_drawn(differences: Sample) -> float:
    """Return that share among some ways to set the signs, the one that is there among them."""
    total, count = abs(float(differences.sum())), 1
    for bits in np.split(_drawn(len(differences)), FLIPS // _AT_ONCE):
        signs = 1.0 - 2.0 * np.unpackbits(bits, axis=1)[:, : len(differences)]
        count += int((np.abs(signs @ differences) >= total).sum())
    return count / (FLIPS + 1)


@lru_cache(maxsize=4)
def _drawn(n: int) -> npt.NDArray[np.uint8]:
    """Draw ways to set n signs, a bit each, always the same."""
    drawn = Random(_SEED).randbytes(FLIPS * math.ceil(n / 8))  # noqa: S311  # no secret
    return np.frombuffer(drawn, np.uint8).reshape(FLIPS, -1)


def least_pairs(*, among: int = 1, level: float = 0.95) -> int:
    """Return with how many pairs the clearest of so many comparisons can be told apart at all.

    Of fewer, even if every run differs in the same direction, as much would come by chance too often: the
    least p of n pairs is that of two ways to set n signs, which Holm's method multiplies.
    """
    check_level(level)
    return max(_ENOUGH, math.ceil(1 - math.log2((1 - level) / among)))


def pairs_needed(
    difference: float, deviation: float, *, among: int = 1, level: float = 0.95, power: float = 0.8
) -> int | None:
    """Return about how many pairs it takes to see such a difference among so many comparisons.

    By the normal approximation and what Guenther (1981) adds to it for Student's test, at the level that
    Holm's method asks of the clearest one; and no fewer than sign flips need to come to that level at all.
    None if there is no difference.
    """
    check_level(level)
    if difference == 0:
        return None
    far, more = NORMAL.inv_cdf(1 - (1 - level) / among / 2), NORMAL.inv_cdf(power)
    if deviation == 0:
        return least_pairs(among=among, level=level)
    needed = ((far + more) * deviation / difference) ** 2 + far**2 / 2
    return max(math.ceil(needed), least_pairs(among=among, level=level))
