"""Labels of the lines of a chart: beside the lines, or in a legend below the chart."""

import math
from collections.abc import Sequence

from scenarios.report.charts.chart_parts import LINE, Look
from scenarios.report.charts.line_axes import Plot
from scenarios.report.charts.line_data import Curve
from scenarios.report.drawing import WIDTH, group, lines_of_text, path, shape, stack, text, wrapped

BESIDE = 96.0
"""The largest width of a label beside a line."""
MOST_LINES = 4
"""The most lines that a label beside a line may have; longer labels go below the chart."""


def curve_group(line: Curve, *drawn: str) -> str:
    """Group what belongs to one curve, so that the page can filter it."""
    return group(*drawn, data_of=line.of or None)


def look_of(line: Curve) -> Look:
    """Return how a curve is drawn."""
    return line.look or Look()


def line_kind(line: Curve) -> tuple[str, str | None]:
    """Return the CSS classes of a curve's line, and its dash."""
    return ("line minor", None) if line.is_minor else (f"line {look_of(line).kind}", look_of(line).pattern)


def labels_beside(lines: Sequence[Curve], height: float) -> list[list[str]]:
    """Wrap labels so that they fit beside their lines; return none if they are too long or too many."""
    labels = [wrapped(line.label, BESIDE, 11) for line in lines]
    fits = _height_of(labels) <= height and all(len(label) <= MOST_LINES for label in labels)
    return labels if fits else []


def height_beside(lines: Sequence[Curve]) -> float:
    """Return the height that the labels of lines need beside them."""
    return _height_of([wrapped(line.label, BESIDE, 11) for line in lines])


def _height_of(labels: Sequence[Sequence[str]]) -> float:
    return math.fsum(len(label) * LINE + 3 for label in labels)


def end_dot(line: Curve, plot: Plot) -> str:
    """Draw a dot where a curve ends."""
    at, value, _, _ = line.drawn[-1]
    return shape("circle", cx=plot.x(at), cy=plot.y(value), r=3, class_=f"dot {look_of(line).kind}")


def end_labels(lines: Sequence[Curve], plot: Plot, labels: Sequence[Sequence[str]]) -> list[str]:
    """Label each line at its end, with a sample of its dash and a thin line that connects them."""
    ends = [(plot.x(line.drawn[-1][0]), plot.y(line.drawn[-1][1])) for line in lines]
    heights = [len(label) * LINE + 3 for label in labels]
    places = stack([at for _, at in ends], heights, plot.y.stop, plot.y.start)
    start, drawn = plot.x.stop + 8, []
    for line, label, (end_x, end_y), place in zip(lines, labels, ends, places, strict=True):
        (kind, dash), first = line_kind(line), place - (len(label) - 1) * LINE / 2
        drawn.append(
            curve_group(
                line,
                shape("path", d=path([(end_x, end_y), (start - 2, place)]), class_="lead"),
                "" if line.markers else end_dot(line, plot),
                shape(
                    "path",
                    d=path([(start, place), (start + 14, place)]),
                    class_=kind,
                    stroke_dasharray=dash,
                ),
                lines_of_text(
                    start + 18, first + 4, label, LINE, class_="series tick" if line.is_minor else "series"
                ),
            )
        )
    return drawn


def legend_below(lines: Sequence[Curve], top: float) -> tuple[list[str], float]:
    """Draw a legend below the chart, and return it with its lower end."""
    drawn, y = [], top + 8
    for line in lines:
        (kind, dash), label = line_kind(line), wrapped(line.label, WIDTH - 32, 11)
        swatch = path([(4, y - 4), (24, y - 4)])
        drawn.append(
            curve_group(
                line,
                shape("path", d=swatch, class_=kind, stroke_dasharray=dash),
                lines_of_text(30, y, label, LINE, class_="series"),
            )
        )
        y += len(label) * LINE + 3
    return drawn, y


def marker_legend(notes: Sequence[tuple[bool, str]], top: float) -> tuple[list[str], float]:
    """Explain filled and hollow markers below the chart; return the legend with its lower end."""
    drawn, y = [], top
    for is_filled, note in notes:
        kind = "sample" if is_filled else "sample hollow"
        drawn += [
            shape("circle", cx=10, cy=y - 4, r=4, class_=kind),
            text(20, y, note, class_="tick"),
        ]
        y += LINE + 3
    return drawn, y
