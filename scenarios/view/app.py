"""The viewer: the tables, traces and results it holds, and the requests it answers."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, aclosing, contextmanager
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import trio
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from blackboard import Decision, TraceWriter, read_trace
from games import BadOption, Game, HoyleError, UnknownName, game_names, in_words, make_game, usable_games
from scenarios.decisions.positions import chosen_game, chosen_position
from scenarios.view.asking import Asking, asks_anew
from scenarios.view.decision_page import decision_page
from scenarios.view.index_page import index_page
from scenarios.view.messages import MOST_STREAMS, TooMany, Turnstile, written
from scenarios.view.page_frame import sentence_page
from scenarios.view.payloads import decision_payload
from scenarios.view.reasons import reasons
from scenarios.view.security import Guard, Keys
from scenarios.view.shelf import Reading, Shelf
from scenarios.view.table_page import table_page
from scenarios.view.tables import MOST_KEPT, SIDES, Table
from scenarios.view.trace_page import trace_page
from scenarios.view.what_if import read_what_if, what_if

MOST_DECISIONS: Final = 2
"""In virtual time; by the clock on the wall there is one at a time."""
MOST_DIGITS: Final = 15
KINDS: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
FROM_REPORTS: Final = ("palette.css", "report.css", "charts.css", "report.js")
"""Style sheets and the script that pages share with reports."""


@cache
def client_files() -> Mapping[str, bytes]:
    """Read the scripts and style sheets of pages, by name."""
    own = files("scenarios.view") / "client"
    found = {each.name: each.read_bytes() for each in own.iterdir() if Path(each.name).suffix in KINDS}
    theirs = files("scenarios.report")
    return found | {name: (theirs / name).read_bytes() for name in FROM_REPORTS}


class Viewer:
    """All that one server shows: tables, traces and results."""

    def __init__(self, given: Mapping[str, Any], *, rate: int) -> None:
        self._asking = Asking.of(given)
        self._rate = rate
        self.shelf = Shelf()
        self._results: dict[str, Callable[[Request], Awaitable[Response]]] = {}
        """The handlers by address, if there are results."""
        self._games: dict[str, tuple[Game[Any], Any]] = {}
        """Games from the command line, with their rules and first positions."""
        self._tables: dict[str, Table] = {}
        self._trace: TraceWriter | None = None
        self._streams = Turnstile(MOST_STREAMS, f"there are {MOST_STREAMS} pages open already; close one")
        most = 1 if self._asking.is_real_time else MOST_DECISIONS
        self._thinkers = Turnstile(most, "other decisions are under way; wait for them, or stop them")
        self._nursery: trio.Nursery | None = None
        self._asking.clock()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the file to which decisions are written, if one was named."""
        with ExitStack() as stack:
            if path := self._asking.given["trace_file"]:
                self._trace = stack.enter_context(TraceWriter(path))
            yield

    # What was given at the start

    def add_game(self, name: str, rules: Iterable[str], moves: str, position: str | None) -> str:
        """Add the table of a game; return the address of its page."""
        game = chosen_game(name, rules)
        self._asking.bench(game).knowledge()
        self._games[game.name] = game, chosen_position(game, moves, position)
        return f"/game/{game.name}"

    def add_file(self, path: Path) -> str:
        """Put a trace or a folder on the shelf; return the address of its page."""
        if path.is_dir():
            from scenarios.view.results_pages import ResultsPages  # noqa: PLC0415  # takes long, and tables do without

            self._results |= ResultsPages(self.shelf).routes()
            return self.shelf.add_folder(path)
        read_trace(path)
        return f"/trace/{self.shelf.add_trace(path)}"

    def app(self, keys: Keys, nursery: trio.Nursery) -> Guard:
        """Return the application that the server runs."""
        self._nursery = nursery
        get, post = partial(_route, method="GET"), partial(_route, method="POST")
        routes = [
            get("/", self._index),
            get("/static/{name}", self._static),
            post("/address", partial(_address, keys)),
            get("/game/{name}", self._table_page),
            get("/game/{name}/stream", self._stream),
            get("/game/{name}/table", self._table_document),
            get("/game/{name}/after/{ply:int}", self._table_then),
            post("/game/{name}/{deed:str}", self._deed),
            get("/game/{name}/{index:int}/decision", self._decision_document),
            get("/game/{name}/{index:int}/why", self._why),
            post("/game/{name}/{index:int}/what-if", self._what_if),
            post("/game/{name}/{index:int}/anew", self._anew),
            get("/trace/{number:int}", self._trace_page),
            get("/trace/{number:int}/{index:int}", self._decision_page),
            get("/trace/{number:int}/{index:int}/decision", self._decision_document),
            get("/trace/{number:int}/{index:int}/why", self._why),
            post("/trace/{number:int}/{index:int}/what-if", self._what_if),
            post("/trace/{number:int}/{index:int}/anew", self._anew),
            *(get(path, answer) for path, answer in self._results.items()),
        ]
        handlers: Any = {
            HTTPException: _http_problem,
            HoyleError: _refused,
            TooMany: _too_many,
            Exception: _failed,
        }
        return Guard(Starlette(routes=routes, exception_handlers=handlers), keys)

    # Pages

    async def _index(self, _: Request) -> Response:
        folders = [(number, path.name) for number, path in enumerate(self.shelf.folders)]
        return HTMLResponse(index_page(usable_games(), self.shelf.traces, folders))

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in client_files():
            raise HTTPException(404, f"there is no file {name!r} here")
        return Response(client_files()[name], headers={"content-type": KINDS[Path(name).suffix]})

    async def _table_page(self, request: Request) -> Response:
        table = self._table(request)
        return HTMLResponse(table_page(table.game, table.board(), tuple(SIDES)))

    async def _trace_page(self, request: Request) -> Response:
        number, reading = self._reading(request)
        first = _number(request.query_params.get("from", ""))
        return HTMLResponse(trace_page(number, self.shelf.traces[number], reading, first))

    async def _decision_page(self, request: Request) -> Response:
        number, reading = self._reading(request)
        index = request.path_params["index"]
        if index >= len(reading.decisions):
            raise HTTPException(404, f"the trace has no decision {index + 1}")
        return HTMLResponse(decision_page(number, self.shelf.traces[number], reading, index))

    # Tables

    def _table(self, request: Request) -> Table:
        """Find the table of a game, or add one."""
        name = request.path_params["name"]
        if name not in self._tables:
            if name in self._games:
                game, start = self._games[name]
            elif name in game_names():
                game = make_game(name)
                start = game.initial()
            else:
                raise HTTPException(
                    404, str(UnknownName.of("game", name, game_names(), "the first page lists them"))
                )
            assert self._nursery is not None  # noqa: S101  # the program runs, so it was made
            self._tables[name] = Table(
                self._asking.bench(game),
                self._asking,
                start,
                nursery=self._nursery,
                thinkers=self._thinkers,
                rate=self._rate,
                trace=self._trace,
            )
        return self._tables[name]

    async def _table_document(self, request: Request) -> Response:
        return _json(self._table(request).document())

    async def _table_then(self, request: Request) -> Response:
        """Return the board as it was after a number of moves."""
        table, ply = self._table(request), request.path_params["ply"]
        if not 0 < ply <= table.plies:
            raise HTTPException(404, f"there is no move {ply} here")
        return _json({"board": table.board(ply)})

    async def _stream(self, request: Request) -> Response:
        table, last = self._table(request), _number(request.headers.get("last-event-id", ""))
        self._streams.enter()

        async def events() -> AsyncIterator[bytes]:
            try:
                async with aclosing(table.channel.events(last)) as found:
                    async for each in found:
                        yield each
            finally:
                self._streams.leave()

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _deed(self, request: Request) -> Response:
        """Apply an action of a page to its table."""
        table, document = self._table(request), await _document(request)
        deeds: dict[str, Callable[[], None]] = {
            "move": lambda: table.move(_text(document, "move"), _whole(document, "ply")),
            "back": table.take_back,
            "side": lambda: table.change_sides(_text(document, "side")),
            "go": table.let_hoyle_move,
            "hint": table.give_hint,
            "stop": table.stop,
            "new": table.renew,
            "play-on": lambda: table.play_on(_text(document, "position"), _names(document, "options")),
        }
        deed = request.path_params["deed"]
        if deed not in deeds:
            raise HTTPException(404, f"there is no action {deed[:30]!r} here")
        sent = table.owe_answer()
        deeds[deed]()
        return _json(table.document(), then=sent)

    # Decisions, at tables and in traces

    async def _decision_document(self, request: Request) -> Response:
        return _json(decision_payload(self._decision(request)))

    async def _why(self, request: Request) -> Response:
        decision = self._decision(request)
        found = await trio.to_thread.run_sync(reasons, decision)
        return _json({"move": decision.move, "reasons": found})

    async def _what_if(self, request: Request) -> Response:
        decision = self._decision(request)
        return _json(what_if(decision, read_what_if(await _document(request), decision)))

    async def _anew(self, request: Request) -> Response:
        """Ask the Advisors again, at the table of the game, which shows the decision."""
        decision = self._decision(request)
        changes = read_what_if(await _document(request), decision)
        if "number" in request.path_params:
            request.path_params["name"] = decision.game
        table = self._table(request)
        sent = table.owe_answer()
        table.ask_anew(asks_anew(self._asking, decision, changes))
        return _json({"address": f"/game/{decision.game}", "number": table.decisions.count}, then=sent)

    def _decision(self, request: Request) -> Decision:
        index: int = request.path_params["index"]
        if "number" in request.path_params:
            _, reading = self._reading(request)
            if index < len(reading.decisions):
                return reading.decisions[index].decision
        else:
            kept = self._table(request).decisions
            if index < kept.first:
                raise HTTPException(410, self._forgotten(index))
            if index < kept.count:
                return kept[index]
        raise HTTPException(404, f"there is no decision {index + 1} here")

    def _forgotten(self, index: int) -> str:
        path = self._asking.given["trace_file"]
        remedy = f"hoyle view {path} shows it" if path else "start the viewer with --trace FILE to save all"
        return (
            f"decision {index + 1} is no longer here: a table keeps the last {MOST_KEPT} decisions; {remedy}"
        )

    def _reading(self, request: Request) -> tuple[int, Reading]:
        number = request.path_params["number"]
        if number >= len(self.shelf.traces):
            raise HTTPException(404, f"there is no trace {number} here")
        return number, self.shelf.traces[number].read()


