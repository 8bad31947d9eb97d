"""The Advisor that counts men."""

from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.strengths import Change, comment_on
from games import Game, Move, Role
from games.counting import how_many


class Material(Advisor):
    """Move to have more men, and to leave the other contestant fewer."""

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by what they do to our men minus theirs, on the board and in hand.

        Placing a man changes nothing. In games where men stay, no move does.
        """
        game, me = think.game, think.mover
        if game.men_stay or game.men(think.position, me) is None:
            return
        ours, theirs = _counts(game, think.position, me)
        changes: dict[Move, Change] = {}
        for move in think.moves:
            mine, others = _counts(game, think.play(move), me)
            change = (mine - ours) - (others - theirs)
            changes[move] = (
                change,
                f"we have {how_many(mine, 'man')} and they {others}; now {ours} and {theirs}",
            )
        await comment_on(think, changes)


def _counts(game: Game[Any], position: Any, role: Role) -> tuple[int, int]:
    """Count a role's men and the other's, on the board and in hand."""
    ours, theirs = game.men(position, role), game.men(position, role.other)
    return ours.total if ours else 0, theirs.total if theirs else 0
