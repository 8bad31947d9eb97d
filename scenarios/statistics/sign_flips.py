"""Sign-flip tests: paired comparisons without assumptions on the distribution of differences.

If two settings are equally good, the difference of each run could as well have the opposite sign. So p is the
share of all choices of signs that give a mean at least as far from 0.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from agents.distributions import NORMAL, check_level
from scenarios.statistics.comparisons import Comparison
from scenarios.statistics.intervals import Sample, Values, mean_estimate
from scenarios.statistics.paired import differences_of

MOST_EXACT = 30
"""With at most this many pairs all choices of signs are counted; with more, some are drawn."""
FLIPS = 100_000
"""The number of choices of signs that are drawn."""
MOST_LISTED = 17
"""With at most this many runs, `flip_signs` lists all choices of signs; there are fewer than `FLIPS`."""
_AT_ONCE = 10_000  # drawn at a time, to limit memory
_MOST_SUMS = 4_000_000  # computed at a time
_SEED = 1990
_ENOUGH = 2  # the fewest pairs for a test


def sign_flips(first: Values, second: Values, *, level: float = 0.95) -> Comparison:
    """Compare two means by a sign-flip test, with Student's confidence interval of the difference.

    The result is always the same for the same data, even if signs are drawn.
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
    """Return the share of all choices of signs whose sum is at least as far from 0 as the observed sum.

    Each choice combines a choice for one half of the differences with one for the other half. So it is enough
    to list the sums of each half, and to count for each sum of one half the sufficient sums of the other.
    Sums are exact, because differences are rounded to a grid.
    """
    total = abs(float(differences.sum()))
    if total == 0:
        return 1.0
    half = len(differences) // 2
    one, other = _sums(differences[:half]), np.sort(_sums(differences[half:]))
    count = int((len(other) - np.searchsorted(other, total - one, "left")).sum())
    return math.ldexp(count, 1 - len(differences))


def _sums(differences: Sample) -> Sample:
    """Return the sum for each choice of signs."""
    sums = np.zeros(1)
    for each in differences:
        sums = np.concatenate([sums - each, sums + each])
    return sums


def _share_of_drawn(differences: Sample) -> float:
    """Return that share among drawn choices of signs, including the observed one."""
    total, count = abs(float(differences.sum())), 1
    for signs in _drawn_signs(len(differences)):
        count += int((np.abs(signs @ differences) >= total).sum())
    return count / (FLIPS + 1)


def flip_signs(n: int) -> Iterator[Sample]:
    """Yield choices of n signs in blocks of rows: all of them with a first sign of +, or else drawn ones.

    The other half mirrors the first, so it adds nothing to a two-sided test. The first choice that is yielded
    changes no sign: it is the observed one.
    """
    if n > MOST_LISTED:
        yield np.ones((1, n))
        yield from _drawn_signs(n)
        return
    numbers = np.arange(1 << (n - 1))
    for block in np.array_split(numbers, math.ceil(len(numbers) / _AT_ONCE)):
        yield _as_signs(block[:, None] >> np.arange(n) & 1)


def flip_ps(differences: Sample) -> Sample:
    """Return the two-sided p of each column of differences, all by the same choices of signs.

    A column must be rounded to a grid (`without_noise`), so that its sums are exact.
    """
    n, columns = differences.shape
    observed = np.abs(differences.sum(axis=0))
    count, total = np.zeros(columns), 0
    for signs in flip_signs(n):
        for part in np.array_split(signs, math.ceil(signs.shape[0] * columns / _MOST_SUMS)):
            count += (np.abs(part @ differences) >= observed).sum(axis=0)
        total += len(signs)
    return np.asarray(count / total)


def flips_of(n: int) -> str:
    """Name the choices of signs that `flip_signs` yields."""
    return "exact sign flips" if n <= MOST_LISTED else f"{FLIPS:,} drawn sign flips"


def _drawn_signs(n: int) -> Iterator[Sample]:
    for bits in np.split(_drawn(n), FLIPS // _AT_ONCE):
        yield _as_signs(np.unpackbits(bits, axis=1)[:, :n])


def _as_signs(bits: npt.NDArray[np.int64] | npt.NDArray[np.uint8]) -> Sample:
    return np.asarray(1.0 - 2.0 * bits, np.float64)


@lru_cache(maxsize=4)
def _drawn(n: int) -> npt.NDArray[np.uint8]:
    """Draw choices of n signs, one bit for each sign, always the same."""
    drawn = Random(_SEED).randbytes(FLIPS * math.ceil(n / 8))  # noqa: S311  # no secret
    return np.frombuffer(drawn, np.uint8).reshape(FLIPS, -1)


def least_pairs(*, among: int = 1, level: float = 0.95) -> int:
    """Return the fewest pairs with which the clearest of `among` comparisons can be significant.

    The smallest p of n pairs belongs to two of the 2**n choices of signs, and Holm's method multiplies it by
    the number of comparisons. With fewer pairs it exceeds 1 - level even if all runs agree.
    """
    check_level(level)
    return max(_ENOUGH, math.ceil(1 - math.log2((1 - level) / among)))


def pairs_needed(
    difference: float, deviation: float, *, among: int = 1, level: float = 0.95, power: float = 0.8
) -> int | None:
    """Return about how many pairs are needed to detect a difference among `among` comparisons.

    It uses the normal approximation with Guenther's (1981) term for Student's test, at the level that Holm's
    method requires of the clearest comparison. It is never less than `least_pairs`. Return None if the
    difference is 0.
    """
    check_level(level)
    if difference == 0:
        return None
    far, more = NORMAL.inv_cdf(1 - (1 - level) / among / 2), NORMAL.inv_cdf(power)
    if deviation == 0:
        return least_pairs(among=among, level=level)
    needed = ((far + more) * deviation / difference) ** 2 + far**2 / 2
    return max(math.ceil(needed), least_pairs(among=among, level=level))


def detectable_difference(
    pairs: int, deviation: float, *, among: int = 1, level: float = 0.95, power: float = 0.8
) -> float | None:
    """Return the difference for which about this number of pairs is needed: the inverse of `pairs_needed`.

    Return None if so few pairs can never be significant.
    """
    if pairs < least_pairs(among=among, level=level):
        return None
    far, more = NORMAL.inv_cdf(1 - (1 - level) / among / 2), NORMAL.inv_cdf(power)
    return (far + more) * deviation / math.sqrt(pairs - far**2 / 2)
