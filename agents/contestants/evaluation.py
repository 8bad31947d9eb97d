"""Evaluation: what a position seems to be worth, for a search that cannot see the end.

Some families of games have their own; every other game gets the general one. A value is Player's view:
positive if Player stands better. It is an estimate, and far below the value of a won contest.
"""

import functools
import itertools
import operator
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from games import Board, Game, Line, MenGame, Nim, NimPosition, Othello, OthelloPosition, Position, Role
from games.families.men import set_of, sides
from games.families.morris import MorrisGame, MorrisPosition
from games.families.morris_tables import MILL

CAPTURE = "x"
"""The character that the notation of a capture contains."""


class Evaluation:
    """The general evaluation: the difference in men, mobility, and winning lines that are still open."""

    MAN = 40
    CHOICE = 2
    """The worth of each move more than the other role has."""
    GROWTH = 4
    """The factor by which a line counts more with each man on it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._masks = tuple(set_of(line) for line in game.winning_lines)
        longest = max(map(len, game.winning_lines), default=0)
        self._weights = [0, *(self.GROWTH**men for men in range(longest))]

    def value(self, position: Any) -> int:
        """Return what the position seems to be worth to Player."""
        player, opponent = self._sides(position)
        men = player.bit_count() - opponent.bit_count()
        return self.MAN * men + self.CHOICE * self._mobility(position) + self._lines(player, opponent)

    def _sides(self, position: Any) -> tuple[int, int]:
        """Return the bit sets of both roles' men."""
        return sides(self.game.cells(position))

    def _mobility(self, position: Any) -> int:
        """Return how many more moves Player would have than Opponent, if either could move now."""
        game = self.game
        ahead = len(game.legal_moves(position)) - len(game.legal_moves(game.passed(position)))
        return -ahead if game.mover(position) else ahead

    def _lines(self, player: int, opponent: int) -> int:
        """Return the worth of the lines on which only one role has men."""
        worth, weights = 0, self._weights
        for mask in self._masks:
            mine, theirs = player & mask, opponent & mask
            if not theirs:
                worth += weights[mine.bit_count()]
            elif not mine:
                worth -= weights[theirs.bit_count()]
        return worth


class MenEvaluation(Evaluation):
    """The same for positions that are bit sets already; games of placing get no mobility."""

    def __init__(self, game: MenGame[Any]) -> None:
        super().__init__(game)
        self._steps = game.family != "placing"

    def _sides(self, position: Position) -> tuple[int, int]:
        return position.player, position.opponent

    def _mobility(self, position: Position) -> int:
        return super()._mobility(position) if self._steps else 0


class NimEvaluation(Evaluation):
    """Prefers to leave heaps whose nim-sum is zero, until all heaps are small."""

    AHEAD = 10

    def __init__(self, game: Nim) -> None:
        super().__init__(game)
        most = str(game.options["most"])
        self._cycle = int(most) + 1 if most.isdigit() else None

    def value(self, position: NimPosition) -> int:
        """Return what the position seems to be worth to Player."""
        heaps = position.heaps
        if self._cycle is not None:
            heaps = tuple(heap % self._cycle for heap in heaps)
        is_ahead = bool(functools.reduce(operator.xor, heaps))
        return self.AHEAD if is_ahead is (position.mover is Role.PLAYER) else -self.AHEAD


_Worth: TypeAlias = tuple[int, int]
"""What some lines are worth to Player, and a bit set of the men, of both roles, that can slide along them."""


class MorrisLines(dict[int, _Worth]):
    """A few lines of a morris board; the key is both roles' men on them, one above the other."""

    MILL = 14
    PAIR = 9
    """Two men and room for the third."""
    SLIDE = 5
    """A man with an empty location next to it."""

    def __init__(self, lines: Iterable[Line], board: Board) -> None:
        super().__init__()
        self._size = len(board)
        self._lines = tuple(lines)
        here = set_of(set().union(*self._lines))
        self.mask = here | here << self._size

    def __missing__(self, men: int) -> _Worth:
        player, opponent = men & ((1 << self._size) - 1), men >> self._size
        worth = self._worth(player, opponent) - self._worth(opponent, player)
        slides = self._slides(player | opponent)
        self[men] = found = worth, set_of(set(slides))
        return found

    def _worth(self, mine: int, theirs: int) -> int:
        mills = [set_of(line) for line in self._lines if len(line) == MILL]
        counts = [(mine & mask).bit_count() for mask in mills if not theirs & mask]
        slides = sum(mine >> i & 1 for i in self._slides(mine | theirs))
        return self.MILL * counts.count(MILL) + self.PAIR * counts.count(MILL - 1) + self.SLIDE * slides

    def _slides(self, occupied: int) -> list[int]:
        """Return the location of a man once for every slide it can make."""
        steps = (pair for line in self._lines for pair in itertools.pairwise(line))
        both_ways = (way for step in steps for way in (step, step[::-1]))
        return [i for i, j in both_ways if occupied >> i & 1 and not occupied >> j & 1]


