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
            f"{label} is no contestant;"
            " it must be a subclass of agents.Contestant, or a function that makes one"
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
"""Every contestant but Hoyle and a person, by name; whoever plays without one need not load it."""
SOLVERS = ("perfect", "expert", "reasonable", "fallible")
"""Those who know how the game ends."""


def make_contestant(text: str, game: Game[Any]) -> Contestant:
    """Make the contestant that `random`, `perfect:2`, `reasonable:10`, `search:0.5s` and the like name."""
    name, _, argument = text.partition(":")
    contestant = CONTESTANTS.find(name)
    if CONTESTANTS.is_bundled(name):
        return contestant.made_for(game, argument)
    with _told_in_a_line(text, "cannot be made"):
        return GuardedContestant(contestant.made_for(game, argument), text)


def check_contestant(text: str) -> None:
    """Refuse a text that names no contestant, without making one: for some, a game must be solved first."""
    name, _, argument = text.partition(":")
    contestant = CONTESTANTS.find(name)
    with _told_in_a_line(text, "cannot be made"):
        contestant.read_argument(argument)


def register_contestant(contestant: type[Contestant] | str, make: MakesContestant | None = None) -> str:
    """Let a contestant that somebody brought be asked for, and return its name; one that is taken is refused.

    It is a class, which goes by its own name; or a name and who makes a contestant of it: another class, or a
    function of the game.
    """
    if isinstance(contestant, str) and make is None:
        raise BadPlugin(f"contestant {contestant!r} cannot be made; register_contestant(name, make)")
    if not isinstance(contestant, str):
        if not isinstance(contestant, type) and callable(contestant):
            raise BadPlugin(f"{contestant!r:.60} goes by no name; write register_contestant(name, make)")
        return CONTESTANTS.register(contestant)
    check_contestant_name(contestant)
    return CONTESTANTS.register(_renamed(contestant, make) if isinstance(make, type) else make, contestant)


def _renamed(name: str, contestant: type[Contestant]) -> type[Contestant]:
    """Make the same contestant under another name."""
    _contestant(contestant, f"contestant {name!r}")
    return type(contestant.__name__, (contestant,), {"name": name, "__doc__": contestant.__doc__})


def _made_by(make: Callable[[Game[Any]], object], label: str) -> type[Contestant]:
    """Make a class of a function that makes a contestant for a game; it goes by whatever name it is given."""

    class Made(Contestant):
        __doc__ = make.__doc__
        name = ""

        @classmethod
        def made_for(cls, game: Game[Any], argument: str = "") -> Any:
            cls.read_argument(argument)
            found = make(game)
            if not isinstance(found, Contestant):
                raise BadPlugin(f"{label} makes {found!r:.60}, which is no agents.Contestant")
            return found

        @classmethod
        def read_argument(cls, argument: str) -> Mapping[str, Any]:
            if argument:
                raise BadOption(f"{label} takes nothing behind a colon, but was given {argument!r}")
            return {}

        async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
            raise NotImplementedError

    return Made


class GuardedContestant(Contestant):
    """A contestant that somebody brought: whatever goes wrong in it is told in one line."""

    def __init__(self, contestant: Contestant, name: str) -> None:
        self.name = name
        self.is_kept = contestant.is_kept
        self._contestant = contestant

    def begin(self) -> None:
        """Begin a contest."""
        self.asked = 0
        with _told_in_a_line(self.name, "failed"):
            self._contestant.begin()

    def bookmark(self) -> object:
        """Return what it counts over a contest."""
        with _told_in_a_line(self.name, "failed"):
            return self._contestant.bookmark()

    def go_back(self, bookmark: object) -> None:
        """Be again as it was."""
        with _told_in_a_line(self.name, "failed"):
            self._contestant.go_back(bookmark)

    async def try_out(self, game: Game[Any]) -> None:
        """Start whatever it needs."""
        with _told_in_a_line(self.name, "failed"):
            await self._contestant.try_out(game)

    def close(self) -> None:
        """End whatever was started for it."""
        with _told_in_a_line(self.name, "failed"):
            self._contestant.close()

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return its move."""
        self.asked += 1
        with _told_in_a_line(self.name, "failed"):
            move: object = await self._contestant.choose(game, position, streams)
        if not isinstance(move, str):
            raise BadPlugin(f"contestant {self.name!r} failed: it chose {move!r:.60}, which is no move")
        return move


@contextmanager
def _told_in_a_line(name: str, what: str) -> Iterator[None]:
    """Tell in one line whatever goes wrong with a contestant."""
    try:
        yield
    except HoyleError:
        raise
    except Exception as error:
        raise BadPlugin(f"contestant {name!r} {what}: {in_words(error)}") from error
