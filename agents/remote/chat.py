"""Advisors behind HTTP: a request to an OpenAI-compatible chat endpoint returns comments as JSON.

Only configured chat Advisors need and import httpx (the extra `llm` of the distribution).
"""

import contextlib
import importlib
import json
import os
import re
import threading
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, ClassVar

import trio

from agents.advisor import Proxy, check_declaration
from agents.session.advisor_session import AdvisorSession, Question
from agents.session.failures import Failure, Killed, noting_kills, one_line
from games import BadOption, Game, draw_text

LONGEST_ANSWER = 1_000_000
"""The longest answer that is read, in bytes."""
UNCOMPRESSED = ("", "identity")
"""The values of Content-Encoding that are read."""
PREVIEW = 1_000
"""Characters of an answer that an error may quote."""
SHORTEST_SECRET = 6
"""Shorter keys, such as `none` or `EMPTY`, are placeholders for endpoints that need no key."""
REDACTED = "[key]"
TOO_MANY = 429
BUSY = (TOO_MANY, 503)
"""Status codes that ask the client to try again."""
PASSING = frozenset({408, 425, *range(500, 600)})
"""Status codes of errors that may pass: asked again, the model might answer."""
_EVENT = re.compile("^data:", re.MULTILINE)
"""Matches the events of a streamed answer."""
REFUSED = (401, 403)
"""Status codes that deny access."""
TRIAL_S = 10.0
"""How long an endpoint may take to answer the trial request before an experiment."""
FIRST_PAUSE_S = 0.25
"""The wait before the second request if the server names none; it doubles with each request."""
INSTRUCTIONS = (
    "You advise on one move in a board game. Answer with one JSON object and nothing else:"
    ' {"comments": [{"move": "...", "strength": 0-10, "reason": "..."}]}.'
    " Strength 10 insists on a move, 0 opposes it adamantly, 5 is neutral. Comment on each move at most once,"
    " and only on legal moves."
)


class ChatAdvisor(Proxy):
    """Asks a chat endpoint. `make_chat_advisor` makes the classes."""

    url: ClassVar[str] = ""
    model: ClassVar[str] = ""
    key_env: ClassVar[str] = ""
    transport: ClassVar[Callable[[], Any] | None] = None
    """Makes the transport of httpx; None means the default. Tests pass a server that needs no network."""

    _verify: Any = True
    """The SSL context; creating it takes long."""

    async def prepare(self, question: Question) -> None:
        """Get ready to connect before the hearing starts."""
        del question
        await self._warm()

    async def _warm(self) -> None:
        """Read the certificates and import the network backend, once."""
        if self._verify is True:
            self._verify = await trio.to_thread.run_sync(_warmed)

    async def try_out(self, game: Game[Any]) -> None:
        """Send one request without messages; Failure if the endpoint is unreachable or denies access.

        The request goes to the address of real questions, because some servers list their models without a
        key. Any other answer is accepted, and a slow endpoint is no error.
        """
        del game
        key = self._key() if self.key_env else ""
        await self._warm()
        body = {"model": self.model, "messages": [], "max_tokens": 1, "stream": False}
        with trio.move_on_after(TRIAL_S):
            try:
                async with (
                    self._client(key) as client,
                    client.stream("POST", self._address, json=body) as answer,
                ):
                    status = answer.status_code
            except Exception as error:  # noqa: BLE001  # any error may quote what the server sent
                raise self._unreached(error, key) from None
            if status in REFUSED:
                which = (
                    f"the key in {self.key_env}" if self.key_env else "requests without a key; set key_env"
                )
                raise Failure(f"{self.url} answered {status}: it refuses {which}")

    async def pass_on(self, session: AdvisorSession) -> None:
        """Ask the model and post its comments."""
        sleep = trio.sleep if session.clock == "wall" else self._sleep
        hold = session.hold()
        hold.take()
        try:
            with noting_kills(session.testimony):
                comments = await self._answered(_messages(session.question), sleep)
        finally:
            hold.release()
        for move, strength, reason in comments:
            await session.comment(move, strength, reason)

    async def _answered(
        self, messages: list[dict[str, str]], sleep: Callable[[float], Awaitable[None]]
    ) -> list[Any]:
        """Ask and return the comments; neither they nor a Failure contain the key."""
        key = self._key() if self.key_env else ""
        try:
            content = redacted(_content(await self._request(messages, key, sleep)), key)
            comments: list[Any] = redacted(comments_in(content), key)
        except Failure as error:
            raise type(error)(one_line(redacted(str(error), key))) from None
        except Exception as error:  # noqa: BLE001  # any error may quote what the server sent
            raise self._unreached(error, key) from None
        return comments

    def _unreached(self, error: Exception, key: str) -> Failure:
        return Killed(one_line(redacted(f"cannot reach {self.url}: {type(error).__name__} {error}", key)))

    async def _sleep(self, seconds: float) -> None:
        """Sleep in real time: the virtual clock stands still until the endpoint has answered."""
        over = threading.Event()
        try:
            await trio.to_thread.run_sync(over.wait, seconds, abandon_on_cancel=True)
        finally:
            over.set()

    def _key(self) -> str:
        key = os.environ.get(self.key_env, "").strip()
        if not key.isascii() or not key.isprintable():
            raise Failure(f"the key in {self.key_env} has characters that are not allowed in a header")
        return key

    async def _request(
        self, messages: list[dict[str, str]], key: str, sleep: Callable[[float], Awaitable[None]]
    ) -> str:
        body = {"model": self.model, "messages": messages, "temperature": 0, "stream": False}
        async with self._client(key) as client:
            pause = FIRST_PAUSE_S
            while True:
                async with client.stream("POST", self._address, json=body) as response:
                    if response.status_code not in BUSY:
                        return await self._read(response, key)
                    wait = max(FIRST_PAUSE_S, _seconds(response.headers.get("retry-after")) or pause)
                await sleep(wait)
                pause *= 2

    @property
    def _address(self) -> str:
        return f"{self.url}/chat/completions"

    def _client(self, key: str) -> Any:
        """Make a client without a timeout: the budget is the limit."""
        import httpx  # noqa: PLC0415  # an extra, and only needed here

        headers = {"Accept-Encoding": "identity", **({"Authorization": f"Bearer {key}"} if key else {})}
        transport = type(self).__dict__.get("transport")
        made = transport() if transport is not None else None
        return httpx.AsyncClient(headers=headers, timeout=None, transport=made, verify=self._verify)  # noqa: S113  # as above

    async def _read(self, response: Any, key: str) -> str:
        """Return an answer without the key; Failure if it is too long, compressed or an error."""
        encodings = response.headers.get_list("content-encoding", split_commas=True)
        if packed := [each for each in encodings if each.strip().lower() not in UNCOMPRESSED]:
            raise Failure(
                f"{self.url} answered {response.status_code} with Content-Encoding {', '.join(packed)!r};"
                " only uncompressed answers are read: turn off compression at the server"
            )
        data = bytearray()
        async with aclosing(aiter(response.stream)) as pieces:
            async for piece in pieces:
                data += piece
                if len(data) > LONGEST_ANSWER:
                    raise Failure(f"{self.url} sent more than {LONGEST_ANSWER} bytes")
        text = redacted(data.decode(errors="replace"), key)
        if not response.is_success:
            kind = Killed if response.status_code in PASSING else Failure
            raise kind(f"{self.url} answered {response.status_code}: {text[:PREVIEW]}")
        return str(text)


