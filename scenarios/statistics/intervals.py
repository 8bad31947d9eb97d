"""Estimates and their intervals: how a number measured many times is written in a table."""

import math
from collections.abc import Iterable
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from agents.distributions import check_level, student_quantile

Values: TypeAlias = Iterable[float]
"""Numbers, one a run or one a contest."""
Sample: TypeAlias = npt.NDArray[np.float64]

NO_DATA = "no data"


def _in_order(interval: "Interval", _: object, high: float) -> None:
    if not interval.low <= high:  # not even if one of them is no number
        raise ValueError(f"an interval from {interval.low} to {high} is none")


@attrs.frozen
class Interval:
    """Where the true value is thought to lie."""

    low: float
    high: float = attrs.field(validator=_in_order)
    level: float = 0.95
    """The share of such intervals that are right."""

    @property
    def margin(self) -> float:
        """Half the width, the number people write behind ±."""
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return _bracketed(self, _places(self.margin))


@attrs.frozen
class Estimate:
    """A value that was measured, and how sure it is."""

    value: float | None
    """None where nothing was measured; infinite only for a difference in Elo."""
    interval: Interval | None = None
    """None where the data cannot tell."""
    n: int = 0
    """From how many numbers."""
    standard_error: float | None = None
    note: str = ""
    """In words: why there is no interval, or what is peculiar about it."""

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return self.interval.low if self.interval else None

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return self.interval.high if self.interval else None

    @property
    def is_without_spread(self) -> bool:
        """Were there several numbers, and all the same?"""
        return self.n > 1 and self.standard_error == 0

    def within(self, least: float, most: float) -> "Estimate":
        """Cut off of the interval what cannot be."""
        if self.interval is None:
            return self
        low, high = max(least, self.interval.low), min(most, self.interval.high)
        return attrs.evolve(self, interval=attrs.evolve(self.interval, low=low, high=high))

    def __str__(self) -> str:
        return self.text()

    def text(self, *, factor: float = 1, unit: str = "") -> str:
        """Write `12.3 [10.1, 14.5]`; `factor=100, unit=" %"` makes a percentage of a rate."""
        return " ".join(filter(None, self.split_text(factor=factor, unit=unit)))

    def split_text(self, *, factor: float = 1, unit: str = "") -> tuple[str, str]:
        """Write the value, and apart from it the interval and the note: `12.3` and `[10.1, 14.5]`."""
        if self.value is None:
            return self.note or NO_DATA, ""
        interval = self._scaled(factor)
        places = _places(interval.margin) if interval else None
        rest = []
        if interval and interval.low < interval.high:
            rest.append(_bracketed(interval, places))
        if self.note:
            rest.append(f"({self.note})")
        return number(self.value * factor, places) + unit, " ".join(rest)

    def _scaled(self, factor: float) -> Interval | None:
        if self.interval is None:
            return None
        return attrs.evolve(self.interval, low=self.interval.low * factor, high=self.interval.high * factor)


def number(value: float, places: int | None = None) -> str:
    """Write a number with so many places, else with three digits or so; never an exponent, never -0."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if places is None:
        text = f"{value:.{_places(value / 10) or 0}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _places(error: float) -> int | None:
    """Return how many places show two digits of an error; None if it is no guide."""
    if not 0 < abs(error) < math.inf:
        return None
    return min(9, max(0, 1 - math.floor(math.log10(abs(error)))))


def _bracketed(interval: Interval, places: int | None) -> str:
    return f"[{number(interval.low, places)}, {number(interval.high, places)}]"


def sample(values: Values) -> Sample:
    """Gather numbers; what is no finite number is refused."""
    gathered = np.asarray(list(values), dtype=np.float64)
    if not np.isfinite(gathered).all():
        raise ValueError("a value that is absent or infinite has no place in a sample; leave it out")
    return gathered


def mean_estimate(values: Values, *, level: float = 0.95) -> Estimate:
    """Return the mean, with Student's interval."""
    check_level(level)
    data = sample(values)
    if answer := spreadless(data, level):
        return answer
    error = float(data.std(ddof=1)) / math.sqrt(len(data))
    return around(float(data.mean()), error, student_quantile(level, len(data) - 1), len(data), level=level)


def spreadless(data: Sample, level: float) -> Estimate | None:
    """Return for numbers that say nothing of their spread: none, one, or all the same."""
    if len(data) == 0:
        return Estimate(None, note=NO_DATA)
    first = float(data[0])
    if len(data) == 1:
        return Estimate(first, n=1, note="one value")
    if (data == first).all():
        return Estimate(first, Interval(first, first, level), len(data), 0.0, f"all {len(data)} equal")
    return None


def around(value: float, error: float, quantile: float, n: int, *, level: float) -> Estimate:
    """Make the estimate that reaches so many standard errors to either side."""
    reach = quantile * error
    return Estimate(value, Interval(value - reach, value + reach, level), n, error)
