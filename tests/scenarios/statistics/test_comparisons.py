"""Welch's test, and Holm's correction of many."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import Comparison, holm, p_text, welch_t
from tests.scenarios.statistics.support import ends, quick
from tests.support import needs

stats = needs("scipy.stats", extra="test")

DRUG_1 = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
DRUG_2 = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
"""Hours of sleep gained by ten patients (Student 1908)."""
NUMBERS = st.lists(st.integers(-100, 100), min_size=2, max_size=20).filter(lambda xs: len(set(xs)) > 1)
CHANCES = st.lists(st.floats(0, 1), max_size=8)


def test_welch_on_students_sleep() -> None:
    """R's t.test(extra ~ group, sleep): t = -1.8608, df = 17.776, p = 0.07939, -3.3654832 to 0.2054832."""
    found = welch_t(DRUG_1, DRUG_2)
    assert found.statistic == pytest.approx(-1.8608, abs=5e-5)
    assert found.df == pytest.approx(17.776, abs=5e-4)
    assert found.p == pytest.approx(0.07939, abs=5e-6)
    assert ends(found.difference) == pytest.approx((-3.3654832, 0.2054832), abs=1e-6)
    assert str(found) == "p = 0.079 (Welch's t)"


@quick
@given(a=NUMBERS, b=NUMBERS, level=st.floats(0.5, 0.99))
def test_welch_is_scipys(a: list[int], b: list[int], level: float) -> None:
    """Statistic, degrees of freedom, p and interval."""
    ours, theirs = welch_t(a, b, level=level), stats.ttest_ind(a, b, equal_var=False)
    assert ours.statistic == pytest.approx(theirs.statistic, abs=1e-9)
    assert ours.df == pytest.approx(theirs.df)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-6)
    assert ends(ours.difference) == pytest.approx(tuple(theirs.confidence_interval(level)), abs=1e-6)


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ([], [1, 2], "fewer than two values on a side (Welch's t)"),
        ([1], [1, 2], "fewer than two values on a side (Welch's t)"),
        ([3, 3], [3, 3, 3], "p = 1.00 (Welch's t; no difference at all)"),
        ([3, 3], [4, 4], "no spread to judge the difference by (Welch's t)"),
    ],
)
def test_welch_says_when_it_cannot_tell(a: list[float], b: list[float], text: str) -> None:
    """In words; and where nothing varies but the means, no p is made up."""
    assert str(welch_t(a, b)) == text


def test_one_constant_side_is_enough_to_vary() -> None:
    """Three runs of the same length can be compared with three that differ."""
    found = welch_t([3, 3, 3], [1, 5, 9])
    assert (found.statistic, found.df) == pytest.approx((-math.sqrt(3) / 2, 2))


def test_a_wrong_level_is_refused() -> None:
    """Whatever the data."""
    with pytest.raises(BadOption):
        welch_t([], [], level=5)


@pytest.mark.parametrize(
    ("p", "text"),
    [(0, "p < 0.001"), (0.0012, "p = 0.001"), (0.0314, "p = 0.031"), (0.2, "p = 0.20"), (1, "p = 1.00")],
)
def test_probabilities_are_written_as_in_papers(p: float, text: str) -> None:
    """Two digits or so, and never 0."""
    assert p_text(p) == text


def test_a_comparison_is_one_line() -> None:
    """The probability, or why there is none; then the test."""
    assert str(Comparison("sign", 0.02)) == "p = 0.020 (sign)"
    assert str(Comparison("sign", None, note="no pairs")) == "no pairs (sign)"


def test_holms_correction_of_four() -> None:
    """The example of Wikipedia, Holm-Bonferroni method: 0.01, 0.04, 0.03 and 0.005 at 5 % reject two."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


@quick
@given(ps=CHANCES, alpha=st.floats(0.001, 0.5))
def test_holm_rejects_step_by_step(ps: list[float], alpha: float) -> None:
    """As in Holm (1979): the smallest against alpha / m, the next against alpha / (m - 1), till one fails."""
    rejected = set()
    for rank, i in enumerate(np.argsort(ps, kind="stable").tolist()):
        if ps[i] * (len(ps) - rank) > alpha:
            break
        rejected.add(i)
    assert {i for i, p in enumerate(holm(ps)) if p is not None and p <= alpha} == rejected


@quick
@given(ps=CHANCES)
def test_holm_lies_between_the_raw_and_bonferronis(ps: list[float]) -> None:
    """Never smaller than p, never larger than m times p, nor than 1."""
    for p, corrected in zip(ps, holm(ps), strict=True):
        assert corrected is not None
        assert p <= corrected <= min(1, len(ps) * p) + 1e-15


def test_what_has_no_p_does_not_count() -> None:
    """A comparison that could not be made costs the others nothing."""
    assert holm([0.01, None, 0.04]) == (0.02, None, 0.04)
    assert holm([None]) == (None,)
    assert holm([]) == ()
