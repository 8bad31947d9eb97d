"""Learning curves over runs of different length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import Estimate, learning_curve, mean_estimate
from tests.scenarios.statistics.support import quick

RUNS = st.lists(st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=12), max_size=6)


@quick
@given(runs=RUNS)
def test_a_point_is_the_mean_over_the_runs_that_got_there(runs: list[list[int | None]]) -> None:
    """With Student's interval, as of any numbers."""
    curve = learning_curve(runs)
    assert len(curve) == max(map(len, runs), default=0)
    for contest, point in enumerate(curve):
        values = [v for run in runs if contest < len(run) and (v := run[contest]) is not None]
        assert point == mean_estimate(values)


def test_a_run_that_has_ended_no_longer_counts() -> None:
    """The others go on without it."""
    curve = learning_curve([[1, 1], [0, 0, 0]])
    assert [point.n for point in curve] == [2, 2, 1]
    assert curve[2] == Estimate(0, n=1, note="one value")


def test_what_a_run_did_not_measure_is_passed_over() -> None:
    """A gap is no 0, but absent."""
    run = [2, None, 4]
    assert [point.value for point in learning_curve([run])] == [2, None, 4]
    assert str(learning_curve([run])[1]) == "no data"


@pytest.mark.parametrize("runs", [[], [[]], [[], []]])
def test_no_contests_no_curve(runs: list[list[float | None]]) -> None:
    """Nothing, and no crash."""
    assert learning_curve(runs) == ()


def test_a_wrong_level_is_refused() -> None:
    """Even of no runs."""
    with pytest.raises(BadOption):
        learning_curve([], level=0)
