"""Fronts: the settings that are best for their cost.

No other setting is at least as cheap and at least as good, and better in one of both.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from agents import Streams
from scenarios.statistics.intervals import Sample

RESAMPLES = 1_000
_STREAM = Streams(1990).child("front")


def front(costs: Sample, values: Sample) -> npt.NDArray[np.bool_]:
    """Return for each setting whether it is on the front, along the last axis: cheap and valuable is good."""
    if not costs.size:
        return np.zeros(costs.shape, np.bool_)
    order = np.lexsort((-values, costs), axis=-1)
    cost, value = (np.take_along_axis(each, order, axis=-1) for each in (costs, values))
    most = np.maximum.accumulate(value, axis=-1)[..., :-1]
    first = np.ones((*costs.shape[:-1], 1), np.bool_)
    is_best = np.concatenate([first, value[..., 1:] > most], axis=-1)
    is_new = (cost[..., 1:] != cost[..., :-1]) | (value[..., 1:] != value[..., :-1])
    places = np.where(np.concatenate([first, is_new], axis=-1), np.arange(costs.shape[-1]), 0)
    alike = np.take_along_axis(is_best, np.maximum.accumulate(places, axis=-1), axis=-1)
    found = np.empty(costs.shape, np.bool_)
    np.put_along_axis(found, order, alike, axis=-1)  # equal settings share their place
    return found


def front_shares(costs: Sample, values: Sample) -> Sample:
    """Return how often each setting is on the front if runs are drawn again, with replacement.

    Costs and values have a row for each run and a column for each setting. The draws are always the same.
    """
    drawn = _drawn(len(costs))
    both, settings = np.unique(np.concatenate([costs, values]), axis=1, return_inverse=True)
    means = drawn @ both[: len(costs)], drawn @ both[len(costs) :]  # equal settings must have equal means
    return np.asarray(front(*means).mean(axis=0)[settings.ravel()])


@lru_cache(maxsize=4)
def _drawn(runs: int) -> Sample:
    """Return how often each resample contains each run, as shares."""
    stream = _STREAM.stream(runs)
    drawn = [[int(stream.random() * runs) for _ in range(runs)] for _ in range(RESAMPLES)]
    return np.array([np.bincount(each, minlength=runs) for each in drawn], np.float64) / runs
