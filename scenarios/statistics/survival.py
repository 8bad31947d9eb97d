"""How long it takes to learn, where some runs did not learn in the contests they had."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from agents.distributions import check_level, normal_quantile
from scenarios.statistics.intervals import NO_DATA, Estimate, Interval, mean_estimate, number

_HALF = 0.5
_ROUNDING = 1e-12


@attrs.frozen
class Wait:
    """How many contests a run took to learn, or how many it had without learning."""

    contests: float = attrs.field(validator=attrs.validators.ge(0))
    learned: bool = True


@attrs.frozen
class SurvivalStep:
    """What happened after a number of contests in which some run learned."""

    contests: float
    at_risk: int
    """Runs that had not learned before, and were still going."""
    learned: int
    """Runs that learned then."""
    share: float
    """The share of runs that need more contests than this, as estimated."""


@attrs.frozen
class LearningTime:
    """How many contests it takes to learn."""

    of_learned: Estimate
    """The mean over the runs that learned: too small, if others did not."""
    learned: int
    not_learned: int
    restricted: Estimate
    """The mean over all runs, if each is stopped at the limit."""
    median: float | None
    """By then half of the runs have learned; None if that was never seen."""
    limit: float

    def __str__(self) -> str:
        if not self.not_learned:
            return str(self.of_learned)
        missed = f"{self.not_learned} of {self.learned + self.not_learned} did not learn"
        return f"{self.of_learned}; {missed}" if self.learned else missed


def learning_time(waits: Iterable[Wait], *, limit: float | None = None, level: float = 0.95) -> LearningTime:
    """Sum up how many contests runs took to learn; the limit is the longest wait, unless it is given."""
    runs = list(waits)
    learned = [run.contests for run in runs if run.learned]
    steps = survival_curve(runs)
    return LearningTime(
        of_learned=mean_estimate(learned, level=level),
        learned=len(learned),
        not_learned=len(runs) - len(learned),
        restricted=restricted_mean(runs, limit=limit, level=level),
        median=_median(steps),
        limit=_longest(runs) if limit is None else limit,
    )


def survival_curve(waits: Iterable[Wait]) -> tuple[SurvivalStep, ...]:
    """Return Kaplan and Meier's curve: what share of runs needs more contests, step by step."""
    runs = list(waits)
    learned = Counter(run.contests for run in runs if run.learned)
    steps, share = [], 1.0
    for contests in sorted(learned):
        at_risk = sum(run.contests >= contests for run in runs)
        share *= 1 - learned[contests] / at_risk
        steps.append(SurvivalStep(contests, at_risk, learned[contests], share))
    return tuple(steps)


def restricted_mean(waits: Iterable[Wait], *, limit: float | None = None, level: float = 0.95) -> Estimate:
    """Return the mean number of contests, each run stopped at the limit: the area under the curve.

    The standard error is Greenwood's, as in Klein and Moeschberger. The curve is not known beyond the longest
    wait, so a limit beyond that is taken back to it, unless all had learned by then.
    """
    check_level(level)
    runs = list(waits)
    if not runs:
        return Estimate(None, note=NO_DATA)
    steps, known = survival_curve(runs), _longest(runs)
    end = _end(limit, known, steps)
    steps = tuple(step for step in steps if step.contests < end)
    after = _areas(steps, end)
    value = (steps[0].contests if steps else end) + (after[0] if after else 0.0)
    error = math.sqrt(math.fsum(area**2 * _greenwood(step) for area, step in zip(after, steps, strict=True)))
    note = f"known to {number(end)} only" if limit is not None and end < limit else ""
    return _within(value, error, end, len(runs), level=level, note=note)


def _end(limit: float | None, known: float, steps: Sequence[SurvivalStep]) -> float:
    """Return how far the curve is followed: not beyond what is known, unless it is at 0 by then."""
    if limit is None:
        return known
    return limit if steps and steps[-1].share == 0 else min(limit, known)


def _longest(runs: Sequence[Wait]) -> float:
    return max((run.contests for run in runs), default=0)


def _areas(steps: Sequence[SurvivalStep], end: float) -> list[float]:
    """Return for each step the area under the curve from there on."""
    areas, area, until = [], 0.0, end
    for step in reversed(steps):
        area += step.share * (until - step.contests)
        areas.append(area)
        until = step.contests
    return areas[::-1]


def _greenwood(step: SurvivalStep) -> float:
    """Return what a step adds to the relative variance; nothing once no run is left."""
    left = step.at_risk - step.learned
    return step.learned / (step.at_risk * left) if left else 0.0


def _within(value: float, error: float, end: float, n: int, *, level: float, note: str) -> Estimate:
    """Make the estimate, with a normal interval within 0 and the limit, if there is any spread."""
    if error == 0:
        return Estimate(value, n=n, note=note or "no spread")
    reach = normal_quantile(level) * error
    return Estimate(value, Interval(max(0.0, value - reach), min(end, value + reach), level), n, error, note)


def _median(steps: Sequence[SurvivalStep]) -> float | None:
    """Return where the curve crosses ½; the middle, where it lies on ½ for a while."""
    for i, step in enumerate(steps):
        if step.share <= _HALF + _ROUNDING:
            flat = abs(step.share - _HALF) <= _ROUNDING and i + 1 < len(steps)
            return (step.contests + steps[i + 1].contests) / 2 if flat else step.contests
    return None
