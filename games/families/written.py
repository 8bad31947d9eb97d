"""Written games: a position is its own notation, so that a new game takes few lines."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.game import Game, Move, Role
from games.notation import MARKS, MEANINGS, read_cells, refusal, write_cells


class WrittenGame(Game[str]):
    """A game whose positions are texts: a letter for each location, a blank, and the mover. `X..O... X`.

    Subclass it with a name, a title, rules and a board, and write `legal_moves`, `after` and `outcome`.
    """

    family = "written"
    options: Mapping[str, object] = MappingProxyType({})

    def initial(self) -> str:
        """Return the empty board, with Player to move."""
        return write_cells([None] * len(self.board), Role.PLAYER)

    @abstractmethod
    def after(self, position: str, move: Move) -> str:
        """Return the position after a legal move."""

    def play(self, position: str, move: Move) -> str:
        """Return the position after a move; IllegalMove if the rules do not allow it."""
        moves = self.legal_moves(position)
        if move not in moves:
            raise refusal(move, f"it is not legal at {position!r}", moves)
        return self.after(position, move)

    def placed(self, position: str, move: Move) -> str:
        """Return the position after the mover has placed a man on the location that a move names."""
        names = [location.name for location in self.board.locations]
        there = names.index(move)
        return self.passed(position[:there] + position[-1] + position[there + 1 :])

    def mover(self, position: str) -> Role:
        """Return the role to move."""
        return MEANINGS[position[-1]]

    def cells(self, position: str) -> tuple[Role | None, ...]:
        """Return whose man stands on each location, in the board's order."""
        return tuple(MEANINGS.get(letter) for letter in position[:-2])

    def passed(self, position: str) -> str:
        """Return the same position with the other role to move."""
        return position[:-1] + MARKS[self.mover(position).other]

    def image(self, position: str, symmetry: Sequence[int]) -> str:
        """Move the man on location i to location symmetry[i], all men at once."""
        moved = list(position)
        for here, there in enumerate(symmetry):
            moved[there] = position[here]
        return "".join(moved)

    def format_position(self, position: str) -> str:
        """Return the position, which is already a text."""
        return position

    def parse_position(self, text: str) -> str:
        """Read where men stand, and the mover, which is Player if the text names none."""
        cells, mover = read_cells(text, len(self.board))
        return write_cells(cells, Role.PLAYER if mover is None else mover)
