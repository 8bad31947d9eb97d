"""What can go wrong, in words."""

import pytest

from games import (
    BadFile,
    BadOption,
    BadPlugin,
    BadPosition,
    DuplicateName,
    HoyleError,
    IllegalMove,
    TooLarge,
    UnknownName,
    in_words,
)


@pytest.mark.parametrize(
    "error", [UnknownName, DuplicateName, BadOption, BadPosition, IllegalMove, TooLarge, BadFile, BadPlugin]
)
def test_one_tree(error: type[Exception]) -> None:
    """Every error has the one base."""
    assert issubclass(error, HoyleError)


def test_unknown_name_says_the_remedy() -> None:
    """A name that is like no other gets no hint."""
    error = UnknownName.of("game", "chess", ["tic-tac-toe"], "hoyle games lists them")
    assert str(error) == "no game is named 'chess'; hoyle games lists them"


def test_unknown_name_hints_at_the_nearest() -> None:
    """A slip of the pen is answered with what was meant."""
    error = UnknownName.of("game", "tictactoe", ["tic-tac-toe"], "hoyle games lists them")
    assert "(did you mean 'tic-tac-toe'?)" in str(error)


def test_any_error_fits_one_line() -> None:
    """Line breaks in an error's own words do not get out."""
    assert in_words(ValueError("one\n  two")) == "ValueError: one two"
