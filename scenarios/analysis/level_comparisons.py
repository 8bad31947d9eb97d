"""Compare the settings of an axis at each level of an ordered axis: which are best, and which are worse.

Settings are paired by run, as in `findings`. At each level, every setting is compared with the one that has
the best mean, and p is adjusted for these comparisons.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.analysis.figures import measured
from scenarios.analysis.findings import LEVEL, ask, comparable_axes
from scenarios.analysis.grid_axes import GAME, split_readably, varied_axes
from scenarios.analysis.ordered_axes import OrderedAxis, ordered_axis
from scenarios.analysis.setting_comparisons import (
    FEWEST,
    Found,
    Twins,
    figures_by_cell,
    least_limit,
    paired_by_run,
)
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.measures import Measure
from scenarios.statistics import Comparison, Estimate, holm, sign_flips

MOST_PANELS = 12
"""The most panels into which further axes divide a study; it averages over axes that would make more."""
LESS = "less"


@attrs.frozen(kw_only=True)
class LevelQuestion:
    """Which axes, measure and phases are shown level by level."""

    along: OrderedAxis
    """The ordered axis."""
    by: str
    """The axis whose settings are compared; empty if only games are."""
    measure: Measure
    better: str
    """Which figures are better: `more` or `less`; empty if neither is."""
    phases: tuple[str, ...]
    split: tuple[str, ...]
    """The axes that make panels."""
    averaged: tuple[str, ...]
    """The axes over which each run is averaged."""


@attrs.frozen(kw_only=True)
class Standing:
    """A setting at a level."""

    estimate: Estimate
    cells: tuple[int, ...]
    p: float | None = None
    """The p of the comparison with the best setting, adjusted for those at this level; None for the best."""
    is_best: bool = False
    """Whether no other setting has a better mean."""

    @property
    def is_worse(self) -> bool:
        """Whether it is significantly worse than the best setting of its level."""
        return self.p is not None and self.p <= 1 - LEVEL


@attrs.frozen(kw_only=True)
class LevelPanel:
    """One game with its further settings, in one phase."""

    settings: Mapping[str, str]
    """The labels that all of its cells share."""
    phase: str
    levels: Mapping[str, Mapping[str, Standing]]
    """The standing of each setting, by level in the order of the axis."""


@attrs.frozen
class LevelStudy:
    """Settings compared level by level."""

    question: LevelQuestion
    panels: Sequence[LevelPanel]
    runs: int
    """The largest number of runs that a comparison has."""


def level_question(records: Records) -> LevelQuestion | None:
    """Return what to show level by level; None unless an ordered axis and another axis vary.

    Of several ordered axes, times come first, and then the axis with the most levels.
    """
    axes = [axis for axis in comparable_axes(records) if axis != GAME]
    found = {axis: ordered_axis(axis, records.axes[axis]) for axis in axes}
    ordered = [each for each in found.values() if each is not None]
    varied = varied_axes(records.cells)
    if not ordered or len(varied) < 2:  # noqa: PLR2004  # an axis, and another
        return None
    along = max(ordered, key=lambda each: (each.is_time, len(each.places)))
    by = _by(records, [axis for axis in axes if axis != along.axis], found)
    asked = ask(records, along.axis)
    games = len(records.axes.get(GAME, ())) if GAME in varied else 1
    most = MOST_PANELS // max(1, games * len(asked.phases))
    split, averaged = split_readably(
        records, [axis for axis in varied if axis not in (along.axis, by)], max(1, most)
    )
    return LevelQuestion(
        along=along,
        by=by,
        measure=asked.measure,
        better=better_side(records, asked.measure),
        phases=asked.phases,
        split=tuple(split),
        averaged=tuple(averaged),
    )


def _by(records: Records, axes: Sequence[str], ordered: Mapping[str, OrderedAxis | None]) -> str:
    """Return the axis to compare: the first that a table shows, preferably one whose levels are names."""
    table = next(iter(records.tables), None)
    named = [] if table is None else [table.rows, table.columns, table.split]
    ranked = [*(axis for axis in named if axis in axes), *axes]
    return next((axis for axis in ranked if ordered[axis] is None), next(iter(ranked), ""))


def better_side(records: Records, measure: Measure) -> str:
    """Return which side is better, as the first table of the measure says or else the measure."""
    sides = [
        table.better
        for table in records.tables
        if measure.name in measure_of(records, table.measure).compared
    ]
    return next(filter(None, sides), measure.better)


def compare_levels(records: Records) -> LevelStudy | None:
    """Compare the settings of a study level by level; None if no ordered axis and another axis vary."""
    question = level_question(records)
    if question is None:
        return None
    found = {phase: figures_by_cell(records, question.measure, phase) for phase in question.phases}
    runs = max((len(each) for cells in found.values() for each in cells.values()), default=0)
    return LevelStudy(question, list(_panels(records, question, found)), runs)


def _panels(records: Records, question: LevelQuestion, found: Mapping[str, Found]) -> Iterator[LevelPanel]:
    """Yield every panel that has figures."""
    cells = _cells(records, question)
    settings = records.axes[question.by] if question.by else ("",)
    for labels in itertools.product(*(records.axes[axis] for axis in question.split)):
        for phase in question.phases:
            levels = {
                level: _standings(
                    records,
                    question,
                    {
                        label: cells[*labels, level, label]
                        for label in settings
                        if (*labels, level, label) in cells
                    },
                    phase,
                    found[phase],
                )
                for level in question.along.levels
            }
            if any(levels.values()):
                shared = dict(zip(question.split, labels, strict=True))
                yield LevelPanel(settings=shared, phase=phase, levels=levels)


def _cells(records: Records, question: LevelQuestion) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Return the cells by their labels on the axes of panels, the ordered axis and the compared axis."""
    cells: dict[tuple[str, ...], tuple[int, ...]] = {}
    for cell, labels in records.cells.items():
        key = tuple(labels.get(axis, "") for axis in (*question.split, question.along.axis, question.by))
        cells[key] = (*cells.get(key, ()), cell)
    return cells


