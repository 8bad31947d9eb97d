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
    """A role equals its number, so both hash alike; the hash of an enumeration is also slow."""

    @property
    def other(self) -> "Role":
        """Return the other role."""
        return _OTHER[self]

    @property
    def title(self) -> str:
        """Return the name in title case."""
        return self.name.capitalize()


_OTHER = (Role.OPPONENT, Role.PLAYER)


class Outcome(enum.Enum):
    """How a contest ended."""

    PLAYER = "player"
    OPPONENT = "opponent"
    DRAW = "draw"

    @property
    def winner(self) -> Role | None:
        """Return the role that won, or None after a draw."""
        return _WINNERS[self]

    @classmethod
    def win_for(cls, role: Role) -> "Outcome":
        """Return the outcome in which this role wins."""
        if not isinstance(role, Role):
            raise TypeError(f"{role!r:.60} is not a Role; the winner is Role.PLAYER or Role.OPPONENT")
        return cls.PLAYER if role is Role.PLAYER else cls.OPPONENT


_WINNERS = {Outcome.PLAYER: Role.PLAYER, Outcome.OPPONENT: Role.OPPONENT, Outcome.DRAW: None}


@attrs.frozen
class Men:
    """How many men one role has."""

    board: int
    """Men that stand on the board."""
    hand: int
    """Men that are yet to be placed."""

    @property
    def total(self) -> int:
        """Return the sum; placing a man does not change it."""
        return self.board + self.hand


STAGES = ("placing", "sliding", None)
"""What `Game.stage` may return."""

P = TypeVar("P", bound=Hashable)
"""A game's own kind of position: immutable and hashable."""


class Game(ABC, Generic[P]):
    """The rules oracle of one game. It answers questions and holds no contest."""

    name: str
    """As on the command line: lower case, with dashes."""
    title: str
    """As shown to people."""
    family: ClassVar[str]
    """Games of one family share their code."""
    rules: str
    """The rules in a few sentences."""
    board: Board
    winning_lines: tuple[Line, ...] = ()
    """Lines that win for the role that fills them with its men."""
    men_stay: ClassVar[bool] = False
    """Whether a man, once placed, never moves, turns over or leaves the board."""
    writes_captures: ClassVar[bool] = False
    """Whether a move takes an enemy man for each x in its notation, and changes no `Men.total` otherwise."""
    options: Mapping[str, object]
    """The variant: every option with its value."""

    @abstractmethod
    def initial(self) -> P:
        """Return the position where every contest starts."""

    @abstractmethod
    def mover(self, position: P) -> Role:
        """Return the role to move."""

    @abstractmethod
    def legal_moves(self, position: P) -> Sequence[Move]:
        """Return every legal move, always in the same order; none once the contest is over.

        The value is a tuple, or an immutable sequence that behaves like one; a game may delay naming moves
        until a caller needs the names.
        """

    @abstractmethod
    def play(self, position: P, move: Move) -> P:
        """Return the position after a move; IllegalMove if the rules do not allow it."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return how the contest ended, or None while it goes on."""

    def apart(self, name: str) -> "Game[P]":
        """Return the same game with a memory of its own for this name, always the same copy for a name.

        What a caller asks there costs the same whatever other callers have asked before. A game without a
        memory returns itself.
        """
        del name
        return self

    def meet(self, position: P) -> P:
        """Return an equal position to hand out, which may carry what this game remembers of it.

        Positions must not be changed. A game whose positions are mutable returns a copy here.
        """
        return position

    @abstractmethod
    def cells(self, position: P) -> Sequence[Role | None]:
        """Return whose man stands on each location, in the board's order."""

    def standing(self, position: P, role: Role) -> int:
        """Return where one role has men, as a bit set: bit i for location i, counted from 0."""
        return sum(1 << i for i, cell in enumerate(self.cells(position)) if cell is role)

    def stage(self, position: P) -> str | None:
        """Return what the mover does here, `placing` or `sliding` men; None in a game without stages."""
        del position
        return None

    def men(self, position: P, role: Role) -> Men | None:
        """Count one role's men, on the board and in hand; None in a game without men."""
        del position, role
        return None

    @abstractmethod
    def passed(self, position: P) -> P:
        """Return the same position with the other role to move: the null move, which rules need not allow."""

    @abstractmethod
    def image(self, position: P, symmetry: Sequence[int]) -> P:
        """Move the man on location i to location symmetry[i] (both counted from 0), all men at once."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """Write a position as one line of text."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """Read what `format_position` wrote; BadPosition if there is no such position."""
