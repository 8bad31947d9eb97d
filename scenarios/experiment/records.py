"""Records: the rows of an experiment, read for measures, tables and charts."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from control import parse_duration
from games import BadFile, HoyleError, in_words
from scenarios.experiment.attendance import REST, Attendance, Rolls, read_attendance
from scenarios.experiment.completeness import Completeness, completeness
from scenarios.experiment.rows import (
    TABLES,
    AdvisorRow,
    ContestRow,
    LearnedRow,
    PhaseRow,
    RunRow,
    TraceRow,
    VoteRow,
)
from scenarios.experiment.run_files import Problem
from scenarios.experiment.seals import BadRow, place
from scenarios.experiment.store import DIGEST, FILE, REMEDY, SEALED, Store
from scenarios.experiment.wholeness import check_file, check_whole
from scenarios.language.measures import Contests, dtype_of
from scenarios.language.reading import resolve_text
from scenarios.language.scenario import CellSpec, Scenario, TableSpec
from scenarios.language.stop_rules import Until

PhaseKey: TypeAlias = tuple[int, int, int]
"""A cell, a run and a phase."""
Attendances: TypeAlias = Mapping[tuple[int, int, str, str], Attendance]
"""By cell, run, whose Advisor it is (`hoyle` or `other`), and its name."""
Seated: TypeAlias = Mapping[tuple[int, int, int, str], Sequence[str]]
"""By cell, run, phase and whose panel it is."""

COLUMNS = tuple(TABLES["contests"])
_DTYPE = dtype_of(ContestRow)


@attrs.frozen(kw_only=True, eq=False)
class Records:
    """The results of one experiment."""

    folder: Path
    meta: Mapping[str, Any]
    cells: Mapping[int, Mapping[str, str]]
    """The labels of each cell."""
    specs: Mapping[int, CellSpec]
    """The resolved settings of each cell, as far as they are known."""
    runs: Sequence[RunRow]
    phases: Sequence[PhaseRow]
    """The phases that ended."""
    advisors: Sequence[AdvisorRow]
    contests: Contests
    tables: Sequence[TableSpec]
    axes: Mapping[str, tuple[str, ...]]
    """The labels on each axis of the sweep, in order."""
    ended: Mapping[int, Sequence[PhaseRow]]
    """The phases that ended, by cell."""
    slices: Mapping[PhaseKey, slice]
    """The positions of the contests of each phase."""
    seated: Seated
    """The Advisors on the panels of each phase of each run."""
    attendance: Attendances
    """How often each Advisor was asked, failed and so on, in each run."""
    traces: Sequence[TraceRow] = ()
    learned: Sequence[LearnedRow] = ()
    left_out: Mapping[PhaseKey, int] = attrs.field(factory=dict)
    """The number of contests of a phase that are left out because their times are doubtful."""
    votes: Sequence[VoteRow] = ()
    """How decisions came about; nothing in results of versions that did not count them."""
    only: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The labels to which the records are restricted, on each axis that has others too."""

    @property
    def is_sealed(self) -> bool:
        """Whether its rows have checksums and record failures of Advisors; those of older versions do not."""
        return int(self.meta.get("version", SEALED)) >= SEALED

    @property
    def margin_ns(self) -> int:
        """How late the harness may be before a contest is doubtful."""
        return parse_duration(str(self.meta.get("margin") or Scenario.margin))

    def is_doubtful(self, margin_ns: int | None = None) -> npt.NDArray[np.bool_]:
        """Return, for each contest, whether the harness was later than that; in virtual time it never is."""
        doubtful: npt.NDArray[np.bool_] = (
            self.contests["lag_ns"] > margin_ns if margin_ns is not None else self.contests["doubtful"] > 0
        )
        return doubtful

    def without_doubtful(self, margin_ns: int | None = None) -> "Records":
        """Leave out the contests whose times are doubtful, by another margin if one is given."""
        doubtful = self.is_doubtful(margin_ns)
        kept = self.contests[~doubtful]
        counts = {key: int(doubtful[where].sum()) for key, where in self.slices.items()}
        return attrs.evolve(
            self,
            contests=kept,
            slices=_slices(kept),
            attendance=_attendance(kept, self.seated),
            left_out={key: count for key, count in counts.items() if count},
        )

    def contests_of(self, key: PhaseKey) -> Contests:
        """Return the contests of one phase of one run, in order."""
        return self.contests[self.slices.get(key, slice(0, 0))]

    def contests_of_phase(self, row: PhaseRow) -> Contests:
        """Return the contests of a phase that ended."""
        return self.contests_of((row.cell, row.run, row.phase))

    def ended_phases(self, cell: int, name: str) -> list[PhaseRow]:
        """Return the phases of that name that ended in the runs of a cell."""
        return [row for row in self.ended.get(cell, ()) if row.name == name]

    @property
    def phase_names(self) -> tuple[str, ...]:
        """Every name of a phase, in the order in which they are played."""
        return tuple(dict.fromkeys(row.name for row in sorted(self.phases, key=attrgetter("phase"))))

    @property
    def failures(self) -> list[RunRow]:
        """The runs that failed."""
        return [row for row in self.runs if row.state == "failed"]

    @property
    def completeness(self) -> Completeness:
        """How many runs are done, and which failed."""
        return completeness(self.meta, self.cells, self.runs, {(cell, run) for cell, run, _ in self.slices})

    def until(self, cell: int, phase: str) -> Until | None:
        """Return the stop rules of a phase in a cell; None if they are unknown."""
        phases = self.specs[cell].phases if cell in self.specs else ()
        return next((each.until for each in phases if each.name == phase), None)


