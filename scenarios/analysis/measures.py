"""What is measured of a phase: a figure for each run, and the mean over runs with its interval."""

import itertools
import json
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeAlias

import attrs
import numpy as np

from games import UnknownName
from scenarios.experiment.records import Contests, Records
from scenarios.experiment.rows import PhaseRow
from scenarios.statistics import Estimate, mean_estimate

Reading: TypeAlias = Callable[[Contests, PhaseRow], tuple[float, ...] | None]
"""From the contests of a phase of a run to its figures; None where it has none."""

IN_A_ROW = 10
"""Expert-like contests in a row by which the paper of 1990 calls a game learned."""
LIMITS = ("contests", "time")
"""A phase that ended by these reached a limit of its own, not what it was waiting for."""


@attrs.frozen
class Measure:
    """Something that can be measured of a phase."""

    name: str
    title: str
    reading: Reading
    parts: tuple[str, ...] = ("",)
    """What its figures are called, if there are several."""
    judged: int = 0
    """Of which of these it is said that more, or less, is better."""
    factor: float = 1
    unit: str = ""
    """Of the figure times the factor."""
    can_be_censored: bool = False
    """Is the figure a lower bound where a run reached its limit?"""
    was_reached: Callable[[Contests], bool] | None = None
    """Whether a run came to what is measured; if not, its figure is a lower bound."""
    most: float | None = None
    """More than this cannot be: intervals end there."""
    counts: bool = False
    """Does it count contests? Where some are left out, the rest stand for all."""
    needs_all: bool = False
    """Does it hang on every contest? Then a run of which some are left out has no figure."""

    def text(self, estimate: Estimate) -> str:
        """Write an estimate with its interval, in the measure's unit."""
        return estimate.text(factor=self.factor, unit=self.unit)


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

    @property
    def remark(self) -> str:
        """What to know of the runs behind the figure, in words."""
        limit = f"{self.censored} of {self.runs} at the limit" if self.censored else ""
        return ", ".join(filter(None, (limit, f"{self.failed} failed" if self.failed else "")))


def get_measure(name: str) -> Measure:
    """Find a measure by its name."""
    if name not in MEASURES:
        raise UnknownName.of("measure", name, MEASURES, f"there are {', '.join(MEASURES)}")
    return MEASURES[name]


