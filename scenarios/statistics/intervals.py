"""Estimates and confidence intervals, and how to write them."""

import math
from collections.abc import Iterable
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from agents.distributions import check_level, student_quantile

Values: TypeAlias = Iterable[float]
"""Numbers, one for each run or contest."""
Sample: TypeAlias = npt.NDArray[np.float64]

NO_DATA = "no data"


def _in_order(interval: "Interval", _: object, high: float) -> None:
    if not interval.low <= high:  # also false if one of them is NaN
        raise ValueError(
            f"invalid interval from {interval.low} to {high}; its low end must not exceed its high end"
        )


@attrs.frozen
class Interval:
    """A confidence interval."""

    low: float
    high: float = attrs.field(validator=_in_order)
    level: float = 0.95
    """The confidence level: the share of such intervals that cover the true value."""

    @property
    def margin(self) -> float:
        """Half the width: the number behind ±."""
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return _bracketed(self, _places(self.margin))


@attrs.frozen
class Estimate:
    """A measured value and its confidence interval."""

    value: float | None
    """None if nothing was measured. Only a difference in Elo can be infinite."""
    interval: Interval | None = None
    """None if the data do not determine it."""
    n: int = 0
    """The sample size."""
    standard_error: float | None = None
    note: str = ""
    """Why there is no interval, or what is special about it."""

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
        """Whether there were several values, all equal."""
        return self.n > 1 and self.standard_error == 0

    def within(self, least: float, most: float) -> "Estimate":
        """Clip the interval to possible values."""
        if self.interval is None:
            return self
        low, high = max(least, self.interval.low), min(most, self.interval.high)
        return attrs.evolve(self, interval=attrs.evolve(self.interval, low=low, high=high))

    def __str__(self) -> str:
        return self.text()

    def text(self, *, factor: float = 1, unit: str = "") -> str:
        """Return `12.3 [10.1, 14.5]`; `factor=100, unit=" %"` turns a rate into a percentage."""
        return " ".join(filter(None, self.split_text(factor=factor, unit=unit)))

    def split_text(self, *, factor: float = 1, unit: str = "") -> tuple[str, str]:
        """Return the value, and apart from it the interval and the note: `12.3` and `[10.1, 14.5]`."""
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

    def signed_text(self, *, factor: float = 1) -> str:
        """Return a difference, each number with its sign: `-0.58 [-1.25, +0.08]`."""
        if self.value is None:
            return self.note or NO_DATA
        interval = self._scaled(factor)
        places = _places(interval.margin) if interval else None
        value = signed(self.value * factor, places)
        if interval is None or interval.low == interval.high:
            return value
        return f"{value} [{signed(interval.low, places)}, {signed(interval.high, places)}]"

    def _scaled(self, factor: float) -> Interval | None:
        if self.interval is None:
            return None
        return attrs.evolve(self.interval, low=self.interval.low * factor, high=self.interval.high * factor)


def number(value: float, places: int | None = None) -> str:
    """Return a number with this many decimal places, or else about three digits; no exponent, no -0."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if places is None:
        text = f"{value:.{_places(value / 10) or 0}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def signed(value: float, places: int | None = None) -> str:
    """Return a number with its sign; 0 has none."""
    text = number(value, places)
    return f"+{text}" if value > 0 and (math.isinf(value) or float(text) > 0) else text


def _places(error: float) -> int | None:
    """Return how many decimal places show two digits of an error; None if it is 0 or infinite."""
    if not 0 < abs(error) < math.inf:
        return None
    return min(9, max(0, 1 - math.floor(math.log10(abs(error)))))


def _bracketed(interval: Interval, places: int | None) -> str:
    return f"[{number(interval.low, places)}, {number(interval.high, places)}]"


def sample(values: Values) -> Sample:
    """Return numbers as an array; raise ValueError unless all are finite."""
    gathered = np.asarray(list(values), dtype=np.float64)
    if not np.isfinite(gathered).all():
        raise ValueError("a sample contains NaN or infinity; leave these values out")
    return gathered


def mean_estimate(values: Values, *, level: float = 0.95) -> Estimate:
    """Return the mean with Student's confidence interval."""
    check_level(level)
    data = sample(values)
    if answer := spreadless(data, level):
        return answer
    error = float(data.std(ddof=1)) / math.sqrt(len(data))
    return around(float(data.mean()), error, student_quantile(level, len(data) - 1), len(data), level=level)


def spreadless(data: Sample, level: float) -> Estimate | None:
    """Return the estimate of a sample without spread (none, one, or all equal); None for any other sample."""
    if len(data) == 0:
        return Estimate(None, note=NO_DATA)
    first = float(data[0])
    if len(data) == 1:
        return Estimate(first, n=1, note="one value")
    if (data == first).all():
        return Estimate(first, Interval(first, first, level), len(data), 0.0, f"all {len(data)} equal")
    return None


def around(value: float, error: float, quantile: float, n: int, *, level: float) -> Estimate:
    """Return an estimate whose interval extends `quantile` standard errors to either side."""
    reach = quantile * error
    return Estimate(value, Interval(value - reach, value + reach, level), n, error)
