"""Percentile and BCa intervals, against scipy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption, UnknownName
from scenarios.statistics import Estimate, Interval, bootstrap_estimate, mean_estimate
from tests.scenarios.statistics.support import ends, quick
from tests.support import needs

stats = needs("scipy.stats", extra="test")

LAW = (576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594)
"""Scores of fifteen law schools (Efron and Tibshirani, An Introduction to the Bootstrap, table 3.1)."""
SKEWED = tuple(float(x) for x in np.random.default_rng(1).exponential(10, 40).round(2))


@pytest.mark.parametrize("data", [LAW, SKEWED])
@pytest.mark.parametrize("statistic", ["mean", "median"])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_interval_is_scipys(data: tuple[float, ...], statistic: str, method: str) -> None:
    """From the same stream of chance, which scipy draws in the same order, the same interval."""
    ours = bootstrap_estimate(
        data, np.random.default_rng(1), statistic=statistic, method=method, resamples=9_999
    )
    theirs = stats.bootstrap(
        (data,),
        getattr(np, statistic),
        method=method if method == "percentile" else "BCa",
        n_resamples=9_999,
        rng=np.random.default_rng(1),
    )
    assert ours.value == pytest.approx(float(getattr(np, statistic)(data)))
    assert ends(ours) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)
    assert ours.standard_error == pytest.approx(theirs.standard_error)


def test_the_same_generator_gives_the_same_answer() -> None:
    """And another one another."""
    one, again, other = (bootstrap_estimate(LAW, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == again != other


def test_the_answer_does_not_hang_on_the_size_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large samples are drawn a piece at a time: from the same stream, the same numbers."""
    whole = bootstrap_estimate(LAW, np.random.default_rng(1))
    monkeypatch.setattr("scenarios.statistics.bootstrap._BLOCK", 100)
    assert bootstrap_estimate(LAW, np.random.default_rng(1)) == whole


def test_bca_leans_the_way_the_data_do() -> None:
    """With a long tail to the right the interval reaches further right than the plain one."""
    plain, corrected = (
        bootstrap_estimate(SKEWED, np.random.default_rng(1), method=method)
        for method in ("percentile", "bca")
    )
    assert ends(corrected)[1] > ends(plain)[1]


@quick
@given(values=st.lists(st.integers(-50, 50), min_size=2, max_size=12, unique=True))
@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_the_interval_lies_within_the_data(statistic: str, values: list[int]) -> None:
    """Whatever is resampled, nothing is smaller than the smallest, and nothing is nan."""
    estimate = bootstrap_estimate(values, np.random.default_rng(1), statistic=statistic, resamples=200)
    low, high = ends(estimate)
    assert min(values) <= low <= high <= max(values)


@pytest.mark.parametrize(
    ("values", "estimate"),
    [
        ([], Estimate(None, note="no data")),
        ([4], Estimate(4, n=1, note="one value")),
        ([4, 4], Estimate(4, Interval(4, 4), 2, 0.0, "all 2 equal")),
    ],
)
def test_data_without_a_spread_say_so(values: list[float], estimate: Estimate) -> None:
    """As the mean's own interval does."""
    assert bootstrap_estimate(values, np.random.default_rng(1)) == estimate == mean_estimate(values)


def test_where_bca_cannot_tell_the_plain_interval_is_named() -> None:
    """A median that no single value moves has no acceleration."""
    estimate = bootstrap_estimate([1, 5, 5, 5, 5, 9], np.random.default_rng(1), statistic="median")
    assert estimate.note == "percentile interval"


@pytest.mark.parametrize(
    ("options", "error", "line"),
    [
        ({"statistic": "mode"}, UnknownName, r"^no statistic is named 'mode'.*; there are mean, median$"),
        ({"method": "bc"}, UnknownName, r"^no bootstrap method is named 'bc'.*; there are percentile, bca$"),
        ({"resamples": 1}, BadOption, r"^1 resamples have no spread; take some thousands$"),
        ({"level": 2}, BadOption, "is no level"),
    ],
)
def test_impossible_options_are_refused(
    options: dict[str, object], error: type[Exception], line: str
) -> None:
    """One line names the value and the remedy."""
    with pytest.raises(error, match=line):
        bootstrap_estimate(LAW, np.random.default_rng(1), **options)  # type: ignore[arg-type]  # on purpose
