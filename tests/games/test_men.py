"""Stages and men: what each family answers, on positions that contests reach."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Game, Men, Role, make_game

SETS_UP = ("pong-hau-ki", "shisima", "mu-torere")
"""Stepping games that start with all men on the board."""

seeds = st.integers(0, 2**32)


def contest(game: Game[Any], seed: int, longest: int = 60) -> Iterator[tuple[Any, str, Any]]:
    """Yield the positions, moves and next positions of a random contest."""
    randomness = random.Random(seed)  # noqa: S311  # no secret hangs on it
    position = game.initial()
    for _ in range(longest):
        moves = game.legal_moves(position)
        if not moves:
            return
        move = randomness.choice(moves)
        after = game.play(position, move)
        yield position, move, after
        position = after


def both(game: Game[Any], position: Any) -> list[Men]:
    """Count the men of both roles, in a game that has some."""
    found = [game.men(position, role) for role in Role]
    assert None not in found
    return [men for men in found if men]


def test_a_total_is_board_and_hand() -> None:
    """Men are told apart by where they are, and count alike."""
    assert Men(board=3, hand=2).total == 5
    assert Men(3, 2) != Men(2, 3)


def test_only_nim_has_no_men() -> None:
    """Every other bundled game answers for both roles."""
    without = [name for name in GAMES if make_game(name).men(make_game(name).initial(), Role.PLAYER) is None]
    assert without == ["nim"]
    assert make_game("nim").stage(make_game("nim").initial()) is None


@pytest.mark.parametrize("name", ["tic-tac-toe", "lose-tic-tac-toe", "tic-tac-toe-3d", "qubic", "othello"])
def test_games_without_sliding_have_no_stages(name: str) -> None:
    """Where men are only placed there is nothing to tell apart."""
    game = make_game(name)
    assert {game.stage(position) for position, _, _ in contest(game, 0)} == {None}


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize("name", sorted(set(GAMES) - {"nim"}))
def test_men_on_the_board_are_those_that_stand_there(name: str, seed: int) -> None:
    """`men` and `cells` agree wherever a contest comes, and a null move takes nobody."""
    game = make_game(name)
    for _, _, after in contest(game, seed):
        cells = game.cells(after)
        assert [men.board for men in both(game, after)] == [cells.count(role) for role in Role]
        assert both(game, game.passed(after)) == both(game, after)


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize("name", sorted(set(GAMES) - {"nim", "othello"}))
def test_only_captures_change_how_many_men_there_are(name: str, seed: int) -> None:
    """A placement moves a man from hand to board; a capture takes one of the other's, told by its `x`."""
    game = make_game(name)
    for position, move, after in contest(game, seed):
        mover = game.mover(position)
        old, new = both(game, position), both(game, after)
        assert new[mover].total == old[mover].total
        assert new[mover].hand == old[mover].hand - move.split("x")[0].isdigit()
        assert new[mover.other] == Men(old[mover.other].board - ("x" in move), old[mover.other].hand)


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize("name", [name for name in GAMES if make_game(name).stage(make_game(name).initial())])
def test_the_stage_is_what_the_mover_does(name: str, seed: int) -> None:
    """Slides have a dash; whoever has men in hand places one, also where the other slides already."""
    game = make_game(name)
    for position, move, _ in contest(game, seed):
        slides = "-" in move or move == "pass"
        assert game.stage(position) == ("sliding" if slides else "placing")


def test_in_nerenchi_one_may_slide_while_the_other_places() -> None:
    """Another placement for a row uses up one's men sooner; the stage is the mover's own."""
    game = make_game("nerenchi")
    stages = set()
    for seed in range(200):
        for position, _, _ in contest(game, seed):
            mover = game.mover(position)
            hands = [men.hand for men in both(game, position)]
            stages.add((game.stage(position), bool(hands[mover]), bool(hands[mover.other])))
    assert ("sliding", False, True) in stages
    assert stages <= {
        ("placing", True, True),
        ("placing", True, False),
        ("sliding", False, True),
        ("sliding", False, False),
    }


@pytest.mark.parametrize("name", SETS_UP)
def test_who_is_set_up_has_nobody_in_hand(name: str) -> None:
    """Men that stand at the start are on the board, and slide from the first move."""
    game = make_game(name)
    start = game.initial()
    assert {men.hand for men in both(game, start)} == {0}
    assert game.stage(start) == "sliding"


def test_the_mover_of_tic_tac_toe_has_five_men() -> None:
    """On nine locations Player places five men and Opponent four."""
    game = make_game("tic-tac-toe")
    assert both(game, game.initial()) == [Men(0, 5), Men(0, 4)]
    assert both(game, game.parse_position("XOXOXOOXX")) == [Men(5, 0), Men(4, 0)]


def test_discs_of_othello_turn_over() -> None:
    """The first move of othello turns one disc: four against one, and none in hand."""
    game = make_game("othello")
    start = game.initial()
    assert both(game, start) == [Men(2, 0), Men(2, 0)]
    assert both(game, game.play(start, game.legal_moves(start)[0])) == [Men(4, 0), Men(1, 0)]
