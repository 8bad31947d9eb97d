"""How browsers get in: through a private file, or by an address that the terminal prints."""

import fcntl
import html
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import trio

from scenarios.view.browser_access import open_browser
from scenarios.view.security import Keys
from tests.processes import eventually
from tests.scenarios.view.serving import LONG_S, ROOT, started

BROWSER = """
import json, os, sys
from urllib.parse import urlsplit
from urllib.request import url2pathname

path = url2pathname(urlsplit(sys.argv[1]).path)
modes = [oct(os.stat(each).st_mode & 0o777) for each in (path, os.path.dirname(path))]
text = open(path).read()
with open("seen.part", "w") as file:
    json.dump({"words": sys.argv, "file": path, "modes": modes, "text": text}, file)
os.rename("seen.part", "seen.json")
"""
"""A browser that notes how it was started and what it was given."""
CROSS_SITE = {"sec-fetch-site": "cross-site"}
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/game/achi\?token=[\w-]+")
LEADER = """
import fcntl, signal, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
command = subprocess.Popen(sys.argv[1:], process_group=0)
signal.signal(signal.SIGTERM, lambda *_: command.kill())
command.wait()
"""
"""A shell that runs a command in the background of its terminal."""


@contextmanager
def opening(place: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any], subprocess.Popen[str]]]:
    """Start a viewer that opens a browser; yield what it printed, what the browser noted, and the process."""
    (place / "browser.py").write_text(BROWSER.replace('"seen', f'"{place}/seen'))
    browser = f"{sys.executable} {place / 'browser.py'} %s"
    (place / "temporary").mkdir()
    with started("achi", BROWSER=browser, TMPDIR=str(place / "temporary")) as (document, process):
        assert eventually((place / "seen.json").exists)
        yield document, json.loads((place / "seen.json").read_text()), process


def led_to(text: str) -> str:
    """Return where a page leads."""
    found = re.search(r'content="0; url=([^"]+)"', text)
    assert found is not None
    return html.unescape(found[1])


def test_the_browser_is_opened_through_a_private_file(tmp_path: Path) -> None:
    """No token is in its command line; the file is this user's alone, and gone once it was used."""
    with opening(tmp_path) as (document, seen, _):
        address = led_to(seen["text"])
        token = address.partition("token=")[2]
        assert seen["modes"] == ["0o600", "0o700"]
        for secret in (token, document["token"]):
            assert not any(secret in word for word in seen["words"])
        assert token != document["token"]
        assert Path(seen["file"]).exists()
        with httpx.Client(timeout=LONG_S) as client:
            assert led_to(client.get(address, headers=CROSS_SITE).text) == "/game/achi"
            assert client.get(address.partition("?")[0]).status_code == 200
        assert eventually(lambda: not any((tmp_path / "temporary").iterdir()))
        assert httpx.get(address).status_code == 403
        assert httpx.get(document["url"]).status_code == 303


def test_a_file_that_no_browser_read_goes_with_the_server(tmp_path: Path) -> None:
    """After Ctrl-C nothing is left."""
    with opening(tmp_path) as (_, _, process):
        assert any((tmp_path / "temporary").iterdir())
        process.send_signal(signal.SIGINT)
        assert process.wait(LONG_S) == 130
        assert not any((tmp_path / "temporary").iterdir())


@pytest.mark.browser
def test_a_browser_comes_in_through_the_file(browser: Any, tmp_path: Path) -> None:
    """The page opens from the file, and after that needs it no more; a second browser is told what to do."""
    with opening(tmp_path) as (document, seen, _):
        first, second = browser.new_context(), browser.new_context()
        with closing(first), closing(second):
            page, other = first.new_page(), second.new_page()
            page.goto(Path(seen["file"]).as_uri())
            page.locator("#board").wait_for()
            assert page.url == document["url"].partition("?")[0]
            assert page.reload().status == 200
            refused = other.goto(led_to(seen["text"]))
            assert refused.status == 403
            assert other.locator("h1").text_content() == "This address was used already: it works once."
            assert other.goto(document["url"]).status == 200
            other.locator("#board").wait_for()


