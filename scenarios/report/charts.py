"""Charts as pictures in SVG: curves with bands, stacked bars, heat maps, dots with whiskers.

They know nothing of experiments: numbers and labels in, a picture out. Whatever has a figure behind it is a
`point` with its words, which a page shows when somebody points at it or comes to it by keys.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
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
    lines_of_text,
    link,
    path,
    shape,
    sheet,
    span_ticks,
    stack,
    text,
    ticks,
    width_of,
    wrapped,
)
from scenarios.statistics import Estimate

DASHES = (None, "7 3", "2 2.5", "9 3 2 3", "4 2", "12 3", "1 3", "6 2 1 2")
MOST_SERIES = len(DASHES)
"""More lines than these on one chart, and nobody can tell them apart."""

MOST_BAND = 1.6
"""An interval that reaches further beyond all values than this is cut."""
FEW = 4
"""Bands that may lie over one another and still be seen."""
MOST_POINTS = 16
"""Points of a line whose figures are told."""
BESIDE = 96.0
"""How wide a label beside a line may be."""
MOST_LINES = 4
"""Lines of a label that may stand beside a line; longer ones go below the chart."""
LINE = 13.0
"""From one line of a label to the next."""
LONGEST_TILTED = 170.0
"""How long a label above a column may be; longer ones go below the chart."""
NO_MORE_THAN_HALF = 0.5
WIDE_FONT = 0.92
"""How much of what a text is reckoned to take it takes in the widest font that is usual."""
DARKEST = 0.6
"""How much of its shade a share of all has, so that the number in it can be read, light or dark."""

Format = Callable[[float], str]


@attrs.frozen
class Look:
    """How something is drawn: by the number of its colour and that of its dash."""

    colour: int = 0
    dash: int = 0

    @property
    def kind(self) -> str:
        """The class that gives it its colour."""
        return f"s{self.colour % MOST_SERIES}"

    @property
    def pattern(self) -> str | None:
        """The dash itself."""
        return DASHES[self.dash % MOST_SERIES]


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
    look: Look | None = None
    """How it is drawn; by its place on the chart, if nothing is said."""
    of: str = ""
    """Which settings it is of, for the page's filter."""
    link: Callable[[float], str | None] | None = None
    """Says where a point leads, if points of this line lead anywhere."""

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


@attrs.frozen
class _Plot:
    """Where a chart of lines has its axes, and how it writes numbers."""

    x: Scale
    y: Scale
    marks: Sequence[float]
    along: Along
    write: Format
    unit: str
    highest: float | None
    """More than this cannot be."""


def curves(  # options, each by its name
    name: str,
    lines: Sequence[Curve],
    *,
    y_title: str,
    write: Format,
    unit: str = "",
    highest: float | None = None,
    along: Along | None = None,
) -> str:
    """Draw lines by contest or along another axis, each with its 95 % band, its own dash and its label."""
    lines = [
        line if line.look is not None else attrs.evolve(line, look=Look(i, i))
        for i, line in enumerate(each for each in lines if each.drawn)
    ]
    along = along or along_contests(lines)
    marks = _value_marks(lines, highest)
    title = wrapped(y_title + from_where(marks[0], write), WIDTH - 8)
    down = 230.0 + (len(title) - 1) * LINE
    numbers = 12 + max(width_of(write(mark), 11) for mark in marks)
    left, up = max(numbers, width_of(along.marks[0][1], 11) / 2), down - 200
    beside = _beside(lines)
    room = 30 + max((width_of(line, 11) for label in beside for line in label), default=0.0)
    last = max(14.0, width_of(along.marks[-1][1], 11) / 2)
    right = max(left + 190, WIDTH - room) if beside else WIDTH - last
    x = Scale(along.marks[0][0], along.marks[-1][0], left, right, along.is_log)
    plot = _Plot(x, Scale(marks[0], marks[-1], down, up), marks, along, write, unit, highest)
    is_many = "many" if len(lines) > FEW else None
    bands = group(*(_of(line, _band(line, plot)) for line in lines), class_=is_many)
    drawn = [_of(line, _line(line, plot), _beyond(line, plot)) for line in lines]
    points = [_of(line, *_points(line, plot)) for line in lines]
    ends = _end_labels(lines, plot, beside) if beside else [_of(line, _end(line, plot)) for line in lines]
    legend, bottom = ([], down + 44) if beside else _legend(lines, down + 52)
    body = [*_frame(plot, title), bands, *drawn, *ends, *points, *legend]
    role = "group" if any(line.link for line in lines) else "img"
    return sheet(bottom, name, *body, width=max(WIDTH, right + room) if beside else WIDTH, role=role)


