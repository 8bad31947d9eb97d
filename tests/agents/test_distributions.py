"""Beta and Student's t, against scipy."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.distributions import (
    beta_cdf,
    beta_quantile,
    normal_quantile,
    student_p,
    student_quantile,
)
from games import BadOption
from tests.scenarios.statistics.support import quick
from tests.support import needs

stats = needs("scipy.stats", extra="test")

SHAPES = st.floats(0.5, 2_000)
LEVELS = st.floats(0.01, 0.999)


@quick
@given(x=st.floats(0, 1), a=SHAPES, b=SHAPES)
def test_beta_is_scipys(x: float, a: float, b: float) -> None:
    """Whatever the shapes, near 0, near 1 and between.

    Scipy is asked for the shorter tail: of two shapes of one half it is off by 3e-9 just below 1.
    """
    theirs = stats.beta.cdf(x, a, b) if x <= 0.5 else 1 - stats.beta.cdf(1 - x, b, a)
    assert beta_cdf(x, a, b) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@given(y=st.floats(1e-16, 0.5))
def test_beta_of_two_halves_is_the_arcsine_law(y: float) -> None:
    """The one that has a formula, up to both ends."""
    y = 1 - (1 - y)  # what is left of it beside a one
    tail = 2 / math.pi * math.asin(math.sqrt(y))
    assert beta_cdf(y, 0.5, 0.5) == pytest.approx(tail, rel=1e-12)
    assert beta_cdf(1 - y, 0.5, 0.5) == pytest.approx(1 - tail, rel=1e-12)


@quick
@given(p=st.floats(1e-6, 1 - 1e-6), a=SHAPES, b=SHAPES)
def test_beta_quantiles_lead_back(p: float, a: float, b: float) -> None:
    """The quantile of a probability has that probability."""
    assert beta_cdf(beta_quantile(p, a, b), a, b) == pytest.approx(p, rel=1e-7)


@pytest.mark.parametrize(("p", "x"), [(0, 0), (1, 1)])
def test_beta_quantiles_end_at_the_ends(p: float, x: float) -> None:
    """No value is below 0, every value is below 1."""
    assert beta_quantile(p, 2, 3) == x
    assert beta_cdf(x, 2, 3) == p


@quick
@given(t=st.floats(-1e6, 1e6), df=st.floats(1, 10_000))
def test_student_is_scipys(t: float, df: float) -> None:
    """Both tails together, also where they are tiny."""
    assert student_p(t, df) == pytest.approx(2 * stats.t.sf(abs(t), df), rel=1e-7, abs=1e-200)


@quick
@given(level=LEVELS, df=st.floats(1, 100_000))
def test_student_quantiles_are_scipys(level: float, df: float) -> None:
    """For any level, from the widest tails to nearly normal."""
    assert student_quantile(level, df) == pytest.approx(stats.t.ppf((1 + level) / 2, df), rel=1e-7)


@pytest.mark.parametrize(
    ("df", "t"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045), (120, 1.980)]
)
def test_student_is_what_every_table_says(df: int, t: float) -> None:
    """The column of 95 % in the tables of Fisher and Yates."""
    assert student_quantile(0.95, df) == pytest.approx(t, abs=5e-4)


def test_an_infinite_t_is_impossible_by_chance() -> None:
    """Its probability is 0, and no crash."""
    assert student_p(math.inf, 5) == student_p(-math.inf, 5) == 0


@quick
@given(level=LEVELS)
def test_normal_quantiles_are_scipys(level: float) -> None:
    """The normal is the standard library's."""
    assert normal_quantile(level) == pytest.approx(stats.norm.ppf((1 + level) / 2), rel=1e-9)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, math.nan])
def test_what_is_no_level_is_refused(level: float) -> None:
    """One line shows the value and tells what to give; 95 is not 0.95."""
    with pytest.raises(
        BadOption, match=r"^.* is not a confidence level; use a number between 0 and 1, such as 0.95$"
    ):
        student_quantile(level, 3)


def test_the_statistics_need_no_scipy() -> None:
    """It is for the tests alone."""
    code = "import sys, scenarios.statistics; print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "False\n"
