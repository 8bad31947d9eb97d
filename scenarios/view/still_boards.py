"""Boards to look at: drawn as those that are played on, but nobody can go there."""

import re
from typing import Any

from games import Game, Role, draw_svg, shown
from games.notation import MARKS
from scenarios.cli.contest_log import changed_locations

_GRID = re.compile(r' (?:tabindex="-?\d"|role="(?:row|gridcell)")')


def still_board(game: Game[Any], before: Any, position: Any) -> str:
    """Draw a position, with what changed since another, as a picture whose name tells who stands where."""
    changed = changed_locations(game, before, position)
    label = f"{game.title}: {describe_position(game, position)}"
    drawn = draw_svg(game.board, game.cells(position), highlight=changed, interactive=True, label=label)
    return shown(_GRID.sub("", drawn).replace('role="grid"', 'role="img"', 1))


def describe_position(game: Game[Any], position: Any) -> str:
    """Say in words which man stands where."""
    cells = game.cells(position)
    places = {
        role: [each.name for each, man in zip(game.board.locations, cells, strict=True) if man is role]
        for role in Role
    }
    told = [f"{MARKS[role]} on {', '.join(names)}" for role, names in places.items() if names]
    return "; ".join(told) or "nobody on the board"
