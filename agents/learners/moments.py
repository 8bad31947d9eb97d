"""Moments: the number of values, their mean and their spread, stored without the values."""

import math
import sys
from collections.abc import Sequence

import attrs

from agents.distributions import normal_quantile, student_p, student_quantile
from agents.sums import running_sum
from blackboard.items import MOST_COUNTED

_FEWEST = 2
"""How many values are needed to estimate a variance."""
_LANDMARKS = (1_000_000, 1000, 100, 30, 10, 5, 2, 1)
"""Degrees of freedom at which Student's t is looked up once and cached."""


@attrs.frozen
class Moments:
    """A number of values, their mean, and the sum of their squared deviations from it."""

    count: int = 0
    mean: float = 0.0
    spread: float = 0.0

    @classmethod
    def of(cls, values: Sequence[int], unit: int) -> "Moments":
        """Return the moments of values in units; nothing is rounded before the end."""
        count = len(values)
        if not count:
            return cls()
        total, squares = sum(values), sum(value * value for value in values)
        return cls(count, total / (count * unit), (count * squares - total * total) / (count * unit * unit))

    @classmethod
    def of_floats(cls, values: Sequence[float]) -> "Moments":
        """Return the moments of any values."""
        if not values:
            return cls()
        are_same = min(values) == max(values)
        mean = values[0] if are_same else math.fsum(values) / len(values)
        return cls(len(values), mean, math.fsum((value - mean) ** 2 for value in values))

    def __add__(self, other: "Moments") -> "Moments":
        """Return the moments of the values of both, in any order; equal means stay exactly equal."""
        if not self.count or not other.count:
            return self if self.count else other
        count = self.count + other.count
        apart = abs(self.mean - other.mean)
        spread = self.spread + other.spread + apart * apart * (self.count * other.count / count)
        return Moments(
            min(count, MOST_COUNTED),
            (self.count * self.mean + other.count * other.mean) / count if apart else self.mean,
            min(spread, sys.float_info.max),
        )

    @property
    def variance(self) -> float:
        """Return the estimated variance of the values; 0 for fewer than two."""
        return self.spread / (self.count - 1) if self.count >= _FEWEST else 0.0

    @property
    def deviation(self) -> float:
        """Return the standard deviation."""
        return math.sqrt(self.variance)

    @property
    def z(self) -> float:
        """Return the mean in units of its standard error; 0 if the error is 0 or unknown."""
        error = math.sqrt(self.variance / self.count) if self.count else 0.0
        return self.mean / error if error else 0.0


NOTHING = Moments()
"""The moments of no values."""


def differs(one: Moments, other: Moments, level: float) -> int:
    """Return 1 if the first values are larger, -1 if smaller, 0 if neither, by Welch's two-sided test.

    Fewer than two values, or values that are all the same on both sides, show nothing.
    """
    if min(one.count, other.count) < _FEWEST:
        return 0
    errors = one.variance / one.count, other.variance / other.count
    error = running_sum(errors)
    if not error:
        return 0
    t = (one.mean - other.mean) / math.sqrt(error)
    shares = (each / error for each in errors)
    freedom = 1 / running_sum(
        share * share / (side.count - 1) for share, side in zip(shares, (one, other), strict=True)
    )
    if not _is_far(abs(t), freedom, level):
        return 0
    return 1 if t > 0 else -1


def _is_far(t: float, freedom: float, level: float) -> bool:
    """Return whether Student's t lies this far from 0 by chance with a probability below 1 - level."""
    if t <= normal_quantile(level):
        return False
    fewer = next((each for each in _LANDMARKS if each <= freedom), 1)
    if t > student_quantile(level, fewer):
        return True
    return student_p(t, freedom) < 1 - level
