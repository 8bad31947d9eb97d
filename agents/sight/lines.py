"""Winning lines: what those Advisors look at who look at lines.

A line is open to a role while the other has no man on it.
"""

# Loops, where a generator would be shorter: a decision asks these questions a thousand times.

from collections.abc import Iterable, Sequence
from typing import Any

from games import Board, Game, Line, Role

Cells = Sequence[Role | None]


def count(cells: Cells, line: Line, role: Role) -> int:
    """Return how many men a role has on the line."""
    found = 0
    for location in line:
        if cells[location] is role:
            found += 1
    return found


def is_open(cells: Cells, line: Line, role: Role) -> bool:
    """Has the other role no man on the line?"""
    other = role.other
    for location in line:  # noqa: SIM110  # as said above
        if cells[location] is other:
            return False
    return True


def gains(before: Cells, after: Cells, line: Line, role: Role) -> bool:
    """Does a role have more men on the line than before?"""
    return count(after, line, role) > count(before, line, role)


def turns(cells: Cells, line: Line) -> int:
    """Return how many turns fill an open line, if nobody interferes."""
    found = 0
    for location in line:
        if cells[location] is None:
            found += 1
    return found


def named(game: Game[Any], line: Line) -> str:
    """Write a line as its locations."""
    return written(game.board, line)


def written(board: Board, line: Line) -> str:
    """Write a line of a board as its locations."""
    return "-".join(board.locations[location].name for location in line)


def join_names(names: Iterable[str]) -> str:
    """Write names as people do: `3`, `3 and 4`, `3, 4 and 5`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
