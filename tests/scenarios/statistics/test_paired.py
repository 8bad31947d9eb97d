"""Paired differences, and Student's test of them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import paired_difference, paired_t
from tests.scenarios.statistics.support import ends, quick, sure
from tests.support import needs

stats = needs("scipy.stats", extra="test")

PAIRS = st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=60)
DRUG_1 = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
DRUG_2 = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
"""Hours of sleep gained by ten patients (Student 1908)."""


def columns(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Take pairs apart."""
    return [a for a, _ in pairs], [b for _, b in pairs]


def test_students_own_example() -> None:
    """R's paired t.test of the sleep data: t = -4.0621, df = 9, p = 0.002833, -2.4598858 to -0.7001142."""
    found = paired_t(DRUG_1, DRUG_2)
    assert found.df == 9
    assert found.statistic == pytest.approx(-4.0621, abs=5e-5)
    assert found.p == pytest.approx(0.002833, abs=5e-7)
    assert ends(found.difference) == pytest.approx((-2.4598858, -0.7001142), abs=1e-6)
    assert found.difference == paired_difference(DRUG_1, DRUG_2)


@quick
@given(pairs=PAIRS)
def test_the_t_test_is_scipys(pairs: list[tuple[int, int]]) -> None:
    """Wherever the differences differ."""
    a, b = columns(pairs)
    found = paired_t(a, b)
    if len({x - y for x, y in pairs}) > 1:
        theirs = stats.ttest_rel(a, b)
        assert found.statistic == pytest.approx(theirs.statistic, abs=1e-9)
        assert found.p == pytest.approx(theirs.pvalue, rel=1e-6)
        assert ends(found.difference) == pytest.approx(tuple(theirs.confidence_interval()), abs=1e-6)
    else:
        assert found.p == (1 if a == b else None)


def test_sharing_luck_makes_the_interval_shorter() -> None:
    """Common random numbers: the luck of a seed falls out of the difference."""
    random = np.random.default_rng(1990)
    luck = random.normal(0, 5, 30)
    a, b = luck + 1 + random.normal(size=30), luck + random.normal(size=30)
    low, high = stats.ttest_ind(a, b, equal_var=False).confidence_interval()
    assert sure(paired_difference(a, b)).margin < (high - low) / 2 / 3


@quick
@given(pairs=PAIRS)
def test_exchanging_the_settings_changes_only_the_sign(pairs: list[tuple[int, int]]) -> None:
    """The test does not prefer the one that is named first."""
    here, there = (paired_t(*each) for each in (columns(pairs), reversed(columns(pairs))))
    assert here.p == (None if there.p is None else pytest.approx(there.p, rel=1e-12))


def test_rounding_makes_no_difference() -> None:
    """0.3 - 0.1 and 0.2 - 0 are equally large, though floating point has it otherwise."""
    a, b = [0.3, 0.2, 1.1], [0.1, 0.0, 0.9]
    assert len({x - y for x, y in zip(a, b, strict=True)}) > 1
    assert paired_t(a, b).note == "no spread to judge the difference by"
    assert paired_t([0.1 + 0.2] * 2, [0.3] * 2).note == "no difference at all"


@pytest.mark.parametrize(
    ("a", "b", "p", "note"),
    [
        ([], [], None, "no pairs"),
        ([1], [2], None, "one pair"),
        ([4, 5], [4, 5], 1, "no difference at all"),
        ([4, 5], [3, 4], None, "no spread to judge the difference by"),
    ],
)
def test_it_is_said_when_nobody_can_tell(a: list[float], b: list[float], p: float | None, note: str) -> None:
    """In words, and never a nan."""
    assert (paired_t(a, b).p, paired_t(a, b).note) == (p, note)


def test_numbers_may_come_one_by_one() -> None:
    """A generator will do."""
    assert paired_t((x for x in (1, 2)), (x for x in (1, 2))).note == "no difference at all"


@pytest.mark.parametrize(("a", "b"), [([1], [1, 2]), ([], [1])])
def test_pairs_must_match(a: list[float], b: list[float]) -> None:
    """As many on one side as on the other."""
    for test in (paired_t, paired_difference):
        with pytest.raises(ValueError, match="cannot be paired"):
            test(a, b)
    with pytest.raises(ValueError, match="leave these values out"):
        paired_t([math.nan], [1])


def test_a_wrong_level_is_refused() -> None:
    """Whatever the data."""
    for test in (paired_t, paired_difference):
        with pytest.raises(BadOption):
            test([], [], level=5)
