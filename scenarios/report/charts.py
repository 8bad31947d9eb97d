"""Charts as pictures in SVG: curves with bands, stacked bars, heat maps, dots with whiskers.

They know nothing of experiments: numbers and labels in, a picture out.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby

import attrs

from games.counting import how_many
from scenarios.report.drawing import (
    WIDTH,
    Scale,
    arrowhead,
    contest_ticks,
    cut,
    group,
    path,
    shape,
    sheet,
    short,
    spread,
    text,
    ticks,
    width_of,
)
from scenarios.statistics import Estimate

DASHES = (None, "7 3", "2 2.5", "9 3 2 3", "4 2", "12 3", "1 3", "6 2 1 2")
MOST_SERIES = len(DASHES)
"""More lines than these on one chart, and nobody can tell them apart."""

MOST_BAND = 1.6
"""An interval that reaches further beyond all values than this is cut."""
FEW = 4
"""Bands that may lie over one another and still be seen."""

Format = Callable[[float], str]


@attrs.frozen
class Along:
    """What lies on the horizontal axis."""

    title: str
    marks: Sequence[tuple[float, str]]
    """Where there is a tick, and what stands below it; the first and the last are the ends of the axis."""
    is_log: bool = False

    def where(self, at: float) -> str:
        """Name a place on the axis."""
        return f"{self.title.partition(' of ')[0]} {dict(self.marks).get(at) or format(at, 'g')}"


def along_contests(lines: Sequence["Curve"]) -> Along:
    """Let the contests of a phase lie on the axis."""
    last = max((int(line.drawn[-1][0]) for line in lines if line.drawn), default=1)
    marks = [(mark, f"{mark:g}") for mark in contest_ticks(last)]
    return Along(
        "contest of the phase", [*marks, *([] if marks[-1][0] == last else [(float(max(2, last)), "")])]
    )


@attrs.frozen
class Curve:
    """One line of a chart, with its band."""

    label: str
    points: Sequence[tuple[float, Estimate]]
    """Where something was measured, such as the number of a contest, and what."""

    drawn: Sequence[tuple[float, float, float, float]] = attrs.field(init=False)
    """Where, value and the ends of the band, wherever something was measured."""

    @drawn.default
    def _measured(self) -> Sequence[tuple[float, float, float, float]]:
        return [(at, each.value, *_ends(each)) for at, each in self.points if each.value is not None]


def _ends(estimate: Estimate) -> tuple[float, float]:
    value = estimate.value or 0.0
    if estimate.interval is None:
        return value, value
    return estimate.interval.low, estimate.interval.high


def curves(
    name: str,
    lines: Sequence[Curve],
    *,
    y_title: str,
    write: Format,
    highest: float | None = None,
    along: Along | None = None,
) -> str:
    """Draw lines by contest or along another axis, each with its 95 % band, its own dash and its label."""
    lines = [line for line in lines if line.drawn]
    along = along or along_contests(lines)
    points = [point for line in lines for point in line.drawn]
    top = _top((point[1] for point in points), (point[3] for point in points)) if highest is None else highest
    left, right, up, down = 46.0, WIDTH - 112, 30.0, 230.0
    marks = ticks(top)
    x = Scale(along.marks[0][0], along.marks[-1][0], left, right, along.is_log)
    y = Scale(0, marks[-1], down, up)
    frame = [
        *(_grid_line(left, right, y(mark), write(mark)) for mark in marks),
        *(text(x(mark), down + 16, label, class_="tick middle") for mark, label in along.marks if label),
        shape("line", x1=left, y1=down, x2=right, y2=down, class_="axis"),
        text((left + right) / 2, down + 34, along.title, class_="label middle"),
        text(4, 16, y_title, class_="label"),
    ]
    bands = group(
        *(_band(i, line, x, y) for i, line in enumerate(lines)), class_="many" if len(lines) > FEW else None
    )
    drawn = [_line(i, line, x, y, write, along) for i, line in enumerate(lines)]
    if highest is None:
        drawn += [_beyond(i, line, x, y, write) for i, line in enumerate(lines)]
    return sheet(down + 44, name, *frame, bands, *drawn, *_end_labels(lines, x, y, up, down))


def _top(values: Iterable[float], ends: Iterable[float]) -> float:
    """Return how far a scale must reach: for all intervals, unless one is so wide that it hides the rest."""
    return min(max(ends, default=1.0), MOST_BAND * max(values, default=1.0)) or 1.0


def _grid_line(left: float, right: float, y: float, label: str) -> str:
    line = shape("line", x1=left, y1=y, x2=right, y2=y, class_="grid")
    return line + text(left - 6, y + 4, label, class_="tick end")


def _band(i: int, line: Curve, x: Scale, y: Scale) -> str:
    drawn = line.drawn
    upper = cut([(x(at), y.beyond(high)) for at, _, _, high in drawn], y.stop)
    lower = [(x(at), y(low)) for at, _, low, _ in reversed(drawn)]
    return shape("path", d=path([*upper, *lower], is_closed=True), class_=f"band s{i % MOST_SERIES}")


def _beyond(i: int, line: Curve, x: Scale, y: Scale, write: Format) -> str:
    """Mark each stretch where a band goes on beyond the axis."""
    stretches = groupby(line.drawn, key=lambda point: point[3] > y.high)
    heads = []
    for points in (list(stretch) for is_beyond, stretch in stretches if is_beyond):
        middle = (x(points[0][0]) + x(points[-1][0])) / 2
        title = f"{line.label}: the interval reaches {write(max(point[3] for point in points))}"
        heads.append(arrowhead(middle, y.stop, "up", title, class_=f"beyond dot s{i % MOST_SERIES}"))
    return "".join(heads)


def _line(i: int, line: Curve, x: Scale, y: Scale, write: Format, along: Along) -> str:  # noqa: PLR0917  # as above
    drawn = line.drawn
    at, value, low, high = drawn[-1]
    title = f"{line.label}: {write(value)} [{write(low)}, {write(high)}] at {along.where(at)}"
    points = [(x(at), y(value)) for at, value, _, _ in drawn]
    dash = DASHES[i % MOST_SERIES]
    return shape("path", title, d=path(points), class_=f"line s{i % MOST_SERIES}", stroke_dasharray=dash)


def _end_labels(lines: Sequence[Curve], x: Scale, y: Scale, up: float, down: float) -> list[str]:
    """Label each line where it ends, with a piece of its dash, and lead from one to the other."""
    ends = [(x(line.drawn[-1][0]), y(line.drawn[-1][1])) for line in lines]
    places = spread([at for _, at in ends], 15, up, down)
    labels = []
    for i, (line, (end_x, end_y), place) in enumerate(zip(lines, ends, places, strict=True)):
        start, kind, dash = WIDTH - 104, f"s{i % MOST_SERIES}", DASHES[i % MOST_SERIES]
        way = path([(end_x, end_y), (start - 3, place)])
        swatch = path([(start, place), (start + 18, place)])
        labels += [
            shape("path", d=way, class_="lead"),
            shape("circle", cx=end_x, cy=end_y, r=3, class_=f"dot {kind}"),
            shape("path", d=swatch, class_=f"line {kind}", stroke_dasharray=dash),
            text(start + 22, place + 4, short(line.label, 82, 11), line.label, class_="series"),
        ]
    return labels


@attrs.frozen
class Bar:
    """One stacked bar: shares that come to 1, each with its interval."""

    label: str
    shares: Sequence[Estimate]
    detail: str = ""
    """What stands at its right end."""


def stacked_bars(name: str, bars: Sequence[Bar], parts: Sequence[str]) -> str:
    """Draw shares side by side, a bar for each, with whiskers where one part ends and the next begins."""
    left, right, step = 8.0, WIDTH - 8, 50.0
    x = Scale(0, 1, left, right)
    drawn = [_bar(bar, parts, x, i * step) for i, bar in enumerate(bars)]
    bottom = len(bars) * step + 6
    axis = [
        text(x(share), bottom + 12, f"{100 * share:.0f} %", class_=f"tick {where}")
        for share, where in ((0, "start"), (0.25, "middle"), (0.5, "middle"), (0.75, "middle"), (1, "end"))
    ]
    return sheet(bottom + 20, name, *drawn, *axis)


def _bar(bar: Bar, parts: Sequence[str], x: Scale, top: float) -> str:
    values = [share.value or 0.0 for share in bar.shares]
    starts = [0.0, *accumulate(values)]
    room = min(270.0, x(1) - x(0) - width_of(bar.detail, 11) - 10)
    pieces = [
        text(x(0), top + 14, short(bar.label, room), bar.label, class_="row"),
        text(x(1), top + 14, bar.detail, class_="tick end"),
    ]
    for part, share, start, value in zip(parts, bar.shares, starts, values, strict=False):
        said = f"{bar.label}: {part} {share.text(factor=100, unit=' %')}"
        wide = x(start + value) - x(start)
        pieces.append(
            shape("rect", said, x=x(start), y=top + 20, width=wide, height=20, class_=f"part {part}")
        )
        if wide > 34:  # noqa: PLR2004  # room for three digits
            pieces.append(
                text(x(start) + wide / 2, top + 34, f"{100 * value:.0f} %", class_=f"inside middle on-{part}")
            )
    first, last = bar.shares[0], bar.shares[-1]
    pieces += [
        _whisker(x, top + 43, first, parts[0], is_from_right=False),
        _whisker(x, top + 47, last, parts[-1], is_from_right=True),
    ]
    return group(*pieces)


def _whisker(x: Scale, y: float, share: Estimate, part: str, *, is_from_right: bool) -> str:
    """Draw how far the end of a part may be from where it is drawn, below the bar."""
    if share.interval is None:
        return ""
    ends = [1 - each if is_from_right else each for each in (share.interval.low, share.interval.high)]
    low, high = x(min(ends)), x(max(ends))
    said = f"{part} {share.text(factor=100, unit=' %')}"
    return shape(
        "path", said, d=f"M{low:.1f},{y - 3:g}v6m0,-3H{high:.1f}m0,-3v6", class_=f"whisker of-{part}"
    )


@attrs.frozen
class HeatRow:
    """One row of a heat map; None where nothing is known."""

    label: str
    values: Sequence[Estimate | None]


def heat_map(name: str, columns: Sequence[str], rows: Sequence[HeatRow]) -> str:
    """Draw shares as shades, each with its number in it."""
    left, size = 112.0, 24.0
    wide = min(90.0, (WIDTH - left - 4) / max(1, len(columns)))
    is_tilted = any(width_of(column, 11) > wide for column in columns)
    top = min(96.0, 20 + max(width_of(short(c, 100, 11), 11) for c in columns) * 0.6) if is_tilted else 22.0
    heads = [
        _head(column, left + (i + 0.5) * wide, top, is_tilted=is_tilted) for i, column in enumerate(columns)
    ]
    body = [
        text(left - 8, top + i * size + 16, short(row.label, left - 10), row.label, class_="row end")
        + "".join(
            _heat_cell(row.label, column, value, (left + j * wide, top + i * size), (wide, size))
            for j, (column, value) in enumerate(zip(columns, row.values, strict=True))
        )
        for i, row in enumerate(rows)
    ]
    return sheet(top + len(rows) * size + 4, name, *heads, *body)


def _head(label: str, x: float, bottom: float, *, is_tilted: bool) -> str:
    if not is_tilted:
        return text(x, bottom - 7, label, class_="series middle")
    tilt = f"rotate(-38 {x:.1f} {bottom - 6:.1f})"
    return text(x, bottom - 6, short(label, 100, 11), label, class_="series", transform=tilt)


def _heat_cell(
    row: str, column: str, value: Estimate | None, at: tuple[float, float], size: tuple[float, float]
) -> str:
    (x, y), (wide, high) = at, size
    middle = (x + wide / 2, y + high / 2 + 4)
    if value is None or value.value is None:
        empty = _tile(at, size, class_="unheated")
        return group(empty, text(*middle, "·", class_="tick middle"), title=f"{row}, {column}: never asked")
    shade = _tile(at, size, class_="heat", fill_opacity=f"{value.value:.2f}")
    kind = "inside middle on-heat" if value.value > 0.72 else "inside middle"  # noqa: PLR2004  # read off contrast
    said = f"{row}, {column}: {value.text(factor=100, unit=' %')}, asked {how_many(value.n, 'time')}"
    return group(shade, text(*middle, f"{100 * value.value:.0f}", class_=kind), title=said)


def _tile(at: tuple[float, float], size: tuple[float, float], **attributes: str) -> str:
    (x, y), (wide, high) = at, size
    return shape("rect", x=x + 1, y=y + 1, width=wide - 2, height=high - 2, rx=3, **attributes)


@attrs.frozen
class Dot:
    """One figure with its interval."""

    label: str
    value: Estimate


def dots(name: str, figures: Sequence[Dot], *, x_title: str, write: Format) -> str:
    """Draw figures as dots with whiskers, each with its numbers."""
    figures = [figure for figure in figures if figure.value.value is not None]
    left, right, step = 8.0, WIDTH - 8, 40.0
    highest = _top((dot.value.value or 0.0 for dot in figures), (_ends(dot.value)[1] for dot in figures))
    marks = ticks(highest, 4)
    x = Scale(0, marks[-1], left, right)
    bottom = len(figures) * step + 4
    axis = [
        text(x(mark), bottom + 14, write(mark), class_=f"tick {_side(i, len(marks))}")
        for i, mark in enumerate(marks)
    ]
    drawn = [_lane(x, marks, i * step) + _dot(figure, x, i * step, write) for i, figure in enumerate(figures)]
    title = text((left + right) / 2, bottom + 32, x_title, class_="label middle")
    return sheet(bottom + 40, name, *drawn, *axis, title)


def _lane(x: Scale, marks: Sequence[float], top: float) -> str:
    """Draw the ruler that a dot lies on."""
    stops = "".join(f"M{x(mark):.1f},{top + 25:g}v8" for mark in marks)
    return shape("path", d=f"M{x.start:g},{top + 29:g}H{x.stop:g}{stops}", class_="grid")


def _side(i: int, count: int) -> str:
    return "start" if i == 0 else "end" if i == count - 1 else "middle"


def _dot(figure: Dot, x: Scale, top: float, write: Format) -> str:
    value, (low, high) = figure.value.value or 0.0, _ends(figure.value)
    said = f"{write(value)} [{write(low)}, {write(high)}]" if low < high else write(value)
    return group(
        text(x(0) + 2, top + 18, short(figure.label, 230), figure.label, class_="row"),
        text(x.stop, top + 18, said, class_="tick end"),
        shape("path", d=f"M{x(low):.1f},{top + 29:g}H{x(high):.1f}", class_="reach"),
        shape("circle", cx=x(value), cy=top + 29, r=4.5, class_="dot s0"),
        arrowhead(x.stop, top + 29, "right", class_="beyond dot s0") if high > x.high else "",
        title=f"{figure.label}: {said}, {how_many(figure.value.n, 'run')}",
    )
