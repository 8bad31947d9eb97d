"""The data of a line chart: its curves and its horizontal axis."""

from collections.abc import Callable, Sequence

import attrs

from scenarios.report.charts.chart_parts import Look, ends_of
from scenarios.report.drawing import contest_ticks
from scenarios.statistics import Estimate


@attrs.frozen
class XAxis:
    """The horizontal axis of a line chart."""

    title: str
    marks: Sequence[tuple[float, str]]
    """The position and label of each tick; the first and the last are the ends of the axis."""
    is_log: bool = False

    def describe(self, at: float) -> str:
        """Name a position on the axis: `contest 12`."""
        return f"{self.title.partition(' of ')[0]} {dict(self.marks).get(at) or format(at, 'g')}"


@attrs.frozen
class Curve:
    """One line of a chart, with its confidence band."""

    label: str
    points: Sequence[tuple[float, Estimate]]
    """Positions, such as the number of a contest, each with the estimate there."""
    look: Look | None = None
    """How it is drawn. If None, its position in the chart decides."""
    of: str = ""
    """Its settings, as keys for the page's filter."""
    link: Callable[[float], str | None] | None = None
    """Returns the URL behind a point, or None."""

    drawn: Sequence[tuple[float, float, float, float]] = attrs.field(init=False)
    """Position, value, and both ends of the band, for each point that has a value."""

    @drawn.default
    def _measured(self) -> Sequence[tuple[float, float, float, float]]:
        return [(at, each.value, *ends_of(each)) for at, each in self.points if each.value is not None]


def contest_axis(lines: Sequence[Curve]) -> XAxis:
    """Make an axis of the contests of a phase."""
    last = max((int(line.drawn[-1][0]) for line in lines if line.drawn), default=1)
    marks = [(mark, f"{mark:g}") for mark in contest_ticks(last)]
    return XAxis(
        "contest of the phase", [*marks, *([] if marks[-1][0] == last else [(float(max(2, last)), "")])]
    )
