"""Learning times, if some runs did not learn within their contests."""

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
    """The number of contests a run took to learn, or had without learning."""

    contests: float = attrs.field(validator=attrs.validators.ge(0))
    learned: bool = True


@attrs.frozen
class SurvivalStep:
    """A step of the survival curve: a number of contests after which runs learned."""

    contests: float
    at_risk: int
    """The runs still playing that had not learned before."""
    learned: int
    """The runs that learned at this step."""
    share: float
    """The estimated share of runs that need more contests than this."""


@attrs.frozen
class LearningTime:
    """The number of contests it takes to learn."""

    of_learned: Estimate
    """The mean over the runs that learned; biased down if others did not."""
    learned: int
    not_learned: int
    restricted: Estimate
    """The mean over all runs, each capped at the limit."""
    median: float | None
    """The number of contests by which half of the runs have learned; None if it was not reached."""
    limit: float

    def __str__(self) -> str:
        if not self.not_learned:
            return str(self.of_learned)
        missed = f"{self.not_learned} of {self.learned + self.not_learned} did not learn"
        return f"{self.of_learned}; {missed}" if self.learned else missed


def learning_time(waits: Iterable[Wait], *, limit: float | None = None, level: float = 0.95) -> LearningTime:
    """Summarize how many contests runs took to learn; the limit defaults to the longest wait."""
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
    """Return the Kaplan-Meier curve: the share of runs that need more contests, step by step."""
    runs = list(waits)
    learned = Counter(run.contests for run in runs if run.learned)
    steps, share = [], 1.0
    for contests in sorted(learned):
        at_risk = sum(run.contests >= contests for run in runs)
        share *= 1 - learned[contests] / at_risk
        steps.append(SurvivalStep(contests, at_risk, learned[contests], share))
    return tuple(steps)


def restricted_mean(waits: Iterable[Wait], *, limit: float | None = None, level: float = 0.95) -> Estimate:
    """Return the mean number of contests with runs capped at the limit: the area under the curve.

    The standard error is Greenwood's, as in Klein and Moeschberger. The curve is unknown beyond the longest
    wait, so a larger limit is reduced to it, unless all runs had learned by then.
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
    note = f"known up to {number(end)} only" if limit is not None and end < limit else ""
    return _within(value, error, end, len(runs), level=level, note=note)


def _end(limit: float | None, known: float, steps: Sequence[SurvivalStep]) -> float:
    """Return where the curve ends: at the longest wait, unless the curve has reached 0 by then."""
    if limit is None:
        return known
    return limit if steps and steps[-1].share == 0 else min(limit, known)


def _longest(runs: Sequence[Wait]) -> float:
    return max((run.contests for run in runs), default=0)


def _areas(steps: Sequence[SurvivalStep], end: float) -> list[float]:
    """Return for each step the area under the curve after it."""
    areas, area, until = [], 0.0, end
    for step in reversed(steps):
        area += step.share * (until - step.contests)
        areas.append(area)
        until = step.contests
    return areas[::-1]


def _greenwood(step: SurvivalStep) -> float:
    """Return the contribution of a step to the relative variance; 0 if no run is left."""
    left = step.at_risk - step.learned
    return step.learned / (step.at_risk * left) if left else 0.0


def _within(value: float, error: float, end: float, n: int, *, level: float, note: str) -> Estimate:
    """Return the estimate, with a normal interval clipped to 0 and the limit if there is spread."""
    if error == 0:
        return Estimate(value, n=n, note=note or "no spread")
    reach = normal_quantile(level) * error
    return Estimate(value, Interval(max(0.0, value - reach), min(end, value + reach), level), n, error, note)


def _median(steps: Sequence[SurvivalStep]) -> float | None:
    """Return where the curve crosses ½, or the middle of the stretch on which it equals ½."""
    for i, step in enumerate(steps):
        if step.share <= _HALF + _ROUNDING:
            flat = abs(step.share - _HALF) <= _ROUNDING and i + 1 < len(steps)
            return (step.contests + steps[i + 1].contests) / 2 if flat else step.contests
    return None
