"""The axes of a line chart: scales, ticks and titles."""

from collections.abc import Iterator, Sequence

import attrs

from scenarios.report.charts.chart_parts import LINE, Format, top_of_scale
from scenarios.report.charts.line_data import Curve, XAxis
from scenarios.report.drawing import Scale, lines_of_text, shape, span_ticks, text, ticks, width_of

NO_MORE_THAN_HALF = 0.5


@attrs.frozen
class Plot:
    """Where a line chart has its axes, and how it writes numbers."""

    x: Scale
    y: Scale
    marks: Sequence[float]
    x_axis: XAxis
    write: Format
    unit: str
    highest: float | None
    """The largest possible value, if there is one."""


def value_marks(lines: Sequence[Curve], highest: float | None) -> list[float]:
    """Return the ticks of the vertical axis: from 0, or from near the lowest value if all are far above 0."""
    points = [point for line in lines for point in line.drawn]
    values = [point[1] for point in points] or [0.0]
    top = top_of_scale(values, (point[3] for point in points))
    low = max(min((point[2] for point in points), default=0.0), min(values) - NO_MORE_THAN_HALF * max(values))
    if min(values) >= 0:
        low = max(0.0, low)
    if highest is None:
        return span_ticks(low, top)
    marks = [mark for mark in span_ticks(low, min(top, highest)) if mark <= highest * (1 + 1e-9)]
    return marks if marks[0] > 0 and len(marks) > 1 else ticks(highest)


def draw_frame(plot: Plot, title: Sequence[str]) -> Iterator[str]:
    """Draw the axes, with the title of the vertical axis above it."""
    x, y = plot.x, plot.y
    for mark in plot.marks:
        yield shape("line", x1=x.start, y1=y(mark), x2=x.stop, y2=y(mark), class_="grid")
        yield text(x.start - 6, y(mark) + 4, plot.write(mark), class_="tick end")
    for at, label in _apart([(x(mark), label) for mark, label in plot.x_axis.marks if label]):
        yield text(at, y.start + 16, label, class_="tick middle")
    yield from _axis_line(plot)
    yield text((x.start + x.stop) / 2, y.start + 34, plot.x_axis.title, class_="label middle")
    yield lines_of_text(4, 16, title, LINE, class_="label")


def _axis_line(plot: Plot) -> Iterator[str]:
    """Draw the horizontal axis, with a gap before a level that stands apart."""
    stretches = [(plot.x.start, plot.x.stop)]
    if plot.x_axis.is_last_apart:
        end = plot.x(plot.x_axis.marks[-2][0])
        gap = (plot.x.stop - end) / 2
        stretches = [(plot.x.start, end + gap - 4), (end + gap + 4, plot.x.stop)]
    for start, stop in stretches:
        yield shape("line", x1=start, y1=plot.y.start, x2=stop, y2=plot.y.start, class_="axis")


def _apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Drop tick labels that would overlap; keep the first and the last."""
    ends = [(at - width_of(label, 11) / 2 - 3, at + width_of(label, 11) / 2 + 3) for at, label in labels]
    kept, last = list[int](), len(labels) - 1
    for i, (start, stop) in enumerate(ends):
        is_free = not kept or start >= ends[kept[-1]][1]
        if i == last or (is_free and (not kept or stop <= ends[last][0])):
            kept.append(i)
    return [labels[i] for i in kept]
