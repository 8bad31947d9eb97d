"""Sequential tests, against what fishtest published."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import HoyleError
from scenarios.statistics import (
    Hypotheses,
    Outcomes,
    Pairs,
    Scores,
    Sprt,
    SprtVerdict,
    log_likelihood_ratio,
)
from scenarios.statistics.elo import expected_score
from tests.scenarios.statistics.support import quick, swapped
from tests.support import each_case, needs

optimize = needs("scipy.optimize", extra="test")

OUTCOMES = st.builds(Outcomes, *[st.integers(0, 500)] * 3)
PAIRS = st.builds(Pairs, *[st.integers(0, 500)] * 5)
SCORES = st.one_of(OUTCOMES, PAIRS)
ELO = st.floats(-400, 400)


@each_case(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),  # 3209
        ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),  # 3209
        ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),  # 3098
        ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),  # 3098
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),  # 2971
        ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),  # 2971
        ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),  # 2493
        ((1284, 17437, 55536, 18085, 1292), 0, 2, 2.94),  # 2493
        ((444, 5546, 17841, 5604, 428), -1.5, 0.5, 2.63),  # 2598
    ],
)
def test_fishtest_published_the_same(counts: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    """As `LLR`, bounds in braces and `Ptnml(0-2)` in pull requests of Stockfish, numbered here, of 2020."""
    assert log_likelihood_ratio(Pairs(*counts), elo0, elo1) == pytest.approx(ratio, abs=0.0051)


@pytest.mark.parametrize(
    ("outcomes", "elo0", "elo1", "ratio"),
    [
        (Outcomes(21404, 40708, 21184), 0.5, 2.5, -1.57),
        (Outcomes(57433, 106593, 57030), 0, 2, -2.59),
    ],
)
def test_fastchess_publishes_the_same(outcomes: Outcomes, elo0: float, elo1: float, ratio: float) -> None:
    """The contests one by one, as fastchess tests its own arithmetic by (app/tests/sprt_test.cpp)."""
    assert log_likelihood_ratio(outcomes, elo0, elo1) == pytest.approx(ratio, abs=0.0051)


def test_contests_without_draws_are_walds_own_test() -> None:
    """Only wins and losses: the ratio of two binomials, as Wald had it, but for the trace of a draw."""
    wins, losses, (p0, p1) = 60, 40, (expected_score(0), expected_score(50))
    wald = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio(Outcomes(wins, 0, losses), 0, 50) == pytest.approx(wald, abs=1e-3)


@pytest.mark.parametrize("elo", [-120, 30, 300])
@pytest.mark.parametrize("scores", [Outcomes(30, 50, 20), Pairs(4, 8, 20, 12, 6)])
def test_no_distribution_that_fits_is_likelier(elo: float, scores: Scores) -> None:
    """A general optimizer finds the same most likely distributions."""
    seen = np.array(scores.counts) / scores.n
    values = np.linspace(0, 1, len(seen))

    def misfit(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return float(values @ shares) - expected_score(elo)

    found = optimize.minimize(
        lambda shares: -float(seen @ np.log(shares)),
        seen,
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(seen),
        constraints=[{"type": "eq", "fun": misfit}, {"type": "eq", "fun": lambda shares: shares.sum() - 1}],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    own = 400 * math.log10(scores.mean / (1 - scores.mean))
    best = -float(seen @ np.log(seen))  # under the Elo that was scored, what was seen is likeliest
    ratio = log_likelihood_ratio(scores, own, elo)
    assert ratio == pytest.approx(-scores.n * (found.fun - best), abs=1e-3)


@quick
@given(scores=SCORES, elo0=ELO, elo1=ELO)
def test_exchanging_the_hypotheses_changes_the_sign(
    scores: Outcomes | Pairs, elo0: float, elo1: float
) -> None:
    """And so does exchanging the sides."""
    ratio = log_likelihood_ratio(scores, elo0, elo1)
    assert log_likelihood_ratio(scores, elo1, elo0) == pytest.approx(-ratio, rel=1e-5, abs=1e-4)
    other_side = log_likelihood_ratio(swapped(scores), -elo0, -elo1)
    assert other_side == pytest.approx(ratio, rel=1e-5, abs=1e-4)


@quick
@given(outcomes=OUTCOMES, elo=st.floats(1, 200))
def test_what_was_scored_decides_between_equals(outcomes: Outcomes, elo: float) -> None:
    """Between as much stronger and as much weaker, more than half speaks for stronger."""
    ratio = log_likelihood_ratio(outcomes, -elo, elo)
    if abs(outcomes.mean - 0.5) > 1e-3:
        assert (ratio > 0) == (outcomes.mean > 0.5)


@quick
@given(scores=SCORES, elo0=st.floats(-2_000, 2_000), elo1=st.floats(-2_000, 2_000))
def test_no_hypothesis_is_impossible(scores: Scores, elo0: float, elo1: float) -> None:
    """However far it is from what was scored, the ratio is a number."""
    assert math.isfinite(log_likelihood_ratio(scores, elo0, elo1))


@pytest.mark.parametrize("scores", [Outcomes(), Pairs()])
def test_nothing_speaks_for_neither(scores: Scores) -> None:
    """Before the first contest the ratio is 0."""
    assert log_likelihood_ratio(scores, 0, 5) == 0


def test_bounds_are_walds() -> None:
    """At 5 % and 5 % they are the ±2.94 that every test of Stockfish quotes."""
    test = Hypotheses(0, 5)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439))
    uneven = Hypotheses(0, 5, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_a_test_goes_on_until_it_is_clear() -> None:
    """Win after win, the ratio climbs over the bound, and H1 is accepted."""
    test = Sprt(Hypotheses(0, 100), Outcomes())
    while test.verdict is SprtVerdict.UNDECIDED:
        assert test.scores.n < 100
        test.update(Outcomes(wins=1))
    assert test.verdict is SprtVerdict.H1
    assert test.ratio >= test.hypotheses.upper
    assert str(test) == f"H1 accepted: LLR {test.ratio:.2f} (-2.94, 2.94)"


def test_pairs_are_tested_as_pairs() -> None:
    """Loss after loss, H0 is accepted."""
    test = Sprt(Hypotheses(0, 100), Pairs())
    while test.update(Pairs.of(0, 0.5)) is SprtVerdict.UNDECIDED:
        assert test.scores.n < 100
    assert test.verdict is SprtVerdict.H0


def test_the_first_verdict_stands() -> None:
    """Contests that were still being played cannot take it back, though they count."""
    test = Sprt(Hypotheses(0, 100), Outcomes(50, 0, 0))
    assert test.verdict is SprtVerdict.H1
    assert test.update(Outcomes(losses=100)) is SprtVerdict.H1
    assert test.scores == Outcomes(50, 0, 100)
    assert test.ratio < test.hypotheses.lower


def test_wrong_verdicts_are_as_rare_as_promised() -> None:
    """If H0 is true, H1 is accepted in about one test of twenty, and the other way round."""
    random = np.random.default_rng(1990)

    def accepted(elo: float) -> float:
        wins = expected_score(elo) - 0.2
        draws = random.choice(3, p=[0.6 - wins, 0.4, wins], size=(60, 4_000))
        return sum(verdict(row) is SprtVerdict.H1 for row in draws) / len(draws)

    def verdict(row: np.ndarray[tuple[int], np.dtype[np.int64]]) -> SprtVerdict:
        test = Sprt(Hypotheses(0, 60), Outcomes())
        for batch in row.reshape(-1, 10):
            losses, draws, wins = np.bincount(batch, minlength=3).tolist()
            if test.update(Outcomes(wins, draws, losses)) is not SprtVerdict.UNDECIDED:
                break
        return test.verdict

    assert accepted(0) <= 0.12
    assert accepted(60) >= 0.88


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be less than elo1"),
        ({"elo0": 5, "elo1": 0}, "elo0 must be less than elo1"),
        ({"elo0": 0, "elo1": 3_000}, "both between -2000 and 2000"),
        ({"elo0": 0, "elo1": math.nan}, "invalid elo0 = 0 and elo1 = nan"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "invalid error rates"),
        ({"elo0": 0, "elo1": 5, "beta": 1}, "invalid error rates"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5}, "their sum below 1"),
    ],
)
def test_impossible_hypotheses_are_refused(options: dict[str, float], line: str) -> None:
    """One line names the values and the remedy."""
    with pytest.raises(HoyleError, match=line):
        Hypotheses(**options)
