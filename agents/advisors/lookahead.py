"""Advisors that look one or two plies ahead and are always right about what they see there."""

from typing import Any

from agents.advisor import Advisor
from agents.advisors.memory import known_winner
from agents.session.deliberation import Deliberation
from blackboard import INSIST, OPPOSE
from games import Move


class Victory(Advisor):
    """Make a move that wins at once."""

    tier = 1
    rank = 1
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Insist on the first winning move; one is enough."""
        for move in think.moves:
            if think.wins(think.play(move)):
                await think.comment(move, INSIST, "wins now")
                return


class DontLose(Advisor):
    """Avoid moves that lose at once."""

    name = "Don't-Lose"
    tier = 1
    rank = 2
    supports = False

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move that ends the contest in a loss."""
        for move in think.moves:
            if think.loses(think.play(move)):
                await think.comment(move, OPPOSE, "loses now")


class Panic(Advisor):
    """Block a win that the other contestant threatens to make on the next move."""

    tier = 2
    rank = 1

    async def advise(self, think: Deliberation) -> None:
        """Find the threats by a null move; insist on the only block, or oppose moves that block nothing.

        Moves to where the other role would move are tried first, because they are likely blocks. Moves that
        win or lose at once are left to other Advisors. If no move blocks, there is no comment.
        """
        threats = _wins_of_other(think, think.passed())
        blocks: list[Move] = []
        waiting: dict[Move, Move] = {}
        for move in sorted(think.moves, key=lambda each: each not in threats) if threats else ():
            after = think.play(move)
            outcome = think.outcome(after)
            if outcome is not None and outcome.winner is not None:
                continue
            threat = _open_threat(think, threats, after)
            if threat is None:
                blocks.append(move)
            else:
                waiting[move] = threat
            while blocks and waiting:
                idle, threat = waiting.popitem()
                await think.comment(idle, OPPOSE, f"lets them win with {threat}")
        if len(blocks) == 1:
            await think.comment(blocks[0], INSIST, f"only this stops {_either(threats)}")


class Shortsight(Advisor):
    """Take moves that win, and avoid moves that lose, within two plies."""

    tier = 2
    rank = 2
    knowledge = ("states",)

    async def advise(self, think: Deliberation) -> None:
        """Oppose a move if some reply beats it; insist on a move after which every reply loses.

        A reply beats a move if it wins, or if it reaches a position known to be won.
        """
        for move in think.moves:
            after = think.play(move)
            replies = think.legal_moves(after)
            ends = _ends(think, after, replies, with_knowledge=True)
            losing = next((reply for reply in replies if ends[reply] is False), None)
            if losing is not None:
                await think.comment(move, OPPOSE, f"loses to {losing}")
            elif replies and all(ends[reply] is True for reply in replies):
                await think.comment(move, INSIST, "every reply loses")


class EnoughRope(Advisor):
    """Leave the other contestant the moves with which it would lose."""

    name = "Enough-Rope"
    tier = 2
    rank = 3
    supports = False

    async def advise(self, think: Deliberation) -> None:
        """Oppose the moves that leave no losing reply, unless no move leaves one."""
        is_there_rope = False
        waiting: list[Move] = []
        for move in think.moves:
            after = think.play(move)
            ends = _ends(think, after, think.legal_moves(after))
            if any(ends.values()):
                is_there_rope = True
            else:
                waiting.append(move)
            while is_there_rope and waiting:
                await think.comment(waiting.pop(), OPPOSE, "leaves them no way to go wrong")


def _wins_of_other(think: Deliberation, position: Any) -> list[Move]:
    """Return the moves with which the other role would win at once, if it moved here."""
    return [move for move in think.legal_moves(position) if think.loses(think.play(move, position))]


def _open_threat(think: Deliberation, threats: list[Move], after: Any) -> Move | None:
    """Return a reply that wins for the other role, if there is one: an old threat, or a new one."""
    replies = think.legal_moves(after)
    likely = [threat for threat in threats if threat in replies]
    others = [reply for reply in replies if reply not in threats]
    return next((reply for reply in (*likely, *others) if think.loses(think.play(reply, after))), None)


def _ends(
    think: Deliberation, after: Any, replies: tuple[Move, ...], *, with_knowledge: bool = False
) -> dict[Move, bool | None]:
    """Return for each reply whether it ends in a win (True), a loss (False) or neither."""
    ends: dict[Move, bool | None] = {}
    for reply in replies:
        then = think.play(reply, after)
        outcome = think.outcome(then)
        winner = None if outcome is None else outcome.winner
        if with_knowledge and outcome is None:
            winner = known_winner(think, then)
        ends[reply] = None if winner is None else winner is think.mover
    return ends


def _either(moves: list[Move]) -> str:
    return f"the win at {' or '.join(moves)}"
