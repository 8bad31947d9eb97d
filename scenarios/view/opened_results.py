"""A results folder, and the rows of its contests that pages show."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from games.counting import how_many
from scenarios.experiment.phases import phases_of
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.seals import LARGEST
from scenarios.experiment.store import FILE, Store
from scenarios.language.scenario import CellSpec
from scenarios.report.contents import Account, make_account

RESULTS = {1: "won", 0: "drawn", -1: "lost", None: ""}
NUMBERS = {word: number for number, word in RESULTS.items() if number is not None}


@attrs.frozen(kw_only=True)
class Row:
    """One contest in a list."""

    cell: int
    run: int
    phase: int
    contest: int
    role: str
    other: str
    outcome: str
    result: str
    plies: int
    moves: str
    ended_by: str

    def address(self, number: int) -> str:
        """Return the URL of the contest in the results with this number."""
        return f"/results/{number}/contest/{self.cell}/{self.run}/{self.phase}/{self.contest}"

    def is_among(self, wanted: Mapping[str, str]) -> bool:
        """Return whether the contest passes all filters."""
        return all(str(getattr(self, name)) == value for name, value in wanted.items() if value)


def row_of(contest: Any) -> Row:
    """Return what a list shows of a contest."""
    number = contest["result"]
    result = None if number is None or number != number else int(number)  # noqa: PLR0124  # no number is not equal to itself
    return Row(
        cell=int(contest["cell"]),
        run=int(contest["run"]),
        phase=int(contest["phase"]),
        contest=int(contest["contest"]),
        role=str(contest["role"]),
        other=str(contest["other"]),
        outcome=str(contest["outcome"]),
        result=RESULTS[result],
        plies=int(contest["plies"]),
        moves=str(contest["moves"]),
        ended_by=str(contest["ended_by"]),
    )


def phase_name(specs: Mapping[int, CellSpec], cell: int, phase: int) -> str:
    """Return the name of a phase, or its number if the name is not known."""
    names = [each.name for each in phases_of(specs[cell], None)] if cell in specs else []
    return names[phase] if phase < len(names) else str(phase)


class Opened:
    """A results folder; it is read again when rows were added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamp: tuple[int, ...] = ()
        self._account: Account | None = None
        self._records: Records | None = None

    def records(self) -> Records:
        """Return the rows as they are now."""
        stamp = tuple(
            found.st_mtime_ns + found.st_size
            for name in (FILE, f"{FILE}-wal")
            if (path := self.folder / name).exists() and (found := path.stat())
        )
        if self._records is None or stamp != self._stamp:
            self._records, self._account, self._stamp = read_records(self.folder), None, stamp
        return self._records

    def account(self) -> Account:
        """Return the account from which reports are made."""
        records = self.records()
        if self._account is None:
            self._account = make_account(records)
        return self._account

    def specs(self) -> Mapping[int, CellSpec]:
        """Return the specification of each cell, without reading rows if possible."""
        with Store(self.folder) as store:
            return store.specs() or self.records().specs

    def contest(self, place: Mapping[str, int]) -> Row | None:
        """Find one contest by its cell, run, phase and number, without reading others."""
        where = {name: place[name] for name in ("cell", "run", "phase", "contest")}
        if max(where.values()) > LARGEST:
            return None
        with Store(self.folder) as store:
            return next((row_of(attrs.asdict(row)) for row in store.contests(**where)), None)

    def state(self) -> dict[str, Any]:
        """Count contests and runs without reading rows."""
        with Store(self.folder) as store:
            contests, runs = store.count_contests(), store.runs()
        return {"contests": contests, "done": sum(run.state == "done" for run in runs), "runs": len(runs)}


def progress(state: Mapping[str, Any]) -> str:
    """Say how many contests and runs are done."""
    return f"{how_many(state['contests'], 'contest')} and {how_many(state['done'], 'run')} finished."
