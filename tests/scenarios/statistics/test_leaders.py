"""Whether the best row depends on the column."""

import numpy as np
import pytest

from scenarios.statistics import sign_flips
from scenarios.statistics.leaders import changing_leader


def test_each_row_must_be_beaten_somewhere() -> None:
    """The first leads in one column and the second in the other; p is that of the less clear, times two."""
    random = np.random.default_rng(1)
    tables = np.array([[3.0, 1.0], [1.0, 3.0]]) + random.normal(0, 1, (10, 2, 2))
    left, right = (sign_flips(tables[:, 0, at], tables[:, 1, at]).p or 0.0 for at in (0, 1))
    assert changing_leader(tables) == pytest.approx(max(left, right) / 2 * 2)


def test_a_row_that_leads_everywhere_is_no_change() -> None:
    """However much its lead varies: that is an interaction, but the best row stays the best."""
    random = np.random.default_rng(1)
    tables = np.array([[1.0, 9.0], [0.0, 0.0], [-1.0, -1.0]]) + random.normal(0, 0.1, (10, 3, 2))
    assert changing_leader(tables) == 1.0


def test_one_run_tells_nothing() -> None:
    """Nor does one row."""
    assert changing_leader(np.ones((1, 2, 2))) is None
    assert changing_leader(np.ones((5, 1, 2))) is None
