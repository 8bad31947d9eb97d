"""Material: it counts men, on the board and in hand."""

from typing import Any

import pytest

from agents.advisors.material import Material
from blackboard import Comment
from games import Game, Men, PlacingGame, Position, Role, make_game
from tests.support import decided, heard, played, tic_tac_toe, up_to_symmetry, wandered

FIVE = make_game("five-mens-morris")


def said(position: Any, game: Game[Any] = FIVE) -> dict[str, Comment]:
    """Ask Material about a position."""
    return dict(heard(decided([Material], game=game, position=position), "Material").comments)


@pytest.mark.parametrize(("text", "mill"), [
    ("XX..OO.......... X 3 3", "3x"),
    ("XX.OO..O.XX....O X 0 0", "10-3x"),
])  # fmt: skip
def test_captures_are_supported_and_nothing_else(text: str, mill: str) -> None:
    """Placing and sliding alike: whoever closes a mill has a man more than before, beside the other."""
    position = FIVE.parse_position(text)
    found = said(position)
    assert found.keys() == {move for move in FIVE.legal_moves(position) if move.startswith(mill)}
    assert {comment.strength for comment in found.values()} == {9}


def test_men_in_hand_are_counted() -> None:
    """The reason tells how many there are, placed or not."""
    found = said(FIVE.parse_position("XX..OO.......... X 3 3"))
    assert found["3x5"].reason == "we have 5 men and they 4; now 5 and 5"


def test_to_place_a_man_changes_nothing() -> None:
    """On a board where nobody can be captured Material is silent."""
    for plies in range(4):
        assert said(wandered(FIVE, 0, plies)) == {}


def test_material_has_no_opinion_of_tic_tac_toe() -> None:
    """It is silent in every position, and asks the rules nothing."""
    for position in up_to_symmetry(tic_tac_toe()):
        testimony = heard(decided([Material], position=position), "Material")
        assert (dict(testimony.comments), testimony.work) == ({}, 0)


def test_material_has_no_opinion_of_matches() -> None:
    """Nim has no men."""
    game = make_game("nim")
    assert said(game.initial(), game) == {}


def test_more_men_are_supported_more() -> None:
    """In Othello a disc counts, and each disc that turns over counts twice."""
    game = make_game("othello")
    position = wandered(game, 3, 20)
    cells, me = game.cells(position), game.mover(position)
    found = said(position, game)
    gains = {}
    for move in game.legal_moves(position):
        after = game.cells(game.play(position, move))
        gains[move] = 1 + 2 * sum(a is me.other and b is me for a, b in zip(cells, after, strict=True))
    assert len(set(gains.values())) > 1
    largest = max(gains.values())
    assert {move: comment.strength for move, comment in found.items()} == {
        move: 5 + -(-4 * gain // largest) for move, gain in gains.items()
    }


class Toll(PlacingGame):
    """A game in which a man on the centre costs its owner another one."""

    men_stay = False

    def men(self, position: Position, role: Role) -> Men:
        """Count the men, and one less for the centre."""
        men = super().men(position, role)
        return Men(men.board, men.hand - (self.cells(position)[4] is role))


def test_what_loses_a_man_is_opposed() -> None:
    """A move after which we have fewer men, or they have more."""
    game = Toll(name="toll", title="Toll", rules="Pay.", board=tic_tac_toe().board)
    found = said(played("1", game), game)
    assert {move: comment.strength for move, comment in found.items()} == {"5": 1}
    assert found["5"].reason == "we have 3 men and they 5; now 4 and 5"
