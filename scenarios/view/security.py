"""Which requests the server answers: those of pages that it served on this machine.

Any page on the web may send requests to this machine and, by DNS rebinding, read the answers. So every
request must name our host, and our origin if it has one. Every request but the exchange of a token needs
the cookie that the exchange returned. Each token is exchanged once.
"""

import html
import os
import secrets
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

import attrs
import trio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
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
STRANGER: Final = "This page needs a one-time address."
USED: Final = "This address was used already: it works once."
REMEDY: Final = (
    "Press Enter in the terminal where hoyle view runs, and open the address that it prints. "
    "If it runs without a terminal: hoyle docs view, One-time addresses."
)


def _secret() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


@attrs.frozen
class Keys:
    """The tokens of one-time addresses, and the cookie that each is exchanged for."""

    port: int
    opens: str = "/"
    """The path of the page that addresses open."""
    cookie: str = attrs.field(factory=_secret, repr=False)
    _exchanged: dict[str, trio.Event] = attrs.field(factory=dict, init=False, repr=False)
    """For each token, whether it was exchanged."""

    @property
    def cookie_name(self) -> str:
        """The name of the cookie; browsers share cookies between ports, so it contains the port."""
        return f"hoyle-{self.port}"

    @property
    def hosts(self) -> tuple[str, str]:
        """The names of this server."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def issue(self) -> str:
        """Return a new token."""
        token = _secret()
        self._exchanged[token] = trio.Event()
        return token

    def address(self, token: str) -> str:
        """Return the address that opens the page without a cookie, once."""
        return f"http://{self.hosts[0]}{self.opens}?{urlencode({'token': token})}"

    def new_address(self) -> dict[str, Any]:
        """Return a document with a new one-time address."""
        token = self.issue()
        return {"url": self.address(token), "token": token, "pid": os.getpid()}

    def exchange(self, given: list[str]) -> bool | None:
        """Exchange a token; return False if it was exchanged before, and None if it is none of ours."""
        found = [done for token, done in self._exchanged.items() if _is_same(given, token)]
        if not found:
            return None
        is_first = not found[0].is_set()
        found[0].set()
        return is_first

    async def wait_exchanged(self, token: str) -> None:
        """Wait until a token has been exchanged."""
        await self._exchanged[token].wait()


def forwarding_page(address: str) -> str:
    """Return a page that leads to an address at once."""
    to = html.escape(address)
    return _bare_page(
        f'<meta http-equiv="refresh" content="0; url={to}">',
        f'<p>The viewer opens. If it does not, <a href="{to}">open it here</a>.</p>',
    )


def _bare_page(head: str, body: str) -> str:
    """Return a page that needs nothing else from the server."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>Hoyle</title>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


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
        if scope["method"] != "GET" or "token" not in given:
            return None if self._has_cookie(scope) else _closed(scope, STRANGER)
        is_first = self._keys.exchange(given.pop("token"))
        if not is_first and not self._has_cookie(scope):
            return _closed(scope, STRANGER if is_first is None else USED)
        rest = f"?{urlencode(given, doseq=True)}" if given else ""
        answer = _onward(scope, f"/{scope['path'].lstrip('/')}{rest}")
        answer.set_cookie(self._keys.cookie_name, self._keys.cookie, httponly=True, samesite="strict")
        return answer

    def _has_cookie(self, scope: Scope) -> bool:
        found: Mapping[str, str] = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return _is_same([found.get(self._keys.cookie_name, "")], self._keys.cookie)


def _onward(scope: Scope, address: str) -> Response:
    """Lead to an address with the cookie that the response sets.

    If another page led here, as the file does that opens the browser, browsers do not send the cookie when
    they follow a redirect, but they do when a page of ours leads on.
    """
    if Headers(scope=scope).get("sec-fetch-site", "none") in ("none", "same-origin"):
        return RedirectResponse(address, 303)
    return HTMLResponse(forwarding_page(address))


def _closed(scope: Scope, what: str) -> Response:
    """Refuse a request without a cookie, and say how to get one."""
    if "text/html" in Headers(scope=scope).get("accept", ""):
        return HTMLResponse(_bare_page("", f"<h1>{what}</h1>\n<p>{REMEDY}</p>"), 403)
    return PlainTextResponse(f"{what} {REMEDY}\n", 403)


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
