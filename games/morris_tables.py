"""What the morris games look up instead of working it out: moves and mills, one group of lines at a time.

The lines of a board fall into groups of few locations, such as one ring. What men of the two roles can do
along the lines of a group depends on those locations alone, so it is worked out once and then looked up.
"""

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from games.board import Board, Line
from games.game import Move
from games.men import set_of

MILL = 3
"""A line of so many locations is a mill once one role fills it."""

_FEW, _MANY = 8, 12
"""How many locations a group of lines may have: 3 ** 8 ways to stand for both roles, 2 ** 12 for one."""


class Step(NamedTuple):
    """What a move does, as bit sets."""

    source: int
    """Where the man comes from; nothing for one that is placed."""
    target: int
    captured: int
    """The man that is taken; nothing for a quiet move."""


Chances: TypeAlias = tuple[tuple[Move, ...], int]
"""The slides along a group of lines, and its gaps: the locations where one more man would fill a mill and,
above them, those from where a man could slide there without leaving that mill."""


class Group(dict[int, Chances]):
    """What can happen along some lines of a board; the key is both roles' men, one above the other."""

    def __init__(self, lines: Iterable[Line], board: Board) -> None:
        super().__init__()
        self._size = len(board)
        self._names = [location.name for location in board.locations]
        self._neighbours = board.neighbours
        self._lines = tuple(lines)
        here = set_of(set().union(*self._lines))
        self.mask = here | here << self._size

    def __missing__(self, men: int) -> Chances:
        mine, theirs = men & ((1 << self._size) - 1), men >> self._size
        slides = tuple(self._slides(mine, mine | theirs))
        self[men] = found = slides, self._gaps(mine, mine | theirs)
        return found

    def _slides(self, mine: int, occupied: int) -> Iterator[Move]:
        for line in self._lines:
            for step in itertools.pairwise(line):
                for source, target in (step, step[::-1]):
                    if mine >> source & 1 and not occupied >> target & 1:
                        yield f"{self._names[source]}-{self._names[target]}"

    def _gaps(self, mine: int, occupied: int) -> int:
        gaps = 0
        for line in mills_of(self._lines):
            gap = set_of(line) & ~mine
            if gap.bit_count() == 1 and not gap & occupied:
                feeders = set_of(self._neighbours(gap.bit_length() - 1)) & ~set_of(line)
                gaps |= gap | feeders << self._size
        return gaps


class Names(dict[int, tuple[Move, ...]]):
    """The names of the empty locations in a part of the board; the key is the occupied ones in it."""

    def __init__(self, indices: Iterable[int], board: Board) -> None:
        super().__init__()
        self._bits = {1 << i: board.locations[i].name for i in indices}
        self.mask = sum(self._bits)

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        self[occupied] = found = tuple(name for bit, name in self._bits.items() if not bit & occupied)
        return found


class Safe(dict[int, int]):
    """Which men stand in a mill along some lines; the key is one role's men on these lines."""

    def __init__(self, lines: Iterable[Line]) -> None:
        super().__init__()
        self._masks = tuple(set_of(line) for line in mills_of(lines))
        self.mask = functools.reduce(operator.or_, self._masks, 0)

    def __missing__(self, men: int) -> int:
        filled = (mask for mask in self._masks if men & mask == mask)
        self[men] = found = functools.reduce(operator.or_, filled, 0)
        return found


class Arrival(NamedTuple):
    """A slide to a location."""

    source: int
    move: Move
    pairs: tuple[int, ...]
    """Each two men that fill a mill together with this one."""


