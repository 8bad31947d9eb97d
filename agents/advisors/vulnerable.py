"""The Advisor that sees its men in danger."""

import math
from typing import Any, ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.strengths import Change, comment_on
from games import Move


class Vulnerable(Advisor):
    """Save the men that the other contestant could capture with its next move."""

    supports: ClassVar[bool] = True
    opposes: ClassVar[bool] = False

    async def advise(self, think: Deliberation) -> None:
        """Find men in danger by the null move; support moves after which fewer are, most if none is."""
        if think.game.men_stay or think.game.men(think.position, think.mover) is None:
            return
        now = _in_danger(think, think.position)
        changes: dict[Move, Change] = {}
        for move in think.moves if now else ():
            then = _in_danger(think, think.play(move), most=now)
            if then < now:
                changes[move] = now - then, f"{then} of our men could be captured next; now {now} could"
        await comment_on(think, changes)


def _in_danger(think: Deliberation, position: Any, *, most: float = math.inf) -> int:
    """Count our men that at least one reply captures; stop counting at `most`."""
    game, me = think.game, think.mover
    their_turn = think.passed(position) if game.mover(position) is me else position
    standing = game.standing(position, me)
    count = standing.bit_count()
    taken = 0
    for reply in think.legal_moves(their_turn):
        after = think.play(reply, their_turn)
        left = game.men(after, me)
        if left is not None and left.board < count:
            taken |= standing & ~game.standing(after, me)
            if taken.bit_count() >= most:
                break
    return taken.bit_count()
