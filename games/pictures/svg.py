"""Pictures in SVG: a board as people see it, for pages and reports."""

import html
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import attrs

from games.board import Board
from games.game import Role
from games.pictures.text import Highlight, highlighted, layers_of, segments_of

Point: TypeAlias = tuple[float, float]

_STEP = 64.0
"""Distance between the closest two locations of a layer."""
_MARGIN = 16.0
_SIDE_BY_SIDE = 3
"""With more layers side by side, locations would be too small to click on a narrow page."""

_PAPER = "#ffffff"
_INK = "#2f3437"
_FAINT = "#6b737a"
_RULE = "#c9ced3"
_GLOW = "#f2a900"
_COLOURS = ("#1f5fa8", "#c8502d")
_DISCS = (_INK, "#fdfdfb")

Paint: TypeAlias = Callable[[str], Mapping[str, str | float]]
"""Returns the attributes of a part of the picture."""


def _stroke(colour: str, width: float) -> dict[str, str | float]:
    return {"stroke": colour, "stroke_width": width, "stroke_linecap": "round"}


def _fill(colour: str, stroke: str, width: float) -> dict[str, str | float]:
    return {"fill": colour, "stroke": stroke, "stroke_width": width}


def _man(role: Role) -> dict[str, Mapping[str, str | float]]:
    """Return how the men of a role look."""
    return {
        f"disc {role.name.lower()}": _fill(_DISCS[role], _INK, 2),
        f"mark {role.name.lower()}": {"fill": _DISCS[role.other], "font_size": 16},
        f"nought {role.name.lower()}": _fill("none", _COLOURS[role], 7),
        f"cross {role.name.lower()}": _stroke(_COLOURS[role], 7),
    }


_LOOKS: Mapping[str, Mapping[str, str | float]] = {
    "paper": {"fill": _PAPER},
    "square": _fill(_PAPER, _RULE, 2),
    "segment": _stroke(_FAINT, 2.5),
    "spot": _fill(_PAPER, _FAINT, 1.5),
    "name": {"fill": _FAINT, "font_size": 13},
    "glow": _fill("none", _GLOW, 3.5),
    **_man(Role.PLAYER),
    **_man(Role.OPPONENT),
}
"""How each part looks without a style sheet; with one, the keys are its classes."""


def draw_svg(
    board: Board,
    cells: Sequence[Role | None],
    marks: tuple[str, str] = ("X", "O"),
    highlight: Highlight = None,
    *,
    interactive: bool = False,
    label: str = "board",
) -> str:
    """Draw the men as one self-contained picture; an empty location shows its name.

    An interactive picture is a grid for a page: each location is a named cell that can have the focus, and
    the page's style sheet decides how it looks. `label` names the grid.
    """
    paint: Paint = _classed if interactive else _LOOKS.__getitem__
    points = _places(board)
    reach = _MARGIN + _STEP / (2 if board.style == "cells" else 3)
    width, height = (max(along) + 2 * reach for along in zip(*points, strict=True))
    points = [(x + reach, y + reach) for x, y in points]
    drawing = _Drawing(board, cells, marks, points, highlighted(highlight), paint)
    body = drawing.grid() if interactive else drawing.plain()
    return _sheet(width, height, list(body), paint, label if interactive else None)


def _classed(part: str) -> Mapping[str, str | float]:
    return {"class": part}


