"""Advisors that speak only from what was learned."""

import pytest

from agents import get_advisors
from blackboard import Knowledge, State
from tests.support import decided, heard, strengths

MEMORY = get_advisors(["Wiser", "Sadder"])
AFTER_1 = "X........ O"
AFTER_5 = "....X.... O"


def known(**states: str) -> Knowledge:
    """Know how these positions end."""
    places = {"corner": AFTER_1, "centre": AFTER_5, "elsewhere": "XO....... X"}
    return Knowledge("tic-tac-toe", {"states": {places[name]: outcome for name, outcome in states.items()}})


@pytest.mark.parametrize("knowledge", [None, Knowledge("tic-tac-toe"), known()])
def test_without_knowledge_they_are_silent(knowledge: Knowledge | None) -> None:
    """Who has learned nothing has nothing to say, and works for nothing."""
    decision = decided(MEMORY, knowledge=knowledge)
    assert [strengths(each) for each in decision.testimonies] == [{}, {}]
    assert {each.state for each in decision.testimonies} == {State.FINISHED}


def test_wiser_insists_on_known_wins() -> None:
    """A move to a position that is known to be won for the mover is insisted on, and decides."""
    decision = decided(MEMORY, knowledge=known(corner="player", centre="opponent"))
    assert strengths(heard(decision, "Wiser")) == {"1": 10}
    assert (decision.move, decision.tier, decision.by) == ("1", 1, "Wiser")


def test_sadder_opposes_known_losses() -> None:
    """A move to a position that is known to be lost for the mover is opposed, and removed."""
    decision = decided(MEMORY, knowledge=known(centre="opponent", corner="draw"))
    assert strengths(heard(decision, "Sadder")) == {"5": 0}
    assert strengths(heard(decision, "Wiser")) == {}
    assert decision.removed == {"5": "Sadder"}


def test_what_is_known_of_other_positions_does_not_matter() -> None:
    """They speak of positions one move away only."""
    decision = decided(MEMORY, knowledge=known(elsewhere="player"))
    assert [strengths(each) for each in decision.testimonies] == [{}, {}]


def test_a_win_is_the_movers_own() -> None:
    """What Player wins Opponent avoids."""
    states = Knowledge("tic-tac-toe", {"states": {"XO....... X": "player", "X...O.... X": "opponent"}})
    decision = decided(MEMORY, moves="1", knowledge=states)
    assert strengths(heard(decision, "Wiser")) == {"5": 10}
    assert strengths(heard(decision, "Sadder")) == {"2": 0}


def test_damaged_knowledge_is_their_own_failure() -> None:
    """A word that is no outcome makes them fail, and the decision lands without them."""
    decision = decided(MEMORY, knowledge=known(corner="victory"))
    assert {each.state for each in decision.testimonies} == {State.FAILED}
    assert decision.move in decision.legal
