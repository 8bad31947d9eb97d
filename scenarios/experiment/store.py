"""The results of an experiment in a folder: one SQLite file, a row a contest.

Rows are the only source of truth: what Hoyle knew at any moment follows from the contests before it. So a
run that was interrupted continues after its last complete contest. Every row has a checksum, which is checked
when the row is read.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from games import BadFile
from scenarios.experiment.facts import check_facts, labels_of, parsed, spec_of
from scenarios.experiment.rows import (
    DIGESTED,
    KEYS,
    LATER,
    ROWS,
    TABLES,
    AdvisorRow,
    CellRow,
    ContestRow,
    InDigest,
    LearnedRow,
    MetaRow,
    PhaseRow,
    Row,
    RunRow,
    TraceRow,
    VoteRow,
    types_of,
)
from scenarios.experiment.seals import CHECKSUM, BadRow, check_seal, made, seal, stored
from scenarios.language.cell_json import write_cell
from scenarios.language.scenario import CellSpec

FILE = "results.sqlite"
VERSION = 6
SEALED = 4
"""The first version whose rows have checksums and record how often each Advisor failed."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_SQL: Mapping[object, str] = {
    int: "INTEGER NOT NULL",
    float: "REAL NOT NULL",
    str: "TEXT NOT NULL",
    int | None: "INTEGER",
    float | None: "REAL",
}


def _create(table: str) -> str:
    """Write the SQL that makes a table."""
    types = types_of(ROWS[table])
    columns = [*(f"{name} {_SQL[each]}" for name, each in types.items()), f"{CHECKSUM} INTEGER NOT NULL"]
    keys = [name for name in KEYS if name in types]
    return (
        f"CREATE TABLE IF NOT EXISTS {table}"
        f" ({', '.join(columns)}, PRIMARY KEY ({', '.join(keys)})) WITHOUT ROWID;"
    )


class Unwritable(BadFile):
    """Raised if results cannot be written or read, so that an experiment cannot continue."""


R = TypeVar("R")

_TABLE_OF = {kind: table for table, kind in ROWS.items()}
_NO_RESULT = {InDigest.NEVER}
_REPLACED = (MetaRow, CellRow, TraceRow, LearnedRow, VoteRow)
"""Rows that may be written again."""
_NO_ROOM = ("disk is full", "disk I/O error")
_DAMAGE = ("malformed", "not a database", "UTF-8", "no such", "corrupt")
REMEDY = "restore the folder from a copy, or run the scenario again in another folder"
STOPPED = "stopped"
"""The fact that names the failure because of which an experiment ended early, if one did."""
DIGEST = "digest"
"""The fact that records the digest of the rows when an experiment last ended; empty while it runs."""
TUNING = "tuning"
"""The fact that identifies the race to which the runs belong, if they belong to one."""
WALL = "wall_cells"
"""The fact that names the cells whose decisions use the wall clock."""


