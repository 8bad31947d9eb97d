"""Paired comparisons: two settings under the same seeds, so that common luck cancels out."""

import math

import numpy as np

from agents.distributions import check_level, student_p
from scenarios.statistics.comparisons import Comparison, constant_difference
from scenarios.statistics.intervals import Estimate, Sample, Values, mean_estimate, sample

_GRAIN = 40  # bits of the largest number that a difference keeps


def paired_difference(first: Values, second: Values, *, level: float = 0.95) -> Estimate:
    """Return the mean difference of the first minus the second, with Student's confidence interval."""
    return mean_estimate(differences_of(first, second), level=level)


def paired_t(first: Values, second: Values, *, level: float = 0.95) -> Comparison:
    """Compare two means by Student's paired t-test."""
    check_level(level)
    differences = differences_of(first, second)
    n = len(differences)
    if n < 2:  # noqa: PLR2004  # one has no spread
        return Comparison("paired t", None, n=n, note="one pair" if n else "no pairs")
    if (differences == differences[0]).all():
        return constant_difference("paired t", float(differences[0]), n)
    estimate = mean_estimate(differences, level=level)
    t = float(differences.mean()) / (float(differences.std(ddof=1)) / math.sqrt(n))
    return Comparison("paired t", student_p(t, n - 1), t, n, n - 1, estimate)


def differences_of(first: Values, second: Values) -> Sample:
    """Return the differences, rounded to remove floating-point noise.

    So 0.3 - 0.1 and 0.2 - 0 are the same difference.
    """
    a, b = sample(first), sample(second)
    if len(a) != len(b):
        raise ValueError(f"{len(a)} values cannot be paired with {len(b)}")
    return without_noise(a - b, max(float(np.abs(x).max(initial=0)) for x in (a, b)))


def without_noise(differences: Sample, largest: float) -> Sample:
    """Round differences to a grid that is fine compared with the largest number they were made of."""
    grain = math.ldexp(1, math.frexp(largest)[1] - _GRAIN)
    return np.asarray(np.round(differences / grain) * grain)
