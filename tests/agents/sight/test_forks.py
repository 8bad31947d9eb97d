"""Where lines cross."""

from agents.sight.forks import crossings
from tests.support import tic_tac_toe


def test_lines_cross_where_they_share_a_location() -> None:
    """The eight lines of tic-tac-toe cross six times at the centre, thrice at a corner, once at a side."""
    found = crossings(tic_tac_toe().winning_lines)
    assert [sum(each.pivot == place for each in found) for place in range(9)] == [3, 1, 3, 1, 6, 1, 3, 1, 3]
