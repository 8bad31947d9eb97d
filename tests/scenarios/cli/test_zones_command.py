"""Drawing the zones of a position."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scenarios.cli.screen import Screen
from tests.scenarios.conftest import Hoyle, document
from tests.support import each_case

FIGURE = ("five-mens-morris", "--position", "X.XO..XX...XOO.O X 0 0")
"""The tutorial's Figure 8.5: black, our X, on 1 3 7 8 12, and white on 4 13 14 16."""
BLACK = {
    "one-step": ["1 2 3 7 8 10 11 12 15"],
    "two-step": ["1 2 3 5 7 8 9 10 11 12 15"],
    "multi-step": ["1 2 3 5 6 7 8 9 10 11 12 15"],
    "piece-bounded": ["1 7 8 11 12", "3"],
    "private": ["1 2 3 7 8 11 12"],
    "extended-private": ["1 7 8 11 12", "3"],
}
PIECE_BOUNDED = """\
(X)----------2----------(X)   piece-bounded: 2 zones
 |           |           |    extended-private: same as
 |     O-----5-----6     |    piece-bounded
 |     |           |     |    - 1 7 8 11 12: 4 men, 5
(X)---(X)          9-----10     locations, density 4/5,
 |     |           |     |      compactness 2/3, 1 line (1
 |    (11)--(X)----O     |      short), path 4
 |           |           |    - 3: 1 man, 1 location,
 O-----------15----------O      density 1, compactness 1,
                                no lines, path 0
"""
ODD = """
from games import Board, Location, PlacingGame

places = [Location("[a]", 0, 0), Location("b\\x1b", 1, 0), Location("c", 2, 0)]
odd = PlacingGame(name="odd", title="Odd \\x1b[31m", rules="", board=Board(places, [(0, 1, 2)], "points"))
lone = PlacingGame(name="lone", title="Lone", rules="", board=Board(places[:1], [(0,)], "points"))
"""


def words(told: str) -> str:
    """Return a text without its layout."""
    return " ".join(told.split())


def zones_of(found: Mapping[str, Any], role: str) -> dict[str, list[str]]:
    """Return where the zones of a role lie, by type."""
    return {
        kind: [" ".join(each["locations"]) for each in zones] for kind, zones in found["zones"][role].items()
    }


def test_the_document_has_the_zones_of_the_tutorials_figure(hoyle: Hoyle) -> None:
    """By role and type, with locations and men by name, and nine features."""
    found = document(hoyle("zones", *FIGURE, "--json"))
    assert found.keys() == {"game", "position", "stage", "zones"}
    assert (found["game"], found["position"], found["stage"]) == (FIGURE[0], FIGURE[2], "sliding")
    assert found["zones"].keys() == {"player", "opponent"}
    assert zones_of(found, "player") == BLACK
    (one_step,) = found["zones"]["player"]["one-step"]
    assert one_step == {
        "locations": BLACK["one-step"][0].split(),
        "men": ["1", "3", "7", "8", "12"],
        "features": {
            "men": 5,
            "locations": 9,
            "density": {"exact": "5/9", "float": 5 / 9},
            "compactness": {"exact": "1", "float": 1.0},
            "lines": 3,
            "short": 2,
            "long": 1,
            "path": 8,
            "number": 1,
        },
    }
    (multi_step,) = found["zones"]["player"]["multi-step"]
    features = multi_step["features"]
    assert Fraction(features["density"]["exact"]) == Fraction(5, 12)
    assert [features[name] for name in ("lines", "long", "short", "path")] == [5, 1, 4, 9]


def test_zones_are_drawn_with_men_and_features(hoyle: Hoyle) -> None:
    """Those of a type on one board, their locations in brackets, with a line for each beside it."""
    told = hoyle("zones", *FIGURE).out
    lines = told.splitlines()
    assert lines[0] == "Zones of Five men's morris, sliding: X.XO..XX...XOO.O X 0 0"
    assert lines[2].startswith("Player (X): 5 men")
    assert [line[61:].rstrip() for line in lines[13:23]] == PIECE_BOUNDED.splitlines()
    assert "Opponent (O): 4 men" in told
    assert all(len(line) <= 120 for line in lines)


