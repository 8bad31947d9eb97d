"""Our figures with error bars beside the paper's figures, as one picture for each table."""

import itertools
import math
from collections.abc import Iterator, Sequence

import attrs

from games import BadOption
from games.counting import how_many
from scenarios.report.cell_groups import NO_LABEL, name_label
from scenarios.report.drawing import (
    Scale,
    arrowhead,
    diamond,
    group,
    shape,
    sheet,
    span_ticks,
    standalone,
    text,
    width_of,
    wrapped,
)
from scenarios.report.filters import Filters
from scenarios.report.result_tables import MARKS, ResultTable, TableCell, paper_text
from scenarios.statistics.intervals import number

LANE, LINE = 21.0, 14.0
"""The height of a line of figures, and of each further line of its label."""
HEADING = 24.0
TOP = 44.0
WIDEST_LABEL = 150.0
FAR = 40
"""An axis is logarithmic if its ends differ by more than this factor."""
MOST_BEYOND = 0.6
"""How far intervals extend an axis, as a fraction of the largest figure; beyond that they are clipped."""
_PANEL = {1: 250.0, 2: 180.0, 3: 160.0}
_NARROW_PANEL = 150.0
GAP = 40.0
"""The space between panels."""


@attrs.frozen
class _Lane:
    """One cell of the table: its position and its content."""

    y: float
    lines: Sequence[str]
    place: str
    """Its name without the heading."""
    entry: TableCell
    of: str
    """Its settings, as keys for the page's filter."""


@attrs.frozen
class _Block:
    """The cells of one row of the table, with their heading if they have one."""

    heading: str
    y: float
    lanes: Sequence[_Lane]
    of: str
    """The settings that all of them share, as keys for the page's filter."""


@attrs.frozen
class _Panel:
    """One part of the measure with its own axis."""

    table: ResultTable
    part: int
    left: float
    right: float
    lanes: Sequence[_Lane]

    def figures(self, lane: _Lane) -> tuple[float | None, float, float, float]:
        """Return our figure, the ends of its interval, and the paper's figure, in the unit of the measure."""
        estimate, factor = lane.entry.ours.estimates[self.part], self.table.measure.factor
        paper = (lane.entry.paper or ())[self.part]
        if estimate.value is None:
            return None, paper, paper, paper
        low = estimate.value if estimate.low is None else estimate.low
        high = estimate.value if estimate.high is None else estimate.high
        return estimate.value * factor, low * factor, high * factor, paper


def has_paper(table: ResultTable) -> bool:
    """Return whether the paper has a figure for any cell of a table."""
    return any(entry.paper is not None for entry in table.entries.values())


def draw_against_paper(table: ResultTable) -> str:
    """Draw a table beside the paper as an SVG file, which adapts to light and dark viewers."""
    return standalone(paper_plot(table))


def paper_plot(table: ResultTable, filters: Filters | None = None) -> str:
    """Draw a table beside the paper, with a line for each cell, for a page that has the style sheets.

    Rows and cells carry keys for the page's filter.
    """
    if not has_paper(table):
        raise BadOption(f"cannot draw {table.title!r}: the paper has no figure for it; add paper = {{...}}")
    blocks, bottom = _blocks(table, filters or Filters())
    lanes = [lane for block in blocks for lane in block.lanes]
    count = len(table.measure.parts)
    left = 18 + max(width_of(line) for lane in lanes for line in lane.lines)
    wide = _PANEL.get(count, _NARROW_PANEL)
    starts = [left + i * (wide + GAP) for i in range(count)]
    panels = [_Panel(table, i, start, start + wide, lanes) for i, start in enumerate(starts)]
    scales = [_axis(panel) for panel in panels]
    verdict_at = panels[-1].right + 14
    width = verdict_at + 84
    axes = (_panel(panel, x, marks, bottom) for panel, (x, marks) in zip(panels, scales, strict=True))
    drawn = [
        _key(table),
        *itertools.chain.from_iterable(axes),
        *(_block(block, panels, [x for x, _ in scales]) for block in blocks),
    ]
    return sheet(bottom + 38, f"{table.title}: ours beside the paper's", *drawn, width=width)


def _blocks(table: ResultTable, filters: Filters) -> tuple[list[_Block], float]:
    """Place the cells below each other, with a heading for each row if there are several columns."""
    known = {key: entry for key, entry in table.entries.items() if entry.paper is not None}
    is_headed = len(table.columns) > 1
    y, blocks = TOP, list[_Block]()
    for row in dict.fromkeys(row for row, _ in known):
        named = _named(table.rows_axis, row)
        y += HEADING if is_headed else 0
        top, lanes = y, list[_Lane]()
        for column in (each for each in table.columns if (row, each) in known):
            label = _named(table.columns_axis, column) if is_headed else named
            place = f"{named}, {label}" if is_headed else label
            lines, of = wrapped(label, WIDEST_LABEL), filters.key(table.columns_axis, column)
            lanes.append(_Lane(y + LANE / 2, lines, place, known[row, column], of))
            y += LANE + LINE * (len(lines) - 1)
        blocks.append(_Block(named if is_headed else "", top - 8, lanes, filters.key(table.rows_axis, row)))
    return blocks, y + 4


