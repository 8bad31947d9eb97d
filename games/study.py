"""Study: what a game works out about a position, once.

A playout asks the same few questions about the same positions again and again. A family writes plain rules
(`_judge`, `_list_moves`, `_after`); a position carries the answers, so that asking again costs little.
"""

from abc import abstractmethod
from typing import Any, TypeVar

import attrs

from games.errors import IllegalMove
from games.game import Game, Move, Outcome
from games.notation import refusal

BOUND = 1 << 14
"""How many positions a game remembers; on a large board the rest are studied each time they are met."""


@attrs.frozen(eq=False)
class Study:
    """What one game has worked out about one position."""

    game: Game[Any] | None = None
    outcome: Outcome | None = None
    moves: tuple[Move, ...] = ()
    afters: dict[Move, Any] = attrs.Factory(dict)
    """The positions after the moves that were played so far."""


UNSTUDIED = Study()


@attrs.frozen(eq=False)
class StudiedPosition:
    """A position that carries its study, which is no part of its value."""

    study: Study = attrs.field(default=UNSTUDIED, init=False, eq=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process without the study."""
        return type(self), tuple(getattr(self, each.name) for each in attrs.fields(type(self)) if each.init)


S = TypeVar("S", bound=StudiedPosition)


class StudiedGame(Game[S]):
    """A game whose positions carry their study."""

    def __init__(self) -> None:
        self._known: dict[S, S] = {}

    @abstractmethod
    def _judge(self, position: S) -> Outcome | None:
        """Work out how the contest has ended, or None."""

    @abstractmethod
    def _list_moves(self, position: S) -> tuple[Move, ...]:
        """Work out the legal moves of a contest that goes on."""

    @abstractmethod
    def _after(self, position: S, move: Move) -> S:
        """Make the position after a legal move."""

    @abstractmethod
    def _why_not(self, position: S, move: Move) -> str:
        """Say in a few words what is wrong with a move of a contest that goes on."""

    def legal_moves(self, position: S) -> tuple[Move, ...]:
        """Every move allowed here, always in the same order; none once the contest is over."""
        study = position.study
        if study.game is not self:
            study = self._met(position).study
        return study.moves

    def play(self, position: S, move: Move) -> S:
        """Answer the position after a move; IllegalMove if the rules do not allow it."""
        study = position.study
        if study.game is not self:
            study = self._met(position).study
        try:
            return study.afters[move]  # type: ignore[no-any-return]  # they are of the same kind
        except (KeyError, TypeError):
            return self._played(position, study, move)

    def outcome(self, position: S) -> Outcome | None:
        """How the contest has ended, or None while it goes on."""
        study = position.study
        if study.game is not self:
            study = self._met(position).study
        return study.outcome

    def _met(self, position: S) -> S:
        """Answer an equal position that carries this game's study."""
        known = self._known.get(position)
        if known is None:
            known = self._studied(position)
            if len(self._known) < BOUND:
                self._known[known] = known
        return known

    def _studied(self, position: S) -> S:
        if position.study is not UNSTUDIED:
            position = attrs.evolve(position)
        outcome = self._judge(position)
        moves = () if outcome else self._list_moves(position)
        object.__setattr__(position, "study", Study(self, outcome, moves))
        return position

    def _played(self, position: S, study: Study, move: Move) -> S:
        """Make a move that was not made from here before."""
        if move not in study.moves:
            raise self._refusal(position, study, move)
        after = self._met(self._after(position, move))
        if len(self._known) < BOUND:
            study.afters[move] = after
        return after

    def _refusal(self, position: S, study: Study, move: object) -> IllegalMove:
        if study.outcome:
            return refusal(move, "the contest is over", study.moves)
        if not isinstance(move, str):
            return refusal(move, "a move is a text", study.moves)
        return refusal(move, self._why_not(position, move), study.moves)

    def __getstate__(self) -> dict[str, Any]:
        """Travel to another process without the positions."""
        return {**self.__dict__, "_known": {}}
