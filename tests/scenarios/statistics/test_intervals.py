"""Estimates, their text, and Student's interval of a mean."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.report.exhibit import percent
from scenarios.statistics import Estimate, Interval, mean_estimate
from tests.scenarios.statistics.support import ends, quick, sure
from tests.support import each_case, needs

stats = needs("scipy.stats", extra="test")

NUMBERS = st.lists(st.integers(-1_000, 1_000), min_size=2, max_size=30).filter(lambda xs: len(set(xs)) > 1)
SLEEP = (1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4)
"""Hours of sleep gained, the second drug over the first (Student 1908)."""


@quick
@given(values=NUMBERS, level=st.floats(0.01, 0.999))
def test_the_interval_of_a_mean_is_scipys(values: list[int], level: float) -> None:
    """Student's t, at any level."""
    estimate = mean_estimate(values, level=level)
    theirs = stats.t.interval(level, len(values) - 1, np.mean(values), stats.sem(values))
    assert ends(estimate) == pytest.approx(theirs, abs=1e-6)
    assert estimate.standard_error == pytest.approx(stats.sem(values))
    assert float(np.mean(values)) in sure(estimate)
    assert estimate.n == len(values)


def test_students_own_example() -> None:
    """1.58 hours on average, 0.70 to 2.46, as every text on the t-test since has it."""
    estimate = mean_estimate(SLEEP)
    assert estimate.value == pytest.approx(1.58)
    assert ends(estimate) == pytest.approx((0.7001142, 2.4598858))
    assert str(estimate) == "1.58 [0.70, 2.46]"


def test_more_runs_give_a_shorter_interval() -> None:
    """Four times the data, half the width, on average."""
    random = np.random.default_rng(1990)

    def width(n: int) -> float:
        estimates = [mean_estimate(random.normal(size=n)) for _ in range(200)]
        return float(np.mean([sure(estimate).margin for estimate in estimates]))

    assert width(80) == pytest.approx(width(20) / 2, rel=0.1)


def test_nineteen_of_twenty_intervals_are_right() -> None:
    """The true mean lies in some 95 % of them, even of small samples."""
    random = np.random.default_rng(1990)
    estimates = [mean_estimate(random.normal(3, 2, size=5)) for _ in range(1_000)]
    right = sum(3 in sure(estimate) for estimate in estimates)
    assert 930 <= right <= 970


@pytest.mark.parametrize(
    ("values", "estimate", "text"),
    [
        ([], Estimate(None, note="no data"), "no data"),
        ([7], Estimate(7, n=1, note="one value"), "7 (one value)"),
        ([0.1] * 3, Estimate(0.1, Interval(0.1, 0.1), 3, 0.0, "all 3 equal"), "0.1 (all 3 equal)"),
    ],
)
def test_data_without_a_spread_say_so(values: list[float], estimate: Estimate, text: str) -> None:
    """None, one, or all the same: words, and never a nan."""
    assert mean_estimate(values) == estimate
    assert str(estimate) == text


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(value: float) -> None:
    """An absent value is to be left out, not to be averaged."""
    with pytest.raises(ValueError, match="leave these values out"):
        mean_estimate([1, value])


@pytest.mark.parametrize("values", [[], [1], [1, 2]])
def test_a_wrong_level_is_refused_whatever_the_data(values: list[float]) -> None:
    """Not only where it is used."""
    with pytest.raises(BadOption, match="95 is not a confidence level"):
        mean_estimate(values, level=95)


@each_case(
    ("estimate", "text"),
    [
        (Estimate(12.345, Interval(10.2, 14.5), 5), "12.3 [10.2, 14.5]"),
        (Estimate(1234.5, Interval(1100, 1400), 5), "1234 [1100, 1400]"),
        (Estimate(0.123456, Interval(0.1, 0.2), 5), "0.123 [0.100, 0.200]"),
        (Estimate(-0.001, Interval(-2, 2), 5), "0.0 [-2.0, 2.0]"),
        (Estimate(math.inf, Interval(120, math.inf), 9, note="all won"), "∞ [120, ∞] (all won)"),
        (Estimate(-math.inf, Interval(-math.inf, -50.5), 9), "-∞ [-∞, -50.5]"),
        (Estimate(None), "no data"),
        (Estimate(None, note="nobody came"), "nobody came"),
        (Estimate(500.0, n=1), "500"),
        (Estimate(1e20, n=1), "100000000000000000000"),
        (Estimate(1e-20, n=1), "0"),
    ],
)
def test_an_estimate_is_written_with_the_digits_it_deserves(estimate: Estimate, text: str) -> None:
    """Two digits of the error, or three digits or so; no exponent, no -0, no nan."""
    assert str(estimate) == text


def test_a_rate_can_be_written_as_a_percentage() -> None:
    """Times 100, with the unit behind the number."""
    rate = Estimate(0.308, Interval(0.2553, 0.3662), 263)
    assert rate.text(factor=100, unit=" %") == "30.8 % [25.5, 36.6]"


def test_what_cannot_be_is_cut_off() -> None:
    """No share is above one; where there is no interval, there is nothing to cut."""
    share = mean_estimate([1, 1, 0.9, 1, 0.8])
    assert ends(share)[1] > 1
    assert ends(share.within(0, 1)) == (ends(share)[0], 1)
    assert percent(share) == "94.0 % [82.9, 100.0]"
    assert Estimate(0.5, n=1).within(0, 0.4) == Estimate(0.5, n=1)


@quick
@given(value=st.floats(-1e12, 1e12), margin=st.floats(0, 1e12))
def test_no_text_has_an_exponent(value: float, margin: float) -> None:
    """Tables are read by people."""
    text = str(Estimate(value, Interval(value - margin, value + margin), 3))
    assert "e" not in text
    assert "nan" not in text


@pytest.mark.parametrize(("low", "high"), [(2, 1), (math.nan, 1), (1, math.nan)])
def test_an_interval_is_in_order(low: float, high: float) -> None:
    """Ends that are the wrong way round, or no numbers, are refused."""
    with pytest.raises(ValueError, match="invalid interval from"):
        Interval(low, high)


def test_an_interval_is_written_in_brackets() -> None:
    """With the digits that its width deserves."""
    assert str(Interval(1.234, 5.678)) == "[1.2, 5.7]"
    assert Interval(1, 5).margin == 2
    assert Estimate(3, n=1).low is Estimate(3, n=1).high is None


@pytest.mark.parametrize(
    ("estimate", "factor", "text"),
    [
        (Estimate(-0.58, Interval(-1.25, 0.08)), 1, "-0.58 [-1.25, +0.08]"),
        (Estimate(0.25, Interval(0.1, 0.4)), 100, "+25 [+10, +40]"),
        (Estimate(0.0, Interval(-1.0, 1.0)), 1, "0.0 [-1.0, +1.0]"),
        (Estimate(0.001, Interval(-1.0, 1.0)), 1, "0.0 [-1.0, +1.0]"),
        (Estimate(1.0, Interval(1.0, 1.0), 3, 0.0, "all 3 equal"), 1, "+1"),
        (Estimate(-math.inf), 1, "-∞"),
        (Estimate(None, note="no data"), 1, "no data"),
    ],
)
def test_each_number_of_a_difference_has_its_sign(estimate: Estimate, factor: float, text: str) -> None:
    """0 has none, also if it is only rounded to 0."""
    assert estimate.signed_text(factor=factor) == text
