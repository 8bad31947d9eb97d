"""Pages of results: tables and curves, the rows behind each figure, contests, and their decisions."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import attrs
import trio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from games import Game, HoyleError, draw_svg
from games.counting import how_many
from scenarios.analysis.figures import figures, one_of_each_run
from scenarios.cli.contest_log import changed_locations
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.store import FILE, Store
from scenarios.report.cell_groups import name_cell
from scenarios.report.contents import Account, make_account
from scenarios.report.html_page import page_body
from scenarios.report.markup import esc, sort_head, tag
from scenarios.view.messages import written
from scenarios.view.page_frame import page
from scenarios.view.shelf import Shelf

Answer = Callable[[Request], Awaitable[Response]]
SHEETS = ("palette.css", "report.css", "charts.css", "results.css")
A_PAGE = 300
"""Contests that a page lists."""
RESULTS = {1: "won", 0: "drawn", -1: "lost", None: ""}
_WIDE = re.compile(r' style="--wide:([\d.]+)"')


@attrs.frozen(kw_only=True)
class Row:
    """One contest in a list."""

    cell: int
    run: int
    phase: int
    contest: int
    role: str
    other: str
    outcome: str
    result: str
    plies: int
    moves: str
    ended_by: str

    def is_among(self, wanted: Mapping[str, str]) -> bool:
        """Is it what somebody wants to see?"""
        return all(str(getattr(self, name)) == value for name, value in wanted.items() if value)


FILTERS = ("cell", "run", "phase", "result")


class Opened:
    """A folder of results, read again when rows were added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamp: tuple[int, ...] = ()
        self._account: Account | None = None
        self._records: Records | None = None

    def records(self) -> Records:
        """Return the rows as they are now."""
        stamp = tuple(
            found.st_mtime_ns + found.st_size
            for name in (FILE, f"{FILE}-wal")
            if (path := self.folder / name).exists() and (found := path.stat())
        )
        if self._records is None or stamp != self._stamp:
            self._records, self._account, self._stamp = read_records(self.folder), None, stamp
        return self._records

    def account(self) -> Account:
        """Return what a report tells of them."""
        records = self.records()
        if self._account is None:
            self._account = make_account(records)
        return self._account

    def state(self) -> dict[str, Any]:
        """Count what there is, without reading it all."""
        with Store(self.folder) as store:
            contests, runs = store.count_contests(), store.runs()
        return {"contests": contests, "done": sum(run.state == "done" for run in runs), "runs": len(runs)}


