"""Learning curves: how a run does contest by contest, averaged over runs."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from games import BadOption
from scenarios.statistics.distributions import check_level
from scenarios.statistics.intervals import Estimate, Sample, mean_estimate

RunCurve: TypeAlias = Sequence[float | None]
"""What one run measured, contest by contest; None where it measured nothing."""


def learning_curve(
    runs: Sequence[RunCurve], *, window: int | None = 1, level: float = 0.95
) -> tuple[Estimate, ...]:
    """Return the mean over runs at each contest, with Student's interval.

    In each run a contest counts as the mean of the last `window` contests, or of as many as there are by
    then; with None, of all so far. A run that has ended no longer counts, so n may shrink.
    """
    check_level(level)
    if window is not None and window < 1:
        raise BadOption(f"a window of {window} contests shows nothing; it must be at least 1")
    smooth = _smoothed(_matrix(runs), window)
    return tuple(mean_estimate(column[~np.isnan(column)], level=level) for column in smooth.T)


def _matrix(runs: Sequence[RunCurve]) -> Sample:
    """Put a run in each row, absent where it measured nothing or has ended."""
    matrix = np.full((len(runs), max(map(len, runs), default=0)), np.nan)
    for row, run in zip(matrix, runs, strict=True):
        row[: len(run)] = [np.nan if value is None else value for value in run]
    return matrix


def _smoothed(matrix: Sample, window: int | None) -> Sample:
    """Average each contest with those before it; where a run has ended, it stays absent."""
    contests = matrix.shape[1]
    present = ~np.isnan(matrix)
    values, total, count = np.where(present, matrix, 0), np.zeros(matrix.shape), np.zeros(matrix.shape)
    for back in range(min(window or contests, contests)):
        total[:, back:] += values[:, : contests - back]
        count[:, back:] += present[:, : contests - back]
    going = np.flip(np.maximum.accumulate(np.flip(present, axis=1), axis=1), axis=1)
    mean = np.full(matrix.shape, np.nan)
    np.divide(total, count, out=mean, where=going & (count > 0))
    return mean
