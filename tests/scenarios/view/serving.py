"""A viewer to test with: a process of its own, and somebody who asks it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import httpx

ROOT = Path(__file__).parents[3]
LONG_S = 30.0


@attrs.frozen
class Served:
    """A viewer that runs, and what it said."""

    url: str
    token: str
    process: subprocess.Popen[str]
    cookies: httpx.Cookies
    """What the first address was exchanged for."""

    @property
    def origin(self) -> str:
        """Where it is."""
        return self.url.partition("/?")[0] if "/?" in self.url else self.url[: self.url.index("/", 8)]

    @property
    def path(self) -> str:
        """The page that it opens."""
        return self.url[len(self.origin) :].partition("?")[0]

    @contextmanager
    def client(self, *, has_cookie: bool = True) -> Iterator[httpx.Client]:
        """Send requests as somebody who came in by the address that the viewer opened."""
        headers, cookies = {"accept": "text/html, */*"}, self.cookies if has_cookie else None
        with httpx.Client(base_url=self.origin, timeout=LONG_S, headers=headers, cookies=cookies) as client:
            yield client

    def fresh(self, path: str) -> str:
        """Return a one-time address of a page."""
        with self.client() as client:
            answer = client.post("/address", json={})
        assert answer.status_code == 200
        return f"{self.origin}{path}?token={answer.json()['token']}"


@contextmanager
def started(*words: object, **environment: str) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """Start a viewer; yield what it printed, and end it."""
    process = subprocess.Popen(  # noqa: S603  # ours
        [sys.executable, "-m", "hoyle", "view", "--json", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        lines: list[str] = []
        while not lines or not lines[-1].startswith("}"):
            lines.append(process.stdout.readline())
            assert lines[-1], process.stderr.read()
        yield json.loads("".join(lines)), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@contextmanager
def serving(*words: object, **environment: str) -> Iterator[Served]:
    """Start a viewer and come in, without a browser; end it."""
    with started("--no-browser", *words, **environment) as (document, process):
        entered = httpx.get(document["url"], timeout=LONG_S)
        assert entered.status_code == 303
        yield Served(document["url"], document["token"], process, entered.cookies)


def events(response: httpx.Response) -> Iterator[tuple[int, str, Any]]:
    """Read the messages of a stream: the number, what it is, and the document."""
    number, kind = 0, ""
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if name == "id":
            number = int(value)
        elif name == "event":
            kind = value
        elif name == "data":
            yield number, kind, json.loads(value)


def until_landed(client: httpx.Client, game: str) -> dict[str, Any]:
    """Look at a table until Hoyle has nothing more to think about."""
    with client.stream("GET", f"/game/{game}/stream") as response:
        for _, kind, document in events(response):
            if kind == "table" and document["thinking"] is None and (document["yours"] or document["over"]):
                return dict(document)
    raise AssertionError("the stream ended")
