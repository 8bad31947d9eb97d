"""Line charts: a curve for each setting, with its confidence band."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from scenarios.report.charts.chart_parts import LINE, Format, Look, axis_start, describe_estimate
from scenarios.report.charts.line_axes import Plot, draw_frame, value_marks
from scenarios.report.charts.line_data import Curve, Marker, Point, XAxis, contest_axis
from scenarios.report.charts.line_labels import (
    curve_group,
    end_dot,
    end_labels,
    labels_beside,
    legend_below,
    line_kind,
    look_of,
    marker_legend,
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

HEIGHT = 200.0
"""The usual height of the part with the lines."""
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
    height: float = HEIGHT,
    alike: Sequence[Curve] = (),
    markers: Sequence[tuple[bool, str]] = (),
) -> str:
    """Draw lines by contest or along another axis, each with its 95 % band, dash and label.

    The vertical axis also has room for the lines in `alike`, so that charts can share it. `markers` explains
    filled and hollow markers.
    """
    lines = [
        line if line.look is not None else attrs.evolve(line, look=Look(i, i))
        for i, line in enumerate(each for each in lines if each.drawn)
    ]
    x_axis = x_axis or contest_axis(lines)
    marks = value_marks([*lines, *alike], highest)
    title = wrapped(y_title + axis_start(marks[0], write), WIDTH - 8)
    down = height + 30 + (len(title) - 1) * LINE
    numbers = 12 + max(width_of(write(mark), 11) for mark in marks)
    left, up = max(numbers, width_of(x_axis.marks[0][1], 11) / 2), down - height
    beside = labels_beside(lines, height)
    room = 30 + max((width_of(line, 11) for label in beside for line in label), default=0.0)
    last = max(14.0, width_of(x_axis.marks[-1][1], 11) / 2)
    right = max(left + 190, WIDTH - room) if beside else WIDTH - last
    x = Scale(x_axis.marks[0][0], x_axis.marks[-1][0], left, right, x_axis.is_log)
    plot = Plot(x, Scale(marks[0], marks[-1], down, up), marks, x_axis, write, unit, highest)
    is_many = "many" if sum(not line.is_minor for line in lines) > FEW else None
    bands = group(
        *(curve_group(line, _band(line, plot)) for line in lines if not line.is_minor), class_=is_many
    )
    drawn = [curve_group(line, _line(line, plot), _beyond(line, plot)) for line in lines]
    points = [curve_group(line, *_points(line, plot)) for line in lines]
    ends = (
        end_labels(lines, plot, beside)
        if beside
        else [curve_group(line, end_dot(line, plot)) for line in lines]
    )
    legend, bottom = ([], down + 44) if beside else legend_below(lines, down + 52)
    explained, bottom = marker_legend(markers, bottom + 10) if markers else ([], bottom)
    body = [*draw_frame(plot, title), bands, *drawn, *ends, *points, *legend, *explained]
    role = "group" if any(line.link for line in lines) else "img"
    return sheet(bottom, name, *body, width=max(WIDTH, right + room) if beside else WIDTH, role=role)


def _band(line: Curve, plot: Plot) -> str:
    return "".join(_band_of(piece, line, plot) for piece in plot.x_axis.pieces(line.drawn))


def _band_of(points: Sequence[Point], line: Curve, plot: Plot) -> str:
    """Draw the band of points, or a bar if there is only one."""
    x, y, kind = plot.x, plot.y, look_of(line).kind
    if len(points) == 1:
        at, _, low, high = points[0]
        return shape("path", d=path([(x(at), y(high)), (x(at), y(low))]), class_=f"bar line {kind}")
    upper = cut([(x(at), y.beyond(high)) for at, _, _, high in points], y.stop)
    lower = [(x(at), y(low)) for at, _, low, _ in reversed(points)]
    return shape("path", d=path([*upper, *lower], is_closed=True), class_=f"band {kind}")


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
    kind, dash = line_kind(line)
    return "".join(
        shape(
            "path",
            d=path([(plot.x(at), plot.y(value)) for at, value, _, _ in piece]),
            class_=kind,
            stroke_dasharray=dash,
        )
        for piece in plot.x_axis.pieces(line.drawn)
        if len(piece) > 1
    )


def _points(line: Curve, plot: Plot) -> Iterator[str]:
    """Draw points with tooltips on a line, no more than a pointer can select unless they have markers."""
    known = [(at, estimate) for at, estimate in line.points if estimate.value is not None]
    count = len(known) if line.markers else min(len(known), MOST_POINTS)
    places = dict.fromkeys(round(i * (len(known) - 1) / max(1, count - 1)) for i in range(count))
    for at, estimate in (known[i] for i in places):
        figure, marker = describe_estimate(estimate, plot.write, plot.unit), line.markers.get(at)
        note = f"; {marker.note}" if marker is not None and marker.note else ""
        tooltip = f"{line.label}, {plot.x_axis.describe(at)}: {figure}{note}"
        x, y = plot.x(at), plot.y(estimate.value or 0.0)
        kind, size = _point_kind(line, marker)
        to = line.link(at) if line.link is not None else None
        if to is None:
            yield shape("circle", tooltip, cx=x, cy=y, r=size, class_=kind)
        else:
            yield link(shape("circle", cx=x, cy=y, r=size), to=to, title=tooltip, class_=kind)


def _point_kind(line: Curve, marker: Marker | None) -> tuple[str, float]:
    """Return the CSS classes and the size of a point."""
    colour = "minor" if line.is_minor else look_of(line).kind
    if marker is None:
        return f"point spot {colour}", 5
    shape_of = "marker" if marker.is_filled else "marker hollow"
    return f"point {shape_of} {colour}", 2.5 if line.is_minor else 4
