"""What it takes to compare settings: the figures of runs in pairs, and differences in words."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from scenarios.analysis.figures import Figure, figures
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.measures import BUNDLED, Measure, get_measure
from scenarios.statistics import Estimate, Interval

_NONE = "no difference"
FEWEST = 2
"""Runs without which there is nothing to judge a difference by."""

Found: TypeAlias = Mapping[int, Mapping[int, Figure]]
"""The figure of each run, by cell."""
Twins: TypeAlias = Sequence[tuple[int, int]]
"""Cells that differ in one setting alone."""


def more_or_fewer(estimate: Estimate, measure: Measure) -> str:
    """Write a difference, and its interval in the same direction: `2.4 fewer [1.1, 3.7]`."""
    if not estimate.value:
        return f"{_NONE} {_bracket(estimate, measure)}".strip()
    few = "less" if measure.unit else "fewer"
    value, bracket, rest = _shown(upward(estimate), measure).partition(" [")
    return f"{value} {'more' if estimate.value > 0 else few}{bracket}{rest}"


def _shown(estimate: Estimate, measure: Measure) -> str:
    bare = attrs.evolve(estimate, note="").text(factor=measure.factor)
    value, bracket, rest = bare.partition(" [")
    return f"{value}{measure.unit_of_differences(value)}{bracket}{rest}"


def _bracket(estimate: Estimate, measure: Measure) -> str:
    _, bracket, rest = _shown(estimate, measure).partition("[")
    return bracket + rest


def upward(estimate: Estimate) -> Estimate:
    """See a difference from the side that has more."""
    return estimate if (estimate.value or 0.0) >= 0 else turned(estimate)


def turned(estimate: Estimate) -> Estimate:
    """See a difference from the other side."""
    ends = estimate.interval
    interval = None if ends is None else Interval(-ends.high, -ends.low, ends.level)
    return attrs.evolve(estimate, value=-(estimate.value or 0.0), interval=interval)


def measures_of_interest(records: Records) -> list[tuple[Measure, str]]:
    """Return what tables measure, and in which phase; where a scenario asks for none, what matters most."""
    asked = [
        (measure, phase)
        for table in records.tables
        for measure in map(get_measure, measure_of(records, table.measure).compared)
        for phase in table.phases_of_interest or records.phase_names
    ]
    main = [(each, phase) for each in BUNDLED.values() if each.is_main for phase in records.phase_names]
    return list(dict.fromkeys(asked or main))


def figures_by_cell(records: Records, measure: Measure, phase: str) -> Found:
    """Return the figure of each run of each cell."""
    found: dict[int, dict[int, Figure]] = {}
    for figure in figures(records, measure, phase, records.cells.keys()):
        found.setdefault(figure.cell, {})[figure.run] = figure
    return found


def least_limit(found: Found, twins: Twins) -> float | None:
    """Return the least figure at which a run was stopped short: up to there all of them were seen."""
    runs = [figure for pair in twins for cell in pair for figure in found.get(cell, {}).values()]
    return min((figure.values[0] for figure in runs if figure.is_censored), default=None)


def paired_by_run(found: Found, twins: Twins, limit: float | None) -> tuple[list[float], list[float]]:
    """Return, run by run, the mean over all cells on either side; only runs that all of them have."""
    common = [set(found.get(cell, ())) for pair in twins for cell in pair]
    runs = sorted(set.intersection(*common))
    sides = [[pair[side] for pair in twins] for side in (0, 1)]
    ours, theirs = ([_mean(found, cells, run, limit) for run in runs] for cells in sides)
    return ours, theirs


def _mean(found: Found, cells: Iterable[int], run: int, limit: float | None) -> float:
    values = [found[cell][run].values[0] for cell in cells]
    return statistics.fmean(value if limit is None else min(value, limit) for value in values)
