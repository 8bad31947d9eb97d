"""What the viewer costs, as ratios: `python benchmarks/view.py`, with the extra `view`.

How soon it answers beside `hoyle games`; what a what-if costs beside `redecide` itself; and what it does to a
decision by the clock on the wall to be looked at 30 times a second, and by four pages.
"""

import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, get_advisors
from blackboard import Decision
from control import PARADIGMS, Changes, Panel, Seen, decide, redecide
from games import make_game
from scenarios.cli.documents import decision_document
from scenarios.view.live_frames import Frames
from scenarios.view.reasons import reasons

ROOT = Path(__file__).parents[1]
DECISIONS = 25
ROUNDS = 40
RATE = 30


def seconds(deed: Callable[[], object]) -> float:
    """Time something."""
    begin = time.perf_counter()
    deed()
    return time.perf_counter() - begin


def median(deed: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Time something again and again."""
    return statistics.median(seconds(deed) for _ in range(rounds))


@contextmanager
def viewed(*words: str) -> Iterator[httpx.Client]:
    """Start the viewer, and be a page of it."""
    command = [sys.executable, "-m", "hoyle", "view", "--no-browser", "--json", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:  # noqa: S603  # ours
        assert process.stdout is not None  # noqa: S101  # it was asked for
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        url = json.loads(text)["url"]
        with httpx.Client(base_url=url[: url.index("/", 8)]) as client:
            client.get(url)
            yield client
        process.kill()


def starting() -> float:
    """Return how long it takes until the viewer answers, in times of `hoyle games`."""
    games = [sys.executable, "-m", "hoyle", "games", "--json"]
    of_games = median(lambda: subprocess.run(games, check=True, cwd=ROOT, stdout=subprocess.DEVNULL), 5)  # noqa: S603  # ours

    def answered() -> None:
        with viewed() as client:
            client.get("/static/view.css").raise_for_status()

    return median(answered, 5) / of_games


def wall_decisions(watch: Callable[[Seen], None] | None) -> list[Decision]:
    """Make some decisions by the clock on the wall."""
    game, panel = make_game("nine-mens-morris"), Panel.of(get_advisors(["1990"]))

    async def main() -> list[Decision]:
        made, position = [], game.initial()
        for ply in range(DECISIONS):
            streams = Streams(1).child("ply", ply)
            made.append(await decide(game, position, panel, streams=streams, on_hearing=watch))
            position = game.play(position, made[-1].move)
        return made

    return trio.run(main)


def sampled() -> list[Decision]:
    """Make them while another thread looks, as the server does."""
    views: list[Seen] = []
    over = threading.Event()

    def look() -> None:
        frames: dict[int, Frames] = {}
        while not over.wait(1 / RATE):
            if views:
                frames.setdefault(len(views), Frames(views[-1])).next()

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        return wall_decisions(views.append)
    finally:
        over.set()
        watcher.join()


def _ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """Return one median by another; where a quiet machine is never late, both are."""
    medians = statistics.median(one), statistics.median(other)
    return medians[0] / medians[1] if medians[1] else float(bool(medians[0])) + 1.0


def rows() -> Iterator[tuple[str, float, float]]:
    """Yield what is measured, and how much it may be."""
    yield "hoyle view until it answers / hoyle games", starting(), 1.5
    plain, watched = [], []
    for _ in range(3):
        plain += wall_decisions(None)
        watched += sampled()
    landing = [statistics.median(each.landed_ns for each in those) for those in (watched, plain)]
    yield "landing on the wall clock, sampled / not", landing[0] / landing[1], 1.1
    lags = [[each.validity.lag_ns for each in those if each.validity] for those in (watched, plain)]
    yield "lag of the harness, sampled / not", _ratio(*lags), 1.1
    decision = plain[0]
    without = Changes(without=frozenset([decision.testimonies[0].advisor]))
    once = median(lambda: redecide(decision, without))
    yield "who is pivotal, and why / redecide", median(lambda: reasons(decision), 10) / once, 25.0
    once = median(lambda: redecide(decision, Changes(paradigm=PARADIGMS["2"])))
    with viewed("nine-mens-morris") as client:
        client.post("/game/nine-mens-morris/hint", json={})
        while client.get("/game/nine-mens-morris/table").json()["hint"] is None:
            time.sleep(0.05)
        ask = functools.partial(client.post, "/game/nine-mens-morris/0/what-if", json={"paradigm": "2"})
        yield "what-if request / redecide", median(ask) / once, 20.0
        page = len(client.get("/game/nine-mens-morris").content)
        told = len(json.dumps(decision_document(decision)))
        print(f"a decision's document: {told:,} bytes; the page of its table: {page:,}")


def main() -> int:
    """Print the table; 1 if something costs too much."""
    table = Table("what", "ratio", "wanted", "")
    found: list[Any] = list(rows())
    for what, ratio, most in found:
        table.add_row(what, f"{ratio:.2f}", f"< {most:g}", "kept" if ratio < most else "BROKEN")
    Console().print(table)
    return int(any(itertools.starmap(lambda _, ratio, most: ratio >= most, found)))


if __name__ == "__main__":
    sys.exit(main())