class Store:
    """The SQLite file of one experiment; it is opened read-only if it cannot be written."""

    def __init__(self, folder: Path, *, is_shared: bool = False) -> None:
        """Open the file; if it is shared, several processes may write at the same time."""
        self.folder = folder
        self.path = folder / FILE
        is_kept = self.path.exists() and not (os.access(self.path, os.W_OK) and os.access(folder, os.W_OK))
        mode = "ro" if is_kept and not is_shared else "rwc"
        with _clear_errors(self.path):
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
                    self._database.executescript(f"BEGIN; {' '.join(map(_create, ROWS))} COMMIT;")
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
        """Close the file."""
        self._database.close()

    def checkpoint(self) -> None:
        """Merge the write-ahead log into the file, unless another process is reading it."""
        with contextlib.suppress(sqlite3.Error):
            self._database.execute("PRAGMA busy_timeout = 0")
            self._database.execute("PRAGMA journal_mode = DELETE")

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything as it is at one moment, even if other processes write."""
        with _clear_errors(self.path):
            self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("COMMIT")

    @contextlib.contextmanager
    def _at_once(self) -> Iterator[None]:
        """Write all or nothing."""
        with _clear_errors(self.path):
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
            self._put(*rows)

    def _put(self, *rows: Row, verb: str = "INSERT") -> None:
        """Write rows under their seals."""
        for row in rows:
            table, values = _TABLE_OF[type(row)], stored(row)
            names, marks = ", ".join((*values, CHECKSUM)), ", ".join("?" * (len(values) + 1))
            either = f"{verb} OR REPLACE" if isinstance(row, _REPLACED) else verb
            self._database.execute(
                f"{either} INTO {table} ({names}) VALUES ({marks})", [*values.values(), seal(table, values)]
            )

    def fail(self, cell: int, run: int, reason: str, advisor: str = "") -> None:
        """Record why a run failed, and because of which Advisor, unless its end is already recorded."""
        row = RunRow(cell=cell, run=run, state="failed", reason=reason, failed_advisor=advisor)
        with _clear_errors(self.path):
            self._put(row, verb="INSERT OR IGNORE")

    def set_meta(self, values: dict[str, Any]) -> None:
        """Record facts about the experiment."""
        self.write(*(MetaRow(key=key, value=json.dumps(value)) for key, value in values.items()))

    def meta(self) -> dict[str, Any]:
        """Return the facts about the experiment."""
        with _clear_errors(self.path):
            found = {str(row["key"]): parsed("meta", row, "value") for row in self._select("meta", {})}
            check_facts(found)
            return found

    def set_cells(self, cells: Iterable[CellSpec]) -> None:
        """Record the grid, also in results of a version that kept less of it."""
        with self._at_once():
            self._add_columns("cells")
            for number, cell in enumerate(cells):
                labels = json.dumps(dict(cell.labels))
                self._put(CellRow(cell=number, labels=labels, spec=write_cell(cell)))

    def upgrade_runs(self) -> None:
        """Write runs of an older version in the form of this one."""
        with self._at_once():
            rows = self.runs()
            if self._add_columns("runs"):
                self._put(*rows, verb="INSERT OR REPLACE")

    def _add_columns(self, table: str) -> bool:
        """Add the columns that a table of an older version lacks; the caller writes all its rows again."""
        have = {str(column[1]) for column in self._database.execute(f"PRAGMA table_info({table})")}
        lacking = TABLES[table].keys() - have
        for name in lacking:
            self._database.execute(f"ALTER TABLE {table} ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
        return bool(lacking)

    def cells(self) -> dict[int, dict[str, str]]:
        """Return the labels of each cell."""
        with _clear_errors(self.path):
            return {row["cell"]: labels_of(row) for row in self._select("cells", {})}

    def specs(self) -> dict[int, CellSpec]:
        """Return the resolved settings of each cell, as far as they were recorded."""
        with _clear_errors(self.path):
            return {
                row["cell"]: spec_of(row) for row in self._select("cells", {}) if row.get("spec", "") != ""
            }

    def contests(self, **where: int) -> list[ContestRow]:
        """Return the rows of contests, in order: of one cell, run or phase, or all of them."""
        return self._rows(ContestRow, "contests", where)

    def phases(self, **where: int) -> list[PhaseRow]:
        """Return how phases ended, in order."""
        return self._rows(PhaseRow, "phases", where)

    def advisors(self, **where: int) -> list[AdvisorRow]:
        """Return the results of the reviews, in order."""
        return self._rows(AdvisorRow, "advisors", where)

    def runs(self, **where: int) -> list[RunRow]:
        """Return how runs ended, in order."""
        return self._rows(RunRow, "runs", where)

    def traces(self, **where: int) -> list[TraceRow]:
        """Return how many bytes of each trace are complete, in order."""
        return self._rows(TraceRow, "traces", where)

    def learned(self, **where: int) -> list[LearnedRow]:
        """Return what is recorded of knowledge files, in order."""
        return self._rows(LearnedRow, "learned", where)

    def votes(self, **where: int) -> list[VoteRow]:
        """Return how decisions came about, in order; nothing in results of versions that did not count."""
        return self._rows(VoteRow, "votes", where)

    def traced(self, cell: int, run: int) -> int:
        """Return how many bytes of the trace of a run are complete."""
        return sum(row.bytes for row in self.traces(cell=cell, run=run))

    def forget_failures(self) -> None:
        """Let failed runs be tried again from their last complete contest."""
        with _clear_errors(self.path):
            self._database.execute("DELETE FROM runs WHERE state = 'failed'")

    def last_contest(self, cell: int, run: int) -> ContestRow | None:
        """Return the contest of a run that finished last; None if none has."""
        return next(iter(self._rows(ContestRow, "contests", {"cell": cell, "run": run}, last=1)), None)

    def count_contests(self, **where: int) -> int:
        """Return the number of contests so far: of one cell or run, or all of them."""
        with _clear_errors(self.path):
            ((count,),) = self._database.execute(
                f"SELECT COUNT(*) FROM contests WHERE {_condition(where)}",  # noqa: S608  # our own names
                where,
            )
            return int(count)

    def begun_runs(self, **where: int) -> int:
        """Return the number of runs that have begun: of one cell, or of the cell that has the most."""
        with _clear_errors(self.path):
            found = [
                self._database.execute(
                    f"SELECT MAX(run) FROM {table} WHERE {_condition(where)}",  # noqa: S608  # our own names
                    where,
                ).fetchone()
                for table in ("contests", "runs")
            ]
            return max(0 if last is None else int(last) + 1 for (last,) in found)

    def seconds_by_cell(self) -> dict[int, float]:
        """Return the mean time of a run of each cell so far."""
        with _clear_errors(self.path):
            found = self._database.execute(
                "SELECT cell, SUM(seconds) / COUNT(DISTINCT run) FROM contests GROUP BY cell"
            )
            return dict(found.fetchall())

    def digest(self) -> str:
        """Return a hash of the results alone: no times, no host."""
        hasher, wall = hashlib.sha256(), set(self.meta().get(WALL, ()))
        for table in DIGESTED:
            columns = TABLES[table]
            for row in self._select(table, {}):
                left_out = _NO_RESULT | ({InDigest.IN_VIRTUAL_TIME} if row["cell"] in wall else set())
                kept = {key: value for key, value in row.items() if columns[key].in_digest not in left_out}
                hasher.update(json.dumps([table, kept], sort_keys=True).encode())
        return hasher.hexdigest()

    def _rows(self, kind: type[R], table: str, where: dict[str, int], *, last: int | None = None) -> list[R]:
        with _clear_errors(self.path):
            if table in LATER and not self._has(table):
                return []
            return [made(kind, table, row) for row in self._select(table, where, last=last)]

    def _has(self, table: str) -> bool:
        """Return whether there is such a table; files that cannot be written may lack some."""
        return any(self._database.execute(f"PRAGMA table_info({table})"))

    def bad_rows(self) -> Iterator[str]:
        """Say for each row that is damaged what is wrong with it."""
        for table, kind in ROWS.items():
            if not self._has(table):
                continue
            cursor = self._database.execute(f"SELECT * FROM {table}")  # noqa: S608  # our own names
            names = [column[0] for column in cursor.description]
            for values in cursor:
                row = dict(zip(names, values, strict=True))
                try:
                    if CHECKSUM in row:
                        check_seal(table, row)
                    made(kind, table, row)
                except BadRow as error:
                    yield str(error)

    def _select(
        self, table: str, where: dict[str, int], *, last: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield rows in order, or the `last` rows from the end; check the checksums that they have."""
        keys = [key for key in KEYS if key in TABLES[table]]
        order = ", ".join(keys) if last is None else f"{' DESC, '.join(keys)} DESC LIMIT {last}"
        with _clear_errors(self.path):
            cursor = self._database.execute(
                f"SELECT * FROM {table} WHERE {_condition(where)} ORDER BY {order}",  # noqa: S608  # our own names
                where,
            )
            names = [column[0] for column in cursor.description]
            for values in cursor:
                row = dict(zip(names, values, strict=True))
                if CHECKSUM in row:
                    check_seal(table, row)
                yield row


def _condition(where: Mapping[str, int]) -> str:
    """Write the condition of a query in SQL."""
    return " AND ".join(f"{key} = :{key}" for key in where) or "1"


@contextlib.contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into one clear line."""
    try:
        yield
    except BadRow as error:
        raise Unwritable(f"'{path}' is damaged: {error}; {REMEDY}") from error
    except sqlite3.Error as error:
        text = " ".join(str(error).split())
        if any(word in text for word in _DAMAGE):
            raise Unwritable(f"'{path}' is damaged: {text}; {REMEDY}") from error
        remedy = "make its folder writable"
        if any(word in text for word in _NO_ROOM):
            remedy = "what it held is complete: free some disk space, then continue with --resume"
        raise Unwritable(f"cannot use '{path}': {text}; {remedy}") from error
