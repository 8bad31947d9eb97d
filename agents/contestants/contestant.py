"""The contract of contestants, and the simplest of them."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from agents.session.streams import Streams, pick
from games import BadOption, BadPlugin, Game, HoyleError, Move

RESERVED = ("hoyle", "human")
"""Names that users' contestants may not have."""


class Forfeit(HoyleError):
    """Raised by a contestant that loses the contest at once: by its own fault, or because it resigns."""

    def __init__(self, reason: str, *, was_killed: bool = False) -> None:
        super().__init__(reason)
        self.was_killed = was_killed
        """Whether something outside ended it; asked again, it might go on."""


class Contestant(ABC):
    """A player that can be asked for a move. Subclass it, and write `choose`."""

    name: str
    """Defaults to the name of the class."""
    takes_back = False
    """Whether it may ask to undo moves, as a person does."""
    is_kept = False
    """Whether one instance serves all phases of a run that name it; otherwise each phase makes its own."""
    asked: int = 0
    """How many moves it was asked for in this contest, if it counts them."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read the text after the colon of its name, as keyword arguments for its constructor."""
        if argument:
            raise BadOption(f"contestant {cls.name!r} takes no argument, but was given {argument!r}")
        return {}

    @classmethod
    def made_for(cls, game: Game[Any], argument: str = "") -> Self:  # noqa: ARG003  # others need the game
        """Make the contestant for a game, from the text after the colon of its name."""
        return cls(**cls.read_argument(argument))

    def begin(self) -> None:  # noqa: B027  # most keep no state
        """Begin a contest, and reset any state that lasts for one contest."""

    def bookmark(self) -> object:
        """Return the state that lasts for one contest, so that moves can be undone."""
        return None

    def go_back(self, bookmark: object) -> None:  # noqa: B027  # as above
        """Restore the state of a bookmark: decisions since then leave no mark."""

    async def try_out(self, game: Game[Any]) -> None:  # noqa: B027  # most need nothing
        """Start what it needs to play a game; HoyleError if that fails."""

    def close(self) -> None:  # noqa: B027  # as above
        """End everything that was started for it."""

    @abstractmethod
    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return a legal move; take all random numbers from these streams."""


class RandomContestant(Contestant):
    """Plays any legal move, each equally likely."""

    name = "random"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return a random legal move."""
        return pick(streams.stream("random"), game.legal_moves(position))


def check_contestant_name(name: object) -> None:
    """Raise BadPlugin if a contestant cannot have this name."""
    if not isinstance(name, str) or not name.isprintable() or not name or set(name) & set(":,= "):
        raise BadPlugin(
            f"a contestant is named {name!r}; use printable text without blank, colon, comma or ="
        )
    if name in RESERVED:
        raise BadPlugin(f"a contestant is named {name!r}, which is reserved; choose another name")


def check_contestant_declaration(contestant: type[Contestant]) -> None:
    """Raise BadPlugin if a contestant has an impossible name, or no valid choose method."""
    name = contestant.name
    check_contestant_name(name)
    if inspect.isfunction(contestant.choose) and not (
        inspect.isabstract(contestant) or inspect.iscoroutinefunction(contestant.choose)
    ):
        raise BadPlugin(
            f"contestant {name!r} has a choose that is not async;"
            " write `async def choose(self, game, position, streams)`"
        )
    if inspect.isabstract(contestant) or not inspect.iscoroutinefunction(contestant.choose):
        raise BadPlugin(
            f"contestant {name!r} has no choose method of its own;"
            " write `async def choose(self, game, position, streams)`"
        )
