"""Kinds of values that users give: each kind reads one value, or explains what it must be."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from agents.time_units import parse_duration
from control.limits.budgets import Allowance
from control.settings.toml_text import show_value
from games import BadOption, UnknownName

ALL = "all"
"""Means that there is no list of names."""
MOST = 1_000_000_000
"""More than any program can run, play or wait for."""
LARGEST = (1 << 63) - 1
"""The largest whole number in a TOML file."""


class Wrong(Exception):
    """Raised for a value of another kind."""


@attrs.frozen
class Kind:
    """One kind of value."""

    words: str
    """What the value must be, as it follows `it must be`."""
    reads: Callable[[Any], Any]
    """Returns the value as the program uses it; raises Wrong for another kind."""
    is_list: bool = False
    """Whether a list is one value, so that only a list of lists is a sweep."""
    choices: Callable[[], Iterable[str]] = tuple
    """The possible values, if they can be listed."""
    nothing: str = "none"
    """The label of None."""
    shown: Callable[[Any], str] = str
    """Formats one value for a label."""

    def read(self, key: str, value: Any) -> Any:
        """Return the value as the program uses it, or refuse it in one line."""
        try:
            return self.reads(value)
        except Wrong:
            raise BadOption(f"{key} is {show_value(value)}; it must be {self.words}") from None

    def label(self, value: Any) -> str:
        """Format a value on an axis of a sweep."""
        if value is None:
            return self.nothing
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, tuple):
            return " + ".join(map(self.shown, value)) or "none"
        return self.shown(value)

    def or_false(self, meaning: str) -> "Kind":
        """Return a kind that also accepts `false` for None, with its meaning."""
        return Kind(
            f"{self.words}, or false for {meaning}",
            lambda value: None if value is False else self.reads(value),
            nothing=meaning,
        )


def read_text(value: Any) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise Wrong
    return value


def read_texts(value: Any) -> tuple[str, ...]:
    """Read a list of texts."""
    if not isinstance(value, list | tuple):
        raise Wrong
    return tuple(map(read_text, value))


def read_word(value: Any) -> str:
    """Read a name; a number is accepted for a name that looks like one."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else read_text(value)


def read_number(value: Any) -> float:
    """Read a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Wrong
    return value


def _label(value: Any) -> str:
    if not read_text(value).strip():
        raise Wrong
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong
    return value


def _time(value: Any) -> str:
    parse_duration(read_text(value))
    return read_text(value)


def _amount(value: Any) -> str:
    Allowance.parse(read_text(value))
    return read_text(value)


def whole(least: int, most: int = MOST) -> Kind:
    """Return the kind of whole numbers between two bounds."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Wrong
        return value

    return Kind(f"a whole number from {least} to {_short(most)}", read)


def _short(number: int) -> str:
    """Format a large number for people."""
    return "2^63 - 1" if number == LARGEST else f"{number:,}"


def one_of(what: str, choices: Callable[[], Iterable[str]], remedy: str = "") -> Kind:
    """Return the kind of these names; a number is accepted for a name that looks like one."""

    def read(value: Any) -> str:
        name, known = read_word(value), tuple(choices())
        if name not in known:
            raise UnknownName.of(what, name, known, remedy or f"there are {', '.join(known)}")
        return name

    article = "an" if what[0] in "aeiou" else "a"
    return Kind(f"the name of {article} {what}", read, choices=choices)


def names_of(
    what: str, example: str, find: Callable[[Iterable[str]], object], choices: Callable[[], Iterable[str]]
) -> Kind:
    """Return the kind of lists of known names."""

    def read(value: Any) -> tuple[str, ...]:
        names = read_texts(value)
        find(names)
        return names

    return Kind(f"a list of {what}, such as {example}", read, is_list=True, choices=choices)


def or_all(kind: Kind) -> Kind:
    """Return a kind that also accepts `"all"`, which means no list of names."""
    return attrs.evolve(
        kind,
        words=f'{kind.words}, or "{ALL}"',
        reads=lambda value: None if value == ALL else kind.reads(value),
        nothing=ALL,
    )


def or_name_of(what: str, known: Mapping[str, object], kind: Kind) -> Kind:
    """Return a kind that also accepts the name of a set, as a list with that name alone."""
    named = one_of(what, lambda: known, f"there are {', '.join(known)}; anything else is {kind.words}")
    return attrs.evolve(
        kind,
        words=f"{kind.words}, or the name of a {what}: {', '.join(known)}",
        reads=lambda value: (named.reads(value),) if isinstance(value, str) else kind.reads(value),
    )


def _nothing(_: Any) -> Any:
    raise Wrong


ONLY_TABLE = Kind("a table", _nothing)
"""No value stands for the table at this key."""
TEXT = Kind("a text", read_text)
LABEL = Kind("a text that is not empty", _label)
FLAG = Kind("true or false", _flag)
NUMBER = Kind("a number", read_number)
TIME = Kind('a time, such as "5ms"', _time)
AMOUNT = Kind('a time or work or both, such as "5ms", "200calls" or "5ms+200calls"', _amount)
