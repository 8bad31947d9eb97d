"""How long an experiment will take: a guess from a few contests, of which nothing is kept."""

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
"""For how long contests are played, at most."""
_PATIENCE = 20.0
"""Seconds after which a trial that cannot end itself is ended."""
_FARTHEST = 10
"""By what factor contests of one cell may take longer than those of another, for a mean to say anything."""
_ENOUGH = 4
"""Contests of a cell, of which the first need not count."""
_WIDEST = 0.5
"""How large the standard error of a mean may be, as a part of the mean."""


@attrs.frozen(kw_only=True)
class TimeGuess:
    """How long an experiment will take, or why that cannot be told."""

    seconds: float | None = None
    contests: int = 0
    """From how many contests it is guessed."""
    processes: int = 1
    may_end_early: bool = False
    """Has a phase a rule that may end it before its last contest?"""
    why: str = ""

    @property
    def document(self) -> dict[str, Any]:
        """What it says, for programs."""
        return attrs.asdict(self)

    @property
    def words(self) -> str:
        """What it says, for people."""
        if self.seconds is None:
            return f"cannot be told: {self.why}"
        most = "at most " if self.may_end_early else ""
        where = f"{self.processes:,} process{'es' if self.processes > 1 else ''}"
        basis = f"{how_many(self.contests, 'contest')} of the first phase"
        return f"{most}about {rough_time(self.seconds)} on {where}; a guess from {basis}"


def guess_time(
    scenario: Scenario, source: str | Path, *, overrides: Sequence[str] = (), jobs: int = 1
) -> TimeGuess:
    """Play a few contests of the first and the last cell in another process, and scale up.

    What `source` and `overrides` are to `read_scenario`, from which the scenario came, they are to the trial.
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
    """Say why nothing is tried: it would cost somebody something, or leave something behind."""
    if asks_elsewhere(scenario):
        return "a dry run starts no programs and asks no models"
    for cell in cells:
        wanted = {other.partition(":")[0] for other in cell.phases[0].others}
        if wanted & set(SOLVERS) and not cache_path(cell.make_game()).exists():
            return f"{cell.game} is not solved here yet; hoyle solve {cell.game} does that"
    return ""


def _played(
    source: str | Path, overrides: Sequence[str], cells: Sequence[int]
) -> tuple[Mapping[int, list[float]], str]:
    """Return how many seconds each contest took, by cell, and why it came to nothing, if it did."""
    wanted = {
        "source": str(source),
        "overrides": list(overrides),
        "cells": list(cells),
        "seconds": SECONDS,
    }
    try:
        told = subprocess.run(  # noqa: S603  # our own
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
    for line in told.splitlines():
        each = json.loads(line)
        if "why" in each:
            return times, f"the trial failed: {each['why']}"
        times[each["cell"]].append(each["seconds"])
    return {number: _warm(each) for number, each in times.items()}, ""


def _warm(times: list[float]) -> list[float]:
    """Leave out the first contest, in which much is imported and remembered, if there are others to go by."""
    return times[1:] if len(times) >= _ENOUGH else times


def _unsure(times: Mapping[int, list[float]]) -> str:
    """Say why a mean would tell nothing, if it would not."""
    if not all(times.values()):
        return f"the trial did not end within {rough_time(SECONDS)}"
    means = [statistics.fmean(each) for each in times.values()]
    if max(means) > _FARTHEST * min(means) or any(map(_is_wide, times.values())):
        every = [each for one in times.values() for each in one]
        return f"contests differ too much, from {min(every):.2g} to {max(every):.2g} seconds"
    return ""


def _is_wide(times: Sequence[float]) -> bool:
    """Might the mean of these be something quite different?"""
    if len(times) == 1:
        return False
    return statistics.stdev(times) / math.sqrt(len(times)) > _WIDEST * statistics.fmean(times)
