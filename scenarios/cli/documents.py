"""The JSON documents of the command line: their keys are a contract."""

import inspect
from collections.abc import Mapping
from typing import Any

import attrs

from agents import Advisor, Learner, summary
from agents.rosters import rosters_of
from blackboard import LAST_TIER, Decision, Testimony
from games import Game, draw_text
from scenarios.cli.voices import voices_of

NS_PER_MS = 1_000_000


def game_document(game: Game[Any], value: str | None) -> dict[str, Any]:
    """Describe a game; its value is known once it has been solved."""
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


def decision_document(decision: Decision) -> dict[str, Any]:
    """Describe a decision and all that was said."""
    return {
        "game": decision.game,
        "position": decision.position,
        "mover": decision.mover,
        "move": decision.move,
        "tier": decision.tier,
        "by": decision.by,
        "why": decision.why,
        "legal": list(decision.legal),
        "tally": dict(decision.tally),
        "removed": dict(decision.removed),
        "landed_ms": decision.landed_ns / NS_PER_MS,
        "validity": None if decision.validity is None else attrs.asdict(decision.validity),
        "settings": _plain(decision.settings),
        "advisors": {testimony.advisor: _testimony(testimony) for testimony in decision.testimonies},
    }


def _testimony(testimony: Testimony) -> dict[str, Any]:
    return {
        "tier": testimony.tier,
        "rank": testimony.rank if testimony.rank or testimony.tier < LAST_TIER else None,
        "state": testimony.state.value,
        "limit": testimony.limit,
        "reason": testimony.reason,
        "comments": [
            {"move": c.move, "strength": c.strength, "reason": c.reason, "at_ms": c.ns / NS_PER_MS}
            for c in testimony.comments.values()
        ],
        "plans": [
            {"moves": list(p.moves), "purpose": p.purpose, "strength": p.strength, "at_ms": p.ns / NS_PER_MS}
            for p in testimony.plans
        ],
        "budget_ms": testimony.budget_ns / NS_PER_MS,
        "budget_work": testimony.budget_work,
        "started_ms": testimony.started_ns / NS_PER_MS,
        "elapsed_ms": testimony.elapsed_ns / NS_PER_MS,
        "waited_ms": testimony.waited_ns / NS_PER_MS,
        "was_killed": testimony.was_killed,
        "work": testimony.work,
    }


def _plain(settings: Mapping[str, object]) -> dict[str, object]:
    return {key: dict(value) if isinstance(value, Mapping) else value for key, value in settings.items()}
