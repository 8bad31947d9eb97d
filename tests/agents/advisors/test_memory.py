"""Advisors that speak only from what was learned."""

import pytest

from agents import declared_items, get_advisors
from blackboard import Knowledge, State
from games import Outcome, make_game
from games.solving.solution import solve
from tests.support import decided, heard, played, reachable, strengths, tic_tac_toe, with_symmetries

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


def test_wiser_forces_a_known_win_that_lies_deeper() -> None:
    """After 1 2 a threat with 7 must be answered on 4, and then 5 is known to be won."""
    game = tic_tac_toe()
    states = {game.format_position(played("1 2 7 4 5")): "player"}
    decision = decided(MEMORY, moves="1 2", knowledge=Knowledge("tic-tac-toe", {"states": states}))
    wiser = heard(decision, "Wiser")
    assert strengths(wiser)["7"] == 10
    assert "forces a known win in 2 moves" in {each.reason for each in wiser.comments.values()}
    assert decision.by == "Wiser"


def test_wiser_forces_nothing_where_the_reply_is_free() -> None:
    """A known win two moves away is no reason to go there if the other need not follow."""
    game = tic_tac_toe()
    states = {game.format_position(played("5 2 1 9 3")): "player"}
    assert strengths(heard(decided(MEMORY, moves="5 2", knowledge=known_states(states)), "Wiser")) == {
        "1": 10
    }
    states = {game.format_position(played("1 5 9 2 7")): "player"}
    assert strengths(heard(decided(MEMORY, moves="1 5", knowledge=known_states(states)), "Wiser")) == {}


def known_states(states: dict[str, str]) -> Knowledge:
    """Know these positions of tic-tac-toe."""
    return Knowledge("tic-tac-toe", {"states": states})


@pytest.mark.parametrize("name", ["tic-tac-toe", "lose-tic-tac-toe", "tsoro-yematatu"])
def test_with_true_knowledge_they_are_never_wrong(name: str) -> None:
    """What Wiser insists on wins and what Sadder opposes loses, by the solved game."""
    game = make_game(name)
    solution = solve(game)
    positions = [each for each in reachable(game) if solution.value(each) != "draw"]
    values = {}
    for position in positions[::3]:
        winner = game.mover(position) if solution.value(position) == "win" else game.mover(position).other
        values[game.format_position(position)] = Outcome.win_for(winner).value
    learned = Knowledge.of(game, {"states": values})
    for position in list(reachable(game))[::61]:
        if len(game.legal_moves(position)) > 1:
            decision = decided(MEMORY, game=game, position=position, knowledge=learned, budgets=["1min"])
            for move in strengths(heard(decision, "Wiser")):
                assert solution.value(game.play(position, move)) == "loss"
            for move in strengths(heard(decision, "Sadder")):
                assert solution.value(game.play(position, move)) == "win"


def test_they_recognise_the_image_of_a_known_position() -> None:
    """With symmetries known, a win in one corner is a win in every corner."""
    game = tic_tac_toe()
    learned = with_symmetries(game, {"states": {AFTER_1: "player", AFTER_5: "opponent"}}).rekeyed(
        game, declared_items()
    )
    decision = decided(MEMORY, knowledge=learned)
    assert strengths(heard(decision, "Wiser")) == {"1": 10}
    assert strengths(heard(decision, "Sadder")) == {"5": 0}
    other = decided(MEMORY, game=game, moves="9 2", knowledge=learned)
    assert strengths(heard(other, "Wiser")) == {}


@pytest.mark.parametrize("budget", ["150us", "350us", "700us"])
def test_sadder_says_what_it_has_found_when_time_is_up(budget: str) -> None:
    """Cut short, it has opposed the losses it has come to."""
    lost = {f"{'.' * i}X{'.' * (8 - i)} O": "opponent" for i in range(9)}
    said = strengths(heard(decided(MEMORY, knowledge=known_states(lost), budgets=[budget]), "Sadder"))
    assert 0 < len(said) < 9
    assert set(said.values()) == {0}
