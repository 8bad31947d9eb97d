"""Paths: the shortest ways from man to man through empty locations, along the lines drawn on the board.

A path leads from one man to another, or from a man back to itself without repeating a step. Sets of locations
are bit sets, as in covers.
"""

import functools
from collections.abc import Iterator
from typing import TypeAlias

import attrs

from agents.sight.lines import join_names, written
from games import Board

Path: TypeAlias = tuple[int, ...]
"""The locations of a path in order, including both ends."""


@attrs.frozen
class Spread:
    """How far a search spread from a location over empty ones until it met its targets."""

    layers: tuple[int, ...]
    """The locations reached in each step, the start first."""
    met: int
    """The targets met with one more step."""
    home: Path
    """The man next to the start, to which the paths lead back; () if the start was a man itself."""

    @property
    def length(self) -> int:
        """Return how many steps its paths have."""
        return len(self.layers) + 2 * len(self.home)


class Network:
    """The neighbours of each location of a board."""

    def __init__(self, board: Board) -> None:
        self._next = tuple(sum(1 << j for j in board.neighbours(i)) for i in range(len(board)))

    def shortest_paths(self, men: int, empty: int) -> list[Path]:
        """Return the shortest of all paths from man to man, each in one direction; [] if there is none."""
        spreads = [*self._to_others(men, empty), *self._to_themselves(men, empty)]
        least = min((each.length for each in spreads), default=0)
        return [path for each in spreads if each.length == least for path in self._paths(each)]

    def _to_others(self, men: int, empty: int) -> Iterator[Spread]:
        """Search from each man for the men after it."""
        for man in _each(men):
            yield from self._spread(man, empty, men >> man + 1 << man + 1)

    def _to_themselves(self, men: int, empty: int) -> Iterator[Spread]:
        """Search from each way out of a man for the later ways out: the man itself is not empty."""
        for man in _each(men):
            exits = self._next[man] & empty
            for way in _each(exits):
                yield from self._spread(way, empty, exits >> way + 1 << way + 1, (man,))

    def _spread(self, start: int, empty: int, sought: int, home: Path = ()) -> Iterator[Spread]:
        """Spread step by step until a target is met, or no location is left."""
        layers = [1 << start]
        free = empty & ~layers[0]
        while sought and layers[-1]:
            reached = 0
            for location in _each(layers[-1]):
                reached |= self._next[location]
            if reached & sought:
                yield Spread(tuple(layers), reached & sought, home)
                return
            layers.append(reached & free)
            free &= ~reached

    def _paths(self, spread: Spread) -> Iterator[Path]:
        for end in _each(spread.met):
            for path in self._traced(spread.layers, end):
                yield (*spread.home, *path, *spread.home)

    def _traced(self, layers: tuple[int, ...], end: int) -> Iterator[Path]:
        """Yield the ways to an end, traced back through the layers."""
        if not layers:
            yield (end,)
            return
        for before in _each(self._next[end] & layers[-1]):
            for path in self._traced(layers[:-1], before):
                yield (*path, end)


@functools.lru_cache(maxsize=64)
def network_of(board: Board) -> Network:
    """Return the network of a board."""
    return Network(board)


class OpenLines:
    """The drawn lines on which the other side has no man."""

    def __init__(self, board: Board, theirs: int) -> None:
        self.board = board
        self.theirs = theirs
        self._lines = [line for line in board.lines if not any(theirs >> i & 1 for i in line)]
        self._times = [0] * len(board)
        for line in self._lines:
            for location in line:
                self._times[location] += 1

    def crossing(self, locations: Path) -> int | None:
        """Return the first location that lies on two open lines, if all these lie on at least one."""
        times = [self._times[each] for each in locations]
        if not all(times):
            return None
        return next((each for each, lines in zip(locations, times, strict=True) if lines > 1), None)

    def through(self, location: int) -> str:
        """Return the open lines through this location, as text."""
        return join_names(written(self.board, line) for line in self._lines if location in line)


def middle(path: Path) -> Path:
    """Return the middle of a path: one location if it has an odd number of them, else two."""
    return path[(len(path) - 1) // 2 : len(path) // 2 + 1]


def _each(locations: int) -> Iterator[int]:
    while locations:
        bit = locations & -locations
        yield bit.bit_length() - 1
        locations ^= bit
