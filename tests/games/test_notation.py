"""How men, positions and refused moves are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadPosition, Role
from games.notation import read_cells, refusal, write_cells

cells = st.lists(st.sampled_from([Role.PLAYER, Role.OPPONENT, None]), min_size=1, max_size=64)


@given(cells, st.sampled_from(Role))
def test_round_trip(men: list[Role | None], mover: Role) -> None:
    """What was written is read back, on a board of any size."""
    assert read_cells(write_cells(men, mover), len(men)) == (men, mover)


@pytest.mark.parametrize(
    "text",
    [
        "X.XOO....",
        "x-xoo____",
        "X.X OO. ...",
        "X.X/OO./...",
        " X.X / OO. / ... ",
        "X.XOO.... X",
        "X.X OO. ... x",
    ],
)
def test_people_write_in_many_ways(text: str) -> None:
    """Lower case, other signs for nobody, and blanks or slashes between rows are all understood."""
    player, opponent = Role.PLAYER, Role.OPPONENT
    men, mover = read_cells(text, 9)
    assert men == [player, None, player, opponent, opponent, None, None, None, None]
    assert mover in (None, player)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X.X", "has 3 locations; it needs 9"),
        ("", "has 0 locations; it needs 9"),
        ("X.XOO....X", "has 10 locations; it needs 9"),
        ("X.XOO.... XX", "has 11 locations; it needs 9"),
        ("X.XQO....", "'Q' has no meaning"),
        ("X.XOO.... .", "'.' is not a mover"),
        ("X.XOO.... Q", "'Q' is not a mover"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, message: str) -> None:
    """One line names what is wrong."""
    with pytest.raises(BadPosition, match=message) as caught:
        read_cells(text, 9)
    assert "\n" not in str(caught.value)


def test_refusal_names_the_move_and_the_remedy() -> None:
    """The legal moves are listed."""
    error = refusal("5", "location 5 is taken", ("1", "2"))
    assert str(error) == "'5' cannot be played: location 5 is taken; legal moves: 1, 2"


def test_refusal_of_anything_is_one_short_line() -> None:
    """A move may be any object at all."""
    text = str(refusal(["long"] * 1000, "a move must be a string", ()))
    assert "\n" not in text
    assert len(text) < 120
