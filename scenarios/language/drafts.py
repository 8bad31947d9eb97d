"""Drafts: the keys of a scenario as they were written, and the place of each.

A draft holds phases, variants, tables and Advisors by name, not by number, so that one draft can overrule
another.
"""

import copy
import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

import attrs

from control.settings.declarations import DEFAULT
from control.settings.toml_text import show_value, write_key
from games import BadFile, BadOption, HoyleError
from scenarios.language.line_numbers import Path, find_lines
from scenarios.language.scenario import VARIANT_AXIS
from scenarios.language.schema import ADVISOR, NAMED, OWN_KEYS, PHASE, TABLE, VARIANT

_MOST_BITS = 128
"""Of a whole number that a message can show; each key has narrower bounds of its own."""
_TOO_LONG = "the number has too many digits; a whole number has at most 64 bits"

_DEEPEST = 32
"""Levels of tables and lists; no key needs more than a few."""
_TOO_DEEP = f"tables and lists are nested too deeply; use at most {_DEEPEST} levels"


@attrs.frozen
class Draft:
    """The keys of a file, of a script or of `--set`."""

    keys: dict[str, Any]
    places: dict[Path, str]
    """The place of each key, to begin error messages with."""
    former: dict[Path, list[Any]] = attrs.field(factory=dict)
    """The values that another draft overruled."""

    def where(self, path: Path) -> str:
        """Return the place of a key, or else the place of what contains it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return "the scenario"

    def wrong(self, path: Path, error: HoyleError) -> HoyleError:
        """Add the place to an error."""
        return type(error)(f"{self.where(path)}: {error}")

    def under(self, over: "Draft") -> "Draft":
        """Return this draft with the keys of another one, which overrules it."""
        former = {path: list(values) for path, values in self.former.items()}
        for path, values in over.former.items():
            former.setdefault(path, []).extend(values)
        leaves = {path: over.where(path) for path in _leaves(over.keys)}
        kept = {
            path: place
            for path, place in self.places.items()
            if not any(path[:length] in leaves for length in range(1, len(path) + 1))
        }
        keys = _merged(self.keys, over.keys, (), former)
        return Draft(keys, {**kept, **leaves, **over.places}, former)


def text_draft(text: str, file: str) -> Draft:
    """Read TOML."""
    try:
        keys = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(_syntax(str(error), file)) from error
    except RecursionError:
        raise BadFile(f"{file}: {_TOO_DEEP}") from None
    except ValueError:
        raise BadFile(f"{file}: {_TOO_LONG}") from None
    _check_depth(keys, file)
    places = {path: f"{file}, line {line}" for path, line in find_lines(text).items()}
    return _named(keys, {(): file, **places})


def keys_draft(keys: Mapping[str, Any], source: str) -> Draft:
    """Make a draft of keys from Python."""
    _check_depth(keys, source)
    return _named(_plain(keys, source, ()), {(): source})


def override_draft(text: str, known: Mapping[str, Any]) -> Draft:
    """Read the `key=value` of `--set`: the value is TOML, or a bare word."""
    place = f"--set {' '.join(text.split()):.200}"
    key, equals, value = text.partition("=")
    path = _dotted(key) if equals else ()
    if not path:
        raise BadOption(f"{place}: no key is set; write --set key=value, such as phase.learn.contests=50")
    if path[0] in NAMED and len(path) > 1 and path[1] not in known.get(path[0], {}):
        names = ", ".join(known.get(path[0], {})) or "none"
        raise BadOption(f"{place}: no {path[0]} is named {path[1]!r}; there are {names}")
    keys: Any = _value(value, place)
    for name in reversed(path):
        keys = {name: keys}
    _check_depth(keys, place)
    draft = _named(keys, {path[:1]: place, path: place}, by_name=len(path) > 1)
    return Draft(
        draft.keys, {path[:length]: place for length in range(_shared(path, known) + 1, len(path) + 1)}
    )


def dotted(path: Iterable[str | int]) -> str:
    """Write a path as in `--set`; if it is swept, this is also the name of its axis."""
    return ".".join(write_key(str(part)) for part in path)


def _syntax(message: str, file: str) -> str:
    """Move the line that the parser names to where all other messages have it."""
    what, _, where = message.rpartition(" (at line ")
    if not what:
        return f"{file}: invalid TOML: {_clear(message)}"
    line, _, column = where.rstrip(")").partition(", column ")
    return f"{file}, line {line}: invalid TOML: {_clear(what)} (column {column})"


def _clear(message: str) -> str:
    return f"{message[0].lower()}{message[1:]}" if message else message


def _dotted(key: str) -> tuple[str, ...]:
    try:
        keys: Any = tomllib.loads(f"{key} = 0")
    except (ValueError, RecursionError):
        return ()
    path = []
    while isinstance(keys, dict):
        if len(keys) != 1:
            return ()
        ((name, keys),) = keys.items()
        path.append(name)
    return tuple(path)


def _shared(path: Path, keys: Any) -> int:
    """Return the length of the part of a path that leads to existing tables."""
    for length, part in enumerate(path):
        if not isinstance(keys, Mapping) or not isinstance(keys.get(part), Mapping):
            return length
        keys = keys[part]
    return len(path) - 1


def _value(text: str, place: str) -> Any:
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError as error:
        if text.strip()[:1] in tuple("[{\"'"):
            raise BadOption(f"{place}: the value is invalid TOML: {_clear(str(error))}") from None
        return text.strip()
    except RecursionError:
        raise BadOption(f"{place}: {_TOO_DEEP}") from None
    except ValueError:
        raise BadOption(f"{place}: {_TOO_LONG}") from None
    return found["value"] if len(found) == 1 else text


def _plain(value: Any, source: str, path: Path) -> Any:
    """Copy keys from Python as TOML would have them; a key that is None is left out."""
    if isinstance(value, Mapping):
        return {
            str(key): _plain(each, source, (*path, str(key)))
            for key, each in value.items()
            if each is not None
        }
    if isinstance(value, list | tuple):
        return [_plain(each, source, (*path, number)) for number, each in enumerate(value)]
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, str | int | float):
        return value
    raise BadOption(
        f"{source}: {dotted(path) or 'the scenario'} is of type {type(value).__name__}; "
        "it must be a text, a number, a flag, a list or a dict"
    )


def _named(keys: dict[str, Any], places: dict[Path, str], *, by_name: bool = False) -> Draft:
    """Turn lists of tables into tables by name."""
    draft = Draft(keys, places)
    _check_numbers(keys, draft, ())
    kept = dict(keys)
    for kind in NAMED:
        if kind not in keys or by_name:
            continue
        if not isinstance(keys[kind], list) or not all(isinstance(each, dict) for each in keys[kind]):
            error = BadOption(
                f"{kind} is {show_value(keys[kind])}; it must be a list of tables: write [[{kind}]]"
            )
            raise draft.wrong((kind,), error)
        kept[kind] = _by_name(kind, draft, keys[kind])
    _lengthen(kept)
    return Draft(kept, places)


def _check_depth(value: Any, place: str) -> None:
    """Refuse keys that are nested so deeply that reading them would exhaust Python's stack."""
    level = [value]
    for _ in range(_DEEPEST + 1):
        level = [
            each
            for outer in level
            if isinstance(outer, Mapping | list | tuple)
            for each in (outer.values() if isinstance(outer, Mapping) else outer)
        ]
    if level:
        raise BadFile(f"{place}: {_TOO_DEEP}")


