"""The files of runs beside their rows, the traces and knowledge, and the cheap check of both."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from blackboard import TraceReader
from games import BadFile, HoyleError, read_bytes

if TYPE_CHECKING:
    from scenarios.experiment.records import Records
    from scenarios.experiment.rows import LearnedRow, TraceRow

TRACES = "traces"
"""The folder of the traces of each run."""
KNOWLEDGE = "knowledge"
"""The folder of what each run learned."""


@attrs.frozen
class Problem:
    """What is wrong with a file."""

    path: Path
    words: str
    """A predicate: `is missing`."""

    @classmethod
    def of(cls, path: Path, error: HoyleError) -> "Problem":
        """Return what an error says about a file, without its path at the beginning."""
        words = str(error)
        for name in (f"{str(path)!r} ", f"{path} ", f"'{path}' "):
            words = words.removeprefix(name)
        return cls(path, words)

    def __str__(self) -> str:
        return f"{self.path} {self.words}"


def trace_file(folder: Path, cell: int, run: int) -> Path:
    """Return the path of a run's trace, whether it exists or not."""
    return folder / TRACES / f"cell-{cell}-run-{run}.trace"


def knowledge_file(folder: Path, cell: int, run: int) -> Path:
    """Return the path of what a run learned, whether it exists or not."""
    return folder / KNOWLEDGE / f"cell-{cell}-run-{run}.hoyle"


def file_problems(records: "Records", *, with_traces: bool = True) -> Iterator[Problem]:
    """Check sizes and checksums of the files that rows record; this decodes nothing.

    A run that is not done may have written more than its rows record.
    """
    done = {(row.cell, row.run) for row in records.runs if row.state == "done"}
    for traced in records.traces if with_traces else ():
        yield from _trace_problems(records.folder, traced, is_done=(traced.cell, traced.run) in done)
    for learned in records.learned:
        if (learned.cell, learned.run) in done:
            yield from _knowledge_problems(records.folder, learned)


def _trace_problems(folder: Path, row: "TraceRow", *, is_done: bool) -> Iterator[Problem]:
    path = trace_file(folder, row.cell, row.run)
    if problem := _size_problem(path, row.bytes, is_exact=is_done):
        yield problem
        return
    try:
        reader = TraceReader(path, until=row.bytes)
    except BadFile as error:
        yield Problem.of(path, error)
        return
    reader.check()
    if reader.damage:
        yield Problem.of(path, BadFile(reader.damage))


def _knowledge_problems(folder: Path, row: "LearnedRow") -> Iterator[Problem]:
    path = knowledge_file(folder, row.cell, row.run)
    if problem := _size_problem(path, row.bytes, is_exact=True):
        yield problem
        return
    try:
        if sha256(read_bytes(path)).hexdigest() != row.sha256:
            yield Problem(path, "has changed since its run ended: its SHA-256 differs")
    except BadFile as error:
        yield Problem.of(path, error)


def _size_problem(path: Path, size: int, *, is_exact: bool) -> Problem | None:
    """Compare a file with its recorded size."""
    try:
        found = path.stat().st_size
    except OSError:
        return Problem(path, f"is missing; it had {size:,} bytes")
    if found < size:
        return Problem(path, f"is cut off: {found:,} of {size:,} bytes are left")
    if found > size and is_exact:
        return Problem(path, f"has {found:,} bytes, but {size:,} are recorded")
    return None
