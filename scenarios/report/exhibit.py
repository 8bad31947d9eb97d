"""An exhibit of a report: charts, with their figures as a table of texts."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import attrs

from scenarios.statistics import Estimate

BEYOND = "An arrowhead marks an interval that exceeds the axis."
"""The note on charts that clip intervals."""


PointLink: TypeAlias = Callable[["Behind | InTable | MatchUpPart | MeasuredPhase"], str | None]
"""Returns the URL of a point of a chart, by what the point shows."""


@attrs.frozen
class Behind:
    """A point of a curve: its measure, cell, phase and contest."""

    kind: str
    cell: int
    phase: str
    contest: int
    """Counted from 1, as on the axis."""


@attrs.frozen
class InTable:
    """A point that shows an entry of a table: the table, counted from 0, and the entry's row and column."""

    table: int
    row: str
    column: str


@attrs.frozen
class MatchUpPart:
    """A part of a bar: the contests of a cell in a phase against one contestant with one result."""

    cell: int
    phase: str
    other: str
    result: int
    """1 for won, 0 for drawn, -1 for lost."""


@attrs.frozen
class MeasuredPhase:
    """A figure that is in no table: a measure of some cells in a phase."""

    measure: str
    phase: str
    cells: tuple[int, ...]


@attrs.frozen
class Chart:
    """A picture with its title."""

    title: str
    svg: str
    group: str = ""
    """Charts of a group are shown together."""
    is_board: bool = False
    """Whether it shows a board. Boards are small and have their own colours."""
    of: str = ""
    """Its settings, as keys for the page's filter."""
    linked: Callable[[PointLink], str] | None = None
    """Draws it again with links on its points, for a page that has link targets."""


@attrs.frozen
class Exhibit:
    """A section of a report."""

    title: str
    note: str
    """A description of the charts."""
    charts: Sequence[Chart]
    """May be empty if the table is enough."""
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[str] = ()
    """The parts of stacked bars."""
    is_leading: bool = False
    """Whether it comes before the tables of results."""
    is_folded: bool = False
    """Whether a page shows it only when readers open it."""


def joined(*parts: str) -> str:
    """Join the parts that are not empty with commas."""
    return ", ".join(filter(None, parts))


def percent(estimate: Estimate) -> str:
    """Return a share with its interval as percentages."""
    return estimate.within(0, 1).text(factor=100, unit=" %")
