"""A contest that was played, and what Hoyle was there."""

import attrs
import pytest

from blackboard import Contest, Experience
from games import IllegalMove, Outcome, Role, make_game
from tests.support import played, tic_tac_toe

WON = Contest("tic-tac-toe", tuple("14253"), Outcome.PLAYER, "rules")
DRAWN = Contest("tic-tac-toe", tuple("123547698"), Outcome.DRAW, "rules")


def test_an_experience_has_every_position_of_the_contest() -> None:
    """From the first to the last, one more than there are moves."""
    positions = Experience.of(tic_tac_toe(), WON).positions
    assert positions == tuple(played(" ".join(WON.moves[:ply])) for ply in range(6))


@pytest.mark.parametrize(
    ("contest", "loser"),
    [
        (WON, Role.OPPONENT),
        (attrs.evolve(WON, outcome=Outcome.OPPONENT), Role.PLAYER),
        (DRAWN, None),
    ],
)
def test_the_loser_is_whoever_did_not_win(contest: Contest, loser: Role | None) -> None:
    """Nobody loses a draw."""
    assert Experience.of(tic_tac_toe(), contest).loser is loser


def test_hoyle_is_a_spectator_unless_it_played() -> None:
    """Roles may be given in any collection, and none is the default."""
    watched = Experience.of(tic_tac_toe(), WON)
    assert (watched.hoyle, watched.experts) == (frozenset(), frozenset())
    lived = Experience.of(tic_tac_toe(), WON, hoyle=[Role.PLAYER], experts=iter([Role.OPPONENT]))
    assert (lived.hoyle, lived.experts) == (frozenset([Role.PLAYER]), frozenset([Role.OPPONENT]))


def test_a_contest_of_another_game_cannot_be_replayed() -> None:
    """Moves that the rules refuse are no experience."""
    with pytest.raises(IllegalMove):
        Experience.of(make_game("pong-hau-ki"), WON)


def test_experiences_are_values() -> None:
    """Equal contests lived through alike are equal, and none can be changed."""
    one, other = (Experience.of(tic_tac_toe(), WON, hoyle=[Role.PLAYER]) for _ in range(2))
    assert one == other
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.hoyle = frozenset()  # type: ignore[misc]  # on purpose
