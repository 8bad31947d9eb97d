"""Traces in words: what Advisors said and when, how they ended, and what decided."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from blackboard import Comment, Decision, Event, State, Testimony, decisions_of
from control import format_duration
from games import shown_line
from games.counting import how_many, in_a_row
from scenarios.decisions.sentences import landed_line
from scenarios.decisions.stances import grouped_comments, stance

INDENTED = (0, 0, 0, 2)
STANCES = {
    "insist": "insisted on",
    "for": "was for",
    "neutral": "was neutral about",
    "against": "was against",
    "never": "opposed",
}


def story(events: Sequence[Event]) -> Iterator[RenderableType]:
    """Yield every decision of a trace in words."""
    decisions = list(decisions_of(events))
    for number, decision in enumerate(decisions, start=1):
        yield Text(f"Decision {number} of {len(decisions)}: {_question(decision)}", style="bold")
        for sentence in _sentences(decision):
            yield Padding(Text(shown_line(sentence)), INDENTED)
        verdict = Text.assemble(
            "Hoyle plays ", (shown_line(decision.move), "bold"), f". {_outcome(decision)}"
        )
        yield Padding(verdict, INDENTED)
        yield Text()
    posed = sum(event["event"] == "posed" for event in events)
    if posed > len(decisions):
        yield Text(f"{how_many(posed - len(decisions), 'more decision')} began and did not land.")
    if not posed:
        yield Text("The trace contains no decision.")


def _question(decision: Decision) -> str:
    how = decision.settings
    return shown_line(
        f"{decision.game}, {decision.position}: {decision.mover} to move, "
        f"{how_many(len(decision.legal), 'move')} to choose from ({how['schedule']}, {how.clock} clock)."
    )


def _sentences(decision: Decision) -> Iterator[str]:
    if decision.tier is None:
        return
    for testimony in sorted(filter(_has_spoken, decision.testimonies), key=_first_word):
        yield " ".join(_testified(testimony, decision))
    others = [each for each in decision.testimonies if not _has_spoken(each)]
    yield from _by_ending(others, decision)
    removed = [f"{move} (by {by})" for move, by in decision.removed.items()]
    if removed:
        yield f"Ruled out: {in_a_row(removed)}."


def _outcome(decision: Decision) -> str:
    ranked = sorted(decision.tally.items(), key=lambda item: -item[1])
    groups = groupby(ranked, key=lambda item: item[1])
    tally = [f"{got:g} for {in_a_row([move for move, _ in these])}" for got, these in groups]
    counts = f" The tally: {'; '.join(tally)}." if tally else ""
    return shown_line(f"{decision.why}{counts}{landed_line(decision)}")


def _has_spoken(testimony: Testimony) -> bool:
    return bool(testimony.comments or testimony.plans)


def _first_word(testimony: Testimony) -> int:
    return min(_times(testimony))


def _times(testimony: Testimony) -> list[int]:
    return [comment.ns for comment in testimony.comments.values()] + [plan.ns for plan in testimony.plans]


def _testified(testimony: Testimony, decision: Decision) -> Iterator[str]:
    """Yield sentences about an Advisor that spoke: its comments, its plans, and how it ended."""
    when = _times(testimony)
    first, last = format_duration(min(when)), format_duration(max(when))
    said = list(_said(testimony.comments.values()))
    planned = [
        f"{' '.join(plan.moves)}{f' ({plan.purpose})' if plan.purpose else ''}" for plan in testimony.plans
    ]
    parts = [*said, *([f"planned {in_a_row(planned)}"] if planned else [])]
    time = f"At {first}" if first == last else f"From {first} to {last}"
    yield f"{time} {testimony.advisor} (tier {testimony.tier}) {'; '.join(parts)}."
    if testimony.state is not State.FINISHED:
        yield f"It {_ending(testimony, decision)}."


def _said(comments: Iterable[Comment]) -> Iterator[str]:
    """Yield the comments; equal comments on several moves are joined."""
    for word, these in groupby(grouped_comments(comments).items(), key=lambda group: stance(group[0][0])):
        yield f"{STANCES[word]} {', '.join(_moves(moves, *why) for why, moves in these)}"


def _moves(moves: Sequence[str], strength: int, reason: str) -> str:
    return f"{in_a_row(moves)} ({strength}{f': {reason}' if reason else ''})"


def _by_ending(testimonies: Iterable[Testimony], decision: Decision) -> Iterator[str]:
    """Yield a sentence for each way in which silent Advisors ended, the most frequent first."""
    groups: dict[str, list[Testimony]] = {}
    for testimony in testimonies:
        groups.setdefault(_ending(testimony, decision), []).append(testimony)
    for these in sorted(groups.values(), key=len, reverse=True):
        names = in_a_row([each.advisor for each in these])
        yield f"{names} {_ending(these[0], decision, are_many=len(these) > 1)}."


def _ending(testimony: Testimony, decision: Decision, *, are_many: bool = False) -> str:
    """Return how one Advisor ended, or several, as the end of a sentence."""
    at = format_duration(testimony.ended_ns)
    reason = f": {testimony.reason}" if testimony.reason else ""
    was = "were" if are_many else "was"
    limit = _limit(testimony, "their" if are_many else "its")
    match testimony.state:
        case State.FINISHED:
            return f"{was} silent"
        case State.TIMED_OUT:
            return f"{was} cut off at {at} by {limit}{reason}"
        case State.FAILED:
            return f"failed at {at}{reason}"
        case State.NOT_STARTED:
            return f"never started, because {limit} was used up" if testimony.limit else "never started"
    return f"{was} cancelled at {at}, when {decision.by} had decided"


def _limit(testimony: Testimony, whose: str) -> str:
    match testimony.limit:
        case "work":
            return f"{whose} limit of {how_many(testimony.budget_work or 0, 'call')}"
        case "tier":
            return f"the limit of tier {testimony.tier}"
        case "decision" | "contest":
            return f"the limit of the {testimony.limit}"
    return f"{whose} budget{'s' if whose == 'their' else ''} of {format_duration(testimony.budget_ns)}"
