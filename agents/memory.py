"""Advisors that speak only from what was learned."""

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from blackboard import INSIST, OPPOSE


class Wiser(Advisor):
    """Make a move to a position that is known to be won."""

    tier = 1
    rank = 3
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Insist on every move to a known win; without knowledge, be silent."""
        if "states" not in think.knowledge.items:
            return
        for move in think.moves:
            known = think.knowledge.outcome_of(think.game, think.play(move))
            if known is not None and known.winner is think.mover:
                await think.comment(move, INSIST, "reaches a position known to be won")


class Sadder(Advisor):
    """Avoid moves to positions that are known to be lost."""

    tier = 1
    rank = 4
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move to a known loss; without knowledge, be silent."""
        if "states" not in think.knowledge.items:
            return
        for move in think.moves:
            known = think.knowledge.outcome_of(think.game, think.play(move))
            if known is not None and known.winner is think.mover.other:
                await think.comment(move, OPPOSE, "reaches a position known to be lost")
