"""Pictures in text: a board as people see it, for the terminal."""

import itertools
import math
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from games.board import Board
from games.game import Role

Highlight: TypeAlias = int | Collection[int] | None
"""The locations to highlight, such as those of the last move, counted from 0."""

Canvas: TypeAlias = dict[tuple[int, int], str]
"""A character for each (row, column) that is not blank."""

_GAP = "    "
_ROWS_A_STEP = 2


def draw_text(
    board: Board,
    cells: Sequence[Role | None],
    marks: tuple[str, str] = ("X", "O"),
    highlight: Highlight = None,
    width: int | None = None,
) -> str:
    """Draw the men; an empty location shows its name.

    Layers stand side by side, as many as fit in `width`, and the others below them.
    """
    texts = [
        location.name if cell is None else marks[cell]
        for location, cell in zip(board.locations, cells, strict=True)
    ]
    pointed_out = highlighted(highlight)
    draw = _draw_cells if board.style == "cells" else _draw_points
    layers = [draw(board, layer, texts, pointed_out) for layer in layers_of(board)]
    in_a_row = _fitting(layers, width)
    rows = (layers[start : start + in_a_row] for start in range(0, len(layers), in_a_row))
    return "\n\n".join("\n".join(map(_joined, zip(*row, strict=True))) for row in rows)


def _fitting(layers: Sequence[Sequence[str]], width: int | None) -> int:
    """Return how many layers stand side by side: at least one, and about the same number in each row."""
    if width is None:
        return len(layers)
    widest = max(len(line) for layer in layers for line in layer)
    most = max(1, (width + len(_GAP)) // (widest + len(_GAP)))
    return math.ceil(len(layers) / math.ceil(len(layers) / most))


def _joined(lines: Iterable[str]) -> str:
    return _GAP.join(lines).rstrip()


def highlighted(highlight: Highlight) -> frozenset[int]:
    """Return the locations to highlight as a set."""
    if highlight is None:
        return frozenset()
    return frozenset([highlight] if isinstance(highlight, int) else highlight)


def layers_of(board: Board) -> list[list[int]]:
    """Return the locations of each layer, the lowest z first."""
    heights = sorted({location.z for location in board.locations})
    return [[i for i, each in enumerate(board.locations) if each.z == z] for z in heights]


def segments_of(board: Board) -> list[tuple[int, int]]:
    """Return each pair of neighbours that a line joins within one layer, once."""
    pairs = (sorted(pair) for line in board.lines for pair in itertools.pairwise(line))
    flat = ((a, b) for a, b in pairs if board.locations[a].z == board.locations[b].z)
    return list(dict.fromkeys(flat))


def _draw_cells(board: Board, layer: list[int], texts: list[str], pointed_out: frozenset[int]) -> list[str]:
    """Draw a grid, `|` between columns and `---+---` between rows."""
    width = max(map(len, texts)) + 2
    shown = {
        (board.locations[i].y, board.locations[i].x): f"[{texts[i]}]" if i in pointed_out else f" {texts[i]} "
        for i in layer
    }
    xs = sorted({location.x for location in board.locations})
    ys = sorted({location.y for location in board.locations})
    rows = ["|".join(shown.get((y, x), "").center(width) for x in xs) for y in ys]
    bar = "+".join("-" * width for _ in xs)
    return [line for row in rows for line in (bar, row)][1:]


def _draw_points(board: Board, layer: list[int], texts: list[str], pointed_out: frozenset[int]) -> list[str]:
    """Draw lines first, then men and names."""
    places = _scaled(board, columns_a_step=2 * max(map(len, texts)) + 2)
    canvas: Canvas = {}
    for a, b in segments_of(board):
        if a in layer:
            _draw_segment(canvas, places[a], places[b])
    for i in layer:
        row, column = places[i]
        text = f"({texts[i]})" if i in pointed_out else texts[i]
        start = column - (len(text) - 1) // 2
        canvas |= {(row, start + offset): letter for offset, letter in enumerate(text)}
    return _rows(canvas, places, max(map(len, texts)) + 2)


def _scaled(board: Board, columns_a_step: int) -> list[tuple[int, int]]:
    """Return a (row, column) for each location, so that the closest rows and columns are one step apart."""
    rows = _steps([location.y for location in board.locations], _ROWS_A_STEP)
    columns = _steps([location.x for location in board.locations], columns_a_step)
    return list(zip(rows, columns, strict=True))


def _steps(values: list[float], step: int) -> list[int]:
    ordered = sorted(set(values))
    closest = min((after - before for before, after in itertools.pairwise(ordered)), default=1.0)
    middle = (ordered[0] + ordered[-1]) / 2
    places = [round((value - middle) / closest * step) for value in values]
    return [place - min(places) for place in places]


def _draw_segment(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    rows, columns = end[0] - start[0], end[1] - start[1]
    letter = "-" if not rows else "|" if not columns else "\\" if rows * columns > 0 else "/"
    steps = max(abs(rows), abs(columns) if not rows else abs(columns) // 3)
    for i in range(1, steps):
        place = start[0] + round(rows * i / steps), start[1] + round(columns * i / steps)
        canvas[place] = "x" if {letter, canvas.get(place)} == {"/", "\\"} else letter


def _rows(canvas: Canvas, places: list[tuple[int, int]], widest: int) -> list[str]:
    """Return the rows of a canvas, with room for a highlighted text on either side."""
    left = min(0, *(column for _, column in canvas))
    right = max(column for _, column in places) + widest
    bottom = max(row for row, _ in places)
    return [
        "".join(canvas.get((row, column), " ") for column in range(left, right)) for row in range(bottom + 1)
    ]
