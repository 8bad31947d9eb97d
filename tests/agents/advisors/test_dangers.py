"""Leery: it keeps away from dangerous states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.advisors.dangers import STRENGTH, Leery
from blackboard import Knowledge
from games import make_game
from tests.support import decided, heard, image_of, played, strengths, tic_tac_toe, wandered, with_symmetries

FIVE = make_game("five-mens-morris")
AFTER_1, AFTER_5 = (tic_tac_toe().format_position(played(move)) for move in "15")


def known(states: dict[str, int]) -> Knowledge:
    """Know these positions of tic-tac-toe to be dangerous."""
    return Knowledge.of(tic_tac_toe(), {"dangerous_states": states})


def test_moves_to_dangerous_states_are_opposed() -> None:
    """Only these, and as strongly however often they were noted; the reason tells."""
    testimony = heard(decided([Leery], knowledge=known({AFTER_1: 1, AFTER_5: 3})), "Leery")
    assert strengths(testimony) == {"1": STRENGTH, "5": STRENGTH}
    assert {move: comment.reason for move, comment in testimony.comments.items()} == {
        "1": "reaches a dangerous position, noted once",
        "5": "reaches a dangerous position, noted 3 times",
    }


def test_who_knows_of_no_danger_asks_nothing() -> None:
    """Without an entry Leery is silent at no cost, and one that lies elsewhere is none of its business."""
    testimony = heard(decided([Leery]), "Leery")
    assert (strengths(testimony), testimony.work) == ({}, 0)
    assert strengths(heard(decided([Leery], moves="2 3", knowledge=known({AFTER_5: 1})), "Leery")) == {}


def test_the_image_of_a_dangerous_state_is_dangerous() -> None:
    """With symmetries known all corners are one, and one of them is spoken of."""
    game = tic_tac_toe()
    knowledge = with_symmetries(game)
    entry = {knowledge.key(game, played("1")): 1}
    decision = decided([Leery], knowledge=with_symmetries(game, {"dangerous_states": entry}))
    assert strengths(heard(decision, "Leery")) == {"1": STRENGTH}


@pytest.mark.parametrize("budget", ["150us", "350us", "700us"])
def test_what_it_has_found_stands_when_time_is_up(budget: str) -> None:
    """Cut short, it has opposed the dangers it has come to."""
    states = {tic_tac_toe().format_position(played(move)): 1 for move in "123456789"}
    found = strengths(heard(decided([Leery], knowledge=known(states), budgets=[budget]), "Leery"))
    assert 0 < len(found) < 9


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 30), st.sampled_from(FIVE.board.symmetries()), st.data())
def test_it_says_the_image_of_images(
    seed: int, plies: int, symmetry: tuple[int, ...], data: st.DataObject
) -> None:
    """Where all is turned, dangers too, so is what it says."""
    position = wandered(FIVE, seed, plies)
    moves = list(FIVE.legal_moves(position))
    dangerous = data.draw(st.sets(st.sampled_from(moves)))
    afters = [FIVE.play(position, move) for move in dangerous]
    told = []
    for turn in (FIVE.board.symmetries()[0], symmetry):
        states = {FIVE.format_position(FIVE.image(after, turn)): 1 for after in afters}
        knowledge = Knowledge.of(FIVE, {"dangerous_states": states})
        there = FIVE.image(position, turn)
        told.append(
            strengths(heard(decided([Leery], game=FIVE, position=there, knowledge=knowledge), "Leery"))
        )
    assert told[0] == dict.fromkeys(dangerous if len(moves) > 1 else (), STRENGTH)
    assert told[1] == {image_of(FIVE, move, symmetry): strength for move, strength in told[0].items()}
