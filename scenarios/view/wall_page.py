"""The wall: a small board for each run in progress, with its last finished contest."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

import attrs

from games import Game, HoyleError
from games.counting import how_many
from scenarios.experiment.locks import is_running
from scenarios.experiment.run_files import trace_file
from scenarios.experiment.store import Store
from scenarios.language.scenario import CellSpec
from scenarios.report.cell_groups import name_among
from scenarios.report.markup import esc, tag
from scenarios.view.drawn_boards import still_board
from scenarios.view.opened_results import Opened, Row, phase_name, progress, row_of
from scenarios.view.page_frame import SHEETS, page, section

MOST_BOARDS = 24
"""Runs that a page of the wall shows."""
DID = {"won": "won", "drawn": "drew", "lost": "lost"}
_CELL = re.compile(r'<g class="cell.*?</g>', re.DOTALL)


@attrs.frozen(kw_only=True)
class Pictured:
    """A run with its last finished contest."""

    row: Row
    name: str
    """The game, the setting and the run."""
    phase: str
    board: str
    """How that contest ended."""
    count: int
    """Contests of the run so far."""
    is_traced: bool

    @property
    def words(self) -> str:
        """Who won, and in how many moves."""
        row = self.row
        how = (
            f"Hoyle {DID[row.result]} as {row.role} against {row.other}"
            if row.result
            else f"{row.other}: {row.outcome}"
        )
        return f"{how}, {how_many(row.plies, 'move')}"


@attrs.frozen(kw_only=True)
class Wall:
    """What the wall shows at one moment."""

    title: str
    is_running: bool
    state: Mapping[str, Any]
    first: int
    runs: Sequence[Pictured]
    has_more: bool

    @property
    def words(self) -> str:
        """The sentence above the boards."""
        count = progress(self.state)
        if self.is_running and not self.runs:
            return f"An experiment is running: {count} No run in progress has finished a contest yet."
        if self.is_running:
            return f"An experiment is running: {count} Each board shows the last finished contest of a run."
        if not self.runs:
            return "No experiment is running, and no contest has finished."
        return f"No experiment is running: {count} Each board shows the last contest of a run."

    @property
    def heading(self) -> str:
        """The heading above the boards."""
        return "Runs in progress" if self.is_running else "Final contests"


def read_wall(opened: Opened, first: int) -> Wall:
    """Read runs of an experiment from number `first`: those in progress, or all if no experiment is running.

    This reads only the last row of each run.
    """
    folder, specs = opened.folder, opened.specs()
    runs_now = is_running(folder)
    with Store(folder) as store, store.snapshot():
        meta, cells, ended = store.meta(), store.cells(), store.runs()
        begun = {cell: store.begun_runs(cell=cell) for cell in cells}
        done = {(row.cell, row.run) for row in ended} if runs_now else set()
        found = (
            last
            for run in range(max(begun.values(), default=0))
            for cell in cells
            if run < begun[cell]
            and (cell, run) not in done
            and (last := store.last_contest(cell, run)) is not None
        )
        picked = [row_of(attrs.asdict(row)) for row in islice(found, first, first + MOST_BOARDS + 1)]
        runs = [
            Pictured(
                row=row,
                name=_name(cells, specs, row),
                phase=phase_name(specs, row.cell, row.phase),
                board=_last_board(specs.get(row.cell), row.moves.split()),
                count=store.count_contests(cell=row.cell, run=row.run),
                is_traced=trace_file(folder, row.cell, row.run).is_file(),
            )
            for row in picked[:MOST_BOARDS]
        ]
        state = {"contests": store.count_contests(), "done": sum(row.state == "done" for row in ended)}
    return Wall(
        title=str(meta.get("title") or meta.get("name") or "Results"),
        is_running=runs_now,
        state=state,
        first=first,
        runs=runs,
        has_more=len(picked) > MOST_BOARDS,
    )


def _name(cells: Mapping[int, Mapping[str, str]], specs: Mapping[int, CellSpec], row: Row) -> str:
    """Return the name of a run: its game, unless its setting names it, its setting and its number."""
    game, setting = specs[row.cell].game if row.cell in specs else "", name_among(cells, row.cell)
    return ", ".join(filter(None, (game if game not in setting else "", setting, f"run {row.run}")))


# Boards


def _last_board(spec: CellSpec | None, moves: Sequence[str]) -> str:
    """Draw the final board of a contest; nothing if its game is unknown."""
    try:
        return _drawings(spec.make_game(), moves)[-1] if spec is not None else ""
    except HoyleError:
        return ""


def _drawings(game: Game[Any], moves: Sequence[str]) -> list[str]:
    """Draw the board before every move, and after the last."""
    before = position = game.initial()
    drawn = [still_board(game, before, position)]
    for move in moves:
        before, position = position, game.play(position, move)
        drawn.append(still_board(game, before, position))
    return drawn


def replay_document(game: Game[Any], moves: Sequence[str]) -> dict[str, Any]:
    """Return a contest as pictures: the first board, and the cells that each move changes."""
    drawings = _drawings(game, moves)
    cells = [_CELL.findall(each) for each in drawings]
    steps = [[new for old, new in zip(a, b, strict=True) if old != new] for a, b in pairwise(cells)]
    return {"first": drawings[0], "steps": steps}


# The page


def wall_page(number: int, wall: Wall) -> str:
    """Write the wall as it is now; scripts replay contests and add new ones."""
    state = tag("p", esc(wall.words), id="wall-state", class_="lead")
    hold = tag("button", "Pause the boards", id="hold", type="button", aria_pressed="false", hidden="")
    still = tag("noscript", tag("p", "Reload the page to update it.", class_="soft"))
    links = tag("p", " \N{MIDDLE DOT} ".join(_links(number, wall)))
    boards = section(wall.heading, wall_list(number, wall), name="runs")
    return page(
        f"Wall: {wall.title}",
        state + still + tag("div", hold, class_="controls") + boards + links,
        script="wall.js",
        sheets=(*SHEETS, "wall.css"),
        crumbs=[("Results", f"/results/{number}")],
        page="wall",
        address=f"/results/{number}/wall/state?from={wall.first}",
        running="yes" if wall.is_running else "no",
    )


def wall_document(number: int, wall: Wall) -> dict[str, Any]:
    """Return what the wall shows now, for pages that are open."""
    return {
        "words": wall.words,
        "heading": wall.heading,
        "running": wall.is_running,
        "list": wall_list(number, wall),
    }


def wall_list(number: int, wall: Wall) -> str:
    """Write the runs as a list."""
    return tag("ul", *(_item(number, each) for each in wall.runs), class_="wall", id="wall")


def _item(number: int, each: Pictured) -> str:
    row = each.row
    place = f"{row.cell}/{row.run}/{row.phase}/{row.contest}"
    hidden = tag("span", esc(f", {each.name}"), class_="voice")
    links = [
        tag(
            "a",
            esc(f"Contest {row.contest + 1} of phase {each.phase}"),
            hidden,
            href=row.address(number),
            data_part="contest",
        )
    ]
    if each.is_traced:
        to = f"/results/{number}/decisions/{place}"
        links.append(tag("a", "Its decisions", hidden, href=to, data_part="decisions"))
    no_board = tag("p", "The board cannot be drawn.", class_="soft")
    return tag(
        "li",
        tag("h3", esc(each.name)),
        tag("div", each.board or no_board, class_="small", aria_hidden="true" if each.board else None),
        tag("p", esc(each.words), data_part="words"),
        tag("p", esc(f"Moves: {row.moves}"), class_="voice", data_part="moves"),
        tag("p", " ".join(links)),
        tag("p", esc(f"{how_many(each.count, 'contest')} so far"), class_="soft", data_part="count"),
        id=f"run-{row.cell}-{row.run}",
        data_contest=f"{row.phase}/{row.contest}",
        data_replay=f"/results/{number}/replay/{place}" if each.board else None,
    )


def _links(number: int, wall: Wall) -> Iterator[str]:
    if wall.first:
        to = max(0, wall.first - MOST_BOARDS)
        yield tag("a", "Previous runs", href=f"/results/{number}/wall?from={to}")
    if wall.has_more:
        yield tag("a", "Next runs", href=f"/results/{number}/wall?from={wall.first + MOST_BOARDS}")
    yield tag("a", "All contests", href=f"/results/{number}/contests")
