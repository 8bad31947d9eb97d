"""Seals: a checksum on every row of results, and the types and bounds of its columns."""

import json
import zlib
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args

import attrs

from scenarios.experiment.rows import KEYS, ROWS, TABLES, types_of

CHECKSUM = "checksum"
"""The column of the seal."""
LARGEST = 2**57
"""An upper bound of all counts and times of one contest."""
R = TypeVar("R")


class BadRow(ValueError):
    """Raised for a row that no experiment has written in this form."""


def seal(table: str, values: Mapping[str, Any]) -> int:
    """Return the checksum of a row: of all its columns, and of the name of its table."""
    text = json.dumps([table, *[values[name] for name in TABLES[table] if name in values]])
    return zlib.crc32(text.encode())


def check_seal(table: str, values: dict[str, Any]) -> None:
    """Remove the checksum of a row; BadRow if it does not fit the row."""
    written = values.pop(CHECKSUM)
    try:
        is_whole = seal(table, values) == written
    except (TypeError, ValueError):
        is_whole = False
    if not is_whole:
        raise BadRow(f"{place(table, values)} has changed since it was written: its checksum does not fit")


def place(table: str, values: Mapping[str, Any]) -> str:
    """Name a row by its table and keys."""
    keys = [f"{key} {_short(values[key])}" for key in KEYS if key in values]
    return f"table {table}, {', '.join(keys)}"


def _short(value: object) -> str:
    text = str(value) if type(value) is int else ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."  # noqa: PLR2004  # short enough for a line


def stored(row: attrs.AttrsInstance) -> dict[str, Any]:
    """Return the columns of a row as SQLite gives them back."""
    types, values = _FORMS[type(row)].types, attrs.asdict(row)
    for name, value in values.items():
        if type(value) is bool:
            values[name] = int(value)
        elif type(value) is int and float in types[name]:
            values[name] = float(value)
    return values


def made(kind: type[R], table: str, values: dict[str, Any]) -> R:
    """Make a row from the values of a table; BadRow if they cannot be one."""
    form, found = _FORMS[kind], tuple(map(type, values.values()))
    try:
        if found not in form.seen:
            _check_types(form.types, values)
            form.seen.add(found)
        _check_bounds(values)
        return kind(**values)
    except (TypeError, ValueError) as error:
        raise BadRow(f"{place(table, values)}: {error}") from None


@attrs.frozen
class _Form:
    """What the columns of a kind of row may be."""

    types: Mapping[str, tuple[Any, ...]]
    seen: set[tuple[type, ...]] = attrs.field(factory=set)
    """The types of whole rows that are known to be right."""


def _form(declared: Mapping[str, Any]) -> _Form:
    found = {}
    for name, kind in declared.items():
        types = get_args(kind) if isinstance(kind, UnionType) else (kind,)
        found[name] = (*types, int) if float in types else types
    return _Form(found)


_FORMS: Mapping[type, _Form] = {kind: _form(types_of(kind)) for kind in ROWS.values()}


def _check_types(types: Mapping[str, tuple[Any, ...]], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name not in types:
            raise BadRow(f"there is no column {name!a}")
        if type(value) not in types[name]:
            wanted = " or ".join(_NAMES[each] for each in types[name])
            raise BadRow(f"{name} is {_short(value)}, and must be {wanted}")


_NAMES = {int: "a whole number", float: "a number", str: "text", NoneType: "nothing"}


def _check_bounds(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if type(value) is int and not (0 <= value <= LARGEST or (name == "result" and value == -1)):
            raise BadRow(f"{name} is {value}, which no experiment writes")
        if type(value) is float and not 0 <= value <= LARGEST:
            raise BadRow(f"{name} is {value}, which no experiment writes")
