"""The bootstrap: an interval from resampling what was measured, whatever its distribution."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from games import BadOption, UnknownName
from scenarios.statistics.distributions import NORMAL, check_level
from scenarios.statistics.intervals import Estimate, Interval, Sample, Values, sample, spreadless

Statistic: TypeAlias = Callable[[Sample], Sample]
"""From rows of numbers to a number a row."""

STATISTICS: Mapping[str, Statistic] = MappingProxyType(
    {"mean": lambda rows: rows.mean(axis=-1), "median": lambda rows: np.median(rows, axis=-1)}
)
"""What can be bootstrapped, by name."""
METHODS = ("percentile", "bca")

_BLOCK = 1_000_000  # numbers drawn at a time


def bootstrap_estimate(
    values: Values,
    random: np.random.Generator,
    *,
    statistic: str = "mean",
    method: str = "bca",
    resamples: int = 2_000,
    level: float = 0.95,
) -> Estimate:
    """Return the mean or the median with a bootstrap interval; the same generator, the same answer.

    `percentile` takes the quantiles of the resampled statistic as they are; `bca` corrects them for bias and
    for a spread that changes with the value (Efron 1987).
    """
    measure = _check(statistic, method, resamples, level)
    data = sample(values)
    if answer := spreadless(data, level):
        return answer
    value, drawn = float(measure(data)), _resampled(data, random, measure, resamples)
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    note = ""
    if method == "bca":
        corrected = _corrected(tails, data, value, drawn, measure)
        tails, note = (tails, "percentile interval") if corrected is None else (corrected, "")
    low, high = np.quantile(drawn, tails)
    return Estimate(
        value, Interval(float(low), float(high), level), len(data), float(drawn.std(ddof=1)), note
    )


def _check(statistic: str, method: str, resamples: int, level: float) -> Statistic:
    check_level(level)
    if method not in METHODS:
        raise UnknownName.of("bootstrap method", method, METHODS, f"there are {', '.join(METHODS)}")
    if statistic not in STATISTICS:
        raise UnknownName.of("statistic", statistic, STATISTICS, f"there are {', '.join(STATISTICS)}")
    if resamples < 2:  # noqa: PLR2004  # one has no spread
        raise BadOption(f"{resamples} resamples have no spread; take some thousands")
    return STATISTICS[statistic]


def _resampled(data: Sample, random: np.random.Generator, measure: Statistic, resamples: int) -> Sample:
    """Draw samples with replacement, a block at a time, and measure each."""
    n = len(data)
    rows = max(1, _BLOCK // n)
    blocks = [min(rows, resamples - start) for start in range(0, resamples, rows)]
    return np.concatenate([measure(data[random.integers(0, n, size=(block, n))]) for block in blocks])


def _corrected(tails: Sample, data: Sample, value: float, drawn: Sample, measure: Statistic) -> Sample | None:
    """Move the tails as bias and acceleration ask; None where neither can be told."""
    below = float((drawn < value).mean() + (drawn <= value).mean()) / 2
    acceleration = _acceleration(data, measure)
    if not 0 < below < 1 or acceleration is None:
        return None
    bias = NORMAL.inv_cdf(below)
    reach = [bias + NORMAL.inv_cdf(float(tail)) for tail in tails]
    if any(acceleration * z >= 1 for z in reach):
        return None
    return np.array([NORMAL.cdf(bias + z / (1 - acceleration * z)) for z in reach])


def _acceleration(data: Sample, measure: Statistic) -> float | None:
    """Return how fast the spread changes, from leaving out one number at a time."""
    without = np.array([float(measure(np.delete(data, i))) for i in range(len(data))])
    away = without.mean() - without
    spread = float((away**2).sum())
    if spread == 0:
        return None
    return float((away**3).sum()) / (6 * math.pow(spread, 1.5))
