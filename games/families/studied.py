"""Study: what a game works out about a position, once.

A playout asks the same few questions about the same positions again and again. A family writes plain rules
(`_judge`, `_list_moves`, `_after`); a position carries the answers, so that asking again costs little.
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
"""How many positions a game remembers; on a large board the rest are studied each time they are met."""
OWN_BOUND = 1 << 12
"""How many it remembers for somebody alone: there may be twenty of them."""


@attrs.frozen(eq=False, weakref_slot=False)
class StudiedPosition:
    """A position that carries what one game has worked out about it, which is no part of its value."""

    studied_by: object = attrs.field(default=None, init=False, eq=False, repr=False)
    """The mark of the game that has studied it; without one nothing is known of what follows."""
    outcome: Outcome | None = attrs.field(init=False, eq=False, repr=False)
    moves: tuple[Move, ...] = attrs.field(init=False, eq=False, repr=False)
    _afters: dict[Move, Any] = attrs.field(init=False, eq=False, repr=False)
    """The positions after the moves that were played so far."""
    _notes: dict[str, Any] = attrs.field(init=False, eq=False, repr=False)
    """What else was worked out, and may be asked for again."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process without the study."""
        return type(self), tuple(getattr(self, each.name) for each in attrs.fields(type(self)) if each.init)


_set = object.__setattr__
"""Writes on a position, which nobody else may."""

S = TypeVar("S", bound=StudiedPosition)


class StudiedGame(Game[S]):
    """A game whose positions carry their study."""

    def __init__(self) -> None:
        self._mark = object()
        """What it leaves on positions: the game itself would answer, for nothing, whoever holds one."""
        self._bound = BOUND
        self._apart: dict[str, Self] = {}
        self._known: dict[S, S] = {}
        self._shared: dict[tuple[Move, ...], tuple[Move, ...]] = {}
        """Equal moves are kept once: the less memory is walked through, the faster."""

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

    def apart(self, name: str) -> Self:
        """Return the same game with a memory of somebody's own, always the same one for a name."""
        if name not in self._apart:
            self._apart[name] = own = copy.copy(self)
            vars(own)["_bound"] = OWN_BOUND
        return self._apart[name]

    def meet(self, position: S) -> S:
        """Return an equal position that carries this game's study."""
        return position if position.studied_by is self._mark else self._met(position)

    def legal_moves(self, position: S) -> tuple[Move, ...]:
        """Every move allowed here, always in the same order; none once the contest is over."""
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
        """How the contest has ended, or None while it goes on."""
        if position.studied_by is not self._mark:
            position = self._met(position)
        return position.outcome

    def _noted(self, position: S, what: str, work: Callable[[S], Any]) -> Any:
        """Work something out about a position, once if it carries this game's study."""
        if position.studied_by is not self._mark:
            return work(position)
        try:
            return position._notes[what]  # noqa: SLF001  # whoever else could read it could write it
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
        """Make a move that was not made from here before."""
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
            return refusal(move, "a move is a text", position.moves)
        return refusal(move, self._why_not(position, move), position.moves)

    def __getstate__(self) -> dict[str, Any]:
        """Travel to another process, or become another's own, without the positions."""
        return {**self.__dict__, "_mark": object(), "_known": {}, "_shared": {}, "_apart": {}}
