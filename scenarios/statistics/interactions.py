"""Interactions: does the effect of one setting depend on another?

Each run gives a table of figures, a row for each setting and a column for each level of the other axis. All
cells of a run share its luck, so runs are the units. Without an interaction, the expected figure of a cell is
the sum of a part of its row and a part of its column. What is left of a run after both are removed, its
residuals, then has mean 0 in every cell. The test flips the signs of the residuals of whole runs, and
compares the sums of squares of mean residuals.
"""

import math
from collections.abc import Sequence
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from agents.distributions import NORMAL
from scenarios.statistics.comparisons import Comparison
from scenarios.statistics.intervals import Sample, mean_estimate
from scenarios.statistics.paired import without_noise
from scenarios.statistics.sign_flips import flip_ps, flip_signs, flips_of, least_pairs

Tables: TypeAlias = npt.NDArray[np.float64]
"""A table of figures for each run: runs, rows, columns."""

_TWO = 2  # the fewest runs, rows and columns
_SAME = 1 - 1e-9  # sums of squares that differ by less are equal; only rounding separates them
_STEPS = 60


@attrs.frozen
class CellEffect:
    """How a cell departs from what its row and its column suggest: a difference of differences.

    It is the cell minus the mean of the other rows, less the same difference in the mean of the other
    columns.
    """

    row: int
    column: int
    found: Comparison


@attrs.frozen
class Interaction:
    """The result of a test for an interaction."""

    test: str
    p: float | None
    """The p-value; None if the data do not determine it."""
    n: int
    """The number of runs."""
    cells: Sequence[CellEffect] = ()
    """The difference of differences of each cell; mirror images are left out."""
    detectable: float | None = None
    """The difference of differences of a single cell that the test detects with the given power."""
    note: str = ""
    """Why there is no p, or what is special about it."""


def interaction_test(
    tables: Tables, *, level: float = 0.95, power: float = 0.8, among: int = 1
) -> Interaction:
    """Test whether the effect of the rows depends on the column. Equal data give equal results.

    `among` is the number of tests for which p will be adjusted; it reduces what the test can detect.
    """
    n, rows, columns = tables.shape
    if n < _TWO or min(rows, columns) < _TWO:
        return Interaction("sign flips of runs", None, n, note="one run" if n else "no runs")
    residuals = residuals_of(tables)
    flat = without_noise(residuals, float(np.abs(tables).max())).reshape(n, -1)
    if not flat.any():
        return Interaction(flips_of(n), 1.0, n, note="no interaction in any run")
    return Interaction(
        flips_of(n),
        _share_of_squares(flat),
        n,
        cell_effects(residuals, level=level),
        detectable_effect(residuals, level=1 - (1 - level) / among, power=power),
    )


def residuals_of(tables: Tables) -> Tables:
    """Return what is left of each run's table after the means of its rows and its columns are removed."""
    rows, columns = (tables.mean(axis=axis, keepdims=True) for axis in (2, 1))
    return np.asarray(tables - rows - columns + tables.mean(axis=(1, 2), keepdims=True))


def _share_of_squares(residuals: Sample) -> float:
    """Return the share of choices of signs whose mean residuals have at least the observed sum of squares."""
    together = residuals @ residuals.T
    observed, count, total = float(together.sum()), 0, 0
    for signs in flip_signs(len(residuals)):
        count += int((((signs @ together) * signs).sum(axis=1) >= observed * _SAME).sum())
        total += len(signs)
    return count / total


