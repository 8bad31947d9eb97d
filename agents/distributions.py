"""Distributions that the standard library lacks: beta and Student's t."""

import itertools
import math
from functools import lru_cache
from statistics import NormalDist

from games import BadOption

NORMAL = NormalDist()
"""The standard normal distribution."""

_TINY = 1e-300
_CLOSE = 1e-15
_MOST_STEPS = 100_000
_MOST_NEWTON = 20


def check_level(level: float) -> None:
    """Raise BadOption if this is not a confidence level."""
    if not 0 < level < 1:
        raise BadOption(f"{level} is not a confidence level; use a number between 0 and 1, such as 0.95")


def normal_quantile(level: float) -> float:
    """Return the z for which a standard normal value lies in -z..z with that probability."""
    check_level(level)
    return -NORMAL.inv_cdf((1 - level) / 2)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the probability that a beta value is at most x: the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_tail(1 - x, b, a)
    return _beta_tail(x, a, b)


def _beta_tail(x: float, a: float, b: float) -> float:
    """Sum the continued fraction where it converges fast, x below (a + 1) / (a + b + 2)."""
    front = math.exp(_log_beta_density(x, a, b)) * x * (1 - x) / a
    return min(1.0, front / _lentz(x, a, b))


def _lentz(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction by Lentz's method, from the top down."""
    value, c, d = 1.0, 1.0, 0.0
    for step in range(1, _MOST_STEPS):
        term = _term(step, x, a, b)
        d = 1 / _nonzero(1 + term * d)
        c = _nonzero(1 + term / c)
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def _term(step: int, x: float, a: float, b: float) -> float:
    m, odd = divmod(step, 2)
    if odd:
        return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


@lru_cache(maxsize=4096)
def beta_quantile(probability: float, a: float, b: float) -> float:
    """Return the x below which a beta value lies with that probability.

    Use Newton's method, and bisection where its steps leave the bracket or take too long.
    """
    if probability <= 0 or probability >= 1:
        return float(probability >= 1)
    low, high, guess = 0.0, 1.0, a / (a + b)
    for step in itertools.count():
        x = guess
        excess = beta_cdf(x, a, b) - probability
        low, high = (x, high) if excess < 0 else (low, x)
        guess = x - excess / _nonzero(math.exp(_log_beta_density(x, a, b)))
        if step > _MOST_NEWTON or not low < guess < high:
            guess = (low + high) / 2
        if abs(guess - x) <= _CLOSE * x or not low < guess < high:
            break
    return guess


def _log_beta_density(x: float, a: float, b: float) -> float:
    log_whole = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    return (a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - log_whole


def student_p(t: float, df: float) -> float:
    """Return the probability that Student's t is at least this far from 0, on either side."""
    return beta_cdf(df / (df + t * t), df / 2, 0.5)


@lru_cache(maxsize=4096)
def student_quantile(level: float, df: float) -> float:
    """Return the t for which Student's t lies in -t..t with that probability."""
    check_level(level)
    near = beta_quantile(level, 0.5, df / 2)
    if near < 0.5:  # noqa: PLR2004  # the smaller of the two tails keeps its digits
        return math.sqrt(df * near / (1 - near))
    far = beta_quantile(1 - level, df / 2, 0.5)
    return math.sqrt(df * (1 - far) / far)
