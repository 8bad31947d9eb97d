"""Evidence that may be looked at as often as one likes: bets against a mean, and the bounds they give.

Whoever believes that a mean is at most m would take any bet that pays 1 + λ(x - m) for each x, with λ of our
choosing, before x is seen. If his belief is true, the chance that our wealth ever grows to 1/a is at most a
(Ville's inequality): so once it has, the belief may be given up, and nothing is lost by having looked after
every single x. Our wealth is split evenly among bets of several sizes, which is Robbins' method of mixtures,
and the grid-Kelly bettor of Waudby-Smith and Ramdas (Estimating means of bounded random variables by betting,
2023); all m for which the belief cannot be given up make their confidence sequence.

What is bet on lies between -1 and 1 and takes one of a few values, so counts of these are all that is needed.
"""

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Counts: TypeAlias = npt.NDArray[np.int64]
"""How often each value occurred, in order, along the last axis."""
Reals: TypeAlias = npt.NDArray[np.float64]

BETS: Reals = 0.9 * np.power(0.6, np.arange(9))
"""Which shares of the wealth are put at stake, each with a ninth of it."""
_STEPS = 40
_LEAST = 1e-9


def spread(steps: int) -> Reals:
    """Return the values from -1 to 1 that a difference of two scores can take, each of so many steps."""
    return np.arange(-steps, steps + 1) / steps


def log_wealth(counts: Counts, mean: float) -> Reals:
    """Return the logarithm of what betting against `the mean is at most so much` has made of 1.

    The sum is even over the sizes of bets, and the order in which the values came makes no difference.
    """
    values = spread((counts.shape[-1] - 1) // 2)
    growth = np.log1p(np.multiply.outer((values - mean) / (1 + mean), BETS))
    logs = counts @ growth
    most = logs.max(axis=-1)
    found: Reals = most + np.log(np.mean(np.exp(logs - most[..., None]), axis=-1))
    return found


def lower_bound(counts: Counts, alpha: float) -> float:
    """Return the highest mean that can be given up, with all below it: the truth is above, but for a chance.

    The chance that the true mean is ever below what this returns, however often one asks, is at most alpha.
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
    """Return the lowest mean that can be given up, with all above it."""
    return -lower_bound(counts[::-1], alpha)