def cell_effects(residuals: Tables, *, level: float) -> list[CellEffect]:
    """Return the difference of differences of each cell, with Student's interval and p of sign flips.

    Of two rows or two columns, each mirrors the other, so only the first row and the last column are kept.
    """
    n, rows, columns = residuals.shape
    scale = rows / (rows - 1) * columns / (columns - 1)
    kept = [
        (row, column)
        for row in (range(rows) if rows > _TWO else range(1))
        for column in (range(columns) if columns > _TWO else range(1, _TWO))
    ]
    values = scale * np.stack([residuals[:, row, column] for row, column in kept], axis=1)
    rounded = without_noise(values, float(np.abs(values).max()))
    values = np.where(np.ptp(rounded, axis=0) > 0, values, values.mean(axis=0))
    return [
        CellEffect(*at, Comparison(flips_of(n), p, n=n, difference=mean_estimate(each, level=level)))
        for at, each, p in zip(kept, values.T, flip_ps(rounded).tolist(), strict=True)
    ]


def detectable_effect(residuals: Tables, *, level: float, power: float) -> float | None:
    """Return how large the difference of differences of a single cell must be for the test to detect it.

    The sum of squares of mean residuals is approximated by a multiple of chi-square (Satterthwaite) without
    an interaction, and by a normal distribution with one in an average cell. Guenther's term accounts for the
    estimated spread. Return None if so few runs can never be significant.
    """
    n, rows, columns = residuals.shape
    if n < least_pairs(level=level):
        return None
    flat = residuals.reshape(n, -1)
    around = (flat - flat.mean(axis=0)) / math.sqrt(n - 1)
    trace = float((around**2).sum())
    if trace == 0:
        return None
    squares = _squares(float(((around @ around.T) ** 2).sum()), trace, n, (rows - 1) * (columns - 1))
    return _detectable(n, (rows, columns), trace, squares, level=level, power=power)


def detectable_with(
    runs: int, size: tuple[int, int], variance: float, *, level: float, power: float
) -> float | None:
    """Return the same for planned runs whose cells, rows by columns, all have this independent variance."""
    if runs < least_pairs(level=level):
        return None
    trace = (size[0] - 1) * (size[1] - 1) * variance
    return _detectable(runs, size, trace, trace * variance, level=level, power=power)


def detectable_again(found: Interaction, runs: int, *, level: float) -> float | None:
    """Return what a test detects with another number of runs, from what it detects with those of a pilot."""
    if found.detectable is None or runs < least_pairs(level=level):
        return None
    lost = NORMAL.inv_cdf((1 + level) / 2) ** 2 / 2
    return found.detectable * math.sqrt((found.n - lost) / (runs - lost))


def _detectable(
    n: int, size: tuple[int, int], trace: float, squares: float, *, level: float, power: float
) -> float:
    """Return the detectable effect, from the sum of variances and of squared variances along the axes."""
    rows, columns = size
    limit = squares / trace * _chi_square(level, trace**2 / squares)
    far, enough = NORMAL.inv_cdf((1 + level) / 2), NORMAL.inv_cdf(power)
    shift = _shift(limit, trace, squares, trace / ((rows - 1) * (columns - 1)), enough)
    share = (1 - 1 / rows) * (1 - 1 / columns)
    return math.sqrt(shift / share / (n - far**2 / 2))


def _squares(observed: float, trace: float, n: int, most: int) -> float:
    """Return the sum of squared variances along the principal axes, without the bias of few runs."""
    if n <= _TWO:
        return observed
    fair = (n - 1) ** 2 / ((n - 2) * (n + 1)) * (observed - trace**2 / (n - 1))
    return min(trace**2, max(fair, trace**2 / most))


def _shift(limit: float, trace: float, squares: float, spread: float, enough: float) -> float:
    """Return by how much the sum of squares must grow to exceed its limit with the wanted power."""
    low, high = 0.0, limit
    while trace + high - enough * math.sqrt(2 * squares + 4 * spread * high) < limit:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        is_enough = trace + middle - enough * math.sqrt(2 * squares + 4 * spread * middle) >= limit
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def _chi_square(level: float, degrees: float) -> float:
    """Return about the quantile of chi-square (Wilson and Hilferty)."""
    part = 2 / (9 * degrees)
    return degrees * float(max(0.0, 1 - part + NORMAL.inv_cdf(level) * math.sqrt(part)) ** 3)
