"""An Advisor that comments at random."""

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.session.streams import pick

STRENGTHS = (1, 2, 3, 4, 6, 7, 8, 9)
"""Every strength except neutral and absolute ones."""


class Wild(Advisor):
    """Comment at random."""

    async def advise(self, think: Deliberation) -> None:
        """Comment on a random move with a random strength."""
        move = pick(think.random, think.moves)
        await think.comment(move, pick(think.random, STRENGTHS), "just because")
