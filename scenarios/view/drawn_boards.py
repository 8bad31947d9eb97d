"""Boards as pages show them: live ones take clicks and keys, still ones are pictures."""

import re
from typing import Any

from games import Game, Role, draw_svg, shown
from games.notation import MARKS
from scenarios.decisions.positions import changed_locations

_GRID = re.compile(r' (?:tabindex="-?\d"|role="(?:row|gridcell)")')


def live_board(game: Game[Any], before: Any, position: Any) -> str:
    """Draw a position that can be clicked, with a ring around what changed since another."""
    return _board(game, before, position, "the board")


def still_board(game: Game[Any], before: Any, position: Any) -> str:
    """Draw a position as a picture whose label lists all men, with a ring around what changed."""
    drawn = _board(game, before, position, describe_position(game, position))
    return _GRID.sub("", drawn).replace('role="grid"', 'role="img"', 1)


def _board(game: Game[Any], before: Any, position: Any, words: str) -> str:
    changed, label = changed_locations(game, before, position), f"{game.title}: {words}"
    return shown(draw_svg(game.board, game.cells(position), highlight=changed, interactive=True, label=label))


def describe_position(game: Game[Any], position: Any) -> str:
    """List the men of both roles with their locations."""
    cells = game.cells(position)
    places = {
        role: [each.name for each, man in zip(game.board.locations, cells, strict=True) if man is role]
        for role in Role
    }
    words = [f"{MARKS[role]} on {', '.join(names)}" for role, names in places.items() if names]
    return "; ".join(words) or "no men on the board"
