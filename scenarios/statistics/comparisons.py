"""Comparisons: is one setting different from another, or may it be chance?"""

import math
from collections.abc import Sequence

import attrs

from scenarios.statistics.distributions import check_level, student_p, student_quantile
from scenarios.statistics.intervals import Estimate, Sample, Values, around, sample


@attrs.frozen
class Comparison:
    """What a test of significance found."""

    test: str
    """Its name, and `exact` or `approximate` where it may be either."""
    p: float | None
    """How probable so large a difference is if there is none in truth; None where the data cannot tell."""
    statistic: float | None = None
    n: int = 0
    """From how many pairs, or numbers."""
    df: float | None = None
    """Degrees of freedom."""
    difference: Estimate | None = None
    """By how much the first is larger."""
    note: str = ""
    """In words: why there is no p, or what is peculiar about it."""

    def __str__(self) -> str:
        if self.p is None:
            return f"{self.note} ({self.test})"
        return f"{p_text(self.p)} ({self.test}{'; ' if self.note else ''}{self.note})"


def p_text(p: float) -> str:
    """Write a probability as papers do."""
    if p < 0.001:  # noqa: PLR2004  # less is never written out
        return "p < 0.001"
    return f"p = {p:.3f}" if p < 0.0995 else f"p = {p:.2f}"  # noqa: PLR2004  # two digits


def welch_t(first: Values, second: Values, *, level: float = 0.95) -> Comparison:
    """Compare two means of numbers that are not paired, and need not be equally spread (Welch 1947)."""
    check_level(level)
    a, b = sample(first), sample(second)
    n = len(a) + len(b)
    if min(len(a), len(b)) < 2:  # noqa: PLR2004  # one has no spread
        return Comparison("Welch's t", None, n=n, note="fewer than two values on a side")
    shares = [float(x.var(ddof=1)) / len(x) if _varies(x) else 0.0 for x in (a, b)]
    error, difference = math.sqrt(sum(shares)), float(a.mean() - b.mean())
    if error == 0:
        return constant_difference("Welch's t", float(a[0] - b[0]), n)
    df = error**4 / sum(share**2 / (len(x) - 1) for share, x in zip(shares, (a, b), strict=True))
    estimate = around(difference, error, student_quantile(level, df), n, level=level)
    t = difference / error
    return Comparison("Welch's t", student_p(t, df), t, n, df, estimate)


def _varies(data: Sample) -> bool:
    return bool((data != data[0]).any())


def constant_difference(test: str, difference: float, n: int) -> Comparison:
    """Return for data without any spread: no difference is none, any other cannot be judged."""
    estimate = Estimate(difference, n=n, note="no spread")
    if difference == 0:
        return Comparison(test, 1.0, n=n, difference=estimate, note="no difference at all")
    return Comparison(test, None, n=n, difference=estimate, note="no spread to judge the difference by")


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Correct the p of many comparisons, in their order, so that they hold for all at once (Holm 1979).

    What has no p keeps none, and does not count.
    """
    known = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    corrected: dict[int, float] = {}
    largest = 0.0
    for rank, (p, i) in enumerate(known):
        largest = max(largest, min(1.0, p * (len(known) - rank)))
        corrected[i] = largest
    return tuple(corrected.get(i) for i in range(len(ps)))
