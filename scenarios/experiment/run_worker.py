"""A worker: a process that plays the runs it is told to, and ends when nobody is left to tell it.

It reads `CELL RUN` a line on stdin, plays that run into the folder, and answers a line on stdout: `done`,
`stop` and why the experiment is to end there, or why it cannot go on. What is to be played it reads from the
folder itself, so nothing has to travel to it.
"""

import os
import sys
from pathlib import Path
from typing import BinaryIO

from games import BadFile, HoyleError
from scenarios.experiment.run import Orphaned, play_run, run_spec
from scenarios.experiment.store import Store
from scenarios.experiment.workforce import DONE, SCENARIO, STOP
from scenarios.language.reading import read_scenario
from scenarios.language.scenario import Scenario
from scenarios.language.writing import scenario_digest


def main() -> None:
    """Play the runs that come in on stdin."""
    folder, parent = Path(sys.argv[1]), int(sys.argv[2])
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what an Advisor prints is no answer
    try:
        _serve(folder, parent, answers)
    except HoyleError as error:
        _answer(answers, " ".join(str(error).split()))
    except (Orphaned, BrokenPipeError):
        sys.exit(1)


def _serve(folder: Path, parent: int, answers: BinaryIO) -> None:
    scenario = _read(folder)
    for line in sys.stdin:
        cell, run = map(int, line.split())
        why = play_run(run_spec(scenario, cell, run, folder), go_on=lambda: os.getppid() == parent)
        _answer(answers, f"{STOP}{why}" if why else DONE)


def _read(folder: Path) -> Scenario:
    """Read what is to be played, and see that it is still what the experiment was begun with."""
    scenario = read_scenario(folder / SCENARIO)
    with Store(folder) as store:
        begun = store.meta().get("scenario_digest")
    if scenario_digest(scenario) != begun:
        raise BadFile(
            f"what {folder / SCENARIO} loads has changed since the experiment began; give another --out"
        )
    return scenario


def _answer(answers: BinaryIO, text: str) -> None:
    answers.write(f"{text}\n".encode())
