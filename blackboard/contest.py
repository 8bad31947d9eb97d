"""A contest that was played, and which roles Hoyle had in it."""

from collections.abc import Iterable
from typing import Any

import attrs

from games import Game, Move, Outcome, Role

FORFEIT = "forfeit"
"""The ending of a contest that a contestant loses by its own fault."""


@attrs.frozen
class Contest:
    """The course of a contest."""

    game: str
    moves: tuple[Move, ...]
    outcome: Outcome
    ended_by: str
    """`rules`, `repetition`, `length` or `forfeit`."""
    fault: str = ""
    """What the loser of a forfeit did wrong, in words."""

    @property
    def is_forfeit(self) -> bool:
        """Return whether a fault ended the contest, not the rules; then it shows nothing about the game."""
        return self.ended_by == FORFEIT


def _roles(roles: Iterable[Role]) -> frozenset[Role]:
    return frozenset(roles)


@attrs.frozen
class Experience:
    """A contest as Hoyle experienced it: in one role, in both, or as a spectator."""

    contest: Contest
    positions: tuple[Any, ...]
    """From the first to the last, one more than there are moves."""
    hoyle: frozenset[Role] = attrs.field(default=(), converter=_roles)
    """The roles that Hoyle played."""
    experts: frozenset[Role] = attrs.field(default=(), converter=_roles)
    """The roles of contestants that were declared experts."""

    @classmethod
    def of(
        cls, game: Game[Any], contest: Contest, *, hoyle: Iterable[Role] = (), experts: Iterable[Role] = ()
    ) -> "Experience":
        """Replay a contest to find its positions."""
        positions = [game.initial()]
        for move in contest.moves:
            positions.append(game.play(positions[-1], move))
        return cls(contest, tuple(positions), hoyle, experts)

    @property
    def loser(self) -> Role | None:
        """Return the role that lost, or None after a draw."""
        winner = self.contest.outcome.winner
        return None if winner is None else winner.other
