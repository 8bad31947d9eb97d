"""Cells as JSON: a resolved scenario is stored with its results, so that they never depend on the TOML."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import attrs

from control.settings.declarations import is_not_stored
from scenarios.language.scenario import CellSpec


def write_cell(cell: CellSpec) -> str:
    """Write a cell as JSON, without its labels."""
    document = attrs.asdict(cell, filter=_is_written)
    return json.dumps(document, default=_plain)


def _is_written(field: "attrs.Attribute[Any]", value: object) -> bool:
    return field.name != "labels" and not is_not_stored(field, value)


def _plain(value: object) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def read_cell(document: Any, labels: Mapping[str, str]) -> CellSpec:
    """Make a cell of its JSON and its labels; ValueError if they describe none.

    Missing keys have their defaults, and unknown keys are ignored.
    """
    try:
        cell: CellSpec = _made(CellSpec, {**document, "labels": dict(labels)})
    except (TypeError, AttributeError) as error:
        raise ValueError(f"the JSON describes no cell: {error}") from None
    return cell


def _made(kind: Any, value: Any) -> Any:
    """Make a value of the type of a field."""
    if attrs.has(kind):
        types = {field.name: field.type for field in attrs.fields(kind)}
        return kind(**{name: _made(types[name], each) for name, each in value.items() if name in types})
    if isinstance(kind, UnionType):
        kinds = get_args(kind)
        return None if value is None and NoneType in kinds else _made(kinds[0], value)
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        kinds = (first,) * len(value) if others == [...] else (first, *others)
        return tuple(_made(each, part) for each, part in zip(kinds, value, strict=True))
    if get_origin(kind) is Mapping:
        _, each = get_args(kind)
        return {name: _made(each, part) for name, part in value.items()}
    if type(value) is not kind and (type(value), kind) not in ((int, float), (str, Path)):
        raise TypeError(f"{str(value)[:40]!a} is no {kind.__name__}")
    return Path(value) if kind is Path else value
