"""Crossings: where along an ordered axis the order of two settings changes.

Between the measured places, the mean difference is interpolated. The interval reaches from the first to the
last place at which Student's interval of the interpolated difference contains 0 (Fieller's method). It covers
a true crossing at least as often as Student's interval covers a true mean. A percentile bootstrap over runs
does not, if runs are few; see benchmarks/interactions.py.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

import attrs
import numpy as np

from agents.distributions import student_quantile
from scenarios.statistics.intervals import Sample

_ENDS = 2


@attrs.frozen
class CrossingPoint:
    """Where the order of two settings changes, as far as the data show it."""

    places: tuple[float, ...]
    """Where the mean difference changes its sign; empty if it does not in the range."""
    low: float | None
    """Where the interval begins; None if it may begin below the range."""
    high: float | None
    """Where the interval ends; None if it may end above the range."""
    n: int
    """The number of runs."""
    level: float = 0.95
    is_empty: bool = False
    """Whether the interval is empty: the order is the same, and known, in the whole range."""

    @property
    def at(self) -> float | None:
        """The place of the crossing, if there is exactly one."""
        return self.places[0] if len(self.places) == 1 else None

    @property
    def is_confirmed(self) -> bool:
        """Whether the order is known at both ends of the range, and differs."""
        return len(self.places) % _ENDS == 1 and self.low is not None and self.high is not None


def crossing(
    differences: Sample, places: Sequence[float], *, is_log: bool = False, level: float = 0.95
) -> CrossingPoint:
    """Find where differences change their sign; they have a row for each run and a column for each place.

    Places must ascend. With `is_log`, differences are interpolated on a logarithmic scale.
    """
    n = len(differences)
    scale = [math.log(place) if is_log else place for place in places]
    back = math.exp if is_log else float
    found = tuple(back(at) for at in _sign_changes(differences.mean(axis=0).tolist(), scale))
    if n < _ENDS:
        return CrossingPoint(found, None, None, n, level)
    unclear = [at for stretch in _unclear(differences, scale, level) for at in stretch]
    if not unclear:
        return CrossingPoint(found, None, None, n, level, is_empty=True)
    low, high = min(unclear), max(unclear)
    return CrossingPoint(
        found,
        None if low <= scale[0] else back(low),
        None if high >= scale[-1] else back(high),
        n,
        level,
    )


def _sign_changes(means: Sequence[float], scale: Sequence[float]) -> Iterator[float]:
    """Yield where the interpolated mean changes its sign; in the middle of a stretch of zeros."""
    known = [(at, mean) for at, mean in zip(scale, means, strict=True) if mean]
    for (at, mean), (then, other) in itertools.pairwise(known):
        if mean * other < 0:
            is_next = scale.index(then) == scale.index(at) + 1
            part = mean / (mean - other) if is_next else 0.5
            zeros = [place for place in scale if at < place < then]
            yield at + part * (then - at) if is_next else (zeros[0] + zeros[-1]) / 2


def _unclear(differences: Sample, scale: Sequence[float], level: float) -> Iterator[tuple[float, float]]:
    """Yield the ends of the stretches between neighbouring places where the sign of the mean is unclear.

    There the squared mean is at most its squared reach. Along a stretch, both are quadratic.
    """
    n = len(differences)
    reach = student_quantile(level, n - 1) ** 2 / n
    for i, (start, stop) in enumerate(itertools.pairwise(scale)):
        first, step = differences[:, i], differences[:, i + 1] - differences[:, i]
        (var, cov), (_, more) = np.cov(first, step)
        mean, slope = float(first.mean()), float(step.mean())
        a, b, c = slope**2 - reach * more, 2 * (mean * slope - reach * cov), mean**2 - reach * var
        inside = _not_positive(float(a), float(b), float(c))
        if inside:
            yield start + inside[0] * (stop - start), start + inside[1] * (stop - start)


def _not_positive(a: float, b: float, c: float) -> tuple[float, float] | None:
    """Return the first and the last w from 0 to 1 with a w² + b w + c <= 0; None if there is none."""
    candidates = [w for w in (0.0, 1.0) if a * w * w + b * w + c <= 0]
    root = b * b - 4 * a * c
    if root >= 0:
        half = -(b + math.copysign(math.sqrt(root), b)) / 2
        roots = [top / bottom for top, bottom in ((half, a), (c, half)) if bottom]
        candidates += [w for w in roots if 0 <= w <= 1]
    return (min(candidates), max(candidates)) if candidates else None
