"""Bringing in a Python file of somebody's Advisors, learners, contestants, games and paradigms."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import attrs

from agents import (
    ADVISORS,
    CONTESTANTS,
    Advisor,
    Contestant,
    Learner,
    register_learner,
    unregister_learner,
)
from agents.plugins.origins import run_file
from control.paradigms import PARADIGMS, Paradigm
from games import BadPlugin, Game, HoyleError, game_names, register, unregister


@attrs.frozen
class Loaded:
    """What a file brought, by name."""

    advisors: list[str]
    games: list[str]
    paradigms: list[str]
    learners: list[str] = attrs.field(factory=list)
    contestants: list[str] = attrs.field(factory=list)
    names: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """Everything that has a name in it."""

    def __bool__(self) -> bool:
        return any(getattr(self, kind) for kind in _KINDS)

    def unload(self) -> None:
        """Take it all out again."""
        for kind, (_, take_out) in _KINDS.items():
            for name in getattr(self, kind):
                take_out(name)


_KINDS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], None]]] = MappingProxyType(
    {
        "advisors": (ADVISORS.register, ADVISORS.unregister),
        "learners": (register_learner, unregister_learner),
        "contestants": (CONTESTANTS.register, CONTESTANTS.unregister),
        "games": (register, unregister),
        "paradigms": (PARADIGMS.register, PARADIGMS.unregister),
    }
)
"""How each kind of thing is let in, and taken out again."""


@attrs.frozen
class Definitions:
    """What a file defines, once it has been run."""

    path: Path
    module: ModuleType
    things: Mapping[str, list[Any]]
    """By kind."""

    @classmethod
    def of(cls, path: Path) -> "Definitions":
        """Run a Python file, and look through what it defines."""
        module = run_file(path)
        return cls(path, module, _defined(module))

    def register(self, *, may_be_empty: bool = False) -> Loaded:
        """Let all of it take part, or nothing."""
        if not may_be_empty and not any(self.things.values()):
            raise BadPlugin(
                f"{self.path} defines no Advisor, learner, contestant, game or paradigm;"
                " subclass agents.Advisor in it"
            )
        loaded = Loaded([], [], [], names=vars(self.module))
        try:
            for kind, (let_in, _) in _KINDS.items():
                for thing in self.things[kind]:
                    getattr(loaded, kind).append(let_in(thing))
        except HoyleError as error:
            loaded.unload()
            raise type(error)(f"{self.path}: {error}") from error
        return loaded


def load_file(path: Path, *, may_be_empty: bool = False) -> Loaded:
    """Run a Python file and register what it defines, all of it or nothing."""
    return Definitions.of(path).register(may_be_empty=may_be_empty)


def _defined(module: ModuleType) -> dict[str, list[Any]]:
    """Return what the file itself defines: not what it imports, nor what it only builds on."""
    named = {id(value): value for name, value in vars(module).items() if not name.startswith("_")}
    values = named.values()
    own = [value for value in values if isinstance(value, type) and value.__module__ == module.__name__]
    made = [value for value in values if isinstance(value, Game) and not _is_known(value, module)]
    bases = {base for each in own for base in each.__mro__[1:]} | {type(game) for game in made}

    def classes(base: type, method: str) -> list[Any]:
        """Return those that are meant to take part: with a method of their own, or nothing built on them."""
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
    """Is this a game that was there already, made for the file's own use?"""
    return type(game).__module__ != module.__name__ and getattr(game, "name", None) in game_names()


def _is_there(paradigm: Paradigm) -> bool:
    """Is this a paradigm that was there already?"""
    return paradigm.name in PARADIGMS and PARADIGMS[paradigm.name] == paradigm
