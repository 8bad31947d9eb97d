"""The registry of contestants: who can be asked to play, by name."""

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from agents.contestants.contestant import (
    Contestant,
    RandomContestant,
    check_contestant_declaration,
    check_contestant_name,
)
from agents.session.streams import Streams
from games import BadOption, BadPlugin, Game, HoyleError, Move, Registry, in_words

MakesContestant: TypeAlias = type[Contestant] | Callable[[Game[Any]], Contestant]


def _contestant(found: object, label: str) -> type[Contestant]:
    if inspect.isroutine(found) or isinstance(found, functools.partial):
        return _made_by(found, label)
    if not (isinstance(found, type) and issubclass(found, Contestant)):
        raise BadPlugin(
            f"{label} is not a contestant;"
            " use a subclass of agents.Contestant, or a function that makes a contestant"
        )
    check_contestant_declaration(found)
    return found


CONTESTANTS: Registry[type[Contestant]] = Registry(
    "contestant",
    "hoyle.contestants",
    {
        "random": RandomContestant,
        "perfect": "agents.contestants.solved:PerfectContestant",
        "expert": "agents.contestants.solved:ExpertContestant",
        "reasonable": "agents.contestants.solved:ReasonableContestant",
        "fallible": "agents.contestants.solved:FallibleContestant",
        "search": "agents.contestants.search:SearchContestant",
        "program": "agents.contestants.program_contestant:ProgramContestant",
    },
    admit=_contestant,
    name_of=lambda contestant: contestant.name or None,
)
"""Every contestant except Hoyle and a person, by name; modules are loaded on first use."""
SOLVERS = ("perfect", "expert", "reasonable", "fallible")
"""Contestants that use the solution of the game."""


def make_contestant(text: str, game: Game[Any]) -> Contestant:
    """Make the contestant that a text such as `random`, `perfect:2` or `search:0.5s` names."""
    name, _, argument = text.partition(":")
    contestant = CONTESTANTS.find(name)
    if CONTESTANTS.is_bundled(name):
        return contestant.made_for(game, argument)
    with _one_line_errors(text, "cannot be made"):
        return GuardedContestant(contestant.made_for(game, argument), text)


def check_contestant(text: str) -> None:
    """Raise an error if a text names no contestant, without making one: that may require solving a game."""
    name, _, argument = text.partition(":")
    contestant = CONTESTANTS.find(name)
    with _one_line_errors(text, "cannot be made"):
        contestant.read_argument(argument)


def register_contestant(contestant: type[Contestant] | str, make: MakesContestant | None = None) -> str:
    """Register a contestant, and return its name; a name in use is refused.

    Give a class, which has its own name; or a name and what makes the contestant: another class, or a
    function of the game.
    """
    if isinstance(contestant, str) and make is None:
        raise BadPlugin(f"contestant {contestant!r} cannot be made; use register_contestant(name, make)")
    if not isinstance(contestant, str):
        if not isinstance(contestant, type) and callable(contestant):
            raise BadPlugin(f"{contestant!r:.60} has no name; use register_contestant(name, make)")
        return CONTESTANTS.register(contestant)
    check_contestant_name(contestant)
    return CONTESTANTS.register(_renamed(contestant, make) if isinstance(make, type) else make, contestant)


def _renamed(name: str, contestant: type[Contestant]) -> type[Contestant]:
    """Return a subclass of a contestant with another name."""
    _contestant(contestant, f"contestant {name!r}")
    return type(contestant.__name__, (contestant,), {"name": name, "__doc__": contestant.__doc__})


def _made_by(make: Callable[[Game[Any]], object], label: str) -> type[Contestant]:
    """Return a class for a function that makes a contestant for a game; its name is given on registration."""

    class Made(Contestant):
        __doc__ = make.__doc__
        name = ""

        @classmethod
        def made_for(cls, game: Game[Any], argument: str = "") -> Any:
            cls.read_argument(argument)
            found = make(game)
            if not isinstance(found, Contestant):
                raise BadPlugin(f"{label} returned {found!r:.60}, which is not an agents.Contestant")
            return found

        @classmethod
        def read_argument(cls, argument: str) -> Mapping[str, Any]:
            if argument:
                raise BadOption(f"{label} takes no argument, but was given {argument!r}")
            return {}

        async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
            raise NotImplementedError

    return Made


class GuardedContestant(Contestant):
    """A user's contestant, whose errors are reported in one line."""

    def __init__(self, contestant: Contestant, name: str) -> None:
        self.name = name
        self.is_kept = contestant.is_kept
        self._contestant = contestant

    def begin(self) -> None:
        """Begin a contest."""
        self.asked = 0
        with _one_line_errors(self.name, "failed"):
            self._contestant.begin()

    def bookmark(self) -> object:
        """Return its state in this contest."""
        with _one_line_errors(self.name, "failed"):
            return self._contestant.bookmark()

    def go_back(self, bookmark: object) -> None:
        """Restore the state of a bookmark."""
        with _one_line_errors(self.name, "failed"):
            self._contestant.go_back(bookmark)

    async def try_out(self, game: Game[Any]) -> None:
        """Start what it needs."""
        with _one_line_errors(self.name, "failed"):
            await self._contestant.try_out(game)

    def close(self) -> None:
        """End everything that was started for it."""
        with _one_line_errors(self.name, "failed"):
            self._contestant.close()

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return its move."""
        self.asked += 1
        with _one_line_errors(self.name, "failed"):
            move: object = await self._contestant.choose(game, position, streams)
        if not isinstance(move, str):
            raise BadPlugin(f"contestant {self.name!r} failed: it chose {move!r:.60}, which is not a move")
        return move


@contextmanager
def _one_line_errors(name: str, what: str) -> Iterator[None]:
    """Raise every error of a contestant as one of our own, in one line."""
    try:
        yield
    except HoyleError:
        raise
    except Exception as error:
        raise BadPlugin(f"contestant {name!r} {what}: {in_words(error)}") from error
