"""The registry of contestants: who can be asked to play, by name."""

from collections.abc import Callable
from typing import Any

from agents.contestants.contestant import Contestant, RandomContestant
from games import BadOption, Game, UnknownName


def make_contestant(text: str, game: Game[Any]) -> Contestant:
    """Make the contestant that `random`, `perfect`, `reasonable:10`, `search:0.5s` and the like name."""
    name, _, argument = text.partition(":")
    if name not in CONTESTANTS:
        raise UnknownName.of("contestant", name, CONTESTANTS, f"there are {', '.join(CONTESTANTS)}")
    return CONTESTANTS[name](game, argument)


def check_contestant(text: str) -> None:
    """Refuse a text that names no contestant, without making one: for some, a game must be solved first."""
    name, _, argument = text.partition(":")
    if name not in CONTESTANTS:
        raise UnknownName.of("contestant", name, CONTESTANTS, f"there are {', '.join(CONTESTANTS)}")
    if name == "search":
        from agents.contestants.search import Limit  # noqa: PLC0415  # whoever plays without it need not load it

        if argument:
            Limit.parse(argument)
    elif name in ("reasonable", "fallible"):
        _percent(name, argument)
    elif name in ("random", "perfect", "expert"):
        _check_none(name, argument)


def _random(_: Game[Any], argument: str) -> Contestant:
    _check_none("random", argument)
    return RandomContestant()


def _perfect(game: Game[Any], argument: str) -> Contestant:
    from agents.contestants.solved import PerfectContestant  # noqa: PLC0415  # whoever plays without it need not load a solver

    _check_none("perfect", argument)
    return PerfectContestant(game)


def _expert(game: Game[Any], argument: str) -> Contestant:
    from agents.contestants.solved import ExpertContestant  # noqa: PLC0415  # as above

    _check_none("expert", argument)
    return ExpertContestant(game)


def _reasonable(game: Game[Any], argument: str) -> Contestant:
    from agents.contestants.solved import ReasonableContestant  # noqa: PLC0415  # as above

    return ReasonableContestant(game, _percent("reasonable", argument))


def _fallible(game: Game[Any], argument: str) -> Contestant:
    from agents.contestants.solved import FallibleContestant  # noqa: PLC0415  # as above

    return FallibleContestant(game, _percent("fallible", argument))


def _search(_: Game[Any], argument: str) -> Contestant:
    from agents.contestants.search import SearchContestant  # noqa: PLC0415  # as above

    return SearchContestant.parse(argument)


CONTESTANTS: dict[str, Callable[[Game[Any], str], Contestant]] = {
    "random": _random,
    "perfect": _perfect,
    "expert": _expert,
    "reasonable": _reasonable,
    "fallible": _fallible,
    "search": _search,
}
"""Every contestant but Hoyle and a person, by name; what stands behind a colon is handed on."""
SOLVERS = ("perfect", "expert", "reasonable", "fallible")
"""Those who know how the game ends."""


def _check_none(name: str, argument: str) -> None:
    if argument:
        raise BadOption(f"contestant {name!r} takes nothing behind a colon, but was given {argument!r}")


def _percent(name: str, argument: str) -> float:
    try:
        percent = float(argument)
    except ValueError:
        percent = -1
    if not 0 <= percent <= 100:  # noqa: PLR2004  # all of it
        raise BadOption(f"contestant {name!r} was given {argument!r}; write {name}:X with X from 0 to 100")
    return percent / 100
