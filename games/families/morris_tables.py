"""Lookup tables of the morris games: ways to move and mills, as bit sets.

Each way a man can go, such as from 1 to 2, is a bit. The open ways leave a man of the mover and enter an
empty location: one `and` of two numbers, which a position updates move by move.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from games.board import Board, Line
from games.families.men import members, set_of
from games.game import Move

MILL = 3
"""A line of this many locations is a mill once one role fills it."""

_DENSE, _SPARSE = 8, 16
"""How many ways are named at once: for kinds that are mostly open, and for kinds that are mostly not."""


Effect: TypeAlias = tuple[int, int, int, int, int, int, int]
"""What a move does: its way; the locations that change; 1 if the man comes from the hand; the change of the
mover's side; the change of the open ways; the captured man or 0; the change of the other side.

It is no named tuple because unpacking one takes three times as long.
"""

Flight: TypeAlias = tuple[int, int, tuple[tuple[tuple[Move, ...], int], ...]]
"""How men fly: a factor that turns free locations into ways; the ways that fill a mill; and for each man its
moves, the one to the last location first, and the locations where it fills a mill.
"""


class BoardPart(dict[int, tuple[Move, ...]]):
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
        self._parts = tuple(BoardPart(moves[i * width : (i + 1) * width]) for i in range(4))
        self._numbers = (1 << width) - 1, width, 2 * width, 3 * width
        self._rest = Names(moves[4 * width :], width) if len(moves) > 4 * width else None
        self._beyond = 4 * width

    def of(self, ways: int) -> tuple[Move, ...]:
        """Return the moves of these ways."""
        first, second, third, fourth = self._parts
        mask, one, two, three = self._numbers
        found = first[ways & mask] + second[ways >> one & mask] + third[ways >> two & mask]
        found += fourth[ways >> three & mask]
        return found + self._rest.of(ways >> self._beyond) if self._rest else found


class Unions(dict[int, int]):
    """The union of the values of the bits in a set, computed on first use."""

    def __init__(self, parts: Mapping[int, int]) -> None:
        super().__init__()
        self.parts = parts

    def __missing__(self, bits: int) -> int:
        found = 0
        for i in members(bits):
            found |= self.parts[1 << i]
        self[bits] = found
        return found


class Mills:
    """The mills of a board, and which men are safe in them."""

    def __init__(self, board: Board) -> None:
        self.lines = mills_of(board.lines)
        self._masks = tuple(set_of(mill) for mill in self.lines)

    def fills(self, men: int, target: int) -> bool:
        """Return whether a man on the target would fill a mill, together with these men."""
        men |= target
        return any(mask & target and men & mask == mask for mask in self._masks)

    def gaps(self, men: int) -> int:
        """Return where one more man would fill a mill."""
        missing = (mask & ~men for mask in self._masks)
        return set_of({gap.bit_length() - 1 for gap in missing if gap.bit_count() == 1})

    def exposed(self, men: int) -> int:
        """Return which of these men can be captured: those in no mill, or all if every man is in one."""
        safe = 0
        for mask in self._masks:
            if men & mask == mask:
                safe |= mask
        return men & ~safe or men


class Ways:
    """Ways for a man to go, each as one bit: from one location to another, or from the hand to a location.

    One class serves all kinds, because Python runs fastest where it always meets the same class.
    """

    def __init__(self, board: Board, steps: Iterable[tuple[int | None, int]], width: int = _DENSE) -> None:
        names = [location.name for location in board.locations]
        self.steps = {1 << n: step for n, step in enumerate(steps)}
        """Where each way starts, None for the hand, and where it ends."""
        moves = [names[j] if i is None else f"{names[i]}-{names[j]}" for i, j in self.steps.values()]
        captures = [[f"{move}x{name}" for name in names] for move in moves]
        self.named = Names(moves, width).of
        """Returns the quiet moves of the ways in a set."""
        self._capturing = [Names(each, _DENSE).of for each in captures]
        self.from_end = tuple(reversed(moves))
        """The quiet move of each way, the last way first."""
        self.captures = {1 << n: tuple(reversed(each)) for n, each in enumerate(captures)}
        """For each way its captures, the capture on the last location first."""
        self.effects: dict[Move, Effect] = {}
        """What each move does."""
        self.flies = False
        """Whether men go anywhere, man by man."""

    def capturing(self, closing: int, exposed: int) -> tuple[Move, ...]:
        """Return the moves of ways that fill a mill, with each capture."""
        found: tuple[Move, ...] = ()
        for i in members(closing):
            found += self._capturing[i](exposed)
        return found


class Flights(dict[int, Flight]):
    """How sets of men fly, computed on first use."""

    def __init__(self, board: Board, mills: Mills) -> None:
        super().__init__()
        size = len(board)
        self.ways = Ways(board, ((i, j) for i in range(size) for j in range(size)))
        """From anywhere to any empty location."""
        self.ways.flies = True
        self.ways.named = self._name
        moves = self.ways.from_end[::-1]
        self._size = size
        pairs = (1 << i | 1 << j for i in range(size) for j in range(i))
        self._gaps = {pair: mills.gaps(pair) for pair in pairs}
        each_man = [moves[i * size : (i + 1) * size] for i in range(size)]
        self._from_end = [each[::-1] for each in each_man]
        self._named = [Names(each, _DENSE).of for each in each_man]

    def __missing__(self, men: int) -> Flight:
        spread = closing = 0
        each = []
        for i in members(men):
            gaps = self._gaps[men ^ 1 << i]
            spread |= 1 << i * self._size
            closing |= gaps << i * self._size
            each.append((self._from_end[i], gaps))
        self[men] = found = spread, closing, tuple(each)
        return found

    def _name(self, ways: int) -> tuple[Move, ...]:
        """Return the quiet moves of the ways in a set, man by man."""
        found: tuple[Move, ...] = ()
        here = (1 << self._size) - 1
        for named in self._named:
            if targets := ways & here:
                found += named(targets)
            ways >>= self._size
        return found


def placing_ways(board: Board) -> Ways:
    """Return the ways from the hand to any empty location; a way is the bit of its location."""
    return Ways(board, ((None, i) for i in range(len(board))))


def sliding_ways(board: Board) -> Ways:
    """Return the ways along a line to a neighbouring empty location."""
    return Ways(board, ((i, j) for i in range(len(board)) for j in board.neighbours(i)), _SPARSE)


class Tables:
    """Everything that is computed once for a board.

    One number, the side, describes a role's men on the board: the ways by which they could leave and, above
    those, two bits for each mill, which count the men in it. A man that comes is added, one that goes
    subtracted.
    """

    def __init__(self, board: Board, *, flying: bool) -> None:
        self.mills = Mills(board)
        self.placing = placing_ways(board)
        self.sliding = sliding_ways(board)
        self.flying = Flights(board, self.mills) if flying else None
        here, slides = range(len(board)), self.sliding.steps.items()
        self._entering = [sum(way for way, (_, j) in slides if j == at) for at in here]
        """The ways that lead to each location."""
        mills = {1 << len(slides) + 2 * n: mill for n, mill in enumerate(self.mills.lines)}
        leaving = [sum(way for way, (i, _) in slides if i == at) for at in here]
        counting = [sum(one for one, mill in mills.items() if at in mill) for at in here]
        self._men = [ways + counts for ways, counts in zip(leaving, counting, strict=True)]
        """What a man on each location adds to its side."""
        self.pairs = 2 * sum(mills)
        """The bits of a side that show, for each mill, whether it has two or more men."""
        self.covered = Unions({2 * one: set_of(mill) for one, mill in mills.items()})
        """The locations of the mills that these bits stand for."""
        self.entered = Unions(
            {
                2 * one: sum(way for way, (i, j) in slides if j in mill and i not in mill)
                for one, mill in mills.items()
            }
        )
        """The ways into these mills from outside, which include all that could fill a mill with two men."""
        for ways in (self.placing, self.sliding, *([self.flying.ways] if self.flying is not None else [])):
            ways.effects.update(self._effects(ways))

    def side(self, men: int) -> int:
        """Return the side that describes these men."""
        return sum(self._men[i] for i in members(men))

    def open(self, free: int) -> int:
        """Return the ways that lead to free locations."""
        return sum(self._entering[i] for i in members(free))

    def _effects(self, ways: Ways) -> Iterator[tuple[Move, Effect]]:
        """Yield what each move does."""
        men, entering, moves = self._men, self._entering, ways.from_end[::-1]
        for move, (way, (source, target)) in zip(moves, ways.steps.items(), strict=True):
            change, placed, gain, opening = 1 << target, 1, men[target], -entering[target]
            if source is not None:
                change, placed = change | 1 << source, 0
                gain, opening = gain - men[source], opening + entering[source]
            yield move, (way, change, placed, gain, opening, 0, 0)
            for i, capture in enumerate(reversed(ways.captures[way])):
                yield capture, (way, change, placed, gain, opening + entering[i], 1 << i, men[i])


@lru_cache(maxsize=32)
def tables_of(board: Board, *, flying: bool) -> Tables:
    """Return the tables of a board; games share them, because reading a scenario makes hundreds of games."""
    return Tables(board, flying=flying)


def mills_of(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines that are mills when filled."""
    return tuple(line for line in lines if len(line) == MILL)
