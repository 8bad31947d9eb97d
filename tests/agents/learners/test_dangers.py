"""Dangerous states: where somebody moved and lost, while no search could tell why in its time."""

from typing import Any

import pytest

from agents.learners.hindsight import DANGEROUS
from blackboard import Experience, Knowledge
from games import Game, Outcome, make_game
from tests.support import played, taught, tic_tac_toe, watched

LOST = "1 2 5 9 7 4 3"
"""Opponent answers the corner with a side, and loses; its last chance was its first move."""
LEARNERS = ("states_and_dangers", "last_chance_and_dangers")


def dangers(knowledge: Knowledge) -> dict[str, int]:
    """Return the dangerous states."""
    return dict(knowledge.item(DANGEROUS.name))


def lived(game: Game[Any]) -> Experience:
    """Live through the lost contest."""
    return watched(game, LOST)


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_search_that_is_not_finished_leaves_a_danger(learner: str) -> None:
    """It is the position that the loser moved into, and it is counted each time."""
    game = tic_tac_toe()
    known, _ = taught([learner], game, [lived(game)], calls=1000)
    assert dangers(known) == {known.key(game, played("1 2")): 1}
    again, _ = taught([learner], game, [lived(game)], calls=1000, knowledge=known)
    assert dangers(again) == {known.key(game, played("1 2")): 2}


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_search_that_is_finished_leaves_none(learner: str) -> None:
    """What it finds goes to the states."""
    game = tic_tac_toe()
    known, _ = taught([learner], game, [lived(game)])
    assert dangers(known) == {}
    assert known.item("states")[known.key(game, played("1 2"))] == "player"


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_danger_is_forgotten_once_a_search_tells(learner: str) -> None:
    """Here it is lost for certain, so that it is a significant state from then on."""
    game = tic_tac_toe()
    known, _ = taught([learner], game, [lived(game)], calls=1000)
    later, account = taught([learner], game, [lived(game)], knowledge=known)
    assert dangers(later) == {}
    assert [each.removed for each in account] == [0, 1]
    assert later.item("states")[known.key(game, played("1 2"))] == "player"


def test_a_danger_that_was_none_is_forgotten_too() -> None:
    """A complete search shows that nobody wins there."""
    game = tic_tac_toe()
    safe = played("1 5")
    text = Knowledge.of(game).key(game, safe)
    known = Knowledge.of(game, {DANGEROUS.name: {text: 3}})
    drawn = watched(game, "1 5 9 2 8 7 3 6 4")
    assert drawn.contest.outcome is Outcome.DRAW
    later, _ = taught(["states_and_dangers"], game, [drawn] * 8, knowledge=known)
    assert text not in dangers(later)


@pytest.mark.parametrize("learner", LEARNERS)
def test_what_is_known_to_be_drawn_is_no_danger(learner: str) -> None:
    """The error came later, so Leery has nothing to keep away from there."""
    game = tic_tac_toe()
    text = Knowledge.of(game).key(game, played("1 9 8"))
    lost = watched(game, "1 9 8 6 2 3")
    known, _ = taught([learner], game, [lost], calls=100)
    assert dangers(known) == {text: 1}
    drawn = Knowledge.of(game, {"states": {text: "draw"}})
    later, _ = taught([learner], game, [lost], calls=100, knowledge=drawn)
    assert dangers(later) == {}


def test_the_plain_learners_note_no_dangers() -> None:
    """Scenarios that were written before there were any stay as they are."""
    game = make_game("tic-tac-toe")
    known, _ = taught(["states"], game, [lived(game)], calls=1000)
    assert DANGEROUS.name not in known.items


def test_dangers_are_told_in_words() -> None:
    """Once, or so many times."""
    told = [DANGEROUS.tell(tic_tac_toe(), "", times) for times in (1, 2)]
    assert told == ["moving here lost", "moving here lost 2 times"]