def _of(line: Curve, *drawn: str) -> str:
    return group(*drawn, data_of=line.of or None)


def _value_marks(lines: Sequence[Curve], highest: float | None) -> list[float]:
    """Choose the ticks of the values: from 0, or where all lie far above it, from near the lowest."""
    points = [point for line in lines for point in line.drawn]
    values = [point[1] for point in points] or [0.0]
    top = _top(values, (point[3] for point in points))
    low = max(min((point[2] for point in points), default=0.0), min(values) - NO_MORE_THAN_HALF * max(values))
    if min(values) >= 0:
        low = max(0.0, low)
    if highest is None:
        return span_ticks(low, top)
    marks = [mark for mark in span_ticks(low, min(top, highest)) if mark <= highest * (1 + 1e-9)]
    return marks if marks[0] > 0 and len(marks) > 1 else ticks(highest)


def _top(values: Iterable[float], ends: Iterable[float]) -> float:
    """Return how far a scale must reach: for all intervals, unless one is so wide that it hides the rest."""
    return min(max(ends, default=1.0), MOST_BAND * max(values, default=1.0)) or 1.0


def _frame(plot: _Plot, title: Sequence[str]) -> Iterator[str]:
    """Draw the axes, with the title of the upright one above it."""
    x, y = plot.x, plot.y
    for mark in plot.marks:
        yield shape("line", x1=x.start, y1=y(mark), x2=x.stop, y2=y(mark), class_="grid")
        yield text(x.start - 6, y(mark) + 4, plot.write(mark), class_="tick end")
    for at, label in _apart([(x(mark), label) for mark, label in plot.along.marks if label]):
        yield text(at, y.start + 16, label, class_="tick middle")
    yield shape("line", x1=x.start, y1=y.start, x2=x.stop, y2=y.start, class_="axis")
    yield text((x.start + x.stop) / 2, y.start + 34, plot.along.title, class_="label middle")
    yield lines_of_text(4, 16, title, LINE, class_="label")


