"""Take the pictures of docs/view.md: `python benchmarks/view_pictures.py [FOLDER]`, with the extra `browser`.

A scenario of a few contests is run, the viewer is started on it, and a browser without a window looks at it;
another is looked at while it runs, and stopped.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
SIZE: ViewportSize = {"width": 1240, "height": 860}
SCENARIO = """
title = "Two paradigms, traced"
game = ["tic-tac-toe", "lose-tic-tac-toe"]
paradigm = [1, 2]
runs = 3
seed = 4
trace = true

[[phase]]
name = "learn"
learn = "play"
against = "random"
contests = 16
"""
LONG = """
title = "Four games at once"
game = ["tic-tac-toe", "achi", "tsoro-yematatu", "pong-hau-ki"]
runs = 1
seed = 2
trace = true

[[phase]]
name = "learn"
learn = "play"
against = "random"
contests = 10000
"""


def hoyle(*words: object) -> list[str]:
    """Return how Hoyle is called."""
    return [sys.executable, "-m", "hoyle", *map(str, words)]


@contextmanager
def viewed(*words: object) -> Iterator[str]:
    """Start the viewer; yield the address that it opens."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = hoyle("view", "--no-browser", "--json", *words)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:  # noqa: S603  # ours
        assert process.stdout is not None  # noqa: S101  # it was asked for
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        try:
            yield json.loads(text)["url"]
        finally:
            process.kill()


def table(page: Any) -> None:
    """Play a move, and ask for a hint."""
    page.locator('[data-at="5"]').click()
    page.locator("#hint:enabled").click()
    page.locator("#verdict b").wait_for()
    page.locator("#heat").check()
    page.evaluate("() => window.scrollTo(0, 0)")


def what_if(page: Any) -> None:
    """Ask why not, and what another paradigm would do."""
    page.locator("#why-not").click()
    page.locator("#reasons article").first.wait_for()
    page.locator("#if-paradigm").select_option("2")
    page.locator("#if-ask").click()
    page.locator("#if-answer b").wait_for()
    page.locator("#reasons-part").scroll_into_view_if_needed()
    page.evaluate("() => document.getElementById('reasons-part').scrollIntoView()")


def replay(page: Any) -> None:
    """Go to the middle of a decision."""
    page.locator("#scrubber").wait_for()
    for _ in range(24):
        page.locator("#back-event").click()


def curves(page: Any) -> None:
    """Come to a point of a learning curve."""
    page.evaluate("() => document.getElementById('learning-curves').scrollIntoView()")
    page.locator("#learning-curves figure").nth(1).locator("a.point").nth(5).focus()
    page.locator("#tip:not([hidden])").wait_for()


@contextmanager
def running(place: Path) -> Iterator[Path]:
    """Start an experiment that takes long; end it with its workers."""
    (place / "long.toml").write_text(LONG)
    command = hoyle("run", place / "long.toml", "--out", place / "long", "--jobs", 4, "--json")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603  # ours
        try:
            while not (place / "long" / "traces" / "cell-3-run-0.trace").exists():
                if process.poll() is not None:
                    raise RuntimeError("the experiment for the picture of the wall did not run")
                time.sleep(0.05)
            yield place / "long"
        finally:
            process.send_signal(signal.SIGINT)


def wall(page: Any, place: Path, folder: Path) -> None:
    """Look at an experiment that runs, once each of its runs has finished a contest."""
    with running(place) as long, viewed(long) as url:
        page.goto(url.replace("/results/0", "/results/0/wall"))
        page.locator("#wall > li").nth(3).wait_for()
        page.screenshot(path=folder / "wall.png")


def main(folder: Path) -> None:
    """Take every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("HOYLE_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        (Path(place) / "traced.toml").write_text(SCENARIO)
        run = hoyle("run", Path(place) / "traced.toml", "--out", Path(place) / "results", "--json")
        subprocess.run(run, check=True, cwd=ROOT, capture_output=True)  # noqa: S603  # ours
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_context(viewport=SIZE, reduced_motion="reduce").new_page()
        with viewed(Path(place) / "results") as url:
            origin, token = url.partition("/results")[0], url.partition("?")[2]
            page.goto(f"{origin}/game/achi?{token}")
            table(page)
            page.screenshot(path=folder / "table.png")
            what_if(page)
            page.screenshot(path=folder / "what-if.png")
            for name, address in (
                ("results", "/results/0"),
                ("curves", "/results/0"),
                ("contest", "/results/0/contest/0/0/0/1"),
                ("replay", "/trace/0/2"),
            ):
                page.goto(f"{origin}{address}?{token}")
                if name == "replay":
                    replay(page)
                if name == "curves":
                    curves(page)
                page.screenshot(path=folder / f"{name}.png")
        wall(page, Path(place), folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "view")
