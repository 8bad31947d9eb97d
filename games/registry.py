"""The registry: which games there are, and how each is made."""

import contextlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from games.bundled.mens_morris import (
    eleven_mens_morris,
    five_mens_morris,
    nerenchi,
    nine_mens_morris,
    six_mens_morris,
    twelve_mens_morris,
)
from games.bundled.nim import Nim
from games.bundled.othello import Othello
from games.bundled.pong_hau_ki import pong_hau_ki
from games.bundled.squares import achi, les_pendus, marelle, nine_holes, picaria, tapatan
from games.bundled.tic_tac_toe import lose_tic_tac_toe, qubic, tic_tac_toe, tic_tac_toe_3d
from games.bundled.tsoro_yematatu import tsoro_yematatu
from games.bundled.wheels import mu_torere, shisima
from games.errors import BadOption, BadPlugin, HoyleError, in_words
from games.game import Game
from games.registries import Registry, label_of

Factory: TypeAlias = Callable[..., Game[Any]]
"""Makes a game. Its keyword arguments are the options of the game, given as text."""

GAMES: Mapping[str, Factory] = MappingProxyType(
    {
        "tic-tac-toe": tic_tac_toe,
        "lose-tic-tac-toe": lose_tic_tac_toe,
        "tic-tac-toe-3d": tic_tac_toe_3d,
        "qubic": qubic,
        "tsoro-yematatu": tsoro_yematatu,
        "pong-hau-ki": pong_hau_ki,
        "achi": achi,
        "les-pendus": les_pendus,
        "marelle": marelle,
        "tapatan": tapatan,
        "nine-holes": nine_holes,
        "picaria": picaria,
        "shisima": shisima,
        "mu-torere": mu_torere,
        "five-mens-morris": five_mens_morris,
        "six-mens-morris": six_mens_morris,
        "nine-mens-morris": nine_mens_morris,
        "eleven-mens-morris": eleven_mens_morris,
        "twelve-mens-morris": twelve_mens_morris,
        "nerenchi": nerenchi,
        "othello": Othello,
        "nim": Nim,
    }
)
"""The bundled games. Trique is missing: the papers name it, but its rules are lost."""


def _factory(source: object, label: str) -> Factory:
    if isinstance(source, Game):
        return lambda: source
    if callable(source):
        return source
    raise BadPlugin(f"{label} cannot be used: it must be a Game, a Game subclass or a factory")


FACTORIES = Registry("game", "hoyle.games", GAMES, admit=_factory, remedy="hoyle games lists them")
"""Every game: bundled, from other distributions (`name = "module:factory"`), and registered."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games: bundled, from other distributions, and registered."""
    return tuple(FACTORIES)


def make_game(name: str, options: Mapping[str, str] = MappingProxyType({})) -> Game[Any]:
    """Return the game with this name, in the variant that the options choose."""
    factory = FACTORIES.find(name)
    _check_options(name, factory, options)
    if FACTORIES.is_bundled(name):
        return factory(**options)
    game = _made(factory, f"game {name!r}", options)
    if game.name != name:
        raise BadPlugin(f"game {name!r} cannot be used: its own name is {game.name!r}; make the names equal")
    return game


def usable_games() -> Iterator[Game[Any]]:
    """Yield every game that can be made; `plugin_faults` returns the faults of the others."""
    for name in FACTORIES:
        with contextlib.suppress(HoyleError):
            yield make_game(name)


def register(source: Game[Any] | Factory) -> str:
    """Register a game, and return its name.

    The source is an instance, or a Game subclass or other factory that needs no arguments.
    """
    label = label_of("game", source)
    return FACTORIES.register(source, _made(_factory(source, label), label).name)


def unregister(name: str) -> None:
    """Remove a registered game; an unknown name is not an error."""
    FACTORIES.unregister(name)


def plugin_faults() -> list[HoyleError]:
    """Make the games of other distributions, and return the faults of those that cannot be used."""
    return list(FACTORIES.faults(make_game).values())


def _made(factory: Factory, label: str, options: Mapping[str, str] = MappingProxyType({})) -> Game[Any]:
    """Call a user's factory, and check the result."""
    try:
        game: object = factory(**options)
    except HoyleError:
        raise
    except Exception as error:
        raise BadPlugin(f"{label} cannot be made: {in_words(error)}") from error
    if not isinstance(game, Game):
        raise BadPlugin(f"{label} cannot be used: its factory returned {type(game).__name__}, not a Game")
    missing = [each for each in ("name", "title", "board") if not hasattr(game, each)]
    if missing:
        raise BadPlugin(f"{label} cannot be used: it has no {', no '.join(missing)}")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(game.name)):
        raise BadPlugin(f"{label} cannot be used: its name {game.name!r} is not lower case with dashes")
    return game


def _check_options(name: str, factory: Factory, options: Mapping[str, str]) -> None:
    known = _option_names(factory)
    for option in options:
        if known is not None and option not in known:
            remedy = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BadOption(f"{name} has no option {option!r}; {remedy}")


def check_options(name: str) -> list[str]:
    """Return what is wrong with the options that the game of this name declares."""
    return [
        f"its option {each.name!r} has the default {each.default!r:.40}, which is not a string;"
        f" use a string, such as {each.name}={str(each.default)[:20]!r}"
        for each in _options(FACTORIES.find(name))
        if each.default is not each.empty and not isinstance(each.default, str)
    ]


def _option_names(factory: Factory) -> list[str] | None:
    """Return the names of the options; None if every name is accepted."""
    options = _options(factory)
    return None if any(each.kind is each.VAR_KEYWORD for each in options) else [each.name for each in options]


def _options(factory: Factory) -> list[inspect.Parameter]:
    """Return the options, which are the keyword arguments of the factory."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each for each in parameters if each.kind in (*kinds, inspect.Parameter.VAR_KEYWORD)]
