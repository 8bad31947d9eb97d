"""Load changes no result on the virtual clock: a command ends with the same digest or with exit code 1."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents import declared_items
from blackboard import Knowledge
from tests.scenarios.conftest import Hoyle

WORKING_MS = 60
"""How much of a processor the Advisor below needs for each decision."""
TOO_LITTLE = f"brake={WORKING_MS // 3}ms"
HEAVY = """
import time
from agents import Advisor

class Heavy(Advisor):
    async def advise(self, think):
        await think.comment(think.moves[0], 7)
        until = time.thread_time() + WORKING_MS / 1000
        while time.thread_time() < until:
            pass
        await think.comment(think.moves[-1], 9)
"""
STUDY = """
game = "tic-tac-toe"
load = ["heavy.py"]
advisors = ["Heavy", "Panic"]
placement = { Heavy = "inline" }
trace = true
clock = "virtual"

[[phase]]
against = "random"
learn = "play"
contests = 1
"""
BUSY = "import time\nuntil = time.monotonic() + 60\nwhile time.monotonic() < until: pass"


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep every processor busy with another program."""
    count = len(os.sched_getaffinity(0))
    programs = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]  # noqa: S603  # this very Python
    yield
    for program in programs:
        program.kill()
        program.wait()


def study(folder: Path, working_ms: int = WORKING_MS) -> Path:
    """Write the scenario and its Advisor."""
    (folder / "heavy.py").write_text(HEAVY.replace("WORKING_MS", str(working_ms)))
    file = folder / "study.toml"
    file.write_text(STUDY)
    return file


@pytest.mark.usefixtures("busy")
def test_load_changes_no_digest(hoyle: Hoyle, tmp_path: Path) -> None:
    """In every placement; if the brake fires, the run has failed, and --resume plays it again."""
    file = study(tmp_path)
    digests = []
    for place in ("inline", "thread", "process"):
        where: tuple[object, ...] = ("--out", tmp_path / place, "--set", f"placement.Heavy={place}", "--json")
        if place == "process":
            failed = hoyle("run", file, *where, "--set", TOO_LITTLE)
            assert (failed.code, "Heavy needed more than 0.02 s of real time" in failed.err) == (1, True), (
                failed
            )
            where = (*where, "--resume")
        done = hoyle("run", file, *where)
        assert done.code == 0, done
        digests.append(json.loads(done.out)["digest"])
    assert len(set(digests)) == 1


@pytest.mark.parametrize("command", ["decide", "play"])
def test_a_void_decision_leaves_nothing_behind(hoyle: Hoyle, tmp_path: Path, command: str) -> None:
    """One line on stderr, exit code 1, and neither a trace nor knowledge."""
    study(tmp_path, 50 * WORKING_MS)
    trace, known = tmp_path / "trace", tmp_path / "known.hoyle"
    place = ("--load", tmp_path / "heavy.py", "--advisors", "Heavy", "--place", "Heavy=thread")
    more = ("--me", "hoyle", "--learn", "--knowledge", known) if command == "play" else ()
    brake = TOO_LITTLE.rpartition("=")[2]
    answer = hoyle(command, "tic-tac-toe", *place, *more, "--trace", trace, "--brake", brake)
    assert answer.code == 1
    assert answer.err == (
        "hoyle: the decision is void: Heavy needed more than 0.02 s of real time for one step;"
        ' raise the brake: --brake 0.04s, or brake = "0.04s" in a scenario\n'
    )
    assert not known.exists() or not Knowledge.load(known, declared=declared_items()).items
    assert json.loads(hoyle("trace", trace, "--json").out) == []


def test_the_brake_is_no_part_of_an_experiment(hoyle: Hoyle, tmp_path: Path) -> None:
    """It may differ when an experiment is resumed."""
    file, out = study(tmp_path), tmp_path / "out"
    first = json.loads(hoyle("run", file, "--out", out, "--json").out)
    again = json.loads(hoyle("run", file, "--out", out, "--resume", "--set", "brake=5min", "--json").out)
    assert again["digest"] == first["digest"]
