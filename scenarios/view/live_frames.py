"""Frames: the changes of a hearing since the previous frame."""

from collections.abc import Iterable
from typing import Any

from blackboard import Comment, Plan, Testimony
from control import Seen


class Frames:
    """Samples one hearing and returns what is new each time."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._sent: dict[str, tuple[Any, ...]] = {}
        """By Advisor, what was last sent: its state, its work, and the number of its posts."""

    def next(self) -> dict[str, Any]:
        """Return the next frame. Unchanged Advisors get no row; the client advances their clocks."""
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
        before = self._sent.get(t.advisor)
        now = (t.state, t.work, len(t.comments), len(t.plans), t.reason, t.spent_ns)
        if now == before:
            return None
        self._sent[t.advisor] = now
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
            "spent_ns": t.spent_ns,
            "reason": t.reason,
            "limit": t.limit,
            "comments": [comment_document(each) for each in list(t.comments.values())[comments:]],
            "plans": [plan_document(each) for each in t.plans[plans:]],
        }


def comment_document(comment: Comment) -> dict[str, Any]:
    """Return a comment as a document."""
    return {
        "move": comment.move,
        "strength": comment.strength,
        "reason": comment.reason,
        "ns": comment.ns,
        "work": comment.work,
    }


def plan_document(plan: Plan) -> dict[str, Any]:
    """Return a plan as a document."""
    return {"moves": list(plan.moves), "purpose": plan.purpose, "strength": plan.strength, "ns": plan.ns}


def merge_frames(frames: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Merge consecutive frames into one with all their news."""
    rows: dict[str, dict[str, Any]] = {}
    last: dict[str, Any] = {}
    for frame in frames:
        last = frame
        for row in frame["rows"]:
            before = rows.get(row["advisor"])
            said = {key: [*(before[key] if before else []), *row[key]] for key in ("comments", "plans")}
            rows[row["advisor"]] = {**row, **said}
    return {**last, "rows": list(rows.values())}
