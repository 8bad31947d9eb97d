"""The log of the current contest: its moves, and Hoyle's decisions."""

from typing import Any

import attrs

from blackboard import Decision
from games import Game, Move
from scenarios.decisions.positions import changed_locations


@attrs.define
class _Ply:
    """One move, its effect, and the decision behind it if Hoyle made it."""

    move: Move
    changed: tuple[int, ...]
    """The locations that it changed."""
    decision: Decision | None


class ContestLog:
    """The moves of the contest in order, without those that were undone."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._plies: list[_Ply] = []
        self._decided: Decision | None = None
        """The decision on a move that has not been made yet."""

    def hear(self, decision: Decision) -> None:
        """Record a decision of Hoyle; its move comes next."""
        self._decided = decision

    def see(self, position: Any, move: Move, after: Any) -> None:
        """Record a move."""
        self._plies.append(_Ply(move, changed_locations(self._game, position, after), self._decided))
        self._decided = None

    def take_back(self, moves: int) -> list[Move]:
        """Remove the last moves, and return them."""
        kept = len(self._plies) - moves
        gone = [ply.move for ply in self._plies[kept:]]
        del self._plies[kept:]
        return gone

    @property
    def changed(self) -> tuple[int, ...]:
        """The locations that the last move changed; none before the first move."""
        return self._plies[-1].changed if self._plies else ()

    @property
    def last_decision(self) -> Decision | None:
        """Hoyle's last decision that was not undone."""
        return next((ply.decision for ply in reversed(self._plies) if ply.decision), None)

    @property
    def decisions(self) -> list[Decision]:
        """Hoyle's decisions that were not undone, in order; the last may still lack its move."""
        made = [ply.decision for ply in self._plies]
        return [decision for decision in (*made, self._decided) if decision is not None]