class Tables:
    """Everything that is worked out once for a board."""

    def __init__(self, board: Board, *, flying: bool) -> None:
        size = len(board)
        self.mills = mills_of(board.lines)
        self.masks = tuple(set_of(mill) for mill in self.mills)
        groups = [Group(lines, board) for lines in _grouped(board.lines, _FEW)]
        self.groups = [(group, group.mask) for group in groups]
        halves = (Names(half, board) for half in (range(size // 2), range(size // 2, size)))
        self.names = [(half, half.mask) for half in halves]
        self._safe = [(safe, safe.mask) for safe in map(Safe, _grouped(self.mills, _MANY))]
        self._pairs = {
            1 << i: tuple(mask ^ 1 << i for mask in self.masks if mask >> i & 1) for i in range(size)
        }
        self._names = {1 << i: location.name for i, location in enumerate(board.locations)}
        self.slides: dict[int, list[Arrival]] = {bit: [] for bit in self._names}
        self.flights: dict[int, list[Arrival]] = {bit: [] for bit in self._names}
        self.steps: dict[Move, Step] = {}
        self._captures: dict[Move, dict[int, Move]] = {}
        for i, bit in enumerate(self._names):
            self._add(self._names[bit], 0, bit)
            for j in range(size):
                beside = j in board.neighbours(i)
                if beside or (flying and i != j):
                    self._add(f"{self._names[bit]}-{self._names[1 << j]}", bit, 1 << j, beside=beside)

    def _add(self, move: Move, source: int, target: int, *, beside: bool = False) -> None:
        """Add a quiet move and its captures."""
        self.steps[move] = Step(source, target, 0)
        captures = {bit: f"{move}x{name}" for bit, name in self._names.items()}
        self.steps |= {capture: Step(source, target, bit) for bit, capture in captures.items()}
        self._captures[move] = captures
        pairs = tuple(pair for pair in self._pairs[target] if not pair & source)
        if source and pairs:
            self.flights[target].append(Arrival(source, move, pairs))
        if beside and pairs:
            self.slides[target].append(Arrival(source, move, pairs))

    def fills(self, men: int, target: int) -> bool:
        """Would a man on the target fill a mill, together with these men?"""
        return any(men & pair == pair for pair in self._pairs[target])

    def exposed(self, men: int) -> int:
        """Answer which of these men can be captured: those in no mill, or all if every man is in one."""
        safe = 0
        for table, mask in self._safe:
            safe |= table[men & mask]
        return men & ~safe or men

    def placing_captures(self, moves: Iterable[Move], gaps: int, theirs: int) -> tuple[Move, ...]:
        """Put a capture of each exposed man in the place of every placement that fills a mill."""
        return self._replaced(moves, [self._names[gap] for gap in bits(gaps)], theirs)

    def moving_captures(
        self,
        moves: Iterable[Move],
        gaps: int,
        mine: int,
        theirs: int,
        arrivals: Mapping[int, Iterable[Arrival]],
    ) -> tuple[Move, ...]:
        """Put a capture of each exposed man in the place of every arrival that fills a mill."""
        closing = []
        while gaps:
            gap = gaps & -gaps
            gaps ^= gap
            for source, move, pairs in arrivals[gap]:
                if source & mine:
                    for pair in pairs:
                        if pair & mine == pair:
                            closing.append(move)
                            break
        return self._replaced(moves, closing, theirs)

    def _replaced(self, moves: Iterable[Move], closing: list[Move], theirs: int) -> tuple[Move, ...]:
        left = list(moves)
        victims = []
        men = self.exposed(theirs)
        while men:
            victims.append(men & -men)
            men &= men - 1
        for move in closing:
            left.remove(move)
            left.extend(map(self._captures[move].__getitem__, victims))
        return tuple(left)


def mills_of(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Answer those lines that are mills when filled."""
    return tuple(line for line in lines if len(line) == MILL)


def _grouped(lines: Iterable[Line], widest: int) -> Iterator[list[Line]]:
    """Yield lines in groups, as many at a time as have few enough locations."""
    group: list[Line] = []
    for line in lines:
        if group and len(set().union(line, *group)) > widest:
            yield group
            group = []
        group.append(line)
    yield group


def bits(men: int) -> Iterator[int]:
    """Yield the men of a bit set, each as a bit set of its own."""
    while men:
        yield men & -men
        men &= men - 1