def test_no_browser_is_told(tmp_path: Path) -> None:
    """The address above it works, and no file waits for a browser."""
    nowhere = {"PATH": str(tmp_path), "BROWSER": "", "DISPLAY": "", "TMPDIR": str(tmp_path)}
    with started("achi", **nowhere) as (document, process):
        assert process.stderr is not None
        told = "No browser was opened (none was found); open the address above.\n"
        assert process.stderr.readline() == told
        assert httpx.get(document["url"]).status_code == 303
        assert eventually(lambda: not any(tmp_path.iterdir()))


def test_no_place_for_the_file_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server goes on."""
    monkeypatch.setattr(tempfile, "tempdir", "/no/such/folder")
    told: list[str] = []
    trio.run(open_browser, Keys(1), told.append)
    assert told == ["its file cannot be written: No such file or directory"]


@contextmanager
def at_a_terminal(*before: str, **how: Any) -> Iterator[tuple[int, int, subprocess.Popen[str]]]:
    """Start a viewer at a terminal; yield the keyboard, the terminal, and the process."""
    command = [*before, sys.executable, "-m", "hoyle", "view", "achi", "--no-browser"]
    keyboard, terminal = os.openpty()
    try:
        with subprocess.Popen(  # noqa: S603  # ours
            command, stdin=terminal, stdout=subprocess.PIPE, text=True, cwd=ROOT, **how
        ) as process:
            try:
                yield keyboard, terminal, process
            finally:
                process.terminate()
    finally:
        os.close(terminal)
        os.close(keyboard)


def address_in(process: subprocess.Popen[str]) -> str:
    """Return the address in the next line that a viewer prints."""
    assert process.stdout is not None
    found = ADDRESS.search(process.stdout.readline())
    assert found is not None
    return found[0]


def test_enter_prints_another_address() -> None:
    """Each works once; Ctrl-D ends the reading, and not the server."""
    with at_a_terminal() as (keyboard, _, process):
        found = [address_in(process)]
        assert process.stdout is not None
        assert process.stdout.readline() == (
            "This address works once. Press Enter for another. Press Ctrl-C to stop the viewer.\n"
        )
        for _ in range(2):
            os.write(keyboard, b"\n")
            found.append(address_in(process))
        os.write(keyboard, b"\x04")
        assert [httpx.get(each).status_code for each in found + found] == 3 * [303] + 3 * [403]


def test_without_a_terminal_nothing_is_read(tmp_path: Path) -> None:
    """What is on stdin is for others, and Enter is not offered."""
    (tmp_path / "typed").write_text("\n\n")
    command = [sys.executable, "-m", "hoyle", "view", "achi", "--no-browser"]
    with (
        (tmp_path / "typed").open() as typed,
        subprocess.Popen(command, stdin=typed, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process,  # noqa: S603  # ours
    ):
        address = address_in(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "This address works once. Press Ctrl-C to stop the viewer.\n"
        assert httpx.get(address).status_code == 303
        assert os.lseek(typed.fileno(), 0, os.SEEK_CUR) == 0
        process.kill()


def test_in_the_background_the_terminal_is_left_alone() -> None:
    """What users type there is for their shell; the server is not stopped for reading it."""
    with at_a_terminal(sys.executable, "-c", LEADER, start_new_session=True) as (keyboard, terminal, process):
        address = address_in(process)
        os.write(keyboard, b"\n")
        for status in (303, 403, 403):
            assert httpx.get(address, timeout=LONG_S).status_code == status
        waiting = fcntl.ioctl(terminal, termios.FIONREAD, bytes(4))
        assert int.from_bytes(waiting, sys.byteorder) == 1
