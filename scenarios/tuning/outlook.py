"""The outlook of a race: the fewest contests that can decide it, and how many probably would.

Both replay the schedule of a race in which every block comes out in fixed proportions (`Race.suppose`), and
look for the fewest blocks with which such a race certifies a winner.

*The fewest.* One entrant wins every contest and all others lose every contest: no setting can lead by more.

*How many probably would.* Every pair comes out as it did in the blocks that both played. Leads seen in few
blocks are mostly luck, so each pair is mixed with `PRIOR` blocks in which neither is ahead on average.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from scenarios.statistics.anytime import Reals
from scenarios.tuning.race import BATCH, RISK, STEPS, Race, Shares

PRIOR = 32.0
"""Blocks in which neither of a pair is ahead on average, which a forecast adds to those played."""
MOST = 50_000_000
"""A forecast looks no further than this number of blocks."""
_LOOKS = 400
"""A forecast evaluates the scores about this often; a race may do so more often."""
_PRECISION = 1.03
"""A forecast is rounded up to about this factor."""


@cache
def fewest_blocks(size: int, blocks: int, indifference: float) -> int | None:
    """Return the fewest blocks that can decide a race of this size; None if the given ones can."""
    ahead = np.zeros((size, size, 2 * STEPS + 1))
    ahead[..., STEPS] = 1
    ahead[0, 1:] = np.eye(2 * STEPS + 1)[-1]
    ahead[1:, 0] = np.eye(2 * STEPS + 1)[0]
    extreme = Shares(STEPS * np.eye(size)[0], ahead)
    if _decides(extreme, blocks, indifference, RISK, BATCH):
        return None
    low, high = blocks, 2 * blocks
    while not _decides(extreme, high, indifference, RISK, BATCH):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if _decides(extreme, middle, indifference, RISK, BATCH):
            high = middle
        else:
            low = middle
    return high


def probable_blocks(race: Race) -> int | None:
    """Return the number of blocks with which a race would probably have decided; None if it is beyond `MOST`.

    It is at least the number that the race was given.
    """
    shares, high = _seen(race), race.given
    low = high
    while not _decides(shares, high, race.indifference, race.risk, _batch(high)):
        low, high = high, 2 * high
        if low >= MOST:
            return None
    while high > low * _PRECISION:
        middle = round((low * high) ** 0.5)
        if _decides(shares, middle, race.indifference, race.risk, _batch(middle)):
            high = middle
        else:
            low = middle
    return high


def _batch(blocks: int) -> int:
    return max(BATCH, blocks // _LOOKS)


def _seen(race: Race) -> Shares:
    """Return the proportions seen so far, mixed with blocks in which neither is ahead on average."""
    outcomes = race.outcomes
    size = len(race.names)
    others = outcomes.ahead * (1 - np.eye(size))[..., None]
    pooled: Reals = others.sum(axis=(0, 1)) / others.sum()
    ahead = (outcomes.ahead + PRIOR * pooled) / (outcomes.ahead.sum(axis=-1, keepdims=True) + PRIOR)
    mean = outcomes.points.sum() / outcomes.blocks.sum()
    return Shares((outcomes.points + PRIOR * mean) / (outcomes.blocks + PRIOR), ahead)


def _decides(shares: Shares, blocks: int, indifference: float, risk: float, batch: int) -> bool:
    """Return whether a race whose blocks come out in these proportions certifies a winner."""
    names = _names(len(shares.points))
    race = Race(names, blocks=blocks, indifference=indifference, risk=risk, batch=batch)
    while (wanted := race.wanted()) is not None:
        race.suppose(wanted, shares)
    return race.is_certified


@cache
def _names(size: int) -> Sequence[str]:
    """Return names in the order of numbers."""
    return tuple(f"{number:06}" for number in range(size))
