"""The page of a table: the board to play on, the blackboard beside it, why and what-if below."""

from collections.abc import Sequence
from typing import Any

from games import Game
from games.notation import MARKS
from scenarios.report.markup import esc, tag
from scenarios.view.blackboard_panel import blackboard_panel
from scenarios.view.page_frame import keys_button, page, section
from scenarios.view.reasons_panel import reasons_panel
from scenarios.view.tally_panel import heat_switch
from scenarios.view.what_if_panel import what_if_panel


def table_page(game: Game[Any], board: str, sides: Sequence[str]) -> str:
    """Write the table of a game: the board, the blackboard beside it, what-if below."""
    options = [tag("option", each.capitalize(), value=each) for each in sides]
    rules = tag("details", tag("summary", "Rules"), tag("p", esc(game.rules)))
    entry = tag(
        "form",
        tag(
            "label",
            "Move ",
            '<input id="move" autocomplete="off" autocapitalize="off" spellcheck="false">',
        ),
        tag("button", "Play", type="submit"),
        id="move-form",
        class_="controls",
    )
    actions = (
        tag("button", "Hint", id="hint", type="button", aria_keyshortcuts="h"),
        tag("button", "Undo", id="undo", type="button", aria_keyshortcuts="u"),
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
        tag("div", id="others", class_="controls", role="group", aria_label="Other moves"),
        entry,
        tag("div", *actions, class_="controls"),
        heat_switch(),
        section("Moves", tag("ol", id="moves", class_="moves"), name="moves-part", level=3),
        rules,
        keys_button(),
        name="board-part",
        class_="left",
    )
    black = section("Blackboard", blackboard_panel(None), name="blackboard", class_="right")
    main = tag("div", board_part, black, class_="two") + reasons_panel(None) + what_if_panel(None)
    marks = " and ".join(f"{role.title} has {MARKS[role]}" for role in MARKS if role is not None)
    return page(
        game.title,
        main,
        kicker=f"{marks}; Player moves first.",
        script="live.js",
        page="game",
        address=f"/game/{game.name}",
    )
