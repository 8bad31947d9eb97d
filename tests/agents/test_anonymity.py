"""No Advisor knows which game it is: under other names it says the same."""

from typing import Any

import pytest

from agents import BUNDLED, Advisor, get_advisors
from blackboard import Knowledge
from games import Board, Game, Location, PlacingGame, make_game
from tests.support import decided, heard, random_contests, strengths, taught, tic_tac_toe

ITEMS = ["symmetries", "states", "openings", "expert_moves", "hoyle_moves", "lost_moves", "forks", "model"]
POSITIONS = ("", "1", "1 2", "1 5", "1 5 9", "1 4 3 5", "1 5 9 2", "2 1 6", "5 1 9 3")


def renamed(*, line_wins: bool) -> Game[Any]:
    """Make the same game of another name, on locations of other names."""
    old = tic_tac_toe().board
    places = [Location(f"p{i}", place.x, place.y) for i, place in enumerate(old.locations, start=1)]
    board = Board(places, old.lines)
    return PlacingGame(name="xyzzy", title="Xyzzy", rules="As it is.", board=board, line_wins=line_wins)


def in_other_names(moves: str) -> str:
    """Write moves in the other names."""
    return " ".join(f"p{move}" for move in moves.split())


@pytest.fixture(scope="module", params=["tic-tac-toe", "lose-tic-tac-toe"])
def twins(request: pytest.FixtureRequest) -> list[tuple[Game[Any], Knowledge]]:
    """Learn the same contests of a game and of its twin."""
    game = make_game(request.param)
    twin = renamed(line_wins=request.param == "tic-tac-toe")
    lived = [list(random_contests(each, 25)) for each in (game, twin)]
    return [
        (each, taught(ITEMS[1:], each, contests, calls=800)[0])
        for each, contests in zip((game, twin), lived, strict=True)
    ]


def test_learners_learn_the_same_of_a_game_under_another_name(
    twins: list[tuple[Game[Any], Knowledge]],
) -> None:
    """Positions are written alike, so what is known is the same but for the names of pivots."""
    (_, one), (_, other) = twins
    for item in ITEMS:
        if item != "forks":
            assert one.item(item) == other.item(item)
    assert one.item("forks").keys() == other.item("forks").keys()


@pytest.mark.parametrize("bundled", BUNDLED, ids=lambda each: each.name)
def test_an_advisor_says_the_same_of_a_game_under_another_name(
    bundled: type[Advisor], twins: list[tuple[Game[Any], Knowledge]]
) -> None:
    """The same strengths on the same places, whatever game and places are called."""
    panel = list({each.name: each for each in (*get_advisors(["Candide"]), bundled)}.values())
    for moves in POSITIONS:
        (game, one), (twin, other) = twins
        here = decided(panel, game=game, moves=moves, knowledge=one)
        there = decided(panel, game=twin, moves=in_other_names(moves), knowledge=other)
        for name in bundled.seats(one):
            said = {f"p{move}": each for move, each in strengths(heard(here, name)).items()}
            assert said == strengths(heard(there, name))
