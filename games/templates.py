"""Templates: locations of a board that people see as one shape.

They are the expressions of a small language of shapes, made of the lines drawn on a board: lines, squares,
diagonals, Ls and triangles that fit into a field of view. A template marks only ends and corners. It stands
for all its images under the symmetries of the board, which are its placements.
"""

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from games.board import Board
from games.board_shapes import (
    Shape,
    diagonals,
    fits,
    is_flat,
    right_angles,
    squares,
    stretches,
    triangles,
    unit_of,
)
from games.errors import BadOption

FIELD_OF_VIEW = 4.0
"""The largest distance between two marked locations, in units of the board, by default."""

SHAPES: Mapping[str, Callable[[Board], list[Shape]]] = {
    "line": stretches,
    "square": squares,
    "diagonal": diagonals,
    "L": right_angles,
    "triangle": triangles,
}
"""Every kind of template, with the function that finds its shapes on a board."""


@attrs.frozen
class Template:
    """One shape on a board, with all its placements."""

    shape: str
    """One of SHAPES."""
    locations: Shape
    """The locations of the first placement: an L as end, corner and end, a square from a corner round."""
    placements: tuple[Shape, ...]
    """All placements, this one first, each with its locations in the same order."""


@functools.lru_cache(maxsize=64)
def templates_of(board: Board, field: float = FIELD_OF_VIEW) -> tuple[Template, ...]:
    """Return the templates of a board, one of each class under its symmetries, kind by kind.

    A board without lines has none. Boards in space, and a field of view below one unit, are refused.
    """
    if not is_flat(board):
        raise BadOption("templates need a board in the plane; this board has several layers")
    if not (math.isfinite(field) and field >= 1):
        raise BadOption(f"the field of view is {field:g}; use a number of units from 1")
    unit = unit_of(board)
    if unit is None:
        return ()
    reach = field * unit
    return tuple(
        template
        for kind, found in SHAPES.items()
        for template in _classes(board, kind, (each for each in found(board) if fits(board, each, reach)))
    )


def _classes(board: Board, kind: str, found: Iterable[Shape]) -> Iterator[Template]:
    """Yield a template for each class of shapes that are images of each other."""
    seen: set[frozenset[int]] = set()
    for shape in sorted(found, key=sorted):
        if frozenset(shape) not in seen:
            placements = _placements(board, shape)
            seen.update(placements)
            yield Template(kind, shape, tuple(placements.values()))


def _placements(board: Board, shape: Shape) -> dict[frozenset[int], Shape]:
    """Return the images of a shape by the locations that they mark, the shape itself first."""
    found: dict[frozenset[int], Shape] = {}
    for symmetry in board.symmetries():
        image = tuple(symmetry[i] for i in shape)
        found.setdefault(frozenset(image), image)
    return found
