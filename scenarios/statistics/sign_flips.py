"""Paired comparisons that assume nothing of how differences are spread.

If two settings do the same, each run's difference might as well have had the other sign. The p is the share
of all ways to set the signs by which the mean would be at least as far from nothing as it is.
"""

import math
from functools import lru_cache
from random import Random

import numpy as np

from agents.distributions import NORMAL, check_level
from scenarios.statistics.comparisons import Comparison
from scenarios.statistics.intervals import Sample, Values, mean_estimate
from scenarios.statistics.paired import differences_of

MOST_EXACT = 15
"""Pairs of which every way to set the signs is tried; of more, some are drawn."""
FLIPS = 10_000
"""How many are drawn."""
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
    signs = _every_sign(n) if is_exact else _drawn_signs(n)
    total = abs(float(differences.sum()))
    count = int((np.abs(signs @ differences) >= total).sum())  # sums are exact: differences have a grain
    return Comparison(
        "exact sign flips" if is_exact else f"{FLIPS:,} drawn sign flips",
        count / len(signs) if is_exact else (count + 1) / (len(signs) + 1),
        float(differences.mean()),
        n,
        difference=mean_estimate(differences, level=level),
    )


@lru_cache(maxsize=4)
def _every_sign(n: int) -> Sample:
    """Return every way to set n signs, a row each; but for the first, since turning all changes nothing."""
    bits = np.arange(2 ** (n - 1))[:, np.newaxis] >> np.arange(n) & 1
    return np.asarray(1.0 - 2.0 * bits)


@lru_cache(maxsize=4)
def _drawn_signs(n: int) -> Sample:
    """Draw ways to set n signs, always the same."""
    drawn = Random(_SEED).randbytes(FLIPS * math.ceil(n / 8))  # noqa: S311  # no secret
    bits = np.unpackbits(np.frombuffer(drawn, np.uint8).reshape(FLIPS, -1), axis=1)[:, :n]
    return np.asarray(1.0 - 2.0 * bits)


def pairs_needed(
    difference: float, deviation: float, *, among: int = 1, level: float = 0.95, power: float = 0.8
) -> int | None:
    """Return about how many pairs it takes to see such a difference among so many comparisons.

    By the normal approximation, at the level that Holm's method asks of the clearest one; and no fewer than
    sign flips need to come to that level at all. None if there is no difference.
    """
    check_level(level)
    if difference == 0:
        return None
    alpha = (1 - level) / among
    reach = NORMAL.inv_cdf(1 - alpha / 2) + NORMAL.inv_cdf(power)
    return max(math.ceil((reach * deviation / difference) ** 2), math.ceil(1 - math.log2(alpha)))
