"""An Advisor without a reason."""

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.session.streams import pick

STRENGTHS = (1, 2, 3, 4, 6, 7, 8, 9)
"""Anything but neutral and absolute."""


class Wild(Advisor):
    """Speak at random."""

    async def advise(self, think: Deliberation) -> None:
        """Say anything about one move."""
        move = pick(think.random, think.moves)
        await think.comment(move, pick(think.random, STRENGTHS), "just because")
