"""Advisors that speak only from what was learned."""

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from blackboard import INSIST, OPPOSE
from games import Move, Role


class Wiser(Advisor):
    """Make a move to a position that is known to be won."""

    tier = 1
    rank = 3
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Insist on every move to a known win; without knowledge, be silent."""
        for move in _known_to_win(think, think.mover):
            await think.comment(move, INSIST, "reaches a position known to be won")


class Sadder(Advisor):
    """Avoid moves to positions that are known to be lost."""

    tier = 1
    rank = 4
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move to a known loss; without knowledge, be silent."""
        for move in _known_to_win(think, think.mover.other):
            await think.comment(move, OPPOSE, "reaches a position known to be lost")


def _known_to_win(think: Deliberation, role: Role) -> list[Move]:
    """Answer the moves to positions that are known to be won by a role."""
    if "states" not in think.knowledge.items:
        return []
    known = {move: think.knowledge.outcome_of(think.game, think.play(move)) for move in think.moves}
    return [move for move, outcome in known.items() if outcome is not None and outcome.winner is role]