def _standings(
    records: Records, question: LevelQuestion, cells: Mapping[str, tuple[int, ...]], phase: str, found: Found
) -> dict[str, Standing]:
    """Measure the settings at a level, and compare each with the best."""
    measures = {label: measured(records, question.measure, phase, each) for label, each in cells.items()}
    standings = {
        label: Standing(estimate=each.estimates[0], cells=cells[label])
        for label, each in measures.items()
        if each.estimates[0].value is not None
    }
    if not question.better or len(standings) < FEWEST:
        return standings
    sign = -1 if question.better == LESS else 1
    best = max(standings, key=lambda label: sign * (standings[label].estimate.value or 0.0))
    others = [label for label in standings if label != best]
    tests = [_compared(found, _twins(records, question, cells[best], cells[label])) for label in others]
    ps = holm([test.p if test.has_differences else None for test in tests])
    compared = {
        label: attrs.evolve(standings[label], p=1.0 if p is None else p)
        for label, p in zip(others, ps, strict=True)
    }
    return standings | compared | {best: attrs.evolve(standings[best], is_best=True)}


def _twins(records: Records, question: LevelQuestion, ours: Sequence[int], theirs: Sequence[int]) -> Twins:
    """Return the pairs of cells of two settings that are otherwise equal."""

    def rest(cell: int) -> tuple[str | None, ...]:
        return tuple(records.cells[cell].get(axis) for axis in question.averaged)

    places = {rest(cell): cell for cell in theirs}
    return [(cell, places[rest(cell)]) for cell in ours if rest(cell) in places]


def _compared(found: Found, twins: Twins) -> Comparison:
    """Compare two settings run by run."""
    if not twins:
        return Comparison("sign flips", None)
    return sign_flips(*paired_by_run(found, twins, least_limit(found, twins)), level=LEVEL)
