"""Advisors that look at winning lines: those which win for whoever fills them.

A line is open to a role while the other has no man on it. What a move does to a line is seen by playing it
and comparing, so these Advisors serve games of placing and of sliding alike.
"""

from collections.abc import Sequence
from typing import Any

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from blackboard import INSIST
from games import Line, Move, Role

STRONGEST = 9
"""Short of insistence."""
WEAKEST_SUPPORT = 6
MOST_PLANNED = 16
"""Lines that Candide plans to fill, the nearest first: on a large board more would be no plan."""

Cells = Sequence[Role | None]


class Candide(Advisor):
    """Move to advance a naive plan: to fill a winning line, as if nobody were there to stop it."""

    makes_plans = True

    async def advise(self, think: Deliberation) -> None:
        """Support moves on open lines, the more the sooner they are filled, and post the lines as plans."""
        before = _cells(think, think.position)
        lines = [line for line in think.game.winning_lines if _is_open(before, line, think.mover)]
        for line in sorted(lines, key=lambda each: -_support(before, each))[:MOST_PLANNED]:
            await think.plan(
                _missing(think, before, line), f"fill {_named(think, line)}", _support(before, line)
            )
        for move in think.moves:
            after = _cells(think, think.play(move))
            advanced = [line for line in lines if _gains(before, after, line, think.mover)]
            if advanced:
                line = max(advanced, key=lambda each: _support(before, each))
                await think.comment(move, _support(before, line), f"advances {_named(think, line)}")


class Worried(Advisor):
    """Destroy the naive plans of the other contestant, the longer-range ones that Panic does not see."""

    async def advise(self, think: Deliberation) -> None:
        """Support moves onto lines that the other role could fill, but not at once: the sooner, the more."""
        before = _cells(think, think.position)
        lines = [line for line in think.game.winning_lines if _is_open(before, line, think.mover.other)]
        lines = [line for line in lines if _turns(before, line) > 1]
        for move in think.moves:
            after = _cells(think, think.play(move))
            blocked = [line for line in lines if not _is_open(after, line, think.mover.other)]
            if blocked:
                line = max(blocked, key=lambda each: _support(before, each))
                reason = f"blocks {_named(think, line)}, theirs in {_turns(before, line)} turns"
                await think.comment(move, _support(before, line), reason)


class Greedy(Advisor):
    """Move to advance more than one winning line."""

    async def advise(self, think: Deliberation) -> None:
        """Support a move by the number of open lines it advances, two or more."""
        before = _cells(think, think.position)
        lines = [line for line in think.game.winning_lines if _is_open(before, line, think.mover)]
        for move in think.moves:
            after = _cells(think, think.play(move))
            count = sum(_gains(before, after, line, think.mover) for line in lines)
            if count > 1:
                await think.comment(move, min(STRONGEST, 5 + count), f"advances {count} lines at once")


class Challenge(Advisor):
    """Move to cover as many winning lines as possible, and to leave the other contestant as few."""

    async def advise(self, think: Deliberation) -> None:
        """Compare, after each move, the lines held alone with the lines still open to the other role."""
        held = {move: _held_and_left(think, think.play(move)) for move in think.moves}
        scores = {move: mine - theirs for move, (mine, theirs) in held.items()}
        low, high = min(scores.values()), max(scores.values())
        if low == high:
            return
        for move, (mine, theirs) in held.items():
            strength = 2 + round(6 * (scores[move] - low) / (high - low))
            await think.comment(move, strength, f"holds {mine} lines, leaves them {theirs}")


def _held_and_left(think: Deliberation, position: Any) -> tuple[int, int]:
    """Count the lines on which the mover stands alone, and those that the other role could still fill."""
    cells, me, lines = _cells(think, position), think.mover, think.game.winning_lines
    mine = sum(_is_open(cells, line, me) and _count(cells, line, me) > 0 for line in lines)
    return mine, sum(_is_open(cells, line, me.other) for line in lines)


def _cells(think: Deliberation, position: Any) -> Cells:
    return think.game.cells(position)


def _count(cells: Cells, line: Line, role: Role) -> int:
    return sum(cells[location] is role for location in line)


def _is_open(cells: Cells, line: Line, role: Role) -> bool:
    """Has the other role no man on the line?"""
    return not _count(cells, line, role.other)


def _gains(before: Cells, after: Cells, line: Line, role: Role) -> bool:
    """Does a role have more men on the line than before?"""
    return _count(after, line, role) > _count(before, line, role)


def _turns(cells: Cells, line: Line) -> int:
    """Answer how many turns fill an open line, if nobody interferes."""
    return sum(cells[location] is None for location in line)


def _support(cells: Cells, line: Line) -> int:
    """The fewer turns a line takes, the more it is worth: 9 for one, 8 for two, and so on down to 6."""
    return max(WEAKEST_SUPPORT, INSIST - _turns(cells, line))


def _missing(think: Deliberation, cells: Cells, line: Line) -> list[Move]:
    return [think.game.board.locations[location].name for location in line if cells[location] is None]


def _named(think: Deliberation, line: Line) -> str:
    return "-".join(think.game.board.locations[location].name for location in line)
