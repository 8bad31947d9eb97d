"""Paired comparisons: two settings under the same seeds, so that luck is shared and falls out."""

import math
from collections import Counter
from functools import lru_cache

import numpy as np

from scenarios.statistics.comparisons import Comparison, constant_difference
from scenarios.statistics.distributions import NORMAL, binomial_p, check_level, student_p
from scenarios.statistics.intervals import Estimate, Sample, Values, mean_estimate, sample

MOST_EXACT = 50
"""With more pairs than this, signed ranks are judged by the normal approximation."""
_GRAIN = 40  # bits of the largest number that a difference keeps


def paired_difference(first: Values, second: Values, *, level: float = 0.95) -> Estimate:
    """Return by how much the first is larger on average, with Student's interval."""
    return mean_estimate(_differences(first, second), level=level)


def paired_t(first: Values, second: Values, *, level: float = 0.95) -> Comparison:
    """Compare two means by Student's test of the differences."""
    check_level(level)
    differences = _differences(first, second)
    n = len(differences)
    if n < 2:  # noqa: PLR2004  # one has no spread
        return Comparison("paired t", None, n=n, note="one pair" if n else "no pairs")
    if (differences == differences[0]).all():
        return constant_difference("paired t", float(differences[0]), n)
    estimate = mean_estimate(differences, level=level)
    t = float(differences.mean()) / (float(differences.std(ddof=1)) / math.sqrt(n))
    return Comparison("paired t", student_p(t, n - 1), t, n, n - 1, estimate)


def signed_rank(first: Values, second: Values) -> Comparison:
    """Compare by Wilcoxon's signed ranks; pairs without a difference are left out.

    Exact up to 50 pairs if no two differences are equally large; else approximate, corrected for equals.
    """
    every = _differences(first, second)
    differences = every[every != 0]
    if not len(differences):
        return _no_difference("signed rank", len(every))
    sizes = np.abs(differences)
    ranks = _midranks(sizes)
    up, down = (float(ranks[side].sum()) for side in (differences > 0, differences < 0))
    ties = Counter(sizes.tolist())
    n = len(differences)
    if n <= MOST_EXACT and len(ties) == n:
        return Comparison("signed rank, exact", _exact_p(int(min(up, down)), n), min(up, down), n)
    variance = n * (n + 1) * (2 * n + 1) / 24 - sum(t**3 - t for t in ties.values()) / 48
    z = (min(up, down) - n * (n + 1) / 4) / math.sqrt(variance)
    return Comparison("signed rank, approximate", min(1.0, 2 * NORMAL.cdf(z)), min(up, down), n)


def sign_test(first: Values, second: Values) -> Comparison:
    """Compare by how often each is the larger one, exactly; pairs without a difference are left out."""
    differences = _differences(first, second)
    up, down = int((differences > 0).sum()), int((differences < 0).sum())
    if not up + down:
        return _no_difference("sign", len(differences))
    return Comparison("sign", binomial_p(up, up + down), float(up), up + down)


def mcnemar(only_first: int, only_second: int) -> Comparison:
    """Compare how often each alone succeeded in pairs of yes and no, exactly."""
    if min(only_first, only_second) < 0:
        raise ValueError(f"{only_first} and {only_second} are no counts")
    n = only_first + only_second
    if n == 0:
        return Comparison("McNemar", 1.0, note="no difference at all")
    return Comparison("McNemar", binomial_p(only_first, n), float(only_first), n)


def _differences(first: Values, second: Values) -> Sample:
    """Subtract pair by pair, without the last digits, which floating point makes up.

    So 0.3 - 0.1 and 0.2 - 0 are the same difference.
    """
    a, b = sample(first), sample(second)
    if len(a) != len(b):
        raise ValueError(f"{len(a)} values cannot be paired with {len(b)}")
    largest = max(float(np.abs(x).max(initial=0)) for x in (a, b))
    grain = math.ldexp(1, math.frexp(largest)[1] - _GRAIN)
    return np.asarray(np.round((a - b) / grain) * grain)


def _no_difference(test: str, pairs: int) -> Comparison:
    if pairs:
        return Comparison(test, 1.0, note="no difference at all")
    return Comparison(test, None, note="no pairs")


def _midranks(sizes: Sample) -> Sample:
    """Rank from 1 on; equals share the mean of their ranks."""
    ordered = np.sort(sizes)
    before, upto = (np.searchsorted(ordered, sizes, side=side) for side in ("left", "right"))
    return np.asarray((before + upto + 1) / 2, dtype=np.float64)


def _exact_p(smaller: int, n: int) -> float:
    """Return how many of the 2ⁿ ways to sign the ranks are at least as uneven."""
    return min(1.0, 2 * sum(_ways(n)[: smaller + 1]) / (1 << n))


@lru_cache(maxsize=MOST_EXACT)
def _ways(n: int) -> tuple[int, ...]:
    """Count the sets of ranks 1 to n by their sum."""
    ways = [1]
    for rank in range(1, n + 1):
        without, with_it = ways + [0] * rank, [0] * rank + ways
        ways = [a + b for a, b in zip(without, with_it, strict=True)]
    return tuple(ways)
