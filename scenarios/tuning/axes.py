"""Axes: which settings race against each other. Every declared setting of a decision can be an axis.

paradigm                     with its own values
paradigm=1,2,borda           with these
advisors=1990,1990+Material  a list of names has + between them
budget.decision=5ms,20ms     an entry of a table
roster                       `advisors`, by the names of rosters
"""

import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from agents import ROSTERS
from control.hearing.clock_options import ClockOptions
from control.settings import kinds
from control.settings.declarations import Scope, Setting, settings_of
from control.settings.hoyle_options import HoyleOptions
from control.settings.toml_text import show_value
from games import BadOption, HoyleError, UnknownName

ROSTER = "roster"
MOST_SETTINGS = 500
_OWN_VALUES: Mapping[str, Sequence[Any]] = {
    "paradigm": (
        *(1, 2, 3, 4, "plurality", "approval", "approval:8", "range", "majority-judgement"),
        *("borda", "copeland", "schulze", "ranked-pairs", "minimax", "instant-runoff"),
    ),
    "silence": (5, 0),
}
"""Values of axes whose declarations list none, or more than make sense as a default.

Paradigms that depend on learned knowledge or draw a move at random are left out.
"""
_NO_AXIS = ("clock",)
"""Settings that change no decision."""


@attrs.frozen
class TuningAxis:
    """One axis: a key of scenario files, and its values."""

    path: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[Any, ...]

    @property
    def name(self) -> str:
        """The key as users write it."""
        return ".".join(self.path)


@attrs.frozen
class Candidate:
    """One setting in the race: a value of each axis."""

    name: str
    """Its values on the axes that have several values."""
    words: str
    """The same values, each with its axis."""
    keys: Mapping[str, Any]
    """As in a scenario file."""


def declared_axes() -> dict[str, Setting]:
    """Return the settings that may be axes, by their keys."""
    hoyle = (each for each in settings_of(HoyleOptions, Scope.PHASE) if each.scope & Scope.DECIDE)
    return {
        each.key: each
        for each in (*hoyle, *settings_of(ClockOptions, Scope.CELL))
        if each.key not in _NO_AXIS and not each.kinds
    }


def read_axes(texts: Iterable[str]) -> list[TuningAxis]:
    """Read the values of `--axes`: names separated by commas, or one name followed by `=` and its values."""
    axes: dict[str, TuningAxis] = {}
    for name, values in itertools.chain.from_iterable(map(_split, texts)):
        try:
            axis = _axis(name, values)
        except HoyleError as error:
            raise error if isinstance(error, UnknownName) else BadOption(f"axis {name}: {error}") from None
        if axis.name in axes:
            raise BadOption(f"axis {axis.name} is given twice; give it once, with all its values")
        axes[axis.name] = axis
    return list(axes.values())


def candidates(axes: Sequence[TuningAxis]) -> list[Candidate]:
    """Return every combination of values; the last axis changes fastest."""
    swept = [axis for axis in axes if len(axis.values) > 1]
    if not swept:
        raise BadOption("there is only one setting, so there is no race; give an axis with several values")
    count = 1
    for axis in swept:
        count *= len(axis.values)
    if count > MOST_SETTINGS:
        factors = " x ".join(f"{len(axis.values)} of {axis.name}" for axis in swept)
        raise BadOption(f"{count:,} settings ({factors}) are too many; race at most {MOST_SETTINGS}")
    return [_candidate(axes, point) for point in itertools.product(*(range(len(a.values)) for a in axes))]


def _candidate(axes: Sequence[TuningAxis], point: Sequence[int]) -> Candidate:
    chosen = list(zip(axes, point, strict=True))
    keys: dict[str, Any] = {}
    for axis, place in chosen:
        inner = keys
        for part in axis.path[:-1]:
            inner = inner.setdefault(part, {})
        inner[axis.path[-1]] = axis.values[place]
    labels = {axis.name: axis.labels[place] for axis, place in chosen if len(axis.values) > 1}
    words = ", ".join(f"{name} {label}" for name, label in labels.items())
    return Candidate(", ".join(labels.values()), words, keys)


