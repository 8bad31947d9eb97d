"""Line charts: a curve for each setting, with its confidence band."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from scenarios.report.charts.chart_parts import LINE, Format, Look, axis_start, describe_estimate
from scenarios.report.charts.line_axes import Plot, draw_frame, value_marks
from scenarios.report.charts.line_data import Curve, XAxis, contest_axis
from scenarios.report.charts.line_labels import (
    curve_group,
    end_dot,
    end_labels,
    labels_beside,
    legend_below,
    look_of,
)
from scenarios.report.drawing import (
    WIDTH,
    Scale,
    arrowhead,
    cut,
    group,
    link,
    path,
    shape,
    sheet,
    width_of,
    wrapped,
)

FEW = 4
"""With more bands than this they are drawn fainter."""
MOST_POINTS = 16
"""The most points of a line that have a tooltip."""


def curves(  # options, each by its name
    name: str,
    lines: Sequence[Curve],
    *,
    y_title: str,
    write: Format,
    unit: str = "",
    highest: float | None = None,
    x_axis: XAxis | None = None,
) -> str:
    """Draw lines by contest or along another axis, each with its 95 % band, dash and label."""
    lines = [
        line if line.look is not None else attrs.evolve(line, look=Look(i, i))
        for i, line in enumerate(each for each in lines if each.drawn)
    ]
    x_axis = x_axis or contest_axis(lines)
    marks = value_marks(lines, highest)
    title = wrapped(y_title + axis_start(marks[0], write), WIDTH - 8)
    down = 230.0 + (len(title) - 1) * LINE
    numbers = 12 + max(width_of(write(mark), 11) for mark in marks)
    left, up = max(numbers, width_of(x_axis.marks[0][1], 11) / 2), down - 200
    beside = labels_beside(lines)
    room = 30 + max((width_of(line, 11) for label in beside for line in label), default=0.0)
    last = max(14.0, width_of(x_axis.marks[-1][1], 11) / 2)
    right = max(left + 190, WIDTH - room) if beside else WIDTH - last
    x = Scale(x_axis.marks[0][0], x_axis.marks[-1][0], left, right, x_axis.is_log)
    plot = Plot(x, Scale(marks[0], marks[-1], down, up), marks, x_axis, write, unit, highest)
    is_many = "many" if len(lines) > FEW else None
    bands = group(*(curve_group(line, _band(line, plot)) for line in lines), class_=is_many)
    drawn = [curve_group(line, _line(line, plot), _beyond(line, plot)) for line in lines]
    points = [curve_group(line, *_points(line, plot)) for line in lines]
    ends = (
        end_labels(lines, plot, beside)
        if beside
        else [curve_group(line, end_dot(line, plot)) for line in lines]
    )
    legend, bottom = ([], down + 44) if beside else legend_below(lines, down + 52)
    body = [*draw_frame(plot, title), bands, *drawn, *ends, *points, *legend]
    role = "group" if any(line.link for line in lines) else "img"
    return sheet(bottom, name, *body, width=max(WIDTH, right + room) if beside else WIDTH, role=role)


def _band(line: Curve, plot: Plot) -> str:
    x, y = plot.x, plot.y
    upper = cut([(x(at), y.beyond(high)) for at, _, _, high in line.drawn], y.stop)
    lower = [(x(at), y(low)) for at, _, low, _ in reversed(line.drawn)]
    return shape("path", d=path([*upper, *lower], is_closed=True), class_=f"band {look_of(line).kind}")


def _beyond(line: Curve, plot: Plot) -> str:
    """Mark each stretch where a band exceeds the axis, unless the axis ends at the largest possible value."""
    is_end = plot.highest is not None and plot.marks[-1] >= plot.highest
    stretches = groupby(line.drawn, key=lambda point: point[3] > plot.y.high and not is_end)
    heads = []
    for points in (list(stretch) for is_beyond, stretch in stretches if is_beyond):
        middle = (plot.x(points[0][0]) + plot.x(points[-1][0])) / 2
        title = f"{line.label}: the interval reaches {plot.write(max(point[3] for point in points))}"
        heads.append(arrowhead(middle, plot.y.stop, "up", title, class_=f"beyond dot {look_of(line).kind}"))
    return "".join(heads)


def _line(line: Curve, plot: Plot) -> str:
    points = [(plot.x(at), plot.y(value)) for at, value, _, _ in line.drawn]
    look = look_of(line)
    return shape("path", d=path(points), class_=f"line {look.kind}", stroke_dasharray=look.pattern)


def _points(line: Curve, plot: Plot) -> Iterator[str]:
    """Draw points with tooltips on a line, no more than a pointer can select."""
    known = [(at, estimate) for at, estimate in line.points if estimate.value is not None]
    count = min(len(known), MOST_POINTS)
    places = dict.fromkeys(round(i * (len(known) - 1) / max(1, count - 1)) for i in range(count))
    for at, estimate in (known[i] for i in places):
        figure = describe_estimate(estimate, plot.write, plot.unit)
        tooltip = f"{line.label}, {plot.x_axis.describe(at)}: {figure}"
        x, y = plot.x(at), plot.y(estimate.value or 0.0)
        kind, to = f"point spot {look_of(line).kind}", line.link(at) if line.link is not None else None
        if to is None:
            yield shape("circle", tooltip, cx=x, cy=y, r=5, class_=kind)
        else:
            yield link(shape("circle", cx=x, cy=y, r=5), to=to, title=tooltip, class_=kind)
