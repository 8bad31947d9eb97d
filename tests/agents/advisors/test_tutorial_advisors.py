"""What the Advisors of the tutorial have in common: contract, symmetry, strengths, and sides."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Advisor
from agents.advisors.coverage import Coverage, CoverageGraded
from agents.advisors.dangers import Leery
from agents.advisors.freedom import Freedom, FreedomLiteral
from agents.advisors.material import Material
from agents.advisors.vulnerable import Vulnerable
from blackboard import Knowledge
from control import check_advisor
from games import Game, make_game
from tests.support import CLOCKS, decided, heard, image_of, strengths, wandered

ADVISORS: tuple[type[Advisor], ...] = (
    Coverage, CoverageGraded, Freedom, FreedomLiteral, Leery, Material, Vulnerable,
)  # fmt: skip
GAMES = [
    make_game(name)
    for name in (
        "five-mens-morris", "nine-mens-morris", "nerenchi", "tic-tac-toe", "achi", "les-pendus", "picaria",
        "mu-torere", "pong-hau-ki", "othello",
    )
]  # fmt: skip
SPOKEN = {each.name: each for each in ADVISORS if each is not Leery}
ONLY_SUPPORT = (Coverage, Vulnerable)
ONLY_OPPOSE = (Leery,)


def said(advisor: type[Advisor], game: Game[Any], position: Any, **settings: Any) -> dict[str, int]:
    """Ask one of them about a position."""
    return strengths(heard(decided([advisor], game=game, position=position, **settings), advisor.name))


@pytest.mark.parametrize("advisor", ADVISORS, ids=lambda each: each.name)
def test_they_conform(advisor: type[Advisor]) -> None:
    """None of them fails, or says other things when asked again."""
    assert check_advisor(advisor, [*GAMES, make_game("nim"), make_game("tic-tac-toe-3d")]) == []


@pytest.mark.parametrize("advisor", ADVISORS, ids=lambda each: each.name)
def test_they_say_the_same_on_both_clocks(advisor: type[Advisor]) -> None:
    """What they say hangs on no clock."""
    for game in GAMES[:4]:
        for plies in (3, 14, 30):
            position = wandered(game, 7, plies)
            afters = [game.play(position, move) for move in game.legal_moves(position)]
            states = {game.format_position(after): 1 for after in afters}
            knowledge = Knowledge.of(game, {"dangerous_states": states})
            told = [said(advisor, game, position, clock=clock, knowledge=knowledge) for clock in CLOCKS]
            assert told[0] == told[1]


@pytest.mark.parametrize("advisor", ADVISORS, ids=lambda each: each.name)
def test_they_declare_their_sides(advisor: type[Advisor]) -> None:
    """Coverage and Vulnerable only support, Leery only opposes; all sit in tier 3."""
    assert getattr(advisor, "supports", True) is (advisor not in ONLY_OPPOSE)
    assert getattr(advisor, "opposes", True) is (advisor not in ONLY_SUPPORT)
    assert advisor.tier == 3


def test_versions_have_names_of_their_own() -> None:
    """A roster tells them apart by these."""
    assert {FreedomLiteral.name, CoverageGraded.name} == {"Freedom-Literal", "Coverage-Graded"}


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(SPOKEN)), st.sampled_from(GAMES), st.integers(0, 1000), st.integers(0, 50))
def test_they_say_the_image_of_images(name: str, game: Game[Any], seed: int, plies: int) -> None:
    """A position that is turned or reflected gets the same comments on the turned or reflected moves.

    On the way: strengths lie from 1 to 9, an opinion is never neutral, and nobody takes a side that it does
    not declare.
    """
    advisor, position = SPOKEN[name], wandered(game, seed, plies)
    told = said(advisor, game, position)
    assert all(1 <= strength <= 9 and strength != 5 for strength in told.values())
    assert advisor not in ONLY_SUPPORT or all(strength > 5 for strength in told.values())
    symmetries = game.board.symmetries()
    symmetry = symmetries[seed % len(symmetries)]
    there = said(advisor, game, game.image(position, symmetry))
    assert there == {image_of(game, move, symmetry): strength for move, strength in told.items()}
