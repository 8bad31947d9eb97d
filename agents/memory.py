"""Advisors that are right because they know: positions whose outcome was learned."""

from typing import Any

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from agents.gambits import threats_after
from blackboard import INSIST, OPPOSE
from games import Move, Role

LONGEST_FORCE = 4
"""How many moves ahead Wiser follows replies that are forced."""


class Wiser(Advisor):
    """Make a move to a position that is known to be won."""

    tier = 1
    rank = 3
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Insist on every move to a known win; failing that, on one that forces such a position.

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
        forcing = {
            move: forced for move in think.moves if (forced := _forced_replies(think, think.play(move)))
        }
        for depth in range(1, LONGEST_FORCE):
            for move, after in forcing.items():
                if _wins_by_force(think, after, depth):
                    await think.comment(move, INSIST, f"forces a known win in {depth + 1} moves")
                    return
            if not forcing:
                return


class Sadder(Advisor):
    """Avoid moves to positions that are known to be lost."""

    tier = 1
    rank = 4
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move to a known loss, as it is found."""
        for move in think.moves if think.knowledge.item("states") else ():
            if known_winner(think, think.play(move)) is think.mover.other:
                await think.comment(move, OPPOSE, "reaches a position known to be lost")


def known_winner(think: Deliberation, position: Any) -> Role | None:
    """Answer who is known to win a position that is not the end."""
    known = think.knowledge.item("states").get(think.key(position))
    return None if known is None or known == "draw" else Role[known.upper()]


def _forced_replies(think: Deliberation, after: Any) -> list[Any]:
    """Answer the positions after the replies that stop our threat, if there is one: at most one or two."""
    threats = threats_after(think, after)
    if not threats or think.game.mover(after) is think.mover:
        return []
    stopped = []
    for reply in think.legal_moves(after):
        then = think.play(reply, after)
        outcome = think.outcome(then)
        if outcome is not None and outcome.winner is not think.mover:
            return []
        if outcome is None and not _still(think, threats, then):
            stopped.append(then)
    return stopped


def _still(think: Deliberation, threats: list[Move], then: Any) -> bool:
    legal = think.legal_moves(then)
    return any(threat in legal and think.wins(think.play(threat, then)) for threat in threats)


def _wins_by_force(think: Deliberation, positions: list[Any], depth: int) -> bool:
    """Can each of these positions be moved to a known win, or forced there within so many moves?"""
    return all(_reaches(think, position, depth) for position in positions)


def _reaches(think: Deliberation, position: Any, depth: int) -> bool:
    if known_winner(think, position) is think.mover:
        return True
    afters = [think.play(move, position) for move in think.legal_moves(position)]
    if any(known_winner(think, after) is think.mover for after in afters):
        return True
    if depth <= 1:
        return False
    forced = (_forced_replies(think, after) for after in afters)
    return any(replies and _wins_by_force(think, replies, depth - 1) for replies in forced)
