"""A worker of a race: a process that plays the blocks it is told to, and ends when nobody is left to tell it.

Its first line on stdin is JSON: the keys of the scenario, and the file of what Hoyle knows, with its digest.
Each line after that is `SETTING BLOCK`. It answers a line on stdout: what the block was worth, or why it
cannot go on.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from games import HoyleError, in_words
from scenarios.language.loads import bring_only
from scenarios.language.reading import made_of
from scenarios.tuning.blocks import BlockPlayer
from scenarios.tuning.known_before import read_known

READY = "ready"


def main() -> None:
    """Play the blocks that come in on stdin."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what an Advisor prints is no answer
    try:
        _serve(json.loads(sys.stdin.readline()), answers)
    except HoyleError as error:
        _answer(answers, " ".join(str(error).split()))
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:  # noqa: BLE001  # somebody's game or Advisor may raise anything
        _answer(answers, " ".join(in_words(error).split()))


def _serve(told: dict[str, Any], answers: BinaryIO) -> None:
    scenario = made_of(told["keys"], "hoyle tune")
    with bring_only(scenario, to_others=False):
        path = None if told["knowledge"] is None else Path(told["knowledge"])
        known = read_known(path, scenario.cells[0].make_game(), told["digest"])
        player = BlockPlayer(scenario, known.knowledge)
        _answer(answers, READY)
        for line in sys.stdin:
            setting, block = map(int, line.split())
            _answer(answers, str(player.play(setting, block)))


def _answer(answers: BinaryIO, text: str) -> None:
    answers.write(f"{text}\n".encode())
