"""The wall, and the counts of an experiment that really runs."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from games import make_game
from scenarios import read_scenario, run_experiment
from scenarios.experiment.locks import is_running
from scenarios.experiment.records import read_records
from scenarios.view.wall_page import MOST_BOARDS, replay_document
from tests.scenarios.experiment.test_killing import count, wait_until
from tests.scenarios.view.gated import gated
from tests.scenarios.view.serving import Served, serving
from tests.scenarios.view.test_results import SCENARIO, links

LONG_MS = 120_000
"""How long to wait for what an experiment does, on a busy machine."""
ITEM = re.compile(r'<li id="run-(\d+)-(\d+)" data-contest="(\d+)/(\d+)".*?</li>', re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small scenario that keeps its traces."""
    place = tmp_path_factory.mktemp("walled")
    (place / "traced.toml").write_text(SCENARIO)
    run_experiment(read_scenario(place / "traced.toml"), place / "results", jobs=0)
    return place / "results"


@pytest.fixture(scope="module")
def shown(folder: Path) -> Iterator[Served]:
    """Serve it."""
    with serving(folder) as found:
        yield found


@pytest.fixture
def reader(shown: Served) -> Iterator[httpx.Client]:
    """Ask for it."""
    with shown.client() as client:
        yield client


def on_wall(page: str) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the runs on a wall, each with the phase and the contest that are shown of it."""
    return {
        (int(cell), int(run)): (int(phase), int(contest)) for cell, run, phase, contest in ITEM.findall(page)
    }


def test_where_nothing_runs_the_wall_shows_the_last_contest_of_each_run(
    folder: Path, reader: httpx.Client
) -> None:
    """It says so, and each leads to its contest and to the first decision in it."""
    page = reader.get("/results/0/wall").text
    last: dict[tuple[int, int], tuple[int, int]] = {}
    for c in read_records(folder).contests:
        last[int(c["cell"]), int(c["run"])] = int(c["phase"]), int(c["contest"])
    assert "No experiment is running: 20 contests and 4 runs finished." in page
    assert on_wall(page) == last
    assert len(last) == 4
    for (cell, run), (phase, contest) in last.items():
        place = f"{cell}/{run}/{phase}/{contest}"
        assert f'href="/results/0/contest/{place}"' in page
        assert reader.get(f"/results/0/contest/{place}").status_code == 200
        to = reader.get(f"/results/0/decisions/{place}")
        assert to.status_code == 303
        assert f"run {run}, phase test, contest {contest + 1}, ply" in reader.get(to.headers["location"]).text
    assert links(reader.get("/results/0").text, "/results/0/wall") == ["/results/0/wall"]


def test_what_was_not_traced_has_no_link_to_decisions(tmp_path: Path) -> None:
    """And whoever asks all the same is told."""
    (tmp_path / "plain.toml").write_text(SCENARIO.replace("trace = true", "").replace("runs = 2", "runs = 1"))
    run_experiment(read_scenario(tmp_path / "plain.toml"), tmp_path / "results", jobs=0)
    with serving(tmp_path / "results") as served, served.client() as client:
        assert "Its decisions" not in client.get("/results/0/wall").text
        answer = client.get("/results/0/decisions/0/0/1/1")
        assert answer.status_code == 404
        assert "no decision of this contest was traced" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/results/7/wall", "/results/0/replay/9/0/0/0", "/results/0/replay/0/0/0/99",
        f"/results/0/replay/0/0/0/{10**30}", "/results/0/decisions/0/9/0/0",
    ],
)  # fmt: skip
def test_what_is_not_on_the_wall_is_told(reader: httpx.Client, path: str) -> None:
    """One sentence, and 404."""
    answer = reader.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_a_wall_begins_where_its_address_says(reader: httpx.Client) -> None:
    """What is no number begins at the start."""
    assert list(on_wall(reader.get("/results/0/wall?from=3").text)) == [(1, 1)]
    assert len(on_wall(reader.get("/results/0/wall?from=x").text)) == 4
    assert "no contest has finished" in reader.get(f"/results/0/wall?from={MOST_BOARDS}").text


@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris", "achi", "qubic"])
def test_a_replay_goes_from_position_to_position(name: str) -> None:
    """Each step brings the locations that look otherwise, and after it all men stand where they should."""
    game = make_game(name)
    position, moves, cells = game.initial(), list[str](), [game.cells(game.initial())]
    for i in range(24):
        if game.outcome(position) is not None:
            break
        legal = game.legal_moves(position)
        moves.append(legal[7 * i % len(legal)])
        position = game.play(position, moves[-1])
        cells.append(game.cells(position))
    told = replay_document(game, moves)
    held = dict(re.findall(r'data-at="(.*?)".*?aria-label="[^"]*, (.*?)"', told["first"]))
    assert len(told["steps"]) == len(moves)
    names = [each.name for each in game.board.locations]
    for step, after in zip(told["steps"], cells[1:], strict=True):
        for each in step:
            held.update(re.findall(r'data-at="(.*?)".*?aria-label="[^"]*, (.*?)"', each))
        wanted = {name: "empty" if man is None else "XO"[man] for name, man in zip(names, after, strict=True)}
        assert held == wanted


def test_a_running_experiment_is_seen_as_it_goes(tmp_path: Path) -> None:
    """Counts follow contest by contest; the wall shows the runs under way, at the end all that came of it."""
    with gated(tmp_path) as gate:
        wait_until(gate.has_begun)
        assert is_running(gate.folder)
        with serving(gate.folder) as served, served.client() as client:
            assert client.get("/results/0/state").json()["contests"] == 0
            assert "No run in progress has finished a contest yet." in client.get("/results/0/wall").text
            for contests in (1, 2, 5):
                gate.let(contests - count(gate.folder))
                wait_until(lambda wanted=contests: count(gate.folder) == wanted)  # type: ignore[misc]  # bound now
                assert client.get("/results/0/state").json()["contests"] == contests
                report = client.get("/results/0").text
                assert f"{contests} contest" in report
                page = client.get("/results/0/wall").text
                assert "An experiment is running" in page
                shown = on_wall(page)
                assert sum(contest + 1 for _, contest in shown.values()) == contests
                listed = links(client.get("/results/0/contests").text, r"/results/0/contest/[\d/]+")
                assert len(listed) == contests
            gate.end()
            assert client.get("/results/0/state").json()["contests"] == 8
            assert client.get("/results/0/state").json()["done"] == 2
            assert (
                "No experiment is running: 8 contests and 2 runs finished."
                in client.get("/results/0/wall").text
            )


@pytest.mark.browser
def test_boards_follow_a_running_experiment(tmp_path: Path, tab: Callable[..., Any]) -> None:
    """They come when a run has finished a contest, follow it, keep the focus, and stay when all ends."""
    with gated(tmp_path) as gate:
        wait_until(gate.has_begun)
        with serving(gate.folder) as served:
            page, counts = tab(served, "/results/0/wall"), tab(served, "/results/0")
            page.set_default_timeout(LONG_MS)
            counts.set_default_timeout(LONG_MS)
            page.locator("#wall-state").filter(has_text="An experiment is running: 0 contests").wait_for()
            gate.let(2)
            counts.locator("#progress").filter(has_text="2 contests").wait_for()
            page.locator("#wall-state").filter(has_text="An experiment is running: 2 contests").wait_for()
            item = page.locator("#wall li").first
            item.locator("svg .cell.player").first.wait_for()
            item.locator("[data-part=contest]").focus()
            held = item.get_attribute("id")
            gate.end()
            page.locator("#runs-title").filter(has_text="Final contests").wait_for()
            page.locator(f"#{held} [data-part=contest]").filter(has_text="Contest 4 of").wait_for()
            assert page.evaluate("() => document.activeElement.closest('li').id") == held
            assert "No experiment is running: 8 contests" in page.locator("#voice").text_content()
            assert page.locator("#wall li").count() == 2


@pytest.mark.browser
def test_whoever_wants_little_motion_sees_last_positions(tmp_path: Path, tab: Callable[..., Any]) -> None:
    """No replay is asked for, whatever runs; and who wants it may hold the boards."""
    with gated(tmp_path) as gate:
        wait_until(gate.has_begun)
        with serving(gate.folder) as served:
            calm, still = (
                tab(served, "/results/0/wall", reduced_motion="reduce"),
                tab(served, "/results/0/wall"),
            )
            calm.set_default_timeout(LONG_MS)
            still.set_default_timeout(LONG_MS)
            asked: list[str] = []
            calm.on("request", lambda request: asked.append(request.url))
            still.locator("#hold").click()
            assert still.locator("#hold").get_attribute("aria-pressed") == "true"
            gate.let(2)
            calm.locator("#wall-state").filter(has_text="An experiment is running: 2 contests").wait_for()
            calm.locator("#wall li svg .cell.opponent").first.wait_for()
            assert not any("/replay/" in each for each in asked)
            assert "0 contests" in still.locator("#wall-state").text_content()
            still.locator("body").press("Space")
            still.locator("#wall-state").filter(has_text="An experiment is running: 2 contests").wait_for()
