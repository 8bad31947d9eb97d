"""Check that results are complete: first the file, before it is opened for writing, then all its rows."""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from games import BadFile, Outcome, in_words
from scenarios.experiment.facts import sizes_of
from scenarios.experiment.rows import LATER, TABLES
from scenarios.experiment.seals import CHECKSUM, BadRow, place
from scenarios.experiment.store import FILE, REMEDY, SEALED, VERSION
from scenarios.language.measures import Contests

if TYPE_CHECKING:
    from scenarios.experiment.records import Records

_ROLES = {"player", "opponent", "none"}
_OUTCOMES = {outcome.value for outcome in Outcome}
_STATES = {"done", "failed"}


def check_file(folder: Path) -> None:
    """Refuse files that hold no experiment, were cut short, or come from a later version."""
    if not folder.is_dir():
        raise BadFile(f"cannot read {str(folder)!r}: there is no such folder; hoyle run --out creates one")
    path = folder / FILE
    if not path.is_file():
        raise BadFile(f"{str(folder)!r} has no results: there is no {FILE}; hoyle run --out writes one")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            _check_tables(path, database)
            _check_version(path, database)
            ((state,),) = database.execute("PRAGMA quick_check(1)")
            if state != "ok":
                raise BadRow(" ".join(str(state).split()))
    except (sqlite3.Error, ValueError, OSError, OverflowError) as error:
        said = str(error) if isinstance(error, BadRow) else in_words(error)
        raise BadFile(f"{str(path)!r} cannot be read or is damaged: {said}; {REMEDY}") from error


def is_begun(folder: Path) -> bool:
    """Return whether an experiment has recorded what it is, or was killed before it could."""
    path = folder / FILE
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master")]
            return any(database.execute("SELECT 1 FROM meta")) if "meta" in tables else bool(tables)
    except (sqlite3.Error, UnicodeDecodeError):
        return True


def _check_tables(path: Path, database: sqlite3.Connection) -> None:
    """Check that all tables exist, and that they are tables."""
    kinds = {str(name): kind for kind, name in database.execute("SELECT type, name FROM sqlite_master")}
    if missing := [name for name in TABLES if name not in kinds and name not in LATER]:
        raise BadFile(
            f"{str(path)!r} has no results of Hoyle: it is empty, foreign or cut short"
            f" (there is no table {missing[0]}); {REMEDY}"
        )
    for name, kind in kinds.items():
        if kind == "trigger" or (name in TABLES and kind != "table"):
            raise BadRow(f"it holds the {kind} {name!a}, which no experiment makes")


def _check_version(path: Path, database: sqlite3.Connection) -> None:
    """Refuse results of a later version, and those that lack what their version has."""
    version = _version(database)
    if version > VERSION:
        raise BadFile(f"{str(path)!r} has version {version}, newer than {VERSION}: this needs a newer Hoyle")
    for table, columns in TABLES.items() if version >= SEALED else ():
        if LATER.get(table, 0) > version:
            continue
        names = [name for name, column in columns.items() if column.since <= version]
        have = {str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}
        if lacking := [name for name in (*names, CHECKSUM) if name not in have]:
            raise BadRow(f"table {table} lacks its column {lacking[0]}")


def _version(database: sqlite3.Connection) -> int:
    """Return the version of the results, in whichever place it is recorded."""
    ((pragma,),) = database.execute("PRAGMA user_version")
    versions = [value for (value,) in database.execute("SELECT value FROM meta WHERE key = 'version'")]
    if not all(isinstance(value, str) and value.isdecimal() and value.isascii() for value in versions):
        raise BadRow("table meta, key 'version': this is not a version")
    return max([int(pragma), *(int(value[:9]) for value in versions)])


def check_whole(records: "Records") -> None:
    """Refuse rows that contradict each other; BadRow names the first."""
    for table in ("runs", "phases", "advisors", "votes", "traces", "learned"):
        _check_cells(table, getattr(records, table), records.cells)
    for run in records.runs:
        if run.state not in _STATES:
            raise BadRow(f"table runs, cell {run.cell}, run {run.run}: no run ends as {run.state[:40]!a}")
    for phase in records.phases:
        sizes_of(phase)
    for row in records.advisors:
        if not row.agreed <= row.asked or not row.commented <= row.asked:
            why = f"{row.advisor} cannot have commented {row.commented} of {row.asked} times"
            raise BadRow(f"table advisors, cell {row.cell}, run {row.run}, phase {row.phase}: {why}")
    for counted in records.votes:
        if not (
            counted.silent <= counted.choices
            and counted.disputed <= counted.compared <= counted.voted <= counted.choices
        ):
            why = "it counts more of one kind than of all decisions"
            raise BadRow(f"table votes, cell {counted.cell}, run {counted.run}, phase {counted.phase}: {why}")
    _check_contests(records.contests)
    if records.is_sealed:
        _check_counts(records)


def _check_cells(table: str, rows: Iterable[Any], cells: Mapping[int, Any]) -> None:
    for row in rows:
        if row.cell not in cells:
            raise BadRow(f"table {table} tells of cell {row.cell}, which is not in the grid")


def _check_contests(contests: Contests) -> None:
    for column, known in (("role", _ROLES), ("outcome", _OUTCOMES)):
        for wrong in set(contests[column].tolist()) - known:
            row = contests[contests[column] == wrong][0]
            raise BadRow(f"{_contest(row)}: {column} is {wrong[:40]!a}, which no contest has")


def _contest(row: Any) -> str:
    return place("contests", {name: int(row[name]) for name in ("cell", "run", "phase", "contest")})


def _check_counts(records: "Records") -> None:
    """Check that no contest of a phase is missing."""
    for (cell, run, phase), where in records.slices.items():
        numbers = records.contests["contest"][where]
        gaps = np.flatnonzero(numbers != np.arange(len(numbers)))
        if len(gaps):
            missing = f"cell {cell}, run {run}, phase {phase}, contest {gaps[0]}"
            raise BadRow(f"table contests lacks {missing}, but has later ones")
    for row in records.phases:
        have = len(records.contests_of_phase(row))
        if have != row.contests:
            key = f"cell {row.cell}, run {row.run}, phase {row.phase}"
            raise BadRow(f"table phases, {key}: it had {row.contests} contests, but {have} are there")
