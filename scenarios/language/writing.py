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
from control.settings.toml_text import write_key, write_value
from games import BadFile, read_bytes
from scenarios.language.reading import SCRIPT_NAME
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.language.schema import NAMED, in_order

_LATER = ("zones", "measure", "also_review", "settle", "allocation", "order", "contest_clock")
"""Settings and stop rules that results of earlier versions were begun without."""


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
    """Write a value; a text of several lines stays one, where nothing in it would end it."""
    if isinstance(value, str) and "\n" in value:
        plain = value.replace("\n", "")
        if plain.isprintable() and not set(plain) & {"'"}:
            return f"'''\n{value}'''"
    return write_value(value)


def scenario_digest(scenario: Scenario) -> str:
    """Return a hash of what a scenario means: its cells with their phases, its seed, and what it loads.

    Words (title, about, tables, labels) are left out, and so are `trace`, which changes no result, and
    `runs`: an experiment can be extended by raising them. Of a loaded file, and of the modules beside it that
    it imports, neither layout nor comments count, nor the scenario that the file may define; of a program
    every byte does.
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
    """Return what a cell means, in the form in which results of every version know it."""
    told = attrs.asdict(cell, filter=_is_meant)
    for phase in told["phases"]:
        phase["against"] = _whole_name(phase["against"])
        phase["watch"] = phase["watch"] and tuple(map(_whole_name, phase["watch"]))
    clock = told["clock"]
    return {**told, "clock": clock["clock"], "costs": clock["cost"], "processors": clock["processors"]}


def _is_meant(field: "attrs.Attribute[Any]", value: Any) -> bool:
    """Leave out labels, and settings that came later where they are as by default: once there were none."""
    return field.name != "labels" and not (field.name in _LATER and value == field.default)


def _whole_name(contestant: str) -> str:
    """Return a contestant's name, with the digest of each file of which a program is made behind it."""
    words = program_words(contestant)
    files = [digest for word, digest in zip(words, _content(words), strict=True) if word != digest]
    return " ".join([without_folders(contestant), *files])


def _content(command: Sequence[str]) -> list[str]:
    """Return a command with the digest of each file in the place of its name."""
    files = [Path(word) for word in command]
    return [
        hashlib.sha256(read_bytes(file)).hexdigest() if file.is_absolute() and file.is_file() else word
        for word, file in zip(command, files, strict=True)
    ]


def _code(path: str) -> str:
    """Return what a file does, without the scenario in it."""
    tree = _parsed(path)
    tree.body = [each for each in tree.body if SCRIPT_NAME not in _names(each)]
    return ast.unparse(tree)


def _code_beside(path: str) -> dict[str, str]:
    """Return what the modules do that a file imports from its own folder, by name."""
    return {name: ast.unparse(_parsed(str(source))) for name, source in sources_beside(Path(path)).items()}


def _parsed(path: str) -> ast.Module:
    try:
        return ast.parse(read_bytes(path))
    except (SyntaxError, ValueError) as error:
        raise BadFile(f"cannot read {path!r}: it is no Python: {error}") from error


def _names(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        return {each.id for each in statement.targets if isinstance(each, ast.Name)}
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id}
    return set()
