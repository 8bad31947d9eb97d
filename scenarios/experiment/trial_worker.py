"""A process that plays a few contests, reports the time that each took, and keeps nothing.

It reads on stdin, as JSON, what to try, and writes a line of JSON for each contest. When its time is up, it
ends at once.
"""

import contextlib
import json
import os
import sys
import threading
import time
from typing import Any, BinaryIO

from agents import Streams
from blackboard import Knowledge
from control import CTRL_C
from games import in_words
from scenarios.experiment.phases import Phase
from scenarios.language.reading import read_scenario
from scenarios.language.scenario import CellSpec

MOST_CONTESTS = 10
"""Of one cell."""


def main() -> None:
    """Try what stdin asks for."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what an Advisor prints is no answer
    try:
        _try(json.load(sys.stdin), answers)
    except Exception as error:  # noqa: BLE001  # the caller waits for a reason
        with contextlib.suppress(BrokenPipeError):  # unless it has ended
            _answer(answers, {"why": in_words(error)})


def _try(wanted: dict[str, Any], answers: BinaryIO) -> None:
    scenario = read_scenario(wanted["source"], overrides=wanted["overrides"])
    end = threading.Timer(wanted["seconds"], os._exit, (0,))
    end.daemon = True
    end.start()
    share = wanted["seconds"] / len(wanted["cells"])
    for number in wanted["cells"]:
        cell = scenario.cells[number]
        CTRL_C.run(_play, cell, number, scenario.seed, share, answers, clock=cell.clock.make())


async def _play(cell: CellSpec, number: int, seed: int, seconds: float, answers: BinaryIO) -> None:
    """Play contests of the first phase, as the first run does."""
    end = time.monotonic() + seconds
    game, spec = cell.make_game(), cell.phases[0]
    streams = Streams(seed).of_run(0).child("phase", spec.name)
    phase = Phase(game, spec, spec.hoyle, Knowledge.of(game), streams, ends_on_failure=False)
    with phase.opened():
        for _ in range(min(spec.contests, MOST_CONTESTS)):
            played = await phase.play_contest()
            _answer(answers, {"cell": number, "seconds": played.seconds})
            if time.monotonic() >= end:
                break


def _answer(answers: BinaryIO, document: dict[str, Any]) -> None:
    answers.write(f"{json.dumps(document)}\n".encode())
