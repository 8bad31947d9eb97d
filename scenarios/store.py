"""The results of an experiment in a folder: one SQLite file, a row a contest.

Rows are the truth: what Hoyle knew at any moment follows from the contests before it. So a run that was
stopped goes on from its last whole contest.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import attrs

from games import BadFile

FILE = "results.sqlite"
VERSION = 3
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (cell INTEGER PRIMARY KEY, labels TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    cell INTEGER, run INTEGER, state TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (cell, run)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phases (
    cell INTEGER, run INTEGER, phase INTEGER, name TEXT NOT NULL, contests INTEGER NOT NULL,
    ended_by TEXT NOT NULL, knowledge TEXT NOT NULL, PRIMARY KEY (cell, run, phase)
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
    doubtful INTEGER NOT NULL,
    PRIMARY KEY (cell, run, phase, contest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS advisors (
    cell INTEGER, run INTEGER, phase INTEGER, advisor TEXT, asked INTEGER NOT NULL,
    commented INTEGER NOT NULL, agreed INTEGER NOT NULL, PRIMARY KEY (cell, run, phase, advisor)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS traces (
    cell INTEGER, run INTEGER, bytes INTEGER NOT NULL, PRIMARY KEY (cell, run)
) WITHOUT ROWID;
"""


class Unwritable(BadFile):
    """What was found out cannot be written down, so there is no sense in going on."""


@attrs.frozen(kw_only=True)
class ContestRow:
    """One contest of an experiment."""

    cell: int
    run: int
    phase: int
    contest: int
    role: str
    """Hoyle's: `player`, `opponent`, or `none` where it watched."""
    other: str
    """Who played against it, or who played."""
    outcome: str
    result: int | None
    """For Hoyle: 1 won, 0 drawn, -1 lost."""
    expert_like: int | None
    """Was the outcome at least as good as the game's value for Hoyle's role? None where that is unknown."""
    plies: int
    moves: str
    ended_by: str
    added: int
    """Entries that knowledge gained."""
    entries: int
    """Entries of knowledge afterwards."""
    decisions: int
    decision_ns: int
    """Time that Hoyle's decisions took, on the scenario's clock."""
    choices: int
    """Decisions in which there was more than one move."""
    correct: int | None
    """Choices that a perfect contestant could have made; None where the game is not solved."""
    work: int
    """Questions that Hoyle's Advisors asked the rules."""
    wasted: int
    """Those of Advisors that were cancelled."""
    seconds: float
    """Time that the contest took on the wall; like all that follows, no part of the digest."""
    lag_ns: int | None = None
    """How late the harness itself was at worst, in real time; None in virtual time, where nothing is late."""
    overruns: int = 0
    """How often an Advisor ended past its deadline."""
    overrun_ns: int = 0
    """How far past it, at worst."""
    load: float | None = None
    """How many processes wanted a processor, at worst; None where the system does not tell."""
    doubtful: int = 0
    """Was the harness later than the scenario's margin? Then its times do not show what the limits did."""


@attrs.frozen(kw_only=True)
class PhaseRow:
    """How a phase of a run ended."""

    cell: int
    run: int
    phase: int
    name: str
    contests: int
    ended_by: str
    """`contests`, `expert_like`, `stable`, both of these with `and`, `time`, `sprt: H0` or `sprt: H1`."""
    knowledge: str
    """The size of each item, as JSON."""


@attrs.frozen(kw_only=True)
class AdvisorRow:
    """What one tier-3 Advisor would have said of the moves of contestants that did not lose."""

    cell: int
    run: int
    phase: int
    advisor: str
    asked: int
    commented: int
    """In how many of these positions it had a comment to make: its relevance."""
    agreed: int
    """In how many its strongest comment supported the move: its significance."""


@attrs.frozen(kw_only=True)
class RunRow:
    """How a run ended."""

    cell: int
    run: int
    state: str
    """`done` or `failed`."""
    reason: str = ""


@attrs.frozen(kw_only=True)
class TraceRow:
    """How long the trace of a run was after its last whole contest: whatever follows is half a contest."""

    cell: int
    run: int
    bytes: int


Row = ContestRow | PhaseRow | AdvisorRow | RunRow | TraceRow

