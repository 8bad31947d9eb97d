"""Paired t, signed ranks, signs and McNemar."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import mcnemar, paired_difference, paired_t, sign_test, signed_rank, welch_t
from tests.scenarios.statistics.support import ends, quick, sure
from tests.scenarios.statistics.test_comparisons import DRUG_1, DRUG_2
from tests.support import needs

stats = needs("scipy.stats", extra="test")

PAIRS = st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=60)
BEFORE = (1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30)
AFTER = (0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29)
"""Hamilton depression scale of nine patients (Hollander and Wolfe 1973, p. 29)."""


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
    assert sure(paired_difference(a, b)).margin < sure(welch_t(a, b).difference).margin / 3


def test_the_textbook_of_signed_ranks() -> None:
    """Hollander and Wolfe, also in R's wilcox.test: V = 40, so 5 the other way, p = 0.01953 for one side."""
    found = signed_rank(BEFORE, AFTER)
    assert (found.test, found.statistic, found.n) == ("signed rank, exact", 5, 9)
    assert found.p == pytest.approx(2 * 0.01953, abs=1e-5)


@quick
@given(pairs=PAIRS)
def test_signed_ranks_are_scipys(pairs: list[tuple[int, int]]) -> None:
    """Exact without ties, approximate with them, zeros left out."""
    a, b = columns(pairs)
    differences = [x - y for x, y in pairs if x != y]
    found = signed_rank(a, b)
    if not differences:
        assert (found.p, found.note) == (1, "no difference at all")
        return
    is_exact = len(differences) <= 50 and len(set(map(abs, differences))) == len(differences)
    theirs = stats.wilcoxon(differences, method="exact" if is_exact else "approx")
    assert found.test == f"signed rank, {'exact' if is_exact else 'approximate'}"
    assert found.n == len(differences)
    assert found.statistic == pytest.approx(theirs.statistic)
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize(("n", "exact"), [(50, True), (51, False)])
def test_large_samples_are_approximate(n: int, exact: bool) -> None:
    """Up to 50 pairs every way of signing the ranks is counted."""
    differences = np.arange(1, n + 1) * np.where(np.arange(n) % 3, 1, -1)
    found = signed_rank(differences, np.zeros(n))
    assert found.test.endswith("exact") == exact
    assert found.p == pytest.approx(
        stats.wilcoxon(differences, method="exact" if exact else "approx").pvalue, rel=1e-9
    )


@quick
@given(pairs=PAIRS)
def test_the_sign_test_is_scipys(pairs: list[tuple[int, int]]) -> None:
    """A fair coin for each pair that differs."""
    up, down = sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)
    found = sign_test(*columns(pairs))
    assert found.p == pytest.approx(stats.binomtest(up, up + down).pvalue if up + down else 1, rel=1e-9)
    assert found.n == up + down
    assert found.p == mcnemar(up, down).p


@quick
@given(pairs=PAIRS)
def test_exchanging_the_settings_changes_only_the_sign(pairs: list[tuple[int, int]]) -> None:
    """No test prefers the one that is named first."""
    a, b = columns(pairs)
    for test in (paired_t, signed_rank, sign_test):
        assert test(a, b).p == (None if test(b, a).p is None else pytest.approx(test(b, a).p, rel=1e-12))


def test_mcnemar_on_approval_ratings() -> None:
    """Agresti (1990), p. 350: of 236 who changed their mind 150 turned one way, 86 the other."""
    assert mcnemar(86, 150).p == pytest.approx(stats.binomtest(86, 236).pvalue)
    assert str(mcnemar(86, 150)) == "p < 0.001 (McNemar)"
    assert str(mcnemar(0, 0)) == "p = 1.00 (McNemar; no difference at all)"
    with pytest.raises(ValueError, match="are no counts"):
        mcnemar(-1, 2)


def test_rounding_makes_no_difference() -> None:
    """0.3 - 0.1 and 0.2 - 0 are equally large, though floating point has it otherwise."""
    a, b = [0.3, 0.2, 1.1], [0.1, 0.0, 0.9]
    assert len({x - y for x, y in zip(a, b, strict=True)}) > 1
    assert paired_t(a, b).note == "no spread to judge the difference by"
    assert signed_rank(a, b).test == "signed rank, approximate"
    assert sign_test([0.1 + 0.2], [0.3]).note == "no difference at all"


@pytest.mark.parametrize(
    ("a", "b", "texts"),
    [
        ([], [], ("no pairs (paired t)", "no pairs (signed rank)", "no pairs (sign)")),
        ([1], [2], ("one pair (paired t)", "p = 1.00 (signed rank, exact)", "p = 1.00 (sign)")),
        (
            [4, 5],
            [4, 5],
            (
                "p = 1.00 (paired t; no difference at all)",
                "p = 1.00 (signed rank; no difference at all)",
                "p = 1.00 (sign; no difference at all)",
            ),
        ),
        (
            [4, 5],
            [3, 4],
            (
                "no spread to judge the difference by (paired t)",
                "p = 0.16 (signed rank, approximate)",
                "p = 0.50 (sign)",
            ),
        ),
    ],
)
def test_tests_say_when_they_cannot_tell(a: list[float], b: list[float], texts: tuple[str, ...]) -> None:
    """In words, and never a nan."""
    assert tuple(str(test(a, b)) for test in (paired_t, signed_rank, sign_test)) == texts


def test_numbers_may_come_one_by_one() -> None:
    """A generator will do."""
    assert sign_test((x for x in (1, 2)), (x for x in (1, 2))).note == "no difference at all"


@pytest.mark.parametrize(("a", "b"), [([1], [1, 2]), ([], [1])])
def test_pairs_must_match(a: list[float], b: list[float]) -> None:
    """As many on one side as on the other."""
    for test in (paired_t, signed_rank, sign_test, paired_difference):
        with pytest.raises(ValueError, match="cannot be paired"):
            test(a, b)
    with pytest.raises(ValueError, match="leave it out"):
        paired_t([math.nan], [1])


def test_a_wrong_level_is_refused() -> None:
    """Whatever the data."""
    for test in (paired_t, paired_difference):
        with pytest.raises(BadOption):
            test([], [], level=5)
