"""The row of a contest."""

from typing import Any

import attrs
import pytest

from agents import get_advisors
from blackboard import Contest, Knowledge, Validity
from games import Outcome, Role, make_game
from scenarios.experiment.contest_rows import contest_of, contest_row
from scenarios.experiment.phases import PhaseContest
from scenarios.experiment.rows import ContestRow
from tests.support import decided

GAME = make_game("tic-tac-toe")
CONTEST = Contest("tic-tac-toe", ("1", "4", "2", "5", "3"), Outcome.PLAYER, "rules")
TOLD = PhaseContest(
    number=3,
    role=Role.PLAYER,
    other="random",
    contest=CONTEST,
    added=2,
    knowledge=Knowledge.of(GAME, {"notes": {"a": 1, "b": 2}, "more": {"c": 3}}),
    heard={"hoyle": [], "other": []},
    seconds=0.5,
)


def row(value: Outcome | None = Outcome.DRAW, **changes: Any) -> ContestRow:
    """Make the row of a contest that differs in some way."""
    told = attrs.evolve(TOLD, **changes)
    return contest_row(told, GAME, value, margin_ns=10, cell=1, run=2, phase=0)


def test_a_contest_comes_back_from_its_row() -> None:
    """So a run that was stopped can go through it again."""
    assert contest_of(GAME, row()) == CONTEST
    assert (row().cell, row().run, row().phase, row().contest) == (1, 2, 0, 3)
    assert (row().added, row().entries) == (2, 3)


@pytest.mark.parametrize(
    ("role", "value", "judged"),
    [
        (Role.PLAYER, Outcome.DRAW, ("player", 1, 1)),
        (Role.OPPONENT, Outcome.DRAW, ("opponent", -1, 0)),
        (Role.OPPONENT, Outcome.PLAYER, ("opponent", -1, 1)),
        (Role.OPPONENT, None, ("opponent", -1, None)),
        (None, Outcome.DRAW, ("none", None, None)),
    ],
)
def test_a_contest_is_judged_by_what_the_game_is_worth(
    role: Role | None, value: Outcome | None, judged: tuple[object, ...]
) -> None:
    """For Hoyle's role, where it has one; nobody is expert-like in a game whose value is not known."""
    made = row(value, role=role)
    assert (made.role, made.result, made.expert_like) == judged


def test_only_hoyles_own_decisions_are_counted() -> None:
    """And how good they were, where the game is solved."""
    decision = decided(get_advisors(["Victory"]), moves="1 4 2 5")
    made = row(heard={"hoyle": [decision], "other": [decision] * 2})
    assert (made.decisions, made.choices, made.correct) == (1, 1, 1)
    assert (made.decision_ns, made.work) == (
        decision.landed_ns,
        sum(each.work for each in decision.testimonies),
    )
    assert row(None, heard={"hoyle": [decision]}).correct is None


def test_whoever_was_late_makes_a_contest_doubtful() -> None:
    """Hoyle's opponent as well as Hoyle; in virtual time nobody is late."""
    decision = decided(get_advisors(["Victory"]), moves="1 4 2 5")
    late = attrs.evolve(decision, validity=Validity(lag_ns=11, overruns={"Panic": 7}, load=1.5))
    assert row(heard={"hoyle": [decision], "other": []}).lag_ns is None
    made = row(heard={"hoyle": [decision], "other": [late]})
    assert (made.lag_ns, made.overruns, made.overrun_ns, made.load, made.doubtful) == (11, 1, 7, 1.5, 1)
