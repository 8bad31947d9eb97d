"""Vulnerable: it saves men that could be captured next."""

from typing import Any

from agents.advisors.vulnerable import Vulnerable
from blackboard import Comment
from games import Game, make_game
from tests.support import decided, heard, tic_tac_toe, up_to_symmetry, wandered

FIVE, NINE = make_game("five-mens-morris"), make_game("nine-mens-morris")


def said(position: Any, game: Game[Any] = FIVE) -> dict[str, Comment]:
    """Ask Vulnerable about a position."""
    return dict(heard(decided([Vulnerable], game=game, position=position), "Vulnerable").comments)


def test_what_stops_a_mill_is_supported() -> None:
    """They threaten to close 4-5-6: to take 4, or to capture one of the two, leaves nobody in danger."""
    found = said(FIVE.parse_position("XX..OO.......... X 3 3"))
    assert {move: comment.strength for move, comment in found.items()} == {"4": 9, "3x5": 9, "3x6": 9}
    assert found["4"].reason == "0 of our men could be captured next; now 2 could"


def test_fewer_men_in_danger_are_worth_less_than_none() -> None:
    """A mill of ours protects its own men, but while 4 and 5 stand and 6 is free two others can be taken."""
    found = said(NINE.parse_position("XX.OO.......X..O...O...X X 5 5"), NINE)
    assert {move: comment.strength for move, comment in found.items()} == {
        "6": 9, "3x4": 9, "3x5": 9, "3x16": 7, "3x20": 7,
    }  # fmt: skip
    assert found["3x16"].reason == "2 of our men could be captured next; now 4 could"


def test_where_nobody_is_in_danger_there_is_nothing_to_say() -> None:
    """Without a capture that the null move allows, Vulnerable looks no further."""
    position = FIVE.parse_position("X....O.......... X 4 4")
    testimony = heard(decided([Vulnerable], game=FIVE, position=position), "Vulnerable")
    assert dict(testimony.comments) == {}
    assert testimony.work == 2 + len(FIVE.legal_moves(position))


def test_where_nothing_helps_there_is_nothing_to_say() -> None:
    """Two mills to close, and one man to place: it supports only what puts fewer men in danger."""
    assert said(NINE.parse_position("X..OO..X.......OO..X...X X 5 5"), NINE) == {}


def test_men_that_stay_are_in_no_danger() -> None:
    """In tic-tac-toe it is silent, and asks the rules nothing."""
    for position in list(up_to_symmetry(tic_tac_toe()))[::9]:
        testimony = heard(decided([Vulnerable], position=position), "Vulnerable")
        assert (dict(testimony.comments), testimony.work) == ({}, 0)


def test_matches_are_nobodys_men() -> None:
    """Nim has no men."""
    game = make_game("nim")
    assert said(game.initial(), game) == {}


def test_several_men_may_be_lost_at_once() -> None:
    """In Othello it counts the discs that some reply turns over, each once."""
    game = make_game("othello")
    position = wandered(game, 4, 14)
    me = game.mover(position)

    def in_danger(there: Any) -> int:
        """Count our discs that somebody could turn over."""
        before = game.cells(there)
        lost = set()
        for reply in game.legal_moves(there):
            after = game.cells(game.play(there, reply))
            lost |= {i for i, cell in enumerate(before) if cell is me and after[i] is not me}
        return len(lost)

    now = in_danger(game.passed(position))
    saved = {move: now - in_danger(game.play(position, move)) for move in game.legal_moves(position)}
    saved = {move: men for move, men in saved.items() if men > 0}
    assert saved
    assert {move: comment.strength for move, comment in said(position, game).items()} == {
        move: 5 + -(-4 * men // max(saved.values())) for move, men in saved.items()
    }
