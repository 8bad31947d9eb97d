"""Othello: enclose enemy discs and turn them over.

The representation makes it fast. A set of locations holds every bit twice: bit 8·row + column, and _LANE bits
higher the same board rotated by half a turn. A step in any of the eight directions is then a left shift by
1, 7, 8 or 9 in one of the halves, and one shift moves both halves.
"""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from games.board import Board, Location
from games.errors import BadPosition, IllegalMove
from games.families.men import members, sides
from games.game import Game, Men, Move, Outcome, Role
from games.notation import PASS, read_cells, refusal, write_cells
from games.options import one_of

_ROW = 8
"""Bits from a location to the one below, for every board size."""
_ROW_BITS = (1 << _ROW) - 1
_HALF = _ROW * _ROW
_LANE = _HALF + 8
"""Bits from a location to its twin, with enough room that no step leads from one half into the other."""
_LOW = (1 << _HALF) - 1
_BYTES = (_LANE + _HALF) // 8
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""The four directions that shift left, as rows and columns; their opposites shift left in the other half."""

# Eight lanes, one per direction: two halves, four times, with a spare bit above each.
_LANES = 2 * len(_DIRECTIONS)
_SPREAD = sum(1 << 2 * _LANE * i for i in range(len(_DIRECTIONS)))
_ONES = sum(1 << _LANE * i for i in range(_LANES))
_SPARE = _ONES << _HALF
_TWO_LANES = (1 << 2 * _LANE) - 1

_CHUNK = 16
"""How many bits a lookup of names covers."""
_CHUNK_BITS = (1 << _CHUNK) - 1


def _mirror(twice: int) -> int:
    """Exchange the two halves, each rotated by half a turn."""
    return int.from_bytes(twice.to_bytes(_BYTES, "little").translate(_MIRRORED), "big")


@attrs.frozen
class OthelloPosition:
    """The discs of both roles, and the mover."""

    player: int
    """Player's discs as a bit set, every bit twice."""
    opponent: int
    """Opponent's discs, in the same form."""
    mover: Role
    moves: tuple[Move, ...] = attrs.field(eq=False, repr=False)
    """Derived from the other fields, and computed once."""


