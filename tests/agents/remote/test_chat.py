"""Advisors behind HTTP: a model that is slow, wrong, busy or silent is like any other Advisor."""

import base64
import gzip
import http.server
import itertools
import json
import re
import threading
import tracemalloc
import urllib.parse
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
import trio
import trio.testing

from agents import Failure, Streams, make_chat_advisor
from agents.remote.chat import ChatAdvisor, comments_in
from blackboard import Decision, State, TraceWriter, read_trace
from control import Budgets, Panel, VirtualClock, decide
from games import BadOption
from tests.support import advisor, heard, needs, played, says, strengths, tic_tac_toe

if TYPE_CHECKING:
    import httpx
else:
    httpx = needs("httpx", extra="llm")

Handler: TypeAlias = "Callable[[httpx.Request], Awaitable[httpx.Response]]"
GOOD = {"comments": [{"move": "5", "strength": 8, "reason": "the middle"}, {"move": "1", "strength": 3}]}


def completion(content: object) -> dict[str, Any]:
    """Return as a chat endpoint does."""
    text = content if isinstance(content, str) else json.dumps(content)
    return {"choices": [{"message": {"role": "assistant", "content": text}}]}


def in_pieces(pieces: Iterable[bytes], wait: Callable[[], Awaitable[None]] | None = None) -> Any:
    """Make an answer that comes in pieces, and counts them as they are taken; `wait` comes before each."""
    left = iter(pieces)

    class Pieces(httpx.AsyncByteStream):
        taken = 0

        def __aiter__(self) -> "Pieces":
            return self

        async def __anext__(self) -> bytes:
            if wait is not None:
                await wait()
            for piece in left:
                self.taken += 1
                return piece
            raise StopAsyncIteration

    return Pieces()


def model(handler: Handler, **declared: Any) -> type[ChatAdvisor]:
    """Make an Advisor of a server that needs no network."""
    return make_chat_advisor(
        "http://test/v1",
        model="m",
        name="Model",
        transport=lambda: httpx.MockTransport(handler),  # type: ignore[arg-type]  # it takes both kinds
        **declared,
    )


def decided_by(made: type[ChatAdvisor], clock: trio.abc.Clock | None = None) -> Decision:
    """Make a decision on a clock that nobody has to wait for."""
    panel = Panel.of([made, advisor("Other", says("2", 6))], budgets=Budgets.parse(["Other=1s"]))

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(1))

    return trio.run(make, clock=clock or trio.testing.MockClock(autojump_threshold=0))


def test_a_model_sees_the_position_and_its_comments_are_posted() -> None:
    """It is told the rules, the picture and the legal moves; what it says is posted."""
    asked: list[dict[str, Any]] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        asked.append(json.loads(request.content))
        return httpx.Response(200, json=completion(f"Here it is:\n```json\n{json.dumps(GOOD)}\n```"))

    for clock in (None, VirtualClock()):
        decision = decided_by(model(answer), clock)
        testimony = heard(decision, "Model")
        assert (testimony.state, strengths(testimony)) == (State.FINISHED, {"5": 8, "1": 3})
    told = asked[0]["messages"][1]["content"]
    assert asked[0]["model"] == "m"
    for part in ("Tic-tac-toe", tic_tac_toe().rules, "......... X", "1, 2, 3, 4, 5, 6, 7, 8, 9", "Player"):
        assert part in told


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda: httpx.Response(200, json=completion("I like 5.")), "answered without comments in JSON"),
        (lambda: httpx.Response(200, json=completion({"comments": 7})), "answered without comments in JSON"),
        (
            lambda: httpx.Response(200, json=completion({"comments": [{"move": "99", "strength": 6}]})),
            "commented on '99'",
        ),
        (
            lambda: httpx.Response(200, json=completion({"comments": [{"move": "5", "strength": "a lot"}]})),
            "'a lot'",
        ),
        (lambda: httpx.Response(200, text="<html>"), "no chat completion: '<html>'"),
        (lambda: httpx.Response(200, stream=in_pieces([b"x" * 600_000] * 9)), "sent more than 1000000 bytes"),
        (lambda: httpx.Response(401, text="no key"), "http://test/v1 answered 401: no key"),
        (lambda: httpx.Response(500, text="oh"), "answered 500: oh"),
    ],
)
def test_a_model_that_is_wrong_fails_alone(answer: "Callable[[], httpx.Response]", reason: str) -> None:
    """Whatever comes back instead of comments is that Advisor's failure, in one line."""

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return answer()

    decision = decided_by(model(reply))
    testimony = heard(decision, "Model")
    assert (testimony.state, reason in testimony.reason) == (State.FAILED, True), testimony.reason
    assert strengths(heard(decision, "Other")) == {"2": 6}


