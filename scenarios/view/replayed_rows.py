"""The state of every Advisor at an instant of a decision; client/replay.js computes the same."""

from collections.abc import Iterator, Sequence
from typing import Any

from blackboard import Event

_ENDS = ("finished", "timed out", "failed", "cancelled")


def count_at(events: Sequence[Event], ns: int) -> int:
    """Return how many events have happened by a time."""
    return sum(event["ns"] <= ns for event in events)


def rows_at(events: Sequence[Event], ns: int, count: int) -> list[dict[str, Any]]:
    """Return a row for every Advisor, in order of tier, rank and name, after the first `count` events."""
    rows = {row["advisor"]: row for row in _seats(events)}
    for event in events[:count]:
        if event.get("advisor") in rows:
            _apply(event, rows[event["advisor"]])
    for row in rows.values():
        if row["state"] == "thinking":
            row["used_ns"] = max(0, ns - row["started_ns"])
    return list(rows.values())


def _seats(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    seats = [event for event in events if event["event"] in ("started", "not started")]
    for seat in sorted(seats, key=lambda each: (each["tier"], each["rank"], each["advisor"])):
        yield {
            "advisor": seat["advisor"],
            "tier": seat["tier"],
            "budget_ns": seat["budget_ns"],
            "budget_work": seat.get("budget_work"),
            "state": "not started",
            "by": "",
            "limit": "",
            "reason": "",
            "started_ns": 0,
            "used_ns": 0,
            "work": 0,
            "spent_ns": 0,
            "comments": 0,
            "plans": 0,
            "last": "",
        }


def _apply(event: Event, row: dict[str, Any]) -> None:
    kind = event["event"]
    if kind == "started":
        row["state"], row["started_ns"] = "thinking", event["ns"]
    elif kind == "not started":
        row["limit"] = event.get("limit", "")
    elif kind == "comment":
        row["comments"] += 1
        row["work"] = max(row["work"], event.get("work", 0))
        row["last"] = _with_reason(f"{event['move']} gets {event['strength']}", event["reason"])
    elif kind == "plan":
        row["plans"] += 1
        row["work"] = max(row["work"], event.get("work", 0))
        row["last"] = _with_reason(f"plan {' '.join(event['moves'])}", event["purpose"])
    elif kind == "spent":
        row["spent_ns"] = event["spent_ns"]
    elif kind in _ENDS:
        row["state"], row["used_ns"] = kind, event["ns"] - row["started_ns"]
        row["work"], row["by"] = event["work"], event.get("by", "")
        row["limit"], row["reason"] = event.get("limit", ""), event.get("reason", "")


def _with_reason(what: str, why: str) -> str:
    return f"{what}: {why}" if why else what
