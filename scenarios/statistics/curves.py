"""Learning curves: values contest by contest, averaged over runs."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from agents.distributions import check_level
from scenarios.statistics.intervals import Estimate, Sample, mean_estimate

RunCurve: TypeAlias = Sequence[float | None]
"""The values of one run, contest by contest; None where there is none."""


def learning_curve(runs: Sequence[RunCurve], *, level: float = 0.95) -> tuple[Estimate, ...]:
    """Return the mean over runs at each contest, with Student's confidence interval.

    Runs that have ended no longer count, so n can decrease.
    """
    check_level(level)
    return tuple(mean_estimate(column[~np.isnan(column)], level=level) for column in _matrix(runs).T)


def _matrix(runs: Sequence[RunCurve]) -> Sample:
    """Return a matrix with a run in each row, and NaN where it has no value."""
    matrix = np.full((len(runs), max(map(len, runs), default=0)), np.nan)
    for row, run in zip(matrix, runs, strict=True):
        row[: len(run)] = [np.nan if value is None else value for value in run]
    return matrix
