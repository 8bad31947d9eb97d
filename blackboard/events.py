"""Decisions told as events, and put together again from them."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from blackboard.records import Comment, Decision, Plan, State, Testimony

Event: TypeAlias = dict[str, Any]
"""What happened, as a flat record: `event` says what kind, `ns` when, from the start of the decision."""


def events_of(decision: Decision) -> list[Event]:
    """Tell a decision as events, by time, then by tier, rank and name."""
    told: list[Event] = []
    for testimony in decision.testimonies:
        told += _events_of_one(testimony, decision)
    told.sort(key=_when)
    return [_posed(decision), *told, _landed(decision)]


def _when(event: Event) -> int:
    return event["ns"]  # type: ignore[no-any-return]  # an event is a flat record of anything


def _posed(decision: Decision) -> Event:
    return {
        "event": "posed",
        "ns": 0,
        "game": decision.game,
        "options": dict(decision.options),
        "position": decision.position,
        "mover": decision.mover,
        "legal": decision.legal,
        "settings": decision.settings,
    }


def _events_of_one(testimony: Testimony, decision: Decision) -> list[Event]:
    if testimony.state is State.NOT_STARTED:
        return [_seated("not started", decision.landed_ns, testimony)]
    posts: list[Comment | Plan] = [*testimony.comments.values(), *testimony.plans]
    posts.sort(key=lambda each: each.ns)
    return [
        _seated("started", testimony.started_ns, testimony),
        *(_comment(post) if isinstance(post, Comment) else _plan(post) for post in posts),
        _ended(testimony, decision.by),
    ]


def _seated(event: str, ns: int, testimony: Testimony) -> Event:
    return {
        "event": event,
        "ns": ns,
        "advisor": testimony.advisor,
        "tier": testimony.tier,
        "rank": testimony.rank,
        "budget_ns": testimony.budget_ns,
    }


def _ended(testimony: Testimony, decider: str) -> Event:
    end: Event = {
        "event": testimony.state.value,
        "ns": testimony.ended_ns,
        "advisor": testimony.advisor,
        "work": testimony.work,
    }
    if testimony.reason:
        end["reason"] = testimony.reason
    if testimony.state is State.CANCELLED:
        end["by"] = decider
    return end


def _comment(post: Comment) -> Event:
    return {
        "event": "comment",
        "ns": post.ns,
        "advisor": post.advisor,
        "move": post.move,
        "strength": post.strength,
        "reason": post.reason,
    }


def _plan(post: Plan) -> Event:
    return {
        "event": "plan",
        "ns": post.ns,
        "advisor": post.advisor,
        "moves": post.moves,
        "purpose": post.purpose,
        "strength": post.strength,
    }


def _landed(decision: Decision) -> Event:
    return {
        "event": "landed",
        "ns": decision.landed_ns,
        "move": decision.move,
        "tier": decision.tier,
        "by": decision.by,
        "why": decision.why,
        "tally": dict(decision.tally),
        "removed": dict(decision.removed),
    }


def decisions_of(events: Iterable[Event]) -> Iterator[Decision]:
    """Put decisions together again; one that never landed is left out."""
    posed: Event = {}
    testimonies: dict[str, Testimony] = {}
    for event in events:
        match event["event"]:
            case "posed":
                posed, testimonies = event, {}
            case "landed":
                yield _decision(posed, event, testimonies.values())
            case _:
                _retell(event, testimonies)


def _retell(event: Event, testimonies: dict[str, Testimony]) -> None:
    name, kind, ns = event["advisor"], event["event"], event["ns"]
    if kind in ("started", "not started"):
        testimony = Testimony(name, event["tier"], event["rank"], event["budget_ns"])
        testimonies[name] = testimony
        if kind == "started":
            testimony.started_ns, testimony.state = ns, State.THINKING
        return
    testimony = testimonies[name]
    if kind == "comment":
        testimony.comments[event["move"]] = Comment(
            name, event["move"], event["strength"], event["reason"], ns
        )
    elif kind == "plan":
        plan = Plan(name, tuple(event["moves"]), event["purpose"], event["strength"], ns)
        testimony.plans += (plan,)
    else:
        testimony.state, testimony.ended_ns = State(kind), ns
        testimony.work, testimony.reason = event["work"], event.get("reason", "")


def _decision(posed: Event, landed: Event, testimonies: Iterable[Testimony]) -> Decision:
    return Decision(
        game=posed["game"],
        options=posed["options"],
        position=posed["position"],
        mover=posed["mover"],
        legal=tuple(posed["legal"]),
        move=landed["move"],
        tier=landed["tier"],
        by=landed["by"],
        why=landed["why"],
        tally=landed["tally"],
        removed=landed["removed"],
        testimonies=tuple(sorted(testimonies, key=lambda t: (t.tier, t.rank, t.advisor))),
        landed_ns=landed["ns"],
        settings=posed["settings"],
    )
