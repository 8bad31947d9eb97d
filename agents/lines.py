"""Winning lines: what those Advisors look at who look at lines.

A line is open to a role while the other has no man on it.
"""

from collections.abc import Sequence
from typing import Any

from games import Game, Line, Role

Cells = Sequence[Role | None]


def count(cells: Cells, line: Line, role: Role) -> int:
    """Answer how many men a role has on the line."""
    return sum(cells[location] is role for location in line)


def is_open(cells: Cells, line: Line, role: Role) -> bool:
    """Has the other role no man on the line?"""
    other = role.other
    return all(cells[location] is not other for location in line)


def gains(before: Cells, after: Cells, line: Line, role: Role) -> bool:
    """Does a role have more men on the line than before?"""
    return count(after, line, role) > count(before, line, role)


def turns(cells: Cells, line: Line) -> int:
    """Answer how many turns fill an open line, if nobody interferes."""
    return sum(cells[location] is None for location in line)


def named(game: Game[Any], line: Line) -> str:
    """Write a line as its locations."""
    return "-".join(game.board.locations[location].name for location in line)
