"""What the morris games look up instead of working it out: ways to move and mills, as bit sets.

Each way a man can go, such as from 1 to 2, is a bit. The ways that are open are those that leave a man of the
mover and enter an empty location: a few look-ups and one `and`. So are the ways that fill a mill.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.board import Board, Line
from games.game import Move
from games.men import members, set_of

MILL = 3
"""A line of so many locations is a mill once one role fills it."""

_WIDEST = 12
"""How many locations a group of mills may have, so that what its men do stays at hand."""

_SPARSE, _DENSE = 16, 8
"""How many ways are named at once, where few of them are open, and where most are."""


class Step(NamedTuple):
    """What a move does, as bit sets."""

    source: int
    """Where the man comes from; nothing for one that is placed."""
    target: int
    captured: int
    """The man that is taken; nothing for a quiet move."""


class Part(dict[int, tuple[Move, ...]]):
    """The moves of the ways in one part of a bit set."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__()
        self._moves = moves

    def __missing__(self, ways: int) -> tuple[Move, ...]:
        self[ways] = found = tuple(self._moves[i] for i in members(ways))
        return found


class Names:
    """The moves of the ways in a bit set: four parts at once, which is faster than a loop, then the rest."""

    def __init__(self, moves: Sequence[Move], width: int) -> None:
        self._parts = tuple(Part(moves[i * width : (i + 1) * width]) for i in range(4))
        self._mask = (1 << width) - 1
        self._shifts = width, 2 * width, 3 * width, 4 * width
        self._rest = Names(moves[4 * width :], width) if len(moves) > 4 * width else None

    def of(self, ways: int) -> tuple[Move, ...]:
        """Answer the moves of these ways."""
        first, second, third, fourth = self._parts
        one, two, three, four = self._shifts
        mask = self._mask
        found = first[ways & mask] + second[ways >> one & mask] + third[ways >> two & mask]
        found += fourth[ways >> three & mask]
        return found + self._rest.of(ways >> four) if self._rest else found


class Filled(dict[int, int]):
    """What goes with those pairs, or mills, that are filled; the key is one role's men there."""

    def __init__(self, found: Iterable[tuple[int, int]]) -> None:
        super().__init__()
        self._found = tuple(found)

    def __missing__(self, men: int) -> int:
        found = 0
        for mask, what in self._found:
            if men & mask == mask:
                found |= what
        self[men] = found
        return found


class Ways:
    """Ways for a man to go, each one bit: from a location to another, or from the hand to a location."""

    def __init__(self, board: Board, steps: Iterable[tuple[int | None, int]], width: int = _SPARSE) -> None:
        self.steps = tuple(steps)
        names = [location.name for location in board.locations]
        self.moves = [names[j] if i is None else f"{names[i]}-{names[j]}" for i, j in self.steps]
        """The quiet move of each way."""
        self.captures = [{name: f"{move}x{name}" for name in names} for move in self.moves]
        """For each way its captures, by the name of the location where a man is taken."""
        self.names = Names(self.moves, width).of
        """Answers the quiet moves of some ways."""
        self._half = len(board) // 2
        self._low_mask = (1 << self._half) - 1
        size = len(board)
        leaving = [set_of(n for n, (i, _) in enumerate(self.steps) if i == at) for at in range(size)]
        entering = [set_of(n for n, (_, j) in enumerate(self.steps) if j == at) for at in range(size)]
        self._leaving = _unions(leaving[: self._half]), _unions(leaving[self._half :])
        self._entering = _unions(entering[: self._half]), _unions(entering[self._half :])
        self._closing = [
            (Filled(self._filling(mills)), set_of(set().union(*mills)))
            for mills in _grouped(mills_of(board.lines))
        ]

    def open(self, mine: int, free: int) -> int:
        """Answer the ways from these men to these empty locations."""
        half, mask = self._half, self._low_mask
        low, high = self._leaving
        low_free, high_free = self._entering
        return (low[mine & mask] | high[mine >> half]) & (low_free[free & mask] | high_free[free >> half])

    def closing(self, mine: int) -> int:
        """Answer the ways that fill a mill, together with these men."""
        found = 0
        for table, mask in self._closing:
            found |= table[mine & mask]
        return found

    def _filling(self, mills: Iterable[Line]) -> Iterator[tuple[int, int]]:
        """Yield each pair that lacks one man for a mill, with the ways to its gap from outside the mill."""
        for mill in mills:
            for gap in mill:
                ways = (n for n, (i, j) in enumerate(self.steps) if j == gap and i not in mill)
                yield set_of(mill) ^ 1 << gap, set_of(ways)


class Tables:
    """Everything that is worked out once for a board."""

    def __init__(self, board: Board, *, flying: bool) -> None:
        here = range(len(board))
        self.mills = mills_of(board.lines)
        self._masks = tuple(set_of(mill) for mill in self.mills)
        self.placing = Ways(board, ((None, i) for i in here), _DENSE)
        self.sliding = Ways(board, ((i, j) for i in here for j in board.neighbours(i)))
        self.flying = Ways(board, ((i, j) for i in here for j in here if i != j)) if flying else self.sliding
        self._safe = [
            (Filled((set_of(mill), set_of(mill)) for mill in mills), set_of(set().union(*mills)))
            for mills in _grouped(self.mills)
        ]
        self.steps = dict(
            step for ways in (self.placing, self.sliding, self.flying) for step in _described(board, ways)
        )

    def fills(self, men: int, target: int) -> bool:
        """Would a man on the target fill a mill, together with these men?"""
        men |= target
        return any(mask & target and men & mask == mask for mask in self._masks)

    def exposed(self, men: int) -> int:
        """Answer which of these men can be captured: those in no mill, or all if every man is in one."""
        safe = 0
        for table, mask in self._safe:
            safe |= table[men & mask]
        return men & ~safe or men

    def with_captures(self, ways: Ways, quiet: int, closing: int, theirs: int) -> tuple[Move, ...]:
        """Answer the quiet moves, and behind them those that fill a mill, with each capture."""
        found = ways.names(quiet)
        victims = self.placing.names(self.exposed(theirs))
        while closing:
            way = closing & -closing
            closing ^= way
            captures = ways.captures[way.bit_length() - 1]
            found += tuple([captures[victim] for victim in victims])
        return found


def mills_of(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Answer those lines that are mills when filled."""
    return tuple(line for line in lines if len(line) == MILL)


def _unions(sets: Sequence[int]) -> list[int]:
    """Answer the union of every choice of these sets, by the choice as a bit set."""
    found = [0]
    for each in sets:
        found += [each | other for other in found]
    return found


def _grouped(mills: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield mills in groups, as many at a time as have few enough locations."""
    group: list[Line] = []
    for mill in sorted(mills, key=lambda mill: (mill[-1] - mill[0] != MILL - 1, mill)):
        if group and len(set().union(mill, *group)) > _WIDEST:
            yield group
            group = []
        group.append(mill)
    yield group


def _described(board: Board, ways: Ways) -> Iterator[tuple[Move, Step]]:
    """Yield what each move does."""
    for (source, target), move, captures in zip(ways.steps, ways.moves, ways.captures, strict=True):
        bits = 0 if source is None else 1 << source, 1 << target
        yield move, Step(*bits, 0)
        for i, location in enumerate(board.locations):
            yield captures[location.name], Step(*bits, 1 << i)
