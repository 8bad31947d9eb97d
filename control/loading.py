"""Loading a Python file of Advisors, learners, contestants, games and paradigms.

Everything of these kinds that the file defines under a name takes part: subclasses, games and paradigms. So
does everything that it registers itself, of these and other kinds.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import attrs

from agents import (
    ADVISORS,
    CONTESTANTS,
    LEARNERS,
    Advisor,
    Contestant,
    Learner,
    register_learner,
)
from agents.plugins.origins import run_file
from control.overlooked import overlooked
from control.voting.paradigms import PARADIGMS, Paradigm
from games import REGISTRIES, BadPlugin, Game, HoyleError, Registry, game_names, gathering, register
from games.registry import FACTORIES


@attrs.frozen
class Loaded:
    """What a file has added, by name."""

    advisors: list[str]
    games: list[str]
    paradigms: list[str]
    learners: list[str] = attrs.field(factory=list)
    contestants: list[str] = attrs.field(factory=list)
    others: dict[str, list[str]] = attrs.field(factory=dict)
    """Things of other kinds, by the group of their registry."""
    names: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """All names in the file."""

    def __bool__(self) -> bool:
        return any(True for _ in self._all())

    def unload(self) -> None:
        """Unregister everything."""
        for registry, name in list(self._all()):
            registry.unregister(name)

    def _all(self) -> "list[tuple[Registry[Any], str]]":
        kinds = [(registry, getattr(self, kind)) for kind, (registry, _) in _KINDS.items()]
        kinds += [(REGISTRIES[group], names) for group, names in self.others.items()]
        return [(registry, name) for registry, names in kinds for name in names]

    def note(self, group: str, name: str) -> None:
        """Record what was added."""
        for kind, (registry, _) in _KINDS.items():
            if registry.group == group:
                getattr(self, kind).append(name)
                return
        self.others.setdefault(group, []).append(name)


_KINDS: Mapping[str, tuple[Registry[Any], Callable[[Any], str]]] = MappingProxyType(
    {
        "advisors": (ADVISORS, ADVISORS.register),
        "learners": (LEARNERS, register_learner),
        "contestants": (CONTESTANTS, CONTESTANTS.register),
        "games": (FACTORIES, register),
        "paradigms": (PARADIGMS, PARADIGMS.register),
    }
)
"""The registry of each kind of thing that is found in a file, and the function that registers one."""


@attrs.frozen
class Definitions:
    """What a file defines."""

    path: Path
    module: ModuleType
    things: Mapping[str, list[Any]]
    """What was found in it by kind, without what it registered."""
    registered: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """What it registered, by the group of its registry, and by name."""

    @classmethod
    def of(cls, path: Path) -> "Definitions":
        """Run a Python file and find what it defines."""
        with gathering() as registered:
            module = run_file(path)
        found = {
            kind: [each for each in things if not _is_among(each, registered.get(_KINDS[kind][0].group, {}))]
            for kind, things in _defined(module).items()
        }
        return cls(path, module, found, registered)

    def register(self, *, may_be_empty: bool = False) -> Loaded:
        """Register everything, or nothing if there is an error."""
        if not may_be_empty and not any(self.things.values()) and not self.registered:
            raise BadPlugin(f"{self.path} brings nothing: {overlooked(self.module)}")
        loaded = Loaded([], [], [], names=vars(self.module))
        try:
            for group, things in self.registered.items():
                for name, thing in things.items():
                    loaded.note(group, REGISTRIES[group].keep(thing, name))
            for kind, (_, let_in) in _KINDS.items():
                for thing in self.things[kind]:
                    getattr(loaded, kind).append(let_in(thing))
        except HoyleError as error:
            loaded.unload()
            raise type(error)(f"{self.path}: {error}") from error
        return loaded


def load_file(path: Path, *, may_be_empty: bool = False) -> Loaded:
    """Run a Python file and register what it defines, or nothing if there is an error."""
    return Definitions.of(path).register(may_be_empty=may_be_empty)


def _is_among(thing: Any, registered: Mapping[str, Any]) -> bool:
    """Return whether the file registered this itself."""
    return any(thing is each for each in registered.values()) or getattr(thing, "name", None) in registered


def _defined(module: ModuleType) -> dict[str, list[Any]]:
    """Return what the file itself defines, without imports and without base classes."""
    named = {id(value): value for name, value in vars(module).items() if not name.startswith("_")}
    values = named.values()
    own = [value for value in values if isinstance(value, type) and value.__module__ == module.__name__]
    made = [value for value in values if isinstance(value, Game) and not _is_known(value, module)]
    bases = {base for each in own for base in each.__mro__[1:]} | {type(game) for game in made}

    def classes(base: type, method: str) -> list[Any]:
        """Return the subclasses that define the method themselves, or have no subclass in the file."""
        return [
            each
            for each in own
            if issubclass(each, base)
            and (each not in bases or getattr(each, method) is not getattr(base, method))
        ]

    games = [each for each in own if issubclass(each, Game) and each not in bases]
    return {
        "advisors": classes(Advisor, "advise"),
        "learners": classes(Learner, "learn"),
        "contestants": classes(Contestant, "choose"),
        "games": [*(each for each in games if not inspect.isabstract(each)), *made],
        "paradigms": [each for each in values if isinstance(each, Paradigm) and not _is_there(each)],
    }


def _is_known(game: Game[Any], module: ModuleType) -> bool:
    """Return whether this is a known game that the file only uses."""
    return type(game).__module__ != module.__name__ and getattr(game, "name", None) in game_names()


def _is_there(paradigm: Paradigm) -> bool:
    """Return whether this paradigm was registered before."""
    return paradigm.name in PARADIGMS and PARADIGMS[paradigm.name] == paradigm
