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
    draw_ratio,
    elo_difference,
    elo_of_score,
    expected_score,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
    score_estimate,
)
from tests.scenarios.statistics.support import ends, quick, sure

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
    ("scores", "elo", "error", "normalized", "normalized_error", "superiority"),
    [
        (Outcomes(76, 123, 89), None, None, -20.76, 40.13, 0.1553),
        (Outcomes(136, 111, 96), 40.70, 30.43, 49.77, 36.77, 0.9960),
        (Outcomes(34, 0, 356), None, None, -508.44, 34.48, 0),
        (Pairs(34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 1),
        (Pairs(332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
        (Pairs(7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0),
    ],
)
def test_fastchess_publishes_the_same(  # noqa: PLR0917  # a table
    scores: Scores,
    elo: float | None,
    error: float | None,
    normalized: float,
    normalized_error: float,
    superiority: float,
) -> None:
    """The values that fastchess tests its own arithmetic by (app/tests/elo_test.cpp)."""
    if elo is not None:
        assert elo_difference(scores).value == pytest.approx(elo, abs=0.005)
        assert sure(elo_difference(scores)).margin == pytest.approx(error, abs=0.005)
    assert normalized_elo(scores).value == pytest.approx(normalized, abs=0.005)
    assert sure(normalized_elo(scores)).margin == pytest.approx(normalized_error, abs=0.005)
    assert likelihood_of_superiority(scores) == pytest.approx(superiority, abs=5e-5)


def test_fishtest_publishes_the_same() -> None:
    """Stockfish pull request 4160: Elo 1.35 ± 1.2, LOS 98.6 %, nElo 3.13 ± 2.8, PairsRatio 1.05."""
    pairs = Pairs(39, 5335, 18992, 5622, 12)
    assert pairs.contests == 60_000
    assert elo_difference(pairs).value == pytest.approx(1.35, abs=0.005)
    assert sure(elo_difference(pairs)).margin == pytest.approx(1.2, abs=0.05)
    assert likelihood_of_superiority(pairs) == pytest.approx(0.986, abs=5e-4)
    assert normalized_elo(pairs).value == pytest.approx(3.13, abs=0.005)
    assert sure(normalized_elo(pairs)).margin == pytest.approx(2.8, abs=0.05)
    assert pairs_ratio(pairs) == pytest.approx(1.05, abs=0.005)


def test_the_delta_method_agrees_with_the_interval() -> None:
    """With much data and an even score, ± is 1.96 standard errors."""
    estimate = elo_difference(Outcomes(5_100, 3_000, 5_000))
    assert estimate.standard_error is not None
    assert sure(estimate).margin == pytest.approx(1.959964 * estimate.standard_error, rel=1e-3)


@quick
@given(scores=SCORES)
def test_sides_mirror(scores: Outcomes | Pairs) -> None:
    """Seen from the other side every difference changes its sign, and no more."""
    here, there = elo_difference(scores), elo_difference(scores.swapped())
    assert here.value is None or there.value == pytest.approx(-here.value, abs=1e-6)
    assert here.interval is None or ends(there) == pytest.approx(
        (-here.interval.high, -here.interval.low), rel=1e-6, abs=1e-6
    )
    assert likelihood_of_superiority(scores.swapped()) == pytest.approx(
        1 - likelihood_of_superiority(scores), abs=1e-9
    )


@quick
@given(scores=SCORES, level=st.floats(0.5, 0.99))
def test_intervals_hold_the_estimate(scores: Scores, level: float) -> None:
    """Of the score, of Elo and of normalized Elo; and nothing is ever nan."""
    for estimate in (f(scores, level=level) for f in (score_estimate, elo_difference, normalized_elo)):
        assert estimate.value is None or not math.isnan(estimate.value)
        assert estimate.interval is None or estimate.value in estimate.interval  # type: ignore[operator]  # not None
        assert "nan" not in str(estimate)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        (Outcomes(), "no data"),
        (Outcomes(5, 0, 0), "∞ (all won)"),
        (Outcomes(0, 0, 5), "-∞ (all lost)"),
        (Outcomes(0, 5, 0), "0 (the same score in every contest)"),
    ],
)
def test_normalized_elo_needs_a_spread(scores: Scores, text: str) -> None:
    """Without one it is 0 or infinite, and says why."""
    assert str(normalized_elo(scores)) == text


@pytest.mark.parametrize(
    ("scores", "likelihood"),
    [(Outcomes(), 0.5), (Outcomes(0, 7, 0), 0.5), (Outcomes(1, 0, 0), 3 / 4), (Pairs(3, 0, 0, 0, 0), 1 / 16)],
)
def test_superiority_without_a_spread_is_exact(scores: Scores, likelihood: float) -> None:
    """From a uniform prior, n wins in a row leave 1 in 2 to the n + 1 for the other side."""
    assert likelihood_of_superiority(scores) == pytest.approx(likelihood)


def test_draws_have_a_ratio() -> None:
    """With Wilson's interval."""
    assert draw_ratio(Outcomes(1, 2, 1)).text(factor=100, unit=" %") == "50 % [15, 85]"
    assert str(draw_ratio(Outcomes())) == "no data"


def test_no_pairs_lost_no_ratio() -> None:
    """Nothing is divided by 0."""
    assert pairs_ratio(Pairs(0, 0, 5, 3, 0)) is None


@pytest.mark.parametrize("scores", [Outcomes(), Outcomes(5, 0, 0), Outcomes(3, 2, 1)])
def test_a_wrong_level_is_refused(scores: Scores) -> None:
    """Whatever the scores."""
    for estimate in (score_estimate, elo_difference, normalized_elo):
        with pytest.raises(BadOption):
            estimate(scores, level=0)
