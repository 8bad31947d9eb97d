"""Covers: which locations the men of a side affect, along the lines drawn on the board.

A man affects every location of each line through it, once per line, including its own: that is the coverage
of its location. A cover is the sum of the coverages of a side's men. It is used only to see which locations
are covered at all and which more than once, so it is stored as two bit sets.
"""

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import attrs

from agents.sight.lines import join_names, written
from games import Board, Game, Role


class Cover(NamedTuple):
    """What the men of one side affect, as bit sets of locations."""

    some: int
    """Locations that are affected at all."""
    many: int
    """Locations that are affected more than once."""


def coverage_of(board: Board, location: int) -> Counter[int]:
    """Return how often a man on this location affects each location."""
    return Counter(each for line in board.lines if location in line for each in line)


class Influence:
    """The coverages of all locations of a board, computed once."""

    def __init__(self, board: Board) -> None:
        self._covers = {1 << i: _as_cover(coverage_of(board, i)) for i in range(len(board))}
        self._lines = [(_set_of(line), written(board, line)) for line in board.lines]
        self._names = [(1 << i, location.name) for i, location in enumerate(board.locations)]

    def cover(self, men: int) -> Cover:
        """Return the sum of the coverages of a side's men."""
        some = many = 0
        while men:
            man = men & -men
            men ^= man
            once, more = self._covers[man]
            many |= more | some & once
            some |= once
        return Cover(some, many)

    def names(self, locations: int) -> str:
        """Return the names of a set of locations as text."""
        return join_names(name for bit, name in self._names if bit & locations)

    def lines(self, locations: int, men: int) -> str:
        """Return the lines by which these men affect one of these locations, as text."""
        return join_names(name for line, name in self._lines if line & locations and line & men)


@functools.lru_cache(maxsize=64)
def influence_on(board: Board) -> Influence:
    """Return the coverages of a board."""
    return Influence(board)


@attrs.frozen
class Sides:
    """Where men stand, and what each side covers, before a move."""

    influence: Influence
    mine: int
    theirs: int
    empty: int
    ours: Cover
    """What the mover covers."""
    other: Cover
    """What the other role covers."""

    @classmethod
    def of(cls, game: Game[Any], position: Any, role: Role) -> "Sides":
        """Look at a position from the side of one role."""
        influence = influence_on(game.board)
        mine, theirs = game.standing(position, role), game.standing(position, role.other)
        empty = (1 << len(game.board)) - 1 ^ mine ^ theirs
        return cls(influence, mine, theirs, empty, influence.cover(mine), influence.cover(theirs))

    def where_to_place(self) -> int:
        """Return the locations to take: those only they cover, best often, or else those they cover often."""
        alone = self.empty & self.other.some & ~self.ours.some
        return alone & self.other.many or alone or self.empty & self.other.many

    @property
    def contested(self) -> int:
        """Return the locations that they cover more than once, and we at most once."""
        return self.other.many & ~self.ours.many


def _as_cover(coverage: Counter[int]) -> Cover:
    return Cover(_set_of(coverage), _set_of(i for i, times in coverage.items() if times > 1))


def _set_of(locations: Iterable[int]) -> int:
    return sum(1 << i for i in locations)
