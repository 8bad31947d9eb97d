"""Which differences the planned runs of a scenario can detect, before it is run.

The spread of differences comes from results of the same cells, such as a pilot with another seed. Without
them, a count of independent contests has a bound: each contest counts from 0 to 1, so its variance is at most
1/4. Luck that two settings share only reduces the spread of their difference.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs
import numpy as np

from games import BadFile
from scenarios.analysis.findings import (
    LEVEL,
    POWER,
    StudyQuestion,
    averaged_axes,
    compared_cells,
    find,
    question_of,
)
from scenarios.analysis.setting_interactions import crossed_cells, find_interactions, interaction_questions
from scenarios.experiment.phases import learns_symmetries
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.store import FILE
from scenarios.language.measures import dtype_of
from scenarios.language.scenario import CellSpec, PhaseSpec, Scenario
from scenarios.statistics import detectable_again, detectable_difference, detectable_with, least_pairs

ENOUGH_RUNS = 10
"""From fewer runs, a spread is not estimated."""
_MOST_VARIANCE = 1 / 4
"""The largest variance of a figure from 0 to 1."""


@attrs.frozen(kw_only=True)
class DetectableInteraction:
    """The smallest difference of differences at a single level that is detected."""

    question: StudyQuestion
    difference: float | None
    """The largest of all games and phases; None if the runs are too few."""


@attrs.frozen(kw_only=True)
class DetectableEffects:
    """What the runs of a scenario can detect with 80 % power, as far as that is known."""

    runs: int
    """The number of runs that are planned."""
    question: StudyQuestion | None = None
    averaged: tuple[tuple[str, int], ...] = ()
    """The axes over which each run is averaged, with the number of their levels."""
    comparisons: int = 0
    """The number of comparisons for which p is adjusted."""
    difference: float | None = None
    """The smallest difference of two settings that is detected, whichever they are."""
    interactions: tuple[DetectableInteraction, ...] = ()
    pilot: Path | None = None
    """The results that gave the spread; None if it is a bound."""
    pilot_runs: int = 0
    contests: int = 0
    """The number of contests of a phase that give the bound."""
    why: str = ""
    """Why the spread is unknown; empty if it is known."""

    @property
    def least_runs(self) -> int:
        """The fewest runs with which any difference can be significant."""
        return least_pairs(among=max(1, self.comparisons), level=LEVEL)


def detectable_effects(scenario: Scenario, folder: Path) -> DetectableEffects:
    """Return what the runs can detect; results of the same cells in the folder give the spread."""
    planned = _planned(scenario, folder)
    question = question_of(planned) if scenario.tables else None
    if question is None:
        why = "no setting varies" if scenario.tables else "the scenario has no table, which names the measure"
        return DetectableEffects(runs=scenario.runs, why=why)
    question = attrs.evolve(question, phases=question.phases or _names(scenario.cells))
    found = DetectableEffects(
        runs=scenario.runs,
        question=question,
        averaged=tuple(averaged_axes(planned, question.axis).items()),
        comparisons=len(compared_cells(planned, question)) * len(question.phases),
    )
    records = _pilot(planned)
    if records is None:
        return _bounded(scenario, planned, found)
    if scenario.runs < found.least_runs:
        return found
    return _estimated(records, found)


def _names(cells: Iterable[CellSpec]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phase.name for cell in cells for phase in cell.phases))


def _planned(scenario: Scenario, folder: Path) -> Records:
    """Return the records of a scenario of which nothing has been played."""
    return Records(
        folder=folder,
        meta={},
        cells={number: cell.labels for number, cell in enumerate(scenario.cells)},
        specs=dict(enumerate(scenario.cells)),
        runs=(),
        phases=(),
        advisors=(),
        contests=np.empty(0, dtype_of(ContestRow)),
        tables=scenario.tables,
        axes=scenario.axes,
        ended={},
        slices={},
        seated={},
        attendance={},
    )


def _pilot(planned: Records) -> Records | None:
    """Return the results in the folder, if there are any of the same cells and tables."""
    if not (planned.folder / FILE).exists():
        return None
    try:
        records = read_records(planned.folder)
    except BadFile:
        return None
    same = (records.specs, tuple(records.tables)) == (planned.specs, tuple(planned.tables))
    return records if same else None


def _estimated(records: Records, found: DetectableEffects) -> DetectableEffects:
    """Use the largest spread of all comparisons."""
    question = found.question
    if question is None:
        return found
    contrasts = find(records, question).contrasts
    least = min((each.found.n for each in contrasts), default=0)
    if least < ENOUGH_RUNS or len(contrasts) < found.comparisons:
        words = f"{records.folder} has {least} runs of a setting; to estimate the spread takes {ENOUGH_RUNS}"
        return attrs.evolve(found, why=words)
    spreads = [
        each.found.difference.standard_error * math.sqrt(each.found.n)
        for each in contrasts
        if each.found.difference is not None and each.found.difference.standard_error is not None
    ]
    difference = detectable_difference(
        found.runs, max(spreads, default=0.0), among=found.comparisons, level=LEVEL, power=POWER
    )
    interactions = [_again(records, each, found.runs) for each in interaction_questions(records)]
    return attrs.evolve(
        found,
        difference=difference,
        interactions=tuple(interactions),
        pilot=records.folder,
        pilot_runs=least,
    )


def _again(records: Records, question: StudyQuestion, runs: int) -> DetectableInteraction:
    tested = find_interactions(records, [question])
    level = 1 - (1 - LEVEL) / max(1, len(tested))
    sizes = [detectable_again(each.tested, runs, level=level) for each in tested]
    return DetectableInteraction(question=question, difference=_largest(sizes))


def _largest(sizes: Sequence[float | None]) -> float | None:
    """Return the largest size; None if one is unknown."""
    known = [each for each in sizes if each is not None]
    return max(known) if known and len(known) == len(sizes) else None


def _bounded(scenario: Scenario, planned: Records, found: DetectableEffects) -> DetectableEffects:
    """Use the largest possible spread, if the measure counts independent contests."""
    question = found.question
    if question is None:
        return found
    phases = [phase for cell in scenario.cells for phase in cell.phases if phase.name in question.phases]
    if not question.measure.counts or not _are_independent(scenario.cells):
        words = f"no results of these cells in {planned.folder} show how much runs differ"
        return attrs.evolve(found, why=words)
    contests = max(phase.contests for phase in phases)
    variance = contests * _MOST_VARIANCE
    return attrs.evolve(
        found,
        difference=detectable_difference(
            found.runs, math.sqrt(2 * variance), among=found.comparisons, level=LEVEL, power=POWER
        ),
        interactions=tuple(_bounded_interactions(planned, found, variance)),
        contests=contests,
    )


def _are_independent(cells: Iterable[CellSpec]) -> bool:
    """Return whether nothing that is learned, and no rule that ends a phase, connects contests of a run."""
    return all(not learns_symmetries(cell) and all(map(_learns_nothing, cell.phases)) for cell in cells)


def _learns_nothing(phase: PhaseSpec) -> bool:
    return phase.learn == "no" and not phase.until.rules


def _bounded_interactions(
    planned: Records, found: DetectableEffects, variance: float
) -> Iterator[DetectableInteraction]:
    for question in interaction_questions(planned):
        grids = [grid for grid in crossed_cells(planned, question).values() if grid]
        sizes = [tuple(len(set(labels)) for labels in zip(*grid, strict=True)) for grid in grids]
        level = 1 - (1 - LEVEL) / max(1, len(grids) * len(question.phases))
        yield DetectableInteraction(
            question=question,
            difference=_largest(
                [
                    detectable_with(found.runs, (rows, columns), variance, level=level, power=POWER)
                    for rows, columns in sizes
                ]
            ),
        )
