"""Sums of floats that do not depend on the version of Python.

Since 3.12, `sum()` compensates for the rounding of floats, so its last bit differs from that of 3.11. What
decides or learns uses `running_sum`, which rounds as `+=` does: recorded tallies and knowledge keep every
bit, and it never raises. What only reports uses `math.fsum`, which is more accurate.
"""

import functools
import operator
from collections.abc import Iterable


def running_sum(values: Iterable[float]) -> float:
    """Add values one after another and round after each addition; integers stay integers."""
    return functools.reduce(operator.add, values, 0)
