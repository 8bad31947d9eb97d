"""A planner: post, as a plan, the moves that would fill a line. Others read it: `await think.plans()`.

hoyle decide tic-tac-toe --moves "1 5" --advisors Liner,Follower --load examples/liner.py
"""

from agents import Advisor


class Liner(Advisor):
    """Plan to fill a line on which the other contestant has nobody."""

    makes_plans = True

    async def advise(self, think):
        """Post the line that lacks the fewest men; a plan is an ordered set of moves with a purpose."""
        names = [location.name for location in think.game.board.locations]
        cells, found = think.game.cells(think.position), []
        for line in think.game.winning_lines:
            empty = [names[i] for i in line if cells[i] is None]
            if set(empty) & set(think.moves) and all(cells[i] in (None, think.mover) for i in line):
                found.append(empty)
        if found:
            await think.plan(min(found, key=len), "fill a line", 7)


class Follower(Advisor):
    """Begin the plans of others."""

    reads_plans = True

    async def advise(self, think):
        """Support the first move of each plan, once all who make plans have been heard out."""
        first = {plan.moves[0]: plan for plan in await think.plans() if plan.moves[0] in think.moves}
        for move, plan in first.items():
            await think.comment(move, plan.strength, f"begins to {plan.purpose}")