def _apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Leave out labels of ticks that would run into one another; the first and the last stay."""
    ends = [(at - width_of(label, 11) / 2 - 3, at + width_of(label, 11) / 2 + 3) for at, label in labels]
    kept, last = list[int](), len(labels) - 1
    for i, (start, stop) in enumerate(ends):
        is_free = not kept or start >= ends[kept[-1]][1]
        if i == last or (is_free and (not kept or stop <= ends[last][0])):
            kept.append(i)
    return [labels[i] for i in kept]


def from_where(low: float, write: Format) -> str:
    """Say where an axis begins if that is not 0."""
    return f" (axis from {write(low)})" if low else ""


def _band(line: Curve, plot: _Plot) -> str:
    x, y = plot.x, plot.y
    upper = cut([(x(at), y.beyond(high)) for at, _, _, high in line.drawn], y.stop)
    lower = [(x(at), y(low)) for at, _, low, _ in reversed(line.drawn)]
    return shape("path", d=path([*upper, *lower], is_closed=True), class_=f"band {_look(line).kind}")


def _look(line: Curve) -> Look:
    return line.look or Look()


def _beyond(line: Curve, plot: _Plot) -> str:
    """Mark each stretch where a band goes on beyond the axis, unless that is the end of all."""
    is_end = plot.highest is not None and plot.marks[-1] >= plot.highest
    stretches = groupby(line.drawn, key=lambda point: point[3] > plot.y.high and not is_end)
    heads = []
    for points in (list(stretch) for is_beyond, stretch in stretches if is_beyond):
        middle = (plot.x(points[0][0]) + plot.x(points[-1][0])) / 2
        title = f"{line.label}: the interval reaches {plot.write(max(point[3] for point in points))}"
        heads.append(arrowhead(middle, plot.y.stop, "up", title, class_=f"beyond dot {_look(line).kind}"))
    return "".join(heads)


def _line(line: Curve, plot: _Plot) -> str:
    points = [(plot.x(at), plot.y(value)) for at, value, _, _ in line.drawn]
    look = _look(line)
    return shape("path", d=path(points), class_=f"line {look.kind}", stroke_dasharray=look.pattern)


def _points(line: Curve, plot: _Plot) -> Iterator[str]:
    """Put a point on the line wherever its figure is told, not more than can be pointed at."""
    known = [(at, estimate) for at, estimate in line.points if estimate.value is not None]
    count = min(len(known), MOST_POINTS)
    places = dict.fromkeys(round(i * (len(known) - 1) / max(1, count - 1)) for i in range(count))
    for at, estimate in (known[i] for i in places):
        said = f"{line.label}, {plot.along.where(at)}: {describe_estimate(estimate, plot.write, plot.unit)}"
        x, y = plot.x(at), plot.y(estimate.value or 0.0)
        kind, to = f"point spot {_look(line).kind}", line.link(at) if line.link is not None else None
        if to is None:
            yield shape("circle", said, cx=x, cy=y, r=5, class_=kind)
        else:
            yield link(shape("circle", cx=x, cy=y, r=5), to=to, title=said, class_=kind)


def describe_estimate(estimate: Estimate, write: Format, unit: str = "") -> str:
    """Write a figure with its interval and its runs: `71 % [65, 77], 30 runs`."""
    low, high = _ends(estimate)
    ends = f" [{write(low)}, {write(high)}]" if low < high else ""
    runs = f", {estimate.n} run{'s' * (estimate.n != 1)}" if estimate.n else ""
    return f"{write(estimate.value or 0.0)}{unit}{ends}{runs}"


def _beside(lines: Sequence[Curve]) -> list[list[str]]:
    """Break labels so that they stand beside their lines; none, if they are too long or too many."""
    labels = [wrapped(line.label, BESIDE, 11) for line in lines]
    high = sum(len(label) * LINE + 3 for label in labels)
    return labels if high < 200 and all(len(label) <= MOST_LINES for label in labels) else []  # noqa: PLR2004  # the height of a chart


def _end(line: Curve, plot: _Plot) -> str:
    at, value, _, _ = line.drawn[-1]
    return shape("circle", cx=plot.x(at), cy=plot.y(value), r=3, class_=f"dot {_look(line).kind}")


def _end_labels(lines: Sequence[Curve], plot: _Plot, labels: Sequence[Sequence[str]]) -> list[str]:
    """Label each line where it ends, with a piece of its dash, and lead from one to the other."""
    ends = [(plot.x(line.drawn[-1][0]), plot.y(line.drawn[-1][1])) for line in lines]
    heights = [len(label) * LINE + 3 for label in labels]
    places = stack([at for _, at in ends], heights, plot.y.stop, plot.y.start)
    start, drawn = plot.x.stop + 8, []
    for line, label, (end_x, end_y), place in zip(lines, labels, ends, places, strict=True):
        look, first = _look(line), place - (len(label) - 1) * LINE / 2
        drawn.append(
            _of(
                line,
                shape("path", d=path([(end_x, end_y), (start - 2, place)]), class_="lead"),
                _end(line, plot),
                shape(
                    "path",
                    d=path([(start, place), (start + 14, place)]),
                    class_=f"line {look.kind}",
                    stroke_dasharray=look.pattern,
                ),
                lines_of_text(start + 18, first + 4, label, LINE, class_="series"),
            )
        )
    return drawn


def _legend(lines: Sequence[Curve], top: float) -> tuple[list[str], float]:
    """Explain lines below the chart, each label in full."""
    drawn, y = [], top + 8
    for line in lines:
        look, label = _look(line), wrapped(line.label, WIDTH - 32, 11)
        swatch = path([(4, y - 4), (24, y - 4)])
        dash = look.pattern
        drawn.append(
            _of(
                line,
                shape("path", d=swatch, class_=f"line {look.kind}", stroke_dasharray=dash),
                lines_of_text(30, y, label, LINE, class_="series"),
            )
        )
        y += len(label) * LINE + 3
    return drawn, y


@attrs.frozen
class Bar:
    """One stacked bar: shares that come to 1, each with its interval."""

    label: str
    shares: Sequence[Estimate]
    detail: str = ""
    """What stands at its right end."""
    of: str = ""
    """Which settings it is of, for the page's filter."""
    links: Sequence[str | None] = ()
    """Where each part leads, if anywhere."""


