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
    LEARNERS,
    Advisor,
    Contestant,
    Learner,
    register_learner,
    unregister_learner,
)
from agents.plugins.origins import run_file
from control.paradigms import PARADIGMS, Paradigm
from games import REGISTRIES, BadPlugin, Game, HoyleError, fresh_registries, game_names, register, unregister
from games.registry import FACTORIES


@attrs.frozen
class Loaded:
    """What a file brought, by name."""

    advisors: list[str]
    games: list[str]
    paradigms: list[str]
    learners: list[str] = attrs.field(factory=list)
    contestants: list[str] = attrs.field(factory=list)
    others: dict[str, list[str]] = attrs.field(factory=dict)
    """What the file registered that no floor here knows, such as measures: by entry point group."""
    names: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """Everything that has a name in it."""

    def __bool__(self) -> bool:
        return any(getattr(self, kind) for kind in _KINDS) or any(self.others.values())

    def unload(self) -> None:
        """Take it all out again."""
        for kind, (_, take_out) in _KINDS.items():
            for name in getattr(self, kind):
                take_out(name)
        for group, names in self.others.items():
            for name in names:
                REGISTRIES[group].unregister(name)

    def of_group(self, group: str) -> list[str]:
        """Return what was brought to one table, to add to."""
        kind = _GROUPS.get(group)
        found: list[str] = self.others.setdefault(group, []) if kind is None else getattr(self, kind)
        return found


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
_GROUPS: Mapping[str, str] = MappingProxyType(
    {
        ADVISORS.group: "advisors",
        LEARNERS.group: "learners",
        CONTESTANTS.group: "contestants",
        FACTORIES.group: "games",
        PARADIGMS.group: "paradigms",
    }
)
"""Which kind of thing each table holds."""


@attrs.frozen
class Definitions:
    """What a file defines, once it has been run."""

    path: Path
    module: ModuleType
    things: Mapping[str, list[Any]]
    """By kind."""
    registered: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """What it registered itself while it was run, by entry point group and by name."""

    @classmethod
    def of(cls, path: Path) -> "Definitions":
        """Run a Python file, and look through what it defines and what it registers."""
        with fresh_registries() as scope:
            before = {group: set(things) for group, things in scope.own.items()}
            module = run_file(path)
            registered = {
                group: {name: thing for name, thing in things.items() if name not in before.get(group, ())}
                for group, things in scope.own.items()
            }
            return cls(path, module, _besides(_defined(module), registered), registered)

    def register(self, *, may_be_empty: bool = False) -> Loaded:
        """Let all of it take part, or nothing."""
        if not may_be_empty and not any((*self.things.values(), *self.registered.values())):
            raise BadPlugin(
                f"{self.path} defines no Advisor, learner, contestant, game or paradigm;"
                " subclass agents.Advisor in it"
            )
        loaded = Loaded([], [], [], names=vars(self.module))
        try:
            for group, things in self.registered.items():
                for name, thing in things.items():
                    loaded.of_group(group).append(REGISTRIES[group].keep(thing, name))
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


def _besides(
    things: Mapping[str, list[Any]], registered: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[Any]]:
    """Leave out what the file registered itself: it takes part already."""
    taken = {id(thing) for found in registered.values() for thing in found.values()}
    games = registered.get(FACTORIES.group, {})
    return {
        kind: [
            each
            for each in found
            if id(each) not in taken and not (kind == "games" and getattr(each, "name", None) in games)
        ]
        for kind, found in things.items()
    }


def _is_known(game: Game[Any], module: ModuleType) -> bool:
    """Is this a game that was there already, made for the file's own use?"""
    return type(game).__module__ != module.__name__ and getattr(game, "name", None) in game_names()


def _is_there(paradigm: Paradigm) -> bool:
    """Is this a paradigm that was there already?"""
    return paradigm.name in PARADIGMS and PARADIGMS[paradigm.name] == paradigm
