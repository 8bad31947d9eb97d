"""In which games Hoyle has much to say."""

import json
from pathlib import Path

import pytest

from benchmarks.voices import POSITIONS, measured, written
from games import GAMES, fresh_registries, make_game
from scenarios.play.voices import FILE, ROSTERS_ASKED, Voices, measured_voices
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

ROW = """
from games import Board, Game, Outcome, Role, grid

class Row(Game):
    name, title, family, rules = "row", "Row", "row", "Take the only place."
    board, options = grid(1, 1, lines=[]), {}
    def initial(self): return 0
    def mover(self, position): return Role(position % 2)
    def legal_moves(self, position): return ("1",) if not position else ()
    def play(self, position, move): return position + 1
    def outcome(self, position): return Outcome.DRAW if position else None
    def cells(self, position): return (Role.PLAYER if position else None,)
    def passed(self, position): return position
    def image(self, position, symmetry): return position
    def format_position(self, position): return str(position)
    def parse_position(self, text): return int(text)
"""


def test_every_game_of_the_registry_was_asked_about() -> None:
    """And no other; whoever adds a game measures it."""
    assert list(measured_voices()) == list(GAMES)
    for voices in measured_voices().values():
        assert voices.positions == POSITIONS
        assert all(0 <= voices.spoken[roster] <= POSITIONS for roster in ROSTERS_ASKED)


@pytest.mark.parametrize("name", ["pong-hau-ki", "nim"])
def test_the_table_is_what_is_measured(name: str) -> None:
    """Asking again gives the same counts, and they are written as they are kept."""
    counts = measured(make_game(name))
    voices = measured_voices()[name]
    assert counts == {"positions": voices.positions, **voices.spoken}
    assert written({name: counts}).split("\n\n")[1].strip() in FILE.read_text(encoding="utf-8")


@each_case(("count", "share"), [(100, "100 %"), (89, "89 %"), (0, "0 %")])
def test_shares_are_put_in_words(count: int, share: str) -> None:
    """The share of each roster is a percentage."""
    assert Voices(100, {"1990": count}).words == f"{share} (1990)"


def test_games_tell_it(hoyle: Hoyle) -> None:
    """In words for people, as shares for programs."""
    assert "Positions where Advisors have an opinion: 100 % (1990), 100 % (modern)" in hoyle("games").out
    told = {each["name"]: each["voices"] for each in json.loads(hoyle("games", "--json").out)}
    assert told["tic-tac-toe"] == {"positions": POSITIONS, "1990": 1.0, "modern": 1.0}


def test_a_game_from_elsewhere_was_not_measured(hoyle: Hoyle, tmp_path: Path) -> None:
    """It says so, and is null in the document."""
    file = tmp_path / "row.py"
    file.write_text(ROW)
    with fresh_registries():
        shown = hoyle("games", "--load", file)
    assert shown.out.count("Positions where Advisors have an opinion: not measured") == 1
    told = {each["name"]: each["voices"] for each in json.loads(hoyle("games", "--load", file, "--json").out)}
    assert told["row"] is None
