"""Counting move sequences on the command line."""

import json

from tests.scenarios.conftest import Hoyle


def test_perft_counts(hoyle: Hoyle) -> None:
    """Perft answers the game, the depth and the number of sequences."""
    assert json.loads(hoyle("perft", "tic-tac-toe", 5, "--json").out) == {
        "game": "tic-tac-toe",
        "depth": 5,
        "nodes": 15120,
    }


def test_the_count_is_shown_to_people(hoyle: Hoyle) -> None:
    """Without --json the number is written as people write it."""
    assert "15,120" in hoyle("perft", "tic-tac-toe", 5).out
