"""The list of a trace's decisions."""

from games.counting import how_many
from scenarios.analysis.traces import Logged
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import page
from scenarios.view.shelf import Reading, ShelvedTrace

A_PAGE = 200
"""Decisions that a page of a trace lists."""


def trace_page(number: int, trace: ShelvedTrace, reading: Reading, start: int) -> str:
    """List the decisions of a trace."""
    rows = []
    for each in reading.decisions[start : start + A_PAGE]:
        d = each.decision
        rows.append(
            tag(
                "tr",
                tag(
                    "th",
                    tag("a", f"Decision {each.number + 1}", href=f"/trace/{number}/{each.number}"),
                    scope="row",
                ),
                *(
                    tag("td", esc("" if value is None else value))
                    for value in (*where(each), d.game, d.mover, d.move, d.by, d.why)
                ),
            )
        )
    names = ("Decision", "Run", "Phase", "Contest", "Ply", "Game", "Mover", "Move", "By", "Why")
    heads = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in names)))
    table = tag(
        "table",
        tag("caption", "Decisions in order", class_="voice"),
        heads,
        tag("tbody", *rows),
        class_="plain list",
    )
    damage = tag("p", esc(f"{reading.damage}."), class_="damage", role="note") if reading.damage else ""
    some = "" if rows else tag("p", "The trace contains no complete decision.", class_="lead")
    box = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Decisions in order")
    return page(
        trace.name,
        damage + some + (box if rows else "") + _more(f"/trace/{number}", start, len(reading.decisions)),
        kicker=how_many(len(reading.decisions), "decision"),
    )


def where(each: Logged) -> tuple[object, object, object, object]:
    """Return the run, phase, contest and ply of a decision; contest and ply count from 1."""
    contest = None if each.contest is None else each.contest + 1
    return each.run, each.phase, contest, None if each.ply is None else each.ply + 1


def _more(address: str, start: int, count: int) -> str:
    links = []
    if start:
        links.append(tag("a", "Previous", href=f"{address}?from={max(0, start - A_PAGE)}"))
    if start + A_PAGE < count:
        links.append(tag("a", "Next", href=f"{address}?from={start + A_PAGE}"))
    return tag("p", " · ".join(links)) if links else ""
