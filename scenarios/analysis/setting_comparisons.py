"""Pair the figures of runs to compare settings, and write differences."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from scenarios.analysis.figures import Figure, figures
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.measures import BUNDLED, Measure, get_measure
from scenarios.statistics import Estimate, Interval

FEWEST = 2
"""The fewest runs, and the fewest settings, that can be compared."""

Found: TypeAlias = Mapping[int, Mapping[int, Figure]]
"""The figure of each run, by cell."""
Twins: TypeAlias = Sequence[tuple[int, int]]
"""Pairs of cells that differ in one setting only."""


def write_difference(estimate: Estimate, measure: Measure) -> str:
    """Return a difference with its interval and unit: `-2.4 [-3.7, -1.1] ms`."""
    text = estimate.signed_text(factor=measure.factor)
    return text if estimate.value is None else text + measure.unit_of_differences(text)


def reversed_difference(estimate: Estimate) -> Estimate:
    """Return the same difference with its sign reversed."""
    ends = estimate.interval
    interval = None if ends is None else Interval(-ends.high, -ends.low, ends.level)
    return attrs.evolve(estimate, value=-(estimate.value or 0.0), interval=interval)


def measures_of_interest(records: Records) -> list[tuple[Measure, str]]:
    """Return the measures of the tables with their phases, or the main measures if there are no tables."""
    asked = [
        (measure, phase)
        for table in records.tables
        for measure in map(get_measure, measure_of(records, table.measure).compared)
        for phase in table.phases_of_interest or records.phase_names
    ]
    main = [(each, phase) for each in BUNDLED.values() if each.is_main for phase in records.phase_names]
    return list(dict.fromkeys(asked or main))


def figures_by_cell(records: Records, measure: Measure, phase: str) -> Found:
    """Return the figures by cell and run."""
    found: dict[int, dict[int, Figure]] = {}
    for figure in figures(records, measure, phase, records.cells.keys()):
        found.setdefault(figure.cell, {})[figure.run] = figure
    return found


def least_limit(found: Found, twins: Twins) -> float | None:
    """Return the smallest limit at which a run was censored; None if none was."""
    runs = [figure for pair in twins for cell in pair for figure in found.get(cell, {}).values()]
    return min((figure.values[0] for figure in runs if figure.is_censored), default=None)


def paired_by_run(found: Found, twins: Twins, limit: float | None) -> tuple[list[float], list[float]]:
    """Return each side's mean over its cells, run by run, for the runs that all cells share."""
    common = [set(found.get(cell, ())) for pair in twins for cell in pair]
    runs = sorted(set.intersection(*common))
    sides = [[pair[side] for pair in twins] for side in (0, 1)]
    ours, theirs = ([_mean(found, cells, run, limit) for run in runs] for cells in sides)
    return ours, theirs


def _mean(found: Found, cells: Iterable[int], run: int, limit: float | None) -> float:
    values = [found[cell][run].values[0] for cell in cells]
    return statistics.fmean(value if limit is None else min(value, limit) for value in values)
