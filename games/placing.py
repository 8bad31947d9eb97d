"""Placing games: the roles place a man in turn, and a line of one colour ends it."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from games.board import Board
from games.errors import BadPosition
from games.game import Move, Outcome, Role
from games.notation import MARKS, read_cells, write_cells
from games.study import StudiedGame, StudiedPosition


@attrs.frozen(cache_hash=True)
class Position(StudiedPosition):
    """Who stands where, and who moves."""

    player: int
    """A bit set: bit i says that Player stands on location i."""
    opponent: int
    """The same for Opponent."""
    mover: Role

    def men(self, role: Role) -> int:
        """Answer one side's bit set."""
        return self.opponent if role else self.player


class PlacingGame(StudiedGame[Position]):
    """Place a man on any empty location; a line of one colour wins, or loses, for whoever filled it."""

    family = "placing"

    def __init__(self, *, name: str, title: str, rules: str, board: Board, line_wins: bool = True) -> None:
        super().__init__()
        self.name = name
        self.title = title
        self.rules = rules
        self.board = board
        self.winning_lines = board.lines if line_wins else ()
        self.options = {}
        self._line_wins = line_wins
        self._bits = {location.name: 1 << i for i, location in enumerate(board.locations)}
        self._masks = tuple(_set_of(line) for line in board.lines)
        self._start = Position(0, 0, Role.PLAYER)

    def initial(self) -> Position:
        """Start from an empty board."""
        return self._start

    def mover(self, position: Position) -> Role:
        """Whose turn it is."""
        return position.mover

    def cells(self, position: Position) -> tuple[Role | None, ...]:
        """Answer whose man stands on each location, in the board's order."""
        cells: list[Role | None] = [None] * len(self.board)
        for role in Role:
            for i in _members(position.men(role)):
                cells[i] = role
        return tuple(cells)

    def passed(self, position: Position) -> Position:
        """Answer the same position with the other role to move."""
        return self._met(Position(position.player, position.opponent, position.mover.other))

    def image(self, position: Position, symmetry: Sequence[int]) -> Position:
        """Move the man on location i to location symmetry[i], all men at once."""
        player, opponent = (_set_of(symmetry[i] for i in _members(position.men(role))) for role in Role)
        return self._met(Position(player, opponent, position.mover))

    def format_position(self, position: Position) -> str:
        """Write one character a location, then who moves: `X.XOO.... X`."""
        return write_cells(self.cells(position), position.mover)

    def parse_position(self, text: str) -> Position:
        """Read a position that a contest can reach; the mover may be left out."""
        cells, mover = read_cells(text, len(self.board))
        player, opponent = (_set_of(i for i, cell in enumerate(cells) if cell is role) for role in Role)
        ahead = player.bit_count() - opponent.bit_count()
        if ahead not in (0, 1):
            counts = f"{player.bit_count()} X and {opponent.bit_count()} O"
            raise BadPosition(f"position {text!r} has {counts}; X has as many men as O, or one more")
        position = Position(player, opponent, Role(ahead))
        if mover not in (None, position.mover):
            raise BadPosition(
                f"position {text!r} has {MARKS[position.mover]} to move, by the count of its men"
            )
        self._check_lines(text, position)
        return self._met(position)

    def _check_lines(self, text: str, position: Position) -> None:
        """Refuse lines that could not all be the work of the last move."""
        mine, theirs = (self._filled(position.men(role)) for role in (position.mover, position.mover.other))
        if mine and theirs:
            fault = "both have a line"
        elif mine:
            fault = f"play went on after {MARKS[position.mover]} filled a line"
        elif theirs and not set.intersection(*map(set, theirs)):
            fault = "no single move fills all its lines"
        else:
            return
        raise BadPosition(f"position {text!r} cannot be reached: {fault}; the first line ends a contest")

    def _filled(self, men: int) -> list[tuple[int, ...]]:
        pairs = zip(self.board.lines, self._masks, strict=True)
        return [line for line, mask in pairs if men & mask == mask]

    def _judge(self, position: Position) -> Outcome | None:
        for role in Role:
            men = position.men(role)
            for mask in self._masks:
                if men & mask == mask:
                    return Outcome.win_for(role if self._line_wins else role.other)
        occupied = position.player | position.opponent
        return Outcome.DRAW if occupied.bit_count() == len(self.board) else None

    def _list_moves(self, position: Position) -> tuple[Move, ...]:
        occupied = position.player | position.opponent
        return tuple(name for name, bit in self._bits.items() if not occupied & bit)

    def _after(self, position: Position, move: Move) -> Position:
        if position.mover is Role.PLAYER:
            return Position(position.player | self._bits[move], position.opponent, Role.OPPONENT)
        return Position(position.player, position.opponent | self._bits[move], Role.PLAYER)

    def _why_not(self, position: Position, move: Move) -> str:
        del position  # whatever the position, an empty location would do
        return f"location {move} is taken" if move in self._bits else "no location has that name"


def _set_of(indices: Iterable[int]) -> int:
    return sum(1 << i for i in indices)


def _members(men: int) -> Iterator[int]:
    """Yield the locations of a bit set, in order."""
    while men:
        yield (men & -men).bit_length() - 1
        men &= men - 1