async def _address(keys: Keys, _: Request) -> Response:
    """Return another one-time address, to a program that has the cookie."""
    return _json(keys.new_address())


def _route(path: str, answer: Callable[[Request], Awaitable[Response]], *, method: str) -> Route:
    return Route(path, answer, methods=[method])


def _json(document: Any, status: int = 200, *, then: Callable[[], Awaitable[None]] | None = None) -> Response:
    """Return a response with a document; call `then` when it has been sent."""
    after = None if then is None else BackgroundTask(then)
    return Response(written(document), status, media_type="application/json", background=after)


async def _document(request: Request) -> Any:
    try:
        document = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise HTTPException(400, "the request is not JSON") from None
    if not isinstance(document, dict):
        raise HTTPException(400, "the request is not a JSON object")
    return document


def _number(text: str) -> int:
    """Read a number from an address or a header; return 0 if it is not one."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS else 0


def _text(document: Any, name: str) -> str:
    found = document.get(name)
    if not isinstance(found, str):
        raise BadOption(f"{name} is missing or is not a text")
    return found.strip()


def _names(document: Any, name: str) -> Mapping[str, object]:
    found = document.get(name)
    if not isinstance(found, dict):
        raise BadOption(f"{name} are missing or are not a JSON object")
    return found


def _whole(document: Any, name: str) -> int:
    found = document.get(name)
    if not isinstance(found, int):
        raise BadOption(f"{name} is missing or is not a number")
    return found


# Problems: one sentence, on a page or in a document


def _problem(request: Request, status: int, sentence: str) -> Response:
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        title = {404: "Not here", 410: "No longer here"}.get(status, "That did not work")
        return HTMLResponse(sentence_page(title, sentence), status)
    return _json({"problem": sentence}, status)


async def _http_problem(request: Request, error: HTTPException) -> Response:
    plain = error.detail in ("Not Found", "Method Not Allowed")
    return _problem(
        request, error.status_code, "There is nothing at this address." if plain else error.detail
    )


async def _refused(request: Request, error: HoyleError) -> Response:
    return _problem(request, 409, str(error))


async def _too_many(request: Request, error: TooMany) -> Response:
    return _problem(request, 429, str(error))


async def _failed(request: Request, error: Exception) -> Response:
    return _problem(request, 500, f"a fault in Hoyle or in a loaded file: {in_words(error)}")
