"""Study: what a game computes about a position, once.

A playout asks the same few questions about the same positions again and again. A family implements plain
rules (`_judge`, `_list_moves`, `_after`); a position keeps the results, so that asking again costs little.
"""

import copy
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Self, TypeVar

import attrs

from games.errors import IllegalMove
from games.game import Game, Move, Outcome
from games.notation import refusal

BOUND = 1 << 14
"""How many positions a game remembers; on a large board, the others are studied each time."""
OWN_BOUND = 1 << 12
"""How many positions a copy of the game made by `apart` remembers; there may be twenty copies."""


@attrs.frozen(eq=False, weakref_slot=False)
class StudiedPosition:
    """A position that carries what one game has computed about it, which does not affect equality."""

    studied_by: object = attrs.field(default=None, init=False, eq=False, repr=False)
    """The mark of the game that has studied it; the fields below are set only if there is one."""
    outcome: Outcome | None = attrs.field(init=False, eq=False, repr=False)
    moves: tuple[Move, ...] = attrs.field(init=False, eq=False, repr=False)
    _afters: dict[Move, Any] = attrs.field(init=False, eq=False, repr=False)
    """The positions after the moves that were played so far."""
    _notes: dict[str, Any] = attrs.field(init=False, eq=False, repr=False)
    """Other results, kept for the next question."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position without the study."""
        return type(self), tuple(getattr(self, each.name) for each in attrs.fields(type(self)) if each.init)


_set = object.__setattr__
"""Sets a field of a position; only this module may."""

S = TypeVar("S", bound=StudiedPosition)


class StudiedGame(Game[S]):
    """A game whose positions carry their study."""

    def __init__(self) -> None:
        self._mark = object()
        """The mark left on positions. The game itself would give every holder of a position free rules."""
        self._bound = BOUND
        self._apart: dict[str, Self] = {}
        self._known: dict[S, S] = {}
        self._shared: dict[tuple[Move, ...], tuple[Move, ...]] = {}
        """Equal tuples of moves are kept once, because less memory means fewer cache misses."""

    @abstractmethod
    def _judge(self, position: S) -> Outcome | None:
        """Return how the contest ended, or None."""

    @abstractmethod
    def _list_moves(self, position: S) -> tuple[Move, ...]:
        """Return the legal moves of a contest that is not over."""

    @abstractmethod
    def _after(self, position: S, move: Move) -> S:
        """Return the position after a legal move."""

    @abstractmethod
    def _why_not(self, position: S, move: Move) -> str:
        """Return in a few words why a move is refused, in a contest that is not over."""

    def apart(self, name: str) -> Self:
        """Return a copy of the game with a memory of its own, always the same copy for a name."""
        if name not in self._apart:
            self._apart[name] = own = copy.copy(self)
            vars(own)["_bound"] = OWN_BOUND
        return self._apart[name]

    def meet(self, position: S) -> S:
        """Return an equal position that carries this game's study."""
        return position if position.studied_by is self._mark else self._met(position)

    def legal_moves(self, position: S) -> tuple[Move, ...]:
        """Return every legal move, always in the same order; none once the contest is over."""
        if position.studied_by is not self._mark:
            position = self._met(position)
        return position.moves

    def play(self, position: S, move: Move) -> S:
        """Return the position after a move; IllegalMove if the rules do not allow it."""
        if position.studied_by is not self._mark:
            position = self._met(position)
        try:
            return position._afters[move]  # type: ignore[no-any-return]  # noqa: SLF001  # of the same kind; only we may look ahead
        except (KeyError, TypeError):
            return self._played(position, move)

    def outcome(self, position: S) -> Outcome | None:
        """Return how the contest ended, or None while it goes on."""
        if position.studied_by is not self._mark:
            position = self._met(position)
        return position.outcome

    def _noted(self, position: S, what: str, work: Callable[[S], Any]) -> Any:
        """Compute something about a position, once if the position carries this game's study."""
        if position.studied_by is not self._mark:
            return work(position)
        try:
            return position._notes[what]  # noqa: SLF001  # private: readers could change it
        except KeyError:
            position._notes[what] = found = work(position)  # noqa: SLF001  # as above
            return found

    def _met(self, position: S) -> S:
        """Return an equal position that carries this game's study."""
        known = self._known.get(position)
        if known is None:
            known = self._studied(position)
            if len(self._known) < self._bound:
                self._known[known] = known
                _set(known, "moves", self._shared.setdefault(known.moves, known.moves))
        return known

    def _studied(self, position: S) -> S:
        if position.studied_by is not None:
            position = attrs.evolve(position)
        outcome = self._judge(position)
        _set(position, "outcome", outcome)
        _set(position, "moves", () if outcome else self._list_moves(position))
        _set(position, "_afters", {})
        _set(position, "_notes", {})
        _set(position, "studied_by", self._mark)
        return position

    def _played(self, position: S, move: Move) -> S:
        """Make a move that was not made from this position before."""
        if move not in position.moves:
            raise self._refusal(position, move)
        after = self._after(position, move)
        if len(self._known) >= self._bound:
            return self._known.get(after, after)
        position._afters[move] = after = self._met(after)  # noqa: SLF001  # as in play
        return after

    def _refusal(self, position: S, move: object) -> IllegalMove:
        if position.outcome:
            return refusal(move, "the contest is over", position.moves)
        if not isinstance(move, str):
            return refusal(move, "a move must be a string", position.moves)
        return refusal(move, self._why_not(position, move), position.moves)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle or copy the game without its positions."""
        return {**self.__dict__, "_mark": object(), "_known": {}, "_shared": {}, "_apart": {}}
