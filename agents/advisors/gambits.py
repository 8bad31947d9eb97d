"""Advisors that set traps. The papers only name them; how they work is our reading.

Sneak counts the replies that would be mistakes. Feinter makes a threat that has to be answered, with a move
that a plan on the blackboard needs anyway.
"""

from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from blackboard import NEUTRAL, Plan
from games import Move
from games.counting import how_many

MOST = 4
"""How far from neutral Sneak goes."""
FEINT = 8


class Sneak(Advisor):
    """Move where the fewest replies are safe for the other contestant."""

    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support a move by the share of replies that lose at once, or leave a threat of ours open."""
        for move in think.moves:
            after = think.play(move)
            replies = think.legal_moves(after)
            unsafe = _unsafe(think, after, replies)
            strength = NEUTRAL + round(MOST * unsafe / len(replies)) if replies else NEUTRAL
            if strength > NEUTRAL:
                wrong = "is a mistake" if unsafe == 1 else "are mistakes"
                await think.comment(move, strength, f"{unsafe} of {how_many(len(replies), 'reply')} {wrong}")


def _unsafe(think: Deliberation, after: Any, replies: tuple[Move, ...]) -> int:
    """Count the replies with which the other role loses, or fails to stop a threat of ours."""
    if not replies:
        return 0
    threats = threats_after(think, after)
    count = 0
    for reply in replies:
        then = think.play(reply, after)
        outcome = think.outcome(then)
        if outcome is not None:
            count += outcome.winner is think.mover
        elif threats:
            legal = think.legal_moves(then)
            count += any(threat in legal and think.wins(think.play(threat, then)) for threat in threats)
    return count


class Feinter(Advisor):
    """Make a threat that must be answered while a second plan of its own advances."""

    reads_plans = True
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Read the plans; support moves of a plan that also threaten to win somewhere else."""
        plans = await think.plans()
        for move in think.moves if plans else ():
            served = [plan for plan in plans if move in plan.moves]
            if served:
                threats = threats_after(think, think.play(move))
                second = next((plan for plan in served if _is_another(plan, threats)), None)
                if threats and second:
                    reason = f"threatens {' and '.join(threats)} and helps to {second.purpose}"
                    await think.comment(move, FEINT, reason)


def _is_another(plan: Plan, threats: list[Move]) -> bool:
    """Return whether there is more to the plan than the threat itself."""
    return len(plan.moves) > 1 and not set(threats) & set(plan.moves)


def threats_after(think: Deliberation, after: Any) -> list[Move]:
    """Return the moves with which we would win at once if the other contestant passed: the null move."""
    if think.outcome(after) is not None:
        return []
    passed = think.passed(after) if think.game.mover(after) is not think.mover else after
    return [move for move in think.legal_moves(passed) if think.wins(think.play(move, passed))]
