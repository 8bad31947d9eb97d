"""A command line to test with, and a browser where there is one."""

import importlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import attrs
import pytest

from games import fresh_registries
from scenarios.cli.main import main
from tests.scenarios import fake_results


@attrs.frozen
class Answer:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    def is_refused(self) -> bool:
        """Return whether it exited with 2 and one line, which is also in the document if there is one."""
        line = self.err.removeprefix("hoyle: ").rstrip("\n")
        is_told = not self.out or json.loads(self.out) == {"error": line}
        return (self.code, self.err.count("\n")) == (2, 1) and is_told


Hoyle = Callable[..., Answer]


def document(answer: Answer) -> Any:
    """Read the one JSON document that a command printed."""
    assert answer.err == ""
    assert answer.code == 0
    return json.loads(answer.out)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Let go of made-up results."""
    yield
    while fake_results.OPEN:
        fake_results.OPEN.pop().close()


@pytest.fixture
def hoyle(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hoyle:
    """Run the command line as a shell would, in this process."""

    def run(*words: object, typed: str = "", columns: int = 120) -> Answer:
        monkeypatch.setattr(sys, "argv", ["hoyle", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code
        return Answer(code if isinstance(code, int) else 0, out, err)

    return run


@pytest.fixture(autouse=True)
def _as_found() -> Iterator[None]:
    """Let whatever a test brings in be gone after it."""
    with fresh_registries():
        yield


INSTALL = (
    "no browser: apt-get install -y --no-install-recommends chromium-headless-shell, "
    "and pip install 'hoyle[browser]'"
)


def _missing(why: str) -> NoReturn:
    """Skip, with what to install as the reason; where a browser is required, fail."""
    if os.environ.get("HOYLE_REQUIRE_BROWSER"):
        pytest.fail(f"{INSTALL} ({why})")
    pytest.skip(INSTALL)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start the browser that there is."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("HOYLE_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ImportError:
        _missing("playwright is not installed")
    if path is None:
        _missing(f"none of {', '.join(names)} is installed")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=path)
        yield found
        found.close()
