"""The phase in which symmetries are learned: after twenty contests what is believed is what is true."""

from typing import Any

import pytest
import trio

from agents import Streams, pick
from agents.learners.symmetries import TRANSFORMATIONS, candidates
from blackboard import Knowledge
from control import VirtualClock
from control.settings.hoyle_options import HoyleOptions
from games import Game, HoyleError, Outcome, Symmetry, game_names, make_game
from scenarios.experiment.phases import Phase, phases_of
from scenarios.language.scenario import SYMMETRY, CellSpec, PhaseSpec
from scenarios.play.judge import value_of

IN_SPACE = ("tic-tac-toe-3d", "qubic")
WITHOUT_A_BOARD = ("nim",)
SMALL = (
    "tic-tac-toe",
    "lose-tic-tac-toe",
    "tsoro-yematatu",
    "pong-hau-ki",
    "achi",
    "les-pendus",
    "marelle",
    "tapatan",
    "nine-holes",
    "picaria",
    "shisima",
    "mu-torere",
)
"""Games that are solved in a moment: there a perfect contestant is watched, as experiments do."""
LARGE = (
    "five-mens-morris",
    "six-mens-morris",
    "nine-mens-morris",
    "eleven-mens-morris",
    "twelve-mens-morris",
    "nerenchi",
    "othello",
)
"""Games that are not solved here: two random contestants are watched."""
SEEDS = 20
LONGEST = 60


def learned(game: Game[Any], seed: int, value: Outcome | None) -> set[Symmetry]:
    """Watch what experiments watch before anything else, and return what is believed afterwards."""
    with_symmetry = PhaseSpec(name="test", hoyle=HoyleOptions(symmetry=True))
    spec = next(phases_of(CellSpec(labels={}, game=game.name, phases=(with_symmetry,)), value))
    place = Streams(seed).of_run(0).child("phase", SYMMETRY)
    phase = Phase(game, spec, spec.hoyle, Knowledge.of(game), place, ends_on_failure=True)

    async def watch() -> None:
        with phase.opened():
            for _ in range(spec.contests):
                await phase.play_contest()

    trio.run(watch, clock=VirtualClock())
    return set(phase.knowledge.symmetries)


def allowed(game: Game[Any]) -> set[Symmetry]:
    """Return the standard symmetries under which the rules say the same, wherever some contests go."""
    return {
        symmetry
        for symmetry in candidates(game.board).values()
        if all(_holds(game, symmetry, Streams(number)) for number in range(3))
    }


def _holds(game: Game[Any], symmetry: Symmetry, streams: Streams) -> bool:
    """Go through a random contest: do outcomes and moves stay what they are, if the board is turned?"""
    stream, position = streams.stream(game.name), game.initial()
    for _ in range(LONGEST):
        try:
            if not _is_alike(game, position, game.image(position, symmetry), symmetry):
                return False
        except HoyleError:
            return False
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, pick(stream, moves))
    return True


def _is_alike(game: Game[Any], position: Any, image: Any, symmetry: Symmetry) -> bool:
    afters = {game.image(game.play(position, move), symmetry) for move in game.legal_moves(position)}
    return game.outcome(position) is game.outcome(image) and afters == {
        game.play(image, move) for move in game.legal_moves(image)
    }


def test_every_bundled_game_of_the_plane_is_looked_at() -> None:
    """Whoever adds a game says here how it is watched; boards in space are not turned."""
    assert {*game_names()} == {*SMALL, *LARGE, *IN_SPACE, *WITHOUT_A_BOARD}
    turned = {name for name in game_names() if candidates(make_game(name).board)}
    assert turned == {*SMALL, *LARGE}


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_what_is_believed_after_twenty_contests_is_what_the_rules_allow(name: str) -> None:
    """All of it and nothing else, in every seed."""
    game = make_game(name)
    truth = allowed(game)
    assert truth == set(game.board.symmetries()) & set(candidates(game.board).values())
    value = value_of(game) if name in SMALL else None
    for seed in range(SEEDS):
        assert learned(game, seed, value) == truth


def test_there_are_symmetries_to_be_refuted() -> None:
    """Six of the seven are none of pong hau k'i, whose board lacks a line; of others all seven hold."""
    (kept,) = allowed(make_game("pong-hau-ki"))
    assert candidates(make_game("pong-hau-ki").board)["left and right exchanged"] == kept
    assert len(candidates(make_game("pong-hau-ki").board)) == len(TRANSFORMATIONS)
    assert len(allowed(make_game("nine-mens-morris"))) == len(TRANSFORMATIONS)
