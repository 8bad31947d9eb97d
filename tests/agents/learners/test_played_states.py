"""Played states: what memory alone, and a look of two plies, can be sure of."""

import pytest

from blackboard import State
from games import make_game
from tests.agents.learners.test_hindsight import SOLVED, are_true, solved
from tests.support import random_contests, taught, with_symmetries


@pytest.mark.parametrize("name", SOLVED)
def test_what_it_learns_is_true(name: str) -> None:
    """After random contests every state that it recorded has its game-theoretic value."""
    game, solution = solved(name)
    knowledge, account = taught(["played_states"], game, random_contests(game, 40))
    assert knowledge.item("states")
    assert are_true(knowledge, solution)
    assert all(each.state is State.FINISHED for each in account)


@pytest.mark.parametrize("name", SOLVED)
def test_it_keeps_only_positions_that_were_played(name: str) -> None:
    """Nothing is known of a position that was never on the board, and nothing of the end of a contest."""
    game = make_game(name)
    contests = list(random_contests(game, 40))
    knowledge, _ = taught(["played_states"], game, contests)
    met = {game.format_position(position) for each in contests for position in each.positions[:-1]}
    assert set(knowledge.item("states")) <= met


def test_certainty_grows_back_contest_by_contest() -> None:
    """What one contest has taught lets a later one be sure two plies earlier."""
    game = make_game("lose-tic-tac-toe")
    contests = list(random_contests(game, 300))
    few, _ = taught(["played_states"], game, contests[:30])
    many, _ = taught(["played_states"], game, contests)
    earliest = [
        min(sum(letter in "XO" for letter in text) for text in known.item("states")) for known in (few, many)
    ]
    assert earliest[1] < earliest[0]


def test_a_contest_teaches_no_more_than_it_has_plies() -> None:
    """Of lose tic-tac-toe one lost contest leaves a few entries; hindsight with its 10 s leaves them all."""
    game = make_game("lose-tic-tac-toe")
    lessons = [
        [len(taught([name], game, [each])[0].item("states")) for name in ("played_states", "states")]
        for each in random_contests(game, 12)
    ]
    assert 0 < max(memory for memory, _ in lessons) < 9
    assert max(search for _, search in lessons) == 3556


def test_under_symmetry_it_is_true_too() -> None:
    """With the true symmetries known, facts about images are facts."""
    game, solution = solved("lose-tic-tac-toe")
    known, _ = taught(["played_states"], game, random_contests(game, 40), knowledge=with_symmetries(game))
    assert len(known.item("states")) > 0
    assert are_true(known, solution)