def test_a_model_that_cannot_be_reached_fails_alone() -> None:
    """A connection that is refused is told in one line."""

    async def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    testimony = heard(decided_by(model(refuse)), "Model")
    assert testimony.reason == "cannot reach http://test/v1: ConnectError refused"


@pytest.mark.parametrize(
    ("seconds", "state"), [(1.0, State.FINISHED), (3.0, State.TIMED_OUT), (1e9, State.TIMED_OUT)]
)
def test_a_slow_model_is_cancelled_like_anyone_else(seconds: float, state: State) -> None:
    """One that answers within its budget is heard; one that is slower, or hangs, holds up nobody."""

    async def think(request: httpx.Request) -> httpx.Response:
        del request
        await trio.sleep(seconds)
        return httpx.Response(200, json=completion(GOOD))

    decision = decided_by(model(think, budget_ms=2000))
    assert heard(decision, "Model").state is state
    assert decision.landed_ns == pytest.approx(1e9 * min(seconds, 2), rel=1e-3)


@pytest.mark.parametrize(
    ("header", "times", "state"),
    [("1", 2, State.FINISHED), ("3", 1, State.TIMED_OUT), ("", 2, State.FINISHED)],
)
def test_a_model_that_is_busy_is_asked_again_within_the_budget(header: str, times: int, state: State) -> None:
    """After `429 Retry-After` it waits as long as it is told and asks again; the budget still binds."""
    asked: list[float] = []

    async def busy(request: httpx.Request) -> httpx.Response:
        del request
        asked.append(trio.current_time())
        if len(asked) == 1:
            return httpx.Response(429, headers={"Retry-After": header} if header else {})
        return httpx.Response(200, json=completion(GOOD))

    decision = decided_by(model(busy, budget_ms=2000))
    assert heard(decision, "Model").state is state
    assert len(asked) == times


