"""Fronts: the settings that are best for their cost.

No other setting is at least as cheap and at least as good, and better in one of both.
"""

import numpy as np
import numpy.typing as npt

from agents import Streams
from scenarios.statistics.intervals import Sample

RESAMPLES = 1_000
_STREAM = Streams(1990).child("front")


def front(costs: Sample, values: Sample) -> npt.NDArray[np.bool_]:
    """Return for each setting whether it is on the front: less cost and more value are better."""
    if not len(costs):
        return np.zeros(0, np.bool_)
    order = np.lexsort((-values, costs))
    cost, value = costs[order], values[order]
    is_new = np.append(True, (cost[1:] != cost[:-1]) | (value[1:] != value[:-1]))
    is_best = np.append(True, value[1:] > np.maximum.accumulate(value)[:-1])
    found = np.empty(len(order), np.bool_)
    found[order] = is_best[is_new][np.cumsum(is_new) - 1]  # equal settings share their place
    return found


def front_shares(costs: Sample, values: Sample) -> Sample:
    """Return how often each setting is on the front if runs are drawn again, with replacement.

    Costs and values have a row for each run and a column for each setting. The draws are always the same.
    """
    runs, stream = len(costs), _STREAM.stream(len(costs))
    times = np.zeros(costs.shape[1])
    for _ in range(RESAMPLES):
        drawn = [int(stream.random() * runs) for _ in range(runs)]
        times += front(costs[drawn].mean(axis=0), values[drawn].mean(axis=0))
    return np.asarray(times / RESAMPLES)
