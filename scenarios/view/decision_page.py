"""The page of a decision of a trace, as it ended; scripts replay it."""

from scenarios.report.markup import esc, tag
from scenarios.view.blackboard_panel import blackboard_panel
from scenarios.view.page_frame import keys_button, page, section
from scenarios.view.payloads import decision_board, decision_play_on
from scenarios.view.reasons_panel import reasons_panel
from scenarios.view.shelf import Reading, ShelvedTrace
from scenarios.view.tally_panel import heat_switch
from scenarios.view.trace_page import where
from scenarios.view.what_if_panel import what_if_panel


def decision_page(number: int, trace: ShelvedTrace, reading: Reading, index: int) -> str:
    """Write one decision of a trace, as it ended; scripts replay it."""
    each = reading.decisions[index]
    decision = each.decision
    board = decision_board(decision)
    picture = (
        tag("div", board, id="board", class_="board-box")
        if board
        else tag(
            "p",
            f"The board cannot be drawn: game {esc(decision.game)} is unknown. Load its file with --load.",
            class_="soft",
        )
    )
    turn = tag("p", esc(f"{decision.mover} to move in {decision.game}: {decision.position}"), class_="turn")
    left = section(
        "Board",
        turn,
        picture,
        heat_switch(),
        tag("div", offer, class_="controls") if (offer := decision_play_on(decision)) else "",
        keys_button(),
        name="board-part",
        class_="left",
    )
    black = section("Blackboard", blackboard_panel(decision), name="blackboard", class_="right")
    main = (
        _steps(number, reading, index)
        + tag("div", left, black, class_="two")
        + reasons_panel(decision)
        + what_if_panel(decision)
    )
    run, phase, contest, ply = where(each)
    place = [
        f"run {run}" if run is not None else "",
        f"phase {phase}" if phase else "",
        f"contest {contest}" if contest else "",
        f"ply {ply}" if ply else "",
    ]
    damage = tag("p", esc(f"{reading.damage}."), class_="damage", role="note") if reading.damage else ""
    return page(
        f"Decision {index + 1} of {len(reading.decisions)}",
        damage + main,
        kicker=", ".join(filter(None, (decision.game, *place, f"{decision.settings.clock} clock"))),
        script="replay_page.js",
        crumbs=[(trace.name, f"/trace/{number}")],
        page="decision",
        address=f"/trace/{number}/{index}",
    )


def _steps(number: int, reading: Reading, index: int) -> str:
    """Link to the decisions and contests before and after."""
    each = reading.decisions[index]
    key = (each.run, each.phase, each.contest)
    before = next(
        (d.number for d in reversed(reading.decisions[:index]) if (d.run, d.phase, d.contest) != key), None
    )
    after = next(
        (d.number for d in reading.decisions[index + 1 :] if (d.run, d.phase, d.contest) != key), None
    )
    links = (
        ("Previous contest", before, "previous-contest"),
        ("Previous decision", index - 1 if index else None, "previous"),
        ("Next decision", index + 1 if index + 1 < len(reading.decisions) else None, "next"),
        ("Next contest", after, "next-contest"),
    )
    made = [
        tag("a", title, href=f"/trace/{number}/{to}", id=name) for title, to, name in links if to is not None
    ]
    return tag("nav", *made, class_="steps", aria_label="Decisions")
