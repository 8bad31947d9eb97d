"""What happened in the contest that is on: its moves, and what Hoyle decided on the way."""

from typing import Any

import attrs

from blackboard import Decision
from games import Game, Move
from scenarios.decisions.positions import changed_locations


@attrs.define
class _Ply:
    """One move, where it led, and the decision behind it, if it was Hoyle's."""

    move: Move
    changed: tuple[int, ...]
    """The locations that look different after it."""
    decision: Decision | None


class ContestLog:
    """The moves that stand, in order; those that were taken back are not in it."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._plies: list[_Ply] = []
        self._decided: Decision | None = None
        """For a move that has not been made yet."""

    def hear(self, decision: Decision) -> None:
        """Note what Hoyle decided: its move comes next."""
        self._decided = decision

    def see(self, position: Any, move: Move, after: Any) -> None:
        """Note a move."""
        self._plies.append(_Ply(move, changed_locations(self._game, position, after), self._decided))
        self._decided = None

    def take_back(self, moves: int) -> list[Move]:
        """Forget the last moves; return them."""
        kept = len(self._plies) - moves
        gone = [ply.move for ply in self._plies[kept:]]
        del self._plies[kept:]
        return gone

    @property
    def changed(self) -> tuple[int, ...]:
        """Where the last move changed something; nowhere before the first."""
        return self._plies[-1].changed if self._plies else ()

    @property
    def last_decision(self) -> Decision | None:
        """Hoyle's last decision that stands."""
        return next((ply.decision for ply in reversed(self._plies) if ply.decision), None)

    @property
    def decisions(self) -> list[Decision]:
        """All of Hoyle's decisions that stand, in order, and one whose move has not been made."""
        made = [ply.decision for ply in self._plies]
        return [decision for decision in (*made, self._decided) if decision is not None]
