"""Measures that an experiment brings: load its files if a name is unknown."""

import tomllib
from pathlib import Path

from games import BadFile, UnknownName
from scenarios.experiment.folders import kept_sources
from scenarios.experiment.records import Records
from scenarios.language.loads import load_once, reading
from scenarios.language.measures import Measure, get_measure


def measure_of(records: Records, name: str) -> Measure:
    """Find a measure; if it is unknown here, load the files of the scenario of these results first."""
    try:
        return get_measure(name)
    except UnknownName:
        files = _loads(records)
        if not files:
            raise
    with reading():
        for file, copy in kept_sources(files, records.folder).items():
            load_once(_there(name, file, copy), may_be_empty=True)
    return get_measure(name)


def _there(name: str, file: Path, copy: Path) -> Path:
    """Return the copy that the results hold, or else the file itself."""
    for each in (copy, file):
        if each.is_file():
            return each
    raise BadFile(
        f"no measure is named {name!r} here, and {str(file)!r}, which the scenario loads, is gone;"
        " give it with --load FILE"
    )


def _loads(records: Records) -> list[str]:
    """Return the files that the scenario loads; none if it cannot be read."""
    try:
        found = tomllib.loads(str(records.meta.get("scenario") or "")).get("load", [])
    except (ValueError, RecursionError):
        return []
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []
