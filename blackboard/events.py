"""Decisions as events: how to write them, and how to rebuild decisions from events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

import attrs

from blackboard.conditions import Conditions
from blackboard.event_forms import FieldCheck, checks_of
from blackboard.testimony import Comment, Decision, Plan, State, Testimony, Validity

Event: TypeAlias = dict[str, Any]
"""An event as a flat record: `event` is the kind, `ns` the time since the start of the decision."""

EventRow: TypeAlias = tuple[Any, ...]
"""An event without field names: the kind, the time, then the values that FIELDS names."""

_SEAT = ("advisor", "tier", "rank", "budget_ns", "budget_work", "makes_plans")
_END = ("advisor", "work", "looked", "read", "waited_ns")
FIELDS = {
    "posed": ("game", "options", "position", "mover", "legal", "settings"),
    "started": _SEAT,
    "not started": (*_SEAT, "limit"),
    "comment": ("advisor", "move", "strength", "reason", "work"),
    "plan": ("advisor", "moves", "purpose", "strength", "work"),
    "spent": ("advisor", "spent_ns"),
    "finished": _END,
    "timed out": (*_END, "limit", "reason"),
    "failed": (*_END, "reason", "was_killed"),
    "cancelled": (*_END, "by"),
    "landed": ("move", "tier", "by", "why", "tally", "removed", "validity"),
}
"""The fields of each kind of event. Only an Advisor with own work has `spent`, at its end."""

_ENDED = {"finished": (), "timed out": ("limit", "reason"), "failed": ("reason",), "cancelled": ("by",)}
FIELDS_2 = FIELDS | {kind: ("advisor", "work", "looked", "read", *cause) for kind, cause in _ENDED.items()}
"""The fields in version 2 of the trace, which did not record waiting times and killed Advisors."""

_SEAT_1 = ("advisor", "tier", "rank", "budget_ns")
FIELDS_1 = {
    "posed": FIELDS["posed"],
    "started": _SEAT_1,
    "not started": _SEAT_1,
    "comment": ("advisor", "move", "strength", "reason"),
    "plan": ("advisor", "moves", "purpose", "strength"),
    "finished": ("advisor", "work"),
    "timed out": ("advisor", "work"),
    "failed": ("advisor", "work", "reason"),
    "cancelled": ("advisor", "work", "by"),
    "landed": ("move", "tier", "by", "why", "tally", "removed"),
}
"""The fields in version 1 of the trace, which knew no limit but an Advisor's own time."""


def events_of(decision: Decision) -> list[Event]:
    """Return a decision as events, by time, then by tier, rank and name."""
    return [event_of(row) for row in rows_of(decision)]


def event_of(row: Sequence[Any], fields: Mapping[str, Sequence[str]] = FIELDS) -> Event:
    """Return a row as an event, with the names of its fields."""
    return dict(zip(("event", "ns", *fields[row[0]]), row, strict=True))


Form: TypeAlias = tuple[tuple[str, ...], tuple[FieldCheck, ...]]
"""The names of a kind's fields, and the check of each."""


def forms(fields: Mapping[str, Sequence[str]]) -> dict[str, Form]:
    """Return the form of each kind of event in one version of the trace."""
    return {
        kind: (("event", "ns", *names), checks_of(kind, ("event", "ns", *names)))
        for kind, names in fields.items()
    }


def read_event(row: Any, known: Mapping[str, Form]) -> Event | None:
    """Return a row from a file as an event; None if it is not a valid event."""
    form = known.get(row[0]) if type(row) is list and row and type(row[0]) is str else None
    if form is None or len(row) != len(form[0]):
        return None
    for check, value in zip(form[1], row, strict=True):
        if not check(value):
            return None
    return dict(zip(form[0], row, strict=True))


def rows_of(decision: Decision) -> list[EventRow]:
    """Return a decision as rows, which are faster to write than events."""
    rows: list[EventRow] = []
    for testimony in decision.testimonies:
        _add_rows(rows, testimony, decision)
    rows.sort(key=itemgetter(1))
    d = decision
    posed = ("posed", 0, d.game, dict(d.options), d.position, d.mover, d.legal, d.settings.payload)
    landed = ("landed", d.landed_ns, d.move, d.tier, d.by, d.why, dict(d.tally), dict(d.removed))
    return [posed, *rows, (*landed, _validity_fields(d.validity))]