def stacked_bars(name: str, bars: Sequence[Bar], parts: Sequence[str]) -> str:
    """Draw shares side by side, a bar for each, with whiskers where one part ends and the next begins."""
    x = Scale(0, 1, 4.0, WIDTH - 4)
    drawn, top = [], 0.0
    for bar in bars:
        title, down = _titled(bar.label, bar.detail, x.start, x.stop, top + 14)
        drawn.append(group(title, *_bar(bar, parts, x, top + down), data_of=bar.of or None))
        top += 50 + down
    axis = [
        text(x(share), top + 18, f"{100 * share:.0f} %", class_=f"tick {where}")
        for share, where in ((0, "start"), (0.25, "middle"), (0.5, "middle"), (0.75, "middle"), (1, "end"))
    ]
    role = "group" if any(any(bar.links) for bar in bars) else "img"
    return sheet(top + 26, name, *drawn, *axis, role=role)


def _titled(label: str, figures: str, start: float, stop: float, top: float) -> tuple[str, float]:
    """Write a label and figures at the other end of its last line; below, if there is no room.

    Return it, and how much lower than its first line it ends.
    """
    lines = wrapped(label, stop - start)
    is_apart = WIDE_FONT * (width_of(lines[-1]) + width_of(figures, 11)) + 10 > stop - start
    down = (len(lines) - 1 + is_apart) * LINE
    said = text(stop, top + down, figures, class_="tick end")
    return lines_of_text(start, top, lines, LINE, class_="row") + said, down


def _bar(bar: Bar, parts: Sequence[str], x: Scale, top: float) -> Iterator[str]:
    values = [share.value or 0.0 for share in bar.shares]
    starts = [0.0, *accumulate(values)]
    links = bar.links or [None] * len(values)
    for part, share, start, value, to in zip(parts, bar.shares, starts, values, links, strict=False):
        said = f"{bar.label}: {part} {share.text(factor=100, unit=' %')}"
        wide = x(start + value) - x(start)
        kind = f"point part {part}"
        rect = partial(shape, "rect", x=x(start), y=top + 20, width=wide, height=20)
        yield link(rect(), to=to, title=said, class_=kind) if to and value else rect(said, class_=kind)
        if wide > 34:  # noqa: PLR2004  # room for three digits
            yield text(
                x(start) + wide / 2, top + 34, f"{100 * value:.0f} %", class_=f"inside middle on-{part}"
            )
    yield _whisker(x, top + 43, bar.shares[0], parts[0], is_from_right=False)
    yield _whisker(x, top + 47, bar.shares[-1], parts[-1], is_from_right=True)


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
    """Draw shares as shades, each with its number in it; long labels of columns stand below, by number."""
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
        said = f"{row}, {column}: never asked"
        return group(empty, text(*middle, "·", class_="tick middle"), title=said, class_="point")
    shade = _tile(at, size, class_="heat", fill_opacity=f"{DARKEST * value.value:.2f}")
    said = f"{row}, {column}: {value.text(factor=100, unit=' %')}, asked {how_many(value.n, 'time')}"
    figure = text(*middle, f"{100 * value.value:.0f}", class_="inside middle")
    return group(shade, figure, title=said, class_="point")


