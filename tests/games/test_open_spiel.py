"""OpenSpiel, where it has the same game: the same moves and the same outcomes in the same contests."""

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from games import Game, Outcome, make_game, perft
from tests.support import needs

pyspiel = needs("pyspiel", extra="test")

Naming: TypeAlias = Callable[[str], str]
"""Turns OpenSpiel's name of a move into ours."""


def cell(action: str) -> str:
    """Read `x(1,2)`: row and column from 0."""
    row, column = action[2:-1].split(",")
    return str(3 * int(row) + int(column) + 1)


def heap(action: str) -> str:
    """Read `pile:1, take:2;`."""
    pile, take = action.rstrip(";").split(", ")
    return f"{pile.removeprefix('pile:')}:{take.removeprefix('take:')}"


CASES: list[tuple[str, str, dict[str, str], Naming]] = [
    ("tic_tac_toe", "tic-tac-toe", {}, cell),
    ("misere(game=tic_tac_toe())", "lose-tic-tac-toe", {}, cell),
    ("othello", "othello", {}, str),
    ("nim", "nim", {}, heap),
    ("nim(is_misere=false)", "nim", {"last": "wins"}, heap),
    ("nim(pile_sizes=3;4;5,is_misere=false)", "nim", {"piles": "3,4,5", "last": "wins"}, heap),
    ("nim(pile_sizes=2;2;9)", "nim", {"piles": "2,2,9"}, heap),
]


def theirs(state: Any, naming: Naming) -> dict[str, int]:
    """Return OpenSpiel's legal actions under our names."""
    player = state.current_player()
    return {naming(state.action_to_string(player, action)): action for action in state.legal_actions()}


def outcome_of(state: Any) -> Outcome | None:
    """Return how OpenSpiel says it has ended."""
    if not state.is_terminal():
        return None
    first, _ = state.returns()
    return Outcome.DRAW if not first else Outcome.PLAYER if first > 0 else Outcome.OPPONENT


@pytest.mark.parametrize(("spiel", "name", "options", "naming"), CASES)
def test_random_contests_agree(spiel: str, name: str, options: dict[str, str], naming: Naming) -> None:
    """Movers, legal moves and outcomes are the same all the way through two hundred contests."""
    game = make_game(name, options)
    rules = pyspiel.load_game(spiel)
    randomness = random.Random(1990)  # noqa: S311  # no secret hangs on it
    for _ in range(200):
        position, state = game.initial(), rules.new_initial_state()
        while game.outcome(position) is None:
            assert not state.is_terminal()
            assert game.mover(position) == state.current_player()
            actions = theirs(state, naming)
            assert sorted(game.legal_moves(position)) == sorted(actions)
            move = randomness.choice(game.legal_moves(position))
            position = game.play(position, move)
            state.apply_action(actions[move])
        assert game.outcome(position) is outcome_of(state)


def spiel_perft(state: Any, depth: int) -> int:
    """Count OpenSpiel's move sequences one by one."""
    if not depth:
        return 1
    return sum(spiel_perft(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(
    ("spiel", "game", "depth"),
    [
        ("tic_tac_toe", make_game("tic-tac-toe"), 6),
        ("mnk(m=3,n=3,k=3)", make_game("tic-tac-toe"), 6),
        ("othello", make_game("othello"), 6),
        ("nim", make_game("nim"), 4),
        ("nim(pile_sizes=3;4;5)", make_game("nim", {"piles": "3,4,5"}), 5),
    ],
)
def test_perft_agrees(spiel: str, game: Game[Any], depth: int) -> None:
    """As many move sequences at every depth."""
    start = pyspiel.load_game(spiel).new_initial_state()
    for length in range(depth + 1):
        assert perft(game, length) == spiel_perft(start, length)
