"""Pictures in SVG: a board as people see it, for pages and reports."""

import html
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from games.board import Board
from games.game import Role
from games.pictures.text import Highlight, highlighted, layers_of, segments_of

Point: TypeAlias = tuple[float, float]

_STEP = 64.0
"""How far apart the closest two locations of a layer are."""
_MARGIN = 16.0

_PAPER = "#ffffff"
_INK = "#2f3437"
_FAINT = "#737b82"
_RULE = "#c9ced3"
_GLOW = "#f2a900"
_COLOURS = ("#1f5fa8", "#c8502d")
_DISCS = (_INK, "#fdfdfb")


def draw_svg(
    board: Board,
    cells: Sequence[Role | None],
    marks: tuple[str, str] = ("X", "O"),
    highlight: Highlight = None,
) -> str:
    """Draw who stands where as one self-contained picture; an empty location shows its name."""
    points = _places(board)
    reach = _MARGIN + _STEP / (2 if board.style == "cells" else 3)
    width, height = (max(along) + 2 * reach for along in zip(*points, strict=True))
    points = [(x + reach, y + reach) for x, y in points]
    parts = _draw_squares(points) if board.style == "cells" else _draw_lines(board, points)
    body = list(parts)
    for i, (point, cell) in enumerate(zip(points, cells, strict=True)):
        body += _draw_location(board, i, point, cell, marks)
    body += [_ring(board, points[i]) for i in sorted(highlighted(highlight))]
    return _sheet(width, height, body)


def _places(board: Board) -> list[Point]:
    """Return where each location is drawn, the first at the origin and layers side by side."""
    xs, ys = [each.x for each in board.locations], [each.y for each in board.locations]
    scale = _STEP / _closest(board)
    shift = (max(xs) - min(xs)) * scale + 1.6 * _STEP
    offsets = {i: n * shift for n, layer in enumerate(layers_of(board)) for i in layer}
    return [
        ((each.x - min(xs)) * scale + offsets[i], (each.y - min(ys)) * scale)
        for i, each in enumerate(board.locations)
    ]


def _closest(board: Board) -> float:
    """Return the smallest distance between two locations of one layer."""
    pairs = itertools.combinations(board.locations, 2)
    return min((math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairs if a.z == b.z), default=1.0)


def _draw_squares(points: list[Point]) -> Iterator[str]:
    for x, y in points:
        corner = {"x": x - _STEP / 2, "y": y - _STEP / 2, "width": _STEP, "height": _STEP}
        yield _element("rect", **corner, fill=_PAPER, stroke=_RULE, stroke_width=2)


def _draw_lines(board: Board, points: list[Point]) -> Iterator[str]:
    for a, b in segments_of(board):
        yield _stroke(points[a], points[b], _FAINT, 2.5)


def _draw_location(
    board: Board, index: int, point: Point, cell: Role | None, marks: tuple[str, str]
) -> list[str]:
    if cell is None:
        name = _text(point, board.locations[index].name, _FAINT, 13)
        return [name] if board.style == "cells" else [_circle(point, 11, _PAPER, _FAINT, 1.5), name]
    mark, size = marks[cell], _STEP * 0.24
    if board.style == "points" or mark not in ("X", "O"):
        return [_circle(point, 19, _DISCS[cell], _INK, 2), _text(point, mark, _DISCS[cell.other], 16)]
    if mark == "O":
        return [_circle(point, size, "none", _COLOURS[cell], 7)]
    (x, y), colour = point, _COLOURS[cell]
    return [
        _stroke((x - size, y - size), (x + size, y + size), colour, 7),
        _stroke((x - size, y + size), (x + size, y - size), colour, 7),
    ]


def _ring(board: Board, point: Point) -> str:
    """Point out a location: a frame in a cell, a ring around a point."""
    if board.style == "points":
        return _circle(point, 23.5, "none", _GLOW, 3.5)
    x, y = point
    side = _STEP - 8
    corner = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 6}
    return _element("rect", **corner, fill="none", stroke=_GLOW, stroke_width=3.5)


def _sheet(width: float, height: float, body: list[str]) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    font = 'font-family="system-ui, Helvetica, Arial, sans-serif" text-anchor="middle"'
    paper = _element("rect", width=width, height=height, rx=10, fill=_PAPER)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {font}>', paper, *body, "</svg>"]
    return "\n".join(lines) + "\n"


def _stroke(start: Point, end: Point, colour: str, width: float) -> str:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return _element("line", **ends, stroke=colour, stroke_width=width, stroke_linecap="round")


def _circle(point: Point, radius: float, fill: str, stroke: str, width: float) -> str:
    return _element(
        "circle", cx=point[0], cy=point[1], r=radius, fill=fill, stroke=stroke, stroke_width=width
    )


def _text(point: Point, text: str, colour: str, size: float) -> str:
    start = _element("text", x=point[0], y=point[1] + 0.35 * size, fill=colour, font_size=size)
    return f"{start[:-2]}>{html.escape(text)}</text>"


def _element(tag: str, **attributes: str | float) -> str:
    """Write an empty element; underscores in names become dashes."""
    written = [
        f'{name.replace("_", "-")}="{value if isinstance(value, str) else format(round(value, 2), "g")}"'
        for name, value in attributes.items()
    ]
    return f"<{tag} {' '.join(written)}/>"
