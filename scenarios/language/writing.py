"""A scenario as one flat text, and a digest of what it means."""

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from agents.contestants.program_contestant import program_words, without_folders
from agents.plugins.sibling_imports import sources_beside
from control.settings.declarations import is_unknown_before
from control.settings.toml_text import write_key, write_value
from games import BadFile, read_bytes
from scenarios.language.reading import SCRIPT_NAME
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.language.schema import NAMED, in_order


def write_scenario(scenario: Scenario | Mapping[str, Any]) -> str:
    """Write a scenario, or its keys, as one TOML text that reads to the same scenario."""
    keys = scenario.keys if isinstance(scenario, Scenario) else scenario
    plain = {key: value for key, value in keys.items() if key not in NAMED}
    parts = [_pairs(plain)]
    for kind in NAMED:
        parts += [f"[[{kind}]]\n{_pairs(each)}" for each in keys.get(kind, ())]
    return "\n".join(parts)


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{write_key(key)} = {_written(table[key])}\n" for key in in_order(table))


def _written(value: Any) -> str:
    """Write a value; a text of several lines keeps its lines, unless something in it would end it."""
    if isinstance(value, str) and "\n" in value:
        plain = value.replace("\n", "")
        if plain.isprintable() and not set(plain) & {"'"}:
            return f"'''\n{value}'''"
    return write_value(value)


def scenario_digest(scenario: Scenario) -> str:
    """Return a hash of everything that determines results: cells with their phases, the seed, loaded files.

    Words (title, about, tables, labels) are left out. So are `trace` and `brake`, which change no result, and
    `runs`, which can be raised to extend an experiment. In a loaded file, and in modules that it imports from
    its own folder, layout, comments and the scenario do not count. In a program, every byte counts.
    """
    meaning: dict[str, Any] = {"seed": scenario.seed, "cells": [_meaning(each) for each in scenario.cells]}
    meaning["loads"] = [_code(path) for path in scenario.loads]
    beside = [_code_beside(path) for path in scenario.loads]
    if any(beside):
        meaning["beside"] = beside
    meaning["advisors"] = [
        {key: _content(value) if key == "command" else value for key, value in table.items()}
        for table in scenario.advisors
    ]
    if scenario.knowledge is not None:
        meaning["knowledge"] = hashlib.sha256(read_bytes(scenario.knowledge)).hexdigest()
    return hashlib.sha256(json.dumps(meaning, sort_keys=True).encode()).hexdigest()


def _meaning(cell: CellSpec) -> dict[str, Any]:
    """Return everything that determines the results of a cell, in the form that all versions share."""
    meaning = attrs.asdict(cell, filter=_is_meant)
    for phase in meaning["phases"]:
        phase["against"] = _whole_name(phase["against"])
        phase["watch"] = phase["watch"] and tuple(map(_whole_name, phase["watch"]))
    clock = meaning["clock"]
    later = {"own_costs": clock["own_cost"]} if "own_cost" in clock else {}
    costs = {"costs": clock["cost"], **later, "processors": clock["processors"]}
    return {**meaning, "clock": clock["clock"], **costs}


def _is_meant(field: "attrs.Attribute[Any]", value: Any) -> bool:
    """Leave out labels, and later settings at their defaults, which earlier versions did not have."""
    return field.name != "labels" and not is_unknown_before(field, value)


def _whole_name(contestant: str) -> str:
    """Return a contestant's name, followed by the digest of each file of its program."""
    words = program_words(contestant)
    files = [digest for word, digest in zip(words, _content(words), strict=True) if word != digest]
    return " ".join([without_folders(contestant), *files])


def _content(command: Sequence[str]) -> list[str]:
    """Return a command in which the digest of each file replaces its name."""
    files = [Path(word) for word in command]
    return [
        hashlib.sha256(read_bytes(file)).hexdigest() if file.is_absolute() and file.is_file() else word
        for word, file in zip(command, files, strict=True)
    ]


def _code(path: str) -> str:
    """Return the code of a file, without the scenario in it."""
    tree = _parsed(path)
    tree.body = [each for each in tree.body if SCRIPT_NAME not in _names(each)]
    return ast.unparse(tree)


def _code_beside(path: str) -> dict[str, str]:
    """Return the code of the modules that a file imports from its own folder, by name."""
    return {name: ast.unparse(_parsed(str(source))) for name, source in sources_beside(Path(path)).items()}


def _parsed(path: str) -> ast.Module:
    try:
        return ast.parse(read_bytes(path))
    except (SyntaxError, ValueError) as error:
        raise BadFile(f"cannot read {path!r}: it is not valid Python: {error}") from error


def _names(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        return {each.id for each in statement.targets if isinstance(each, ast.Name)}
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id}
    return set()