class ResultsPages:
    """What is shown of the folders on the shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._opened: dict[int, Opened] = {}

    def routes(self) -> Mapping[str, Answer]:
        """Return what is answered at which address."""
        return {
            "/results/{number:int}": self._report,
            "/results/{number:int}/state": self._state,
            "/results/{number:int}/contests": self._contests,
            "/results/{number:int}/figure/{table:int}/{row:int}/{column:int}": self._figure,
            "/results/{number:int}/contest/{cell:int}/{run:int}/{phase:int}/{contest:int}": self._contest,
        }

    def _of(self, request: Request) -> tuple[int, Opened]:
        number = request.path_params["number"]
        if number >= len(self._shelf.folders):
            raise HTTPException(404, f"there are no results {number} here")
        if number not in self._opened:
            self._opened[number] = Opened(self._shelf.folders[number])
        return number, self._opened[number]

    async def _report(self, request: Request) -> Response:
        number, opened = self._of(request)
        account = await trio.to_thread.run_sync(opened.account)

        def link(table: int, row: str, column: str) -> str | None:
            of = account.tables[table]
            if (row, column) not in of.entries:
                return None
            return f"/results/{number}/figure/{table}/{of.rows.index(row)}/{of.columns.index(column)}"

        body = _WIDE.sub(r' data-wide="\1"', page_body(account, link))
        state = opened.state()
        progress = tag(
            "p", esc(_progress(state)), id="progress", role="status", data_contests=state["contests"]
        )
        more = tag("p", tag("a", "All contests", href=f"/results/{number}/contests"))
        return HTMLResponse(_shell(account.title, progress + more + body, number))

    async def _state(self, request: Request) -> Response:
        _, opened = self._of(request)
        state = opened.state()
        return Response(written({**state, "words": _progress(state)}), media_type="application/json")

    async def _contests(self, request: Request) -> Response:
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        rows = [_row(each) for each in records.contests]
        return HTMLResponse(_list_page(number, records, "All contests", rows, request))

    async def _figure(self, request: Request) -> Response:
        """List exactly the contests that a figure counts."""
        number, opened = self._of(request)
        account = await trio.to_thread.run_sync(opened.account)
        at = request.path_params
        if at["table"] >= len(account.tables):
            raise HTTPException(404, "the report has no such table")
        table = account.tables[at["table"]]
        if at["row"] >= len(table.rows) or at["column"] >= len(table.columns):
            raise HTTPException(404, "the table has no such figure")
        row, column = table.rows[at["row"]], table.columns[at["column"]]
        entry = table.entries.get((row, column))
        if entry is None or entry.place is None:
            raise HTTPException(404, "that point of the grid was not run")
        records = opened.records()
        found = figures(records, table.measure, entry.place.phase, entry.place.cells)
        runs = {each.run for each in one_of_each_run(found)}
        ended = [
            phase
            for each in found
            if each.run in runs
            for phase in records.ended_phases(each.cell, entry.place.phase)
            if phase.run == each.run
        ]
        rows = [_row(contest) for phase in ended for contest in records.contests_of_phase(phase)]
        title = ", ".join(filter(None, (table.title, row, column)))
        return HTMLResponse(_list_page(number, records, title, rows, request))

    async def _contest(self, request: Request) -> Response:
        """Show one contest: the board at any move, and the decision behind each that was traced."""
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        at = request.path_params
        key = at["cell"], at["run"], at["phase"]
        found = [_row(each) for each in records.contests_of(key) if each["contest"] == at["contest"]]
        if not found or at["cell"] not in records.specs:
            raise HTTPException(404, "there is no such contest here")
        return HTMLResponse(
            await trio.to_thread.run_sync(self._contest_page, number, records, found[0], request)
        )

    def _contest_page(self, number: int, records: Records, row: Row, request: Request) -> str:
        spec = records.specs[row.cell]
        moves = row.moves.split()
        wanted = request.query_params.get("ply", "")
        ply = min(int(wanted), len(moves)) if wanted.isdecimal() and len(wanted) < 6 else len(moves)  # noqa: PLR2004  # contests are shorter
        try:
            board = _board(spec.make_game(), moves, ply)
        except HoyleError as error:
            board = tag("p", esc(f"The board cannot be drawn: {error}"), class_="soft")
        decisions = self._decisions(records, row)
        address = f"/results/{number}/contest/{row.cell}/{row.run}/{row.phase}/{row.contest}"
        items = []
        for i, move in enumerate(moves):
            step = tag(
                "a", esc(move), href=f"{address}?ply={i + 1}", aria_current="step" if i + 1 == ply else None
            )
            traced = tag("a", "decision", href=decisions[i], class_="traced") if i in decisions else ""
            items.append(tag("li", step, " ", traced))
        facts = (
            ("Cell", name_cell(records, row.cell)), ("Run", row.run), ("Phase", _phase(records, row)),
            ("Hoyle", row.role), ("Against", row.other), ("Outcome", row.outcome), ("For Hoyle", row.result),
            ("Ended by", row.ended_by),
        )  # fmt: skip
        told = tag(
            "dl",
            *(tag("div", tag("dt", name), tag("dd", esc(value))) for name, value in facts),
            class_="facts",
        )
        none = "" if decisions else tag("p", "No decision of this contest was traced.", class_="note")
        left = tag(
            "section",
            tag("h2", esc(f"After {how_many(ply, 'move')}")),
            tag("div", board, class_="contest-board"),
        )
        right = tag("section", tag("h2", "Moves"), tag("ol", *items, class_="moves"), none, told)
        body = tag("main", tag("div", left, right, class_="contest"), id="main")
        title = f"Contest {row.contest + 1} of {spec.game}"
        return _shell(title, tag("header", tag("h1", esc(title))) + body, number)

    def _decisions(self, records: Records, row: Row) -> dict[int, str]:
        """Return the address of the decision behind each move that has one."""
        trace = self._shelf.trace_of_run(records.folder, row.cell, row.run)
        if trace is None:
            return {}
        phase = _phase(records, row)
        return {
            each.ply: f"/trace/{trace}/{each.number}"
            for each in self._shelf.traces[trace].read().decisions
            if each.contest == row.contest and each.phase == phase and each.ply is not None
        }


def _phase(records: Records, row: Row) -> str:
    """Return the name of a contest's phase."""
    phases = records.specs[row.cell].phases if row.cell in records.specs else ()
    return phases[row.phase].name if row.phase < len(phases) else str(row.phase)


