"""Moments: the mean and the spread of values that were not kept, and Welch's test of two such."""

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents.learners.moments import Moments, differs
from tests.support import needs

stats = needs("scipy.stats", extra="test")

UNIT = 720_720
"""A denominator of every density of five men's morris."""
WHOLE = st.integers(-10 * UNIT, 10 * UNIT)
VALUES = st.lists(WHOLE, max_size=60)
BATCHES = st.lists(VALUES, max_size=12)
SOME = st.floats(-1e3, 1e3)
LEVELS = st.sampled_from([0.9, 0.95, 0.99, 0.999])
CLOSE = 1e-9


def in_units(values: Iterable[int]) -> list[float]:
    """Return values as they are."""
    return [each / UNIT for each in values]


def streamed(batches: Iterable[Sequence[int]]) -> Moments:
    """Learn batch by batch, as contest by contest."""
    return sum((Moments.of(batch, UNIT) for batch in batches), Moments())


def are_close(found: Moments, values: Sequence[float]) -> bool:
    """Do moments tell what numpy tells of all values, in proportion to how large these are?"""
    if not values:
        return found == Moments()
    scale = max(1.0, *map(abs, values))
    return (
        found.count == len(values)
        and abs(found.mean - float(np.mean(values))) <= CLOSE * scale
        and abs(found.spread / found.count - float(np.var(values))) <= CLOSE * scale**2
    )


@given(VALUES)
def test_moments_are_numpys(values: list[int]) -> None:
    """Mean and variance of all values at once."""
    found = Moments.of(values, UNIT)
    assert are_close(found, in_units(values))
    if len(values) > 1:
        variance = np.var(in_units(values), ddof=1)
        assert found.variance == pytest.approx(variance, rel=CLOSE, abs=CLOSE)
        assert found.deviation == pytest.approx(variance**0.5, rel=CLOSE, abs=CLOSE)


@given(BATCHES)
def test_streaming_gives_what_numpy_gives_of_the_whole_list(batches: list[list[int]]) -> None:
    """However the values come in batches, empty ones among them."""
    assert are_close(streamed(batches), in_units(itertools.chain.from_iterable(batches)))


def test_streaming_stays_close_for_long() -> None:
    """After a thousand contests of a hundred positions too."""
    chance = np.random.default_rng(7)
    batches = chance.integers(0, UNIT, size=(1000, 100)).tolist()
    assert are_close(streamed(batches), in_units(itertools.chain.from_iterable(batches)))


@given(BATCHES, BATCHES)
def test_merging_two_halves_is_learning_both(one: list[list[int]], other: list[list[int]]) -> None:
    """Within what rounding does; and the order of the two makes no difference at all."""
    first, second = streamed(one), streamed(other)
    assert first + second == second + first
    assert are_close(first + second, in_units(itertools.chain.from_iterable([*one, *other])))
    both = streamed([*one, *other])
    assert (first + second).mean == pytest.approx(both.mean, rel=CLOSE, abs=CLOSE)
    assert (first + second).spread == pytest.approx(both.spread, rel=CLOSE, abs=CLOSE)


@given(VALUES)
def test_nothing_is_rounded_before_the_end(values: list[int]) -> None:
    """So the order of values makes no difference."""
    assert Moments.of(values, UNIT) == Moments.of(values[::-1], UNIT) == Moments.of(sorted(values), UNIT)


@given(VALUES)
def test_no_values_add_nothing(values: list[int]) -> None:
    """From either side."""
    found = Moments.of(values, UNIT)
    assert found + Moments() == Moments() + found == found


@given(st.lists(SOME, max_size=60))
def test_any_values_have_moments(values: list[float]) -> None:
    """Those of numpy."""
    assert are_close(Moments.of_floats(values), values)


@given(value=WHOLE, sizes=st.lists(st.integers(1, 60), min_size=1, max_size=20))
def test_values_that_are_all_the_same_never_lie_apart(value: int, sizes: list[int]) -> None:
    """Not by a rounding either, however many batches they come in."""
    for found in (
        streamed([value] * size for size in sizes),
        sum((Moments.of_floats([value / UNIT] * size) for size in sizes), Moments()),
    ):
        assert found == Moments(sum(sizes), value / UNIT, 0)
        assert found.variance == found.deviation == found.z == 0


