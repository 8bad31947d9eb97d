"""Bets against a mean: as sure as they say, however often one looks."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.statistics.anytime import BETS, log_wealth, lower_bound, spread, upper_bound

COUNTS = st.lists(st.integers(0, 40), min_size=9, max_size=9)


def counted(values: Sequence[int]) -> np.ndarray:
    """Count values, given in quarters."""
    return np.bincount(np.array(values, dtype=int) + 4, minlength=9).astype(np.int64)


@pytest.mark.parametrize(
    "chances", [(0.5, 0, 0.5), (0.1, 0.8, 0.1), (0.02, 0.96, 0.02), (1 / 3, 1 / 3, 1 / 3)]
)
def test_the_true_mean_is_hardly_ever_given_up(chances: tuple[float, ...]) -> None:
    """Of 400 rows of 300 values, looked at after every one, at most 5 % ever rule out the truth."""
    rng = np.random.default_rng(7)
    rows = rng.choice([-1.0, 0.0, 1.0], p=chances, size=(400, 300))
    growth = np.log1p(rows[..., None] * BETS)
    wealth = np.log(np.exp(np.cumsum(growth, axis=1)).mean(axis=2))
    assert np.mean(wealth.max(axis=1) >= math.log(20)) <= 0.05
    ends = [counted(4 * row.astype(int)) for row in rows]
    assert [float(log_wealth(each, 0.0)) for each in ends] == pytest.approx(wealth[:, -1])


@given(COUNTS, st.floats(0.001, 0.2))
def test_bounds_lie_around_the_mean(counts: list[int], alpha: float) -> None:
    """The lower below it, the upper above, and both within what a difference can be."""
    found = np.array(counts, dtype=np.int64)
    low, high = lower_bound(found, alpha), upper_bound(found, alpha)
    mean = float(found @ spread(4)) / max(1, sum(counts))
    assert -1 <= low <= mean + 1e-6
    assert mean - 1e-6 <= high <= 1


@given(COUNTS, st.floats(-0.9, 0.9), st.floats(0, 0.09))
def test_what_lies_further_off_is_given_up_sooner(counts: list[int], mean: float, less: float) -> None:
    """Betting against a lower mean makes no less, so what is given up is all below a bound."""
    found = np.array(counts, dtype=np.int64)
    assert float(log_wealth(found, mean - less)) >= float(log_wealth(found, mean)) - 1e-9


@given(st.lists(st.integers(-4, 4), max_size=12))
def test_wealth_is_what_bets_pay(values: list[int]) -> None:
    """Each bet pays 1 + share * value, and the wealth is the mean of what all have come to."""
    paid = [math.prod(1 + Fraction(float(bet)) * Fraction(value, 4) for value in values) for bet in BETS]
    assert float(log_wealth(counted(values), 0.0)) == pytest.approx(math.log(sum(paid) / len(paid)), abs=1e-9)


def test_nothing_seen_says_nothing() -> None:
    """Without values anything is possible."""
    none = np.zeros(9, dtype=np.int64)
    assert (lower_bound(none, 0.05), upper_bound(none, 0.05)) == (-1, 1)