def _tile(at: tuple[float, float], size: tuple[float, float], **attributes: str) -> str:
    (x, y), (wide, high) = at, size
    return shape("rect", x=x + 1, y=y + 1, width=wide - 2, height=high - 2, rx=3, **attributes)


@attrs.frozen
class Dot:
    """One figure with its interval."""

    label: str
    value: Estimate
    look: Look = attrs.field(factory=Look)
    of: str = ""
    """Which settings it is of, for the page's filter."""
    link: str | None = None
    """Where it leads, if anywhere."""


def dots(name: str, figures: Sequence[Dot], *, x_title: str, write: Format, unit: str = "") -> str:
    """Draw figures as dots with whiskers, each with its numbers."""
    figures = [figure for figure in figures if figure.value.value is not None]
    values = [dot.value.value or 0.0 for dot in figures] or [0.0]
    top = _top(values, (_ends(dot.value)[1] for dot in figures))
    low = max(min((_ends(dot.value)[0] for dot in figures), default=0.0), 0.0 if min(values) >= 0 else -top)
    marks = span_ticks(low, top, 4)
    x = Scale(marks[0], marks[-1], 4.0, WIDTH - 12)
    drawn, y = [], 0.0
    for figure in figures:
        ends = describe_estimate(attrs.evolve(figure.value, n=0), write, unit)
        title, down = _titled(figure.label, ends, x.start + 2, x.stop, y + 18)
        lane = _lane(x, marks, y + down) + _dot(
            figure, x, y + down, f"{describe_estimate(figure.value, write, unit)}"
        )
        drawn.append(group(title, lane, data_of=figure.of or None))
        y += 40 + down
    axis = [
        text(x(mark), y + 18, write(mark), class_=f"tick {_side(i, len(marks))}")
        for i, mark in enumerate(marks)
    ]
    said = x_title + from_where(marks[0], write)
    role = "group" if any(figure.link for figure in figures) else "img"
    label = text((x.start + x.stop) / 2, y + 36, said, class_="label middle")
    return sheet(y + 44, name, *drawn, *axis, label, role=role)


def _lane(x: Scale, marks: Sequence[float], top: float) -> str:
    """Draw the ruler that a dot lies on."""
    stops = "".join(f"M{x(mark):.1f},{top + 25:g}v8" for mark in marks)
    return shape("path", d=f"M{x.start:g},{top + 29:g}H{x.stop:g}{stops}", class_="grid")


def _side(i: int, count: int) -> str:
    return "start" if i == 0 else "end" if i == count - 1 else "middle"


def _dot(figure: Dot, x: Scale, top: float, said: str) -> str:
    value, (low, high), kind = figure.value.value or 0.0, _ends(figure.value), figure.look.kind
    y = top + 29
    drawn = (
        shape("path", d=f"M{x(low):.1f},{y:g}H{x(high):.1f}", class_=f"reach line {kind}"),
        shape("circle", cx=x(value), cy=y, r=4.5, class_=f"dot {kind}"),
        arrowhead(x.stop, y, "right", class_=f"beyond dot {kind}") if high > x.high else "",
    )
    title = f"{figure.label}: {said}"
    if figure.link is None:
        return group(*drawn, title=title, class_="point")
    return link("".join(drawn), to=figure.link, title=title, class_="point")
