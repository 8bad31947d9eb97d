"""The JSON documents of the command line: their keys are a contract."""

import inspect
from typing import Any

from agents import Advisor, Learner, summary
from agents.rosters import rosters_of
from blackboard import LAST_TIER
from games import Game, draw_text
from scenarios.play.voices import voices_of


def game_document(game: Game[Any], value: str | None) -> dict[str, Any]:
    """Describe a game; its value is known after it is solved."""
    return {
        "name": game.name,
        "title": game.title,
        "locations": len(game.board.locations),
        "family": game.family,
        "solved": value is not None,
        "value": value,
        "lines": len(game.board.lines),
        "winning_lines": len(game.winning_lines),
        "voices": None if (voices := voices_of(game)) is None else voices.document,
        "options": dict(game.options),
        "rules": game.rules,
        "picture": draw_text(game.board, game.cells(game.initial())),
    }


def advisor_document(advisor: type[Advisor], tier: int, rank: float) -> dict[str, Any]:
    """Describe an Advisor."""
    return {
        "name": advisor.name,
        "tier": tier,
        "rank": rank if rank or tier < LAST_TIER else None,
        "budget_ms": advisor.budget_ms,
        "placement": advisor.placement,
        "makes_plans": advisor.makes_plans,
        "supports": advisor.supports,
        "opposes": advisor.opposes,
        "rosters": rosters_of(advisor.name, "advisors"),
        "knowledge": list(advisor.knowledge),
        "summary": summary(advisor),
    }


def learner_document(learner: type[Learner], *, is_usual: bool, is_declared: bool) -> dict[str, Any]:
    """Describe a learner."""
    return {
        "name": learner.name,
        "item": learner.item,
        "items": list(learner.items),
        "stage": learner.stage,
        "rosters": rosters_of(learner.name, "learners"),
        "declared": is_declared,
        "trigger": learner.trigger,
        "budget_ms": learner.budget_ms,
        "bound": learner.bound,
        "usual": is_usual,
        "summary": first_line(learner),
    }


def first_line(documented: type) -> str:
    """Return the first line of a class's own docstring."""
    own = vars(documented).get("__doc__")
    return inspect.cleandoc(own).splitlines()[0] if own else ""