@contextmanager
def served(respond: Callable[[http.server.BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Run a server on this machine; return its url."""

    class Handle(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # its name is given
            self.rfile.read(int(self.headers["Content-Length"]))
            respond(self)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handle) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1/"
        finally:
            server.shutdown()
            thread.join()


def real(url: str, budget_ms: float = 20_000, **more: Any) -> Decision:
    """Ask a real server in real time."""
    made = make_chat_advisor(url, model="m", name="Model", budget_ms=budget_ms, **more)
    panel = Panel.of([made])

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel)

    return trio.run(make)


def test_a_real_server_is_asked_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a real connection the key of the environment is sent, and the answer is heard."""
    seen: list[str] = []

    def respond(request: http.server.BaseHTTPRequestHandler) -> None:
        seen.extend((request.path, request.headers["Authorization"]))
        body = json.dumps(completion(GOOD)).encode()
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    monkeypatch.setenv("A_KEY", "secret")
    with served(respond) as url:
        decision = real(url, key_env="A_KEY")
    assert seen == ["/v1/chat/completions", "Bearer secret"]
    assert strengths(heard(decision, "Model")) == {"5": 8, "1": 3}


def test_a_server_that_streams_is_understood() -> None:
    """One that sends its answer in pieces, though nobody asked for that, is heard too."""

    def respond(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.end_headers()
        for piece in (json.dumps(GOOD)[:20], json.dumps(GOOD)[20:]):
            event = {"choices": [{"delta": {"content": piece}}]}
            request.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
            request.wfile.flush()
        request.wfile.write(b"data: [DONE]\n\n")

    with served(respond) as url:
        assert strengths(heard(real(url), "Model")) == {"5": 8, "1": 3}


def test_a_server_that_hangs_is_left_at_the_deadline() -> None:
    """A connection on which nothing comes is closed when the time is up."""
    let_go = threading.Event()

    def respond(request: http.server.BaseHTTPRequestHandler) -> None:
        del request
        let_go.wait(30)

    with served(respond) as url:
        decision = real(url, budget_ms=100)
        let_go.set()
    assert heard(decision, "Model").state is State.TIMED_OUT


def test_what_cannot_be_meant_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A url that is none and a key that is not there are told in one line."""
    with pytest.raises(BadOption, match=r"it begins with http:// or https://"):
        make_chat_advisor("test", model="m", name="Model")
    with pytest.raises(BadOption, match="takes its key from NO_SUCH_KEY"):
        make_chat_advisor("http://test", model="m", name="Model", key_env="NO_SUCH_KEY")
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(BadOption, match=r"needs httpx; install the extra: pip install 'hoyle\[llm\]'"):
        make_chat_advisor("http://test", model="m", name="Model")


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", '{"comments": [7]}', '{"comments": [{}]}', "{" * 10_000]
)
def test_an_answer_without_comments_is_a_failure(answer: str) -> None:
    """Anything but an object with a list of comments is refused."""
    with pytest.raises(Failure):
        comments_in(answer)


def packed(data: bytes, layers: int = 1) -> bytes:
    """Pack in gzip, again and again."""
    for _ in range(layers):
        data = gzip.compress(data, mtime=0)
    return data


def replying(*pieces: bytes, encoding: str = "gzip", status: int = 200) -> Handler:
    """Return with these bytes, packed as the header says."""

    async def reply(request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept-Encoding"] == "identity"
        return httpx.Response(status, headers={"Content-Encoding": encoding}, stream=in_pieces(pieces))

    return reply


BODY = json.dumps(completion(GOOD)).encode()


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("gzip", packed(BODY)),
        ("GZip", packed(BODY)),
        ("deflate", zlib.compress(BODY)),
        ("deflate", zlib.compress(BODY, wbits=-15)),
        ("identity", BODY),
        ("identity, gzip", packed(BODY)),
        ("", BODY),
    ],
)
def test_one_layer_is_unpacked(encoding: str, data: bytes) -> None:
    """A server that packs its answer though nobody asked for that is heard, however it is cut in pieces."""
    for step in (1, len(data)):
        pieces = [data[i : i + step] for i in range(0, len(data), step)]
        decision = decided_by(model(replying(*pieces, encoding=encoding)))
        assert strengths(heard(decision, "Model")) == {"5": 8, "1": 3}, heard(decision, "Model")


@pytest.mark.parametrize(
    ("encoding", "pack", "reason"),
    [
        (
            "gzip, gzip, gzip",
            lambda: packed(bytes(10_000_000), 3),
            "packed as gzip, gzip, gzip; at most one layer",
        ),
        ("br", lambda: b"?", "packed as br; at most one layer of gzip or deflate"),
        ("gzip", lambda: packed(bytes(200_000_000)), "sent more than 1000000 bytes"),
        ("deflate", lambda: zlib.compress(bytes(200_000_000)), "sent more than 1000000 bytes"),
        ("gzip", lambda: packed(BODY)[:-9], "cannot be unpacked: its end is missing"),
        ("gzip", lambda: b"no gzip at all", "cannot be unpacked"),
    ],
)
def test_no_more_is_unpacked_than_is_read(encoding: str, pack: Callable[[], bytes], reason: str) -> None:
    """A small answer that would unpack to a large one is refused while it is unpacked, within a few MB.

    It is packed only where it is wanted: to do so while tests are collected takes a second of each process.
    """
    data = pack()
    handler = replying(data, encoding=encoding)
    decided_by(model(replying(BODY, encoding="")))
    tracemalloc.start()
    try:
        testimony = heard(decided_by(model(handler)), "Model")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (testimony.state, reason in testimony.reason) == (State.FAILED, True), testimony.reason
    assert peak < 20_000_000


def test_an_endless_answer_that_says_nothing_is_refused() -> None:
    """Packed blocks that unpack to nothing count as what they are: bytes that came."""
    pieces = in_pieces(
        itertools.chain([zlib.compress(b"")[:2]], itertools.repeat(b"\x00\x00\x00\xff\xff" * 1000))
    )

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, headers={"Content-Encoding": "deflate"}, stream=pieces)

    testimony = heard(decided_by(model(reply)), "Model")
    assert "sent more than 1000000 bytes" in testimony.reason
    assert pieces.taken < 300


def test_a_server_that_drips_does_not_outlast_the_budget() -> None:
    """A byte a second keeps nobody waiting for longer than the Advisor's time."""

    async def second() -> None:
        await trio.sleep(1)

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, stream=in_pieces(itertools.repeat(b" "), second))

    decision = decided_by(model(reply, budget_ms=5_500))
    assert heard(decision, "Model").state is State.TIMED_OUT
    assert decision.landed_ns == pytest.approx(5.5e9, rel=1e-3)


def test_a_server_that_drips_does_not_outlast_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the virtual clock real time is bounded too: each byte that comes does not begin it anew."""
    monkeypatch.setattr(ChatAdvisor, "patience_s", 0.3)

    async def wait() -> None:
        await trio.to_thread.run_sync(threading.Event().wait, 0.02)

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, stream=in_pieces(itertools.repeat(b" "), wait))

    testimony = heard(decided_by(model(reply), VirtualClock()), "Model")
    assert (testimony.state, testimony.reason) == (
        State.FAILED,
        "kept the virtual clock waiting for 0.3 s of real time",
    )


@pytest.mark.parametrize("header", ["999999", "9" * 400, "0.000001", "-1", "never"])
def test_a_busy_server_cannot_say_how_long_we_wait(header: str) -> None:
    """Whatever Retry-After says, the budget binds, and the server is not asked on and on."""
    asked: list[httpx.Request] = []

    async def busy(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(429, headers={"Retry-After": header})

    decision = decided_by(model(busy, budget_ms=2000))
    assert heard(decision, "Model").state is State.TIMED_OUT
    assert len(asked) <= 9


KEY = "sk-A1b2'C3d4+E5f6"
SENT_BACK = {
    "as it is": KEY,
    "as it came": f"Bearer {KEY}",
    "in capitals": KEY.upper(),
    "in two lines": f"{KEY[:7]}\n{KEY[7:]}",
    "in letters apart": "\u200b".join(KEY),
    "in a url": f"https://elsewhere/?key={urllib.parse.quote(KEY)}",
    "letter by letter": "".join(f"%{ord(each):02X}" for each in KEY),
    "as html": "".join(f"&#{ord(each)};" for each in KEY),
    "in base64": base64.b64encode(f"Bearer {KEY}".encode()).decode(),
    "in hexadecimal": KEY.encode().hex(),
}


def gone(text: str) -> bool:
    """Is no part of the key left that one could use?"""
    joined = "".join(re.findall(r"\w", text)).lower()
    return not any(
        "".join(re.findall(r"\w", part)).lower() in joined
        for part in (KEY, KEY[3:], KEY.encode().hex(), base64.b64encode(KEY.encode()).decode()[4:-4])
    )


@pytest.mark.parametrize("how", SENT_BACK)
@pytest.mark.parametrize(
    "where", ["reason", "move", "prose", "error", "header", "broken", "redirect", "deep"]
)
def test_a_key_that_comes_back_is_blotted_out(
    where: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a server puts the key that it was sent, neither a testimony nor a trace has it."""
    monkeypatch.setenv("A_KEY", KEY)
    key = SENT_BACK[how]
    comment = {"move": "5", "strength": 8, "reason": f"since {key} says so"}

    replies: dict[str, dict[str, Any]] = {
        "reason": {"json": completion({"comments": [comment]})},
        "move": {"json": completion({"comments": [{**comment, "move": key}]})},
        "deep": {"json": completion({"comments": [{**comment, "strength": [{key: [key]}]}]})},
        "prose": {"json": completion(f"I know {key}")},
        "broken": {"text": f'{{"choices": "{key}"'},
        "redirect": {"status_code": 302, "headers": {"Location": f"/?{KEY}"}, "text": key},
        "error": {"status_code": 401, "text": f"the key {key} is not known"},
    }

    async def reply(request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == f"Bearer {KEY}"
        if where == "header":
            raise httpx.RemoteProtocolError(f"illegal header line: {key}")
        return httpx.Response(**{"status_code": 200, **replies[where]})

    decision = decided_by(model(reply, key_env="A_KEY"))
    with TraceWriter(tmp_path / "t.trace") as trace:
        trace.append(decision)
    testimony = heard(decision, "Model")
    told = " ".join([testimony.reason, *(each.reason for each in testimony.comments.values())])
    assert "[key]" in told
    assert gone(told), told
    assert gone(repr(read_trace(tmp_path / "t.trace").events))


def test_what_is_no_secret_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that stands where no key is needed does not blot out moves and reasons."""
    monkeypatch.setenv("A_KEY", "5")

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, json=completion(GOOD))

    assert strengths(heard(decided_by(model(reply, key_env="A_KEY")), "Model")) == {"5": 8, "1": 3}
