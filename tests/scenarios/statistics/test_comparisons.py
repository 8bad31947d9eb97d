"""How a p is written, and Holm's correction of many."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.statistics import holm, p_text
from tests.scenarios.statistics.support import quick

CHANCES = st.lists(st.floats(0, 1), max_size=8)


@pytest.mark.parametrize(
    ("p", "text"),
    [(0, "p < 0.001"), (0.0012, "p = 0.001"), (0.0314, "p = 0.031"), (0.2, "p = 0.20"), (1, "p = 1.00")],
)
def test_probabilities_are_written_as_in_papers(p: float, text: str) -> None:
    """Two digits or so, and never 0."""
    assert p_text(p) == text


def test_holms_correction_of_four() -> None:
    """The example of Wikipedia, Holm-Bonferroni method: 0.01, 0.04, 0.03 and 0.005 at 5 % reject two."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


@quick
@given(ps=CHANCES, alpha=st.floats(0.001, 0.5))
def test_holm_rejects_step_by_step(ps: list[float], alpha: float) -> None:
    """As in Holm (1979): the smallest against alpha / m, the next against alpha / (m - 1), till one fails."""
    rejected = set()
    for rank, i in enumerate(np.argsort(ps, kind="stable").tolist()):
        if ps[i] * (len(ps) - rank) > alpha:
            break
        rejected.add(i)
    assert {i for i, p in enumerate(holm(ps)) if p is not None and p <= alpha} == rejected


@quick
@given(ps=CHANCES)
def test_holm_lies_between_the_raw_and_bonferronis(ps: list[float]) -> None:
    """Never smaller than p, never larger than m times p, nor than 1."""
    for p, corrected in zip(ps, holm(ps), strict=True):
        assert corrected is not None
        assert p <= corrected <= min(1, len(ps) * p) + 1e-15


def test_what_has_no_p_does_not_count() -> None:
    """A comparison that could not be made costs the others nothing."""
    assert holm([0.01, None, 0.04]) == (0.02, None, 0.04)
    assert holm([None]) == (None,)
    assert holm([]) == ()
