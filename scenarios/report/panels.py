"""Panels: the chart of one group of cells in one phase."""

from collections.abc import Callable

from scenarios.experiment.records import Records
from scenarios.language.scenario import PHASE_AXIS
from scenarios.report.cell_groups import CellGroup, name_label
from scenarios.report.exhibit import Chart, PointLink, joined
from scenarios.report.filters import Filters


def panel(
    records: Records,
    group: CellGroup,
    phase: str,
    svg: str,
    more: str = "",
    *,
    linked: Callable[[PointLink], str] | None = None,
) -> Chart:
    """Return a chart with its title and its keys for the page's filter."""
    title = joined(group.title, name_label(PHASE_AXIS, phase), more)
    title = title if group.title else f"{title[:1].upper()}{title[1:]}"
    return Chart(title, svg, of=Filters.of_records(records).of_both(group.of, phase), linked=linked)
