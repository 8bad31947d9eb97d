"""Completeness: which runs of an experiment are done, which failed, and which are missing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from games import HoyleError
from games.counting import how_many, in_a_row
from scenarios.experiment.rows import RunRow
from scenarios.experiment.store import TUNING, Store

Cells: TypeAlias = Mapping[int, Mapping[str, str]]


@attrs.frozen(kw_only=True)
class FailedRun:
    """A run that failed."""

    cell: int
    labels: Mapping[str, str]
    """The labels of its cell."""
    run: int
    advisor: str | None
    """The Advisor because of which it failed, if that is known."""
    reason: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return attrs.asdict(self)


@attrs.frozen(kw_only=True)
class Completeness:
    """How many runs an experiment has, how many are done, and which failed."""

    all_runs: int
    done: int
    failed: Sequence[FailedRun]
    varied: Collection[str]
    """The axes on which the cells differ."""

    @property
    def is_complete(self) -> bool:
        """Whether all runs are done."""
        return self.done == self.all_runs

    @property
    def share(self) -> str:
        """The runs that are done: `3 of 8 runs`."""
        return f"{self.done:,} of {how_many(self.all_runs, 'run')}"

    @property
    def sentence(self) -> str:
        """How many runs failed or are missing; empty if the experiment is complete."""
        failed, missing = len(self.failed), self.all_runs - self.done - len(self.failed)
        whole = how_many(self.all_runs, "run")
        if not failed:
            return f"{missing:,} of {whole} {_are(missing)} missing" if missing else ""
        if failed == self.all_runs:
            return "the only run failed" if failed == 1 else f"all {whole} failed"
        rest = [f"{missing:,} {_are(missing)} missing"] if missing else []
        return in_a_row([f"{failed:,} of {whole} failed", *rest])

    @property
    def account(self) -> str:
        """The sentence, with the first failed run and the reason."""
        if not self.failed:
            return self.sentence
        first = self.failed[0]
        which = "" if self.all_runs == 1 else f"; the first is {self.place(first)}"
        return f"{self.sentence}{which}: {first.reason}"

    def place(self, failed: FailedRun) -> str:
        """Name a run by the labels that distinguish its cell, and by its number."""
        labels = [f"{axis}={label}" for axis, label in failed.labels.items() if axis in self.varied]
        return ", ".join([*labels, f"run {failed.run}"])

    def document(self) -> dict[str, Any]:
        """Return the runs that failed, and whether all are done, as JSON."""
        return {"failed_runs": [each.document() for each in self.failed], "complete": self.is_complete}


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def completeness(
    meta: Mapping[str, Any], cells: Cells, runs: Collection[RunRow], begun: Iterable[tuple[int, int]] = ()
) -> Completeness:
    """Compare the runs that ended with those that an experiment has.

    A race decides how many runs it has, and the oldest results do not record the number. There, the runs
    that have `begun` count, each given by its cell and its number.
    """
    wanted = meta.get("runs") if TUNING not in meta else None
    all_runs = len({*begun, *((row.cell, row.run) for row in runs)})
    if wanted is not None:
        all_runs = max(all_runs, len(cells) * int(wanted))
    return Completeness(
        all_runs=all_runs,
        done=sum(row.state == "done" for row in runs),
        varied=_varied(cells.values()),
        failed=[
            FailedRun(
                cell=row.cell,
                labels=cells.get(row.cell, {}),
                run=row.run,
                advisor=row.failed_advisor or None,
                reason=row.reason,
            )
            for row in runs
            if row.state == "failed"
        ],
    )


def _varied(cells: Iterable[Mapping[str, str]]) -> set[str]:
    seen: dict[str, set[str]] = {}
    for labels in cells:
        for axis, label in labels.items():
            seen.setdefault(axis, set()).add(label)
    return {axis for axis, labels in seen.items() if len(labels) > 1}


def completeness_of(store: Store) -> Completeness:
    """Return the completeness of the results in a store."""
    return completeness(store.meta(), store.cells(), store.runs())


class IncompleteExperiment(HoyleError):
    """Raised at the end of an experiment, or of a race, in which runs failed."""

    def __init__(self, line: str, store: Store) -> None:
        super().__init__(line)
        self.failed_runs = completeness_of(store).failed
        self.digest = store.digest()
        """The digest of the runs that are done, and of what the failed ones left."""
        self.folder = store.folder
