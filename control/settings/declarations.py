"""Settings and the keys of scenario files: each is declared once, on the field that holds it.

A declaration yields the options of the command line, the options after `hoyle:` in a contestant's name, the
keys of scenario files with their checks and documentation, and what the record of a decision contains.
"""

import enum
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from agents.time_units import parse_duration
from control.limits.budgets import split_budgets
from control.settings.kinds import ONLY_TABLE, Kind
from games import BadOption

DEFAULT, LEARNING = "default", "learning"
"""Entries in a table by Advisor that do not name an Advisor."""
_MOST_DIGITS = 18
_SETTING = "setting"
"""The metadata of a field that declares a setting."""


class Scope(enum.Flag):
    """Where a setting may be given, besides the table of scenario files that its class stands for."""

    NOWHERE = 0
    PHASE = enum.auto()
    """As a key of a scenario, a variant and a phase."""
    CELL = enum.auto()
    """As a key of a scenario and a variant."""
    NAME = enum.auto()
    """After `hoyle:` in a contestant's name."""
    DECIDE = enum.auto()
    """As an option of `hoyle decide` and `hoyle play`."""
    PLAY = enum.auto()
    """As an option of `hoyle play` alone."""
    REDECIDE = enum.auto()
    """As an option of `hoyle redecide`."""
    ADVISORS = enum.auto()
    """As an option of `hoyle advisors`."""


@attrs.frozen
class Form:
    """How a setting is written as text, and in a table of a scenario file."""

    from_name: Callable[[str], Any] = str
    """Reads it from a contestant's name, in which `+` separates the parts of a list."""
    from_option: Callable[[Any], Any] = lambda value: value
    """Reads it from the values of the command line."""
    from_entries: Callable[[Mapping[str, Any]], Any] = dict
    """Reads it from the entries of a table."""
    takes: type = str
    """What the command line accepts: a text, a whole number, a flag or a path."""
    is_repeated: bool = False
    """Whether its option may be given several times."""


@attrs.frozen(kw_only=True)
class Setting:
    """One thing that users can set: a setting of Hoyle, or another key of a scenario file."""

    name: str = ""
    """The name of the field that holds it."""
    default: Any = None
    kind: Kind = ONLY_TABLE
    """What its value may be in a scenario file; if it has entries, what each entry may be."""
    form: Form = Form()
    scope: Scope = Scope.NOWHERE
    help: str = ""
    """Its description in the help of a command."""
    metavar: str | None = None
    about: str = ""
    """Its description on the page about scenario files."""
    example: str = ""
    """A line of a scenario file."""
    key: str = ""
    """Its name in scenario files, if it differs."""
    entries: Callable[[], Iterable[str]] | None = None
    """If given, its value is a table with these names as entries; an empty list allows any name."""
    kinds: Mapping[str, Kind] = MappingProxyType({})
    """What each entry may be, by name, if they differ."""
    table: type | None = None
    """If given, its value is a table, and this class declares the keys."""
    sweeps: bool = False
    """Does a list of values mean a sweep? The tables of scenario files decide that."""
    is_name: bool = False
    """Does it identify its table among others, so that no sweep and no `--set` may change it?"""
    is_needed: bool = False
    """Must the table have it?"""
    is_later: bool = False
    """Do digests and records leave it out at its default, because earlier versions did not have it?"""
    decides: bool = True
    """Can a result depend on it? If not, no digest has it, and stored cells leave it out at its default."""
    is_sparse: bool = False
    """Do stored cells leave it out at its default, because cells of earlier versions lack it?"""

    @property
    def option(self) -> str:
        """Its name as text: on the command line, and after `hoyle:`."""
        return self.name.replace("_", "-")

    @property
    def words(self) -> str:
        """What its value must be in a scenario file."""
        if self.kinds:
            return f"a table; {'; '.join(f'`{name}` is {kind.words}' for name, kind in self.kinds.items())}"
        if self.entries is not None:
            return f"a table; each entry is {self.kind.words}"
        return f"a table, or {self.kind.words}" if self.has_short_form else self.kind.words

    @property
    def has_short_form(self) -> bool:
        """May a value stand for its table?"""
        return self.table is not None and self.kind is not ONLY_TABLE

    def entry(self, name: str) -> "Setting":
        """Return the setting that one entry is."""
        return attrs.evolve(self, kind=self.kinds.get(name, self.kind))

    def check(self, value: Any) -> None:
        """Refuse a value of another kind."""
        if self.entries is None:
            self.kind.read(self.name, value)
        else:
            for name, each in value.items():
                self.kind.read(f"{self.key}.{name}", each)


def declared(
    default: Any = attrs.NOTHING,
    declaration: type[Setting] = Setting,
    *,
    converter: Callable[[Any], Any] | None = None,
    **facts: Any,
) -> Any:
    """Declare a setting as a field of an attrs class."""
    said = declaration(default=default, **facts)
    return attrs.field(default=default, converter=converter, metadata={_SETTING: said})


