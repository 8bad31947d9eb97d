"""Everything an experiment wrote down, read back: what measures, tables and charts are made of."""

import json
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from control import parse_duration
from games import BadFile, in_words
from scenarios.scenario import Scenario, TableSpec
from scenarios.store import FILE, VERSION, AdvisorRow, ContestRow, PhaseRow, RunRow, Store

Contests: TypeAlias = npt.NDArray[np.void]
"""Rows of contests, a field for each column of the store; what is unknown is no number."""
Key: TypeAlias = tuple[int, int, int]
"""A cell, a run and a phase."""

_KINDS: Mapping[object, str] = {int: "i8", float: "f8", str: "O", int | None: "f8", float | None: "f8"}
COLUMNS = tuple(field.name for field in attrs.fields(ContestRow))
_DTYPE = np.dtype([(field.name, _KINDS[field.type]) for field in attrs.fields(ContestRow)])
_NEEDED = {"meta", "cells", "runs", "phases", "contests", "advisors"}


@attrs.frozen(kw_only=True, eq=False)
class Records:
    """The results of one experiment."""

    folder: Path
    meta: Mapping[str, Any]
    cells: Mapping[int, Mapping[str, str]]
    """The labels of each cell."""
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
    slices: Mapping[Key, slice]
    """Where the contests of each phase are."""
    left_out: Mapping[Key, int] = attrs.field(factory=dict)
    """How many contests of a phase are not looked at, because their times are doubtful."""

    @property
    def margin_ns(self) -> int:
        """How late the harness could be before a contest was doubtful."""
        return parse_duration(str(self.meta.get("margin") or Scenario.margin))

    def is_doubtful(self, margin_ns: int | None = None) -> npt.NDArray[np.bool_]:
        """Say of each contest whether the harness was later than that; in virtual time it never is."""
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
            left_out={key: count for key, count in counts.items() if count},
        )

    def contests_of(self, key: Key) -> Contests:
        """Answer the contests of one phase of one run, in order."""
        return self.contests[self.slices.get(key, slice(0, 0))]

    def contests_of_phase(self, row: PhaseRow) -> Contests:
        """Answer the contests of a phase that ended."""
        return self.contests_of((row.cell, row.run, row.phase))

    def ended_phases(self, cell: int, name: str) -> list[PhaseRow]:
        """Answer the phases of that name that ended in the runs of a cell."""
        return [row for row in self.ended.get(cell, ()) if row.name == name]

    @property
    def phase_names(self) -> tuple[str, ...]:
        """Every name of a phase, in the order in which they are played."""
        return tuple(dict.fromkeys(row.name for row in sorted(self.phases, key=attrgetter("phase"))))

    @property
    def failures(self) -> list[RunRow]:
        """The runs that failed."""
        return [row for row in self.runs if row.state == "failed"]

    def has_stop_rule(self, phase: str) -> bool:
        """Can a phase end before its contests are played? Taken for granted unless its scenario says no."""
        try:
            scenario = tomllib.loads(str(self.meta.get("scenario") or ""))
        except tomllib.TOMLDecodeError:
            return True
        settings = list(_settings(scenario, phase))
        return not settings or any(each.get("until") for each in settings)


def _settings(value: Any, phase: str) -> Iterator[dict[str, Any]]:
    """Yield whatever a scenario says of a phase: by its name among the phases, or under it in a variant."""
    if isinstance(value, list):
        for each in value:
            yield from _settings(each, phase)
    if isinstance(value, dict):
        phases = value.get("phase")
        if isinstance(phases, list):
            yield from (each for each in phases if isinstance(each, dict) and each.get("name") == phase)
        if isinstance(phases, dict) and isinstance(phases.get(phase), dict):
            yield phases[phase]
        yield from _settings(value.get("variant"), phase)


def read_records(folder: str | Path) -> Records:
    """Read the results in a folder; BadFile says why that cannot be done."""
    folder = Path(folder)
    _check(folder)
    with Store(folder) as store:
        try:
            return _read(folder, store)
        except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise BadFile(f"{str(folder / FILE)!r} is damaged: {in_words(error)}; {_REMEDY}") from error


