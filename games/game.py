"""A game: a handful of pure questions about a position."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar, Generic, TypeAlias, TypeVar

import attrs

from games.board import Board, Line

Move: TypeAlias = str
"""A move is its notation: `5`, `14-15`, `14-15x3`, `pass`."""


class Role(enum.IntEnum):
    """The two sides of a contest."""

    PLAYER = 0
    """Moves first."""
    OPPONENT = 1

    __hash__ = int.__hash__
    """A role equals its number, so they hash alike; an enumeration's own hash is slow besides."""

    @property
    def other(self) -> "Role":
        """The one who sits across."""
        return _OTHER[self]

    @property
    def title(self) -> str:
        """The name as people write it."""
        return self.name.capitalize()


_OTHER = (Role.OPPONENT, Role.PLAYER)


class Outcome(enum.Enum):
    """How a contest ended."""

    PLAYER = "player"
    OPPONENT = "opponent"
    DRAW = "draw"

    @property
    def winner(self) -> Role | None:
        """Who won, if anybody did."""
        return _WINNERS[self]

    @classmethod
    def win_for(cls, role: Role) -> "Outcome":
        """Make the outcome in which this role has won."""
        if not isinstance(role, Role):
            raise TypeError(f"{role!r:.60} is no Role; who won is Role.PLAYER or Role.OPPONENT")
        return cls.PLAYER if role is Role.PLAYER else cls.OPPONENT


_WINNERS = {Outcome.PLAYER: Role.PLAYER, Outcome.OPPONENT: Role.OPPONENT, Outcome.DRAW: None}


@attrs.frozen
class Men:
    """How many men one role has."""

    board: int
    """Those that stand on the board."""
    hand: int
    """Those that are yet to be placed."""

    @property
    def total(self) -> int:
        """All of them; to place one does not change it."""
        return self.board + self.hand


STAGES = ("placing", "sliding", None)
"""What a game may answer when it is asked for the stage of a contest."""

P = TypeVar("P", bound=Hashable)
"""A game's own kind of position: immutable and hashable."""


class Game(ABC, Generic[P]):
    """The rules oracle of one game. It answers questions and holds no contest."""

    name: str
    """As on the command line: lower case, with dashes."""
    title: str
    """As people write it."""
    family: ClassVar[str]
    """Games of one family share their code."""
    rules: str
    """The rules in a few sentences."""
    board: Board
    winning_lines: tuple[Line, ...] = ()
    """Lines that win for whoever fills them with men of one colour."""
    men_stay: ClassVar[bool] = False
    """A man, once placed, never moves, turns over or leaves the board."""
    writes_captures: ClassVar[bool] = False
    """A move takes a man of the other for each x in its notation, and else changes nobody's `Men.total`."""
    options: Mapping[str, object]
    """The variant that was chosen: every option with its value."""

    @abstractmethod
    def initial(self) -> P:
        """Where every contest starts."""

    @abstractmethod
    def mover(self, position: P) -> Role:
        """Whose turn it is."""

    @abstractmethod
    def legal_moves(self, position: P) -> Sequence[Move]:
        """Every move allowed here, always in the same order; none once the contest is over.

        That is a tuple, or a sequence that never changes and is like one in all it does; a game may put off
        naming moves until somebody asks for them.
        """

    @abstractmethod
    def play(self, position: P, move: Move) -> P:
        """Return the position after a move; IllegalMove if the rules do not allow it."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the contest has ended, or None while it goes on."""

    def apart(self, name: str) -> "Game[P]":
        """Return the same game with a memory of somebody's own, always the same one for a name.

        What somebody asks there costs the same whoever has asked what before. A game that remembers nothing
        from one question to the next is its own.
        """
        del name
        return self

    def meet(self, position: P) -> P:
        """Return an equal position to hand out: it may carry what this game remembers of it.

        Nobody can change a position; if a game's own can be changed, this one is nobody else's.
        """
        return position

    @abstractmethod
    def cells(self, position: P) -> Sequence[Role | None]:
        """Return whose man stands on each location, in the board's order."""

    def standing(self, position: P, role: Role) -> int:
        """Return where one role has men, as a bit set: bit i for location i, counted from 0."""
        return sum(1 << i for i, cell in enumerate(self.cells(position)) if cell is role)

    def stage(self, position: P) -> str | None:
        """Say what the mover does here, `placing` men or `sliding` them; None in a game without stages."""
        del position
        return None

    def men(self, position: P, role: Role) -> Men | None:
        """Count one role's men, on the board and in hand; None in a game without men."""
        del position, role
        return None

    @abstractmethod
    def passed(self, position: P) -> P:
        """Return the same position with the other role to move: the null move, which no rule need allow."""

    @abstractmethod
    def image(self, position: P, symmetry: Sequence[int]) -> P:
        """Move the man on location i to location symmetry[i] (both counted from 0), all men at once."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """Write a position as one line of text."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """Read what `format_position` wrote; BadPosition if there is no such position."""
