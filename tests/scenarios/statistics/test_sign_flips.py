"""Permutation tests of signs, and how many pairs a difference needs."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import holm, least_pairs, paired_t, pairs_needed, sign_flips
from scenarios.statistics.sign_flips import MOST_EXACT
from tests.scenarios.statistics.support import ends, quick
from tests.support import needs

stats = needs("scipy.stats", extra="test")

DRUG_1 = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
DRUG_2 = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
"""Hours of sleep gained by ten patients (Student 1908)."""
PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=9)


def _mean_difference(a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
    return np.asarray(np.mean(a - b, axis=axis))


def _scipys(a: list[int], b: list[int]) -> float:
    """Return the p of scipy's permutation test, all signs tried."""
    found = stats.permutation_test(
        (a, b), _mean_difference, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    return float(found.pvalue)


@quick
@given(pairs=PAIRS)
def test_the_exact_p_is_scipys(pairs: list[tuple[int, int]]) -> None:
    """Every way to set the signs counts once, ties included."""
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    assert sign_flips(a, b).p == pytest.approx(_scipys(a, b))


def test_the_interval_is_students() -> None:
    """The difference comes with the interval of the t test; the p is not far from it where data are tame."""
    found, by_t = sign_flips(DRUG_1, DRUG_2), paired_t(DRUG_1, DRUG_2)
    assert found.test == "exact sign flips"
    assert found.p == 2 / 2**9  # nobody slept less, and one as long: only its sign is free
    assert ends(found.difference) == pytest.approx(ends(by_t.difference))
    theirs = stats.ttest_rel(DRUG_1, DRUG_2).confidence_interval()
    assert ends(found.difference) == pytest.approx((theirs.low, theirs.high))


def test_many_pairs_are_judged_by_some_of_the_flips() -> None:
    """Always the same ones, and near to the p of the t test where the differences are normal."""
    random = np.random.default_rng(1990)
    a, b = random.normal(0.35, 1, 40), random.normal(0, 1, 40)
    found = sign_flips(a, b)
    assert found.test == "100,000 drawn sign flips"
    assert found == sign_flips(a, b)
    assert found.p == pytest.approx(stats.ttest_rel(a, b).pvalue, abs=0.02)
    assert sign_flips(a + 9, b).p == 1 / 100_001


def test_drawn_flips_come_near_to_all() -> None:
    """Where both can be had: one pair more, of no difference, changes nothing."""
    a = [3, 1, 4, 1, -5, 9, -2, 6, 5, -3, 5, 8, -9, 7, 9] * 2
    nothing = [0] * MOST_EXACT
    exact, drawn = sign_flips(a, nothing), sign_flips([*a, 0], [*nothing, 0])
    assert exact.test != drawn.test
    assert drawn.p == pytest.approx(exact.p, abs=0.01)


def test_equal_differences_need_no_spread() -> None:
    """Five runs that all have one more: one of sixteen ways to set the signs, either way round."""
    found = sign_flips([0.3, 0.2, 1.1, 5, 7], [0.1, 0.0, 0.9, 4.8, 6.8])
    assert found.p == 1 / 16
    assert sign_flips([4, 5], [4, 5]).p == 1


@pytest.mark.parametrize(("a", "note"), [([], "no pairs"), ([1], "one pair")])
def test_one_pair_tells_nothing(a: list[float], note: str) -> None:
    """In words."""
    found = sign_flips(a, a)
    assert (found.p, found.note) == (None, note)


def test_bad_input_is_refused() -> None:
    """As by the t test."""
    with pytest.raises(ValueError, match="cannot be paired"):
        sign_flips([1], [1, 2])
    with pytest.raises(BadOption):
        sign_flips([], [], level=5)
    with pytest.raises(BadOption):
        pairs_needed(1, 1, level=5)


def test_nothing_is_found_where_nothing_is() -> None:
    """Of 200 experiments without effect, four settings and eight runs each, some 5 % may find something.

    More than 19 would come by chance once in a hundred times. Luck is shared by run, and far from normal.
    """
    random = np.random.default_rng(1990)
    false = 0
    for _ in range(200):
        settings = random.exponential(10, 8) + random.exponential(4, (4, 8))
        corrected = holm([sign_flips(*pair).p for pair in itertools.combinations(settings, 2)])
        false += min(p for p in corrected if p is not None) <= 0.05
    assert 0 < false <= 19


@pytest.mark.parametrize(
    ("difference", "deviation", "among", "needed"),
    [(0.5, 1, 1, 34), (-0.5, 1, 1, 34), (0.5, 1, 6, 52), (5, 1, 1, 6), (2, 0, 1, 6), (2, 0, 6, 8)],
)
def test_how_many_pairs_are_needed(difference: float, deviation: float, among: int, needed: int) -> None:
    """(1.96 + 0.84)² = 7.85 times the variance by the squared difference, half of 1.96², and enough signs."""
    assert pairs_needed(difference, deviation, among=among) == needed


@quick
@given(among=st.integers(1, 5000))
def test_the_least_pairs_are_those_that_can_tell(among: int) -> None:
    """If all runs agree as many are enough, after the correction, and one fewer is not."""
    n = least_pairs(among=among)
    for pairs, is_enough in ((n, True), (n - 1, False)):
        p = sign_flips([1.0] * pairs, [0.0] * pairs).p
        assert p is not None
        assert (p * among <= 0.05) is is_enough


@pytest.mark.parametrize("n", [2, 3, 11, 16])
def test_halves_count_as_all_ways_together(n: int) -> None:
    """Listing the sums of either half counts the same as listing all of them, ties included."""
    differences = np.random.default_rng(n).integers(-3, 6, n)
    signs = 1 - 2 * (np.arange(2**n)[:, None] >> np.arange(n) & 1)
    share = float((np.abs(signs @ differences) >= abs(differences.sum())).mean())
    assert sign_flips(differences, [0] * n).p == share


def test_no_difference_needs_no_pairs() -> None:
    """There is nothing to see."""
    assert pairs_needed(0, 3) is None


def test_power_is_as_predicted() -> None:
    """With as many pairs as were said to be needed, four of five experiments see the difference."""
    random = np.random.default_rng(1990)
    n = pairs_needed(0.8, 1)
    assert n == 15
    seen = [sign_flips(random.normal(0.8, 1, n), [0] * n).p for _ in range(200)]
    assert 0.72 <= np.mean([p is not None and p <= 0.05 for p in seen]) <= 0.88