@pytest.mark.parametrize("given", [FIGURE, ("nine-mens-morris", "--moves", "1 4 7 9 16 22 23")])
def test_eighty_columns_are_enough(
    hoyle: Hoyle, given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures stay whole, with what is to be said beside them."""
    monkeypatch.setattr("scenarios.cli.answers.Screen", partial(Screen, width=80))
    lines = hoyle("zones", *given).out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert any("one-step:" in line and line.startswith("(X)---") for line in lines)


def test_equal_zones_are_drawn_once(hoyle: Hoyle) -> None:
    """Types that come to the same zones are told beside the first of them."""
    told = hoyle("zones", *FIGURE).out
    assert told.count("extended-private: same as") == 2
    assert told.count("multi-step: same as two-step") == 1
    assert told.count("14----------15----------16") == 0
    assert sum(line.count("multi-step: 1 zone") for line in told.splitlines()) == 1


def test_moves_lead_to_a_position(hoyle: Hoyle) -> None:
    """The same as the position that they lead to."""
    by_moves = hoyle("zones", "five-mens-morris", "--moves", "1 2").out
    assert by_moves == hoyle("zones", "five-mens-morris", "--position", "XO.............. X 4 4").out
    assert by_moves.startswith("Zones of Five men's morris, placing: XO")


def test_men_on_the_board_from_the_start_have_zones(hoyle: Hoyle) -> None:
    """No position need be given where contests begin with men on the board."""
    assert "1 2 3: 2 men, 3 locations, density 2/3" in words(hoyle("zones", "pong-hau-ki").out)


def test_rows_and_columns_are_the_edges_of_cells(hoyle: Hoyle) -> None:
    """In tic-tac-toe nobody goes from the centre to a corner in one step."""
    found = document(hoyle("zones", "tic-tac-toe", "--moves", "5", "--json"))
    assert found["stage"] is None
    assert zones_of(found, "player")["one-step"] == ["2 4 5 6 8"]
    assert "[4]|[X]|[6]" in hoyle("zones", "tic-tac-toe", "--moves", "5").out


def test_boards_in_space_work_by_edges(hoyle: Hoyle) -> None:
    """Layers are joined, and compactness goes by the two widest extents."""
    found = document(hoyle("zones", "qubic", "--moves", "1 64 17", "--json"))
    (zone,) = found["zones"]["player"]["one-step"]
    assert zone["locations"] == ["1", "2", "5", "17", "18", "21", "33"]
    assert zone["features"]["compactness"] == {"exact": "1/2", "float": 0.5}
    assert "one-step: 1 zone" in hoyle("zones", "qubic", "--moves", "1 64 17").out


def test_decimals_stand_for_fractions_of_millionths(hoyle: Hoyle) -> None:
    """Where locations lie on no grid, as in shisima, compactness is told to three places."""
    position = "X..XOOXO. X"
    told = words(hoyle("zones", "shisima", "--position", position).out)
    found = document(hoyle("zones", "shisima", "--position", position, "--json"))
    (zone,) = found["zones"]["opponent"]["one-step"]
    assert zone["features"]["compactness"]["exact"].endswith("/1000000")
    assert f"compactness {zone['features']['compactness']['float']:.3f}" in told


@pytest.mark.parametrize("given", [(), ("--moves", ""), ("--position", "......... X")])
def test_nobody_has_men(hoyle: Hoyle, given: tuple[str, ...]) -> None:
    """A sentence says so, and the document has no zones."""
    answer = hoyle("zones", "tic-tac-toe", *given)
    assert (answer.code, answer.err) == (0, "")
    assert "There are no men on the board, so there are no zones" in answer.out
    found = document(hoyle("zones", "tic-tac-toe", *given, "--json"))
    assert not any(zones for role in found["zones"].values() for zones in role.values())


def test_one_role_has_no_men(hoyle: Hoyle) -> None:
    """The zones of the other are shown, and a sentence says that it has none."""
    told = hoyle("zones", "tic-tac-toe", "--moves", "5").out
    assert "Opponent (O) has no men on the board, so it has no zones." in told
    assert "Player (X): 1 man" in told


@each_case(
    ("given", "named"),
    [
        (("othello",), "othello has no zones: its board has no lines"),
        (("nim", "--json"), "nim has no zones: its board has no lines"),
        (("nim", "--moves", "1:1"), "nim has no zones"),
        (("chess",), "'chess'"),
        (("five-mens-morris", "--position", "XX"), "position 'XX' has 2 locations; it needs 16"),
        (("five-mens-morris", "--position", ""), "position ''"),
        (("tic-tac-toe", "--position", "XXX...... O", "--json"), "'XXX...... O'"),
        (("five-mens-morris", "--moves", "1 1"), "'1' cannot be played"),
        (("tic-tac-toe", "--moves", "z"), "'z' cannot be played"),
        (("five-mens-morris", "--option", "flying"), "key=value"),
        ((), "GAME"),
    ],
)
def test_bad_input_is_one_line(hoyle: Hoyle, given: tuple[str, ...], named: str) -> None:
    """Whatever is wrong is named, with exit code 2 and nothing on stdout."""
    answer = hoyle("zones", *given)
    assert answer.is_refused()
    assert named in answer.err


def test_a_game_that_somebody_brought_is_drawn_without_harm(hoyle: Hoyle, tmp_path: Path) -> None:
    """Whatever its locations are called."""
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    answer = hoyle("zones", "odd", "--load", file, "--moves", "[a]")
    assert answer.code == 0
    assert "1 man, 3 locations, density 1/3, compactness 0, 1 line (1 long), path 2" in words(answer.out)
    assert "\x1b" not in answer.out


def test_a_line_of_one_location_leads_nowhere(hoyle: Hoyle, tmp_path: Path) -> None:
    """A board that has no other is one without lines."""
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    answer = hoyle("zones", "lone", "--load", file, "--moves", "[a]")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "lone has no zones" in answer.err
