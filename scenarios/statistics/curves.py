"""Learning curves: how a run does contest by contest, averaged over runs."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from agents.distributions import check_level
from scenarios.statistics.intervals import Estimate, Sample, mean_estimate

RunCurve: TypeAlias = Sequence[float | None]
"""What one run measured, contest by contest; None where it measured nothing."""


def learning_curve(runs: Sequence[RunCurve], *, level: float = 0.95) -> tuple[Estimate, ...]:
    """Return the mean over runs at each contest, with Student's interval.

    A run that has ended no longer counts, so n may shrink.
    """
    check_level(level)
    return tuple(mean_estimate(column[~np.isnan(column)], level=level) for column in _matrix(runs).T)


def _matrix(runs: Sequence[RunCurve]) -> Sample:
    """Put a run in each row, absent where it measured nothing or has ended."""
    matrix = np.full((len(runs), max(map(len, runs), default=0)), np.nan)
    for row, run in zip(matrix, runs, strict=True):
        row[: len(run)] = [np.nan if value is None else value for value in run]
    return matrix
