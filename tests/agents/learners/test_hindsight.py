"""Hindsight: what a contest that somebody lost teaches."""

from functools import cache
from typing import Any

import pytest

from agents import LEARNERS, Lesson, Streams
from agents.learner import Page
from agents.learners.hindsight import last_chances
from blackboard import Knowledge, State
from games import Game, Outcome, Role, make_game
from games.solving.solution import Solution, solve
from tests.agents.test_learner import Calls
from tests.support import (
    played,
    random_contests,
    taught,
    tic_tac_toe,
    watched,
    with_symmetries,
)

SOLVED = ["tic-tac-toe", "lose-tic-tac-toe", "tsoro-yematatu", "pong-hau-ki", "achi"]


@cache
def solved(name: str) -> tuple[Game[Any], Solution]:
    """Solve a game, which no learner may."""
    game = make_game(name)
    return game, solve(game)


def winner(solution: Solution, position: Any) -> Role | None:
    """Return who wins a position if both play perfectly."""
    mover = solution.game.mover(position)
    return {"win": mover, "loss": mover.other, "draw": None}[solution.value(position)]


def are_true(knowledge: Knowledge, solution: Solution) -> bool:
    """Does everything that is known agree with the solved game?"""
    game, states = solution.game, knowledge.item("states")
    return all(
        Outcome(known).winner is winner(solution, game.parse_position(text)) for text, known in states.items()
    )


@pytest.mark.parametrize("learner", ["states", "last_chance"])
@pytest.mark.parametrize("name", SOLVED)
def test_what_it_learns_is_true(name: str, learner: str) -> None:
    """After random contests every state that it recorded has its game-theoretic value."""
    game, solution = solved(name)
    knowledge, account = taught([learner], game, random_contests(game, 12), calls=4000)
    assert knowledge.item("states")
    assert are_true(knowledge, solution)
    assert all(each.state is not State.FAILED for each in account)


@pytest.mark.parametrize("calls", [1, 7, 40, 150, 600])
@pytest.mark.parametrize("name", SOLVED)
def test_cut_short_it_learns_less_and_nothing_false(name: str, calls: int) -> None:
    """However few questions it may ask, what it has noted is true, and can be kept."""
    game, solution = solved(name)
    knowledge, account = taught(["states"], game, random_contests(game, 20), calls=calls)
    assert {each.state for each in account} <= {State.FINISHED, State.TIMED_OUT}
    assert are_true(knowledge, solution)
    assert Knowledge.from_bytes(knowledge.to_bytes()) == knowledge


@pytest.mark.parametrize("name", ["tic-tac-toe", "tsoro-yematatu"])
def test_what_it_learns_under_symmetry_is_true_too(name: str) -> None:
    """With the true symmetries known, facts about images are facts."""
    game, solution = solved(name)
    known = with_symmetries(game)
    knowledge, _ = taught(["states"], game, random_contests(game, 12), knowledge=known, calls=4000)
    assert are_true(knowledge, solution)
    plain, _ = taught(["states"], game, random_contests(game, 12), calls=4000)
    assert 0 < len(knowledge.item("states")) < len(plain.item("states"))


DRAWN = "1 2 3 5 8 6 4 7 9"


def test_a_draw_teaches_nothing_to_who_looks_for_a_last_chance() -> None:
    """Nobody lost, so nobody had one."""
    drawn = watched(tic_tac_toe(), DRAWN)
    assert taught(["last_chance"], tic_tac_toe(), [drawn])[0].item("states") == {}


def test_a_draw_teaches_what_could_have_been_lost() -> None:
    """Backed up from the end to the first position that somebody could have lost, and no further."""
    drawn = watched(tic_tac_toe(), DRAWN)
    known = taught(["states"], tic_tac_toe(), [drawn])[0].item("states")
    assert known == {"XOXXOOOX. X": "draw", "XOXXOO.X. O": "draw", "XOXXOO.XO X": "player"}


def test_draw_after_draw_teaches_more() -> None:
    """What is known is not looked at again, so the same contest goes back further each time."""
    drawn = watched(tic_tac_toe(), DRAWN)
    sizes = [len(taught(["states"], tic_tac_toe(), [drawn] * n)[0].item("states")) for n in (1, 2, 3, 4)]
    assert sizes == sorted(set(sizes))


def test_it_finds_the_error_of_the_loser() -> None:
    """Opponent answers a corner with a side and loses: that answer is known to be lost from then on."""
    game = tic_tac_toe()
    knowledge, _ = taught(["states"], game, [watched(game, "1 2 5 9 7 4 3")])
    assert knowledge.item("states")[knowledge.key(game, played("1 2"))] == "player"
    assert knowledge.key(game, played("1")) not in knowledge.item("states")


def test_the_last_chance_is_where_two_moves_did_not_lose_soon() -> None:
    """Moves that lose at once or to the next reply are no choice; from there it goes back turn by turn."""
    game = tic_tac_toe()
    experience = watched(game, "1 2 5 9 7 4 3")
    lesson = Lesson(
        game,
        [experience],
        Knowledge.of(game),
        Streams(0),
        pages={"states": Page(room=99)},
        meter=Calls(10_000),
    )
    found = list(last_chances(lesson, Role.OPPONENT))
    assert found == [played("1")]
    won = Lesson(
        game,
        [watched(game, "1 5 2 3 4 7")],
        Knowledge.of(game),
        Streams(0),
        pages={"states": Page(room=99)},
        meter=Calls(10_000),
    )
    assert list(last_chances(won, Role.PLAYER)) == [played("1 5"), played("")]


def test_the_tutorials_way_looks_no_further_back() -> None:
    """Last chance stops at the first position it looks at; hindsight goes on while that was lost already."""
    game = make_game("lose-tic-tac-toe")
    lived = [watched(game, "7 1 8 2 9")]
    patient, hasty = (taught([name], game, lived)[0].item("states") for name in ("states", "last_chance"))
    assert len(hasty) < len(patient)


def test_what_was_known_shortens_the_search() -> None:
    """A contest whose error is known already teaches nothing new, with a small part of the questions."""
    game = tic_tac_toe()
    lost = watched(game, "1 2 5 9 7 4 3")
    knowledge, first = taught(["states"], game, [lost])
    again, second = taught(["states"], game, [lost], knowledge=knowledge)
    assert again == knowledge
    assert (first[0].added > 0, second[0].added, second[0].changed) == (True, 0, 0)


def test_a_full_item_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound holds from contest to contest."""
    monkeypatch.setattr("agents.learners.hindsight.Hindsight.bound", 25)
    game = tic_tac_toe()
    knowledge, account = taught(["states"], game, random_contests(game, 20))
    assert len(knowledge.item("states")) == 25
    assert sum(each.added for each in account) == 25


def test_states_are_told_in_words() -> None:
    """Who wins, or that nobody does."""
    tell = LEARNERS["states"]().tell
    assert [tell(tic_tac_toe(), "", each) for each in ("player", "opponent", "draw")] == [
        "Player wins", "Opponent wins", "a draw",
    ]  # fmt: skip
