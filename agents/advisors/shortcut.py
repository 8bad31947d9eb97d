"""An Advisor that looks for the shortest ways between its men."""

from typing import ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.lines import written
from agents.sight.movements import entered, movements
from agents.sight.paths import OpenLines, Path, middle, network_of

STRENGTH = 7
"""The strength of all recommendations of Shortcut."""
NAMED = 3
"""How many paths a reason names at most."""


class Shortcut(Advisor):
    """Go to the middle of the shortest paths between our men, along lines without enemy men."""

    supports: ClassVar[bool] = True
    opposes: ClassVar[bool] = False

    async def advise(self, think: Deliberation) -> None:
        """Support moves to the middle of each shortest path that is open."""
        game = think.game
        if not game.board.lines or game.men(think.position, think.mover) is None:
            return
        mine, theirs = (game.standing(think.position, role) for role in (think.mover, think.mover.other))
        reasons = _reasons(OpenLines(game.board, theirs), mine)
        for move, men in movements(think) if reasons else ():
            reason = reasons.get(entered(mine, men))
            if reason:
                await think.comment(move, STRENGTH, reason)


def open_paths(lines: OpenLines, mine: int) -> dict[Path, int]:
    """Return the open shortest paths between our men, each with the crossing that opens it.

    All empty locations of an open path lie on lines that are free of their men, and one of them on two such
    lines: the first such location is the path's crossing. Our men at the ends of the path count for neither.
    """
    empty = (1 << len(lines.board)) - 1 ^ mine ^ lines.theirs
    paths = network_of(lines.board).shortest_paths(mine, empty)
    crossings = {path: lines.crossing(path[1:-1]) for path in paths}
    return {path: crossing for path, crossing in crossings.items() if crossing is not None}


def _reasons(lines: OpenLines, mine: int) -> dict[int, str]:
    """Return the middles of the open paths as bit sets, each with its reason."""
    found: dict[int, list[str]] = {}
    for path, crossing in open_paths(lines, mine).items():
        where = (
            f"on {written(lines.board, path)}, open at {_name(lines, crossing)} by {lines.through(crossing)}"
        )
        for location in middle(path):
            found.setdefault(location, []).append(where)
    return {1 << at: f"takes {_name(lines, at)}, midway {_first(paths)}" for at, paths in found.items()}


def _name(lines: OpenLines, location: int) -> str:
    return lines.board.locations[location].name


def _first(paths: list[str]) -> str:
    """Return the first of several paths, and how many more there are."""
    more = len(paths) - NAMED
    return "; ".join([*paths[:NAMED], *([f"on {more} more"] if more > 0 else [])])
