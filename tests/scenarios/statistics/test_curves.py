"""Learning curves over runs of different length."""

import numpy as np
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


def test_a_window_averages_each_run_first() -> None:
    """The last two contests, or the one there is."""
    curve = learning_curve([[0, 1, 1, 1], [0, 0, 1, 1]], window=2)
    assert [point.value for point in curve] == [0, 0.25, 0.75, 1]


def test_without_a_window_all_contests_so_far_count() -> None:
    """The cumulative mean."""
    curve = learning_curve([[1, 0, 2, 5]], window=None)
    assert [point.value for point in curve] == [1, 0.5, 1, 2]


def test_a_run_that_has_ended_no_longer_counts() -> None:
    """Though the window reaches back to when it had not."""
    curve = learning_curve([[1, 1], [0, 0, 0]], window=3)
    assert [point.n for point in curve] == [2, 2, 1]
    assert curve[2] == Estimate(0, n=1, note="one value")


def test_what_a_run_did_not_measure_is_passed_over() -> None:
    """A gap is no 0; at a window of one it is absent, in a wider one the others speak for it."""
    run = [2, None, 4]
    assert [point.value for point in learning_curve([run])] == [2, None, 4]
    assert [point.value for point in learning_curve([run], window=2)] == [2, 2, 4]
    assert [point.value for point in learning_curve([run], window=None)] == [2, 2, 3]
    assert str(learning_curve([run])[1]) == "no data"


@pytest.mark.parametrize("runs", [[], [[]], [[], []]])
def test_no_contests_no_curve(runs: list[list[float | None]]) -> None:
    """Nothing, and no crash."""
    assert learning_curve(runs) == learning_curve(runs, window=None) == ()


@quick
@given(runs=RUNS, window=st.integers(1, 15))
def test_a_window_is_what_it_says(runs: list[list[int | None]], window: int) -> None:
    """The mean, over runs still going, of the mean of their last contests."""
    for contest, point in enumerate(learning_curve(runs, window=window)):
        means = []
        for run in runs:
            recent = [v for v in run[: contest + 1][-window:] if v is not None]
            if recent and any(v is not None for v in run[contest:]):
                means.append(np.mean(recent))
        assert point.n == len(means)
        assert point.value == (pytest.approx(np.mean(means)) if means else None)


@pytest.mark.parametrize("window", [0, -1])
def test_an_empty_window_is_refused(window: int) -> None:
    """One line names the value and the remedy."""
    with pytest.raises(BadOption, match=r"^a window of .* contests shows nothing; it must be at least 1$"):
        learning_curve([], window=window)


def test_a_wrong_level_is_refused() -> None:
    """Even of no runs."""
    with pytest.raises(BadOption):
        learning_curve([], level=0)
