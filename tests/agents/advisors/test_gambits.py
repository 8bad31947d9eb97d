"""Advisors that lay traps."""

import pytest

from agents import get_advisors
from blackboard import State
from games import make_game
from tests.support import advisor as made_up
from tests.support import decided, heard, plans, strengths


def said(name: str, moves: str = "", game: str = "tic-tac-toe", position: str = "") -> dict[str, int]:
    """Ask one Advisor, with Candide there to make plans."""
    rules = make_game(game)
    where = {"position": rules.parse_position(position)} if position else {"moves": moves}
    return strengths(heard(decided(get_advisors({"Candide": 0, name: 0}), game=rules, **where), name))


def test_sneak_moves_where_most_replies_are_mistakes() -> None:
    """A threat leaves five of six replies that overlook it; where nothing is threatened nothing is said."""
    assert said("Sneak", "1 5") == dict.fromkeys("2347", 8)
    assert said("Sneak") == {}
    reason = heard(decided(get_advisors(["Sneak"]), moves="1 5"), "Sneak").comments["2"].reason
    assert reason == "5 of 6 replies are mistakes"


def test_sneak_counts_replies_that_lose_at_once() -> None:
    """In lose tic-tac-toe a mistake is to complete one's own line."""
    assert said("Sneak", "1 4 9 5", "lose-tic-tac-toe") == dict.fromkeys("2378", 6)
    assert said("Sneak", "1 2 4 3", "lose-tic-tac-toe") == {}


@pytest.mark.parametrize(
    ("game", "position", "comments"),
    [
        ("achi", "X....OXOX O", {"2": 6, "4": 8, "5": 8}),
        ("tsoro-yematatu", "....O.X X", {"1": 8, "4": 8}),
    ],
)
def test_sneak_counts_where_men_slide(game: str, position: str, comments: dict[str, int]) -> None:
    """A threat to slide into a line is one too."""
    assert said("Sneak", game=game, position=position) == comments


def test_sneak_never_insists_and_never_opposes() -> None:
    """It is a gambler: the surest trap is 9."""
    for moves in ("1 2", "1 5", "5 1", "1 5 9 2", "5 1 9"):
        assert all(5 < strength <= 9 for strength in said("Sneak", moves).values())


def test_feinter_threatens_one_line_and_advances_another() -> None:
    """After 1 5 a man on 3 must be answered on 2, and then 3-6-9 lacks but two."""
    assert said("Feinter", "1 5") == {"3": 8, "7": 8}
    testimony = heard(decided(get_advisors(["Feinter", "Candide"]), moves="1 5"), "Feinter")
    assert testimony.comments["3"].reason == "threatens 2 and helps to fill 3-6-9"


def test_feinter_needs_a_plan_and_a_threat() -> None:
    """Without plans on the blackboard it is silent, and so it is where no move threatens anything."""
    alone = heard(decided(get_advisors(["Feinter"]), moves="1 5"), "Feinter")
    assert (alone.comments, alone.work, alone.state) == ({}, 0, State.FINISHED)
    assert said("Feinter") == {}
    assert said("Feinter", "1 5 9 2") == {}


def test_feinter_serves_anybodys_plan_but_not_one_that_is_the_threat() -> None:
    """A plan of one move is finished by it, and a plan through the threat is answered with it."""

    def with_plan(*moves: str) -> dict[str, int]:
        planner = made_up("Planner", plans(*moves, purpose="go on"), makes_plans=True)
        return strengths(heard(decided([planner, *get_advisors(["Feinter"])], moves="1 5"), "Feinter"))

    assert with_plan("3", "6", "9") == {"3": 8}
    assert with_plan("3") == {}
    assert with_plan("3", "2") == {}


@pytest.mark.parametrize(
    ("game", "position", "comments"),
    [("tsoro-yematatu", ".X.OXOX O", {"1": 8, "3": 8}), ("achi", ".O.XXOXOX O", {"1": 8})],
)
def test_feinter_feints_where_men_slide(game: str, position: str, comments: dict[str, int]) -> None:
    """The threat may be a slide."""
    assert said("Feinter", game=game, position=position) == comments
