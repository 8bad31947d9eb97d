"""Contestants of a file, on the command line: checked, and seated by name."""

import json
from pathlib import Path

import pytest

from tests.scenarios.conftest import Hoyle

MINE = """
import random
from agents import Contestant

class Corner(Contestant):
    name = "corner"

    def __init__(self, number=0):
        self.number = number

    @classmethod
    def read_argument(cls, argument):
        return {"number": int(argument)} if argument else {}

    async def choose(self, game, position, streams):
        return game.legal_moves(position)[self.number]

class Moody(Corner):
    async def choose(self, game, position, streams):
        return str(random.random())
"""
PLAY = ("play", "tic-tac-toe", "--me", "corner")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Write a file of contestants."""
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_contestants_are_checked_too(hoyle: Hoyle, mine: Path) -> None:
    """One that chooses legal moves, and the same ones again, conforms; the other is told what it does."""
    answer = hoyle("check", mine, "--json")
    told = json.loads(answer.out)
    assert answer.code == 1
    assert told["checked"] == [{"kind": "contestant", "name": name} for name in ("corner", "Moody")]
    (failed,) = told["failed"]
    assert (failed["kind"], failed["name"]) == ("contestant", "Moody")
    assert failed["finding"].startswith("chooses an illegal move in tic-tac-toe at '......... X' and ")


def test_contestants_of_a_file_play(hoyle: Hoyle, mine: Path) -> None:
    """Both sides of the table may be theirs, with what stands behind the colon."""
    answer = hoyle(*PLAY, "--against", "corner:-1", "--load", mine, "--json")
    assert json.loads(answer.out)["moves"] == ["1", "9", "2", "8", "3"]


@pytest.mark.parametrize(
    ("against", "line"),
    [
        ("Moody", r"hoyle: contestant 'Moody' broke the rules: "),
        ("corner:x", r"hoyle: contestant 'corner:x' cannot be made: mine.py, line 13: ValueError: invalid"),
        (
            "corner:77",
            r"hoyle: contestant 'corner:77' failed: mine.py, line 16: IndexError: tuple index",
        ),
        (
            "korner",
            r"hoyle: no contestant is named 'korner' (did you mean 'corner'?); there are hoyle, human",
        ),
    ],
)
def test_what_a_contestant_does_wrong_is_one_line(hoyle: Hoyle, mine: Path, against: str, line: str) -> None:
    """It is named, and nothing else is printed."""
    answer = hoyle(*PLAY, "--against", against, "--load", mine, "--json")
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith(line)
    assert "Traceback" not in answer.err
    assert list(json.loads(answer.out)) == ["error"]


def test_a_file_that_brings_a_bad_contestant_is_refused(hoyle: Hoyle, mine: Path) -> None:
    """One line names the file and what is wrong."""
    mine.write_text("from agents import Contestant\nclass Mute(Contestant):\n    pass\n")
    for words in (("check", mine), (*PLAY, "--load", mine)):
        answer = hoyle(*words)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert answer.err.startswith(f"hoyle: {mine}: contestant 'Mute' has no choose method of its own; ")
