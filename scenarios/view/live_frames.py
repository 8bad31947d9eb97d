"""Frames: what has changed at a hearing since it was last looked at."""

from collections.abc import Iterable
from typing import Any

from blackboard import Comment, Plan, Testimony
from control import Seen


class Frames:
    """Looks at one hearing again and again, and tells what is new."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._told: dict[str, tuple[Any, ...]] = {}
        """By Advisor, what was told of it: its state, its work, and how much it had said."""

    def next(self) -> dict[str, Any]:
        """Look once more; whoever thinks on without a word has no row, for its time goes on by itself."""
        seen = self._seen
        ns, landing, testimonies = seen.ns(), seen.landing, seen.testimonies
        return {
            "ns": ns,
            "rows": [row for each in testimonies if (row := self._news_of(each)) is not None],
            "removed": dict(landing.removed),
            "landed": None
            if landing.move is None
            else {"move": landing.move, "by": landing.by, "ns": landing.ns},
        }

    def _news_of(self, testimony: Testimony) -> dict[str, Any] | None:
        t = testimony
        before = self._told.get(t.advisor)
        now = (t.state, t.work, len(t.comments), len(t.plans), t.reason)
        if now == before:
            return None
        self._told[t.advisor] = now
        comments, plans = (before[2], before[3]) if before else (0, 0)
        return {
            "advisor": t.advisor,
            "tier": t.tier,
            "rank": t.rank,
            "budget_ns": t.budget_ns,
            "budget_work": t.budget_work,
            "state": t.state.value,
            "started_ns": t.started_ns,
            "ended_ns": t.ended_ns,
            "work": t.work,
            "reason": t.reason,
            "limit": t.limit,
            "comments": [comment_document(each) for each in list(t.comments.values())[comments:]],
            "plans": [plan_document(each) for each in t.plans[plans:]],
        }


def comment_document(comment: Comment) -> dict[str, Any]:
    """Tell a comment."""
    return {
        "move": comment.move,
        "strength": comment.strength,
        "reason": comment.reason,
        "ns": comment.ns,
        "work": comment.work,
    }


def plan_document(plan: Plan) -> dict[str, Any]:
    """Tell a plan."""
    return {"moves": list(plan.moves), "purpose": plan.purpose, "strength": plan.strength, "ns": plan.ns}


def merge_frames(frames: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Make one frame of several in a row, which tells all that they told."""
    rows: dict[str, dict[str, Any]] = {}
    last: dict[str, Any] = {}
    for frame in frames:
        last = frame
        for row in frame["rows"]:
            before = rows.get(row["advisor"])
            said = {key: [*(before[key] if before else []), *row[key]] for key in ("comments", "plans")}
            rows[row["advisor"]] = {**row, **said}
    return {**last, "rows": list(rows.values())}
