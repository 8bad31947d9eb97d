"""What the viewer costs, as ratios: `python benchmarks/view.py`, with the extras `view` and `browser`.

How soon it answers beside `hoyle games`; what a what-if costs beside `redecide` itself; how soon a frame is
in the page; how large a page is; and what it does to decisions by the clock on the wall to be looked at 30
times a second, by one page and by four.

For the last, servers run side by side. Two hardly look (once a second), and nobody has a page open there: one
is what the others are compared with, the other tells how large noise is. One has a page, one has four. Each
decision is asked of all of them one after another, in an order that changes, so that whatever else the
machine does befalls them alike. An interval holds 95 of 100 ratios of samples that are drawn again from the
same decisions. `python benchmarks/view.py landing` measures that alone; so do `starting`, `frames`, `asking`.
"""

import functools
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import attrs
import httpx
from rich.console import Console
from rich.table import Table

from agents import get_advisors
from blackboard import Decision
from control import PARADIGMS, Changes, redecide
from games import make_game
from scenarios.view.reasons import reasons
from tests.support import decided

ROOT = Path(__file__).parents[1]
GAME = "nine-mens-morris"
DECISIONS = 25
REPEATS = 12
SAMPLES = 1000
ROUNDS = 60
RATE = 30
SERVE = "import sys, hoyle; sys.argv = ['hoyle', *sys.argv[1:]]; hoyle.main()"
STAMPING = f"""
import time
from scenarios.view.live_frames import Frames
plain = Frames.next
def stamped(self):
    now = time.time_ns()
    return {{**plain(self), "sampled_ms": now / 1e6}}
Frames.next = stamped
{SERVE}
"""
"""A server that tells in each frame when it looked."""
TALKER = '''
import trio
from agents import Advisor


class Talker(Advisor):
    """Say something every 20 ms."""

    tier = 3
    budget_ms = 4000

    async def advise(self, think):
        for move in think.moves:
            await trio.sleep(0.02)
            await think.comment(move, 6, "so")
        await trio.sleep(3)
'''
TIMED = """() => {
  window.delays = [];
  const plain = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, heard) {
    plain.call(this, kind, (event) => {
      heard(event);
      const sampled = kind === "frame" && JSON.parse(event.data).sampled_ms;
      if (sampled) window.delays.push(performance.timeOrigin + performance.now() - sampled);
    });
  };
}"""
"""Notes of each frame how long after the look the page has shown it."""


@attrs.frozen
class Row:
    """Something that was measured."""

    what: str
    ratio: float
    most: float | None
    """How much it may be; None is for comparison only."""
    interval: tuple[float, float] | None = None

    @property
    def is_broken(self) -> bool:
        """Is it too much?"""
        return self.most is not None and self.ratio >= self.most

    def cells(self) -> tuple[str, ...]:
        """Tell it."""
        between = "" if self.interval is None else "{:.2f} to {:.2f}".format(*self.interval)
        wanted = "" if self.most is None else f"< {self.most:g}"
        kept = "" if self.most is None else "BROKEN" if self.is_broken else "kept"
        return self.what, f"{self.ratio:.2f}", between, wanted, kept


