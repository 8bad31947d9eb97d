"""An Advisor that looks for the shortest ways between its men."""

from typing import ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.lines import written
from agents.sight.movements import entered, movements
from agents.sight.paths import OpenLines, Path, middle, network_of

STRENGTH = 7
"""What Shortcut gives to all that it recommends."""
TOLD = 3
"""How many paths a reason names at most."""


class Shortcut(Advisor):
    """Go to the middle of the shortest paths between our men, along lines that are free of the other's."""

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
    """Return those of the shortest paths between our men that are open, each with the crossing that opens it.

    All empty locations of an open path lie on lines that are free of their men, and one of them on two such
    lines: the first of these is its crossing. A man of ours at an end of the path counts for neither.
    """
    empty = (1 << len(lines.board)) - 1 ^ mine ^ lines.theirs
    paths = network_of(lines.board).shortest_paths(mine, empty)
    crossings = {path: lines.crossing(path[1:-1]) for path in paths}
    return {path: crossing for path, crossing in crossings.items() if crossing is not None}


def _reasons(lines: OpenLines, mine: int) -> dict[int, str]:
    """Return the middles of the open paths as bit sets, each with what to say of it."""
    told: dict[int, list[str]] = {}
    for path, crossing in open_paths(lines, mine).items():
        where = (
            f"on {written(lines.board, path)}, open at {_name(lines, crossing)} by {lines.through(crossing)}"
        )
        for location in middle(path):
            told.setdefault(location, []).append(where)
    return {1 << at: f"takes {_name(lines, at)}, midway {_first(paths)}" for at, paths in told.items()}


def _name(lines: OpenLines, location: int) -> str:
    return lines.board.locations[location].name


def _first(paths: list[str]) -> str:
    """Write the first of several paths, and how many there are besides."""
    more = len(paths) - TOLD
    return "; ".join([*paths[:TOLD], *([f"on {more} more"] if more > 0 else [])])
