"""Where the order of two settings changes."""

import math

import numpy as np
import pytest

from scenarios.statistics.crossings import crossing
from scenarios.statistics.intervals import mean_estimate

PLACES = (1.0, 10.0, 100.0)


def test_it_is_interpolated_on_the_scale_of_the_axis() -> None:
    """Halfway between 1 and 10 is 5.5, or the square root of ten for times."""
    differences = np.array([[-1.0, 1.0, 3.0], [-3.0, 3.0, 5.0]])
    assert crossing(differences, PLACES).at == pytest.approx(5.5)
    assert crossing(differences, PLACES, is_log=True).at == pytest.approx(math.sqrt(10))


def test_its_interval_is_where_the_difference_may_be_zero() -> None:
    """At both of its ends Student's interval of the interpolated difference ends at 0."""
    random = np.random.default_rng(3)
    differences = np.array([-2.0, -1.0, 3.0]) + random.normal(0, 0.7, (8, 3))
    found = crossing(differences, PLACES, is_log=True)
    assert found.is_confirmed
    assert found.low is not None
    assert found.high is not None
    assert found.low < (found.at or 0) < found.high
    for end, side in ((found.low, "high"), (found.high, "low")):
        first = 0 if end < 10 else 1
        part = math.log10(end) - first
        there = (1 - part) * differences[:, first] + part * differences[:, first + 1]
        assert getattr(mean_estimate(there), side) == pytest.approx(0, abs=1e-9)


def test_without_a_change_there_is_no_crossing() -> None:
    """If the order is clear everywhere, the interval is empty; if it is not at an end, it is open there."""
    clear = crossing(np.array([[1.0, 2.0, 3.0], [1.1, 2.1, 3.1], [0.9, 1.9, 2.9]]), PLACES)
    assert (clear.places, clear.is_empty, clear.is_confirmed) == ((), True, False)
    open_end = crossing(np.array([[1.0, 2.0, 3.0], [-1.0, 2.1, 3.1], [0.9, 1.9, 2.9]]), PLACES)
    assert (open_end.places, open_end.low, open_end.is_confirmed) == ((), None, False)
    assert open_end.high is not None


def test_ties_and_several_changes() -> None:
    """A stretch of zeros counts at its middle; with several changes there is no one place."""
    ties = crossing(np.array([[-1.0, 0.0, 0.0, 1.0]] * 3), (1, 2, 3, 4))
    assert ties.places == (2.5,)
    several = crossing(np.array([[-1.0, 1.0, -1.0]] * 3), (1, 2, 3))
    assert (several.places, several.at, several.is_confirmed) == ((1.5, 2.5), None, False)
    assert crossing(np.zeros((3, 2)), (1, 2)).places == ()


def test_one_run_has_no_interval() -> None:
    """It has a place."""
    found = crossing(np.array([[-1.0, 1.0, 1.0]]), PLACES)
    assert (found.at, found.low, found.high, found.is_confirmed) == (5.5, None, None, False)
