"""Tiers 1 and 2 as the papers tell them, in plain loops: one Advisor after another, no blackboard, no clock.

It shares nothing with agents/ and control/; all it asks are the rules of the game.
"""

from collections.abc import Callable
from typing import Any

import attrs

from games import Game, Move, Role

ORDER_1990 = ("Victory", "Don't-Lose", "Panic", "Shortsight", "Enough-Rope")
ORDER_FORR = ("Victory", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight")
TIERS_1990 = {"Victory": 1, "Don't-Lose": 1, "Panic": 2, "Shortsight": 2, "Enough-Rope": 2}


@attrs.define
class Verdict:
    """What tiers 1 and 2 come to."""

    remaining: list[Move]
    removed: dict[Move, str] = attrs.field(factory=dict)
    by: str | None = None
    """Who decided, if anybody did."""
    moves: list[Move] = attrs.field(factory=list)
    """The moves any of which may be taken, if somebody decided."""


def consult(game: Game[Any], position: Any, order: tuple[str, ...]) -> Verdict:
    """Ask the Advisors in order until one decides."""
    verdict = Verdict(list(game.legal_moves(position)))
    for name in order:
        insisted, opposed = ADVISORS[name](game, position)
        insisted = [move for move in insisted if move in verdict.remaining]
        left = [move for move in verdict.remaining if move not in opposed]
        if insisted:
            verdict.by, verdict.moves = name, insisted
            return verdict
        if left and len(left) < len(verdict.remaining):
            for move in verdict.remaining:
                if move in opposed:
                    verdict.removed[move] = name
            verdict.remaining = left
            if len(left) == 1:
                verdict.by, verdict.moves = name, left
                return verdict
    return verdict


def winner(game: Game[Any], position: Any) -> Role | None:
    """Who has won here, if anybody has."""
    outcome = game.outcome(position)
    return outcome.winner if outcome else None


def victory(game: Game[Any], position: Any) -> tuple[list[Move], list[Move]]:
    """Make a move to an immediate win."""
    me = game.mover(position)
    return [m for m in game.legal_moves(position) if winner(game, game.play(position, m)) is me], []


def dont_lose(game: Game[Any], position: Any) -> tuple[list[Move], list[Move]]:
    """Comment against any losing moves indicated by one-ply lookahead."""
    them = game.mover(position).other
    return [], [m for m in game.legal_moves(position) if winner(game, game.play(position, m)) is them]


def panic(game: Game[Any], position: Any) -> tuple[list[Move], list[Move]]:
    """See whether the non-mover has a sure win on its next move, and block it."""
    them = game.mover(position).other
    passed = game.passed(position)
    if not any(winner(game, game.play(passed, m)) is them for m in game.legal_moves(passed)):
        return [], []
    blocks, others = [], []
    for move in game.legal_moves(position):
        after = game.play(position, move)
        replies = game.legal_moves(after)
        if any(winner(game, game.play(after, reply)) is them for reply in replies):
            others.append(move)
        elif winner(game, after) is None:
            blocks.append(move)
    return blocks if len(blocks) == 1 else [], others if blocks else []


def shortsight(game: Game[Any], position: Any) -> tuple[list[Move], list[Move]]:
    """Comment in favour of winning moves, and against losing ones, based on two-ply lookahead."""
    me = game.mover(position)
    insisted, opposed = [], []
    for move in game.legal_moves(position):
        after = game.play(position, move)
        winners = [winner(game, game.play(after, reply)) for reply in game.legal_moves(after)]
        if me.other in winners:
            opposed.append(move)
        elif winners and all(who is me for who in winners):
            insisted.append(move)
    return insisted, opposed


def enough_rope(game: Game[Any], position: Any) -> tuple[list[Move], list[Move]]:
    """Comment against any move that takes away the other's chance to lose, unless they all would."""
    me = game.mover(position)
    legal = game.legal_moves(position)
    opposed = []
    for move in legal:
        after = game.play(position, move)
        if not any(winner(game, game.play(after, reply)) is me for reply in game.legal_moves(after)):
            opposed.append(move)
    return [], opposed if len(opposed) < len(legal) else []


ADVISORS: dict[str, Callable[[Game[Any], Any], tuple[list[Move], list[Move]]]] = {
    "Victory": victory,
    "Don't-Lose": dont_lose,
    "Panic": panic,
    "Shortsight": shortsight,
    "Enough-Rope": enough_rope,
}
