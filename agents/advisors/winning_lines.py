"""Advisors that look at winning lines: lines that win for the role that fills them.

They play a move and compare to see what it does to a line, so they serve games of placing and of sliding
alike.
"""

import math
from collections import Counter
from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.lines import Cells, count, gains, is_open, named, turns
from blackboard import INSIST, NEUTRAL
from games import Line, Move
from games.counting import how_many

STRONGEST = 9
"""Just below insistence."""
WEAKEST_SUPPORT = 6
MOST_PLANNED = 16
"""How many lines Candide plans to fill, the nearest first: on a large board more would be no plan."""


class Candide(Advisor):
    """Move to advance a naive plan: to fill a winning line, as if nothing could stop it."""

    makes_plans = True
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support moves on open lines, more if they are filled sooner, and post the lines as plans."""
        game, me = think.game, think.mover
        before = game.cells(think.position)
        lines = [line for line in game.winning_lines if is_open(before, line, me)]
        steps: dict[Line, list[Move]] = {line: [] for line in lines}
        for move in think.moves if lines else ():
            after = game.cells(think.play(move))
            advanced = [line for line in lines if gains(before, after, line, me)]
            if advanced:
                for line in advanced:
                    steps[line].append(move)
                line = max(advanced, key=lambda each: _support(before, each))
                await think.comment(move, _support(before, line), f"advances {named(game, line)}")
        planned = [line for line in lines if steps[line]]
        for line in sorted(planned, key=lambda each: -_support(before, each))[:MOST_PLANNED]:
            await think.plan(steps[line], f"fill {named(game, line)}", _support(before, line))


class Worried(Advisor):
    """Destroy the naive plans of the other contestant, the longer-range ones that Panic does not see."""

    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support moves onto lines that the other role could fill later: the sooner, the more."""
        game, other = think.game, think.mover.other
        before = game.cells(think.position)
        lines = [line for line in game.winning_lines if is_open(before, line, other)]
        lines = [line for line in lines if turns(before, line) > 1]
        for move in think.moves if lines else ():
            after = game.cells(think.play(move))
            blocked = [line for line in lines if not is_open(after, line, other)]
            if blocked:
                line = max(blocked, key=lambda each: _support(before, each))
                reason = f"blocks {named(game, line)}, theirs in {turns(before, line)} turns"
                await think.comment(move, _support(before, line), reason)


class Greedy(Advisor):
    """Move to advance more than one plan."""

    reads_plans = True
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support a move by the number of plans on the blackboard that it advances, two or more."""
        plans = await think.plans()
        for move in think.moves if plans else ():
            number = sum(move in plan.moves for plan in plans)
            if number > 1:
                await think.comment(
                    move, min(STRONGEST, NEUTRAL + number), f"advances {number} plans at once"
                )


class Challenge(Advisor):
    """Move to cover as many winning lines as possible, and to leave the other contestant few."""

    async def advise(self, think: Deliberation) -> None:
        """Rate moves by how they change the lines held alone, minus the lines still open to the other role.

        The scale depends on the board: no move can change more than twice the lines that meet in one
        location, and every change is different from neutral.
        """
        lines = think.game.winning_lines
        if not lines:
            return
        most = 2 * max(Counter(location for line in lines for location in line).values())
        mine, theirs = _held_and_left(think, think.position)
        for move in think.moves:
            held, left = _held_and_left(think, think.play(move))
            change = (held - mine) + (theirs - left)
            extent = math.ceil((STRONGEST - NEUTRAL) * abs(change) / most)
            strength = NEUTRAL + (extent if change > 0 else -extent)
            await think.comment(move, strength, f"holds {how_many(held, 'line')}, leaves them {left}")


def _held_and_left(think: Deliberation, position: Any) -> tuple[int, int]:
    """Count the lines on which only the mover has men, and those that the other role could still fill."""
    game, me = think.game, think.mover
    cells, lines = game.cells(position), game.winning_lines
    mine = sum(is_open(cells, line, me) and count(cells, line, me) > 0 for line in lines)
    return mine, sum(is_open(cells, line, me.other) for line in lines)


def _support(cells: Cells, line: Line) -> int:
    """Return the worth of a line; the fewer turns it takes, the more: 9 for one, 8 for two, down to 6."""
    return max(WEAKEST_SUPPORT, INSIST - turns(cells, line))
