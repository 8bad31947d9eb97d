"""Packing: what many numbers give one by one, they give side by side."""

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sight.packing import Packing

Case: TypeAlias = tuple[Packing, list[int], list[int]]
LARGEST = (1, 255, 256, 720_720, 2**63 - 1, 2**63, 10**30)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw two lists as long as each other, near each other or not, of small and of huge numbers."""
    largest = draw(st.sampled_from(LARGEST))
    numbers = st.one_of(st.integers(0, largest), st.sampled_from((0, largest)))
    pairs = draw(st.lists(st.one_of(st.tuples(numbers, numbers), numbers.map(lambda n: (n, n))), min_size=1))
    one, other = map(list, zip(*pairs, strict=True))
    return Packing(len(pairs), largest), one, other


@given(cases())
def test_what_is_packed_is_read_again(case: Case) -> None:
    """Number by number, whatever its size."""
    packing, one, _ = case
    assert packing.unpack(packing.pack(one)) == tuple(one)
    assert packing.pack(one) < 1 << packing.bits
    assert packing.unpack(0) == (0,) * len(one)
    assert [packing.at(packing.pack(one), place) for place in range(len(one))] == one


@given(cases())
def test_numbers_are_put_in_order_two_by_two(case: Case) -> None:
    """The lesser of each two, and the greater; from either side."""
    packing, one, other = case
    lesser, greater = packing.ordered(packing.pack(one), packing.pack(other))
    assert packing.unpack(lesser) == tuple(map(min, one, other))
    assert packing.unpack(greater) == tuple(map(max, one, other))
    assert packing.ordered(packing.pack(other), packing.pack(one)) == (lesser, greater)


@given(cases())
def test_numbers_have_risen_or_fallen(case: Case) -> None:
    """2 if they are more than they were, 1 if they are the same, 0 if they are less."""
    packing, old, new = case
    risen = packing.risen(packing.pack(old), packing.pack(new))
    signs = [1 + (late > early) - (late < early) for early, late in zip(old, new, strict=True)]
    assert packing.unpack(risen) == tuple(signs)
    assert packing.lowest(risen) == bytes(signs)


@given(cases(), st.integers(0, 50))
def test_sums_and_products_are_those_of_each(case: Case, times: int) -> None:
    """As far as there was said to be room."""
    _, one, other = case
    packing = Packing(len(one), 51 * max(*one, *other, 1))
    found = times * packing.pack(one) + packing.pack(other)
    assert packing.unpack(found) == tuple(times * a + b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("largest", "width"), [(1, 8), (2**63 - 1, 8), (2**63, 9), (2**71, 10)])
def test_numbers_are_as_wide_as_the_largest(largest: int, width: int) -> None:
    """With a bit to spare, and at least a word."""
    assert Packing(3, largest).width == width