class Othello(Game[OthelloPosition]):
    """Place a disc that encloses enemy discs in line, and turn these over; most discs win."""

    name = "othello"
    title = "Othello"
    family = "othello"
    rules = (
        "Place a disc so that it and another of yours enclose a row of enemy discs, in any direction; all "
        "enclosed discs turn over. A mover who cannot enclose any passes. If neither can, most discs win."
    )

    def __init__(self, *, size: str = "8") -> None:
        side = int(one_of("size", size, ("4", "6", "8")))
        self.options = {"size": size}
        self.board = _squares(side)
        self._bits = [_ROW * row + column for row in range(side) for column in range(side)]
        self._rows = range(0, _ROW * side, _ROW)
        self._row = _Row(side)
        self._all = _twice(self._bits)
        self._inner = _twice(_ROW * row + column for row in range(side) for column in range(1, side - 1))
        self._names = [_Names(self.board, self._bits, first) for first in range(0, _HALF, _CHUNK)]
        pairs = zip(self.board.locations, self._bits, strict=True)
        self._rays = {location.name: _rays(bit, side) for location, bit in pairs}
        middle = _ROW * (side // 2 - 1) + side // 2 - 1
        player = _twice((middle + 1, middle + _ROW))
        opponent = _twice((middle, middle + _ROW + 1))
        self._start = self._position(player, opponent, Role.PLAYER)

    def initial(self) -> OthelloPosition:
        """Return the start: two discs each, crosswise in the middle."""
        return self._start

    def mover(self, position: OthelloPosition) -> Role:
        """Return the role to move."""
        return position.mover

    def legal_moves(self, position: OthelloPosition) -> tuple[Move, ...]:
        """Return the locations that enclose a disc, row by row, or else a pass; none if both are stuck."""
        return position.moves

    def play(self, position: OthelloPosition, move: Move) -> OthelloPosition:
        """Return the position after a move; IllegalMove if the rules do not allow it."""
        if move not in position.moves:
            raise self._refusal(position, move)
        player, opponent = position.player, position.opponent
        if move == PASS:
            return self._position(player, opponent, position.mover.other)
        if position.mover is Role.PLAYER:
            bit, turned = self._enclosed(move, player, opponent)
            return self._position(player ^ bit ^ turned, opponent ^ turned, Role.OPPONENT)
        bit, turned = self._enclosed(move, opponent, player)
        return self._position(player ^ turned, opponent ^ bit ^ turned, Role.PLAYER)

    def outcome(self, position: OthelloPosition) -> Outcome | None:
        """Return the winner by discs once neither role can move, otherwise None."""
        if position.moves:
            return None
        ahead = position.player.bit_count() - position.opponent.bit_count()
        return Outcome.DRAW if not ahead else Outcome.PLAYER if ahead > 0 else Outcome.OPPONENT

    def cells(self, position: OthelloPosition) -> tuple[Role | None, ...]:
        """Return whose disc lies on each location, in the board's order."""
        player, opponent = position.player, position.opponent
        found: tuple[Role | None, ...] = ()
        for first in self._rows:
            found += self._row[player >> first & _ROW_BITS, opponent >> first & _ROW_BITS]
        return found

    def men(self, position: OthelloPosition, role: Role) -> Men:
        """Count one role's discs on the board; discs never run out, so none counts as in hand."""
        twice = position.opponent if role else position.player
        return Men(twice.bit_count() // 2, 0)

    def passed(self, position: OthelloPosition) -> OthelloPosition:
        """Return the same position with the other role to move."""
        return self._position(position.player, position.opponent, position.mover.other)

    def image(self, position: OthelloPosition, symmetry: Sequence[int]) -> OthelloPosition:
        """Move the disc on location i to location symmetry[i], all discs at once."""
        goes = {bit: self._bits[there] for bit, there in zip(self._bits, symmetry, strict=True)}
        player, opponent = (
            _twice(goes[bit] for bit in members(men & _LOW)) for men in (position.player, position.opponent)
        )
        return self._position(player, opponent, position.mover)

    def format_position(self, position: OthelloPosition) -> str:
        """Write one character per location, then the mover."""
        return write_cells(self.cells(position), position.mover)

    def parse_position(self, text: str) -> OthelloPosition:
        """Read a position that names the mover and fills the four middle locations, as in every contest."""
        cells, mover = read_cells(text, len(self.board))
        if mover is None:
            raise BadPosition(f"position {text!r} does not say who moves; end it with X or O")
        if None in (
            cell for cell, disc in zip(cells, self.cells(self._start), strict=True) if disc is not None
        ):
            raise BadPosition(f"position {text!r} cannot be reached: the first four discs stay in the middle")
        return self._of_cells(cells, mover)

    def _of_cells(self, cells: Sequence[Role | None], mover: Role) -> OthelloPosition:
        player, opponent = (_twice(self._bits[i] for i in members(men)) for men in sides(cells))
        return self._position(player, opponent, mover)

    def _position(self, player: int, opponent: int, mover: Role) -> OthelloPosition:
        """Make a position with its moves."""
        mine, theirs = (opponent, player) if mover else (player, opponent)
        legal = self._mobility(mine, theirs)
        if legal:
            one, two, three, four = self._names
            moves = (
                one[legal & _CHUNK_BITS]
                + two[legal >> _CHUNK & _CHUNK_BITS]
                + three[legal >> 2 * _CHUNK & _CHUNK_BITS]
                + four[legal >> 3 * _CHUNK]
            )
        else:
            moves = (PASS,) if self._mobility(theirs, mine) else ()
        return OthelloPosition(player, opponent, mover, moves)

    def _mobility(self, mine: int, theirs: int) -> int:
        """Return the empty locations that enclose a disc, every bit once.

        Runs over enemy discs, starting at own discs, show where a move is possible: t holds the enemy discs
        passed, at first one, then up to two, four and six in line. Along a row, one addition passes them all.
        """
        inner = theirs & self._inner
        reached = inner + (inner & mine << 1)
        t = theirs & mine << 8
        t |= theirs & t << 8
        pairs = theirs & theirs << 8
        t |= pairs & t << 16
        t |= pairs & t << 16
        reached |= t << 8
        t = inner & mine << 7
        t |= inner & t << 7
        pairs = inner & inner << 7
        t |= pairs & t << 14
        t |= pairs & t << 14
        reached |= t << 7
        t = inner & mine << 9
        t |= inner & t << 9
        pairs = inner & inner << 9
        t |= pairs & t << 18
        t |= pairs & t << 18
        reached = (reached | t << 9) & (self._all ^ mine ^ theirs)
        return (reached | _mirror(reached)) & _LOW

    def _enclosed(self, move: Move, mine: int, theirs: int) -> tuple[int, int]:
        """Return the bit of a location and the bits of the discs that a disc there encloses.

        Eight lanes, one per direction. Fill everything except the ray, and fill the ray where enemy discs
        lie: adding one then carries to the first location of the ray without an enemy disc. If an own disc
        lies there, subtracting one leaves the locations before it. Otherwise it borrows the spare bit, and
        the lane is dropped.
        """
        bit, rays, others = self._rays[move]
        ends = (theirs * _SPREAD | others) + _ONES & rays & mine * _SPREAD
        before = (ends | _SPARE) - _ONES
        spared = before & _SPARE
        turned = before & spared - (spared >> _HALF) & rays
        turned |= turned >> 4 * _LANE
        turned = (turned | turned >> 2 * _LANE) & _TWO_LANES
        return bit, turned | _mirror(turned)

    def _refusal(self, position: OthelloPosition, move: object) -> IllegalMove:
        if not position.moves:
            return refusal(move, "the contest is over", ())
        if not isinstance(move, str):
            return refusal(move, "a move must be a string", position.moves)
        if move == PASS:
            return refusal(move, "a mover who can place a disc must place one", position.moves)
        if move not in self._rays:
            return refusal(move, "no location has that name", position.moves)
        taken = self._rays[move][0] & (position.player | position.opponent)
        why = f"location {move} is taken" if taken else f"a disc on {move} encloses nothing"
        return refusal(move, why, position.moves)


class _Names(dict[int, tuple[Move, ...]]):
    """The names of the locations in one part of a bit set, computed on first use."""

    def __init__(self, board: Board, bits: Sequence[int], first: int) -> None:
        pairs = zip(board.locations, bits, strict=True)
        self._named = [(1 << bit - first, each.name) for each, bit in pairs if 0 <= bit - first < _CHUNK]

    def __missing__(self, part: int) -> tuple[Move, ...]:
        names = tuple(name for bit, name in self._named if part & bit)
        self[part] = names
        return names


class _Row(dict[tuple[int, int], tuple[Role | None, ...]]):
    """The discs in one row, by Player's and Opponent's bits there, computed on first use."""

    def __init__(self, side: int) -> None:
        self._columns = range(side)

    def __missing__(self, sides: tuple[int, int]) -> tuple[Role | None, ...]:
        player, opponent = sides
        self[sides] = cells = tuple(
            Role.PLAYER if player >> i & 1 else Role.OPPONENT if opponent >> i & 1 else None
            for i in self._columns
        )
        return cells


def _squares(side: int) -> Board:
    """Make a board of squares named as in chess, but counted from the top: a1 is at the top left."""
    places = ((row, column) for row in range(side) for column in range(side))
    return Board([Location(f"{'abcdefgh'[column]}{row + 1}", column, row) for row, column in places], ())


def _twice(bits: Iterable[int]) -> int:
    """Make a bit set in which every bit occurs twice."""
    once = sum(1 << bit for bit in bits)
    return once | _mirror(once)


def _rays(bit: int, side: int) -> tuple[int, int, int]:
    """Return a location as a bit set, its rays in eight lanes, and everything else in these lanes."""
    row, column = divmod(bit, _ROW)
    rays = 0
    for i, (down, right) in enumerate(_DIRECTIONS):
        ahead = sum(1 << each for each in _ray(row, column, down, right, side))
        behind = sum(1 << each for each in _ray(row, column, -down, -right, side))
        rays |= (ahead | (_mirror(behind) >> _LANE << _LANE)) << 2 * _LANE * i
    return _twice([bit]), rays, _ONES * _LOW & ~rays


def _ray(row: int, column: int, down: int, right: int, side: int) -> Iterator[int]:
    """Yield the locations in one direction, up to the edge."""
    row, column = row + down, column + right
    while 0 <= row < side and 0 <= column < side:
        yield _ROW * row + column
        row, column = row + down, column + right
