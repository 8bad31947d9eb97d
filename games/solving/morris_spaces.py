"""Spaces of morris positions, and the moves between them, for whole arrays of positions at once."""

from collections.abc import Iterator
from typing import TypeAlias

import attrs
import numpy as np

from games.families.men import set_of
from games.families.morris import MorrisGame
from games.families.morris_tables import MILL
from games.solving.retrograde import Flags, Numbers

_FEWEST = MILL - 1


@attrs.frozen
class Space:
    """How many men are in the mover's hand, in the other's, on the board for the mover, and for the other."""

    hand: int
    other_hand: int
    mine: int
    theirs: int

    @property
    def is_over(self) -> bool:
        """Return whether the mover has only two men left."""
        return self.hand + self.mine == _FEWEST

    def next(self, *, captures: bool) -> "Space":
        """Return the space that a move leads to."""
        placed = self.hand > 0
        return Space(self.other_hand, self.hand - placed, self.theirs - captures, self.mine + placed)


ArrayMoves: TypeAlias = Iterator[tuple[bool, Numbers, Numbers, Numbers]]
"""Whether these moves capture, where they start, and both sets afterwards, the next mover's first."""


def spaces_of(men: int) -> tuple[list[Space], list[Space]]:
    """Return the spaces where men slide, few men first, and those where men are placed, the last first."""
    sliding = [
        Space(0, 0, mine, theirs) for mine in range(_FEWEST, men + 1) for theirs in range(MILL, men + 1)
    ]
    stages = [(hand, other) for hand in range(1, men + 1) for other in (hand - 1, hand)]
    placing = [
        Space(hand, other, mine, theirs)
        for hand, other in stages
        for mine in range(max(0, _FEWEST - hand), men - hand + 1)
        for theirs in range(max(0, MILL - other), men - other + 1)
    ]
    return sorted(sliding, key=lambda each: each.mine + each.theirs), placing


class ArrayRules:
    """The moves of a game, for whole arrays of positions."""

    def __init__(self, game: MorrisGame) -> None:
        board = game.board
        every = np.arange(1 << len(board))
        masks = [set_of(mill) for mill in game.mills]
        self._flying = game.parameters.flying
        self._points = range(len(board))
        self._slides = [(i, j) for i in self._points for j in board.neighbours(i)]
        self._flights = [(i, j) for i in self._points for j in self._points if i != j]
        self._filled = [_any_filled(every, [mask for mask in masks if mask >> i & 1]) for i in self._points]
        """For each location, the sets that have a mill through it."""
        safe = np.zeros_like(every)
        for mask in masks:
            safe |= np.where(every & mask == mask, mask, 0)
        self._exposed = np.where(every & ~safe, every & ~safe, every)

    def moves(self, space: Space, mine: Numbers, theirs: Numbers) -> ArrayMoves:
        """Yield the moves from these positions, in portions."""
        occupied = mine | theirs
        for source, target in self._steps(space):
            movable = occupied >> target & 1 == 0
            if source is not None:
                movable &= mine >> source & 1 == 1
            starts = np.flatnonzero(movable)
            after = mine[starts] | 1 << target
            if source is not None:
                after ^= 1 << source
            filled = self._filled[target][after]
            if not space.theirs:
                filled = np.zeros_like(filled)
            quiet = ~filled
            yield False, starts[quiet], theirs[starts[quiet]], after[quiet]
            if filled.any():
                yield from self._captures(starts[filled], theirs[starts[filled]], after[filled])

    def _captures(self, starts: Numbers, theirs: Numbers, after: Numbers) -> ArrayMoves:
        exposed = self._exposed[theirs]
        for victim in self._points:
            taken = exposed >> victim & 1 == 1
            yield True, starts[taken], theirs[taken] ^ 1 << victim, after[taken]

    def _steps(self, space: Space) -> list[tuple[int | None, int]]:
        if space.hand:
            return [(None, target) for target in self._points]
        flies = self._flying and space.mine == MILL
        return [*self._flights] if flies else [*self._slides]


def _any_filled(every: Numbers, masks: list[int]) -> Flags:
    filled = np.zeros(len(every), np.bool_)
    for mask in masks:
        filled |= every & mask == mask
    return filled
