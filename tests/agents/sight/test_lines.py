"""Winning lines: open, advanced, filled."""

from agents.sight.lines import count, gains, is_open, join_names, named, turns
from games import Role, make_game
from tests.support import played, tic_tac_toe

ME, YOU = Role.PLAYER, Role.OPPONENT
ROW = (0, 1, 2)


def test_a_line_is_open_to_a_role_while_the_other_is_not_on_it() -> None:
    """An empty line is open to both, a mixed one to nobody."""
    for cells, open_to in (
        ([None] * 3, {ME, YOU}),
        ([ME, None, None], {ME}),
        ([ME, None, YOU], set()),
    ):
        assert {role for role in Role if is_open(cells, ROW, role)} == open_to


def test_men_are_counted_and_turns_too() -> None:
    """Who has how many there, and how many are missing."""
    cells = [ME, None, ME]
    assert (count(cells, ROW, ME), count(cells, ROW, YOU), turns(cells, ROW)) == (2, 0, 1)


def test_a_move_gains_a_line_when_it_brings_a_man_there() -> None:
    """A slide along the line gains nothing, one onto it does."""
    assert gains([None, ME, None], [ME, ME, None], ROW, ME)
    assert not gains([None, ME, None], [ME, None, None], ROW, ME)
    assert not gains([None, ME, None], [YOU, ME, None], ROW, ME)


def test_lines_are_written_as_their_locations() -> None:
    """In the names that the game uses."""
    assert named(tic_tac_toe(), (0, 4, 8)) == "1-5-9"
    tsoro = make_game("tsoro-yematatu")
    assert named(tsoro, tsoro.winning_lines[0]) == "1-2-5"
    assert turns(tic_tac_toe().cells(played("1")), (0, 4, 8)) == 2


def test_names_are_listed_as_people_do() -> None:
    """One, two, or several."""
    assert [join_names(names) for names in ("3", "34", "345")] == ["3", "3 and 4", "3, 4 and 5"]
