"""Advisors behind HTTP: a model that is slow, wrong, busy or silent is like any other Advisor."""

import gzip
import http.server
import itertools
import json
import threading
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
from games import BadOption, VoidDecision
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
    """Make a decision on a clock that jumps."""
    panel = Panel.of([made, advisor("Other", says("2", 6))], budgets=Budgets.parse(["Other=1s"]))

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(1))

    return trio.run(make, clock=clock or trio.testing.MockClock(autojump_threshold=0))


def test_a_model_sees_the_position_and_its_comments_are_posted() -> None:
    """The prompt has the rules, the picture and the legal moves; the comments of the answer are posted."""
    asked: list[dict[str, Any]] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        asked.append(json.loads(request.content))
        return httpx.Response(200, json=completion(f"Here it is:\n```json\n{json.dumps(GOOD)}\n```"))

    for clock in (None, VirtualClock()):
        decision = decided_by(model(answer), clock)
        testimony = heard(decision, "Model")
        assert (testimony.state, strengths(testimony)) == (State.FINISHED, {"5": 8, "1": 3})
    prompt = asked[0]["messages"][1]["content"]
    assert asked[0]["model"] == "m"
    for part in ("Tic-tac-toe", tic_tac_toe().rules, "......... X", "1, 2, 3, 4, 5, 6, 7, 8, 9", "Player"):
        assert part in prompt


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
    """A refused connection is a failure in one line."""

    async def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    testimony = heard(decided_by(model(refuse)), "Model")
    assert testimony.reason == "cannot reach http://test/v1: ConnectError refused"


@pytest.mark.parametrize(
    ("seconds", "state"), [(1.0, State.FINISHED), (3.0, State.TIMED_OUT), (1e9, State.TIMED_OUT)]
)
def test_a_slow_model_is_cancelled_like_anyone_else(seconds: float, state: State) -> None:
    """One that answers within its budget is heard; one that is slower, or hangs, does not hold up others."""

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
    """After `429 Retry-After` it waits as long as that says and asks again; the budget still binds."""
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
    """One that streams its answer, although the request says not to, is heard too."""

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
    """A bad url, a missing key and a missing httpx are errors in one line."""
    with pytest.raises(BadOption, match=r"it must begin with http:// or https://"):
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


def replying(*pieces: bytes, encodings: str, status: int = 200) -> Handler:
    """Return with these bytes and this Content-Encoding."""

    async def reply(request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept-Encoding"] == "identity"
        return httpx.Response(status, headers={"Content-Encoding": encodings}, stream=in_pieces(pieces))

    return reply


BODY = json.dumps(completion(GOOD)).encode()


@pytest.mark.parametrize("encodings", ["identity", "Identity", "identity, identity", ""])
def test_an_uncompressed_answer_is_read(encodings: str) -> None:
    """It may arrive in pieces of any size."""
    for step in (1, len(BODY)):
        pieces = [BODY[i : i + step] for i in range(0, len(BODY), step)]
        decision = decided_by(model(replying(*pieces, encodings=encodings)))
        assert strengths(heard(decision, "Model")) == {"5": 8, "1": 3}, heard(decision, "Model")


@pytest.mark.parametrize(
    ("encodings", "refused"), [("gzip", "gzip"), ("identity, BR", "BR"), ("deflate, gzip", "deflate, gzip")]
)
@pytest.mark.parametrize("status", [200, 500])
def test_a_compressed_answer_is_refused(status: int, encodings: str, refused: str) -> None:
    """The reason names the encoding and the remedy; nothing is read or unpacked."""
    pieces = in_pieces(itertools.repeat(gzip.compress(BODY)))

    async def reply(request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept-Encoding"] == "identity"
        return httpx.Response(status, headers={"Content-Encoding": encodings}, stream=pieces)

    testimony = heard(decided_by(model(reply)), "Model")
    assert testimony.state is State.FAILED
    assert testimony.reason == (
        f"http://test/v1 answered {status} with Content-Encoding '{refused}'; only uncompressed answers are"
        " read: turn off compression at the server"
    )
    assert pieces.taken == 0


def test_an_endless_answer_is_refused() -> None:
    """No more of it is taken than the longest answer that is read."""
    pieces = in_pieces(itertools.repeat(b" " * 10_000))

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, stream=pieces)

    testimony = heard(decided_by(model(reply)), "Model")
    assert "sent more than 1000000 bytes" in testimony.reason
    assert pieces.taken == 101


def test_a_server_that_drips_does_not_outlast_the_budget() -> None:
    """A byte a second does not extend the Advisor's time."""

    async def second() -> None:
        await trio.sleep(1)

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, stream=in_pieces(itertools.repeat(b" "), second))

    decision = decided_by(model(reply, budget_ms=5_500))
    assert heard(decision, "Model").state is State.TIMED_OUT
    assert decision.landed_ns == pytest.approx(5.5e9, rel=1e-3)


