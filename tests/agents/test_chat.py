"""Advisors behind HTTP: a model that is slow, wrong, busy or silent is like any other Advisor."""

import http.server
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import trio
import trio.testing

from agents import Failure, Streams, make_chat_advisor
from agents.chat import ChatAdvisor, comments_in
from blackboard import Decision, State
from control import Budgets, Panel, VirtualClock, decide
from games import BadOption
from tests.support import advisor, heard, played, says, strengths, tic_tac_toe

Handler = Callable[[httpx.Request], Awaitable[httpx.Response]]
GOOD = {"comments": [{"move": "5", "strength": 8, "reason": "the middle"}, {"move": "1", "strength": 3}]}


def completion(content: object) -> dict[str, Any]:
    """Answer as a chat endpoint does."""
    text = content if isinstance(content, str) else json.dumps(content)
    return {"choices": [{"message": {"role": "assistant", "content": text}}]}


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

    return trio.run(make, clock=clock or trio.testing.MockClock(autojump_threshold=0.01))


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
        (httpx.Response(200, json=completion("I like 5.")), "answered without comments in JSON"),
        (httpx.Response(200, json=completion({"comments": 7})), "answered without comments in JSON"),
        (
            httpx.Response(200, json=completion({"comments": [{"move": "99", "strength": 6}]})),
            "commented on '99'",
        ),
        (httpx.Response(200, json=completion({"comments": [{"move": "5", "strength": "a lot"}]})), "'a lot'"),
        (httpx.Response(200, text="<html>"), "no chat completion: b'<html>'"),
        (httpx.Response(200, text="x" * 2_000_000), "sent more than 1000000 bytes"),
        (httpx.Response(401, text="no key"), "http://test/v1 answered 401: no key"),
        (httpx.Response(500, text="oh"), "answered 500: oh"),
    ],
)
def test_a_model_that_is_wrong_fails_alone(answer: httpx.Response, reason: str) -> None:
    """Whatever comes back instead of comments is that Advisor's failure, in one line."""

    async def reply(request: httpx.Request) -> httpx.Response:
        del request
        return answer

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
    """Run a server on this machine; answer its url."""

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
