"""The results of an experiment in a folder: one SQLite file, a row a contest.

Rows are the truth: what Hoyle knew at any moment follows from the contests before it. So a run that was
stopped goes on from its last whole contest. Every row carries a checksum, and is checked when it is read.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from games import BadFile
from scenarios.experiment.facts import check_facts, labels_of, parsed
from scenarios.experiment.rows import AdvisorRow, ContestRow, PhaseRow, Row, RunRow, TraceRow
from scenarios.experiment.seals import CHECKSUM, KEYS, TABLES, BadRow, check_seal, made, seal, stored

FILE = "results.sqlite"
VERSION = 4
SEALED = 4
"""The first version whose rows carry checksums, and tell of each Advisor how often it failed."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (
    cell INTEGER PRIMARY KEY, labels TEXT NOT NULL, checksum INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS runs (
    cell INTEGER, run INTEGER, state TEXT NOT NULL, reason TEXT NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY (cell, run)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phases (
    cell INTEGER, run INTEGER, phase INTEGER, name TEXT NOT NULL, contests INTEGER NOT NULL,
    ended_by TEXT NOT NULL, knowledge TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, run, phase)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contests (
    cell INTEGER, run INTEGER, phase INTEGER, contest INTEGER,
    role TEXT NOT NULL, other TEXT NOT NULL, outcome TEXT NOT NULL, result INTEGER, expert_like INTEGER,
    plies INTEGER NOT NULL, moves TEXT NOT NULL, ended_by TEXT NOT NULL,
    added INTEGER NOT NULL, entries INTEGER NOT NULL,
    decisions INTEGER NOT NULL, decision_ns INTEGER NOT NULL,
    choices INTEGER NOT NULL, correct INTEGER, work INTEGER NOT NULL, wasted INTEGER NOT NULL,
    seconds REAL NOT NULL,
    lag_ns INTEGER, overruns INTEGER NOT NULL, overrun_ns INTEGER NOT NULL, load REAL,
    doubtful INTEGER NOT NULL, attendance TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, run, phase, contest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS advisors (
    cell INTEGER, run INTEGER, phase INTEGER, advisor TEXT, asked INTEGER NOT NULL,
    commented INTEGER NOT NULL, agreed INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, run, phase, advisor)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS traces (
    cell INTEGER, run INTEGER, bytes INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, run)
) WITHOUT ROWID;
"""


class Unwritable(BadFile):
    """The results cannot be written, or what there is cannot be read: there is no sense in going on."""


R = TypeVar("R")

_TABLE_OF: dict[type[Row], str] = {
    ContestRow: "contests",
    PhaseRow: "phases",
    AdvisorRow: "advisors",
    RunRow: "runs",
    TraceRow: "traces",
}
VALIDITY = ("lag_ns", "overruns", "overrun_ns", "load", "doubtful")
"""The columns that tell how far the times of a contest can be trusted."""
_NO_RESULT = ("seconds", "reason", "attendance", *VALIDITY)
"""What is no part of the digest: times of the machine, and words in which a path may stand."""
_NO_ROOM = ("disk is full", "disk I/O error")
_DAMAGE = ("malformed", "not a database", "UTF-8", "no such", "corrupt")
REMEDY = "take the folder from a copy, or run the scenario again into another"
STOPPED = "stopped"
"""The fact that tells over which Advisor's failure an experiment ended, if it did."""
WALL = "wall_cells"
"""The fact that names the cells whose decisions are timed by the clock on the wall."""


class Store:
    """The SQLite file of one experiment; one that may not be written is read."""

    def __init__(self, folder: Path, *, is_shared: bool = False) -> None:
        """Open the file; several processes write at once if it is shared."""
        self.path = folder / FILE
        is_kept = self.path.exists() and not (os.access(self.path, os.W_OK) and os.access(folder, os.W_OK))
        mode = "ro" if is_kept and not is_shared else "rwc"
        with _told(self.path):
            self._database = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode={mode}",
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
            )
            try:
                if is_shared:
                    self._database.execute("PRAGMA journal_mode = WAL")
                if mode != "ro":
                    self._database.execute("PRAGMA synchronous = NORMAL")
                    self._database.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            except sqlite3.Error:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def settle(self) -> None:
        """Make one file of it that can be read from anywhere, unless somebody is reading it just now."""
        with contextlib.suppress(sqlite3.Error):
            self._database.execute("PRAGMA busy_timeout = 0")
            self._database.execute("PRAGMA journal_mode = DELETE")

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """See everything as it is at one moment, whoever else writes meanwhile."""
        with _told(self.path):
            self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("COMMIT")

    @contextlib.contextmanager
    def _at_once(self) -> Iterator[None]:
        """Write all or nothing."""
        with _told(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def write(self, *rows: Row) -> None:
        """Add rows, all or none of them."""
        with self._at_once():
            for row in rows:
                verb = "INSERT OR REPLACE" if isinstance(row, TraceRow) else "INSERT"
                self._put(verb, _TABLE_OF[type(row)], stored(row))

    def _put(self, verb: str, table: str, values: dict[str, Any]) -> None:
        """Write a row under its seal."""
        names, marks = ", ".join((*values, CHECKSUM)), ", ".join("?" * (len(values) + 1))
        self._database.execute(
            f"{verb} INTO {table} ({names}) VALUES ({marks})", [*values.values(), seal(table, values)]
        )

    def fail(self, cell: int, run: int, reason: str) -> None:
        """Write down why a run failed, unless it is known already how it ended."""
        row = RunRow(cell=cell, run=run, state="failed", reason=reason)
        with _told(self.path):
            self._put("INSERT OR IGNORE", "runs", stored(row))

    def set_meta(self, values: dict[str, Any]) -> None:
        """Write down facts about the experiment."""
        with self._at_once():
            for key, value in values.items():
                self._put("INSERT OR REPLACE", "meta", {"key": key, "value": json.dumps(value)})

    def meta(self) -> dict[str, Any]:
        """Return the facts about the experiment."""
        with _told(self.path):
            found = {str(row["key"]): parsed("meta", row, "value") for row in self._select("meta", {})}
            check_facts(found)
            return found

    def set_cells(self, labels: Iterable[dict[str, str]]) -> None:
        """Write down the grid."""
        with self._at_once():
            for cell, each in enumerate(labels):
                self._put("INSERT OR REPLACE", "cells", {"cell": cell, "labels": json.dumps(each)})

    def cells(self) -> dict[int, dict[str, str]]:
        """Return the labels of each cell."""
        with _told(self.path):
            return {row["cell"]: labels_of(row) for row in self._select("cells", {})}

    def contests(self, **where: int) -> list[ContestRow]:
        """Return the rows of contests, in order: of one cell, run or phase, or all."""
        return self._rows(ContestRow, "contests", where)

    def phases(self, **where: int) -> list[PhaseRow]:
        """Return how phases ended, in order."""
        return self._rows(PhaseRow, "phases", where)

    def advisors(self, **where: int) -> list[AdvisorRow]:
        """Return what the reviews found, in order."""
        return self._rows(AdvisorRow, "advisors", where)

    def runs(self, **where: int) -> list[RunRow]:
        """Return how runs ended, in order."""
        return self._rows(RunRow, "runs", where)

    def traces(self, **where: int) -> list[TraceRow]:
        """Return how much of each trace is about whole contests, in order."""
        return self._rows(TraceRow, "traces", where)

    def traced(self, cell: int, run: int) -> int:
        """Return how much of a run's trace is about whole contests."""
        return sum(row.bytes for row in self.traces(cell=cell, run=run))

    def forget_failures(self) -> None:
        """Let failed runs be tried again from their last whole contest."""
        with _told(self.path):
            self._database.execute("DELETE FROM runs WHERE state = 'failed'")

    def count_contests(self) -> int:
        """Return how many contests there are so far."""
        with _told(self.path):
            ((count,),) = self._database.execute("SELECT COUNT(*) FROM contests")
            return int(count)

    def begun_runs(self) -> int:
        """Return how many runs of a cell there are, counting those that have only begun."""
        with _told(self.path):
            ((last,),) = self._database.execute(
                "SELECT MAX(run) FROM (SELECT run FROM contests UNION SELECT run FROM runs)"
            )
            return 0 if last is None else int(last) + 1

    def seconds_by_cell(self) -> dict[int, float]:
        """Return how long a run of each cell has taken so far, on average."""
        with _told(self.path):
            found = self._database.execute(
                "SELECT cell, SUM(seconds) / COUNT(DISTINCT run) FROM contests GROUP BY cell"
            )
            return dict(found.fetchall())

    def digest(self) -> str:
        """Return a hash of the results alone: no times, no host."""
        hasher, wall = hashlib.sha256(), set(self.meta().get(WALL, ()))
        for table in ("runs", "phases", "contests", "advisors"):
            for row in self._select(table, {}):
                left_out = (
                    (*_NO_RESULT, "decision_ns", "work", "wasted") if row["cell"] in wall else _NO_RESULT
                )
                kept = {key: value for key, value in row.items() if key not in left_out}
                hasher.update(json.dumps([table, kept], sort_keys=True).encode())
        return hasher.hexdigest()

    def _rows(self, kind: type[R], table: str, where: dict[str, int]) -> list[R]:
        with _told(self.path):
            return [made(kind, table, row) for row in self._select(table, where)]

    def _select(self, table: str, where: dict[str, int]) -> Iterator[dict[str, Any]]:
        """Yield rows as they were written; checksums are looked at wherever there are some."""
        condition = " AND ".join(f"{key} = :{key}" for key in where) or "1"
        order = ", ".join(key for key in KEYS if key in TABLES[table])
        with _told(self.path):
            cursor = self._database.execute(
                f"SELECT * FROM {table} WHERE {condition} ORDER BY {order}",  # noqa: S608  # our own names
                where,
            )
            names = [column[0] for column in cursor.description]
            for values in cursor:
                row = dict(zip(names, values, strict=True))
                if CHECKSUM in row:
                    check_seal(table, row)
                yield row


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one clear line."""
    try:
        yield
    except BadRow as error:
        raise Unwritable(f"'{path}' is damaged: {error}; {REMEDY}") from error
    except sqlite3.Error as error:
        text = " ".join(str(error).split())
        if any(word in text for word in _DAMAGE):
            raise Unwritable(f"'{path}' is damaged: {text}; {REMEDY}") from error
        remedy = "see that its folder can be written to"
        if any(word in text for word in _NO_ROOM):
            remedy = "what it held is still whole: make room on the disk, then go on with --resume"
        raise Unwritable(f"cannot use '{path}': {text}; {remedy}") from error
