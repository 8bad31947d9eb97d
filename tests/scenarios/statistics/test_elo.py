"""Differences in Elo, against what engine testers publish."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.statistics import (
    Outcomes,
    Pairs,
    Scores,
    elo_difference,
    elo_of_score,
    expected_score,
    paired_elo,
    score_estimate,
)
from tests.scenarios.statistics.support import ends, quick, sure, swapped
from tests.support import each_case

OUTCOMES = st.builds(Outcomes, *[st.integers(0, 500)] * 3)
PAIRS = st.builds(Pairs, *[st.integers(0, 500)] * 5)
SCORES = st.one_of(OUTCOMES, PAIRS)


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (100, 0.640), (200, 0.760), (400, 10 / 11), (-400, 1 / 11), (735, 0.986)]
)
def test_expected_scores_are_elos(elo: float, score: float) -> None:
    """The logistic table: 100 points are 64 %, 400 are ten to one."""
    assert expected_score(elo) == pytest.approx(score, abs=5e-4)


@quick
@given(elo=st.floats(-3_000, 3_000))
def test_score_and_elo_lead_back(elo: float) -> None:
    """One is the inverse of the other, and sides mirror."""
    assert elo_of_score(expected_score(elo)) == pytest.approx(elo, abs=1e-4)
    assert expected_score(-elo) == pytest.approx(1 - expected_score(elo))


def test_the_ends_of_the_scale() -> None:
    """Who scores everything is infinitely stronger; nobody scores more."""
    assert (elo_of_score(1), elo_of_score(0)) == (math.inf, -math.inf)
    assert (expected_score(math.inf), expected_score(-math.inf)) == (1, 0)
    assert (expected_score(1e9), expected_score(-1e9)) == (1, 0)
    for score in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="between 0 and 1"):
            elo_of_score(score)


@pytest.mark.parametrize(
    ("scores", "elo", "error"),
    [
        (Outcomes(136, 111, 96), 40.70, 30.43),
        (Pairs(34, 54, 63, 64, 75), 55.58, 27.65),
        (Pairs(332, 433, 498, 333, 334), -8.64, 10.33),
        (Pairs(7895, 8757, 5685, 568, 9999), -21.04, 2.95),
    ],
)
def test_fastchess_publishes_the_same(scores: Scores, elo: float, error: float) -> None:
    """The values that fastchess tests its own arithmetic by (app/tests/elo_test.cpp)."""
    assert elo_difference(scores).value == pytest.approx(elo, abs=0.005)
    assert sure(elo_difference(scores)).margin == pytest.approx(error, abs=0.005)


def test_fishtest_publishes_the_same() -> None:
    """Stockfish pull request 4160: Elo 1.35 ± 1.2."""
    pairs = Pairs(39, 5335, 18992, 5622, 12)
    assert pairs.contests == 60_000
    assert elo_difference(pairs).value == pytest.approx(1.35, abs=0.005)
    assert sure(elo_difference(pairs)).margin == pytest.approx(1.2, abs=0.05)


def test_the_delta_method_agrees_with_the_interval() -> None:
    """With much data and an even score, ± is 1.96 standard errors."""
    estimate = elo_difference(Outcomes(5_100, 3_000, 5_000))
    assert estimate.standard_error is not None
    assert sure(estimate).margin == pytest.approx(1.959964 * estimate.standard_error, rel=1e-3)


@quick
@given(scores=SCORES)
def test_sides_mirror(scores: Outcomes | Pairs) -> None:
    """Seen from the other side every difference changes its sign, and no more."""
    here, there = elo_difference(scores), elo_difference(swapped(scores))
    assert here.value is None or there.value == pytest.approx(-here.value, abs=1e-6)
    assert here.interval is None or ends(there) == pytest.approx(
        (-here.interval.high, -here.interval.low), rel=1e-6, abs=1e-6
    )


@quick
@given(scores=SCORES, level=st.floats(0.5, 0.99))
def test_intervals_hold_the_estimate(scores: Scores, level: float) -> None:
    """Of the score and of Elo; and nothing is ever nan."""
    for estimate in (f(scores, level=level) for f in (score_estimate, elo_difference)):
        assert estimate.value is None or not math.isnan(estimate.value)
        assert estimate.interval is None or estimate.value in estimate.interval  # type: ignore[operator]  # not None
        assert "nan" not in str(estimate)


@each_case(
    ("scores", "text"),
    [
        (Outcomes(), "no data"),
        (Pairs(), "no data"),
        (Outcomes(5, 0, 0), "∞ [-15.2, ∞] (all won)"),
        (Outcomes(0, 0, 5), "-∞ [-∞, 15.2] (all lost)"),
        (Pairs(0, 0, 0, 0, 100), "∞ [570, ∞] (all won)"),
        (Outcomes(0, 5, 0), "0 (the same score in every contest)"),
        (Pairs(0, 0, 9, 0, 0), "0 (the same score in every pair)"),
        (Outcomes(9, 1, 0), "512 [311, ∞]"),
    ],
)
def test_a_score_of_all_or_nothing_has_an_answer(scores: Scores, text: str) -> None:
    """Unbounded on one side, and bounded on the other by the exact interval."""
    assert str(elo_difference(scores)) == text


@pytest.mark.parametrize("scores", [Outcomes(), Outcomes(5, 0, 0), Outcomes(3, 2, 1)])
def test_a_wrong_level_is_refused(scores: Scores) -> None:
    """Whatever the scores."""
    for estimate in (score_estimate, elo_difference):
        with pytest.raises(BadOption):
            estimate(scores, level=0)


A = (0.5, 0.55, 0.45, 0.6, 0.7, 0.52, 0.64, 0.58)
B = (0.6, 0.65, 0.5, 0.75, 0.8, 0.6, 0.7, 0.72)
"""Mean scores of eight runs, twice with the same seeds."""


def test_runs_in_pairs_agree_with_the_jackknife() -> None:
    """The delta method against leaving out one run after another, which knows nothing of slopes."""
    found = paired_elo(A, B)
    assert found.value == pytest.approx(elo_of_score(sum(A) / 8) - elo_of_score(sum(B) / 8))
    left = [
        elo_of_score((sum(A) - a) / 7) - elo_of_score((sum(B) - b) / 7) for a, b in zip(A, B, strict=True)
    ]
    error = math.sqrt(7 / 8 * math.fsum((each - math.fsum(left) / 8) ** 2 for each in left))
    assert found.standard_error == pytest.approx(error, rel=0.05)
    assert sure(found).margin == pytest.approx(2.3646 * (found.standard_error or 0), rel=1e-4)


def test_pairs_have_two_sides() -> None:
    """The other side is as much weaker."""
    here, there = ends(paired_elo(A, B)), ends(paired_elo(B, A))
    assert here == pytest.approx((-there[1], -there[0]))


@pytest.mark.parametrize(
    ("a", "b", "value", "note"),
    [
        ([0.5], [0.6], None, "no data"),
        ([1, 1], [0.5, 0.6], None, "all won"),
        ([0, 0], [0.5, 0.6], None, "all lost"),
        ([0.5, 0.5], [0.5, 0.5], 0, "no spread"),
    ],
)
def test_it_is_said_where_pairs_cannot_tell(
    a: list[float], b: list[float], value: float | None, note: str
) -> None:
    """In words, without an interval."""
    found = paired_elo(a, b)
    assert (found.value, found.interval, found.note) == (value, None, note)


def test_pairs_must_match() -> None:
    """As many on one side as on the other, at a level that is one."""
    with pytest.raises(ValueError, match="cannot be paired"):
        paired_elo([0.5], [])
    with pytest.raises(BadOption):
        paired_elo([], [], level=5)