@attrs.frozen
class _Drawing:
    """A board, the men on it, and where each location is drawn."""

    board: Board
    cells: Sequence[Role | None]
    marks: tuple[str, str]
    points: Sequence[Point]
    pointed_out: frozenset[int]
    paint: Paint

    def plain(self) -> Iterator[str]:
        """Draw all squares or lines, then men and names, then highlights."""
        if self.board.style == "cells":
            for point in self.points:
                yield self._square(point)
        else:
            yield from self._segments()
        for i in range(len(self.points)):
            yield from self._location(i)
        for i in sorted(self.pointed_out):
            yield self._ring(i)

    def grid(self) -> Iterator[str]:
        """Draw row by row, with each location as a cell that contains its content."""
        if self.board.style == "points":
            yield '<g aria-hidden="true">'
            yield from self._segments()
            yield "</g>"
        for row in self._rows():
            yield '<g role="row">'
            for i in row:
                yield from self._gridcell(i, is_first=i == 0)
            yield "</g>"

    def _rows(self) -> list[list[int]]:
        """Return the locations of each layer, row by row in reading order."""
        rows: dict[tuple[float, float], list[int]] = {}
        for i, each in enumerate(self.board.locations):
            rows.setdefault((each.z, each.y), []).append(i)
        return [sorted(rows[key], key=lambda i: self.board.locations[i].x) for key in sorted(rows)]

    def _gridcell(self, index: int, *, is_first: bool) -> Iterator[str]:
        name, cell = html.escape(self.board.locations[index].name), self.cells[index]
        held = "empty" if cell is None else html.escape(self.marks[cell])
        kind = "empty" if cell is None else cell.name.lower()
        focus = f'tabindex="{0 if is_first else -1}" aria-label="{name}, {held}"'
        yield f'<g class="cell {kind}" data-at="{name}" role="gridcell" {focus}>'
        if self.board.style == "cells":
            yield self._square(self.points[index])
        yield from self._location(index)
        if index in self.pointed_out:
            yield self._ring(index)
        yield "</g>"

    def _square(self, point: Point) -> str:
        x, y = point
        return _element(
            "rect", x=x - _STEP / 2, y=y - _STEP / 2, width=_STEP, height=_STEP, **self.paint("square")
        )

    def _segments(self) -> Iterator[str]:
        for a, b in segments_of(self.board):
            yield self._line(self.points[a], self.points[b], "segment")

    def _location(self, index: int) -> list[str]:
        point, cell = self.points[index], self.cells[index]
        if cell is None:
            name = self._text(point, self.board.locations[index].name, "name", 13)
            return [name] if self.board.style == "cells" else [self._circle(point, 11, "spot"), name]
        mark, size, role = self.marks[cell], _STEP * 0.24, cell.name.lower()
        if self.board.style == "points" or mark not in ("X", "O"):
            return [self._circle(point, 19, f"disc {role}"), self._text(point, mark, f"mark {role}", 16)]
        if mark == "O":
            return [self._circle(point, size, f"nought {role}")]
        x, y = point
        return [
            self._line((x - size, y - size), (x + size, y + size), f"cross {role}"),
            self._line((x - size, y + size), (x + size, y - size), f"cross {role}"),
        ]

    def _ring(self, index: int) -> str:
        """Highlight a location: a frame in a cell, a ring around a point."""
        point = self.points[index]
        if self.board.style == "points":
            return self._circle(point, 23.5, "glow")
        x, y = point
        side = _STEP - 8
        corner = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 6}
        return _element("rect", **corner, **self.paint("glow"))

    def _line(self, start: Point, end: Point, part: str) -> str:
        return _element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **self.paint(part))

    def _circle(self, point: Point, radius: float, part: str) -> str:
        return _element("circle", cx=point[0], cy=point[1], r=radius, **self.paint(part))

    def _text(self, point: Point, text: str, part: str, size: float) -> str:
        start = _element("text", x=point[0], y=point[1] + 0.35 * size, **self.paint(part))
        return f"{start[:-2]}>{html.escape(text)}</text>"


def _places(board: Board) -> list[Point]:
    """Return where each location is drawn, the first at the origin; layers side by side, many in rows."""
    xs, ys = [each.x for each in board.locations], [each.y for each in board.locations]
    scale, layers = _STEP / _closest(board), layers_of(board)
    wide, high = ((max(along) - min(along)) * scale + 1.6 * _STEP for along in (xs, ys))
    columns = len(layers) if len(layers) <= _SIDE_BY_SIDE else math.ceil(math.sqrt(len(layers)))
    places = {i: divmod(n, columns) for n, layer in enumerate(layers) for i in layer}
    return [
        ((each.x - min(xs)) * scale + places[i][1] * wide, (each.y - min(ys)) * scale + places[i][0] * high)
        for i, each in enumerate(board.locations)
    ]


def _closest(board: Board) -> float:
    """Return the smallest distance between two locations of one layer."""
    pairs = itertools.combinations(board.locations, 2)
    return min((math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairs if a.z == b.z), default=1.0)


def _sheet(width: float, height: float, body: list[str], paint: Paint, label: str | None) -> str:
    """Return the whole SVG document; with a label, it is a grid."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    font = 'font-family="system-ui, Helvetica, Arial, sans-serif" text-anchor="middle"'
    what = 'role="img"'
    if label is not None:
        what, font = f'class="board" role="grid" aria-label="{html.escape(label)}"', 'text-anchor="middle"'
    paper = _element("rect", width=width, height=height, rx=10, **paint("paper"))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {what} {size} {font}>', paper, *body, "</svg>"]
    return "\n".join(lines) + "\n"


def _element(tag: str, **attributes: str | float) -> str:
    """Write an empty element; underscores in names become dashes."""
    written = [
        f'{name.replace("_", "-")}="{value if isinstance(value, str) else format(round(value, 2), "g")}"'
        for name, value in attributes.items()
    ]
    return f"<{tag} {' '.join(written)}/>"
