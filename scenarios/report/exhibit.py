"""An exhibit of a report: charts, and the figures behind them as a table of texts."""

from collections.abc import Sequence

import attrs

from scenarios.statistics import Estimate

BEYOND = "An arrowhead marks an interval that goes on beyond the axis."
"""Below charts whose axes are cut."""


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
    return estimate.text(factor=100, unit=" %")
