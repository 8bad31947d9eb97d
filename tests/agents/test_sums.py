"""Sums of floats that do not depend on the version of Python."""

import pytest

from agents.sums import running_sum
from tests import conftest


def test_a_running_sum_rounds_after_each_addition() -> None:
    """As Python 3.11 did in `sum()`; since 3.12 that returns 1.0 here."""
    assert running_sum([0.1] * 10) == 0.9999999999999999
    assert running_sum([1e308, 1e308]) == float("inf")


def test_a_running_sum_of_integers_is_an_integer() -> None:
    """A tally of whole strengths is written without a decimal point."""
    assert repr(running_sum([2, 3])) == "5"
    assert repr(running_sum([])) == "0"


@pytest.mark.parametrize(("folder", "is_noted"), [("control", True), ("benchmarks", True), ("tests", False)])
def test_a_sum_of_floats_in_the_product_is_noted(folder: str, *, is_noted: bool) -> None:
    """The fixture that fails such a test has seen it; the sum itself is what it would have been."""
    file = str(conftest.ROOT / folder / "made_up.py")
    assert eval(compile("sum([0.5, 1])", file, "eval")) == 1.5  # noqa: S307  # our own text
    assert eval(compile("sum([True, 2])", file, "eval")) == 3  # noqa: S307  # our own text
    assert [f"{file}:1"] * is_noted == conftest.FLOAT_SUMS
    conftest.FLOAT_SUMS.clear()
