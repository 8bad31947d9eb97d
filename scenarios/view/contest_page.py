"""One contest: its board at any move, and the decision behind each that was traced."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games import Game, HoyleError
from games.counting import how_many
from scenarios.experiment.records import Records
from scenarios.language.scenario import CellSpec
from scenarios.report.cell_groups import name_cell
from scenarios.report.markup import esc, tag
from scenarios.view.drawn_boards import still_board
from scenarios.view.opened_results import Row, phase_name
from scenarios.view.page_frame import SHEETS, page, play_on_button, section
from scenarios.view.shelf import Shelf


def contest_page(number: int, records: Records, row: Row, decisions: Mapping[int, str], wanted: str) -> str:
    """Write one contest: the board at a move, and a link to each decision behind a move."""
    spec = records.specs[row.cell]
    moves = row.moves.split()
    ply = min(int(wanted), len(moves)) if wanted.isdecimal() and len(wanted) < 6 else len(moves)  # noqa: PLR2004  # contests are shorter
    try:
        board, offer = _board(spec.make_game(), moves, ply)
    except HoyleError as error:
        board, offer = tag("p", esc(f"The board cannot be drawn: {error}"), class_="soft"), ""
    address = row.address(number)
    items = []
    for i, move in enumerate(moves):
        step = tag(
            "a", esc(move), href=f"{address}?ply={i + 1}", aria_current="step" if i + 1 == ply else None
        )
        behind = tag("span", f" behind move {i + 1}", class_="voice")
        traced = tag("a", "decision", behind, href=decisions[i], class_="traced") if i in decisions else ""
        items.append(tag("li", step, " ", traced))
    phase = phase_name(records.specs, row.cell, row.phase)
    facts = (
        ("Cell", name_cell(records, row.cell)), ("Run", row.run), ("Phase", phase),
        ("Hoyle", row.role), ("Against", row.other), ("Outcome", row.outcome), ("For Hoyle", row.result),
        ("Ended by", row.ended_by),
    )  # fmt: skip
    facts_list = tag(
        "dl",
        *(tag("div", tag("dt", name), tag("dd", esc(value))) for name, value in facts),
        class_="facts",
    )
    none = "" if decisions else tag("p", "No decision of this contest was traced.", class_="soft")
    picture = tag("div", board, class_="board-box")
    if offer:
        picture += tag("div", offer, class_="controls")
    left = section(f"After {how_many(ply, 'move')}", picture, name="board-part")
    right = section("Moves", tag("ol", *items, class_="moves"), none, facts_list, name="moves-part")
    return page(
        f"Contest {row.contest + 1} of {spec.game}",
        tag("div", left, right, class_="two"),
        script="contest_page.js",
        sheets=(*SHEETS, "results.css"),
        crumbs=[("Results", f"/results/{number}"), ("Contests", f"/results/{number}/contests")],
    )


def decisions_of(shelf: Shelf, folder: Path, specs: Mapping[int, CellSpec], row: Row) -> dict[int, str]:
    """Return the address of the decision behind each move that has one."""
    trace = shelf.trace_of_run(folder, row.cell, row.run)
    if trace is None:
        return {}
    phase = phase_name(specs, row.cell, row.phase)
    return {
        each.ply: f"/trace/{trace}/{each.number}"
        for each in shelf.traces[trace].read().decisions
        if each.contest == row.contest and each.phase == phase and each.ply is not None
    }


def _board(game: Game[Any], moves: Sequence[str], ply: int) -> tuple[str, str]:
    """Draw the board after a number of moves, with a button to play on from there."""
    before = position = game.initial()
    for move in moves[:ply]:
        before, position = position, game.play(position, move)
    return still_board(game, before, position), play_on_button(game, position)
