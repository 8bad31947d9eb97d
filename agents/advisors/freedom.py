"""Advisors that want room to move, in two readings of what that is.

The tutorial speaks of legal moves. In a game where men move, their number depends on the moment: whether men
are still placed, and whether a mill can be closed. There, Freedom counts the steps that men can make, in both
stages; its literal version counts legal moves everywhere.
"""

import functools
from collections.abc import Sequence
from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.strengths import Change, comment_on
from games import Board, Game, Move, Role
from games.counting import how_many


class Freedom(Advisor):
    """Move to have more room to move in, and to leave the other contestant less."""

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by the steps they open and close, or by legal moves without stages."""
        has_stages = think.game.stage(think.position) is not None
        await comment_on(think, _by_steps(think) if has_stages else _by_legal_moves(think))


class FreedomLiteral(Advisor):
    """Move to have more legal moves on the next turn, and to leave the other contestant fewer."""

    name = "Freedom-Literal"

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by how many legal moves each role would have after them on its turn."""
        await comment_on(think, _by_legal_moves(think))


def _by_steps(think: Deliberation) -> dict[Move, Change]:
    game, me = think.game, think.mover
    ours, theirs = _steps(game, think.position, me)
    changes: dict[Move, Change] = {}
    for move in think.moves:
        mine, others = _steps(game, think.play(move), me)
        change = (mine - others) - (ours - theirs)
        changes[move] = change, f"our men have {mine} steps and theirs {others}; now {ours} and {theirs}"
    return changes


def _steps(game: Game[Any], position: Any, role: Role) -> tuple[int, int]:
    """Count the pairs of a man and an empty neighbour, for a role and for the other."""
    beside = neighbourhoods(game.board)
    mine, theirs = game.standing(position, role), game.standing(position, role.other)
    empty = ~(mine | theirs)
    return _room(mine, empty, beside), _room(theirs, empty, beside)


def _room(men: int, empty: int, beside: Sequence[int]) -> int:
    steps = 0
    while men:
        steps += (beside[(men & -men).bit_length() - 1] & empty).bit_count()
        men &= men - 1
    return steps


@functools.lru_cache(maxsize=64)
def neighbourhoods(board: Board) -> tuple[int, ...]:
    """Return the neighbours of each location as a bit set."""
    return tuple(sum(1 << j for j in board.neighbours(i)) for i in range(len(board)))


def _by_legal_moves(think: Deliberation) -> dict[Move, Change]:
    """Compare moves by the legal moves that follow, except moves that end the contest."""
    ours, theirs = _legal(think, think.position)
    changes: dict[Move, Change] = {}
    for move in think.moves:
        mine, others = _legal(think, think.play(move))
        if mine or others:
            change = (mine - others) - (ours - theirs)
            changes[move] = (
                change,
                f"we have {how_many(mine, 'move')} and they {others}; now {ours} and {theirs}",
            )
    return changes


def _legal(think: Deliberation, position: Any) -> tuple[int, int]:
    """Count the legal moves that each role would have on its turn, ours first; one needs the null move."""
    here, there = len(think.legal_moves(position)), len(think.legal_moves(think.passed(position)))
    return (here, there) if think.game.mover(position) is think.mover else (there, here)
