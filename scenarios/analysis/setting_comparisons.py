"""Settings against each other, paired by run.

Runs of one number have common seeds whatever the cell, so luck is shared and falls out of the difference
between two cells that differ in one setting alone.
"""

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import attrs

from scenarios.analysis.figures import Figure, figures
from scenarios.analysis.grid_axes import GAME, twins_along, varied_axes
from scenarios.analysis.setting_names import name_pair
from scenarios.experiment.records import Records
from scenarios.language.measures import MEASURES, Measure, get_measure
from scenarios.statistics import Comparison, Estimate, Interval, holm, p_text, paired_t

_NONE = "no difference"
FEWEST = 2
"""Runs without which there is nothing to judge a difference by."""

Found: TypeAlias = Mapping[int, Mapping[int, Figure]]
"""The figure of each run, by cell."""
Twins: TypeAlias = Sequence[tuple[int, int]]
"""Cells that differ in one setting alone."""


@attrs.frozen(kw_only=True)
class SettingComparison:
    """One setting beside the first of its axis."""

    measure: Measure
    phase: str
    axis: str
    label: str
    first: str
    """What it is compared with."""
    game: str
    """Of which game; nothing if there is but one."""
    found: Comparison
    limit: float | None = None
    """Where some runs reached their limit: the figure up to which all were seen; more counts as that much."""
    corrected: float | None = None
    """Its p, such that all comparisons hold at once."""
    among: int = 1
    """For how many comparisons it was corrected."""

    @property
    def difference(self) -> str:
        """By how much, with its interval in the same direction: `2.4 fewer [1.1, 3.7]`."""
        estimate = self.found.difference
        return self.found.note if estimate is None else more_or_fewer(estimate, self.measure)

    @property
    def p(self) -> str:
        """How probable so large a difference is by chance, corrected; or why nobody can tell."""
        return self.found.note if self.corrected is None else p_text(self.corrected)

    @property
    def settings(self) -> str:
        """Which settings they are."""
        return name_pair(self.axis, self.label, self.first)

    @property
    def sentence(self) -> str:
        """All of it on one line."""
        value, bracket, rest = self.difference.partition(" [")
        value = f"{value} in" if value == _NONE else value
        where = ", ".join(filter(None, (self.settings, self.game, f"phase {self.phase}")))
        many = f"{self.among} comparison{'s' * (self.among != 1)}"
        corrected = f" after Holm over {many}" if self.corrected is not None else ""
        return f"{where}: {value} {self.measure.title}{bracket}{rest}, {self.p}{corrected}"


def more_or_fewer(estimate: Estimate, measure: Measure) -> str:
    """Write a difference, and its interval in the same direction: `2.4 fewer [1.1, 3.7]`."""
    if not estimate.value:
        return f"{_NONE} {_bracket(estimate, measure)}".strip()
    few = "less" if measure.unit else "fewer"
    value, bracket, rest = _shown(upward(estimate), measure).partition(" [")
    return f"{value} {'more' if estimate.value > 0 else few}{bracket}{rest}"


def _shown(estimate: Estimate, measure: Measure) -> str:
    return attrs.evolve(estimate, note="").text(factor=measure.factor, unit=measure.unit_of_differences)


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


def compare_settings(records: Records, by: str | None = None) -> list[SettingComparison]:
    """Compare each setting with the first of its axis, along one axis or all, by every measure of interest.

    What is corrected is corrected for all comparisons that are returned.
    """
    axes = [axis for axis in varied_axes(records.cells) if axis != GAME and by in (None, axis)]
    twins = _twins(records, axes)
    found = [
        comparison
        for measure, phase in measures_of_interest(records)
        for comparison in _compared(records, measure, phase, twins)
    ]
    ps = holm([each.found.p for each in found])
    among = sum(p is not None for p in ps)
    return [attrs.evolve(each, corrected=p, among=among) for each, p in zip(found, ps, strict=True)]


def measures_of_interest(records: Records) -> list[tuple[Measure, str]]:
    """Return what tables measure, and in which phase; where a scenario asks for none, what matters most."""
    asked = [
        (measure, phase)
        for table in records.tables
        for measure in _judged(get_measure(table.measure))
        for phase in table.phases_of_interest or records.phase_names
    ]
    main = [(each, phase) for each in MEASURES.values() if each.is_main for phase in records.phase_names]
    return list(dict.fromkeys(asked or main))


def _judged(measure: Measure) -> list[Measure]:
    """Return the measures of the parts by which settings are compared: the judged one, or each."""
    return [get_measure(measure.alone[part]) for part in measure.telling]


def _compared(
    records: Records, measure: Measure, phase: str, twins: Mapping[tuple[str, str, str], Twins]
) -> Iterator[SettingComparison]:
    """Compare settings by one measure, unless it is the same everywhere."""
    found = figures_by_cell(records, measure, phase)
    if len({figure.values for runs in found.values() for figure in runs.values()}) < FEWEST:
        return
    for (axis, label, game), cells in twins.items():
        limit = least_limit(found, cells)
        ours, theirs = paired_by_run(found, cells, limit)
        if len(ours) >= FEWEST:
            yield SettingComparison(
                measure=measure,
                phase=phase,
                axis=axis,
                label=label,
                first=records.axes[axis][0],
                game=game,
                found=paired_t(ours, theirs),
                limit=limit,
            )


def figures_by_cell(records: Records, measure: Measure, phase: str) -> Found:
    """Return the figure of each run of each cell."""
    found: dict[int, dict[int, Figure]] = {}
    for figure in figures(records, measure, phase, records.cells.keys()):
        found.setdefault(figure.cell, {})[figure.run] = figure
    return found


def _twins(records: Records, axes: Iterable[str]) -> dict[tuple[str, str, str], list[tuple[int, int]]]:
    """Return, by axis, label and game, the cells with that label, each with the one of the first label."""
    has_games = GAME in varied_axes(records.cells)
    twins: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for axis in axes:
        for first, cell, label in twins_along(records, axis):
            game = records.cells[cell].get(GAME, "") if has_games else ""
            twins.setdefault((axis, label, game), []).append((cell, first))
    return twins


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
