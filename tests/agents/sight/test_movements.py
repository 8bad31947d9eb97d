"""Movements: where men stand after a move."""

from agents import Deliberation
from agents.sight.movements import entered, movements
from games import make_game
from tests.support import advisor, decided


def test_each_move_comes_with_where_our_men_stand_after_it() -> None:
    """Captures by one man are alike, whomever they take."""
    game = make_game("five-mens-morris")
    position = game.parse_position("XX.O........O... X 3 3")
    seen: dict[str, int] = {}

    async def look(think: Deliberation) -> None:
        seen.update(movements(think))

    assert {"3x4", "3x13"} <= set(game.legal_moves(position))
    decided([advisor("Looker", look)], game=game, position=position)
    assert set(seen) == set(game.legal_moves(position))
    assert seen["16"] == 0b1000_0000_0000_0011
    assert {men for move, men in seen.items() if move.startswith("3x")} == {0b111}


def test_one_man_enters_one_location() -> None:
    """What a move leaves does not count, and whatever puts down several men is no movement of one."""
    assert entered(0b0011, 0b1010) == 0b1000
    assert entered(0b0011, 0b0111) == 0b0100
    assert entered(0b0011, 0b1111) == 0
    assert entered(0b0011, 0b0001) == 0
