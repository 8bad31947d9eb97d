"""Pages of decisions: what is there to read before any script runs, and where scripts put what moves."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from agents import TIERS
from agents.registry import all_advisors
from blackboard import Decision, events_of
from control import PARADIGMS, format_duration
from control.settings.hoyle_options import CERTAIN, EQUAL, HEAR_ALL, LIKELY, OWN, PROFILE
from games import Game
from games.notation import MARKS
from scenarios.decisions.sentences import landed_line, state_words
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import page, section
from scenarios.view.payloads import decision_board, decision_play_on
from scenarios.view.replayed_rows import rows_at
from scenarios.view.shelf import Reading, ShelvedTrace
from scenarios.view.trace_page import where

# The blackboard and what is below it: the same on every page that shows a decision

HEADS = (
    ("tier", "Tier"),
    ("who", "Advisor"),
    ("state", "State"),
    ("lane", "When"),
    ("meters", "Time and work"),
    ("last", "Last word"),
)


def blackboard(decision: Decision | None) -> str:
    """Write the rows of a decision as it ended, and everything by which one moves through it."""
    rows = []
    if decision is not None:
        events = events_of(decision)
        by = decision.by if decision.tier in (1, 2) else ""
        rows = [_row(each, by) for each in rows_at(events, decision.landed_ns, len(events))]
    heads = tag("tr", *(tag("th", esc(title), scope="col", class_=name) for name, title in HEADS))
    caption = tag("caption", "Every Advisor, by tier, rank and name", class_="voice")
    table = tag(
        "table",
        caption,
        tag("thead", heads),
        tag("tbody", *rows, id="rows"),
        class_="rows",
        id="blackboard-rows",
    )
    empty = tag(
        "p", "Nobody has been asked yet.", id="nobody", class_="soft", hidden=None if not rows else ""
    )
    verdict = tag("p", _verdict(decision), id="verdict", class_="verdict-line")
    chart = tag(
        "div", table, class_="chart", id="chart", tabindex="0", role="group", aria_label="The blackboard"
    )
    log = section(
        "What was said",
        tag("ol", *_said(decision), id="log", tabindex="0", aria_label="What was said"),
        name="said",
        level=3,
    )
    return verdict + _scrubber() + empty + chart + tag("div", log, _tally(decision), class_="halves")


def _verdict(decision: Decision | None) -> str:
    if decision is None:
        return ""
    when = tag("span", esc(landed_line(decision)), class_="soft")
    return f"Hoyle chooses {tag('b', esc(decision.move))}. {esc(decision.why)}{when}"


def _scrubber() -> str:
    """Offer to go through the time of a decision; scripts show it."""
    speeds = [
        tag("option", esc(name), value=value, selected="" if value == "0.01" else None)
        for value, name in (
            ("0.01", "1/100"), ("0.1", "1/10"), ("0.5", "1/2"), ("1", "1"), ("2", "2"), ("10", "10")
        )
    ]  # fmt: skip
    parts = (
        tag("button", "Play", id="play", type="button", aria_keyshortcuts="Space"),
        tag(
            "button",
            "\N{BLACK LEFT-POINTING SMALL TRIANGLE}",
            id="back-event",
            type="button",
            aria_label="One event back",
        ),
        tag(
            "button",
            "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}",
            id="next-event",
            type="button",
            aria_label="One event on",
        ),
        tag("label", "Time in the decision", for_="scrub", class_="voice"),
        '<input type="range" id="scrub" min="0" max="1000" step="1" value="1000">',
        tag("output", id="when", for_="scrub", aria_live="off"),
        tag("label", "Speed ", tag("select", *speeds, id="speed")),
    )
    marks = '<div id="minimap" aria-hidden="true"></div>'
    return tag(
        "div", *parts, marks, class_="scrubber", id="scrubber", role="group", aria_label="Replay", hidden=""
    )


def _row(row: dict[str, Any], by: str) -> str:
    """Write one Advisor, in the shape that scripts bring up to date."""
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
    words = tag("span", esc(used), class_="used")
    return tag(
        "tr",
        tag("td", str(row["tier"]), class_="tier"),
        tag("th", esc(advisor), scope="row", class_="who"),
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
            told = f"{event['advisor']}: {event['move']} gets {event['strength']}{why}"
            yield tag("li", tag("time", esc(format_duration(event["ns"]))), " ", esc(told))


def _rank(decision: Decision | None) -> str:
    """Say which rank the move has that was made, in the words of the script."""
    if decision is None or decision.move not in decision.tally:
        return ""
    rank = 1 + sum(got > decision.tally[decision.move] for got in decision.tally.values())
    return f"{decision.move} is number {rank} of {len(decision.tally)} in the tally."


def _tally(decision: Decision | None) -> str:
    body = ""
    if decision is not None and decision.tally:
        low = min(0.0, *decision.tally.values())
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
            tag("th", tag("span", "Bar", class_="voice"), scope="col"),
        ),
    )
    none = tag("p", "No vote was taken.", id="no-tally", class_="soft", hidden="" if body else None)
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


def reasons_panel(decision: Decision | None) -> str:
    """Offer why or why not for any move."""
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
        "Why, and why not",
        tag("div", pick, *buttons, class_="controls"),
        tag("div", id="reasons", class_="reasons"),
        name="reasons-part",
    )


def _choice(label: str, setting: str, options: Iterable[tuple[str, str]]) -> str:
    """Return a list to choose from, in which nothing is chosen at first."""
    made = (tag("option", esc(text), value=value) for value, text in (("", "as it was"), *options))
    return tag("label", label, tag("select", *made, id=f"if-{setting}", name_=setting))


def _entry(label: str, name: str, **attributes: object) -> str:
    """Return a line to write in, in which nothing is written at first."""
    made = tag("input", id=f"if-{name}", autocomplete="off", **attributes).removesuffix("</input>")
    return tag("label", label, made)


def _same(*values: str) -> list[tuple[str, str]]:
    """Return values that are shown as they are written."""
    return [(value, value) for value in values]


def _budgets(names: Sequence[str]) -> str:
    """Offer to have more or less time and work: for everybody, one Advisor, a tier or the decision."""
    shared = (("Everybody's own ", "budget", ""), ("The decision's ", "decision", "decision="))
    tiers = [(f"Tier {tier}'s ", f"tier{tier}", f"tier{tier}=") for tier in TIERS]
    own = tag(
        "label",
        "One Advisor's own: whose ",
        tag("select", *(tag("option", esc(each)) for each in names), id="if-own-of"),
    )
    fields = (
        *(_entry(label, name, data_whose=whose) for label, name, whose in (*shared, *tiers)),
        own,
        _entry("Its amount ", "own"),
    )
    hint = tag(
        "p",
        "An amount is 5ms, 200calls or 5ms+200calls; with nothing written it is as it was.",
        class_="soft",
    )
    return tag("fieldset", tag("legend", "Budgets"), hint, tag("div", *fields, class_="fields"))


def what_if_panel(decision: Decision | None) -> str:
    """Offer to have things otherwise."""
    names = [each.advisor for each in decision.testimonies] if decision else sorted(all_advisors())
    paradigms = [
        (each.name, f"{each.name}: {each.title}" if hasattr(each, "title") else each.name)
        for each in PARADIGMS.whole().values()
    ]
    fields = (
        _choice("Paradigm ", "paradigm", paradigms),
        _choice("Silence counts ", "silence", _same("5", "0")),
        _choice("Late posts ", "late", _same("keep", "drop")),
        _choice("A vote lands ", "settle", _same(HEAR_ALL, CERTAIN, f"{LIKELY}:0.95")),
        _choice("Time is dealt out ", "allocation", _same(OWN, EQUAL, PROFILE)),
        _entry("Leave out ", "without", name_="without", placeholder="Panic,Open", list="advisors"),
        _entry("Weights ", "weights", name_="weights", placeholder="Candide=2"),
    )
    listed = tag("datalist", *(tag("option", value=name) for name in names), id="advisors")
    buttons = (
        tag("button", "What if?", id="if-ask", type="submit"),
        tag("button", "Decide anew", id="if-anew", type="button"),
        tag("button", "As it was", id="if-reset", type="reset"),
    )
    stop = tag(
        "label",
        "What if all had stopped at ",
        '<input type="range" id="if-stop" min="1" max="1000" value="1000">',
        tag("output", id="if-stop-at", for_="if-stop", aria_live="off"),
    )
    form = tag(
        "form",
        tag("div", *fields, class_="fields"),
        _budgets(names),
        tag("div", stop, class_="controls"),
        tag("div", *buttons, class_="controls"),
        listed,
        id="if-form",
    )
    return section(
        "What if", form, tag("div", id="if-answer", class_="answer", aria_live="off"), name="what-if"
    )


def heat_switch() -> str:
    """Offer to shade the board by the tally."""
    return tag(
        "label", '<input type="checkbox" id="heat"> ', "Heat: shade moves by their tally", class_="switch"
    )


def keys_button() -> str:
    """Offer the list of keys."""
    return tag("button", "Keys (?)", id="keys", type="button", aria_keyshortcuts="?")


# A table


def table_page(game: Game[Any], board: str, sides: Sequence[str]) -> str:
    """Write the table of a game: the board by hand, the blackboard beside it, what-if below."""
    options = [tag("option", each.capitalize(), value=each) for each in sides]
    rules = tag("details", tag("summary", "Rules"), tag("p", esc(game.rules)))
    entry = tag(
        "form",
        tag(
            "label",
            "Move ",
            '<input id="move" autocomplete="off" autocapitalize="off" spellcheck="false">',
        ),
        tag("button", "Play it", type="submit"),
        id="move-form",
        class_="controls",
    )
    actions = (
        tag("button", "Hint", id="hint", type="button", aria_keyshortcuts="h"),
        tag("button", "Take back", id="undo", type="button", aria_keyshortcuts="u"),
        tag("button", "Let Hoyle move", id="go", type="button"),
        tag("button", "Stop", id="stop", type="button"),
        tag("button", "New contest", id="new", type="button"),
        tag("label", "You play ", tag("select", *options, id="side")),
    )
    turn = tag("p", id="turn", class_="turn")
    board_part = section(
        "Board",
        turn,
        tag("div", board, id="board", class_="board-box", tabindex="-1"),
        tag("div", id="others", class_="controls", role="group", aria_label="Moves that are no locations"),
        entry,
        tag("div", *actions, class_="controls"),
        heat_switch(),
        section("Moves", tag("ol", id="moves", class_="moves"), name="moves-part", level=3),
        rules,
        keys_button(),
        name="board-part",
        class_="left",
    )
    black = section("Blackboard", blackboard(None), name="blackboard", class_="right")
    main = tag("div", board_part, black, class_="two") + reasons_panel(None) + what_if_panel(None)
    marks = " and ".join(f"{role.title} has {MARKS[role]}" for role in MARKS if role is not None)
    return page(
        game.title,
        main,
        kicker=f"{marks}; Player begins.",
        script="live.js",
        page="game",
        address=f"/game/{game.name}",
    )


# A decision of a trace


def decision_page(number: int, trace: ShelvedTrace, reading: Reading, index: int) -> str:
    """Write one decision of a trace, as it ended; scripts let it happen again."""
    each = reading.decisions[index]
    decision = each.decision
    board = decision_board(decision)
    picture = (
        tag("div", board, id="board", class_="board-box")
        if board
        else tag("p", f"No game here is named {esc(decision.game)}; --load brings it in.", class_="soft")
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
    black = section("Blackboard", blackboard(decision), name="blackboard", class_="right")
    main = (
        _steps(number, reading, index)
        + tag("div", left, black, class_="two")
        + reasons_panel(decision)
        + what_if_panel(decision)
    )
    run, phase, contest, ply = where(each)
    told = [
        f"run {run}" if run is not None else "",
        f"phase {phase}" if phase else "",
        f"contest {contest}" if contest else "",
        f"ply {ply}" if ply else "",
    ]
    damage = tag("p", esc(f"{reading.damage}."), class_="damage", role="note") if reading.damage else ""
    return page(
        f"Decision {index + 1} of {len(reading.decisions)}",
        damage + main,
        kicker=", ".join(filter(None, (decision.game, *told, f"{decision.settings.clock} clock"))),
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
        ("Contest before", before, "previous-contest"),
        ("Decision before", index - 1 if index else None, "previous"),
        ("Decision after", index + 1 if index + 1 < len(reading.decisions) else None, "next"),
        ("Contest after", after, "next-contest"),
    )
    made = [
        tag("a", title, href=f"/trace/{number}/{to}", id=name) for title, to, name in links if to is not None
    ]
    return tag("nav", *made, class_="steps", aria_label="Decisions")
