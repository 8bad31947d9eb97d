"""Results of significance tests, and their adjustment for several comparisons."""

from collections.abc import Sequence

import attrs

from scenarios.statistics.intervals import Estimate


@attrs.frozen
class Comparison:
    """The result of a significance test."""

    test: str
    """Its name."""
    p: float | None
    """The p-value; None if the data do not determine it."""
    statistic: float | None = None
    n: int = 0
    """The number of pairs, or of values."""
    df: float | None = None
    """Degrees of freedom."""
    difference: Estimate | None = None
    """The difference of the first minus the second."""
    note: str = ""
    """Why there is no p, or what is special about it."""

    @property
    def has_differences(self) -> bool:
        """Whether any pair differs. If none does, other comparisons need no adjustment for this one."""
        estimate = self.difference
        return estimate is not None and not (estimate.value == 0 and estimate.is_without_spread)


def p_text(p: float) -> str:
    """Return a p-value as papers write it: `p = 0.023`, `p < 0.001`."""
    if p < 0.001:  # noqa: PLR2004  # less is never written out
        return "p < 0.001"
    return f"p = {p:.3f}" if p < 0.0995 else f"p = {p:.2f}"  # noqa: PLR2004  # two digits


def constant_difference(test: str, difference: float, n: int) -> Comparison:
    """Return the comparison of data without spread: p is 1 for a difference of 0, otherwise unknown."""
    estimate = Estimate(difference, n=n, note="no spread")
    if difference == 0:
        return Comparison(test, 1.0, n=n, difference=estimate, note="no difference at all")
    return Comparison(test, None, n=n, difference=estimate, note="no spread to judge the difference by")


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return p adjusted for several comparisons, in the same order (Holm 1979).

    Comparisons without p do not count and stay without.
    """
    known = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    corrected: dict[int, float] = {}
    largest = 0.0
    for rank, (p, i) in enumerate(known):
        largest = max(largest, min(1.0, p * (len(known) - rank)))
        corrected[i] = largest
    return tuple(corrected.get(i) for i in range(len(ps)))