class MorrisEvaluation(Evaluation):
    """Men, mills, blocked men, mobility, and whether the mover can capture at once."""

    MAN = 100
    BLOCKED = 10
    THREAT = 60
    _AT_ONCE = 4
    """How many lines one lookup covers."""

    game: MorrisGame

    def __init__(self, game: MorrisGame) -> None:
        super().__init__(game)
        self._size = len(game.board)
        lines = game.board.lines
        parts = (lines[i : i + self._AT_ONCE] for i in range(0, len(lines), self._AT_ONCE))
        tables = [MorrisLines(part, game.board) for part in parts]
        self._tables = [(table, table.mask) for table in tables]

    def value(self, position: MorrisPosition) -> int:
        """Return what the position seems to be worth to Player."""
        player, opponent = position.player, position.opponent
        men = player | opponent << self._size
        worth = free = 0
        for table, mask in self._tables:
            more, sliding = table[men & mask]
            worth += more
            free |= sliding
        blocked = (player & ~free).bit_count() - (opponent & ~free).bit_count()
        strength = player.bit_count() + position.player_hand - opponent.bit_count() - position.opponent_hand
        return worth + self.MAN * strength - self.BLOCKED * blocked + self._threat(position)

    def _threat(self, position: MorrisPosition) -> int:
        """Return the worth of an immediate capture; captures come after all other moves."""
        moves = self.game.legal_moves(position)
        if not moves or CAPTURE not in moves[-1]:
            return 0
        return -self.THREAT if position.mover else self.THREAT


class OthelloEvaluation(Evaluation):
    """Mobility, corners and the squares next to them, parity; near the end, discs."""

    CHOICE = 18
    CORNER = 90
    X_SQUARE = 45
    """A disc diagonally next to an empty corner."""
    C_SQUARE = 18
    """A disc next to an empty corner, on the edge."""
    PARITY = 8
    """A mover with an odd number of empty locations is likely to move last."""
    ENDGAME = 14
    """Discs count once at most this many locations are empty."""
    DISC = 4

    def __init__(self, game: Othello) -> None:
        super().__init__(game)
        self._places = len(game.board)
        side = round(self._places**0.5)
        self._corners = [_corner(down, right, side) for down in (0, 1) for right in (0, 1)]

    def value(self, position: OthelloPosition) -> int:
        """Return what the position seems to be worth to Player."""
        player, opponent = position.player & _LOW, position.opponent & _LOW
        empty = self._places - (player | opponent).bit_count()
        worth = self.CHOICE * self._mobility(position) + self._corner_worth(player, opponent)
        if empty % 2:
            worth += -self.PARITY if position.mover else self.PARITY
        if empty <= self.ENDGAME:
            worth += self.DISC * (player.bit_count() - opponent.bit_count())
        return worth

    def _corner_worth(self, player: int, opponent: int) -> int:
        worth = 0
        for corner, x_square, c_squares in self._corners:
            if player & corner:
                worth += self.CORNER
            elif opponent & corner:
                worth -= self.CORNER
            else:
                if player & x_square:
                    worth -= self.X_SQUARE
                elif opponent & x_square:
                    worth += self.X_SQUARE
                beside = (player & c_squares).bit_count() - (opponent & c_squares).bit_count()
                worth -= self.C_SQUARE * beside
        return worth


_ROW = 8
_LOW = (1 << _ROW * _ROW) - 1
"""The half of Othello's bit sets that holds every bit once: bit 8·row + column."""


def _corner(down: int, right: int, side: int) -> tuple[int, int, int]:
    """Return a corner, its diagonal neighbour, and its two neighbours on the edges, as bit sets."""
    row, column = down * (side - 1), right * (side - 1)
    inner_row, inner_column = row + 1 - 2 * down, column + 1 - 2 * right
    beside = set_of((_ROW * inner_row + column, _ROW * row + inner_column))
    return 1 << _ROW * row + column, 1 << _ROW * inner_row + inner_column, beside


EVALUATIONS: Mapping[type[Any], type[Evaluation]] = MappingProxyType(
    {
        MorrisGame: MorrisEvaluation,
        Othello: OthelloEvaluation,
        Nim: NimEvaluation,
        MenGame: MenEvaluation,
        Game: Evaluation,
    }
)
"""Evaluations by the class that the games of a family share; the last one is for all other games."""


def evaluation_of(game: Game[Any]) -> Evaluation:
    """Return the evaluation of a game's family."""
    kind = next(kind for kind in EVALUATIONS if isinstance(game, kind))
    return EVALUATIONS[kind](game)
