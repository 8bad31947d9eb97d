"""Where the bars of a tally start, so that their differences are visible."""

import math
from collections.abc import Iterable

LEAST = 0.25
"""The length of the shortest bar, at least, as a fraction of the difference from the longest."""
STEPS = (1, 2, 5, 10)


def bars_start(values: Iterable[float]) -> float:
    """Return the value at which bars start: 0 if differences are visible from there, or a round number."""
    found = list(values)
    low, high = min(found, default=0.0), max(found, default=0.0)
    if 0 <= low <= high - low or low == high >= 0:
        return 0.0
    room = LEAST * (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(room))
    step = max(power * each for each in STEPS if power * each <= room * (1 + 1e-9))
    return round(math.floor((low - room) / step + 1e-9) * step, 12)


def bars_note(start: float) -> str:
    """Return a note on where bars start, if that is not 0."""
    return f"bars start at {start:g}" if start else ""