def seconds(deed: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Time something."""
    begin = clock()
    deed()
    return clock() - begin


@contextmanager
def served(*words: object, program: str = SERVE) -> Iterator[str]:
    """Start the viewer; yield the address that it opens."""
    command = [sys.executable, "-c", program, "view", "--no-browser", "--json", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:  # noqa: S603  # ours
        assert process.stdout is not None  # noqa: S101  # it was asked for
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        try:
            yield json.loads(text)["url"]
        finally:
            process.kill()


@contextmanager
def viewed(*words: object) -> Iterator[httpx.Client]:
    """Start the viewer, and be somebody who asks it."""
    with served(*words) as url, httpx.Client(base_url=url[: url.index("/", 8)], timeout=60) as client:
        client.get(url)
        yield client


def alternating(
    what: str,
    one: Callable[[], object],
    other: Callable[[], object],
    most: float,
    *,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> Row:
    """Time two things turn by turn."""
    both = [(seconds(one, clock), seconds(other, clock)) for _ in range(rounds)]
    ones, others = [each for each, _ in both], [each for _, each in both]
    return compared(what, ones, others, statistics.median, most)


def starting_rows() -> Iterator[Row]:
    """Tell how long it takes until the viewer answers."""
    games = [sys.executable, "-m", "hoyle", "games", "--json"]

    def listed() -> None:
        subprocess.run(games, check=True, cwd=ROOT, capture_output=True)  # noqa: S603  # ours

    def answered() -> None:
        with viewed() as client:
            client.get("/static/view.css").raise_for_status()

    yield alternating("hoyle view until it answers / hoyle games", answered, listed, 1.5, rounds=9)


# Decisions by the clock on the wall, seen and unseen


@contextmanager
def seen_by(pages: int) -> Iterator[httpx.Client]:
    """Have a server whose decisions are seen by so many pages; one that nobody sees hardly looks."""
    with viewed(GAME, "--clock", "wall", "--rate", RATE if pages else 1) as client, ExitStack() as stack:
        client.post(f"/game/{GAME}/side", json={"side": "both"})
        for _ in range(pages):
            stream = stack.enter_context(client.stream("GET", f"/game/{GAME}/stream"))
            threading.Thread(target=_read, args=(stream,), daemon=True).start()
        yield client


def _read(stream: httpx.Response) -> None:
    """Take whatever comes, as a page does."""
    try:
        for _ in stream.iter_raw():
            pass
    except (httpx.HTTPError, httpx.StreamError):
        return


def hinted(client: httpx.Client) -> tuple[float, float, str]:
    """Let it decide, undisturbed; return when that landed, how late the harness was, and the move."""
    time.sleep(0.02)
    client.post(f"/game/{GAME}/hint", json={})
    time.sleep(0.08)
    while (table := client.get(f"/game/{GAME}/table").json())["thinking"] is not None:
        time.sleep(0.05)
    decision = client.get(f"/game/{GAME}/{table['hint']}/decision").json()["decision"]
    return decision["landed_ms"], decision["validity"]["lag_ns"] / 1e6, decision["move"]


ARMS = {"unseen": 0, "unseen again": 0, "one page": 1, "four pages": 4}


def side_by_side() -> dict[str, list[tuple[float, float]]]:
    """Return for each server when its decisions landed, and how late it was, decision by decision."""
    chance = random.Random(1)  # noqa: S311  # no secret
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ARMS}
    with ExitStack() as stack:
        clients = {name: stack.enter_context(seen_by(pages)) for name, pages in ARMS.items()}
        for ply in range(DECISIONS):
            move = ""
            for repeat in range(REPEATS + 1):
                for name in chance.sample(list(ARMS), len(ARMS)):
                    landed, lag, move = hinted(clients[name])
                    if repeat:  # the first fills what is remembered of the position
                        found[name].append((landed, lag))
            for client in clients.values():
                client.post(f"/game/{GAME}/move", json={"move": move, "ply": ply}).raise_for_status()
    return found


def compared(
    what: str,
    one: Sequence[float],
    other: Sequence[float],
    tell: Callable[[Sequence[float]], float],
    most: float | None,
) -> Row:
    """Compare two servers on the same decisions."""
    chance, pairs = random.Random(2), list(zip(one, other, strict=True))  # noqa: S311  # no secret

    def ratio(some: Sequence[tuple[float, float]]) -> float:
        below = tell([each for _, each in some])
        return tell([each for each, _ in some]) / below if below else 1.0

    drawn = sorted(ratio(chance.choices(pairs, k=len(pairs))) for _ in range(SAMPLES))
    return Row(what, ratio(pairs), most, (drawn[SAMPLES // 40], drawn[-SAMPLES // 40]))


def landing_rows() -> Iterator[Row]:
    """Compare servers that are seen with one that is not."""
    found = side_by_side()
    for name, values in found.items():
        middle = [statistics.median(each) for each in zip(*values, strict=True)]
        told = f"landed after {middle[0]:.1f} ms, late by {middle[1]:.2f} ms"
        print(f"{name}: {len(values)} decisions, {told}, at most {max(lag for _, lag in values):.1f} ms")
    plain = found["unseen"]
    for name in list(ARMS)[1:]:
        bounds = (None, None, None) if name == "unseen again" else (1.1, 1.1, 2.0)
        landed, lags = (([each[i] for each in found[name]], [each[i] for each in plain]) for i in (0, 1))
        yield compared(f"landing, {name} / unseen, median", *landed, statistics.median, bounds[0])
        yield compared(f"lag, {name} / unseen, median", *lags, statistics.median, bounds[1])
        yield compared(f"lag, {name} / unseen, maximum", *lags, max, bounds[2])


# A frame on its way into the page


@contextmanager
def talking() -> Iterator[str]:
    """Start a viewer at which somebody talks for some seconds; yield the address that it opens."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talker.py"
        file.write_text(TALKER)
        words = (GAME, "--load", file, "--advisors", "1990,Talker", "--place", "inline", "--clock", "wall")
        with served(*words, "--rate", RATE, program=STAMPING) as url:
            yield url


def on_the_wire() -> list[float]:
    """Return how many milliseconds after each look somebody had the frame who does nothing with it."""
    found = []
    with talking() as url, httpx.Client(base_url=url[: url.index("/", 8)], timeout=60) as client:
        client.get(url)
        with client.stream("GET", f"/game/{GAME}/stream") as stream:
            client.post(f"/game/{GAME}/hint", json={})
            for line in stream.iter_lines():
                if line.startswith("event: landed"):
                    break
                if "sampled_ms" in line:
                    found.append(time.time() * 1000 - json.loads(line.removeprefix("data: "))["sampled_ms"])
    return found


def in_the_page() -> list[float]:
    """Return how many milliseconds after each look a page had shown the frame."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra of its own

    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("HOYLE_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    with talking() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_page()
        page.add_init_script(f"({TIMED})()")
        page.goto(url)
        for _ in range(5):
            page.locator("#hint:enabled").click()
            page.locator("#scrubber").wait_for(state="hidden")
            page.locator("#scrubber").wait_for()
        found: list[float] = page.evaluate("() => window.delays")
        browser.close()
    return found


def frame_rows() -> Iterator[Row]:
    """Tell the delay of frames in intervals between two of them."""
    for place, measured, most in (("on the wire", on_the_wire, None), ("in the page", in_the_page, 1 / 8)):
        try:
            found = sorted(measured())
        except ImportError:
            print("no playwright: pip install 'hoyle[browser]' to measure how soon a frame is in the page")
            return
        middle, late = statistics.median(found), found[int(0.95 * len(found))]
        print(f"{len(found)} frames: {place} {middle:.2f} ms after the look, 95 % within {late:.2f} ms")
        yield Row(f"frame: looked -> {place} / interval, median", middle * RATE / 1000, most)
        yield Row(f"frame: looked -> {place} / interval, 95 %", late * RATE / 1000, None)


# What is asked, and how large it is


def example() -> Decision:
    """Make a decision of 20 Advisors."""
    return decided(get_advisors(["1990"]), game=make_game(GAME), position=make_game(GAME).initial())


def asking_rows() -> Iterator[Row]:
    """Compare what pages ask with what answers it."""
    decision = example()
    without = Changes(without=frozenset([decision.testimonies[-1].advisor]))
    again = functools.partial(redecide, decision, without)
    pivot = functools.partial(reasons, decision)  # by the processor's clock: the longer is interrupted more
    yield alternating("who is pivotal, and why / redecide", pivot, again, 25.0, clock=time.process_time)
    with viewed(GAME) as client:
        address = f"/game/{GAME}"
        client.post(f"{address}/hint", json={})
        while client.get(f"{address}/table").json()["hint"] is None:
            time.sleep(0.05)
        ask = functools.partial(client.post, f"{address}/0/what-if", json={"paradigm": "2"})
        other = functools.partial(redecide, decision, Changes(paradigm=PARADIGMS["2"]))
        yield alternating("what-if request / redecide", ask, other, 20.0)
        yield Row(
            "what-if request / 100 ms", statistics.median(seconds(ask) for _ in range(ROUNDS)) / 0.1, 1.0
        )
        page, told = (len(client.get(f"{address}{more}").content) for more in ("", "/0/decision"))
    with tempfile.TemporaryDirectory() as folder:
        hoyle = [sys.executable, "-m", "hoyle"]
        run = [*hoyle, "run", "quickstart-1990", "--out", f"{folder}/results", "--json"]
        subprocess.run(run, check=True, cwd=ROOT, capture_output=True)  # noqa: S603  # ours
        report = (Path(folder) / "results" / "report.html").stat().st_size
    print(f"a decision's document: {told:,} bytes; the page of its table: {page:,}; the report: {report:,}")
    what = "a decision's document and its page / report.html of quickstart-1990"
    yield Row(what, (told + page) / report, 0.25)


def rows(wanted: Sequence[str]) -> Iterator[Row]:
    """Yield what is measured."""
    parts = {"starting": starting_rows, "landing": landing_rows, "frames": frame_rows, "asking": asking_rows}
    for name in wanted or parts:
        yield from parts[name]()


def main(wanted: Sequence[str]) -> int:
    """Print the table; 1 if something costs too much."""
    table = Table("what", "ratio", "95 %", "wanted", "")
    found = list(rows(wanted))
    for row in found:
        table.add_row(*row.cells())
    Console().print(table)
    print("{:.1f}, {:.1f} and {:.1f} programs wanted to run (1, 5, 15 minutes)".format(*os.getloadavg()))
    return int(any(row.is_broken for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