def _split(text: str) -> Iterator[tuple[str, list[str] | None]]:
    """Split `paradigm,settle` and `paradigm=1,2`: after a value, values follow until the next `=`."""
    name, values = "", None
    for part in (part.strip() for part in text.split(",")):
        head, equals, first = part.partition("=")
        if equals:
            if name:
                yield name, values
            name, values = head.strip(), [first.strip()]
        elif values is not None:
            values.append(part)
        else:
            if name:
                yield name, None
            name = part
    yield name, values


def _axis(name: str, texts: list[str] | None) -> TuningAxis:
    known = declared_axes()
    key, dot, entry = ("advisors", "", "") if name == ROSTER else name.partition(".")
    if key not in known:
        names = (*known, ROSTER)
        raise UnknownName.of("axis", name, names, f"there are {', '.join(names)}")
    setting = known[key]
    path = _path(setting, entry, has_entry=bool(dot))
    values = _own_values(name, setting) if texts is None else [_value(text, setting) for text in texts]
    if name == ROSTER:
        for each in texts or ():
            if each not in ROSTERS:
                raise UnknownName.of("roster", each, tuple(ROSTERS), f"there are {', '.join(ROSTERS)}")
    read = [_read(".".join(path), setting, value) for value in values]
    labels = [setting.kind.label(each) for each in read]
    twice = next((each for each in labels if labels.count(each) > 1), None)
    if twice is not None:
        raise BadOption(f"{twice!r} is given twice; give each value once")
    return TuningAxis(path, tuple(labels), tuple(values))


def _read(name: str, setting: Setting, value: Any) -> Any:
    try:
        return setting.kind.read(name, value)
    except HoyleError as error:
        if value not in (*declared_axes(), ROSTER):
            raise
        raise BadOption(f"{error}; after values, give another axis in an --axes of its own") from None


def _path(setting: Setting, entry: str, *, has_entry: bool) -> tuple[str, ...]:
    if setting.entries is None:
        if has_entry:
            raise BadOption(f"{setting.key} has no entries, so {entry!r} cannot follow a dot")
        return (setting.key,)
    known = tuple(setting.entries())
    if entry not in known:
        if not has_entry:
            raise BadOption(
                f"an entry is missing; write {setting.key}.{known[0]}=..., or {setting.key}.ADVISOR=..."
            )
        raise UnknownName.of(f"entry of {setting.key}", entry, known, f"there are {', '.join(known)}")
    return (setting.key, entry)


def _own_values(name: str, setting: Setting) -> list[Any]:
    """Return the values of an axis that names none: those in its declaration that need no parameter."""
    if name == ROSTER:
        return [[each] for each in ROSTERS]
    if setting.key in _OWN_VALUES:
        return list(_OWN_VALUES[setting.key])
    if setting.kind is kinds.FLAG:
        return [False, True]
    listed = () if setting.kind.is_list or setting.entries is not None else tuple(setting.kind.choices())
    found = [each for each in listed if _is_whole(setting, each)]
    if not found:
        raise BadOption(f"it has no default values; give some, each {setting.kind.words}: {name}=...")
    return found


def _is_whole(setting: Setting, value: str) -> bool:
    try:
        setting.kind.read(setting.key, value)
    except HoyleError:
        return False
    return True


def _value(text: str, setting: Setting) -> Any:
    """Read a value as in a scenario file, or a bare word; names in a list are separated by +."""
    if not text:
        raise BadOption("a value is missing; write for example paradigm=1,2,borda")
    if setting.kind.is_list and text != kinds.ALL:
        return [part.strip() for part in text.split("+")]
    try:
        found = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return text
    value = found["value"]
    if not isinstance(value, str | int | float | bool) or len(found) > 1:
        raise BadOption(f"{show_value(text)} is not a single value; separate values with commas")
    return value
