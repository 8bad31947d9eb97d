"""Contests to learn, where some runs did not."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import Wait, learning_time, mean_estimate, restricted_mean, survival_curve
from tests.scenarios.statistics.support import ends, quick

TIMES = (1.5, 3.5, 4.5, 4.5, 5.5, 6.5, 8.5, 8.5, 8.5, 11.5)
CENSORED = tuple(Wait(t, bool(s)) for t, s in zip(TIMES, (1, 0, 1, 0, 1, 0, 1, 0, 1, 1), strict=True))
COMPLETE = tuple(map(Wait, TIMES))
MAINTAINED = (
    Wait(13, learned=False),
    *(Wait(t, t not in {28, 45, 161}) for t in (9, 13, 18, 23, 28, 31, 34, 45, 48, 161)),
)
NOT_MAINTAINED = tuple(Wait(t, t != 16) for t in (5, 5, 8, 8, 12, 16, 23, 27, 30, 33, 43, 45))
"""Weeks of remission in leukaemia, with and without chemotherapy (Miller 1981; `aml` in R's survival)."""
WAITS = st.lists(st.builds(Wait, st.integers(0, 30), st.booleans()), min_size=1, max_size=20)


def test_the_curve_of_kaplan_and_meier() -> None:
    """As R's survfit prints it for these times: at risk, events, survival."""
    steps = [(s.contests, s.at_risk, s.learned, round(s.share, 3)) for s in survival_curve(CENSORED)]
    assert steps == [
        (1.5, 10, 1, 0.9),
        (4.5, 8, 1, 0.787),
        (5.5, 6, 1, 0.656),
        (8.5, 4, 2, 0.328),
        (11.5, 1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("waits", "limit", "mean", "error", "median"),
    [
        (CENSORED, 11.5, 7.94, 1.12, 8.5),
        (COMPLETE, 11.5, 6.3, 0.892, 6),
        (MAINTAINED, 161, 52.6, 19.83, 31),
        (NOT_MAINTAINED, 161, 22.7, 4.18, 23),
    ],
)
def test_restricted_means_are_those_of_r(
    waits: tuple[Wait, ...], limit: float, mean: float, error: float, median: float
) -> None:
    """R's print(survfit(...), rmean = "common") shows rmean, se(rmean) and median so."""
    found = learning_time(waits, limit=limit)
    assert found.restricted.value == pytest.approx(mean, rel=1e-2, abs=0.05)
    assert found.restricted.standard_error == pytest.approx(error, abs=0.005)
    assert found.median == median


def test_a_restricted_mean_by_hand() -> None:
    """Two learn, after 2 and 4, one stops at 3, one is still at it at 10.

    The curve is 1 to 2, 3/4 to 4 and 3/8 to 10: 2 + 3/2 + 9/4. Beyond 2 lies 15/4, beyond 4 lies 9/4, and
    Greenwood's terms are 1/(4*3) and 1/(2*1).
    """
    found = restricted_mean([Wait(2), Wait(4), Wait(3, learned=False), Wait(10, learned=False)])
    assert found.value == pytest.approx(5.75)
    assert found.standard_error == pytest.approx(math.sqrt((15 / 4) ** 2 / 12 + (9 / 4) ** 2 / 2))


@quick
@given(times=st.lists(st.integers(0, 100), min_size=2, max_size=30), limit=st.integers(1, 100))
def test_with_one_limit_for_all_it_is_the_mean_of_what_was_played(times: list[int], limit: int) -> None:
    """Runs that have learned stop, the others go on to the limit: no more than an average."""
    waits = [Wait(min(t, limit), t <= limit) for t in times]
    played = [min(t, limit) for t in times]
    found = restricted_mean(waits)
    assert found.value == pytest.approx(np.mean(played))
    assert found.standard_error is None or found.standard_error == pytest.approx(
        np.std(played) / math.sqrt(len(played)), abs=1e-6
    )


@quick
@given(waits=WAITS, limit=st.one_of(st.none(), st.integers(1, 40)))
def test_intervals_hold_the_mean_within_the_limit(waits: list[Wait], limit: int | None) -> None:
    """Never below 0, never beyond what was asked, never nan."""
    found = restricted_mean(waits, limit=limit)
    assert found.value is not None
    assert 0 <= found.value <= (math.inf if limit is None else limit) + 1e-9
    if found.interval:
        low, high = ends(found)
        assert 0 <= low <= found.value <= high + 1e-9
    assert "nan" not in str(found)


@quick
@given(waits=WAITS)
def test_the_curve_only_falls(waits: list[Wait]) -> None:
    """From 1 towards 0, one step for each number of contests after which some run learned."""
    shares = [1.0, *(step.share for step in survival_curve(waits))]
    assert all(0 <= b < a for a, b in itertools.pairwise(shares))


def test_the_mean_of_those_who_learned_goes_with_the_count_of_those_who_did_not() -> None:
    """In one line: neither is honest alone."""
    found = learning_time([Wait(10), Wait(20), Wait(30), Wait(500, learned=False)])
    assert found.of_learned == mean_estimate([10, 20, 30])
    assert (found.learned, found.not_learned, found.limit) == (3, 1, 500)
    assert str(found) == "20 [-5, 45]; 1 of 4 did not learn"
    assert found.restricted.value == pytest.approx(140)
    assert found.median == 25


@pytest.mark.parametrize(
    ("waits", "text", "restricted", "median"),
    [
        ([], "no data", "no data", None),
        ([Wait(7)], "7 (one value)", "7 (no spread)", 7),
        ([Wait(7), Wait(7)], "7 (all 2 equal)", "7 (no spread)", 7),
        ([Wait(500, learned=False)] * 3, "3 of 3 did not learn", "500 (no spread)", None),
    ],
)
def test_runs_without_a_spread_say_so(
    waits: list[Wait], text: str, restricted: str, median: float | None
) -> None:
    """None, one, all the same, or none that learned."""
    found = learning_time(waits)
    assert (str(found), str(found.restricted), found.median) == (text, restricted, median)


def test_the_curve_is_not_made_up_beyond_what_was_seen() -> None:
    """The last run stopped at 20: what it would have done by 100 nobody knows."""
    waits = [Wait(10), Wait(12), Wait(20, learned=False)]
    found = restricted_mean(waits, limit=100)
    assert found.value == restricted_mean(waits).value
    assert found.note == "known up to 20 only"
    assert restricted_mean([Wait(10), Wait(20)], limit=100).note == ""


def test_a_limit_below_some_waits_cuts_them() -> None:
    """The mean of 5, 10 and 10, of runs that took 5, 20 and 30."""
    assert restricted_mean([Wait(5), Wait(20), Wait(30)], limit=10).value == pytest.approx(25 / 3)


def test_what_is_no_wait_is_refused() -> None:
    """Nobody learns in fewer than no contests; and a level is a level."""
    with pytest.raises(ValueError, match="contests"):
        Wait(-1)
    with pytest.raises(BadOption):
        restricted_mean([], level=0)
