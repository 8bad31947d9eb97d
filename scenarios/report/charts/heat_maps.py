"""Heat maps: shares as shades, each with its number."""

from collections.abc import Sequence

import attrs

from games.counting import how_many
from scenarios.report.charts.chart_parts import LINE
from scenarios.report.drawing import WIDTH, group, lines_of_text, shape, sheet, text, width_of, wrapped
from scenarios.statistics import Estimate

LONGEST_TILTED = 170.0
"""The largest width of a label above a column; longer labels go below the chart."""
DARKEST = 0.6
"""The opacity for a share of 1. It keeps the number readable on light and dark pages."""


@attrs.frozen
class HeatRow:
    """One row of a heat map; None marks a missing value."""

    label: str
    values: Sequence[Estimate | None]


def heat_map(name: str, columns: Sequence[str], rows: Sequence[HeatRow]) -> str:
    """Draw shares as shades with their numbers; columns with long labels are numbered and listed below."""
    labels = [wrapped(row.label, 110) for row in rows]
    left = 12 + max((width_of(line) for label in labels for line in label), default=0.0)
    wide = max(30.0, min(90.0, (WIDTH - left - 4) / max(1, len(columns))))
    longest = max((width_of(column, 11) for column in columns), default=0.0)
    is_numbered = longest > LONGEST_TILTED
    heads = [str(i) for i in range(1, len(columns) + 1)] if is_numbered else list(columns)
    is_tilted = not is_numbered and longest > wide - 4
    top = 20 + longest * 0.62 if is_tilted else 22.0
    drawn = [_head(head, left + (i + 0.5) * wide, top, is_tilted=is_tilted) for i, head in enumerate(heads)]
    y, size = top, 24.0
    for row, label in zip(rows, labels, strict=True):
        high = max(size, len(label) * LINE + 8)
        drawn.append(lines_of_text(left - 8, y + 16, label, LINE, class_="row end"))
        drawn += [
            _heat_cell(row.label, column, value, (left + j * wide, y), (wide, high))
            for j, (column, value) in enumerate(zip(columns, row.values, strict=True))
        ]
        y += high
    across = left + len(columns) * wide + (longest * 0.75 - wide / 2 if is_tilted else 0.0) + 4
    if is_numbered:
        for i, column in enumerate(columns, 1):
            label = wrapped(f"{i}  {column}", WIDTH - 8, 11)
            drawn.append(lines_of_text(4, y + 20, label, LINE, class_="series"))
            y += len(label) * LINE + 3
    return sheet(y + 10, name, *drawn, width=max(WIDTH, across))


def _head(label: str, x: float, bottom: float, *, is_tilted: bool) -> str:
    if not is_tilted:
        return text(x, bottom - 7, label, class_="series middle")
    tilt = f"rotate(-38 {x:.1f} {bottom - 6:.1f})"
    return text(x, bottom - 6, label, class_="series", transform=tilt)


def _heat_cell(
    row: str, column: str, value: Estimate | None, at: tuple[float, float], size: tuple[float, float]
) -> str:
    (x, y), (wide, high) = at, size
    middle = (x + wide / 2, y + high / 2 + 4)
    if value is None or value.value is None:
        empty = _tile(at, size, class_="unheated")
        tooltip = f"{row}, {column}: never asked"
        return group(empty, text(*middle, "·", class_="tick middle"), title=tooltip, class_="point")
    shade = _tile(at, size, class_="heat", fill_opacity=f"{DARKEST * value.value:.2f}")
    tooltip = f"{row}, {column}: {value.text(factor=100, unit=' %')}, asked {how_many(value.n, 'time')}"
    figure = text(*middle, f"{100 * value.value:.0f}", class_="inside middle")
    return group(shade, figure, title=tooltip, class_="point")


def _tile(at: tuple[float, float], size: tuple[float, float], **attributes: str) -> str:
    (x, y), (wide, high) = at, size
    return shape("rect", x=x + 1, y=y + 1, width=wide - 2, height=high - 2, rx=3, **attributes)
