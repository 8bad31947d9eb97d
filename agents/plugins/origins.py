"""Where an Advisor or a game comes from, so that another process can make it again."""

import hashlib
import importlib
import re
import sys
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from agents.plugins import sibling_imports as beside
from games import BadOption, BadPlugin, Game, make_game
from games.errors import BESIDE, LOADED, fault_line
from games.registry import FACTORIES


@attrs.frozen
class Origin:
    """Where to find a class or a game: a module or a file, and a name in it."""

    module: str
    """Empty for games that are found by name: bundled, or from an installed distribution."""
    file: str
    """The file that the module was loaded from, or "" if it was not loaded from a file."""
    name: str
    options: Mapping[str, str] = attrs.field(factory=dict)
    """The variant of a game."""

    def to_message(self) -> list[Any]:
        """Return a message for another process."""
        return [self.module, self.file, self.name, dict(self.options)]


def origin_of_class(cls: type[Any]) -> Origin:
    """Return where another process can find a class; BadOption if it cannot."""
    module = sys.modules.get(cls.__module__)
    if cls.__module__ == "__main__" or module is None or _found(module, cls.__qualname__) is not cls:
        raise BadOption(
            f"{cls.__name__} cannot run in a process of its own: another process cannot find the class;"
            " move it to the top level of a module or of a file for --load"
        )
    return Origin(cls.__module__, _file_of(module), cls.__qualname__)


def origin_of_game(game: Game[Any]) -> Origin:
    """Return how another process can make a game; BadOption if it cannot."""
    options = {key: str(value) for key, value in game.options.items()}
    if game.name in FACTORIES and game.name not in FACTORIES.registered():
        return Origin("", "", game.name, options)
    for module in _loaded_modules():
        if any(_is_game(value, game) for value in vars(module).values()) or _makes(module, game):
            return Origin(module.__name__, _file_of(module), game.name, options)
    home = sys.modules.get(type(game).__module__)
    if (
        home is not None
        and home.__name__ != "__main__"
        and _found(home, type(game).__qualname__) is type(game)
    ):
        return Origin(home.__name__, "", game.name)
    raise BadOption(
        f"game {game.name!r} cannot be made in another process; move it to a file for --load,"
        " or run every Advisor inline"
    )


def class_at(origin: Origin) -> Any:
    """Return the class, in another process."""
    return reduce(getattr, origin.name.split("."), _module(origin))


def game_at(origin: Origin) -> Game[Any]:
    """Return the game, in another process."""
    if not origin.module:
        return make_game(origin.name, origin.options)
    for value in list(vars(_module(origin)).values()):
        if isinstance(value, Game) and value.name == origin.name:
            return value
        if isinstance(value, type) and issubclass(value, Game) and getattr(value, "name", "") == origin.name:
            return value(**origin.options)
    return make_game(origin.name, origin.options)


def run_file(path: Path) -> ModuleType:
    """Run a Python file as a module, with its folder available for imports; BadPlugin if it fails."""
    if path.is_dir() or not path.exists():
        raise BadPlugin(f"there is no file {path}; give the path of a Python file")
    number = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    name = f"{LOADED}{number}"
    neighbours = beside.Neighbours(path.resolve(), number)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        beside.Loader(name, str(path), neighbours).exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        neighbours.forget()
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadPlugin(_unloadable(path, error)) from error
    return module


def _unloadable(path: Path, error: BaseException) -> str:
    """Describe in one line what is wrong with a file, or with a file that it imports, and in which line."""
    file, line = _fault(error) or (str(path), 0)
    place = f", line {line}:" if line and file == str(path) else ""
    elsewhere = f"{Path(file).name}, line {line}: " if line and file != str(path) else ""
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    text = f"{path}{place} cannot be loaded: {elsewhere}{type(error).__name__}: {what}"
    return " ".join(re.sub(rf"{BESIDE}\w+\.", "", text).split())


def _fault(error: BaseException) -> tuple[str, int] | None:
    """Return where a file fails; a syntax error names its own place."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno and error.filename[0] != "<":
        return error.filename, error.lineno
    return fault_line(error)


def _module(origin: Origin) -> ModuleType:
    if origin.file and origin.module not in sys.modules:
        run_file(Path(origin.file))
    return importlib.import_module(origin.module)


def _found(module: ModuleType, name: str) -> object:
    return reduce(lambda value, part: getattr(value, part, None), name.split("."), module)  # type: ignore[arg-type, return-value]  # any value on the way


def _file_of(module: ModuleType) -> str:
    """Return the file to run to get a module, if the module was loaded or imported by a loaded file."""
    head = sys.modules.get(module.__name__.partition(".")[0], module)
    is_loaded = head.__name__.startswith((LOADED, BESIDE))
    return str(Path(head.__file__ or "").resolve()) if is_loaded else ""


def _loaded_modules() -> Iterator[ModuleType]:
    return (module for name, module in list(sys.modules.items()) if name.startswith(LOADED))


def _makes(module: ModuleType, game: Game[Any]) -> bool:
    """Return whether a loaded file registered the factory of this game."""
    return getattr(FACTORIES.get(game.name), "__module__", None) == module.__name__


def _is_game(value: object, game: Game[Any]) -> bool:
    return value is game or (value is type(game) and getattr(value, "name", "") == game.name)
