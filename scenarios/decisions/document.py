"""A decision as JSON, for `hoyle decide --json` and for pages. Its keys are a contract."""

from collections.abc import Mapping
from typing import Any

import attrs

from blackboard import LAST_TIER, Decision, Testimony
from control.limits.durations import NS_PER_MS
from scenarios.decisions.silence import silence_note


def decision_document(decision: Decision) -> dict[str, Any]:
    """Return a decision with all its testimonies as a document."""
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
        "silence": silence_note(decision) or None,
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
        "spent_ms": testimony.spent_ns / NS_PER_MS,
    }


def _plain(settings: Mapping[str, object]) -> dict[str, object]:
    return {key: dict(value) if isinstance(value, Mapping) else value for key, value in settings.items()}
