"""Placing games: the roles place men in turn, and a line of one colour ends the contest."""

from games.board import Board
from games.errors import BadPosition
from games.families.men import MenGame, Position, sides
from games.game import Men, Move, Outcome, Role
from games.notation import MARKS, read_cells

__all__ = ["PlacingGame", "Position"]


class PlacingGame(MenGame[Position]):
    """Place a man on any empty location; a line of one colour wins, or loses, for the role that filled it."""

    family = "placing"
    men_stay = True
    writes_captures = True

    def __init__(self, *, name: str, title: str, rules: str, board: Board, line_wins: bool = True) -> None:
        super().__init__(name=name, title=title, rules=rules, board=board, lines=board.lines)
        self.winning_lines = board.lines if line_wins else ()
        self._line_wins = line_wins
        self._shares = (len(board) + 1) // 2, len(board) // 2
        self._start = Position(0, 0, Role.PLAYER)

    def initial(self) -> Position:
        """Return the empty board."""
        return self._start

    def parse_position(self, text: str) -> Position:
        """Read a position that a contest can reach; the mover may be left out."""
        cells, mover = read_cells(text, len(self.board))
        player, opponent = sides(cells)
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

    def men(self, position: Position, role: Role) -> Men:
        """Count one role's men: those in hand are the ones it still has to place to fill its half."""
        standing = position.men(role).bit_count()
        return Men(standing, max(0, self._shares[role] - standing))

    def _judge(self, position: Position) -> Outcome | None:
        owner = self._owner(position)
        if owner is not None:
            return Outcome.win_for(owner if self._line_wins else owner.other)
        occupied = position.player | position.opponent
        return Outcome.DRAW if occupied.bit_count() == len(self.board) else None

    def _list_moves(self, position: Position) -> tuple[Move, ...]:
        occupied = position.player | position.opponent
        return tuple([name for name, bit in self._bits.items() if not occupied & bit])

    def _after(self, position: Position, move: Move) -> Position:
        if position.mover is Role.PLAYER:
            return Position(position.player | self._bits[move], position.opponent, Role.OPPONENT)
        return Position(position.player, position.opponent | self._bits[move], Role.PLAYER)

    def _why_not(self, position: Position, move: Move) -> str:
        del position  # the answer does not depend on it
        return f"location {move} is taken" if move in self._bits else "no location has that name"
