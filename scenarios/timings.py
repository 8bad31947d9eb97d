"""How long it took: a decision on the scenario's clock, a contest on the wall."""

from collections.abc import Sequence

import attrs

from scenarios.charts import Dot, dots
from scenarios.exhibit import Chart, Exhibit, joined
from scenarios.measures import MEASURES, SECONDS, Measure, measured
from scenarios.panels import Panel
from scenarios.records import Records
from scenarios.statistics.intervals import number

_UNITS = ((60e9, " min"), (1e9, " s"), (1e6, " ms"), (1e3, " µs"), (1.0, " ns"))


def decision_time(records: Records, panels: Sequence[Panel]) -> Exhibit:
    """Show how long a decision takes."""
    note = "Time of Hoyle's decisions on the scenario's clock: mean over runs with its 95 % interval."
    return _times(records, panels, "Time per decision", note, MEASURES["time"])


def contest_time(records: Records, panels: Sequence[Panel]) -> Exhibit:
    """Show how long a contest takes on the wall."""
    note = "Time of a whole contest on the wall: mean over runs with its 95 % interval. It varies by machine."
    return _times(records, panels, "Wall time per contest", note, SECONDS)


def _times(records: Records, panels: Sequence[Panel], title: str, note: str, measure: Measure) -> Exhibit:
    found = [_dots(records, panel, measure) for panel in panels]
    measure = _fitting(measure, [dot.value.value or 0.0 for panel in found for dot in panel])
    charts, rows = [], []
    for panel, figures in zip(panels, found, strict=True):
        if figures:
            charts.append(Chart(panel.title, _chart(joined(title, panel.title), measure, figures)))
        rows += [
            [joined(panel.title, dot.label), measure.text(dot.value), str(dot.value.n)] for dot in figures
        ]
    return Exhibit(title, note, charts, ("cell", measure.title, "runs"), rows)


def _dots(records: Records, panel: Panel, measure: Measure) -> list[Dot]:
    found = [
        Dot(
            joined(member.label, f"phase {phase}"),
            measured(records, measure, phase, {member.cell}).estimates[0],
        )
        for member in panel.members
        for phase in records.phase_names
    ]
    return [dot for dot in found if dot.value.value is not None]


def _fitting(measure: Measure, values: Sequence[float]) -> Measure:
    """Tell a measure of nanoseconds in the unit that fits the longest."""
    longest = max(values, default=0.0)
    size, unit = next((each for each in _UNITS if longest >= each[0]), _UNITS[-1])
    return attrs.evolve(measure, factor=1 / size, unit=unit)


def _chart(name: str, measure: Measure, figures: Sequence[Dot]) -> str:
    title = f"{measure.title},{measure.unit}"
    return dots(name, figures, x_title=title, write=lambda value: number(value * measure.factor))