def _validity_fields(validity: Validity | None) -> dict[str, Any] | None:
    if validity is None:
        return None
    return {**attrs.asdict(validity), "overruns": dict(validity.overruns)}


def _add_rows(rows: list[EventRow], testimony: Testimony, decision: Decision) -> None:
    """Append the rows of one Advisor."""
    t = testimony
    name, state = t.advisor, t.state
    seat = (name, t.tier, t.rank, t.budget_ns, t.budget_work, t.makes_plans)
    if state is State.NOT_STARTED:
        rows.append(("not started", decision.landed_ns, *seat, t.limit))
        return
    rows.append(("started", t.started_ns, *seat))
    for c in t.comments.values():
        rows.append(("comment", c.ns, name, c.move, c.strength, c.reason, c.work))  # noqa: PERF401  # faster
    for p in t.plans:
        rows.append(("plan", p.ns, name, p.moves, p.purpose, p.strength, p.work))  # noqa: PERF401  # faster
    if t.spent_ns:
        rows.append(("spent", t.ended_ns, name, t.spent_ns))
    rows.append((state.value, t.ended_ns, name, t.work, t.looked, t.read, t.waited_ns, *_cause(t, decision)))


def _cause(testimony: Testimony, decision: Decision) -> tuple[Any, ...]:
    if testimony.state is State.FAILED:
        return testimony.reason, testimony.was_killed
    if testimony.state is State.TIMED_OUT:
        return testimony.limit, testimony.reason
    return (decision.by,) if testimony.state is State.CANCELLED else ()


def decisions_of(events: Iterable[Event]) -> Iterator[Decision]:
    """Rebuild decisions from events; a decision that never landed is left out.

    Missing fields of old traces get the cautious value: the Advisor may have looked at its time, and may have
    read everything. So no result is treated as certain that is not.
    """
    posed: Event = {}
    testimonies: dict[str, Testimony] = {}
    for event in events:
        match event["event"]:
            case "posed":
                posed, testimonies = event, {}
            case "landed" if posed:
                yield _decision(posed, event, testimonies.values())
                posed = {}
            case "started" | "not started":
                _seat(event, testimonies)
            case _ if event.get("advisor") in testimonies:
                _retell(event, testimonies[event["advisor"]])


def _seat(event: Event, testimonies: dict[str, Testimony]) -> None:
    name = event["advisor"]
    testimonies[name] = testimony = Testimony(
        name,
        event["tier"],
        event["rank"],
        event["budget_ns"],
        limit=event.get("limit", ""),
        budget_work=event.get("budget_work"),
        makes_plans=event.get("makes_plans", True),
    )
    if event["event"] == "started":
        testimony.started_ns, testimony.state = event["ns"], State.THINKING


def _retell(event: Event, testimony: Testimony) -> None:
    name, kind, ns = event["advisor"], event["event"], event["ns"]
    if kind == "comment":
        testimony.comments[event["move"]] = Comment(
            name, event["move"], event["strength"], event["reason"], ns, event.get("work", 0)
        )
    elif kind == "plan":
        plan = Plan(
            name, tuple(event["moves"]), event["purpose"], event["strength"], ns, event.get("work", 0)
        )
        testimony.plans += (plan,)
    elif kind == "spent":
        testimony.spent_ns = event["spent_ns"]
    else:
        testimony.state, testimony.ended_ns = State(kind), ns
        testimony.work, testimony.reason = event["work"], event.get("reason", "")
        testimony.looked, testimony.read = event.get("looked", True), event.get("read", "comments")
        testimony.waited_ns, testimony.was_killed = event.get("waited_ns", 0), event.get("was_killed", False)
        testimony.limit = event.get("limit", "budget" if kind == State.TIMED_OUT else "")


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
        settings=Conditions.of(posed["settings"]),
        validity=Validity(**landed["validity"]) if landed.get("validity") else None,
    )
