"""Which requests the server answers: those of pages that it served on this machine.

Any page on the web may send requests to this machine and, by DNS rebinding, read the answers. So every
request must name our host, and our origin if it has one. Every request but the exchange of the token needs
the cookie that the exchange returned.
"""

import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qs, urlencode

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_BYTES: Final = 16
MOST_LETTERS: Final = 1000
"""The limit of an address: none of ours is longer, and its numbers have few enough digits for Python."""
MOST_BODY: Final = 64 * 1024
"""The limit of a request body in bytes."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
STRANGER: Final = "This page needs the token of hoyle view; open the address that it printed.\n"


def _secret() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


@attrs.frozen
class Keys:
    """The token of the address, and the cookie that it is exchanged for."""

    port: int
    token: str = attrs.field(factory=_secret, repr=False)
    cookie: str = attrs.field(factory=_secret, repr=False)

    @property
    def cookie_name(self) -> str:
        """The name of the cookie; browsers share cookies between ports, so it contains the port."""
        return f"hoyle-{self.port}"

    @property
    def hosts(self) -> tuple[str, str]:
        """The names of this server."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def address(self, path: str) -> str:
        """Return the address that opens a page without a cookie."""
        return f"http://{self.hosts[0]}{path}?{urlencode({'token': self.token})}"


class Guard:
    """Checks every request first, and answers those that it refuses."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        answer = self._refusal(scope) or self._exchange(scope)
        if answer is None and (len(scope["path"]) > MOST_LETTERS or _is_disguised(scope)):
            answer = PlainTextResponse("There is nothing at this address.\n", 404)
        if answer is None and scope["method"] == "POST":
            answer, receive = await _checked_body(scope, receive)
        await (answer or self._app)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Refuse a request for another host or from another origin."""
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self._keys.hosts]:
            return PlainTextResponse("This server does not have that name.\n", 421)
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            return PlainTextResponse("Requests from other pages are refused.\n", 403)
        return None

    def _exchange(self, scope: Scope) -> Response | None:
        """Exchange the token for the cookie and remove it from the address; else require the cookie."""
        given = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] == "GET" and "token" in given:
            if not _is_same(given.pop("token"), self._keys.token):
                return PlainTextResponse(STRANGER, 403)
            rest = f"?{urlencode(given, doseq=True)}" if given else ""
            answer = RedirectResponse(f"/{scope['path'].lstrip('/')}{rest}", 303)
            answer.set_cookie(self._keys.cookie_name, self._keys.cookie, httponly=True, samesite="strict")
            return answer
        return None if self._has_cookie(scope) else PlainTextResponse(STRANGER, 403)

    def _has_cookie(self, scope: Scope) -> bool:
        found: Mapping[str, str] = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return _is_same([found.get(self._keys.cookie_name, "")], self._keys.cookie)


def _is_disguised(scope: Scope) -> bool:
    """Return whether an address contains a disguised slash."""
    raw = scope.get("raw_path", b"").lower()
    return b"%2f" in raw or b"%5c" in raw or b"\\" in raw


def _is_same(given: list[str], secret: str) -> bool:
    return len(given) == 1 and secrets.compare_digest(given[0].encode(), secret.encode())


async def _checked_body(scope: Scope, receive: Receive) -> tuple[Response | None, Receive]:
    """Read the body of a request; refuse it if it is not JSON or too long."""
    kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return PlainTextResponse("Send application/json.\n", 415), receive
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            return PlainTextResponse(f"A request has at most {MOST_BODY} bytes.\n", 413), receive
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            break
    is_sent = False

    async def again() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return None, again


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sent
