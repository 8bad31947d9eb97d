"""Waiting for a file: as many may be open as the system allows."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from agents.remote.polling import is_readable
from tests.support import CLOCKS

ROOT = Path(__file__).parents[3]
MANY = 1100
"""More files than `select.select` can tell apart."""

DECIDE = """
import resource, sys, trio
from agents import Streams, make_external
from agents.remote.processes import REAPER
from control import Budgets, Panel, VirtualClock, decide
from games import VoidDecision, make_game
from tests.placed import POLITE, RUNAWAYS

many, clock = int(sys.argv[1]), sys.argv[2]
resource.setrlimit(resource.RLIMIT_NOFILE, (many + 500, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
kept = [open("/dev/null") for _ in range(many)]
spins = RUNAWAYS["spins"][0]
counter = make_external([sys.executable, "docs/agents/counter.py"], name="Counter", budget_ms=20_000)
silent = make_external(["sleep", "60"], name="Silent", budget_ms=300)
silent.start_s = 0.3
panel = Panel.of(
    [POLITE[0], spins, counter, silent],
    budgets=Budgets.parse(["Before=20s", f"{spins.name}=300ms"]),
    placements={"Before": "process", spins.name: "process"},
)
game = make_game("tic-tac-toe")

async def main():
    for _ in range(2):
        try:
            decision = await decide(game, game.initial(), panel, streams=Streams(1))
            print({each.advisor: each.state.value for each in decision.testimonies})
        except VoidDecision:
            print("void")
        REAPER.wait()

trio.run(main, clock=VirtualClock(brake_s=2) if clock == "virtual" else None)
panel.close()
"""


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_program_with_many_open_files_asks_processes_and_programs(clock: str) -> None:
    """Over a thousand files are open: those elsewhere are heard, stopped and replaced as ever."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < MANY + 500:
        pytest.skip("the system does not allow so many files")
    done = subprocess.run(  # noqa: S603  # this very Python
        [sys.executable, "-W", "ignore::ResourceWarning", "-c", DECIDE, str(MANY), clock],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    states = {"Before": "finished", "Counter": "finished", "Runaway0": "timed out", "Silent": "timed out"}
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("void\n" if clock == "virtual" else f"{states}\n") * 2


def test_what_can_be_read_is_told() -> None:
    """At once if there is something or the other end is closed, and else when the time is over."""
    ours, theirs = os.pipe()
    assert not is_readable(ours, 0)
    assert not is_readable(ours, 0.001)
    os.write(theirs, b"x")
    assert is_readable(ours, 60)
    os.read(ours, 1)
    os.close(theirs)
    assert is_readable(ours, 60)
    os.close(ours)
