"""Contests that take another course when Advisors run in another way."""

from collections.abc import Iterator, Sequence

import attrs
import numpy as np

from scenarios.analysis.grid_axes import twins_along
from scenarios.analysis.setting_names import name_pair
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup, name_labels
from scenarios.report.charts import Dot, dots
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, joined, percent
from scenarios.report.filters import Filters
from scenarios.statistics import Estimate, wilson
from scenarios.statistics.intervals import number

AXES = ("schedule", "late", "placement", "processors", "clock")
"""Settings that should change no decision if time suffices, by the first part of the axis's name."""
_NOTE = (
    "Contests of two settings with the same seed are identical until a decision differs: opponents and "
    "random numbers are the same. The chart shows the share of contests that took another course than under "
    "the first setting, with its 95 % confidence interval (Wilson). The table also shows the median ply of "
    f"the first difference; after it, positions are not comparable. {BEYOND}"
)


@attrs.frozen
class _Change:
    """One setting compared with the first of its axis."""

    what: str
    where: str
    phase: str
    parted: Sequence[int]
    """The ply of the first difference, for each contest that differs."""
    compared: int

    @property
    def share(self) -> Estimate:
        return wilson(len(self.parted), self.compared)


def changes(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # pairs are made along an axis
    """Show how many contests took another course under each setting that should change no decision."""
    found = [
        change for axis in records.axes if axis.partition(".")[0] in AXES for change in _along(records, axis)
    ]
    filters = Filters.of_records(records)
    pairs = dict.fromkeys((each.what, each.phase) for each in found)
    charts = [
        Chart(
            joined(what, f"phase {phase}"),
            _chart(what, phase, [each for each in found if (each.what, each.phase) == (what, phase)]),
            of=filters.of_both("", phase),
        )
        for what, phase in pairs
    ]
    rows = [
        [
            each.where,
            each.what,
            each.phase,
            str(each.compared),
            f"{len(each.parted)}: {percent(each.share)}",
            _ply(each),
        ]
        for each in found
    ]
    head = (
        "cell",
        "settings",
        "phase",
        "contests",
        "took another course",
        "median ply of the first difference",
    )
    return Exhibit("Decisions changed", _NOTE, charts, head, rows)


def _ply(change: _Change) -> str:
    return number(float(np.median(change.parted))) if change.parted else "none"


def _chart(what: str, phase: str, found: Sequence[_Change]) -> str:
    figures = [Dot(each.where, each.share) for each in found]
    name = joined("Decisions changed", what, f"phase {phase}")
    return dots(
        name,
        figures,
        x_title="contests that took another course, %",
        write=lambda value: number(100 * value),
        unit=" %",
    )


def _along(records: Records, axis: str) -> Iterator[_Change]:
    first = records.axes[axis][0]
    for cell, twin, label in twins_along(records, axis):
        rest = {name: each for name, each in records.cells[cell].items() if name != axis}
        where = name_labels(rest.items()) or "all contests"
        for phase in records.phase_names:
            change = _compared(records, (cell, twin), phase)
            if change is not None:
                yield _Change(name_pair(axis, label, first), where, phase, *change)


def _compared(records: Records, cells: tuple[int, int], phase: str) -> tuple[list[int], int] | None:
    """Return the plies at which contests of two cells first differ, and the number of common contests."""
    courses = [_courses(records, cell, phase) for cell in cells]
    both = [key for key in courses[0] if key in courses[1]]
    if not both:
        return None
    parted = [_parting(courses[0][key], courses[1][key]) for key in both]
    return [ply for ply in parted if ply is not None], len(both)


def _courses(records: Records, cell: int, phase: str) -> dict[tuple[int, int], list[str]]:
    """Return the moves of each contest by run and number."""
    return {
        (row.run, number): moves.split()
        for row in records.ended_phases(cell, phase)
        for contests in [records.contests_of_phase(row)]
        for number, moves in zip(contests["contest"].tolist(), contests["moves"].tolist(), strict=True)
    }


def _parting(ours: Sequence[str], theirs: Sequence[str]) -> int | None:
    """Return the first ply at which two contests differ, counted from 1."""
    for ply, (mine, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if mine != other:
            return ply
    return None if len(ours) == len(theirs) else min(len(ours), len(theirs)) + 1
