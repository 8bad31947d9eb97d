"""The tally of a decision on a page, and the switch that shades the board by it."""

from blackboard import Decision
from scenarios.decisions.tally_bars import bars_note, bars_start
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import section


def tally_panel(decision: Decision | None) -> str:
    """Write the tally of tier 3 as a table of bars, and the rank of the chosen move."""
    body, low = "", 0.0
    if decision is not None and decision.tally:
        low = bars_start(decision.tally.values())
        most = max(decision.tally.values())
        for move, got in sorted(decision.tally.items(), key=lambda item: -item[1]):
            bar = tag(
                "meter",
                f"{got:g}",
                min=f"{low:g}",
                max=f"{max(most, low + 1e-9):g}",
                value=f"{got:g}",
                aria_label=f"tally of {move}",
            )
            body += tag(
                "tr",
                tag("th", esc(move), scope="row"),
                tag("td", f"{got:g}"),
                tag("td", bar),
                class_="chosen" if move == decision.move else None,
            )
    heads = tag(
        "thead",
        tag(
            "tr",
            tag("th", "Move", scope="col"),
            tag("th", "Tally", scope="col"),
            tag(
                "th",
                tag("span", "Bar", class_="voice"),
                tag("span", bars_note(low), id="bars-start", class_="soft"),
                scope="col",
            ),
        ),
    )
    words = "Tier 3 did not vote." if decision is not None else "Tier 3 has not voted yet."
    none = tag("p", words, id="no-tally", class_="soft", hidden="" if body else None)
    table = tag(
        "table",
        tag("caption", "The tally of tier 3", class_="voice"),
        heads,
        tag("tbody", body, id="tally"),
        class_="tally",
        hidden=None if body else "",
        id="tally-table",
    )
    rank = tag("p", esc(_rank(decision)), id="rank", class_="soft", hidden=None if body else "")
    return section("Tally", none, table, rank, name="vote", level=3)


def _rank(decision: Decision | None) -> str:
    """Return the rank of the chosen move, in the words of the script."""
    if decision is None or decision.move not in decision.tally:
        return ""
    rank = 1 + sum(got > decision.tally[decision.move] for got in decision.tally.values())
    return f"{decision.move} ranks {rank} of {len(decision.tally)} in the tally."


def heat_switch() -> str:
    """Write the switch that shades the board by the tally."""
    return tag("label", '<input type="checkbox" id="heat"> ', "Shade moves by their tally", class_="switch")