_INTO = {
    ContestRow: "INSERT INTO contests",
    PhaseRow: "INSERT INTO phases",
    AdvisorRow: "INSERT INTO advisors",
    RunRow: "INSERT INTO runs",
    TraceRow: "INSERT OR REPLACE INTO traces",
}
VALIDITY = ("lag_ns", "overruns", "overrun_ns", "load", "doubtful")
"""The columns that tell how far the times of a contest can be trusted."""
_NO_RESULT = ("seconds", "reason", *VALIDITY)
"""What is no part of the digest: times of the machine, and words in which a path may stand."""
_NO_ROOM = ("disk is full", "disk I/O error")
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
                    self._database.executescript(_SCHEMA)
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

    def write(self, *rows: Row) -> None:
        """Add rows, all or none of them."""
        with _told(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    values = attrs.asdict(row)
                    marks = ", ".join("?" * len(values))
                    self._database.execute(
                        f"{_INTO[type(row)]} ({', '.join(values)}) VALUES ({marks})", list(values.values())
                    )
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def fail(self, cell: int, run: int, reason: str) -> None:
        """Write down why a run failed, unless it is known already how it ended."""
        with _told(self.path):
            self._database.execute(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, 'failed', ?)", (cell, run, reason)
            )

    def set_meta(self, values: dict[str, Any]) -> None:
        """Write down facts about the experiment."""
        with _told(self.path):
            self._database.executemany(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)",
                [(key, json.dumps(value)) for key, value in values.items()],
            )

    def meta(self) -> dict[str, Any]:
        """Answer the facts about the experiment."""
        with _told(self.path):
            return {
                key: json.loads(value) for key, value in self._database.execute("SELECT key, value FROM meta")
            }

    def set_cells(self, labels: Iterable[dict[str, str]]) -> None:
        """Write down the grid."""
        with _told(self.path):
            self._database.executemany(
                "INSERT OR REPLACE INTO cells VALUES (?, ?)",
                [(cell, json.dumps(each)) for cell, each in enumerate(labels)],
            )

    def cells(self) -> dict[int, dict[str, str]]:
        """Answer the labels of each cell."""
        with _told(self.path):
            found = self._database.execute("SELECT * FROM cells ORDER BY cell").fetchall()
        return {cell: json.loads(labels) for cell, labels in found}

    def contests(self, **where: int) -> list[ContestRow]:
        """Answer the rows of contests, in order: of one cell, run or phase, or all."""
        return [ContestRow(**row) for row in self._select("contests", where)]

    def phases(self, **where: int) -> list[PhaseRow]:
        """Answer how phases ended, in order."""
        return [PhaseRow(**row) for row in self._select("phases", where)]

    def advisors(self, **where: int) -> list[AdvisorRow]:
        """Answer what the reviews found, in order."""
        return [AdvisorRow(**row) for row in self._select("advisors", where)]

    def runs(self, **where: int) -> list[RunRow]:
        """Answer how runs ended, in order."""
        return [RunRow(**row) for row in self._select("runs", where)]

    def traced(self, cell: int, run: int) -> int:
        """Answer how much of a run's trace is about whole contests."""
        with _told(self.path):
            found = self._database.execute("SELECT bytes FROM traces WHERE cell = ? AND run = ?", (cell, run))
            return sum(size for (size,) in found)

    def forget_failures(self) -> None:
        """Let failed runs be tried again from their last whole contest."""
        with _told(self.path):
            self._database.execute("DELETE FROM runs WHERE state = 'failed'")

    def count_contests(self) -> int:
        """Answer how many contests there are so far."""
        with _told(self.path):
            ((count,),) = self._database.execute("SELECT COUNT(*) FROM contests")
            return int(count)

    def begun_runs(self) -> int:
        """Answer how many runs of a cell there are, counting those that have only begun."""
        with _told(self.path):
            ((last,),) = self._database.execute(
                "SELECT MAX(run) FROM (SELECT run FROM contests UNION SELECT run FROM runs)"
            )
            return 0 if last is None else int(last) + 1

    def seconds_by_cell(self) -> dict[int, float]:
        """Answer how long a run of each cell has taken so far, on average."""
        with _told(self.path):
            found = self._database.execute(
                "SELECT cell, SUM(seconds) / COUNT(DISTINCT run) FROM contests GROUP BY cell"
            )
            return dict(found.fetchall())

    def digest(self) -> str:
        """Answer a hash of the results alone: no times, no host."""
        hasher, wall = hashlib.sha256(), set(self.meta().get(WALL, ()))
        for table in ("runs", "phases", "contests", "advisors"):
            for row in self._select(table, {}):
                left_out = (
                    (*_NO_RESULT, "decision_ns", "work", "wasted") if row["cell"] in wall else _NO_RESULT
                )
                kept = {key: value for key, value in row.items() if key not in left_out}
                hasher.update(json.dumps([table, kept], sort_keys=True).encode())
        return hasher.hexdigest()

    def _select(self, table: str, where: dict[str, int]) -> Iterator[dict[str, Any]]:
        condition = " AND ".join(f"{key} = :{key}" for key in where) or "1"
        with _told(self.path):
            cursor = self._database.execute(
                f"SELECT * FROM {table} WHERE {condition} ORDER BY 1, 2, 3, 4",  # noqa: S608  # our own names
                where,
            )
            names = [column[0] for column in cursor.description]
            for values in cursor:
                yield dict(zip(names, values, strict=True))


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one clear line."""
    try:
        yield
    except sqlite3.Error as error:
        remedy = "see that its folder can be written to"
        if any(word in str(error) for word in _NO_ROOM):
            remedy = "what it held is still whole: make room on the disk, then go on with --resume"
        raise Unwritable(f"cannot use '{path}': {error}; {remedy}") from error
