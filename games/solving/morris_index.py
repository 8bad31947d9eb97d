"""A perfect index of men on a small board: a number for each pair of disjoint sets, shared by its images.

The first set is mapped to the lowest of its images, and the second by the same symmetry; then both are
numbered among the sets of their size. All operations work on whole arrays of sets.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from games.board import Board, Line
from games.solving.retrograde import Numbers

WIDEST = 16
"""The largest number of locations: every set of them has an entry in a table."""

_BYTE = 8


class SetIndex:
    """Numbers for pairs of disjoint sets of locations, up to the symmetries of the board."""

    def __init__(self, board: Board) -> None:
        self.width = len(board)
        every = np.arange(1 << self.width)
        self.count = np.sum([every >> i & 1 for i in range(self.width)], axis=0)
        """How many members each set has."""
        self._rank = _ranks(every, self.count)
        self._images = np.stack([_image(every, symmetry) for symmetry in automorphisms(board)])
        self._way = self._images.argmin(axis=0)
        least = self._images.min(axis=0)
        self.classes = [every[(least == every) & (self.count == n)] for n in range(self.width + 1)]
        """For each size, the sets that are the lowest of their images."""
        self._place = np.zeros_like(every)
        for sets in self.classes:
            self._place[sets] = np.arange(len(sets))
        self._place = self._place[least]
        free = ~least & (1 << self.width) - 1
        self._low, self._high = (free & 255) << _BYTE, free >> _BYTE << _BYTE
        self._low_count = self.count[free & 255]
        self._packed = _packing()

    def ways(self, mine: int, theirs: int) -> int:
        """Return in how many ways `theirs` enemy men can stand beside `mine` own men."""
        return math.comb(self.width - mine, theirs)

    def size(self, mine: int, theirs: int) -> int:
        """Return how many numbers there are for sets of these sizes."""
        return len(self.classes[mine]) * self.ways(mine, theirs)

    def number(self, mine: Numbers, theirs: Numbers, ways: int) -> Numbers:
        """Return the numbers of pairs of sets; all first sets have one size, and all second sets too."""
        image = self._images[self._way[mine], theirs]
        packed = self._packed[self._low[mine] | image & 255]
        packed |= self._packed[self._high[mine] | image >> _BYTE] << self._low_count[mine]
        numbers: Numbers = self._place[mine] * ways + self._rank[packed]
        return numbers

    def pairs(self, mine: int, theirs: int) -> tuple[Numbers, Numbers]:
        """Return every pair of sets of these sizes, in the order of their numbers."""
        classes = self.classes[mine]
        free = np.array([[i for i in range(self.width) if not each >> i & 1] for each in classes.tolist()])
        packed = self._packed_sets(self.width - mine, theirs)
        spread = np.zeros((len(classes), len(packed)), np.int64)
        for i in range(self.width - mine):
            spread |= (packed >> i & 1)[None, :] << free[:, i, None]
        return np.repeat(classes, len(packed)), spread.ravel()

    def twins(self, mine: Numbers, theirs: Numbers, ways: int) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield the pairs that have another number for one of their images, and that number.

        Only pairs whose first set is symmetric have such twins.
        """
        members = int(self.count[mine[0]]) if len(mine) else 0
        symmetric = self.weights(members)[self._place[mine]] < len(self._images)
        chosen = np.flatnonzero(symmetric)
        for images in self._images:
            yield chosen, self.number(images[mine[chosen]], images[theirs[chosen]], ways)

    def weights(self, mine: int) -> Numbers:
        """Return how many sets each class of this size represents."""
        return np.bincount(self._place[self.count == mine], minlength=len(self.classes[mine]))

    def _packed_sets(self, width: int, members: int) -> Numbers:
        every = np.arange(1 << width)
        sets: Numbers = every[self.count[: 1 << width] == members]
        return sets


def _ranks(every: Numbers, count: Numbers) -> Numbers:
    """Number each set among those of its size."""
    ranks = np.zeros_like(every)
    for size in range(int(count.max()) + 1):
        sets = np.flatnonzero(count == size)
        ranks[sets] = np.arange(len(sets))
    return ranks


def _image(sets: Numbers, symmetry: Sequence[int]) -> Numbers:
    image = np.zeros_like(sets)
    for here, there in enumerate(symmetry):
        image |= (sets >> here & 1) << there
    return image


@cache
def _packing() -> Numbers:
    """Return a table that packs the bits of a value (low byte) that a mask selects (high byte)."""
    both = np.arange(1 << 2 * _BYTE)
    mask, value = both >> _BYTE, both & 255
    packed, at = np.zeros_like(both), np.zeros_like(both)
    for i in range(_BYTE):
        packed |= ((value & mask) >> i & 1) << at
        at += mask >> i & 1
    return packed


def automorphisms(board: Board) -> list[tuple[int, ...]]:
    """Return every mapping of a board onto itself that keeps its lines, also in ways no rotation can."""
    lines = {frozenset(line) for line in board.lines}
    neighbours = {frozenset((i, j)) for i in range(len(board)) for j in board.neighbours(i)}
    return [
        found
        for found in _extend((), len(board), neighbours)
        if all(_mapped(line, found) in lines for line in board.lines)
    ]


def _mapped(line: Line, symmetry: Sequence[int]) -> frozenset[int]:
    return frozenset(symmetry[i] for i in line)


def _extend(start: tuple[int, ...], size: int, neighbours: set[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every completion of a mapping, location by location, that keeps neighbours."""
    here = len(start)
    if here == size:
        yield start
        return
    for there in set(range(size)).difference(start):
        fits = all(
            (frozenset((i, here)) in neighbours) == (frozenset((image, there)) in neighbours)
            for i, image in enumerate(start)
        )
        if fits:
            yield from _extend((*start, there), size, neighbours)
