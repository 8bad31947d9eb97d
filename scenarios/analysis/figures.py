"""What is measured of a phase: a figure for each run, and the mean over runs with its interval."""

import itertools
import math
import statistics
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.experiment.records import Records
from scenarios.experiment.rows import PhaseRow
from scenarios.language.measures import Contests, Measure
from scenarios.language.stop_rules import LIMITS, Until
from scenarios.statistics import Estimate, mean_estimate, wilson

Weights: TypeAlias = npt.NDArray[np.float64]
"""What each part of a measure counts."""

FEWEST_EQUAL = 5
"""So many runs that are all equal tell more than that they are few."""


@attrs.frozen
class Figure:
    """What one run came to."""

    cell: int
    run: int
    values: tuple[float, ...]
    is_censored: bool = False
    """Did the run reach its limit without what it was waiting for?"""
    contests: int = 0
    """How many contests the phase had."""
    shares: int = 0
    """Of how many of them the figure is a share, if it is one."""


@attrs.frozen
class Measured:
    """What several runs came to."""

    estimates: tuple[Estimate, ...]
    """One for each part of the measure."""
    runs: int
    failed: int = 0
    """Runs that failed before they had a figure."""
    censored: int = 0
    """Runs that count as long as their limit, because they reached it."""
    worth: Estimate = attrs.field(factory=lambda: Estimate(None))
    """By what it is said to be better or worse: as a rule the estimate of one part."""
    cells: int = 1
    """Over how many cells each run is the mean."""
    absent: int = 0
    """Cells that ought to be among them, and have no figure yet."""

    @property
    def remark(self) -> str:
        """What to know of the runs behind the figure, in words."""
        limit = f"{self.censored} of {self.runs} at the limit" if self.censored else ""
        failed = f"{self.failed} failed" if self.failed else ""
        some = f"over {self.cells} of {self.cells + self.absent} settings" if self.absent else ""
        return ", ".join(filter(None, (limit, failed, some)))


def figures(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> list[Figure]:
    """Return the figure of each run of these cells in which the phase ended."""
    found: dict[tuple[int, int], list[PhaseRow]] = {}
    for row in itertools.chain.from_iterable(records.ended_phases(cell, phase) for cell in sorted(cells)):
        found.setdefault((row.cell, row.run), []).append(row)
    answers = []
    for (cell, run), rows in found.items():
        contests = np.concatenate([records.contests_of_phase(row) for row in rows])
        left_out = sum(records.left_out.get((row.cell, row.run, row.phase), 0) for row in rows)
        if left_out and (measure.needs_all or not len(contests)):
            continue
        values = measure.reading(contests, rows[-1].knowledge)
        if values is not None and measure.counts and left_out:
            values = tuple(value * (1 + left_out / len(contests)) for value in values)
        if values is not None:
            censored = (
                measure.can_be_censored
                and rows[-1].ended_by in LIMITS
                and _could_stop(records.until(cell, phase))
            )
            if measure.was_reached is not None:
                censored = not measure.was_reached(contests)
            shares = measure.contests_of(contests) if measure.contests_of is not None else 0
            answers.append(Figure(cell, run, values, censored, len(contests) + left_out, shares))
    return answers


def contests_counted(
    records: Records, measure: Measure, phase: str, cells: Collection[int]
) -> list[Contests]:
    """Return exactly the contests that a mean over runs counts, a list of them for each phase that ended."""
    found = figures(records, measure, phase, cells)
    runs = {each.run for each in one_of_each_run(found)}
    return [
        records.contests_of_phase(row)
        for each in found
        if each.run in runs
        for row in records.ended_phases(each.cell, phase)
        if row.run == each.run
    ]


def _could_stop(until: Until | None) -> bool:
    """Can a phase end before its contests are played? Taken for granted unless it is known that it cannot."""
    return until is None or bool(until.rules)


def measured(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> Measured:
    """Return the mean over the runs of these cells, with Student's interval.

    Runs are the units, however many cells there are: see `one_of_each_run`. Of runs that all came to the same
    share of their contests, unless they are few, the contests tell how sure it is: the interval is Wilson's.
    """
    every = figures(records, measure, phase, cells)
    have = {(figure.cell, figure.run) for figure in every}
    failed = {row.run for row in records.failures if row.cell in cells and (row.cell, row.run) not in have}
    found, present = one_of_each_run(every), len({figure.cell for figure in every})
    ends = _ends(measure, found)
    *parts, worth = (
        _estimate(found, np.array(weights)).within(*ends)
        for weights in (*np.eye(len(measure.parts)), measure.weights)
    )
    return Measured(
        tuple(parts),
        len(found),
        len(failed),
        sum(figure.is_censored for figure in found),
        worth,
        present or 1,
        len(cells) - present if present else 0,
    )


def one_of_each_run(found: Sequence[Figure]) -> list[Figure]:
    """Make one figure of all that a run came to: its mean over cells.

    Seeds are common to all cells, so the figures of one run do not count as several. Only runs that all of
    these cells have are taken, lest a mean be over other settings than the next one.
    """
    cells = {figure.cell for figure in found}
    runs: dict[int, list[Figure]] = {}
    for figure in found:
        runs.setdefault(figure.run, []).append(figure)
    return [_mean_of(runs[run]) for run in sorted(runs) if len(runs[run]) == len(cells)]


def _mean_of(several: Sequence[Figure]) -> Figure:
    """Average the figures of one run; a single one is its own mean."""
    parts = zip(*(figure.values for figure in several), strict=True)
    return attrs.evolve(
        several[0],
        values=tuple(map(statistics.fmean, parts)),
        is_censored=any(figure.is_censored for figure in several),
        contests=max(figure.contests for figure in several),
        shares=sum(figure.shares for figure in several) // len(several),
    )


def _estimate(found: Sequence[Figure], weights: Weights) -> Estimate:
    """Return the mean over runs of one part, or of several, each as much as it weighs."""
    estimate = mean_over_runs(float(weights @ figure.values) for figure in found)
    n = sum(figure.shares for figure in found)
    if not n or not estimate.is_without_spread or len(found) < FEWEST_EQUAL:
        return estimate
    by_contests = wilson(round((estimate.value or 0) * n), n)
    return attrs.evolve(estimate, interval=by_contests.interval, note=f"{estimate.note}, by {n} contests")


def _ends(measure: Measure, found: Iterable[Figure]) -> tuple[float, float]:
    """Return where figures end: no share is above one, no count above all contests."""
    if measure.counts:
        return 0.0, max((figure.contests for figure in found), default=0)
    return (
        -math.inf if measure.least is None else measure.least,
        math.inf if measure.most is None else measure.most,
    )


def mean_over_runs(values: Iterable[float]) -> Estimate:
    """Return the mean with Student's interval, and say in words where there is none."""
    estimate = mean_estimate(values)
    if estimate.n == 0:
        return attrs.evolve(estimate, note="no figure")
    return attrs.evolve(estimate, note="one run") if estimate.n == 1 else estimate
