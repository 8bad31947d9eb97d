"""Wilson, Clopper and Pearson, and Goodman."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import (
    Estimate,
    clopper_pearson,
    proportion_difference,
    simultaneous_proportions,
    wilson,
)
from tests.scenarios.statistics.support import ends, quick, sure
from tests.support import needs

stats = needs("scipy.stats", extra="test")

Method = Callable[..., Estimate]
METHODS = pytest.mark.parametrize("method", [wilson, clopper_pearson])
LEVELS = st.floats(0.5, 0.999)


@st.composite
def proportions(draw: st.DrawFn) -> tuple[int, int]:
    """Make so many successes of so many."""
    n = draw(st.integers(1, 400))
    return draw(st.integers(0, n)), n


@quick
@given(proportion=proportions(), level=LEVELS)
def test_wilson_and_clopper_pearson_are_scipys(proportion: tuple[int, int], level: float) -> None:
    """At any level, at either end and between."""
    test = stats.binomtest(*proportion)
    for method, name in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = test.proportion_ci(level, method=name)
        assert ends(method(*proportion, level=level)) == pytest.approx(tuple(theirs), abs=1e-9)


@pytest.mark.parametrize(
    ("k", "n", "score", "exact"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_newcombes_examples(k: int, n: int, score: tuple[float, float], exact: tuple[float, float]) -> None:
    """Table I of Newcombe, Statistics in Medicine 17 (1998) 857-872: methods 3 and 5."""
    assert ends(wilson(k, n)) == pytest.approx(score, abs=5e-5)
    assert ends(clopper_pearson(k, n)) == pytest.approx(exact, abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_newcombes_examples_of_differences(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """Table II of Newcombe, Statistics in Medicine 17 (1998) 873-890: method 10, from either side."""
    assert ends(proportion_difference(first, second)) == pytest.approx((low, high), abs=5e-5)
    assert ends(proportion_difference(second, first)) == pytest.approx((-high, -low), abs=5e-5)


def test_nothing_has_no_difference() -> None:
    """None of none is no proportion to compare with."""
    assert proportion_difference((0, 0), (3, 4)).value is None


@pytest.mark.parametrize(
    ("counts", "which", "low", "high"),
    [
        ((56, 72, 73, 59, 62, 87, 58), 0, 0.085, 0.166),
        ((56, 72, 73, 59, 62, 87, 58), 1, 0.115, 0.204),
        ((56, 72, 73, 59, 62, 87, 58), 5, 0.143, 0.239),
        ((56, 72, 73, 59, 62, 87, 58), 6, 0.089, 0.171),
        ((5,) * 50, 0, 0.005, 0.075),
        ((1,) * 10 + (12,) * 10 + (5,) * 10 + (3,) * 10 + (4,) * 10, 10, 0.019, 0.114),
    ],
)
def test_goodmans_intervals(counts: tuple[int, ...], which: int, low: float, high: float) -> None:
    """As printed by Sison and Glaz (1995), and used by statsmodels as its reference."""
    assert ends(simultaneous_proportions(counts)[which]) == pytest.approx((low, high), abs=1e-3)


@METHODS
@quick
@given(proportion=proportions(), level=LEVELS)
def test_intervals_hold_the_rate_and_mirror(
    method: Method, proportion: tuple[int, int], level: float
) -> None:
    """The rate lies within, all lies within 0..1, and failures have the same interval the other way round."""
    k, n = proportion
    low, high = ends(method(k, n, level=level))
    assert 0 <= low <= k / n <= high <= 1
    assert ends(method(n - k, n, level=level)) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert (low == 0) == (k == 0)
    assert (high == 1) == (k == n)


@METHODS
@quick
@given(proportion=proportions())
def test_more_of_the_same_is_surer(method: Method, proportion: tuple[int, int]) -> None:
    """Twice the data at the same rate, a shorter interval."""
    k, n = proportion
    assert sure(method(2 * k, 2 * n)).margin < sure(method(k, n)).margin


@quick
@given(counts=st.tuples(*[st.integers(0, 100)] * 3).filter(any))
def test_simultaneous_intervals_are_wider(counts: tuple[int, ...]) -> None:
    """To be right about three rates at once takes more room than to be right about one."""
    for count, all_at_once in zip(counts, simultaneous_proportions(counts), strict=True):
        alone = wilson(count, sum(counts))
        assert ends(all_at_once)[0] <= ends(alone)[0]
        assert ends(alone)[1] <= ends(all_at_once)[1]


@METHODS
def test_nothing_has_no_rate(method: Method) -> None:
    """0 of 0 is no data."""
    assert method(0, 0) == Estimate(None, note="no data")
    assert simultaneous_proportions((0, 0, 0)) == (Estimate(None, note="no data"),) * 3


@METHODS
@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_what_is_no_proportion_is_refused(method: Method, k: int, n: int) -> None:
    """Fewer than none, or more than all."""
    with pytest.raises(ValueError, match="invalid proportion"):
        method(k, n)


@METHODS
def test_a_wrong_level_is_refused(method: Method) -> None:
    """Even of nothing."""
    with pytest.raises(BadOption):
        method(0, 0, level=1)
