"""Contests won, drawn and lost, one by one and in pairs."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.statistics import Outcomes, Pairs, Scores, outcome_rates
from tests.scenarios.statistics.support import ends, quick, swapped

COUNTS = st.integers(0, 1_000)


@pytest.mark.parametrize(
    ("scores", "contests", "mean", "variance"),
    [
        (Outcomes(), 0, 0.5, 0),
        (Outcomes(3, 4, 1), 8, 5 / 8, 7 / 64),
        (Outcomes(0, 9, 0), 9, 0.5, 0),
        (Pairs(), 0, 0.5, 0),
        (Pairs(0, 0, 0, 0, 7), 14, 1, 0),
        (Pairs(1, 0, 0, 0, 1), 4, 0.5, 0.25),
        (Pairs(0, 1, 0, 1, 0), 4, 0.5, 1 / 16),
    ],
)
def test_scores_have_a_mean_and_a_variance(
    scores: Scores, contests: int, mean: float, variance: float
) -> None:
    """Of one contest or of one pair, on a scale from 0 to 1."""
    assert scores.contests == contests
    assert (scores.mean, scores.variance) == pytest.approx((mean, variance))


@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [
        (0, 0, Pairs(none=1)),
        (0, 0.5, Pairs(half=1)),
        (1, 0, Pairs(one=1)),
        (0.5, 0.5, Pairs(one=1)),
        (0.5, 1, Pairs(one_and_half=1)),
        (1, 1, Pairs(two=1)),
    ],
)
def test_a_pair_is_counted_by_its_points(first: float, second: float, pairs: Pairs) -> None:
    """Two draws are worth a win and a loss; which contest came first does not matter."""
    assert Pairs.of(first, second) == Pairs.of(second, first) == pairs


@pytest.mark.parametrize("points", [2, -1, 0.25])
def test_no_contest_earns_other_points(points: float) -> None:
    """0, ½ or 1."""
    with pytest.raises(ValueError, match=r"a contest earns 0, 0\.5 or 1$"):
        Pairs.of(points, 0)


@quick
@given(a=st.tuples(COUNTS, COUNTS, COUNTS), b=st.tuples(COUNTS, COUNTS, COUNTS))
def test_outcomes_add_up(a: Sequence[int], b: Sequence[int]) -> None:
    """Count by count; seen from the other side, the mean is the rest."""
    both = Outcomes(*a) + Outcomes(*b)
    assert both.counts == tuple(x + y for x, y in zip(Outcomes(*a).counts, Outcomes(*b).counts, strict=True))
    assert swapped(both).mean == pytest.approx(1 - both.mean)


@quick
@given(a=st.tuples(*[COUNTS] * 5), b=st.tuples(*[COUNTS] * 5))
def test_pairs_add_up(a: Sequence[int], b: Sequence[int]) -> None:
    """As outcomes do."""
    both = Pairs(*a) + Pairs(*b)
    assert both.counts == tuple(x + y for x, y in zip(a, b, strict=True))
    assert swapped(both).mean == pytest.approx(1 - both.mean)


def test_outcomes_and_pairs_do_not_mix() -> None:
    """A pair is no contest."""
    with pytest.raises(TypeError):
        Outcomes() + Pairs()  # type: ignore[operator]  # on purpose
    with pytest.raises(TypeError):
        Pairs() + Outcomes()  # type: ignore[operator]  # on purpose


@pytest.mark.parametrize("count", [-1, 1.5, "3"])
def test_what_is_no_count_is_refused(count: object) -> None:
    """Contests are whole, and none is missing."""
    with pytest.raises((ValueError, TypeError)):
        Outcomes(count)  # type: ignore[arg-type]  # on purpose
    with pytest.raises((ValueError, TypeError)):
        Pairs(count)  # type: ignore[arg-type]  # on purpose


@quick
@given(counts=st.tuples(COUNTS, COUNTS, COUNTS).filter(any))
def test_rates_are_mirrored_with_the_sides(counts: Sequence[int]) -> None:
    """What one side won the other lost, and each rate lies in its interval."""
    outcomes = Outcomes(*counts)
    rates, mirror = outcome_rates(outcomes), outcome_rates(swapped(outcomes))
    assert (rates.wins, rates.draws, rates.losses) == (mirror.losses, mirror.draws, mirror.wins)
    for rate, count in zip((rates.wins, rates.draws, rates.losses), counts, strict=True):
        low, high = ends(rate)
        assert 0 <= low <= count / outcomes.n <= high <= 1


def test_rates_of_nothing_are_none() -> None:
    """In words."""
    assert str(outcome_rates(Outcomes()).wins) == "no data"
