"""The blackboard of a decision on a page: its verdict, a row for each Advisor, and all comments."""

from collections.abc import Iterator
from typing import Any

from blackboard import Decision, events_of
from control import format_duration
from scenarios.decisions.sentences import landed_line, state_words
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import section
from scenarios.view.replayed_rows import rows_at
from scenarios.view.scrubber import scrubber
from scenarios.view.tally_panel import tally_panel

HEADS = (
    ("tier", "Tier"),
    ("advisor", "Advisor"),
    ("state", "State"),
    ("lane", "When"),
    ("meters", "Time and work"),
    ("last", "Last post"),
)


def blackboard_panel(decision: Decision | None) -> str:
    """Write the rows of a decision as it ended, the scrubber, the comments and the tally."""
    rows = []
    if decision is not None:
        events = events_of(decision)
        by = decision.by if decision.tier in (1, 2) else ""
        rows = [_row(each, by) for each in rows_at(events, decision.landed_ns, len(events))]
    heads = tag("tr", *(tag("th", esc(title), scope="col", class_=name) for name, title in HEADS))
    caption = tag("caption", "All Advisors, by tier, rank and name", class_="voice")
    table = tag(
        "table",
        caption,
        tag("thead", heads),
        tag("tbody", *rows, id="rows"),
        class_="rows",
        id="blackboard-rows",
    )
    empty = tag(
        "p", "No Advisor has been asked yet.", id="no-rows", class_="soft", hidden=None if not rows else ""
    )
    verdict = tag("p", _verdict(decision), id="verdict", class_="verdict-line")
    chart = tag(
        "div", table, class_="chart", id="chart", tabindex="0", role="group", aria_label="The blackboard"
    )
    log = section(
        "Comments",
        tag("ol", *_said(decision), id="log", tabindex="0", aria_label="Comments"),
        name="said",
        level=3,
    )
    return verdict + scrubber() + empty + chart + tag("div", log, tally_panel(decision), class_="halves")


def _verdict(decision: Decision | None) -> str:
    if decision is None:
        return ""
    when = tag("span", esc(landed_line(decision)), class_="soft")
    return f"Hoyle chooses {tag('b', esc(decision.move))}. {esc(decision.why)}{when}"


def _row(row: dict[str, Any], by: str) -> str:
    """Write the row of one Advisor, in the form that scripts update."""
    state, advisor = row["state"], row["advisor"]
    used = (
        f"{format_duration(row['used_ns'])} of {format_duration(row['budget_ns'])}"
        if row["used_ns"]
        else "no time"
    )
    meters = _meter("time", row["used_ns"], row["budget_ns"], f"{advisor}: {used}")
    if row["budget_work"]:
        meters += _meter(
            "work", row["work"], row["budget_work"], f"{advisor}: {row['work']} of {row['budget_work']} calls"
        )
    if row["spent_ns"]:
        used += f", {format_duration(row['spent_ns'])} own work"
    words = tag("span", esc(used), class_="used")
    return tag(
        "tr",
        tag("td", str(row["tier"]), class_="tier"),
        tag("th", esc(advisor), scope="row", class_="advisor"),
        tag(
            "td",
            esc(f"{state}, decided" if advisor == by else state_words(state, row["limit"], row["by"])),
            class_="state",
        ),
        tag("td", tag("div", class_="track", aria_hidden="true"), class_="lane"),
        tag("td", meters, words, class_="meters"),
        tag("td", esc(row["last"]), class_="last"),
        data_advisor=advisor,
        class_=state.replace(" ", "-") + (" decides" if advisor == by else ""),
    )


def _meter(kind: str, value: int, most: int, label: str) -> str:
    return tag(
        "meter",
        esc(label),
        class_=kind,
        min="0",
        max=str(max(most, 1)),
        value=str(min(value, most)),
        aria_label=label,
    )


def _said(decision: Decision | None) -> Iterator[str]:
    if decision is None:
        return
    for event in events_of(decision):
        if event["event"] == "comment":
            why = f", {event['reason']}" if event["reason"] else ""
            words = f"{event['advisor']}: {event['move']} gets {event['strength']}{why}"
            yield tag("li", tag("time", esc(format_duration(event["ns"]))), " ", esc(words))
