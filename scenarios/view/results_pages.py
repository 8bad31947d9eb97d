"""Results pages: tables and curves, the rows behind each figure, contests, and their decisions."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import trio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from games import HoyleError
from scenarios.analysis.figures import contests_counted
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.measures import Measure
from scenarios.report.cell_groups import name_cell
from scenarios.report.exhibit import Behind, InTable, MatchUpPart, MeasuredPhase
from scenarios.report.html_page import page_body
from scenarios.report.markup import esc, tag
from scenarios.report.sections.learning_curves import contests_behind, curve_title
from scenarios.report.sections.match_ups import contests_of_part
from scenarios.report.sections.timings import TIMES
from scenarios.view.contest_lists import first_of, list_page
from scenarios.view.contest_page import contest_page, decisions_of
from scenarios.view.messages import written
from scenarios.view.opened_results import NUMBERS, RESULTS, Opened, Row, progress, row_of
from scenarios.view.page_frame import results_page
from scenarios.view.shelf import Shelf
from scenarios.view.wall_page import read_wall, replay_document, wall_document, wall_page

Answer = Callable[[Request], Awaitable[Response]]
_WIDE = re.compile(r' style="--wide:([\d.]+)"')


class ResultsPages:
    """The pages of the folders on the shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._opened: dict[int, Opened] = {}

    def routes(self) -> Mapping[str, Answer]:
        """Return the handlers by address."""
        return {
            "/results/{number:int}": self._report,
            "/results/{number:int}/state": self._state,
            "/results/{number:int}/wall": self._wall,
            "/results/{number:int}/wall/state": self._wall_state,
            "/results/{number:int}/contests": self._contests,
            "/results/{number:int}/figure/{table:int}/{row:int}/{column:int}": self._figure,
            "/results/{number:int}/curve/{kind}/{cell:int}/{phase:int}/{contest:int}": self._curve,
            "/results/{number:int}/times/{measure}/{cell:int}/{phase:int}": self._times,
            "/results/{number:int}/match-up/{cell:int}/{phase:int}/{ended}": self._match_up,
            "/results/{number:int}/contest/{cell:int}/{run:int}/{phase:int}/{contest:int}": self._contest,
            "/results/{number:int}/replay/{cell:int}/{run:int}/{phase:int}/{contest:int}": self._replay,
            "/results/{number:int}/decisions/{cell:int}/{run:int}/{phase:int}/{contest:int}": self._decisions,
        }

    def _of(self, request: Request) -> tuple[int, Opened]:
        number = request.path_params["number"]
        if number >= len(self._shelf.folders):
            raise HTTPException(404, f"no results have number {number}")
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

        records = opened.records()

        def point_link(point: Behind | InTable | MatchUpPart | MeasuredPhase) -> str | None:
            if isinstance(point, InTable):
                return link(point.table, point.row, point.column)
            if isinstance(point, MeasuredPhase):
                phase = records.ended_phases(point.cells[0], point.phase)[0].phase
                others = urlencode({"alike": point.cells[1:]}, doseq=True)
                address = f"/results/{number}/times/{quote(point.measure)}/{point.cells[0]}/{phase}"
                return f"{address}?{others}" if others else address
            phase = records.ended_phases(point.cell, point.phase)[0].phase
            if isinstance(point, Behind):
                return f"/results/{number}/curve/{point.kind}/{point.cell}/{phase}/{point.contest}"
            against = urlencode({"against": point.other})
            ended = RESULTS[point.result]
            return f"/results/{number}/match-up/{point.cell}/{phase}/{ended}?{against}"

        body = _WIDE.sub(r' data-wide="\1"', page_body(account, link, point_link))
        body = body.replace("<main>", '<main id="main">', 1)
        state = opened.state()
        count = tag("p", esc(progress(state)), id="progress", role="status", data_contests=state["contests"])
        links = (("All contests", "contests"), ("Wall: the last contest of each run", "wall"))
        more = tag(
            "p",
            " \N{MIDDLE DOT} ".join(
                tag("a", words, href=f"/results/{number}/{where}") for words, where in links
            ),
        )
        about = tag("aside", count, more, class_="about-run", aria_label="This experiment")
        return HTMLResponse(results_page(account.title, about + body, number))

    async def _state(self, request: Request) -> Response:
        _, opened = self._of(request)
        state = opened.state()
        return Response(written({**state, "words": progress(state)}), media_type="application/json")

    async def _wall(self, request: Request) -> Response:
        number, opened = self._of(request)
        wall = await trio.to_thread.run_sync(read_wall, opened, first_of(request))
        return HTMLResponse(wall_page(number, wall))

    async def _wall_state(self, request: Request) -> Response:
        number, opened = self._of(request)
        wall = await trio.to_thread.run_sync(read_wall, opened, first_of(request))
        return Response(written(wall_document(number, wall)), media_type="application/json")

    async def _replay(self, request: Request) -> Response:
        """Return a contest as pictures, one for each move."""
        _, opened = self._of(request)
        row, specs = _one(opened, request), opened.specs()
        game = specs[row.cell].make_game()
        document = await trio.to_thread.run_sync(replay_document, game, row.moves.split())
        return Response(written(document), media_type="application/json")

    async def _decisions(self, request: Request) -> Response:
        """Redirect to the first decision of a contest."""
        _, opened = self._of(request)
        row, specs = _one(opened, request), opened.specs()
        found = await trio.to_thread.run_sync(decisions_of, self._shelf, opened.folder, specs, row)
        if not found:
            raise HTTPException(404, "no decision of this contest was traced")
        return RedirectResponse(found[min(found)], 303)

    async def _contests(self, request: Request) -> Response:
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        rows = [row_of(each) for each in records.contests]
        return HTMLResponse(list_page(number, records, "All contests", rows, request))

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
            raise HTTPException(404, "this point of the grid was not run")
        records = opened.records()
        found = contests_counted(records, table.measure, entry.place.phase, entry.place.cells)
        rows = [row_of(contest) for phase in found for contest in phase]
        title = ", ".join(filter(None, (table.title, row, column)))
        return HTMLResponse(list_page(number, records, title, rows, request))

    async def _curve(self, request: Request) -> Response:
        """List exactly the contests that a point of a curve counts."""
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        at = request.path_params
        name = _phase_that_ended(records, at)
        if not at["contest"]:
            raise HTTPException(404, "no such contest; contests count from 1")
        try:
            found = contests_behind(records, Behind(at["kind"], at["cell"], name, at["contest"]))
        except KeyError:
            raise HTTPException(404, "the report has no such curve") from None
        title = (
            f"{curve_title(at['kind'])}, {name_cell(records, at['cell'])}, "
            f"phase {name}, contest {at['contest']}"
        )
        return HTMLResponse(list_page(number, records, title, [row_of(each) for each in found], request))

    async def _match_up(self, request: Request) -> Response:
        """List exactly the contests that a part of a bar counts."""
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        at, other = request.path_params, request.query_params.get("against", "")
        phase, result = _phase_that_ended(records, at), NUMBERS.get(at["ended"])
        if result is None:
            raise HTTPException(404, f"no contest ends like this; use one of {', '.join(NUMBERS)}")
        found = contests_of_part(records, MatchUpPart(at["cell"], phase, other, result))
        title = f"Contests {at['ended']} against {other}, {name_cell(records, at['cell'])}, phase {phase}"
        return HTMLResponse(list_page(number, records, title, [row_of(each) for each in found], request))

    async def _times(self, request: Request) -> Response:
        """List exactly the contests whose times, or another measure, a figure is the mean of."""
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        at, alike = request.path_params, request.query_params.getlist("alike")
        phase, measure = _phase_that_ended(records, at), _measure(records, at["measure"])
        cells = {at["cell"], *(cell for cell in records.cells if str(cell) in alike)}
        found = contests_counted(records, measure, phase, cells)
        title = f"{measure.title.capitalize()}, {name_cell(records, at['cell'])}, phase {phase}"
        rows = [row_of(contest) for each in found for contest in each]
        return HTMLResponse(list_page(number, records, title, rows, request))

    async def _contest(self, request: Request) -> Response:
        """Show one contest: the board at any move, and the decision behind each that was traced."""
        number, opened = self._of(request)
        records = await trio.to_thread.run_sync(opened.records)
        row = _one(opened, request)
        found = await trio.to_thread.run_sync(decisions_of, self._shelf, opened.folder, records.specs, row)
        wanted = request.query_params.get("ply", "")
        return HTMLResponse(contest_page(number, records, row, found, wanted))


def _phase_that_ended(records: Records, at: Mapping[str, Any]) -> str:
    """Return the name of the phase whose number an address holds."""
    for each in records.ended.get(at["cell"], ()):
        if each.phase == at["phase"]:
            return each.name
    raise HTTPException(404, "no finished phase has this number")


def _measure(records: Records, name: str) -> Measure:
    """Return the measure that an address names."""
    try:
        return TIMES.get(name) or measure_of(records, name)
    except HoyleError:
        raise HTTPException(404, "the report has no such measure") from None


def _one(opened: Opened, request: Request) -> Row:
    """Find the contest that an address names."""
    row = opened.contest(request.path_params)
    if row is None or row.cell not in opened.specs():
        raise HTTPException(404, "these results have no such contest")
    return row