def test_a_server_that_drips_does_not_outlast_the_brake() -> None:
    """On the virtual clock real time is bounded too: a byte that arrives is no answer."""

    async def wait() -> None:
        await trio.to_thread.run_sync(threading.Event().wait, 0.02)

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, stream=in_pieces(itertools.repeat(b" "), wait))

    with pytest.raises(VoidDecision, match=r"Model needed more than 0\.3 s of real time for one step"):
        decided_by(model(reply), VirtualClock(brake_s=0.3))


@pytest.mark.parametrize(("status", "was_killed"), [(500, True), (504, True), (408, True), (404, False)])
def test_an_error_that_may_pass_is_marked(status: int, was_killed: bool) -> None:
    """Asked again, the model might answer: no result on the virtual clock may depend on that."""

    async def reply(_: httpx.Request) -> httpx.Response:
        return httpx.Response(status)

    testimony = heard(decided_by(model(reply), VirtualClock()), "Model")
    assert (testimony.state, testimony.was_killed) == (State.FAILED, was_killed)


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


@pytest.mark.parametrize(
    "where", ["reason", "move", "prose", "error", "header", "broken", "redirect", "deep"]
)
def test_a_key_that_comes_back_is_replaced(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a server puts the key that it was sent, neither a testimony nor a trace has it."""
    monkeypatch.setenv("A_KEY", KEY)
    comment = {"move": "5", "strength": 8, "reason": f"since Bearer {KEY} says so"}

    replies: dict[str, dict[str, Any]] = {
        "reason": {"json": completion({"comments": [comment]})},
        "move": {"json": completion({"comments": [{**comment, "move": KEY}]})},
        "deep": {"json": completion({"comments": [{**comment, "strength": [{KEY: [KEY]}]}]})},
        "prose": {"json": completion(f"I know {KEY}")},
        "broken": {"text": f'{{"choices": "{KEY}"'},
        "redirect": {"status_code": 302, "headers": {"Location": f"/?{KEY}"}, "text": KEY},
        "error": {"status_code": 401, "text": f"the key {KEY} is not known"},
    }

    async def reply(request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == f"Bearer {KEY}"
        if where == "header":
            raise httpx.RemoteProtocolError(f"illegal header line: {KEY}")
        return httpx.Response(**{"status_code": 200, **replies[where]})

    decision = decided_by(model(reply, key_env="A_KEY"))
    with TraceWriter(tmp_path / "t.trace") as trace:
        trace.append(decision)
    testimony = heard(decision, "Model")
    texts = " ".join([testimony.reason, *(each.reason for each in testimony.comments.values())])
    assert "[key]" in texts
    for text in (texts, repr(read_trace(tmp_path / "t.trace").events)):
        assert not any(part in text for part in (KEY, KEY[:8], KEY[3:], KEY[-8:])), text


def test_what_is_no_secret_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A placeholder that is shorter than any key is not replaced in moves and reasons."""
    monkeypatch.setenv("A_KEY", "5")

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return httpx.Response(200, json=completion(GOOD))

    assert strengths(heard(decided_by(model(reply, key_env="A_KEY")), "Model")) == {"5": 8, "1": 3}