def redacted(value: Any, secret: str) -> Any:
    """Return text, or a value read from JSON, with every occurrence of the secret replaced."""
    if len(secret) < SHORTEST_SECRET:
        return value
    if isinstance(value, str):
        return value.replace(secret, REDACTED)
    if isinstance(value, list | tuple):
        return [redacted(each, secret) for each in value]
    if isinstance(value, dict):
        return {redacted(key, secret): redacted(each, secret) for key, each in value.items()}
    return REDACTED if secret in str(value) else value


def _warmed() -> Any:
    """Import and create what takes long, once; return the SSL context."""
    import httpx  # noqa: PLC0415  # an extra, and only needed here

    with contextlib.suppress(ImportError):  # the first connection would load it otherwise
        importlib.import_module("httpcore._backends.trio")
    context = httpx.create_ssl_context()
    httpx.AsyncClient(verify=context)
    return context


def _messages(question: Question) -> list[dict[str, str]]:
    game = question.game
    prompt = (
        f"Game: {game.title}. {game.rules}\n\n"
        f"Position: {game.format_position(question.position)}\n"
        f"{draw_text(game.board, game.cells(question.position))}\n"
        f"You speak for {question.mover.title}, who is to move.\n"
        f"Legal moves: {', '.join(question.moves)}"
    )
    return [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": prompt}]


def comments_in(answer: str) -> list[tuple[Any, Any, Any]]:
    """Return the comments in an answer; Failure if it has no JSON object with a list of them."""
    start, end = answer.find("{"), answer.rfind("}")
    try:
        rows = json.loads(answer[start : end + 1])["comments"]
        return [(row["move"], row["strength"], row.get("reason", "")) for row in rows]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Failure(f"answered without comments in JSON: {answer[:PREVIEW]!r}") from None


def _content(text: str) -> str:
    """Return the text of the model, whether or not the server streamed it."""
    if not text.lstrip().startswith("{") and _EVENT.search(text):
        return _streamed(text)
    try:
        content = json.loads(text)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise Failure(f"sent an answer that is no chat completion: {text[:PREVIEW]!r}") from None
    return str(content)


def _streamed(text: str) -> str:
    """Join the pieces of a streamed answer."""
    joined = ""
    for line in text.splitlines():
        if line.startswith("data:") and line[5:].strip() != "[DONE]":
            with contextlib.suppress(ValueError, KeyError, TypeError, IndexError, RecursionError):
                joined += json.loads(line[5:])["choices"][0]["delta"].get("content") or ""
    return joined


def _seconds(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) else None


def make_chat_advisor(
    url: str,
    *,
    model: str,
    name: str,
    key_env: str = "",
    tier: int = 3,
    rank: float | None = None,
    budget_ms: float = 5000,
    summary: str = "",
    transport: Callable[[], Any] | None = None,
) -> type[ChatAdvisor]:
    """Make an Advisor of a model behind a chat endpoint, such as `http://localhost:11434/v1`."""
    if not url.startswith(("http://", "https://")):
        raise BadOption(f"Advisor {name!r} has the url {url!r}; it must begin with http:// or https://")
    try:
        import httpx  # noqa: F401, PLC0415  # an extra, and only needed here
    except ImportError:
        raise BadOption(
            f"Advisor {name!r} needs httpx; install the extra: pip install 'hoyle[llm]'"
        ) from None
    if key_env and key_env not in os.environ:
        raise BadOption(f"Advisor {name!r} takes its key from {key_env}; set it in the environment")
    declared = {
        "__doc__": summary or f"Ask {model}.",
        "name": name,
        "tier": tier,
        "rank": rank,
        "budget_ms": budget_ms,
        "url": url.rstrip("/"),
        "model": model,
        "key_env": key_env,
        "transport": transport,
    }
    made: type[ChatAdvisor] = type("".join(re.findall(r"\w", name)) or "Chat", (ChatAdvisor,), declared)
    check_declaration(made)
    return made
