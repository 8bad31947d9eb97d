"""A worker: a process that plays the runs it is asked for, and ends with the process that asked.

It reads `CELL RUN` from each line on stdin, plays that run into the folder, and answers with a line of JSON
on stdout: how the run ended, or the error that stops this worker. It reads the scenario
from the folder, so the caller sends nothing else. After `CELL RUN noted` it also writes which user-defined
Advisor is thinking, before the answer.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

import attrs

from agents.session.prints import PRINTS, marked
from games import HoyleError
from scenarios.experiment.folders import read_begun
from scenarios.experiment.run import Orphaned, RunPlayer

AUTHORED = "\x1e"
"""Begins a line that user code printed, with the name of its author."""
NOTED = "noted"
THINKING = "thinking"


def main() -> None:
    """Play the runs that are named on stdin."""
    folder, parent = Path(sys.argv[1]), int(sys.argv[2])
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what an Advisor prints is no answer
    sys.stderr.reconfigure(errors="replace")  # type: ignore[union-attr]  # a file, as always at the start
    try:
        with marked(sys.stderr, sys.stderr), PRINTS.shown_by(_relay):
            _answered(folder, parent, answers)
    except (Orphaned, BrokenPipeError):
        sys.exit(1)


def _relay(line: str) -> None:
    """Send a line that has an author to the experiment, which shows it."""
    sys.stderr.write(f"{AUTHORED}{line}\n")
    sys.stderr.flush()


def _answered(folder: Path, parent: int, answers: BinaryIO) -> None:
    try:
        _serve(folder, parent, answers)
    except HoyleError as error:
        _answer(answers, {"error": " ".join(str(error).split())})


def _serve(folder: Path, parent: int, answers: BinaryIO) -> None:
    def note(name: str) -> None:
        _answer(answers, {THINKING: name})

    with RunPlayer(read_begun(folder), folder, go_on=lambda: os.getppid() == parent) as player:
        for line in sys.stdin:
            cell, run, *more = line.split()
            end = player.play(int(cell), int(run), note=note if NOTED in more else None)
            told = attrs.asdict(end)
            _answer(answers, {name: told[name] for name in told if name not in ("cell", "run")})


def _answer(answers: BinaryIO, document: dict[str, Any]) -> None:
    answers.write(f"{json.dumps(document)}\n".encode())
