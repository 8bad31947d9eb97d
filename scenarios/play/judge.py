"""The judge: what a game is worth to each role, if it can be solved. Hoyle never asks it."""

from collections.abc import Iterable
from typing import Any

from blackboard import Decision
from games import BadOption, Game, Outcome, Role, TooLarge


def _solution(game: Game[Any]) -> Any:
    from agents.contestants.solved import solution_of  # noqa: PLC0415  # who only plays need not load a solver

    return solution_of(game)


def value_of(game: Game[Any]) -> Outcome | None:
    """Return how the game ends between two perfect contestants; None if it is too large to solve."""
    try:
        value: Outcome = _solution(game).outcome
    except TooLarge:
        return None
    return value


def result_for(outcome: Outcome, role: Role) -> int:
    """Return 1 if the role won, 0 if it drew, -1 if it lost."""
    return 0 if outcome.winner is None else 1 if outcome.winner is role else -1


def is_expert_like(outcome: Outcome, role: Role, value: Outcome) -> bool:
    """Return whether the outcome is at least as good for the role as the game's value."""
    return result_for(outcome, role) >= result_for(value, role)


def correct_choices(game: Game[Any], decisions: Iterable[Decision]) -> int:
    """Count the decisions for a move that a perfect contestant could have made."""
    solution = _solution(game)
    return sum(
        decision.move in solution.correct_moves(game.parse_position(decision.position))
        for decision in decisions
    )


def check_solved(game: Game[Any]) -> Outcome:
    """Return the value of a game; BadOption if it cannot be solved."""
    value = value_of(game)
    if value is None:
        raise BadOption(
            f"{game.name} cannot be solved, so no contest of it can be called expert-like;"
            " stop after a number of contests, or when knowledge is stable"
        )
    return value