# Welch's test.


@pytest.mark.filterwarnings("ignore:Precision loss")  # scipy's word for values that are all the same
@given(one=st.lists(WHOLE, min_size=2, max_size=60), other=st.lists(WHOLE, min_size=2, max_size=60))
def test_what_differs_is_what_scipy_says(one: list[int], other: list[int]) -> None:
    """At every level, and with the right sign."""
    assume(len(set(one)) > 1 or len(set(other)) > 1)
    agree(one, other)


@given(seed=st.integers(0, 10_000), apart=st.floats(0, 1), sizes=st.tuples(*[st.integers(2, 400)] * 2))
def test_what_nearly_differs_is_what_scipy_says(seed: int, apart: float, sizes: tuple[int, int]) -> None:
    """Of values as they come, a little apart, of different numbers and deviations."""
    chance = np.random.default_rng(seed)
    means, widths = (0.5, 0.5 + apart / 10), chance.uniform(0.05, 0.3, size=2)
    one, other = (
        np.round(UNIT * chance.normal(mean, width, size)).astype(int).tolist()
        for mean, width, size in zip(means, widths, sizes, strict=True)
    )
    agree(one, other)


def agree(one: Sequence[int], other: Sequence[int]) -> None:
    """Compare with scipy at several levels; whole numbers are as far apart as what they stand for."""
    t, p = stats.ttest_ind(one, other, equal_var=False)
    first, second = Moments.of(one, UNIT), Moments.of(other, UNIT)
    for level in (0.6, 0.9, 0.95, 0.99, 0.999):
        if abs(p - (1 - level)) > CLOSE:
            expected = int(np.sign(t)) if p < 1 - level else 0
            assert differs(first, second, level) == expected
            assert differs(second, first, level) == -expected


@pytest.mark.parametrize("values", [[], [3 * UNIT]])
def test_fewer_than_two_values_tell_nothing(values: list[int]) -> None:
    """On either side, whatever is on the other."""
    few, many = Moments.of(values, UNIT), Moments.of([90 * UNIT, 91 * UNIT, 92 * UNIT], UNIT)
    assert differs(few, many, 0.6) == differs(many, few, 0.6) == differs(few, few, 0.6) == 0


@given(WHOLE, WHOLE, LEVELS, st.lists(st.integers(1, 60), min_size=2, max_size=20))
def test_without_any_variance_nothing_differs(one: int, other: int, level: float, sizes: list[int]) -> None:
    """However far apart the two are, and however they came in."""
    first, second = (streamed([value] * size for size in sizes) for value in (one, other))
    assert differs(first, second, level) == 0


def test_variance_on_one_side_is_enough() -> None:
    """As scipy has it."""
    still, moving = Moments.of([UNIT] * 9, UNIT), Moments.of([5 * UNIT, 6 * UNIT, 7 * UNIT] * 3, UNIT)
    assert differs(moving, still, 0.99) == 1
    assert differs(still, moving, 0.99) == -1


def test_a_variance_may_be_as_small_as_numbers_are() -> None:
    """Its square is 0 then, and yet there is an answer."""
    assert differs(Moments(5, 1.0, 1e-200), Moments(5, 2.0, 1e-200), 0.99) == -1


# Off 0, by how much?


@given(st.lists(SOME, min_size=2, max_size=60))
def test_z_is_the_mean_by_its_standard_error(values: list[float]) -> None:
    """As scipy's standard error has it."""
    error = stats.sem(values)
    assume(error > 1e-6)
    assert Moments.of_floats(values).z == pytest.approx(np.mean(values) / error, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("values", [[], [0.5], [0.0, 0.0]])
def test_z_is_0_where_nobody_can_tell(values: list[float]) -> None:
    """Without values, of a single one, and without variance."""
    assert Moments.of_floats(values).z == 0
