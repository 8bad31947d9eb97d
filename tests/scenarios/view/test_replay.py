"""Replay: how it stood at every event, told alike in Python and by the page's script."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard import Event, State, decisions_of, events_of, read_trace
from scenarios.view.replayed_rows import count_at, rows_at
from tests.scenarios.view.serving import Served
from tests.support import advisor, decided, plans, says, sleeps, sleeps_for_ever, spends, works

SCRIPT = Path(__file__).parents[3] / "scenarios" / "view" / "client" / "replay.js"
MS = 1_000_000
ON_PAGE = """async (asked) => {  // as text, which is passed on much sooner
  const { rowsAt, countAt } = await import("/static/replay.js");
  return JSON.stringify(JSON.parse(asked).map(({ events, at }) =>
    at.map(([ns, count]) => [countAt(events, ns), rowsAt(events, ns, count)])));
}"""
RUN = """
import { rowsAt, countAt } from "./replay.mjs";
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync("asked.json"));
console.log(JSON.stringify(asked.map(({ events, at }) =>
  at.map(([ns, count]) => [countAt(events, ns), rowsAt(events, ns, count)]))));
"""


def stories() -> list[list[Event]]:
    """Return decisions of all kinds: of traces that were kept, and with every state there is."""
    folder = Path(__file__).parents[2] / "data" / "before-rooms"
    found = [events_of(each) for each in list(decisions_of(read_trace(folder / "played.trace").events))[:12]]

    async def fails(_: Any) -> None:
        raise ValueError("<b>no</b>")

    people = [
        advisor("Judge", works(3), says("1", 0), tier=1, rank=2),
        advisor("Mute", sleeps_for_ever),
        advisor("Broken", fails),
        advisor("Planner", plans("1", "2", purpose="a line"), says("2", 8, "so")),
        advisor("Slow", sleeps(3 * MS), says("3", 7), works(9), sleeps_for_ever),
    ]
    found.append(events_of(decided(people, budgets=("5ms", "Slow=20ms+4calls"))))
    found.append(events_of(decided([*people, advisor("Boss", sleeps(MS), says("5", 10), tier=1, rank=1)])))
    found.append(events_of(decided([*people, advisor("Own", spends("700us"), says("4", 6), spends("1s"))])))
    found.append(events_of(decided(people, schedule="serial", budgets=("5ms", "decision=6ms"))))
    return found


@pytest.fixture(scope="module")
def told() -> list[list[Event]]:
    """Return them as a page gets them: through JSON."""
    found: list[list[Event]] = json.loads(json.dumps(stories()))
    return found


def instants(events: list[Event]) -> list[tuple[int, int]]:
    """Return every event with its time, and instants between."""
    at = [(event["ns"], i + 1) for i, event in enumerate(events)]
    between = [(event["ns"] + 700, count_at(events, event["ns"] + 700)) for event in events]
    return [*at, *between]


def test_the_last_rows_are_the_decision() -> None:
    """After all events each Advisor is as its testimony says."""
    folder = Path(__file__).parents[2] / "data" / "before-rooms"
    for decision in decisions_of(read_trace(folder / "played.trace").events):
        events = events_of(decision)
        rows = rows_at(events, decision.landed_ns, len(events))
        assert [row["advisor"] for row in rows] == [each.advisor for each in decision.testimonies]
        for row, testimony in zip(rows, decision.testimonies, strict=True):
            assert row["state"] == testimony.state.value
            assert row["comments"] == len(testimony.comments)
            if testimony.state is not State.NOT_STARTED:
                assert (row["used_ns"], row["work"]) == (testimony.elapsed_ns, testimony.work)


def test_bars_never_shrink(told: list[list[Event]]) -> None:
    """From event to event nobody's time, work or words become less."""
    for events in told:
        before: dict[str, tuple[int, int, int]] = {}
        for i, event in enumerate(events):
            for row in rows_at(events, event["ns"], i + 1):
                now = row["used_ns"], row["work"], row["comments"]
                assert all(a <= b for a, b in zip(before.get(row["advisor"], (0, 0, 0)), now, strict=True))
                before[row["advisor"]] = now


def by_node(asked: list[dict[str, Any]], folder: Path) -> Any:
    """Let Node run the script."""
    (folder / "asked.json").write_text(json.dumps(asked))
    (folder / "run.mjs").write_text(RUN)
    shutil.copy(SCRIPT, folder / "replay.mjs")
    node = str(shutil.which("node"))
    done = subprocess.run([node, "run.mjs"], check=True, capture_output=True, text=True, cwd=folder)  # noqa: S603  # ours
    return json.loads(done.stdout)


def check(told: list[list[Event]], answers: Any) -> None:
    """See that the script told what we tell, at every event of every decision, and between them."""
    for events, answer in zip(told, answers, strict=True):
        ours = [[count_at(events, ns), rows_at(events, ns, count)] for ns, count in instants(events)]
        assert answer == ours


def asked_of(told: list[list[Event]]) -> list[dict[str, Any]]:
    """Return what the script is asked."""
    return [{"events": events, "at": instants(events)} for events in told]


if shutil.which("node"):

    def test_the_script_tells_the_same_in_node(told: list[list[Event]], tmp_path: Path) -> None:
        """Where Node is installed."""
        check(told, by_node(asked_of(told), tmp_path))


@pytest.mark.browser
def test_the_script_tells_the_same_on_the_page(
    served: Served, tab: Callable[..., Any], told: list[list[Event]]
) -> None:
    """As a page has it."""
    page = tab(served)
    check(told, json.loads(page.evaluate(ON_PAGE, json.dumps(asked_of(told)))))
