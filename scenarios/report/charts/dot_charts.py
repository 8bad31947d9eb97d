"""Dot charts: figures with their intervals, one below another."""

from collections.abc import Sequence

import attrs

from scenarios.report.charts.chart_parts import (
    Format,
    Look,
    axis_start,
    describe_estimate,
    ends_of,
    label_with_figures,
    top_of_scale,
)
from scenarios.report.drawing import WIDTH, Scale, arrowhead, group, link, shape, sheet, span_ticks, text
from scenarios.statistics import Estimate


@attrs.frozen
class Dot:
    """One figure with its interval."""

    label: str
    value: Estimate
    look: Look = attrs.field(factory=Look)
    of: str = ""
    """Its settings, as keys for the page's filter."""
    link: str | None = None
    """Its URL, or None."""


def dots(name: str, figures: Sequence[Dot], *, x_title: str, write: Format, unit: str = "") -> str:
    """Draw figures as dots with error bars, each with its numbers."""
    figures = [figure for figure in figures if figure.value.value is not None]
    values = [dot.value.value or 0.0 for dot in figures] or [0.0]
    top = top_of_scale(values, (ends_of(dot.value)[1] for dot in figures))
    low = max(min((ends_of(dot.value)[0] for dot in figures), default=0.0), 0.0 if min(values) >= 0 else -top)
    marks = span_ticks(low, top, 4)
    x = Scale(marks[0], marks[-1], 4.0, WIDTH - 12)
    drawn, y = [], 0.0
    for figure in figures:
        ends = describe_estimate(attrs.evolve(figure.value, n=0), write, unit)
        label, down = label_with_figures(figure.label, ends, x.start + 2, x.stop, y + 18)
        dot = _dot(figure, x, y + down, describe_estimate(figure.value, write, unit))
        drawn.append(group(label, _lane(x, marks, y + down) + dot, data_of=figure.of or None))
        y += 40 + down
    axis = [
        text(x(mark), y + 18, write(mark), class_=f"tick {_side(i, len(marks))}")
        for i, mark in enumerate(marks)
    ]
    title = x_title + axis_start(marks[0], write)
    role = "group" if any(figure.link for figure in figures) else "img"
    below = text((x.start + x.stop) / 2, y + 36, title, class_="label middle")
    return sheet(y + 44, name, *drawn, *axis, below, role=role)


def _lane(x: Scale, marks: Sequence[float], top: float) -> str:
    """Draw the scale that a dot lies on."""
    stops = "".join(f"M{x(mark):.1f},{top + 25:g}v8" for mark in marks)
    return shape("path", d=f"M{x.start:g},{top + 29:g}H{x.stop:g}{stops}", class_="grid")


def _side(i: int, count: int) -> str:
    return "start" if i == 0 else "end" if i == count - 1 else "middle"


def _dot(figure: Dot, x: Scale, top: float, estimate: str) -> str:
    value, (low, high), kind = figure.value.value or 0.0, ends_of(figure.value), figure.look.kind
    y = top + 29
    drawn = (
        shape("path", d=f"M{x(low):.1f},{y:g}H{x(high):.1f}", class_=f"reach line {kind}"),
        shape("circle", cx=x(value), cy=y, r=4.5, class_=f"dot {kind}"),
        arrowhead(x.stop, y, "right", class_=f"beyond dot {kind}") if high > x.high else "",
    )
    title = f"{figure.label}: {estimate}"
    if figure.link is None:
        return group(*drawn, title=title, class_="point")
    return link("".join(drawn), to=figure.link, title=title, class_="point")
