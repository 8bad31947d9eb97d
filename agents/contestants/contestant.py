"""The contract of contestants, and the simplest of them."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from agents.session.streams import Streams, pick
from games import BadOption, BadPlugin, Game, HoyleError, Move

RESERVED = ("hoyle", "human")
"""What no contestant may be called that somebody brings."""


class Forfeit(HoyleError):
    """Raised by a contestant that loses the contest here and now: by its own fault, or since it gives up."""

    def __init__(self, reason: str, *, was_killed: bool = False) -> None:
        super().__init__(reason)
        self.was_killed = was_killed
        """Was it ended by something that it did not do? Asked again, it might go on."""


class Contestant(ABC):
    """One who can be asked for a move. Subclass it, and write `choose`."""

    name: str
    """The class's own name, unless given."""
    takes_back = False
    """May it ask for moves to be taken back, as a person does?"""
    is_kept = False
    """Does one serve all the phases of a run that name it? Each phase makes its own unless it does."""
    asked: int = 0
    """For how many moves it was asked in this contest, if it keeps count."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read what stands behind the colon of its name, as keyword arguments to make it with."""
        if argument:
            raise BadOption(
                f"contestant {cls.name!r} takes nothing behind a colon, but was given {argument!r}"
            )
        return {}

    @classmethod
    def made_for(cls, game: Game[Any], argument: str = "") -> Self:  # noqa: ARG003  # others must know the game
        """Make one that is asked for by its name, and what stands behind the colon, to play a game."""
        return cls(**cls.read_argument(argument))

    def begin(self) -> None:  # noqa: B027  # most count nothing
        """Begin a contest: whoever counts something over the decisions of one starts anew."""

    def bookmark(self) -> object:
        """Return whatever it counts over the decisions of a contest, for when moves are taken back."""
        return None

    def go_back(self, bookmark: object) -> None:  # noqa: B027  # as above
        """Be again as it was at a bookmark: what it decided since then has not happened."""

    async def try_out(self, game: Game[Any]) -> None:  # noqa: B027  # most need nothing
        """Start whatever it needs to play a game; a HoyleError says why it cannot."""

    def close(self) -> None:  # noqa: B027  # as above
        """End whatever was started for it."""

    @abstractmethod
    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return a legal move; what is random about it comes from these streams."""


class RandomContestant(Contestant):
    """Plays any legal move, each equally likely."""

    name = "random"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return any legal move."""
        return pick(streams.stream("random"), game.legal_moves(position))


def check_contestant_name(name: object) -> None:
    """Refuse a name by which nobody could ask for a contestant; BadPlugin says why."""
    if not isinstance(name, str) or not name.isprintable() or not name or set(name) & set(":,= "):
        raise BadPlugin(
            f"a contestant is named {name!r}; a name is printable text without blank, colon, comma or ="
        )
    if name in RESERVED:
        raise BadPlugin(f"a contestant is named {name!r}; that is somebody else: give another name")


def check_contestant_declaration(contestant: type[Contestant]) -> None:
    """Refuse a contestant that nobody could ask for, or that cannot choose; BadPlugin says why."""
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