def figures(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> list[Figure]:
    """Return the figure of each run of these cells in which the phase ended."""
    found: dict[tuple[int, int], list[PhaseRow]] = {}
    for row in itertools.chain.from_iterable(records.ended_phases(cell, phase) for cell in sorted(cells)):
        found.setdefault((row.cell, row.run), []).append(row)
    stops = measure.can_be_censored and records.has_stop_rule(phase)
    answers = []
    for (cell, run), rows in found.items():
        contests = np.concatenate([records.contests_of_phase(row) for row in rows])
        left_out = sum(records.left_out.get((row.cell, row.run, row.phase), 0) for row in rows)
        if left_out and (measure.needs_all or not len(contests)):
            continue
        values = measure.reading(contests, rows[-1])
        if values is not None and measure.counts and left_out:
            values = tuple(value * (1 + left_out / len(contests)) for value in values)
        if values is not None:
            censored = stops and rows[-1].ended_by in LIMITS
            if measure.was_reached is not None:
                censored = not measure.was_reached(contests)
            answers.append(Figure(cell, run, values, censored, len(contests) + left_out))
    return answers


def measured(records: Records, measure: Measure, phase: str, cells: Collection[int]) -> Measured:
    """Return the mean over the runs of these cells, with Student's interval."""
    found = figures(records, measure, phase, cells)
    have = {(figure.cell, figure.run) for figure in found}
    failed = [row for row in records.failures if row.cell in cells and (row.cell, row.run) not in have]
    return Measured(
        tuple(
            _within(mean_over_runs(figure.values[i] for figure in found), _most(measure, found))
            for i in range(len(measure.parts))
        ),
        len(found),
        len(failed),
        sum(figure.is_censored for figure in found),
    )


def _most(measure: Measure, found: Iterable[Figure]) -> float:
    """Return more than which a figure cannot be: no share is above one, no count above all contests."""
    if measure.counts:
        return max((figure.contests for figure in found), default=0)
    return math.inf if measure.most is None else measure.most


def _within(estimate: Estimate, most: float) -> Estimate:
    """Cut off what cannot be; nothing here is below nothing."""
    if estimate.interval is None:
        return estimate
    low, high = max(0.0, estimate.interval.low), min(most, estimate.interval.high)
    return attrs.evolve(estimate, interval=attrs.evolve(estimate.interval, low=low, high=high))


def mean_over_runs(values: Iterable[float]) -> Estimate:
    """Return the mean with Student's interval, and say in words where there is none."""
    estimate = mean_estimate(values)
    if estimate.n == 0:
        return attrs.evolve(estimate, note="no figure")
    return attrs.evolve(estimate, note="one run") if estimate.n == 1 else estimate


def _length(contests: Contests, _: PhaseRow) -> tuple[float]:
    return (float(len(contests)),)


def _learned(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    if not len(contests) or np.isnan(contests["expert_like"]).all():
        return None
    return (float(_when_learned(contests) or len(contests)),)


def _when_learned(contests: Contests) -> int | None:
    """Return after how many contests so many in a row were expert-like; None if they never were."""
    in_a_row = 0
    for number, expert_like in enumerate(contests["expert_like"].tolist(), 1):
        in_a_row = in_a_row + 1 if expert_like == 1 else 0
        if in_a_row == IN_A_ROW:
            return number
    return None


def _expert_like(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    known = contests["expert_like"][~np.isnan(contests["expert_like"])]
    return (float(known.sum()),) if len(known) else None


def _results(contests: Contests, _: PhaseRow) -> tuple[float, ...] | None:
    known = contests["result"][~np.isnan(contests["result"])]
    return tuple(float((known == result).sum()) for result in (1, 0, -1)) if len(known) else None


def _one_result(part: int) -> Reading:
    def reading(contests: Contests, row: PhaseRow) -> tuple[float] | None:
        results = _results(contests, row)
        return None if results is None else (results[part],)

    return reading


def _plies(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    return (float(contests["plies"].mean()),) if len(contests) else None


def _entries(contests: Contests, row: PhaseRow) -> tuple[float]:
    if len(contests):
        return (float(contests["entries"][-1]),)
    return (math.fsum(json.loads(row.knowledge or "{}").values()),)


def _time(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    decisions = contests["decisions"].sum()
    return (float(contests["decision_ns"].sum() / decisions),) if decisions else None


def _correct(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    judged = contests[~np.isnan(contests["correct"])]
    choices = judged["choices"].sum()
    return (float(judged["correct"].sum() / choices),) if choices else None


def _work(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    decisions = contests["decisions"].sum()
    return (float(contests["work"].sum() / decisions),) if decisions else None


def _wasted(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    work = contests["work"].sum()
    return (float(contests["wasted"].sum() / work),) if work else None


def _seconds(contests: Contests, _: PhaseRow) -> tuple[float] | None:
    return (float(contests["seconds"].mean() * 1e9),) if len(contests) else None


RESULTS = ("won", "drawn", "lost")

MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("contests", "contests until the phase ended", _length, can_be_censored=True, needs_all=True),
        Measure(
            "learned",
            f"contests until {IN_A_ROW} in a row were expert-like",
            _learned,
            was_reached=lambda contests: _when_learned(contests) is not None,
            needs_all=True,
        ),
        Measure("expert_like", "expert-like contests", _expert_like, counts=True),
        Measure("won", "contests won", _one_result(0), counts=True),
        Measure("drawn", "contests drawn", _one_result(1), counts=True),
        Measure("lost", "contests lost", _one_result(2), counts=True),
        Measure("results", "contests won, drawn and lost", _results, parts=RESULTS, judged=1, counts=True),
        Measure("plies", "plies per contest", _plies),
        Measure("entries", "entries of knowledge", _entries),
        Measure("time", "time per decision", _time, factor=1e-6, unit=" ms"),
        Measure(
            "correct",
            "choices that a perfect contestant could have made",
            _correct,
            factor=100,
            unit=" %",
            most=1,
        ),
        Measure("work", "questions to the rules per decision", _work),
        Measure("wasted", "work of Advisors that were cancelled", _wasted, factor=100, unit=" %", most=1),
    )
}
SECONDS = Measure("seconds", "wall time per contest", _seconds, factor=1e-9, unit=" s")
"""Of the report only, in nanoseconds as all times: it differs from machine to machine."""
