"""Listing the games."""

import json

from tests.scenarios.conftest import Hoyle


def test_games_have_the_keys_of_the_contract(hoyle: Hoyle) -> None:
    """Every game is listed with its name, title and number of locations."""
    told = {each["name"]: each for each in json.loads(hoyle("games", "--json").out)}
    assert told.keys() >= {"tic-tac-toe", "lose-tic-tac-toe"}
    assert told["tic-tac-toe"]["locations"] == 9
    assert told["tic-tac-toe"]["title"] == "Tic-tac-toe"


def test_games_are_shown_to_people(hoyle: Hoyle) -> None:
    """A game is shown as a picture of its board."""
    assert "---+---+---" in hoyle("games").out
