"""Shapes that the drawn lines of a board form in the plane.

A stretch is a part of a drawn line between two of its locations. Two stretches with a common end form a bend;
right angles, squares and triangles consist of bends. A shape is given by the locations at its ends and
corners, in drawing order.
"""

import functools
import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from games.board import Board

Shape: TypeAlias = tuple[int, ...]
"""The locations at the ends and corners of a shape, in drawing order."""

_SLACK = 1e-4
"""How much coordinates, such as those of an octagon, may deviate, as a fraction of a length."""


def is_flat(board: Board) -> bool:
    """Return whether the whole board lies in one layer."""
    return len({location.z for location in board.locations}) == 1


def unit_of(board: Board) -> float | None:
    """Return the smallest distance between neighbours, which is a board's unit; None without lines."""
    steps = (pair for line in board.lines for pair in itertools.pairwise(line))
    return min((distance(board, *step) for step in steps), default=None)


def distance(board: Board, one: int, other: int) -> float:
    """Return the distance between two locations."""
    return math.dist(board.locations[one].coordinates, board.locations[other].coordinates)


def fits(board: Board, locations: Sequence[int], reach: float) -> bool:
    """Return whether every two of these locations are at most `reach` apart."""
    most = reach * (1 + _SLACK)
    return all(distance(board, *pair) <= most for pair in itertools.combinations(locations, 2))


def stretches(board: Board) -> list[Shape]:
    """Return every pair of locations that a drawn line joins, once."""
    return sorted({(a, b) for a, found in enumerate(_joined(board)) for b in found if a < b})


def right_angles(board: Board) -> list[Shape]:
    """Return every two stretches that form a right angle, as end, corner and end."""
    return [bend for bend in _bends(board) if _is_right(board, bend)]


def squares(board: Board) -> list[Shape]:
    """Return all squares whose four sides are stretches, in order around the square."""
    return [square for bend in right_angles(board) for square in _closed(board, bend)]


def diagonals(board: Board) -> list[Shape]:
    """Return every pair of opposite corners of a square, once."""
    found = {pair for a, b, c, d in squares(board) for pair in ((a, c), (b, d))}
    return sorted({(min(pair), max(pair)) for pair in found})


def triangles(board: Board) -> list[Shape]:
    """Return every three locations, not in a row, of which every two are joined by a stretch."""
    joined = _joined(board)
    return [
        (corner, one, other)
        for one, corner, other in _bends(board)
        if corner < one and other in joined[one] and not _is_straight(board, (one, corner, other))
    ]


@functools.lru_cache(maxsize=64)
def _joined(board: Board) -> tuple[Collection[int], ...]:
    """Return, for each location, the locations that a stretch joins to it."""
    found: list[set[int]] = [set() for _ in board.locations]
    for line in board.lines:
        for here in line:
            found[here] |= {*line} - {here}
    return tuple(map(frozenset, found))


def _bends(board: Board) -> Iterator[Shape]:
    """Yield every two stretches with a common end as end, corner and end, the lower end first."""
    for corner, ends in enumerate(_joined(board)):
        for one, other in itertools.combinations(sorted(ends), 2):
            yield one, corner, other


def _is_right(board: Board, bend: Shape) -> bool:
    (ax, ay), (bx, by) = _legs(board, bend)
    return abs(ax * bx + ay * by) <= _SLACK * math.hypot(ax, ay) * math.hypot(bx, by)


def _is_straight(board: Board, bend: Shape) -> bool:
    (ax, ay), (bx, by) = _legs(board, bend)
    return abs(ax * by - ay * bx) <= _SLACK * math.hypot(ax, ay) * math.hypot(bx, by)


def _legs(board: Board, bend: Shape) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the vectors from the corner of a bend to its two ends."""
    one, corner, other = (board.locations[i] for i in bend)
    return (one.x - corner.x, one.y - corner.y), (other.x - corner.x, other.y - corner.y)


def _closed(board: Board, bend: Shape) -> Iterator[Shape]:
    """Yield the square that starts at the corner of a right angle, if its other two sides are drawn."""
    one, corner, other = bend
    if corner > one:
        return
    side = distance(board, one, corner)
    joined = _joined(board)
    for opposite in {*joined[one]} & {*joined[other]}:
        lengths = [distance(board, *pair) for pair in ((corner, other), (one, opposite), (opposite, other))]
        is_square = all(math.isclose(length, side, rel_tol=_SLACK) for length in lengths)
        if is_square and opposite > corner:
            yield corner, one, opposite, other