def _block(block: _Block, panels: Sequence[_Panel], scales: Sequence[Scale]) -> str:
    """Draw one row of the table; the filter hides it together with its cells."""
    left, right = panels[0].left - 16, panels[-1].right + 14
    lanes = [
        group(
            *_label(lane, left),
            *(_lane(panel, lane, x) for panel, x in zip(panels, scales, strict=True)),
            _verdict(lane, right),
            data_of=lane.of or None,
        )
        for lane in block.lanes
    ]
    heading = text(0, block.y, block.heading, class_="heading") if block.heading else ""
    return group(heading, *lanes, class_="block", data_of=block.of or None)


def _named(axis: str, label: str) -> str:
    return name_label(axis, label) if axis else label or NO_LABEL


def _key(table: ResultTable) -> str:
    """Draw the legend of the two marks."""
    runs = {entry.ours.runs for entry in table.entries.values() if entry.paper is not None}
    most = how_many(max(runs), "run") if len(runs) == 1 else f"{min(runs)} to {max(runs)} runs"
    ours = f"ours, {most}, with its 95 % interval"
    at = 30 + width_of(ours) + 14
    return group(
        shape("path", d="M0,12H20", class_="reach"),
        shape("circle", cx=10, cy=12, r=4.5, class_="dot s0"),
        text(28, 16, ours),
        diamond(at + 6, 12, class_="theirs"),
        text(at + 18, 16, "the paper's"),
    )


def _label(lane: _Lane, right: float) -> Iterator[str]:
    for i, line in enumerate(lane.lines):
        yield text(right, lane.y + i * LINE + 4, line, class_="row end")


def _verdict(lane: _Lane, x: float) -> str:
    verdict = lane.entry.verdict
    words = f"{MARKS[verdict]} {verdict.value}"
    return text(x, lane.y + 4, words, class_=f"verdict-{verdict.name.lower()}")


def _panel(panel: _Panel, x: Scale, marks: Sequence[float], bottom: float) -> Iterator[str]:
    """Draw the axis of a panel and its title."""
    measure = panel.table.measure
    for mark in marks:
        yield shape("line", x1=x(mark), y1=TOP, x2=x(mark), y2=bottom, class_="grid")
        yield text(x(mark), bottom + 14, f"{mark:,.12g}", class_="tick middle")
    yield text(panel.left, bottom + 32, _axis_title(panel, x), class_="label")
    if measure.parts[panel.part]:
        yield text(panel.left, TOP - 8, measure.parts[panel.part], class_="label")


def _axis_title(panel: _Panel, x: Scale) -> str:
    """Return the measure and its unit, and a note if the axis is logarithmic or does not begin at 0."""
    measure = panel.table.measure
    unit = f",{measure.unit}" if measure.unit else ""
    kind = "; logarithmic" if x.is_log else f"; from {number(x.low)}" if x.low else ""
    return f"{measure.title}{unit}{kind}" if len(measure.parts) == 1 else f"{unit}{kind}".lstrip(",; ")


def _axis(panel: _Panel) -> tuple[Scale, list[float]]:
    """Return an axis for all figures, and for intervals as long as they do not hide the figures."""
    found = [panel.figures(lane) for lane in panel.lanes]
    points = [each for value, _, _, paper in found for each in (value, paper) if each is not None]
    low, high = min(points), max(points)
    room = MOST_BEYOND * max(map(abs, points))
    low = min(low, max(min(each[1] for each in found), low - room))
    high = max(high, min(max(each[2] for each in found), high + room))
    least = min(points)
    if least > 0 and max(points) > FAR * least and panel.table.measure.most is None:
        low = max(low, least / 2)
        marks = [10.0**power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
        return Scale(marks[0], marks[-1], panel.left, panel.right, is_log=True), marks
    marks = span_ticks(low, high, 4 if len(panel.table.measure.parts) == 1 else 3)
    return Scale(marks[0], marks[-1], panel.left, panel.right), marks


def _lane(panel: _Panel, lane: _Lane, x: Scale) -> str:
    """Draw one cell: our interval and figure, and the paper's figure."""
    value, low, high, paper = panel.figures(lane)
    measure, y = panel.table.measure, lane.y
    estimate = lane.entry.ours.estimates[panel.part]
    part = measure.parts[panel.part]
    bound = "at least " if lane.entry.ours.censored else ""
    runs = how_many(lane.entry.ours.runs, "run")
    ours = "not measured" if value is None else f"{bound}{measure.text(estimate)}, {runs}"
    tooltip = f"{lane.place}{', ' * bool(part)}{part}: {ours}; paper {paper_text((paper,))}{measure.unit}"
    whisker = [
        shape("path", d=f"M{x(low):.1f},{y:g}H{x(high):.1f}", class_="reach"),
        arrowhead(x.start, y, "left", class_="beyond dot s0") if low < x.low else "",
        arrowhead(x.stop, y, "right", class_="beyond dot s0") if high > x.high else "",
    ]
    dot = "" if value is None else shape("circle", cx=x(value), cy=y, r=4.5, class_="dot s0")
    drawn = [*whisker * (low < high), dot, diamond(x(paper), y, class_="theirs")]
    return group(*drawn, title=f"{tooltip}: {lane.entry.verdict.value}", class_="point")
