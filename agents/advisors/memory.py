"""Advisors that are right because they know: positions whose outcome was learned."""

from typing import Any

from agents.advisor import Advisor
from agents.advisors.gambits import threats_after
from agents.session.deliberation import Deliberation
from blackboard import INSIST, OPPOSE
from games import Move, Role

LONGEST_FORCE = 3
"""How many moves ahead Wiser follows forced replies."""


class Wiser(Advisor):
    """Make a move to a position that is known to be won."""

    tier = 1
    rank = 3
    knowledge = ("states",)
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Insist on every move to a known win; if there is none, on a move that forces such a position.

        It looks deeper step by step, but only where each of our moves makes a threat that has to be answered.
        """
        if not think.knowledge.item("states"):
            return
        known = [move for move in think.moves if known_winner(think, think.play(move)) is think.mover]
        for move in known:
            await think.comment(move, INSIST, "reaches a position known to be won")
        if not known:
            await self._look_deeper(think)

    async def _look_deeper(self, think: Deliberation) -> None:
        force = Force(think)
        forcing = {move: replies for move in think.moves if (replies := force.replies(think.play(move)))}
        for moves in range(2, LONGEST_FORCE + 1) if forcing else ():
            for move, replies in forcing.items():
                if force.wins(replies, moves - 1):
                    await think.comment(move, INSIST, f"forces a known win in {moves} moves")
                    return


class Sadder(Advisor):
    """Avoid moves to positions that are known to be lost."""

    tier = 1
    rank = 4
    knowledge = ("states",)
    supports = False

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move to a known loss, as it is found."""
        for move in think.moves if think.knowledge.item("states") else ():
            if known_winner(think, think.play(move)) is think.mover.other:
                await think.comment(move, OPPOSE, "reaches a position known to be lost")


def known_winner(think: Deliberation, position: Any) -> Role | None:
    """Return the role that is known to win a position before the end, if any."""
    known = think.knowledge.item("states").get(think.key(position))
    return None if known is None or known == "draw" else Role[known.upper()]


class Force:
    """Lines of play in which each of our moves makes a threat, so that there are few replies."""

    def __init__(self, think: Deliberation) -> None:
        self._think = think
        self._replies: dict[Any, list[Any]] = {}
        self._afters: dict[Any, list[Any]] = {}

    def replies(self, after: Any) -> list[Any]:
        """Return the positions after the replies that stop our threat; none if there is no threat."""
        if after not in self._replies:
            self._replies[after] = self._find_replies(after)
        return self._replies[after]

    def wins(self, positions: list[Any], moves: int) -> bool:
        """Return whether we can move from each of these positions to a known win, at once or by force."""
        return all(self._reaches(position, moves) for position in positions)

    def _reaches(self, position: Any, moves: int) -> bool:
        think = self._think
        if position not in self._afters:
            self._afters[position] = [think.play(move, position) for move in think.legal_moves(position)]
        afters = self._afters[position]
        if any(known_winner(think, after) is think.mover for after in (position, *afters)):
            return True
        if moves <= 1:
            return False
        return any(replies and self.wins(replies, moves - 1) for replies in map(self.replies, afters))

    def _find_replies(self, after: Any) -> list[Any]:
        think = self._think
        threats = threats_after(think, after)
        if not threats or think.game.mover(after) is think.mover:
            return []
        stopped = []
        for reply in think.legal_moves(after):
            then = think.play(reply, after)
            outcome = think.outcome(then)
            if outcome is not None and outcome.winner is not think.mover:
                return []
            if outcome is None and not self._is_open(threats, then):
                stopped.append(then)
        return stopped

    def _is_open(self, threats: list[Move], then: Any) -> bool:
        """Return whether one of the threats can still be carried out."""
        legal = self._think.legal_moves(then)
        return any(threat in legal and self._think.wins(self._think.play(threat, then)) for threat in threats)
