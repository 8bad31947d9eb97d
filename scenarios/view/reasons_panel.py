"""The part of a page that explains why a move was chosen and others were not."""

from blackboard import Decision
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import section


def reasons_panel(decision: Decision | None) -> str:
    """Write the buttons that explain any move."""
    options = [
        tag("option", esc(move), value=move, selected="" if decision and move == decision.move else None)
        for move in (decision.legal if decision else ())
    ]
    pick = tag("label", "Move ", tag("select", *options, id="why-move"))
    buttons = (
        tag("button", "Why?", id="why", type="button", aria_keyshortcuts="w"),
        tag("button", "Why not the others?", id="why-not", type="button", aria_keyshortcuts="n"),
    )
    return section(
        "Why and why not",
        tag("div", pick, *buttons, class_="controls"),
        tag("div", id="reasons", class_="reasons"),
        name="reasons-part",
    )
