"""Winning lines, as Advisors look at them.

A line is open to a role while the other role has no man on it.
"""

# Loops, although generators would be shorter: a decision calls these functions a thousand times.

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
    """Return whether the other role has no man on the line."""
    other = role.other
    for location in line:  # noqa: SIM110  # as said above
        if cells[location] is other:
            return False
    return True


def gains(before: Cells, after: Cells, line: Line, role: Role) -> bool:
    """Return whether a role has more men on the line than before."""
    return count(after, line, role) > count(before, line, role)


def turns(cells: Cells, line: Line) -> int:
    """Return how many turns fill an open line, if the other role does not interfere."""
    found = 0
    for location in line:
        if cells[location] is None:
            found += 1
    return found


def named(game: Game[Any], line: Line) -> str:
    """Return a line as the names of its locations."""
    return written(game.board, line)


def written(board: Board, line: Line) -> str:
    """Return a line of a board as the names of its locations."""
    return "-".join(board.locations[location].name for location in line)


def join_names(names: Iterable[str]) -> str:
    """Join names as a sentence does: `3`, `3 and 4`, `3, 4 and 5`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
