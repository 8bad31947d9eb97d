"""Explanations of why nothing in a file can take part."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from agents import Advisor, Contestant, Learner
from games import Game, shown_line

MOST = 3
"""How many things are explained; the others are counted."""
HOW = (
    "what takes part is a subclass of agents.Advisor, agents.Learner, agents.Contestant or games.Game,"
    " a games.Game or control.Paradigm with a name in the file, or anything that the file registers"
    " (register_paradigm, register_contestant, register_measure and so on)"
)
_BASES: Mapping[str, tuple[type, str, str]] = MappingProxyType(
    {
        "advise": (Advisor, "agents.Advisor", "an Advisor"),
        "learn": (Learner, "agents.Learner", "a learner"),
        "choose": (Contestant, "agents.Contestant", "a contestant"),
        "legal_moves": (Game, "games.Game", "a game"),
    }
)
"""The base class of each kind, by the method that identifies the kind."""


def overlooked(module: ModuleType) -> str:
    """Explain in one line what a file has, why none of it takes part, and what would."""
    seen = list(_seen(module))
    if not seen:
        return f"it defines no class and no function; {HOW}"
    others = f"; and {len(seen) - MOST} more" if len(seen) > MOST else ""
    return shown_line(f"{'; '.join(seen[:MOST])}{others}; {HOW}")


def half_made(names: Mapping[str, Any]) -> list[str]:
    """Explain what each incomplete game class of a file lacks."""
    classes = [value for value in names.values() if isinstance(value, type)]
    bases = {base for each in classes for base in each.__mro__[1:]}
    return [
        f"{_near_class(name, value)}; it is passed over"
        for name, value in names.items()
        if isinstance(value, type)
        and value.__module__ == names.get("__name__")
        and value not in bases
        and issubclass(value, Game)
        and inspect.isabstract(value)
    ]


def _seen(module: ModuleType) -> Iterator[str]:
    """Explain what each class and function lacks, near matches first."""
    own = {
        name: value
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
        and (isinstance(value, type) or inspect.isfunction(value))
    }
    near = {
        name: _near_class(name, value) if isinstance(value, type) else _near_function(name, value)
        for name, value in own.items()
    }
    yield from filter(None, near.values())
    for name, value in own.items():
        if not near[name]:
            yield f"{'class' if isinstance(value, type) else 'function'} {name} is none of these"


def _near_class(name: str, value: type[Any]) -> str:
    """Explain what a class lacks that is similar to one of the kinds; otherwise return an empty text."""
    for method, (base, path, kind) in _BASES.items():
        if issubclass(value, base):
            if name.startswith("_"):
                return f"class {name} is passed over, since its name begins with _"
            missing = sorted(getattr(value, "__abstractmethods__", ()))
            needed = ", ".join(sorted(getattr(base, "__abstractmethods__", ())) or [method])
            return f"class {name} has no {', '.join(missing or [method])}: {kind} needs {needed}"
        if hasattr(value, method):
            return f"class {name} has {method}, but is no subclass of {path}"
    return ""


def _near_function(name: str, value: Callable[..., Any]) -> str:
    """Explain what a function lacks that counts a poll; otherwise return an empty text."""
    try:
        taken = list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        taken = []
    if taken and "poll" in taken[0].lower():
        return f'function {name} is not yet a paradigm: write control.Paradigm("name", "title", {name})'
    return ""