def read_records(folder: str | Path) -> Records:
    """Read the results in a folder; BadFile gives the reason if they cannot be read."""
    folder = Path(folder)
    check_file(folder)
    with Store(folder) as store:
        try:
            with store.snapshot():
                records = _read(folder, store)
            check_whole(records)
        except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise BadFile(f"{str(folder / FILE)!r} is damaged: {in_words(error)}; {REMEDY}") from error
    return records


def digest_of(records: Records) -> str:
    """Return the hash of the results alone: equal digests mean identical results."""
    with Store(records.folder) as store:
        return store.digest()


def digest_problems(records: Records) -> Iterator[Problem]:
    """Compare the rows with the digest that was recorded when the experiment last ended."""
    recorded = records.meta.get(DIGEST)
    if recorded and recorded != (found := digest_of(records)):
        words = (
            f"has rows with digest {found[:16]}, but {recorded[:16]} was recorded: rows are missing or other"
        )
        yield Problem(records.folder / FILE, words)


def _read(folder: Path, store: Store) -> Records:
    meta, cells = store.meta(), store.cells()
    contests = _contests(store, cells)
    if len(contests) != store.count_contests():
        raise BadRow("table contests has contests of cells that are not in the grid")
    phases, seated = store.phases(), _seated(contests)
    return Records(
        folder=folder,
        meta=meta,
        cells=cells,
        specs=store.specs() or _resolved_again(meta, len(cells)),
        runs=store.runs(),
        phases=phases,
        advisors=store.advisors(),
        votes=store.votes(),
        contests=contests,
        traces=store.traces(),
        learned=store.learned(),
        tables=[TableSpec(**table) for table in meta.get("tables") or ()],
        axes=_axes(meta, cells),
        ended={cell: [row for row in phases if row.cell == cell] for cell in cells},
        slices=_slices(contests),
        seated=seated,
        attendance=_attendance(contests, seated),
    )


def _resolved_again(meta: Mapping[str, Any], cells: int) -> dict[int, CellSpec]:
    """Resolve the scenario of results from before version 5, which do not hold their cells.

    The result is empty if this version does not understand the scenario, or if it would run other code.
    """
    try:
        found = resolve_text(str(meta.get("scenario") or "")).cells
    except (HoyleError, ValueError, RecursionError):  # too deep, or a number of too many digits
        return {}
    return dict(enumerate(found)) if len(found) == cells else {}


def _axes(meta: Mapping[str, Any], cells: Mapping[int, Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the axes of the scenario, then any others that the cells have."""
    axes = {str(axis): dict.fromkeys(map(str, labels)) for axis, labels in (meta.get("axes") or {}).items()}
    for labels in cells.values():
        for axis, label in labels.items():
            axes.setdefault(axis, {})[label] = None
    return {axis: tuple(labels) for axis, labels in axes.items()}


def _contests(store: Store, cells: Mapping[int, Mapping[str, str]]) -> Contests:
    values = attrgetter(*COLUMNS)
    parts = [np.array([values(row) for row in store.contests(cell=cell)], dtype=_DTYPE) for cell in cells]
    return np.concatenate([np.empty(0, _DTYPE), *parts])


_PLACE = ("cell", "run", "phase", "contest")


def _rolls(contests: Contests) -> Iterator[tuple[PhaseKey, int, Rolls]]:
    """Yield the phase, the number and the attendance of each contest."""
    for cell, run, phase, contest, text in contests[[*_PLACE, "attendance"]].tolist():
        try:
            yield (cell, run, phase), contest, read_attendance(text)
        except ValueError as error:
            where = dict(zip(_PLACE, (cell, run, phase, contest), strict=True))
            raise BadRow(f"{place('contests', where)}: {error}") from None


def _seated(contests: Contests) -> Seated:
    """Return who sat on each panel in each phase of each run: its first contest names all Advisors."""
    first = contests[contests["contest"] == 0]
    return {
        (*key, whose): tuple(rests) for key, _, rolls in _rolls(first) for whose, (_, rests) in rolls.items()
    }


def _attendance(contests: Contests, seated: Seated) -> Attendances:
    """Add up, over the contests of each run, how often each Advisor was asked, failed and so on."""
    sums: dict[tuple[int, int, str, str], Attendance] = {}
    reasons: dict[tuple[int, int, str, str], Counter[str]] = {}
    asked: Counter[tuple[int, int, int, str]] = Counter()
    present = {key: set(names) for key, names in seated.items()}
    for (cell, run, phase), _, rolls in _rolls(contests):
        for whose, (times, rests) in rolls.items():
            asked[cell, run, phase, whose] += times
            present.setdefault((cell, run, phase, whose), set()).update(rests)
            for name, rest in rests.items():
                if rest:
                    sums.setdefault((cell, run, whose, name), Attendance()).add(0, rest)
                if len(rest) == len(REST):
                    reasons.setdefault((cell, run, whose, name), Counter())[rest[-1]] += rest[0]
    for (cell, run, phase, whose), times in asked.items():
        for name in sorted(present[cell, run, phase, whose]):
            sums.setdefault((cell, run, whose, name), Attendance()).asked += times
    for key, each in reasons.items():
        sums[key].reason = each.most_common(1)[0][0]
    return sums


def _slices(contests: Contests) -> dict[PhaseKey, slice]:
    """Find where each phase of each run starts and stops; rows are in order."""
    if not len(contests):
        return {}
    keys = np.stack([contests[name] for name in ("cell", "run", "phase")], axis=1)
    changes = np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1
    starts = [0, *changes.tolist()]
    stops = [*starts[1:], len(contests)]
    return {_key(keys[start]): slice(start, stop) for start, stop in zip(starts, stops, strict=True)}


def _key(row: npt.NDArray[np.int64]) -> PhaseKey:
    cell, run, phase = row.tolist()
    return cell, run, phase
