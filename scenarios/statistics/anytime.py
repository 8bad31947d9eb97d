"""Anytime-valid bounds of a mean, by betting. They hold however often the data are checked.

Under the hypothesis that a mean is at most m, a bet that pays 1 + λ(x - m) for each x is at best fair, for
any λ chosen before x is seen. If the hypothesis is true, the probability that the wealth ever reaches 1/a is
at most a (Ville's inequality). So the hypothesis can be rejected as soon as the wealth reaches 1/a, even if
it is checked after every x. The wealth is split evenly among bets of several sizes: Robbins' method of
mixtures, and the grid-Kelly bettor of Waudby-Smith and Ramdas (Estimating means of bounded random variables
by betting, 2023). All m that are not rejected form their confidence sequence.

The values lie between -1 and 1 and there are few of them, so their counts are sufficient.
"""

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Reals: TypeAlias = npt.NDArray[np.float64]
Counts: TypeAlias = npt.NDArray[np.int64] | Reals
"""The number of times each value occurred, in order, along the last axis."""

BETS: Reals = 0.9 * np.power(0.6, np.arange(9))
"""The fractions of wealth that are bet, each with a ninth of it."""
_STEPS = 40
_LEAST = 1e-9


def spread(steps: int) -> Reals:
    """Return the possible differences of two scores, from -1 to 1, if a score has `steps` steps."""
    return np.arange(-steps, steps + 1) / steps


def log_wealth(counts: Counts, mean: float) -> Reals:
    """Return the logarithm of the wealth, from 1, after betting against `the true mean is at most mean`.

    It does not depend on the order of the values.
    """
    values = spread((counts.shape[-1] - 1) // 2)
    growth = np.log1p(np.multiply.outer((values - mean) / (1 + mean), BETS))
    logs = counts @ growth
    most = logs.max(axis=-1)
    found: Reals = most + np.log(np.mean(np.exp(logs - most[..., None]), axis=-1))
    return found


def lower_bound(counts: Counts, alpha: float) -> float:
    """Return the highest mean that is rejected, together with all lower means.

    The probability that the true mean is ever below this bound, however often it is computed, is at most
    alpha.
    """
    goal, low, high = -math.log(alpha), -1 + _LEAST, 1 - _LEAST
    if float(log_wealth(counts, low)) < goal:
        return -1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if float(log_wealth(counts, middle)) >= goal:
            low = middle
        else:
            high = middle
    return low


def upper_bound(counts: Counts, alpha: float) -> float:
    """Return the lowest mean that is rejected, together with all higher means."""
    return -lower_bound(counts[::-1], alpha)
