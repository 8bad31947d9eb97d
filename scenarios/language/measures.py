"""What can be measured of a phase: one table, each measure with its name, its words and how it is computed.

A scenario's tables name measures, analysis and reports compute them, docs/scenarios.md lists them: all from
here.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from games import UnknownName
from scenarios.statistics import Estimate

Contests: TypeAlias = npt.NDArray[np.void]
"""Rows of contests, a field for each column of the results; what is unknown is no number."""
Reading: TypeAlias = Callable[[Contests, str], tuple[float, ...] | None]
"""From the contests of a phase of a run, and the sizes of knowledge after it as JSON, to its figures."""

IN_A_ROW = 10
"""Expert-like contests in a row by which the paper of 1990 calls a game learned."""
RESULTS = ("won", "drawn", "lost")


@attrs.frozen
class Measure:
    """Something that can be measured of a phase."""

    name: str
    title: str
    reading: Reading
    """None where a run has no figure."""
    parts: tuple[str, ...] = ("",)
    """What its figures are called, if there are several: each is a measure of its own."""
    judged: int = 0
    """Of which of these it is said that more, or less, is better."""
    factor: float = 1
    unit: str = ""
    """Of the figure times the factor."""
    is_main: bool = False
    """Are settings compared by it, where a scenario asks for no table?"""
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


def get_measure(name: str) -> Measure:
    """Find a measure by its name."""
    if name not in MEASURES:
        raise UnknownName.of("measure", name, MEASURES, f"there are {', '.join(MEASURES)}")
    return MEASURES[name]


def _length(contests: Contests, _: str) -> tuple[float]:
    return (float(len(contests)),)


def _learned(contests: Contests, _: str) -> tuple[float] | None:
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


def _expert_like(contests: Contests, _: str) -> tuple[float] | None:
    known = contests["expert_like"][~np.isnan(contests["expert_like"])]
    return (float(known.sum()),) if len(known) else None


def _results(contests: Contests, _: str) -> tuple[float, ...] | None:
    known = contests["result"][~np.isnan(contests["result"])]
    return tuple(float((known == result).sum()) for result in (1, 0, -1)) if len(known) else None


def _one_result(part: int) -> Reading:
    def reading(contests: Contests, knowledge: str) -> tuple[float] | None:
        results = _results(contests, knowledge)
        return None if results is None else (results[part],)

    return reading


def _mean(column: str, factor: float = 1) -> Reading:
    """Read the mean of a column over contests."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        return (float(contests[column].mean() * factor),) if len(contests) else None

    return reading


def _share(part: str, whole: str) -> Reading:
    """Read the sum of one column by that of another, over the contests of which the first is known."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        known = contests[~np.isnan(contests[part])]
        total = known[whole].sum()
        return (float(known[part].sum() / total),) if total else None

    return reading


def _entries(contests: Contests, knowledge: str) -> tuple[float]:
    if len(contests):
        return (float(contests["entries"][-1]),)
    return (math.fsum(json.loads(knowledge or "{}").values()),)


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "contests",
            "contests until the phase ended",
            _length,
            is_main=True,
            can_be_censored=True,
            needs_all=True,
        ),
        Measure(
            "learned",
            f"contests until {IN_A_ROW} in a row were expert-like",
            _learned,
            was_reached=lambda contests: _when_learned(contests) is not None,
            needs_all=True,
        ),
        Measure("expert_like", "expert-like contests", _expert_like, is_main=True, counts=True),
        Measure("won", "contests won", _one_result(0), counts=True),
        Measure("drawn", "contests drawn", _one_result(1), counts=True),
        Measure("lost", "contests lost", _one_result(2), counts=True),
        Measure("results", "contests won, drawn and lost", _results, parts=RESULTS, judged=1, counts=True),
        Measure("plies", "plies per contest", _mean("plies")),
        Measure("entries", "entries of knowledge", _entries),
        Measure(
            "time",
            "time per decision",
            _share("decision_ns", "decisions"),
            factor=1e-6,
            unit=" ms",
            is_main=True,
        ),
        Measure(
            "correct",
            "choices that a perfect contestant could have made",
            _share("correct", "choices"),
            factor=100,
            unit=" %",
            most=1,
        ),
        Measure("work", "questions to the rules per decision", _share("work", "decisions")),
        Measure(
            "wasted",
            "work of Advisors that were cancelled",
            _share("wasted", "work"),
            factor=100,
            unit=" %",
            most=1,
        ),
    )
}
SECONDS = Measure("seconds", "wall time per contest", _mean("seconds", 1e9), factor=1e-9, unit=" s")
"""Of the report only, in nanoseconds as all times: it differs from machine to machine."""


def measures_as_markdown() -> str:
    """Write the measures as a table for the page about scenario files."""
    rows = [f"| `{each.name}` | {each.title} | {each.unit.strip()} |" for each in MEASURES.values()]
    head = ["### Measures", "| measure | what it is, of one run | in |", "|---|---|---|"]
    return "\n".join([*head, *rows])
