"""Bringing in a Python file of somebody's Advisors, learners, games and paradigms."""

import inspect
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from agents import (
    Advisor,
    Learner,
    register_advisor,
    register_learner,
    unregister_advisor,
    unregister_learner,
)
from agents.plugins.origins import run_file
from control.paradigms import PARADIGMS, Paradigm, register_paradigm
from games import BadPlugin, Game, HoyleError, game_names, register, unregister


@attrs.frozen
class Loaded:
    """What a file brought, by name."""

    advisors: list[str]
    games: list[str]
    paradigms: list[str]
    learners: list[str] = attrs.field(factory=list)
    names: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """Everything that has a name in it."""

    def register(self, thing: Any) -> None:
        """Let one thing take part."""
        if isinstance(thing, Paradigm):
            register_paradigm(thing)
            self.paradigms.append(thing.name)
        elif isinstance(thing, type) and issubclass(thing, Advisor):
            register_advisor(thing)
            self.advisors.append(thing.name)
        elif isinstance(thing, type) and issubclass(thing, Learner):
            register_learner(thing)
            self.learners.append(thing.name)
        else:
            self.games.append(register(thing))

    def unload(self) -> None:
        """Take it all out again."""
        for name in self.advisors:
            unregister_advisor(name)
        for name in self.learners:
            unregister_learner(name)
        for name in self.games:
            unregister(name)
        for name in self.paradigms:
            PARADIGMS.pop(name, None)


def load_file(path: Path, *, may_be_empty: bool = False) -> Loaded:
    """Run a Python file and register what it defines, all of it or nothing."""
    module = run_file(path)
    found = _defined(module)
    if not found and not may_be_empty:
        raise BadPlugin(
            f"{path} defines no Advisor, learner, game or paradigm; subclass agents.Advisor in it"
        )
    loaded = Loaded([], [], [], names=vars(module))
    try:
        for thing in found:
            loaded.register(thing)
    except HoyleError as error:
        loaded.unload()
        raise type(error)(f"{path}: {error}") from error
    return loaded


def _defined(module: ModuleType) -> list[Any]:
    """Return what the file itself defines: not what it imports, nor what it only builds on."""
    named = {id(value): value for name, value in vars(module).items() if not name.startswith("_")}
    values = named.values()
    own = [value for value in values if isinstance(value, type) and value.__module__ == module.__name__]
    advisors = [each for each in own if issubclass(each, Advisor)]
    learners = [each for each in own if issubclass(each, Learner)]
    games = [each for each in own if issubclass(each, Game)]
    made = [value for value in values if isinstance(value, Game) and not _is_known(value, module)]
    bases = {base for each in own for base in each.__mro__[1:]} | {type(game) for game in made}
    paradigms = [value for value in values if isinstance(value, Paradigm) and value not in PARADIGMS.values()]
    return [
        *(each for each in advisors if each not in bases or each.advise is not Advisor.advise),
        *(each for each in learners if each not in bases or each.learn is not Learner.learn),
        *(each for each in games if each not in bases and not inspect.isabstract(each)),
        *made,
        *paradigms,
    ]


def _is_known(game: Game[Any], module: ModuleType) -> bool:
    """Is this a game that was there already, made for the file's own use?"""
    return type(game).__module__ != module.__name__ and getattr(game, "name", None) in game_names()