def declared_like(owner: type, name: str) -> Any:
    """Declare a field with the default and the checks of a setting that is declared elsewhere."""
    said = setting_of(owner, name)
    return attrs.field(
        default=said.default, metadata={_SETTING: said}, validator=lambda _, __, value: said.check(value)
    )


def settings_of(owner: type, scope: Scope | None = None) -> Iterator[Setting]:
    """Yield the settings that a class declares, in order: all of them, or those of a scope."""
    for field in attrs.fields(owner):
        said: Setting | None = field.metadata.get(_SETTING)
        if said is not None and (scope is None or said.scope & scope):
            yield attrs.evolve(said, name=field.name, key=said.key or field.name)


def setting_of(owner: type, name: str) -> Setting:
    """Find a setting of a class by its name."""
    return next(each for each in settings_of(owner) if each.name == name)


def is_unknown_before(field: "attrs.Attribute[Any]", value: Any) -> bool:
    """Is this a later setting at its default, so that digests and records of earlier versions lack it?"""
    said: Setting | None = field.metadata.get(_SETTING)
    return said is not None and said.is_later and bool(value == said.default)


def is_not_stored(field: "attrs.Attribute[Any]", value: Any) -> bool:
    """Is this a setting at its default that stored cells leave out?"""
    said: Setting | None = field.metadata.get(_SETTING)
    return said is not None and (said.is_sparse or not said.decides) and bool(value == said.default)


# How the settings of Hoyle are written.


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("+") if part.strip())


def _listed(text: str | None) -> tuple[str, ...]:
    """Split a text of names at commas."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def _flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadOption(f"invalid flag {text!r}; give yes or no")
    return text == "yes"


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise BadOption(f"invalid number {text!r:.60}; give a whole number of at most {_MOST_DIGITS} digits")
    return int(text)


def _weights(parts: Iterable[str]) -> Mapping[str, float]:
    """Read weights such as `Candide=2`."""
    weights = {}
    for part in parts:
        name, equals, value = part.partition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise BadOption(f"invalid weight {part!r}; write it like Candide=2")
        if not math.isfinite(weights[name]):
            raise BadOption(f"the weight of {name} is {value}; it must be a finite number")
    return weights


def named_entries(text: str) -> Mapping[str, str]:
    """Read `attitude=moves+steady=10`, each value as it is written."""
    return _entries(_parts(text), "has no value; write key=value")


def listed_entries(text: str | None) -> Mapping[str, str]:
    """Read `attitude=moves,steady=10`, each value as it is written."""
    return _entries(_listed(text), "has no value; write key=value")


def _costs(texts: Iterable[str]) -> Mapping[str, str]:
    """Read costs such as `play=50us`."""
    return _entries(texts, "is not a cost; write it like play=50us")


def _own_costs(texts: Iterable[str]) -> Mapping[str, str]:
    """Read own costs such as `Panic=3ms`."""
    return _entries(texts, "is not an own cost; write it like Panic=3ms")


def _entries(texts: Iterable[str], otherwise: str) -> Mapping[str, str]:
    """Split texts into names and values at `=`; `otherwise` is the error for a text without `=`."""
    pairs = [text.partition("=") for text in texts]
    for name, equals, _ in pairs:
        if not equals:
            raise BadOption(f"{name!r:.60} {otherwise}")
    return {name: value for name, _, value in pairs}


def _by_name(entries: Mapping[str, str]) -> tuple[str, ...]:
    """Format a table as on the command line: `5ms`, `Panic=20ms`."""
    default = (entries[DEFAULT],) if DEFAULT in entries else ()
    others = (f"{name}={each}" for name, each in entries.items() if name not in (DEFAULT, LEARNING))
    return (*default, *others)


def _path(text: str) -> Path:
    if not text:
        raise BadOption("knowledge names no file; write knowledge=FILE")
    return Path(text)


WORD = Form()
WHOLE = Form(_whole, takes=int)
SWITCH = Form(_flag, takes=bool)
NAMES = Form(_parts, _listed)
NAMES_OR_ALL = Form(_parts, lambda text: None if text is None else _listed(text))
WEIGHTS = Form(lambda text: _weights(_parts(text)), lambda text: _weights(_listed(text)))
AMOUNTS = Form(split_budgets, tuple, _by_name, is_repeated=True)
PLACES = Form(_parts, tuple, _by_name, is_repeated=True)
COSTS = Form(from_option=_costs, is_repeated=True)
OWN_COSTS = Form(from_option=_own_costs, is_repeated=True)
FILE = Form(_path, takes=Path)
DURATION = Form(parse_duration, lambda text: parse_duration(text) if text else None)
