"""Comparisons: is one setting different from another, or may it be chance?"""

from collections.abc import Sequence

import attrs

from scenarios.statistics.intervals import Estimate


@attrs.frozen
class Comparison:
    """What a test of significance found."""

    test: str
    """Its name."""
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


def p_text(p: float) -> str:
    """Write a probability as papers do."""
    if p < 0.001:  # noqa: PLR2004  # less is never written out
        return "p < 0.001"
    return f"p = {p:.3f}" if p < 0.0995 else f"p = {p:.2f}"  # noqa: PLR2004  # two digits


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
