"""An exhibit of a report: charts, and the figures behind them as a table of texts."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import attrs

from scenarios.statistics import Estimate

BEYOND = "An arrowhead marks an interval that goes on beyond the axis."
"""Below charts whose axes are cut."""


PointLink: TypeAlias = Callable[["Behind | InTable | MatchUpPart | MeasuredPhase"], str | None]
"""Says where a point of a chart leads, by what is behind it."""


@attrs.frozen
class Behind:
    """What a point of a curve is about: what is measured, in which cell and phase, after which contest."""

    kind: str
    cell: int
    phase: str
    contest: int
    """Counted from 1, as the axis does."""


@attrs.frozen
class InTable:
    """What a point is about that shows a figure of a table: which table, counted from 0, and where in it."""

    table: int
    row: str
    column: str


@attrs.frozen
class MatchUpPart:
    """What a part of a bar is about: the contests of a cell in a phase against somebody that ended so."""

    cell: int
    phase: str
    other: str
    result: int
    """1 is won, 0 drawn, -1 lost."""


@attrs.frozen
class MeasuredPhase:
    """What a figure is about that stands in no table: what some cells came to in a phase."""

    measure: str
    phase: str
    cells: tuple[int, ...]


@attrs.frozen
class Chart:
    """A picture and its title."""

    title: str
    svg: str
    group: str = ""
    """Charts of a group stand together."""
    is_board: bool = False
    """Is it the picture of a board? Those are small, and have their own colours."""
    of: str = ""
    """Which settings all of it is about, for the page's filter."""
    linked: Callable[[PointLink], str] | None = None
    """Draws it with points that lead somewhere, for a page that has where to lead."""


@attrs.frozen
class Exhibit:
    """A section of a report."""

    title: str
    note: str
    """What the pictures show, in words."""
    charts: Sequence[Chart]
    """None where figures in words say it all."""
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[str] = ()
    """The parts of stacked bars."""


def joined(*parts: str) -> str:
    """Make one title of several, as far as there are any."""
    return ", ".join(filter(None, parts))


def percent(estimate: Estimate) -> str:
    """Write a share with its interval."""
    return estimate.within(0, 1).text(factor=100, unit=" %")
