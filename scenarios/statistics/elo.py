"""Elo: the difference in strength between two sides, from their scores.

A difference of 400 means odds of ten to one.
"""

import math

from agents.distributions import check_level, normal_quantile, student_quantile
from scenarios.statistics.intervals import NO_DATA, Estimate, Interval, Values, around, sample, signed
from scenarios.statistics.outcomes import Scores
from scenarios.statistics.proportions import clopper_pearson

_SCALE = 400
_EVEN = 0.5
_NO_ERROR = 1e-9  # points that floating point makes up


def expected_score(elo: float) -> float:
    """Return the expected score of a side with this difference in Elo."""
    odds = 10 ** (-abs(elo) / _SCALE)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def elo_of_score(score: float) -> float:
    """Return the difference in Elo for a mean score; infinite if the score is 0 or 1."""
    if not 0 <= score <= 1:
        raise ValueError(f"invalid mean score {score}; it must be between 0 and 1")
    if score in (0, 1):
        return math.copysign(math.inf, score - _EVEN)
    return _SCALE * math.log10(score / (1 - score))


def score_estimate(scores: Scores, *, level: float = 0.95) -> Estimate:
    """Return the mean score with a normal interval, or with the exact one if all was won or all lost."""
    check_level(level)
    if scores.n == 0:
        return Estimate(None, note=NO_DATA)
    if scores.kinds == 1:
        return _uniform_score(scores, level)
    error = math.sqrt(scores.variance / scores.n)
    reach = normal_quantile(level) * error
    ends = Interval(max(0.0, scores.mean - reach), min(1.0, scores.mean + reach), level)
    return Estimate(scores.mean, ends, scores.contests, error)


def _uniform_score(scores: Scores, level: float) -> Estimate:
    """Return the estimate for equal scores, whose spread does not give the error."""
    mean = scores.mean
    if mean not in (0, 1):
        each = "contest" if scores.contests_each == 1 else "pair"
        return Estimate(mean, n=scores.contests, note=f"the same score in every {each}")
    exact = clopper_pearson(scores.n if mean else 0, scores.n, level=level)
    return Estimate(mean, exact.interval, scores.contests, note="all won" if mean else "all lost")


def elo_difference(scores: Scores, *, level: float = 0.95) -> Estimate:
    """Return the difference in Elo, with the ends of the score's interval converted to Elo.

    The standard error is by the delta method. The interval's margin is the ± of engine testers.
    """
    score = score_estimate(scores, level=level)
    if score.value is None:
        return score
    ends, error = score.interval, score.standard_error
    interval = Interval(elo_of_score(ends.low), elo_of_score(ends.high), level) if ends else None
    slope = _slope(score.value) if 0 < score.value < 1 else None
    return Estimate(
        elo_of_score(score.value),
        interval,
        score.n,
        error * slope if slope is not None and error is not None else None,
        score.note,
    )


def paired_elo(first: Values, second: Values, *, level: float = 0.95) -> Estimate:
    """Return the difference in Elo of the first from the second, from mean scores of paired runs.

    The interval is Student's, by the delta method. The value is None if one of them won all or lost all.
    """
    check_level(level)
    a, b = sample(first), sample(second)
    if len(a) != len(b):
        raise ValueError(f"{len(a)} values cannot be paired with {len(b)}")
    if len(a) < 2:  # noqa: PLR2004  # one has no spread
        return Estimate(None, n=len(a), note=NO_DATA)
    means = float(a.mean()), float(b.mean())
    if not all(0 < mean < 1 for mean in means):
        return Estimate(None, n=len(a), note="all won" if max(means) == 1 else "all lost")
    spread = _slope(means[0]) * a - _slope(means[1]) * b
    error = float(spread.std(ddof=1)) / math.sqrt(len(a))
    value = elo_of_score(means[0]) - elo_of_score(means[1])
    if error < _NO_ERROR:
        return Estimate(value, n=len(a), note="no spread")
    return around(value, error, student_quantile(level, len(a) - 1), len(a), level=level)


def _slope(score: float) -> float:
    """Return the derivative of Elo with respect to the mean score."""
    return _SCALE / math.log(10) / (score * (1 - score))


def elo_text(difference: Estimate) -> str:
    """Return a difference in Elo with its interval or the known end of it; empty without an interval."""
    if difference.value is None or difference.interval is None:
        return ""
    low, high = difference.interval.low, difference.interval.high
    if math.isinf(low) and math.isinf(high):
        return ""
    if math.isinf(difference.value):
        return f"> {signed(low, 0)}" if difference.value > 0 else f"< {signed(high, 0)}"
    return f"{signed(difference.value, 0)} [{signed(low, 0)}, {signed(high, 0)}]"
