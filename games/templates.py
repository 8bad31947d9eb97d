"""Templates: which locations of a board the eye takes together.

They are the expressions of a small language of shapes, made of the lines drawn on a board: lines, squares,
diagonals, Ls and triangles, as far as they fit into a field of view. A template marks their ends and corners
and nothing else. One stands for all those that a symmetry of the board turns it into: its placements.
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
"""How far apart two marked locations may be, in units of the board, unless somebody says otherwise."""

SHAPES: Mapping[str, Callable[[Board], list[Shape]]] = {
    "line": stretches,
    "square": squares,
    "diagonal": diagonals,
    "L": right_angles,
    "triangle": triangles,
}
"""Every kind of template, and who finds those of a board."""


@attrs.frozen
class Template:
    """One shape on a board, wherever it can lie."""

    shape: str
    """One of SHAPES."""
    locations: Shape
    """What it marks, in the place that comes first: an L by its end, corner and end, a square from its first
    corner round."""
    placements: tuple[Shape, ...]
    """All places of it, that one first, each with its locations in the same order."""


@functools.lru_cache(maxsize=64)
def templates_of(board: Board, field: float = FIELD_OF_VIEW) -> tuple[Template, ...]:
    """Return the templates of a board, one of each class under its symmetries, kind by kind.

    A board without lines has none. One in space, and a field of view below one unit, are refused.
    """
    if not is_flat(board):
        raise BadOption("templates are for boards in the plane; this one has several layers")
    if not (math.isfinite(field) and field >= 1):
        raise BadOption(f"the field of view is {field:g}; it is a number of units, 1 or more")
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
    """Yield a template for each class of shapes that are images of each other, the first one for all."""
    seen: set[frozenset[int]] = set()
    for shape in sorted(found, key=sorted):
        if frozenset(shape) not in seen:
            placements = _placements(board, shape)
            seen.update(placements)
            yield Template(kind, shape, tuple(placements.values()))


def _placements(board: Board, shape: Shape) -> dict[frozenset[int], Shape]:
    """Return the images of a shape by what they mark, itself first."""
    found: dict[frozenset[int], Shape] = {}
    for symmetry in board.symmetries():
        image = tuple(symmetry[i] for i in shape)
        found.setdefault(frozenset(image), image)
    return found
