"""Golden data for every game and variant: perft counts, values, and what the positions are worth."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games import check_game, perft
from tests.games.plain import Variant, made, solve, variant_id, variants

GOLDEN: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("golden.toml").read_text(encoding="utf-8")
)["variant"]
SOLVED = [entry for entry in GOLDEN if "value" in entry]


def entry_id(entry: dict[str, Any]) -> str:
    """Name an entry in the output of a test."""
    return variant_id((entry["game"], entry["options"]))


def test_every_variant_has_golden_data() -> None:
    """Nothing is missing, and nothing is there twice."""
    assert [(entry["game"], entry["options"]) for entry in GOLDEN] == list(variants())


@pytest.mark.parametrize("variant", list(variants()), ids=variant_id)
def test_every_variant_conforms(variant: Variant) -> None:
    """The conformance checks find nothing, and the game says which variant it is."""
    game = made(variant)
    assert check_game(game, contests=8, seed=1990) == []
    assert game.options == variant[1]


@pytest.mark.parametrize("entry", GOLDEN, ids=entry_id)
def test_perft(entry: dict[str, Any]) -> None:
    """As many move sequences as recorded, at the greatest recorded depth and the three before."""
    game, counts = made((entry["game"], entry["options"])), entry["perft"]
    for depth in range(max(0, len(counts) - 4), len(counts)):
        assert perft(game, depth) == counts[depth]


@pytest.mark.parametrize("entry", SOLVED, ids=entry_id)
def test_value(entry: dict[str, Any]) -> None:
    """The plain solver finds the value and the counts that are recorded."""
    solution = solve(made((entry["game"], entry["options"])))
    assert (solution.value, solution.positions) == (entry["value"], entry["positions"])
    assert {"win": solution.win, "loss": solution.loss, "draw": solution.draw} == entry["decided"]


KNOWN = {
    "tic-tac-toe": "draw",
    "lose-tic-tac-toe": "draw",
    "pong-hau-ki placing=no": "draw",
    "mu-torere restriction=always": "draw",
    "mu-torere restriction=never": "player",
    "tapatan": "player",
    "othello size=4": "opponent",
    "nim piles=1,3,5,7 last=loses most=any": "opponent",
}


@pytest.mark.parametrize("name", KNOWN)
def test_values_of_the_literature(name: str) -> None:
    """What others have found for a game is what is recorded."""
    assert {entry_id(entry): entry.get("value") for entry in GOLDEN}[name] == KNOWN[name]
