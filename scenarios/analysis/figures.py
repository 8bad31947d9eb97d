"""Measure a phase: a figure for each run, and the mean over runs with its confidence interval."""

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
"""The weight of each part of a measure."""

FEWEST_EQUAL = 5
"""The fewest runs for which it is informative that all are equal."""


@attrs.frozen
class Figure:
    """The result of one run."""

    cell: int
    run: int
    values: tuple[float, ...]
    is_censored: bool = False
    """Whether the run reached its limit first, so that the figure is a lower bound."""
    contests: int = 0
    """The number of contests in the phase."""
    shares: int = 0
    """The number of contests that the figure is a share of, if it is one."""


@attrs.frozen
class Measured:
    """The result of several runs."""

    estimates: tuple[Estimate, ...]
    """One for each part of the measure."""
    runs: int
    failed: int = 0
    """The number of runs that failed before they had a figure."""
    censored: int = 0
    """The number of runs that reached their limit and count as that long."""
    worth: Estimate = attrs.field(factory=lambda: Estimate(None))
    """The estimate by which results are ranked, usually the estimate of one part."""
    cells: int = 1
    """The number of cells that each run is averaged over."""
    absent: int = 0
    """The number of further cells that have no figure yet."""

    @property
    def remark(self) -> str:
        """A note on the runs behind the figure."""
        limit = f"{self.censored} of {self.runs} at the limit" if self.censored else ""
        failed = f"{self.failed} failed" if self.failed else ""
        some = f"over {self.cells} of {self.cells + self.absent} settings" if self.absent else ""
        return ", ".join(filter(None, (limit, failed, some)))


def figures(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> list[Figure]:
    """Return the figure of each run of these cells that finished the phase."""
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
    """Return exactly the contests that a mean over runs counts, an array for each finished phase."""
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
    """Return whether a phase can end before all its contests are played; True if its rules are unknown."""
    return until is None or bool(until.rules)


def measured(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> Measured:
    """Return the mean over the runs of these cells, with Student's confidence interval.

    Runs are the units, however many cells there are; see `one_of_each_run`. If enough runs all have the same
    share of their contests, the interval is Wilson's, over contests.
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
    """Return one figure for each run: its mean over cells.

    All cells share seeds, so the figures of one run are not independent. Only runs that all cells have are
    used, so that all means are over the same settings.
    """
    cells = {figure.cell for figure in found}
    runs: dict[int, list[Figure]] = {}
    for figure in found:
        runs.setdefault(figure.run, []).append(figure)
    return [_mean_of(runs[run]) for run in sorted(runs) if len(runs[run]) == len(cells)]


def _mean_of(several: Sequence[Figure]) -> Figure:
    """Return the mean of the figures of one run."""
    parts = zip(*(figure.values for figure in several), strict=True)
    return attrs.evolve(
        several[0],
        values=tuple(map(statistics.fmean, parts)),
        is_censored=any(figure.is_censored for figure in several),
        contests=max(figure.contests for figure in several),
        shares=sum(figure.shares for figure in several) // len(several),
    )


def _estimate(found: Sequence[Figure], weights: Weights) -> Estimate:
    """Return the mean over runs of the weighted sum of the parts."""
    estimate = mean_over_runs(float(weights @ figure.values) for figure in found)
    n = sum(figure.shares for figure in found)
    if not n or not estimate.is_without_spread or len(found) < FEWEST_EQUAL:
        return estimate
    by_contests = wilson(round((estimate.value or 0) * n), n)
    return attrs.evolve(
        estimate, interval=by_contests.interval, note=f"{estimate.note}, interval from {n} contests"
    )


def _ends(measure: Measure, found: Iterable[Figure]) -> tuple[float, float]:
    """Return the smallest and the largest possible figure."""
    if measure.counts:
        return 0.0, max((figure.contests for figure in found), default=0)
    return (
        -math.inf if measure.least is None else measure.least,
        math.inf if measure.most is None else measure.most,
    )


def mean_over_runs(values: Iterable[float]) -> Estimate:
    """Return the mean with Student's confidence interval, or with a note on why there is none."""
    estimate = mean_estimate(values)
    if estimate.n == 0:
        return attrs.evolve(estimate, note="no value")
    return attrs.evolve(estimate, note="one run") if estimate.n == 1 else estimate
