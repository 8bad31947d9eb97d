"""Conformance: all there is keeps its contract, and the checks find what does not."""

from collections.abc import Callable
from typing import Any

import pytest

from agents import BUNDLED, Advisor, Deliberation
from control import PARADIGMS, Paradigm, Poll, Tally, check_advisor, check_paradigm
from games import Game, game_names, make_game
from tests.support import advisor, each_case, says, tic_tac_toe, works

SMALL = [make_game(name) for name in game_names()]


@pytest.mark.parametrize("bundled", BUNDLED, ids=lambda each: each.name)
def test_every_bundled_advisor_conforms(bundled: type[Advisor]) -> None:
    """No Advisor that comes with Hoyle fails or says other things when asked again, in any game."""
    assert check_advisor(bundled, SMALL) == []


@each_case("paradigm", PARADIGMS.values(), ids=lambda each: each.name)
def test_every_paradigm_conforms(paradigm: Paradigm) -> None:
    """Every paradigm is a pure count of its poll in which silence and order change nothing."""
    assert check_paradigm(paradigm) == []


def test_a_slow_advisor_is_found() -> None:
    """An Advisor that never finishes within its own budget is told to post early."""
    slow = advisor("Slow", works(10_000), says("1", 6))
    assert "within its budget" in check_advisor(slow, [tic_tac_toe()])[0]


def test_an_advisor_with_a_memory_is_found() -> None:
    """An Advisor that says other things after it has been asked before is told to keep nothing."""

    class Elephant(Advisor):
        """Count how often it was asked."""

        asked = 0

        async def advise(self, think: Deliberation) -> None:
            """Say how often."""
            self.asked += 1
            await think.comment(think.moves[0], 6, f"asked {self.asked} times")

    (finding,) = check_advisor(Elephant, [tic_tac_toe()])
    assert "keep nothing between decisions" in finding
    assert "other positions" in finding


def test_a_declaration_that_cannot_be_meant_is_the_only_finding() -> None:
    """An Advisor that cannot take part is not asked at all."""
    assert check_advisor(advisor("Odd", tier=9), [tic_tac_toe()]) == [
        "Advisor 'Odd' has tier 9; tiers are 1, 2 and 3"
    ]


def nothing(_: Poll) -> Tally:
    """Count nobody."""
    return {}


def not_a_number(poll: Poll) -> Tally:
    """Give everything to everybody."""
    return dict.fromkeys(poll.moves, float("inf"))


def by_order(poll: Poll) -> Tally:
    """Hear only whoever is listed first."""
    first = next((said for said in poll.opinions.values() if said), {})
    return {move: first[move].strength if move in first else 5 for move in poll.moves}


def by_heads(poll: Poll) -> Tally:
    """Let the number of those present decide."""
    return {move: i * (-1) ** len(poll.opinions) for i, move in enumerate(poll.moves)}


def spoils(poll: Poll) -> Tally:
    """Change the poll."""
    opinions: Any = poll.opinions
    opinions["Nobody"] = {}
    return dict.fromkeys(poll.moves, 0)


def raises(poll: Poll) -> Tally:
    """Fail."""
    raise ValueError(f"{len(poll.moves)} is too many")


@each_case(
    ("tally", "finding"),
    [
        (nothing, "does not tally exactly the moves"),
        (not_a_number, "finite number"),
        (by_order, "order in which the Advisors are listed"),
        (by_heads, "lets a silent Advisor change the choice"),
        (spoils, "changes the poll"),
        (raises, "raises ValueError"),
    ],
)
def test_a_paradigm_that_breaks_its_contract_is_found(tally: Callable[[Poll], Tally], finding: str) -> None:
    """Each way to go wrong is told in words."""
    assert any(finding in each for each in check_paradigm(Paradigm("odd", "odd", tally)))


def test_the_games_to_check_on_are_all_there_are() -> None:
    """Advisors are checked on every registered game."""
    assert {each.name for each in SMALL} == set(game_names())
    assert all(isinstance(each, Game) for each in SMALL)