def _check_numbers(value: Any, draft: Draft, path: Path) -> None:
    """Refuse whole numbers that are too long even for an error message."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise draft.wrong(path, BadOption(f"{dotted(path)}: {_TOO_LONG}"))
    if isinstance(value, dict | list):
        for step, each in value.items() if isinstance(value, dict) else enumerate(value):
            _check_numbers(each, draft, (*path, step))


def _by_name(kind: str, draft: Draft, tables: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, table in enumerate(tables):
        names, keys = _take_names(kind, number, table, draft)
        *outer, name = names
        inner = found
        for part in outer:
            inner = inner.setdefault(part, {})
        if name in inner:
            taken = BadOption(f"{_a(kind)} named {name!r} already exists; give this one another name")
            raise draft.wrong((kind, number, "name"), taken)
        inner[name] = keys
        for old in [old for old in draft.places if old[:2] == (kind, number)]:
            draft.places[(kind, *names, *old[2:])] = draft.places[old]
    return found


def _take_names(
    kind: str, number: int, table: Mapping[str, Any], draft: Draft
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Divide a table into the names that lead to it, the innermost last, and its other keys."""
    naming = {key.key: key for key in reversed(OWN_KEYS[kind]) if key.is_name}
    names = []
    for name, key in naming.items():
        if name not in table and key.is_needed:
            error = BadOption(f'{_a(kind)} needs a {name}; write {name} = "..." in it')
            raise draft.wrong((kind, number, name), error)
        default = str(number + 1) if key.default is attrs.NOTHING else key.default
        try:
            names.append(key.kind.read(name, table.get(name, default)))
        except BadOption as error:
            raise draft.wrong((kind, number, name), error) from None
    return tuple(names), {name: value for name, value in table.items() if name not in naming}


def _a(kind: str) -> str:
    return "an Advisor" if kind == ADVISOR else f"a {kind}"


def _lengthen(keys: dict[str, Any]) -> None:
    """Write `budget = "5ms"` and `placement = "process"` as tables, wherever they stand."""
    for table in _tables(keys):
        for name in ("budget", "placement"):
            if name in table and not isinstance(table[name], dict):
                table[name] = {DEFAULT: table[name]}


def _tables(keys: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every table that may have settings of Hoyle."""
    variants = [each for axis in _dicts(keys.get(VARIANT)) for each in _dicts(axis)]
    for outer in (keys, *variants):
        yield outer
        yield from _dicts(outer.get(PHASE))


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value.values() if isinstance(each, dict)] if isinstance(value, dict) else []


def _merged(
    base: dict[str, Any], over: dict[str, Any], path: Path, former: dict[Path, list[Any]]
) -> dict[str, Any]:
    merged = copy.deepcopy(base)
    for key, value in over.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merged(old, value, (*path, key), former)
        else:
            if key in merged:
                former.setdefault((*path, key), []).append(old)
            merged[key] = copy.deepcopy(value)
    return merged


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value that is no table."""
    if not isinstance(value, dict):
        yield path
        return
    for key, each in value.items():
        yield from _leaves(each, (*path, key))


def lists_of(draft: Draft) -> dict[str, Any]:
    """Return the keys as in a file: phases, variants, tables and Advisors are lists again."""
    keys = copy.deepcopy(draft.keys)
    for kind in (ADVISOR, PHASE):
        if kind in keys:
            keys[kind] = [{"name": name, **table} for name, table in keys[kind].items()]
    if TABLE in keys:
        keys[TABLE] = [{"title": title, **table} for title, table in keys[TABLE].items()]
    if VARIANT in keys:
        keys[VARIANT] = list(
            itertools.chain.from_iterable(
                [
                    {"name": name, **({} if axis == VARIANT_AXIS else {"axis": axis}), **each}
                    for name, each in axes.items()
                ]
                for axis, axes in keys[VARIANT].items()
            )
        )
    return keys
