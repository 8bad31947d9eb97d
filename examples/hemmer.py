"""An Advisor: support the moves that leave the other contestant the fewest replies.

hoyle decide apart --moves "1 4" --advisors Hemmer --load examples/apart.py --load examples/hemmer.py
"""

from agents import Advisor


class Hemmer(Advisor):
    """Leave the other contestant few replies."""

    tier = 3
    budget_ms = 50
    opposes = False  # it never gives less than 5

    async def advise(self, think):
        """Look one move ahead; every call of `think` is metered, and is where a budget bites."""
        replies = {move: len(think.legal_moves(think.play(move))) for move in think.moves}
        fewest, most = min(replies.values()), max(replies.values())
        for move, count in replies.items():
            if count == fewest < most:
                await think.comment(move, 8, f"leaves {count} replies of up to {most}")
