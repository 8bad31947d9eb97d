"""The registry of contestants: who can be asked to play, by name."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agents.contestants.contestant import Contestant, RandomContestant, check_contestant_declaration
from agents.streams import Streams
from games import BadPlugin, Game, HoyleError, Move, Registry, in_words


def _contestant(found: object, label: str) -> type[Contestant]:
    if not (isinstance(found, type) and issubclass(found, Contestant)):
        raise BadPlugin(f"{label} is no contestant; it must be a subclass of agents.Contestant")
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
    },
    admit=_contestant,
    name_of=lambda contestant: contestant.name,
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


def register_contestant(contestant: type[Contestant]) -> None:
    """Let a contestant that somebody brought be asked for; a name that is taken is refused."""
    CONTESTANTS.register(contestant)


class GuardedContestant(Contestant):
    """A contestant that somebody brought: whatever goes wrong in it is told in one line."""

    def __init__(self, contestant: Contestant, name: str) -> None:
        self.name = name
        self._contestant = contestant

    def begin(self) -> None:
        """Begin a contest."""
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

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return its move."""
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
