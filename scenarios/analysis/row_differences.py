"""Compare a row of a table with the row above it, paired by run.

Runs with the same number share their seeds in all cells and phases, so common luck cancels out. Each
difference is tested on its own; p is not adjusted for several comparisons.
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
"""The figures of each run, one for each cell."""


class AgainstAbove(enum.StrEnum):
    """How a row compares with the row above."""

    MORE = "more"
    LESS = "less"
    SAME = ""
    """No difference that chance would not make."""


@attrs.frozen
class Place:
    """The phase and the cells that an entry of a table measures."""

    phase: str
    cells: frozenset[int]


def against_above(records: Records, measure: Measure, here: Place, above: Place) -> tuple[AgainstAbove, ...]:
    """Return for each part of a measure whether it is significantly more or less than above."""
    found = [figures(records, measure, place.phase, place.cells) for place in (here, above)]
    limit = min((each.values[0] for side in found for each in side if each.is_censored), default=None)
    ours, theirs = _common(found[0], here), _common(found[1], above)
    runs = sorted(ours.keys() & theirs.keys())
    sides = [ours[run] for run in runs], [theirs[run] for run in runs]
    return tuple(_judged(*sides, part, limit) for part in range(len(measure.parts)))


def _common(found: Sequence[Figure], place: Place) -> dict[int, list[Figure]]:
    """Return the figures by run, for the runs that all cells have."""
    runs: dict[int, list[Figure]] = {}
    for figure in found:
        runs.setdefault(figure.run, []).append(figure)
    return {run: each for run, each in runs.items() if len(each) == len(place.cells)}


def _judged(ours: Runs, theirs: Runs, part: int, limit: float | None) -> AgainstAbove:
    """Compare one part with a sign-flip test."""
    test = sign_flips(*([_mean(run, part, limit) for run in side] for side in (ours, theirs)), level=LEVEL)
    if test.difference is None or not test.difference.value or test.p is None or test.p > 1 - LEVEL:
        return AgainstAbove.SAME
    return AgainstAbove.MORE if test.difference.value > 0 else AgainstAbove.LESS


def _mean(run: Sequence[Figure], part: int, limit: float | None) -> float:
    values = [figure.values[part] for figure in run]
    return statistics.fmean(value if limit is None else min(value, limit) for value in values)
