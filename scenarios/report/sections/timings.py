"""Time of a decision on the scenario's clock, and of a contest on the wall clock."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import attrs

from scenarios.analysis.figures import measured
from scenarios.experiment.records import Records
from scenarios.language.measures import MEASURES, SECONDS, Measure
from scenarios.report.cell_groups import CellGroup, Member, alike_so_far
from scenarios.report.charts import Dot, dots
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, MeasuredPhase, PointLink, joined
from scenarios.report.filters import Filters
from scenarios.statistics import Estimate
from scenarios.statistics.intervals import number

TIMES: Final[Mapping[str, Measure]] = {each.name: each for each in (MEASURES["time"], SECONDS)}
"""The measures of this section."""
_UNITS = ((60e9, " min"), (1e9, " s"), (1e6, " ms"), (1e3, " µs"), (1.0, " ns"))


def decision_time(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show the time of a decision."""
    note = "Time of Hoyle's decisions on the scenario's clock: mean over runs with 95 % confidence interval."
    return _times(records, groups, "Time per decision", f"{note} {BEYOND}", MEASURES["time"])


def contest_time(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show the wall time of a contest, folded: it says more about the machine than about Hoyle."""
    note = (
        "Time of a whole contest on the wall clock: mean over runs with 95 % confidence interval. It depends "
        "on the machine."
    )
    exhibit = _times(records, groups, "Wall time per contest", f"{note} {BEYOND}", SECONDS)
    return attrs.evolve(exhibit, is_folded=True)


def _times(records: Records, groups: Sequence[CellGroup], title: str, note: str, measure: Measure) -> Exhibit:
    found = [_figures(records, group, measure) for group in groups]
    measure = _fitting(measure, [estimate.value or 0.0 for group in found for _, _, estimate in group])
    charts, rows, filters = [], [], Filters.of_records(records)
    for group, figures in zip(groups, found, strict=True):
        points = {
            MeasuredPhase(measure.name, phase, (member.cell, *member.alike)): Dot(
                f"{member.label}, phase {phase}", estimate, member.look, filters.of_both(member.of, phase)
            )
            for member, phase, estimate in _alike(records, group, measure)
        }
        if points:
            draw = partial(_chart, joined(title, group.title), measure, points)
            charts.append(Chart(group.title or "All settings", draw(None), of=group.of, linked=draw))
        rows += [
            [member.name, phase, measure.text(estimate), str(estimate.n)]
            for member, phase, estimate in figures
        ]
    return Exhibit(title, note, charts, ("cell", "phase", measure.title, "runs"), rows)


def _figures(records: Records, group: CellGroup, measure: Measure) -> list[tuple[Member, str, Estimate]]:
    """Measure every phase of every cell that has values."""
    found = [
        (member, phase, measured(records, measure, phase, {member.cell}).estimates[0])
        for member in group.members
        for phase in records.phase_names
    ]
    return [each for each in found if each[2].value is not None]


def _alike(records: Records, group: CellGroup, measure: Measure) -> list[tuple[Member, str, Estimate]]:
    """Measure every phase as it is drawn: once for cells that differ only in later phases."""
    by_phase = [
        (phase, {member.cell: member for member in alike_so_far(records, group, phase)})
        for phase in records.phase_names
    ]
    found = [
        (each, phase, measured(records, measure, phase, {each.cell, *each.alike}).estimates[0])
        for member in group.members
        for phase, shown in by_phase
        for each in [shown.get(member.cell)]
        if each is not None
    ]
    return [each for each in found if each[2].value is not None]


def _fitting(measure: Measure, values: Sequence[float]) -> Measure:
    """Return a measure of nanoseconds in the unit that suits the longest time."""
    longest = max(values, default=0.0)
    size, unit = next((each for each in _UNITS if longest >= each[0]), _UNITS[-1])
    return attrs.evolve(measure, factor=1 / size, unit=unit)


def _chart(
    name: str, measure: Measure, figures: Mapping[MeasuredPhase, Dot], point_link: PointLink | None
) -> str:
    """Draw times, with a link on each dot if `point_link` returns one."""
    drawn = [
        dot if point_link is None else attrs.evolve(dot, link=point_link(what))
        for what, dot in figures.items()
    ]
    title = f"{measure.title},{measure.unit}"
    return dots(
        name, drawn, x_title=title, write=lambda value: number(value * measure.factor), unit=measure.unit
    )
