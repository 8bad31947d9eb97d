"""Estimate how long an experiment will take, from a few contests that are not kept."""

import json
import math
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from agents.contestants.registry import SOLVERS
from control.limits.durations import rough_time
from games.counting import how_many
from games.solving.solution_cache import cache_path
from scenarios.experiment.preview import most_contests
from scenarios.experiment.trying import asks_elsewhere
from scenarios.experiment.workforce import worker_command
from scenarios.language.scenario import CellSpec, Scenario

SECONDS = 2.0
"""The longest time for which contests are played."""
_PATIENCE = 20.0
"""Seconds after which a trial that does not end is killed."""
_FARTHEST = 10
"""How many times as long contests of one cell may take as those of another for a mean to be useful."""
_ENOUGH = 4
"""With this many contests of a cell, the first is left out."""
_WIDEST = 0.5
"""The largest standard error of a mean, as a fraction of the mean."""


@attrs.frozen(kw_only=True)
class TimeGuess:
    """An estimate of how long an experiment will take, or why there is none."""

    seconds: float | None = None
    contests: int = 0
    """The number of contests that the estimate is based on."""
    processes: int = 1
    may_end_early: bool = False
    """Whether a phase has a rule that may end it before its last contest."""
    why: str = ""

    @property
    def document(self) -> dict[str, Any]:
        """The estimate as JSON."""
        return attrs.asdict(self)

    @property
    def words(self) -> str:
        """The estimate in words."""
        if self.seconds is None:
            return f"unknown: {self.why}"
        most = "at most " if self.may_end_early else ""
        where = f"{self.processes:,} process{'es' if self.processes > 1 else ''}"
        basis = f"{how_many(self.contests, 'contest')} of the first phase"
        return f"{most}about {rough_time(self.seconds)} on {where}; estimated from {basis}"


def guess_time(
    scenario: Scenario, source: str | Path, *, overrides: Sequence[str] = (), jobs: int = 1
) -> TimeGuess:
    """Play a few contests of the first and the last cell in another process, and scale their time up.

    `source` and `overrides` are those from which `read_scenario` made the scenario.
    """
    tried = sorted({0, len(scenario.cells) - 1})
    guess = TimeGuess(
        processes=min(jobs, scenario.runs * len(scenario.cells)),
        may_end_early=any(phase.until.rules for cell in scenario.cells for phase in cell.phases),
    )
    if why := _untried(scenario, [scenario.cells[number] for number in tried]):
        return attrs.evolve(guess, why=why)
    times, why = _played(source, overrides, tried)
    guess = attrs.evolve(guess, contests=sum(map(len, times.values())))
    if why := why or _unsure(times):
        return attrs.evolve(guess, why=why)
    mean = statistics.fmean(map(statistics.fmean, times.values()))
    return attrs.evolve(guess, seconds=mean * most_contests(scenario) / guess.processes)


def _untried(scenario: Scenario, cells: Sequence[CellSpec]) -> str:
    """Return why nothing is tried: because it would cost something, or leave files behind."""
    if asks_elsewhere(scenario):
        return "a dry run starts no programs and asks no models"
    for cell in cells:
        wanted = {other.partition(":")[0] for other in cell.phases[0].others}
        if wanted & set(SOLVERS) and not cache_path(cell.make_game()).exists():
            return f"{cell.game} is not solved here yet; run hoyle solve {cell.game}"
    return ""


def _played(
    source: str | Path, overrides: Sequence[str], cells: Sequence[int]
) -> tuple[Mapping[int, list[float]], str]:
    """Return the seconds of each contest, by cell, and why the trial failed, if it did."""
    wanted = {
        "source": str(source),
        "overrides": list(overrides),
        "cells": list(cells),
        "seconds": SECONDS,
    }
    try:
        answers = subprocess.run(  # noqa: S603  # our own
            worker_command("trial_worker"),
            input=json.dumps(wanted),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=_PATIENCE,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        return {}, "the trial did not end"
    times: dict[int, list[float]] = {number: [] for number in cells}
    for line in answers.splitlines():
        each = json.loads(line)
        if "why" in each:
            return times, f"the trial failed: {each['why']}"
        times[each["cell"]].append(each["seconds"])
    return {number: _warm(each) for number, each in times.items()}, ""


def _warm(times: list[float]) -> list[float]:
    """Leave out the first contest, which imports and caches slow down, if there are enough others."""
    return times[1:] if len(times) >= _ENOUGH else times


def _unsure(times: Mapping[int, list[float]]) -> str:
    """Return why the mean is no useful estimate; empty if it is one."""
    if not all(times.values()):
        return f"the trial did not end within {rough_time(SECONDS)}"
    means = [statistics.fmean(each) for each in times.values()]
    if max(means) > _FARTHEST * min(means) or any(map(_is_wide, times.values())):
        every = [each for one in times.values() for each in one]
        return f"contests differ too much, from {min(every):.2g} to {max(every):.2g} seconds"
    return ""


def _is_wide(times: Sequence[float]) -> bool:
    """Return whether the mean of these times is too uncertain."""
    if len(times) == 1:
        return False
    return statistics.stdev(times) / math.sqrt(len(times)) > _WIDEST * statistics.fmean(times)
