"""A row of a table against the row above it, paired by run.

Runs of one number have common seeds whatever the cell and the phase, so luck is shared and falls out. Each
difference is judged by itself: nothing is corrected for how many there are.
"""

import enum
import statistics
from collections.abc import Sequence
from typing import TypeAlias

import attrs

from scenarios.analysis.figures import Figure, figures
from scenarios.experiment.records import Records
from scenarios.language.measures import Measure
from scenarios.statistics import sign_flips

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
    """Judge one part, as differences between settings are judged."""
    test = sign_flips(*([_mean(run, part, limit) for run in side] for side in (ours, theirs)), level=LEVEL)
    if test.difference is None or not test.difference.value or test.p is None or test.p > 1 - LEVEL:
        return AgainstAbove.SAME
    return AgainstAbove.MORE if test.difference.value > 0 else AgainstAbove.LESS


def _mean(run: Sequence[Figure], part: int, limit: float | None) -> float:
    values = [figure.values[part] for figure in run]
    return statistics.fmean(value if limit is None else min(value, limit) for value in values)
