"""The words that every game shares: roles and outcomes."""

from typing import Any

import pytest

from games import Game, Outcome, Role


def test_each_role_sits_across_from_the_other() -> None:
    """The other of the other is oneself."""
    assert Role.PLAYER.other is Role.OPPONENT
    assert all(role.other.other is role for role in Role)


def test_roles_have_titles() -> None:
    """A role is written as people write it."""
    assert [role.title for role in Role] == ["Player", "Opponent"]


def test_winner_and_win_for_undo_each_other() -> None:
    """Who wins the outcome that was made for a role is that role; a draw has no winner."""
    assert all(Outcome.win_for(role).winner is role for role in Role)
    assert Outcome.DRAW.winner is None


def test_a_game_without_rules_cannot_be_made() -> None:
    """Game is abstract."""
    with pytest.raises(TypeError, match="abstract"):
        Game()  # type: ignore[abstract]  # that is the point


def test_a_role_hashes_as_the_number_it_equals() -> None:
    """What is kept under a number is found under its role."""
    assert {0: "first", 1: "second"}[Role.OPPONENT] == "second"


@pytest.mark.parametrize("winner", ["X", "player", None, 0, 1])
def test_nobody_but_a_role_wins(winner: Any) -> None:
    """Whatever else is given would make somebody win without a word."""
    with pytest.raises(TypeError, match=r"is not a Role; the winner is Role\.PLAYER or Role\.OPPONENT"):
        Outcome.win_for(winner)
