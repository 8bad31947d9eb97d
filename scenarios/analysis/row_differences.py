"""A row of a table against the row above it, paired by run.

Runs of one number have common seeds whatever the cell and the phase, so luck is shared and falls out. Each
difference is judged by itself: nothing is corrected for how many there are.
"""

import enum
import statistics
from collections.abc import Sequence
from typing import TypeAlias

import attrs

from scenarios.analysis.figures import FEWEST_EQUAL, Figure, figures
from scenarios.experiment.records import Records
from scenarios.language.measures import Measure
from scenarios.statistics import paired_t, proportion_difference

LEVEL = 0.95

Runs: TypeAlias = Sequence[Sequence[Figure]]
"""The figures of each run, one for every cell."""


class AgainstAbove(enum.StrEnum):
    """What a row shows beside the one above it."""

    MORE = "more"
    LESS = "less"
    SAME = ""
    """No difference that chance would not make."""


@attrs.frozen
class Place:
    """What one entry of a table is measured of."""

    phase: str
    cells: frozenset[int]


def against_above(records: Records, measure: Measure, here: Place, above: Place) -> tuple[AgainstAbove, ...]:
    """Say of each part of a measure whether it is more or less than above, at the 95 % level."""
    found = [figures(records, measure, place.phase, place.cells) for place in (here, above)]
    limit = min((each.values[0] for side in found for each in side if each.is_censored), default=None)
    ours, theirs = _common(found[0], here), _common(found[1], above)
    runs = sorted(ours.keys() & theirs.keys())
    sides = [ours[run] for run in runs], [theirs[run] for run in runs]
    return tuple(_judged(*sides, part, limit) for part in range(len(measure.parts)))


def _common(found: Sequence[Figure], place: Place) -> dict[int, list[Figure]]:
    """Return the figures by run; only runs that all cells have."""
    runs: dict[int, list[Figure]] = {}
    for figure in found:
        runs.setdefault(figure.run, []).append(figure)
    return {run: each for run, each in runs.items() if len(each) == len(place.cells)}


def _judged(ours: Runs, theirs: Runs, part: int, limit: float | None) -> AgainstAbove:
    """Judge one part: by the spread of the differences, or if there is none, by what stands behind them."""
    sides = [[_mean(run, part, limit) for run in side] for side in (ours, theirs)]
    test = paired_t(*sides, level=LEVEL)
    if test.difference is None or not test.difference.value:
        return AgainstAbove.SAME
    is_sure = test.p < 1 - LEVEL if test.p is not None else _is_sure_without_spread(ours, theirs, part)
    if not is_sure:
        return AgainstAbove.SAME
    return AgainstAbove.MORE if test.difference.value > 0 else AgainstAbove.LESS


def _mean(run: Sequence[Figure], part: int, limit: float | None) -> float:
    values = [figure.values[part] for figure in run]
    return statistics.fmean(value if limit is None else min(value, limit) for value in values)


def _is_sure_without_spread(ours: Runs, theirs: Runs, part: int) -> bool:
    """Judge runs that all differ by the same: shares by their contests, the rest by the sign test.

    A few such runs tell nothing: contests of one run have in common what it learned.
    """
    if len(ours) < FEWEST_EQUAL:
        return False
    one, other = (_counts(side, part) for side in (ours, theirs))
    if one[1] and other[1]:
        interval = proportion_difference(one, other, level=LEVEL).interval
        return interval is not None and 0 not in interval
    return 2.0 ** (1 - len(ours)) < 1 - LEVEL


def _counts(side: Runs, part: int) -> tuple[int, int]:
    """Return in how many contests of how many it happened."""
    each = [(figure.values[part] * figure.shares, figure.shares) for run in side for figure in run]
    return round(sum(count for count, _ in each)), sum(contests for _, contests in each)
