"""What the morris games look up instead of working it out: ways to move and mills, as bit sets.

Each way a man can go, such as from 1 to 2, is a bit. The ways that are open are those that leave a man of the
mover and enter an empty location: a few look-ups and one `and`. So are the ways that fill a mill.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from games.board import Board, Line
from games.game import Move
from games.men import members, set_of

MILL = 3
"""A line of so many locations is a mill once one role fills it."""

_WIDEST = 13
"""How many locations a group of mills may have, so that what its men do stays at hand."""

_DENSE, _SPARSE = 8, 16
"""How many ways are named at once: of those that are mostly open, and of those that are mostly not."""


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
        width = min(width, -(-len(moves) // 4))
        self._parts = tuple(Part(moves[i * width : (i + 1) * width]) for i in range(4))
        self._numbers = (1 << width) - 1, width, 2 * width, 3 * width
        self._rest = Names(moves[4 * width :], width) if len(moves) > 4 * width else None
        self._beyond = 4 * width

    def of(self, ways: int) -> tuple[Move, ...]:
        """Answer the moves of these ways."""
        first, second, third, fourth = self._parts
        mask, one, two, three = self._numbers
        found = first[ways & mask] + second[ways >> one & mask] + third[ways >> two & mask]
        found += fourth[ways >> three & mask]
        return found + self._rest.of(ways >> self._beyond) if self._rest else found


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


class Groups:
    """What men fill, by groups of mills: three at once, which is faster than a loop, then the rest."""

    def __init__(self, groups: Sequence[tuple[Filled, int]]) -> None:
        padded = [*groups, *[(Filled(()), 0)] * 3][: max(3, len(groups))]
        self._tables = tuple(table for table, _ in padded[:3])
        self._masks = tuple(mask for _, mask in padded[:3])
        self._rest = Groups(padded[3:]) if padded[3:] else None

    def of(self, men: int) -> int:
        """Answer what goes with all that these men fill."""
        first, second, third = self._tables
        one, two, three = self._masks
        found = first[men & one] | second[men & two] | third[men & three]
        return found | self._rest.of(men) if self._rest else found


class Mills:
    """What men do about the mills of a board: how they fill them, and which of them are safe there."""

    def __init__(self, board: Board) -> None:
        self.lines = mills_of(board.lines)
        self._masks = tuple(set_of(mill) for mill in self.lines)
        self._safe = self.grouped(lambda mill: [(set_of(mill), set_of(mill))]).of

    def grouped(self, found: Callable[[Line], Iterable[tuple[int, int]]]) -> Groups:
        """Make tables of what is found in each mill."""
        return Groups(
            [
                (Filled(each for mill in group for each in found(mill)), set_of(set().union(*group)))
                for group in _grouped(self.lines)
            ]
        )

    def fills(self, men: int, target: int) -> bool:
        """Would a man on the target fill a mill, together with these men?"""
        men |= target
        return any(mask & target and men & mask == mask for mask in self._masks)

    def exposed(self, men: int) -> int:
        """Answer which of these men can be captured: those in no mill, or all if every man is in one."""
        safe = self._safe(men)
        return men & ~safe or men if safe else men


class Ways:
    """Ways for a man to go, each one bit: from a location to another, or from the hand to a location."""

    def __init__(self, board: Board, mills: Mills, steps: Iterable[tuple[int | None, int]]) -> None:
        self.steps = tuple(steps)
        names = [location.name for location in board.locations]
        self.moves = [names[j] if i is None else f"{names[i]}-{names[j]}" for i, j in self.steps]
        """The quiet move of each way."""
        self.captures = [[f"{move}x{name}" for name in names] for move in self.moves]
        """For each way its captures, one for each location where a man is taken."""
        self._capturing = [Names(moves, _DENSE).of for moves in self.captures]
        self._exposed = mills.exposed
        self.closing = mills.grouped(self._filling).of
        """Answers the ways that fill a mill, together with these men."""

    def capturing(self, closing: int, theirs: int) -> tuple[Move, ...]:
        """Answer the moves of ways that fill a mill, with each capture."""
        found: tuple[Move, ...] = ()
        exposed = self._exposed(theirs)
        while closing:
            way = closing & -closing
            closing ^= way
            found += self._capturing[way.bit_length() - 1](exposed)
        return found

    def _filling(self, mill: Line) -> Iterator[tuple[int, int]]:
        """Yield each pair that lacks one man for a mill, with the ways to its gap from outside the mill."""
        for gap in mill:
            ways = (n for n, (i, j) in enumerate(self.steps) if j == gap and i not in mill)
            yield set_of(mill) ^ 1 << gap, set_of(ways)


class Placing(Ways):
    """From the hand to any empty location; a way is the bit of its location."""

    def __init__(self, board: Board, mills: Mills) -> None:
        super().__init__(board, mills, ((None, i) for i in range(len(board))))
        self._names = Names(self.moves, _DENSE).of

    def list(self, mine: int, theirs: int, free: int) -> tuple[Move, ...]:
        """Answer the legal moves: the quiet ones, and behind them the captures."""
        closing = free & self.closing(mine)
        if closing and theirs:
            return self._names(free ^ closing) + self.capturing(closing, theirs)
        return self._names(free)

    def list_quiet(self, mine: int, theirs: int, free: int) -> tuple[Move, ...]:  # noqa: ARG002  # as above
        """Answer the legal moves where placing never captures."""
        return self._names(free)


class Sliding(Ways):
    """Along a line to a neighbouring empty location."""

    def __init__(self, board: Board, mills: Mills) -> None:
        here = range(len(board))
        super().__init__(board, mills, ((i, j) for i in here for j in board.neighbours(i)))
        self._names = Names(self.moves, _SPARSE).of
        half = len(board) // 2
        leaving = [set_of(n for n, (i, _) in enumerate(self.steps) if i == at) for at in here]
        entering = [set_of(n for n, (_, j) in enumerate(self.steps) if j == at) for at in here]
        self._halves = half, (1 << half) - 1
        self._tables = [_unions(part) for each in (leaving, entering) for part in (each[:half], each[half:])]

    def list(self, mine: int, theirs: int, free: int) -> tuple[Move, ...]:
        """Answer the legal moves: the quiet ones, and behind them the captures."""
        half, mask = self._halves
        low, high, low_free, high_free = self._tables
        ways = (low[mine & mask] | high[mine >> half]) & (low_free[free & mask] | high_free[free >> half])
        closing = ways & self.closing(mine)
        if closing and theirs:
            return self._names(ways ^ closing) + self.capturing(closing, theirs)
        return self._names(ways)


class Flying(Ways):
    """From anywhere to any empty location, man by man."""

    def __init__(self, board: Board, mills: Mills) -> None:
        here = range(len(board))
        super().__init__(board, mills, ((i, j) for i in here for j in here))
        size = len(board)
        self._names = {1 << i: Names(self.moves[i * size : (i + 1) * size], _DENSE).of for i in here}
        self._shifts = {1 << i: i * size for i in here}
        self._gaps = Filled(gap for mill in mills.lines for gap in _gaps(mill))

    def list(self, mine: int, theirs: int, free: int) -> tuple[Move, ...]:
        """Answer the legal moves: the quiet ones, and behind them the captures."""
        found: tuple[Move, ...] = ()
        closing, men = 0, mine
        while men:
            man = men & -men
            men ^= man
            gaps = self._gaps[mine ^ man] & free
            closing |= gaps << self._shifts[man]
            found += self._names[man](free ^ gaps)
        return found + self.capturing(closing, theirs) if closing else found


class Tables:
    """Everything that is worked out once for a board."""

    def __init__(self, board: Board, *, flying: bool) -> None:
        self.mills = Mills(board)
        self.placing = Placing(board, self.mills)
        self.sliding = Sliding(board, self.mills)
        self.flying = Flying(board, self.mills) if flying else None
        kinds = self.placing, self.sliding, self.flying
        self.steps = dict(step for ways in kinds if ways for step in _described(ways))


def mills_of(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Answer those lines that are mills when filled."""
    return tuple(line for line in lines if len(line) == MILL)


def _unions(sets: Sequence[int]) -> list[int]:
    """Answer the union of every choice of these sets, by the choice as a bit set."""
    found = [0]
    for each in sets:
        found += [each | other for other in found]
    return found


def _gaps(mill: Line) -> Iterator[tuple[int, int]]:
    """Yield each pair of a mill, with the location it lacks."""
    for gap in mill:
        yield set_of(mill) ^ 1 << gap, 1 << gap


def _grouped(mills: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield mills in groups, as many at a time as have few enough locations."""
    group: list[Line] = []
    for mill in sorted(mills, key=lambda mill: (mill[-1] - mill[0] != MILL - 1, mill)):
        if group and len(set().union(mill, *group)) > _WIDEST:
            yield group
            group = []
        group.append(mill)
    yield group


def _described(ways: Ways) -> Iterator[tuple[Move, Step]]:
    """Yield what each move does."""
    for (source, target), move, captures in zip(ways.steps, ways.moves, ways.captures, strict=True):
        bits = 0 if source is None else 1 << source, 1 << target
        yield move, Step(*bits, 0)
        for i, capture in enumerate(captures):
            yield capture, Step(*bits, 1 << i)
