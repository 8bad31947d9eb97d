"""Scenarios that are run in a moment."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from scenarios import Scenario, build_scenario, write_scenario

ADVISORS = ["Victory", "Panic", "Candide"]
LEARNERS = ["openings", "model"]
LEARN = {"name": "learn", "learn": "play", "against": "random", "contests": 4}
TEST = {"name": "test", "against": "random", "contests": 2}


def quick(*phases: dict[str, Any], **keys: Any) -> Scenario:
    """Make a small scenario: a game that is soon over, and few Advisors."""
    made = {
        "name": "quick",
        "game": "tic-tac-toe",
        "advisors": ADVISORS,
        "learners": LEARNERS,
        "seed": 7,
        **keys,
    }
    return build_scenario(phase=list(phases or (LEARN, TEST)), **made)


def write(scenario: Scenario, file: Path) -> Path:
    """Write a scenario to a file."""
    file.write_text(write_scenario(scenario))
    return file


def command(*words: object) -> list[str]:
    """Return how the command line is started as a process of its own."""
    return [str(Path(sys.executable).with_name("hoyle")), *map(str, words)]


def start(*words: object, **how: Any) -> subprocess.Popen[str]:
    """Start the command line as a process of its own, the first of its group."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command(*words), text=True, process_group=0, **{**pipes, **how})  # noqa: S603  # our own command


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a process, and return how it ended and what it printed."""
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def ran(*words: object, **how: Any) -> tuple[int, str, str]:
    """Run the command line to its end."""
    return ended(start(*words, **how))


def processes_about(folder: Path) -> list[int]:
    """Return every process that works for a folder, but for those that are dead and not yet buried."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) != os.getpid():
            try:
                words = (place / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if os.fsencode(folder) in words:
                found.append(int(place.name))
    return found