def _progress(state: Mapping[str, Any]) -> str:
    return f"{how_many(state['contests'], 'contest')}, {how_many(state['done'], 'run')} done."


def _row(contest: Any) -> Row:
    """Take what a list shows of a contest."""
    number = contest["result"]
    result = None if number is None or number != number else int(number)  # noqa: PLR0124  # no number is not equal to itself
    return Row(
        cell=int(contest["cell"]),
        run=int(contest["run"]),
        phase=int(contest["phase"]),
        contest=int(contest["contest"]),
        role=str(contest["role"]),
        other=str(contest["other"]),
        outcome=str(contest["outcome"]),
        result=RESULTS[result],
        plies=int(contest["plies"]),
        moves=str(contest["moves"]),
        ended_by=str(contest["ended_by"]),
    )


def _board(game: Game[Any], moves: Sequence[str], ply: int) -> str:
    before = position = game.initial()
    for move in moves[:ply]:
        before, position = position, game.play(position, move)
    changed = changed_locations(game, before, position) if ply else ()
    drawn = draw_svg(game.board, game.cells(position), highlight=changed)
    return drawn.replace("<svg ", '<svg class="board" ', 1)


def _shell(title: str, body: str, number: int) -> str:
    """Put a body on a page of results."""
    links = tag("a", "Hoyle", href="/"), " / ", tag("a", "Results", href=f"/results/{number}")
    way = tag("nav", *links, class_="way", aria_label="Where you are")
    return page(
        title,
        way + body,
        script="results.js",
        sheets=SHEETS,
        more_scripts=("report.js",),
        is_whole=True,
        page="results",
        address=f"/results/{number}",
    )


def _list_page(number: int, records: Records, title: str, rows: Sequence[Row], request: Request) -> str:
    """List contests: sorted by their heads, filtered by cell, run, phase and result."""
    wanted = {name: request.query_params.get(name, "") for name in FILTERS}
    start = request.query_params.get("from", "")
    first = int(start) if start.isdecimal() and len(start) < 10 else 0  # noqa: PLR2004  # there are fewer
    kept = [row for row in rows if row.is_among(wanted)]
    heads = (
        "Contest",
        "Cell",
        "Run",
        "Phase",
        "Hoyle",
        "Against",
        "Outcome",
        "For Hoyle",
        "Moves",
        "Ended by",
    )
    body = [tag("tr", *_cells(number, records, row)) for row in kept[first : first + A_PAGE]]
    table = tag(
        "table",
        tag("caption", esc(f"{title}: contests")),
        tag("thead", tag("tr", *map(sort_head, heads))),
        tag("tbody", *body),
        class_="plain",
    )
    count = tag("p", esc(f"{how_many(len(kept), 'contest')} of {len(rows):,}."), id="count", role="status")
    box = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Contests")
    links = "".join(_pages(request, first, len(kept)))
    main = tag("main", tag("div", *_filters(rows, wanted), class_="picks"), count, box, links, id="main")
    return _shell(title, tag("header", tag("h1", esc(title))) + main, number)


def _cells(number: int, records: Records, row: Row) -> Iterator[str]:
    address = f"/results/{number}/contest/{row.cell}/{row.run}/{row.phase}/{row.contest}"
    yield tag("th", tag("a", str(row.contest + 1), href=address), scope="row")
    for value in (
        name_cell(records, row.cell), row.run, _phase(records, row), row.role, row.other, row.outcome,
        row.result,
        row.plies, row.ended_by
    ):  # fmt: skip
        yield tag("td", esc(value))


def _filters(rows: Sequence[Row], wanted: Mapping[str, str]) -> Iterator[str]:
    for name in FILTERS:
        values = sorted({getattr(row, name) for row in rows})
        options = [tag("option", "all", value="")] + [
            tag("option", esc(value), value=value, selected="" if str(value) == wanted[name] else None)
            for value in values
        ]
        yield tag("label", f"{name.capitalize()} ", tag("select", *options, data_filter=name))


def _pages(request: Request, first: int, count: int) -> Iterator[str]:
    for words, to in (("Those before", first - A_PAGE), ("Those after", first + A_PAGE)):
        if 0 <= to < count and to != first:
            query = urlencode({**request.query_params, "from": to})
            yield tag("p", tag("a", words, href=f"{request.url.path}?{query}"))