def digest_of(records: Records) -> str:
    """Answer the hash of the results alone: equal digests mean equal science."""
    with Store(records.folder) as store:
        return store.digest()


_REMEDY = "run the scenario again to get it anew"


def _check(folder: Path) -> None:
    """Refuse what is no experiment of ours before anything is opened for writing."""
    if not folder.is_dir():
        raise BadFile(f"cannot read {str(folder)!r}: there is no such folder; hoyle run --out makes one")
    path = folder / FILE
    if not path.is_file():
        raise BadFile(f"{str(folder)!r} has no results: there is no {FILE}; hoyle run --out writes one")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            version = _version(database) if tables >= _NEEDED else 0
    except (sqlite3.Error, ValueError, OSError) as error:
        raise BadFile(f"{str(path)!r} cannot be read or is damaged: {in_words(error)}; {_REMEDY}") from error
    if not tables >= _NEEDED:
        raise BadFile(f"{str(path)!r} has no results of Hoyle: it is empty, foreign or cut short; {_REMEDY}")
    if version > VERSION:
        raise BadFile(f"{str(path)!r} has version {version}, newer than {VERSION}: this needs a newer Hoyle")


def _version(database: sqlite3.Connection) -> int:
    """Answer the version of the results, wherever it is written."""
    ((pragma,),) = database.execute("PRAGMA user_version")
    told = [value for (value,) in database.execute("SELECT value FROM meta WHERE key = 'version'")]
    return max([int(pragma), *(int(value) for value in told)])


def _read(folder: Path, store: Store) -> Records:
    meta, cells = store.meta(), _labels(store)
    contests = _contests(store, cells)
    phases = [_checked_phase(row) for row in store.phases()]
    return Records(
        folder=folder,
        meta=meta,
        cells=cells,
        runs=store.runs(),
        phases=phases,
        advisors=[_checked_advisor(row) for row in store.advisors()],
        contests=contests,
        tables=[TableSpec(**table) for table in meta.get("tables") or ()],
        axes=_axes(meta, cells),
        ended={cell: [row for row in phases if row.cell == cell] for cell in cells},
        slices=_slices(contests),
    )


def _labels(store: Store) -> dict[int, dict[str, str]]:
    return {
        cell: {str(axis): str(label) for axis, label in each.items()} for cell, each in store.cells().items()
    }


def _axes(meta: Mapping[str, Any], cells: Mapping[int, Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Take the axes as the scenario gave them, then whatever else the cells have."""
    axes = {str(axis): dict.fromkeys(map(str, labels)) for axis, labels in (meta.get("axes") or {}).items()}
    for labels in cells.values():
        for axis, label in labels.items():
            axes.setdefault(axis, {})[label] = None
    return {axis: tuple(labels) for axis, labels in axes.items()}


def _contests(store: Store, cells: Mapping[int, Mapping[str, str]]) -> Contests:
    values = attrgetter(*COLUMNS)
    parts = [np.array([values(row) for row in store.contests(cell=cell)], dtype=_DTYPE) for cell in cells]
    return np.concatenate([np.empty(0, _DTYPE), *parts])


def _slices(contests: Contests) -> dict[Key, slice]:
    """Find where each phase of each run starts and stops; rows are in order."""
    if not len(contests):
        return {}
    keys = np.stack([contests[name] for name in ("cell", "run", "phase")], axis=1)
    changes = np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1
    starts = [0, *changes.tolist()]
    stops = [*starts[1:], len(contests)]
    return {_key(keys[start]): slice(start, stop) for start, stop in zip(starts, stops, strict=True)}


def _key(row: npt.NDArray[np.int64]) -> Key:
    cell, run, phase = row.tolist()
    return cell, run, phase


def _checked_phase(row: PhaseRow) -> PhaseRow:
    sizes = json.loads(row.knowledge or "{}")
    if not isinstance(sizes, dict) or not all(isinstance(size, int | float) for size in sizes.values()):
        raise ValueError(f"{row.knowledge!r} are no sizes of knowledge")
    return row


def _checked_advisor(row: AdvisorRow) -> AdvisorRow:
    if not 0 <= row.agreed <= row.asked or not 0 <= row.commented <= row.asked:
        raise ValueError(f"{row.advisor} cannot have commented {row.commented} of {row.asked} times")
    return row
