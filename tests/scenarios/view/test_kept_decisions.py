"""A table keeps its last decisions, and a page that asks for an older one says so."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import trio

from scenarios.cli.view_command import view_command
from scenarios.view.app import Viewer
from scenarios.view.security import Keys
from scenarios.view.shelf import Shelf
from scenarios.view.tables import MOST_KEPT, Table
from tests.scenarios.view.serving import Served, serving

OPTIONS = ("--advisors", "Greedy", "--seed", "7")


def viewer(*words: str) -> Viewer:
    """Make a viewer as the command does."""
    context = view_command.make_context("view", ["nim", *OPTIONS, *words])
    given = {
        name: value
        for name, value in context.params.items()
        if name not in ("shown", "rules", "moves", "position", "port", "no_browser", "rate", "as_json")
    }
    made = Viewer(given, rate=100)
    made.add_game("nim", (), "", None)
    return made


async def hinted(table: Table, count: int) -> list[int]:
    """Let Hoyle give hints; return how many decisions were stored after each."""
    stored: list[int] = []
    async with aclosing(table.channel.events(0)) as messages:
        table.give_hint()
        async for message in messages:
            if b"event: end" in message:
                stored.append(len(table.decisions))
                if len(stored) == count:
                    break
                table.give_hint()
    return stored


@asynccontextmanager
async def asked(*words: str) -> AsyncIterator[tuple[Table, httpx.AsyncClient]]:
    """Open a table; yield it and a client that asks about it."""
    keys, made = Keys(1), viewer(*words)
    async with trio.open_nursery() as nursery:
        app: Any = made.app(keys, nursery)
        with made.opened():
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app),
                base_url=f"http://{keys.hosts[0]}",
                cookies={keys.cookie_name: keys.cookie},
            ) as client:
                assert (await client.get("/game/nim/table")).json()["last"] is None
                yield made._tables["nim"], client
        nursery.cancel_scope.cancel()


def test_600_hints_leave_200_decisions() -> None:
    """The numbers go on; what is gone is told with what would have kept it."""

    async def main() -> None:
        async with asked() as (table, client):
            stored = await hinted(table, 600)
            assert stored == [*range(1, MOST_KEPT), *[MOST_KEPT] * (601 - MOST_KEPT)]
            assert MOST_KEPT == 200
            assert (await client.get("/game/nim/table")).json()["last"] == 599
            for number, status in ((599, 200), (400, 200), (399, 410), (0, 410), (600, 404)):
                for path in ("decision", "why"):
                    assert (await client.get(f"/game/nim/{number}/{path}")).status_code == status
                assert (await client.post(f"/game/nim/{number}/what-if", json={})).status_code == status
            assert (await client.get("/game/nim/0/decision")).json()["problem"] == (
                "decision 1 is no longer here: a table keeps the last 200 decisions; "
                "start the viewer with --trace FILE to save all"
            )
            page = await client.get("/game/nim/0/decision", headers={"accept": "text/html"})
            assert (page.status_code, "No longer here" in page.text) == (410, True)

    trio.run(main)


def test_a_trace_has_what_the_table_forgot(tmp_path: Path) -> None:
    """The message names the file, which has every decision."""
    trace = tmp_path / "kept.trace"

    async def main() -> None:
        async with asked("--trace", str(trace)) as (table, client):
            await hinted(table, MOST_KEPT + 1)
            problem = (await client.get("/game/nim/0/decision")).json()["problem"]
            assert problem.endswith(f"; hoyle view {trace} shows it")

    trio.run(main)
    shelf = Shelf()
    shelf.add_trace(trace)
    assert len(shelf.traces[0].read().decisions) == MOST_KEPT + 1


@pytest.mark.browser
def test_a_page_says_that_a_decision_is_no_longer_kept(tab: Callable[..., Any]) -> None:
    """The board is shown as it was, and the table stays."""
    with serving("nim", *OPTIONS) as served, served.client() as client:
        client.post("/game/nim/side", json={"side": "both"})
        hint(client, 1)
        table = client.get("/game/nim/table").json()
        client.post("/game/nim/move", json={"move": table["legal"][0], "ply": 0})
        hint(client, MOST_KEPT)
        page = open_table(tab, served)
        page.locator("#moves button").first.click()
        page.locator("#problem").filter(has_text="decision 1 is no longer here").wait_for()
        assert "--trace FILE" in page.locator("#problem").text_content()
        page.locator("#hint:enabled").click()
        page.locator("#problem").wait_for(state="hidden")


def hint(client: httpx.Client, count: int) -> None:
    """Ask for hints, one after another."""
    for _ in range(count):
        client.post("/game/nim/hint", json={})
        while client.get("/game/nim/table").json()["thinking"] is not None:
            pass


def open_table(tab: Callable[..., Any], served: Served) -> Any:
    """Open the page, and wait until it shows the last decision."""
    page = tab(served)
    page.locator("#verdict b").wait_for()
    return page
