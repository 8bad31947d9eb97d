"""The facts about an experiment: what its store keeps as JSON, checked for its readers."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import attrs

from control import parse_duration
from games import HoyleError
from scenarios.experiment.seals import BadRow, place
from scenarios.language.cell_json import read_cell
from scenarios.language.scenario import CellSpec, TableSpec

MOST_DIGITS = 19
"""Of a whole number: a seed has as many."""

FactCheck = Callable[[Any], bool]


def parsed(table: str, row: Mapping[str, Any], column: str) -> Any:
    """Read the JSON in a column; BadRow if it is invalid, or holds numbers that Hoyle never writes."""
    text = row.get(column)
    try:
        if type(text) is not str:
            raise BadRow("it is not text")
        return json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        what = "too deep" if isinstance(error, RecursionError) else error
        raise BadRow(f"{place(table, row)}: {column} is not JSON of an experiment: {what}") from None


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise BadRow(f"a number of {len(text)} digits")
    return int(text)


def _finite(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise BadRow(f"a number out of range: {text[:20]}")
    return value


def _refused(text: str) -> NoReturn:
    raise BadRow(f"{text} is not a number")


def labels_of(row: Mapping[str, Any]) -> dict[str, str]:
    """Read the labels of a cell."""
    labels = parsed("cells", row, "labels")
    if type(row.get("cell")) is not int or row["cell"] < 0 or not isinstance(labels, dict):
        raise BadRow(f"{place('cells', row)}: these are not labels of a cell")
    return {axis: str(label) for axis, label in labels.items()}


def spec_of(row: Mapping[str, Any]) -> CellSpec:
    """Read the resolved settings of a cell."""
    try:
        return read_cell(parsed("cells", row, "spec"), labels_of(row))
    except ValueError as error:
        raise BadRow(f"{place('cells', row)}: {error}") from None


def sizes_of(row: attrs.AttrsInstance) -> dict[str, float]:
    """Read the size of each item of knowledge after a phase."""
    values = attrs.asdict(row)
    sizes = parsed("phases", {**values, "knowledge": values["knowledge"] or "{}"}, "knowledge")
    if not isinstance(sizes, dict) or not all(isinstance(size, int | float) for size in sizes.values()):
        raise BadRow(f"{place('phases', values)}: these are not sizes of knowledge")
    return sizes


def check_facts(facts: Mapping[str, Any]) -> None:
    """Refuse facts that no experiment writes; BadRow names the first of them."""
    for key, is_right in _FACTS.items():
        if facts.get(key) is not None and not is_right(facts[key]):
            raise BadRow(
                f"table meta, key '{key}': {str(facts[key])[:40]!a} is not what an experiment writes"
            )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_duration(value: Any) -> bool:
    try:
        return isinstance(value, str) and parse_duration(value) >= 0
    except HoyleError:
        return False


def _are_cells(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_count, value))


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_table, value))


def _is_table(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("paper", {}), dict):
        return False
    names = {field.name for field in attrs.fields(TableSpec)}
    needed = {field.name for field in attrs.fields(TableSpec) if field.default is attrs.NOTHING}
    phases = value.get("phases", [])
    words = [each for key, each in value.items() if key not in {"paper", "phases"}]
    return needed <= value.keys() <= names and all(map(_is_text, words)) and _are_texts(phases)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_axes(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(each, list) for each in value.values())


def _is_dict(value: Any) -> bool:
    return isinstance(value, dict)


_FACTS: Mapping[str, FactCheck] = {
    "version": _is_count,
    "scenario": _is_text,
    "scenario_digest": _is_text,
    "wall_cells": _are_cells,
    "name": _is_text,
    "title": _is_text,
    "about": _is_text,
    "seed": _is_count,
    "runs": _is_count,
    "margin": _is_duration,
    "versions": _is_dict,
    "started": _is_text,
    "tables": _are_tables,
    "axes": _are_axes,
    "stopped": _is_text,
    "digest": _is_text,
    "tuning": _is_dict,
}
