"""A game that goes round in circles."""

from collections.abc import Mapping, Sequence

from games import Game, Move, Outcome, Role, grid


class Shuttle(Game[int]):
    """Count on, and begin again at the top; nobody ever wins."""

    name = "shuttle"
    title = "Shuttle"
    family = "test"
    rules = "Go on."
    board = grid(1, 1, lines=[])
    options: Mapping[str, object] = {}

    def __init__(self, length: int = 2) -> None:
        self._length = length

    def initial(self) -> int:
        """Start at 0."""
        return 0

    def mover(self, position: int) -> Role:
        """Take turns."""
        return Role(position % 2)

    def legal_moves(self, position: int) -> tuple[Move, ...]:  # noqa: ARG002  # it is always the same
        """There is only one way."""
        return ("on",)

    def play(self, position: int, move: Move) -> int:  # noqa: ARG002  # as above
        """Go on."""
        return (position + 1) % self._length

    def outcome(self, position: int) -> Outcome | None:  # noqa: ARG002  # as above
        """Never end."""
        return None

    def cells(self, position: int) -> Sequence[Role | None]:
        """Show who moves."""
        return [self.mover(position)]

    def passed(self, position: int) -> int:
        """Go on."""
        return position + 1

    def image(self, position: int, symmetry: Sequence[int]) -> int:  # noqa: ARG002  # as above
        """Nothing changes."""
        return position

    def format_position(self, position: int) -> str:
        """Write the number."""
        return str(position)

    def parse_position(self, text: str) -> int:
        """Read the number."""
        return int(text)
