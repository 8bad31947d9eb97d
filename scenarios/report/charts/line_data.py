"""The data of a line chart: its curves and its horizontal axis."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import attrs

from scenarios.report.charts.chart_parts import Look, ends_of
from scenarios.report.drawing import contest_ticks
from scenarios.statistics import Estimate

WIDE = 8
"""An axis of numbers is logarithmic if its ends differ by more than this factor."""
APART = 0.35
"""The distance of a level that stands apart from the others, as a fraction of their span."""

Point: TypeAlias = tuple[float, float, float, float]
"""A position, a value, and both ends of its interval."""


@attrs.frozen
class XAxis:
    """The horizontal axis of a line chart."""

    title: str
    marks: Sequence[tuple[float, str]]
    """The position and label of each tick; the first and the last are the ends of the axis."""
    is_log: bool = False
    is_last_apart: bool = False
    """Whether the last position is no quantity, but stands apart from the others after a gap."""

    def pieces(self, points: Sequence[Point]) -> list[list[Point]]:
        """Divide points before the gap, if there is one."""
        last = self.marks[-1][0]
        together = itertools.groupby(points, key=lambda point: self.is_last_apart and point[0] == last)
        return [list(piece) for _, piece in together]

    def describe(self, at: float) -> str:
        """Name a position on the axis: `contest 12`."""
        return f"{self.title.partition(' of ')[0]} {dict(self.marks).get(at) or format(at, 'g')}"


@attrs.frozen
class Marker:
    """How a point of a curve is marked."""

    is_filled: bool = True
    note: str = ""
    """What the mark says, for the tooltip."""


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
    markers: Mapping[float, Marker] = attrs.field(factory=dict)
    """The marker at each position. Without any, points are visible only on hover and on focus."""
    is_minor: bool = False
    """Whether it is a thin line without a band, in the background."""

    drawn: Sequence[Point] = attrs.field(init=False)
    """Each point that has a value, with the ends of its band."""

    @drawn.default
    def _measured(self) -> Sequence[Point]:
        return [(at, each.value, *ends_of(each)) for at, each in self.points if each.value is not None]


def contest_axis(lines: Sequence[Curve]) -> XAxis:
    """Make an axis of the contests of a phase."""
    last = max((int(line.drawn[-1][0]) for line in lines if line.drawn), default=1)
    marks = [(mark, f"{mark:g}") for mark in contest_ticks(last)]
    return XAxis(
        "contest of the phase", [*marks, *([] if marks[-1][0] == last else [(float(max(2, last)), "")])]
    )


def quantity_axis(
    title: str, places: Sequence[tuple[float, str]], apart: str | None = None, *, is_time: bool = False
) -> XAxis:
    """Make an axis of quantities with their labels, logarithmic for times and for a wide range.

    `apart` labels a last position that is no quantity, such as `no limit`.
    """
    marks = sorted(places)
    low, high = marks[0][0], marks[-1][0]
    is_log = low > 0 and (is_time or high > WIDE * low)
    if apart is not None:
        beyond = high * (high / low) ** APART if is_log else high + APART * (high - low)
        marks.append((beyond, apart))
    return XAxis(title, marks, is_log, is_last_apart=apart is not None)
