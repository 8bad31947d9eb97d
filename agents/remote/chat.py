"""Advisors behind HTTP: an OpenAI-compatible chat endpoint is asked, and answers with comments as JSON.

httpx, the extra `llm` of the distribution, is needed and imported only where such an Advisor is configured.
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
from agents.remote.blotting import SecretRedactor
from agents.remote.inflating import read_bounded
from agents.session.advisor_session import AdvisorSession, Question
from agents.session.failures import Failure, one_line
from games import BadOption, Game, draw_text

PATIENCE_S = 60.0
"""How long, in real time, the virtual clock waits for an answer."""
LONGEST_ANSWER = 1_000_000
"""Bytes of an answer that are read."""
PREVIEW = 1_000
"""Characters of one that are looked at to tell what is wrong with it."""
TOO_MANY = 429
BUSY = (TOO_MANY, 503)
"""Answers that ask to try again."""
_EVENT = re.compile("^data:", re.MULTILINE)
"""By this one tells an answer that comes in pieces."""
REFUSED = (401, 403)
"""Answers that let nobody in."""
TRIAL_S = 10.0
"""How long an endpoint may take to answer when it is tried out."""
FIRST_PAUSE_S = 0.25
"""Before another try, if the server does not say how long; then twice that, and so on."""
INSTRUCTIONS = (
    "You advise on one move in a board game. Answer with one JSON object and nothing else:"
    ' {"comments": [{"move": "...", "strength": 0-10, "reason": "..."}]}.'
    " Strength 10 insists on a move, 0 opposes it adamantly, 5 is neutral. Comment on each move at most once,"
    " and only on legal moves."
)


class ChatAdvisor(Proxy):
    """Asks a chat endpoint. make_chat_advisor makes the classes."""

    url: ClassVar[str] = ""
    model: ClassVar[str] = ""
    key_env: ClassVar[str] = ""
    transport: ClassVar[Callable[[], Any] | None] = None
    """Makes the transport of httpx; None is its own. Tests put a server there that needs no network."""
    patience_s: ClassVar[float] = PATIENCE_S

    _verify: Any = True
    """What connections are checked by; it takes long to make."""

    async def prepare(self, question: Question) -> None:
        """Be ready to connect before anybody's time starts."""
        del question
        await self._warm()

    async def _warm(self) -> None:
        """Read the certificates and load what connects, once."""
        if self._verify is True:
            self._verify = await trio.to_thread.run_sync(_warmed)

    async def try_out(self, game: Game[Any]) -> None:
        """Ask nothing of the endpoint, once: it must be there, and must not refuse us.

        It is asked where it will be asked, since others list their models to everybody. What it makes of a
        question without words is its own affair; an endpoint that is slow to answer is no error.
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
            except Exception as error:  # noqa: BLE001  # whatever it is, it may tell what the server sent
                raise self._unreached(error, SecretRedactor(key)) from None
            if status in REFUSED:
                which = f"the key in {self.key_env}" if self.key_env else "those who bring no key (key_env)"
                raise Failure(f"{self.url} answered {status}: it refuses {which}")

    async def pass_on(self, session: AdvisorSession) -> None:
        """Ask, and post what comes back."""
        sleep = trio.sleep if session.clock == "wall" else self._sleep
        scope = trio.CancelScope()
        hold = session.hold(self.patience_s, scope.cancel)
        comments: list[Any] = []
        hold.take()
        try:
            with scope:
                comments = await self._heard(_messages(session.question), sleep)
        finally:
            hold.release()
        if scope.cancelled_caught:
            raise Failure(f"kept the virtual clock waiting for {self.patience_s:g} s of real time")
        for move, strength, reason in comments:
            await session.comment(move, strength, reason)

    async def _heard(
        self, messages: list[dict[str, str]], sleep: Callable[[float], Awaitable[None]]
    ) -> list[Any]:
        """Ask, and return the comments; the key is in none of them, nor in what goes wrong."""
        key = self._key() if self.key_env else ""
        redactor = SecretRedactor(key)
        try:
            said = _said(redactor.text(await self._asked(messages, key, sleep)))
            comments: list[Any] = redactor.value(comments_in(redactor.text(said)))
        except Failure as error:
            raise Failure(one_line(redactor.text(str(error)))) from None
        except Exception as error:  # noqa: BLE001  # whatever it is, it may tell what the server sent
            raise self._unreached(error, redactor) from None
        return comments

    def _unreached(self, error: Exception, redactor: SecretRedactor) -> Failure:
        return Failure(one_line(redactor.text(f"cannot reach {self.url}: {type(error).__name__} {error}")))

    async def _sleep(self, seconds: float) -> None:
        """Sleep in real time: the virtual clock stands still for as long as the endpoint is asked."""
        over = threading.Event()
        try:
            await trio.to_thread.run_sync(over.wait, min(seconds, self.patience_s), abandon_on_cancel=True)
        finally:
            over.set()

    def _key(self) -> str:
        key = os.environ.get(self.key_env, "").strip()
        if not key.isascii() or not key.isprintable():
            raise Failure(f"the key in {self.key_env} has letters that no header may have")
        return key

    async def _asked(
        self, messages: list[dict[str, str]], key: str, sleep: Callable[[float], Awaitable[None]]
    ) -> str:
        body = {"model": self.model, "messages": messages, "temperature": 0, "stream": False}
        async with self._client(key) as client:
            pause = FIRST_PAUSE_S
            while True:
                async with client.stream("POST", self._address, json=body) as response:
                    if response.status_code not in BUSY:
                        return await self._read(response)
                    wait = max(FIRST_PAUSE_S, _seconds(response.headers.get("retry-after")) or pause)
                await sleep(wait)
                pause *= 2

    @property
    def _address(self) -> str:
        return f"{self.url}/chat/completions"

    def _client(self, key: str) -> Any:
        """Make what asks: without a time limit of its own, for the budget is that."""
        import httpx  # noqa: PLC0415  # an extra, and only needed here

        headers = {"Accept-Encoding": "identity", **({"Authorization": f"Bearer {key}"} if key else {})}
        transport = type(self).__dict__.get("transport")
        made = transport() if transport is not None else None
        return httpx.AsyncClient(headers=headers, timeout=None, transport=made, verify=self._verify)  # noqa: S113  # as above

    async def _read(self, response: Any) -> str:
        """Read an answer from the bytes as they come: httpx would unpack any number of layers at once."""
        encodings = response.headers.get_list("content-encoding", split_commas=True)
        try:
            async with aclosing(aiter(response.stream)) as chunks:
                data = await read_bounded(chunks, encodings, LONGEST_ANSWER)
        except Failure as error:
            raise Failure(f"{self.url} {error}") from None
        text = data.decode(errors="replace")
        if not response.is_success:
            raise Failure(f"{self.url} answered {response.status_code}: {text[:PREVIEW]}")
        return text


def _warmed() -> Any:
    """Do once what would take long in the middle of a decision; return what connections are checked by."""
    import httpx  # noqa: PLC0415  # an extra, and only needed here

    with contextlib.suppress(ImportError):  # the first connection would load it otherwise
        importlib.import_module("httpcore._backends.trio")
    context = httpx.create_ssl_context()
    httpx.AsyncClient(verify=context)
    return context


def _messages(question: Question) -> list[dict[str, str]]:
    game = question.game
    told = (
        f"Game: {game.title}. {game.rules}\n\n"
        f"Position: {game.format_position(question.position)}\n"
        f"{draw_text(game.board, game.cells(question.position))}\n"
        f"You speak for {question.mover.title}, who is to move.\n"
        f"Legal moves: {', '.join(question.moves)}"
    )
    return [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": told}]


def comments_in(answer: str) -> list[tuple[Any, Any, Any]]:
    """Read the comments out of an answer; Failure if there is no JSON object with a list of them."""
    start, end = answer.find("{"), answer.rfind("}")
    try:
        rows = json.loads(answer[start : end + 1])["comments"]
        return [(row["move"], row["strength"], row.get("reason", "")) for row in rows]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Failure(f"answered without comments in JSON: {answer[:PREVIEW]!r}") from None


def _said(text: str) -> str:
    """Return what the model said, in one piece or, whether or not that was asked for, in many."""
    if not text.lstrip().startswith("{") and _EVENT.search(text):
        return _streamed(text)
    try:
        content = json.loads(text)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise Failure(f"answered what is no chat completion: {text[:PREVIEW]!r}") from None
    return str(content)


def _streamed(text: str) -> str:
    """Put an answer together that came in pieces."""
    said = ""
    for line in text.splitlines():
        if line.startswith("data:") and line[5:].strip() != "[DONE]":
            with contextlib.suppress(ValueError, KeyError, TypeError, IndexError, RecursionError):
                said += json.loads(line[5:])["choices"][0]["delta"].get("content") or ""
    return said


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
        raise BadOption(f"Advisor {name!r} has the url {url!r}; it begins with http:// or https://")
    try:
        import httpx  # noqa: F401, PLC0415  # an extra, and only needed here
    except ImportError:
        raise BadOption(
            f"Advisor {name!r} needs httpx; install the extra: pip install 'hoyle[llm]'"
        ) from None
    if key_env and key_env not in os.environ:
        raise BadOption(f"Advisor {name!r} takes its key from {key_env}, which is not set in the environment")
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
