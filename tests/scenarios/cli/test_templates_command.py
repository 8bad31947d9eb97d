"""Drawing the templates of a board."""

from collections import Counter
from pathlib import Path

from tests.scenarios.conftest import Hoyle, document
from tests.support import each_case

FIRST = """\
line 1-2, 8 placements
(1)---------(2)----------3
 |           |           |
 |     4-----5-----6     |
 |     |           |     |
 7-----8           9-----10
 |     |           |     |
 |     11----12----13    |
 |           |           |
 14----------15----------16
"""
ODD = """
from games import Board, Location, PlacingGame

board = Board([Location("[a]", 0, 0), Location("b\\x1b", 1, 0), Location("c", 2, 0)], [(0, 1, 2)], "points")
odd = PlacingGame(name="odd", title="Odd \\x1b[31m", rules="", board=board)
"""


def test_the_document_lists_one_of_each_class(hoyle: Hoyle) -> None:
    """With its shape, its locations in the order of drawing, and all its placements."""
    found = document(hoyle("templates", "five-mens-morris", "--json"))
    assert Counter(each["shape"] for each in found) == {"line": 5, "square": 1, "diagonal": 1, "L": 6}
    assert sum(len(each["placements"]) for each in found) == 67
    assert all(each.keys() == {"shape", "locations", "placements"} for each in found)
    (square,) = (each for each in found if each["shape"] == "square")
    assert square == {
        "shape": "square",
        "locations": ["4", "6", "13", "11"],
        "placements": [["4", "6", "13", "11"]],
    }


def test_templates_are_drawn_side_by_side(hoyle: Hoyle) -> None:
    """Each under its name, with what it marks in brackets, and all of them counted."""
    told = hoyle("templates", "five-mens-morris").out
    lines = told.splitlines()
    assert lines[0].startswith("Five men's morris, field of view 4: 13 templates, 67 placements (5 lines")
    assert [line[:27].rstrip() for line in lines[2:12]] == FIRST.splitlines()
    assert lines[2].split("placements")[1].strip() == "line 1-3, 4"
    assert told.count("placement") == 14


def test_cells_are_marked_too(hoyle: Hoyle) -> None:
    """On boards of cells by brackets of their own."""
    assert "[1]|[2]| 3" in hoyle("templates", "tic-tac-toe").out


def test_the_field_of_view_can_be_chosen(hoyle: Hoyle) -> None:
    """A whole number of units or not."""
    numbers = {
        field: len(document(hoyle("templates", "nine-mens-morris", "--field", field, "--json")))
        for field in (1, 2.9, 3, 5)
    }
    assert numbers == {1: 3, 2.9: 16, 3: 17, 5: 22}


def test_without_lines_there_are_none(hoyle: Hoyle) -> None:
    """One line says so, and the document is empty."""
    assert hoyle("templates", "othello").out == (
        "Othello: the board has no drawn lines, so it has no templates.\n"
    )
    assert document(hoyle("templates", "othello", "--json")) == []


@each_case(
    ("words", "named"),
    [
        (("qubic",), "templates need a board in the plane"),
        (("tic-tac-toe-3d", "--json"), "templates need a board in the plane"),
        (("five-mens-morris", "--field", "0.9"), "the field of view is 0.9"),
        (("five-mens-morris", "--field", "-3"), "the field of view is -3"),
        (("five-mens-morris", "--field", "wide"), "'wide'"),
        (("five-mens-morris", "--field", "nan"), "the field of view is nan"),
        (("othello", "--field", "0"), "the field of view is 0"),
        (("chess",), "'chess'"),
        (("five-mens-morris", "--option", "flying"), "key=value"),
    ],
)
def test_bad_input_is_one_line(hoyle: Hoyle, words: tuple[str, ...], named: str) -> None:
    """Whatever is wrong is named, with exit code 2 and nothing on stdout."""
    answer = hoyle("templates", *words)
    assert answer.is_refused()
    assert named in answer.err


def test_a_game_that_somebody_brought_is_drawn_without_harm(hoyle: Hoyle, tmp_path: Path) -> None:
    """Whatever its locations are called."""
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    answer = hoyle("templates", "odd", "--load", file)
    assert answer.code == 0
    assert "line [a]-c, 1 placement" in answer.out
    assert "\x1b" not in answer.out
