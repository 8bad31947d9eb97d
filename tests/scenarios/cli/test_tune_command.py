"""The command that races settings, as a user meets it."""

import os
import signal
import time
from pathlib import Path

from scenarios import read_scenario
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.quick import ended, start
from tests.support import each_case

FEW = ("--axes", "advisors=Victory+Panic+Candide,Wild", "--against", "random")
KEYS = ["game", "options", "against", "time", "seed", "within", "best", "ended", "contests", "grid_contests"]


def test_the_document_is_the_contract(hoyle: Hoyle, tmp_path: Path) -> None:
    """With --json one document comes out, and the best setting is a scenario that can be read."""
    out = tmp_path / "best.toml"
    told = document(hoyle("tune", "tic-tac-toe", *FEW, "--contests", 200, "--out", out, "--json"))
    assert list(told) == [*KEYS, "axes", "field", "scenario"]
    assert told["best"]["keys"] == {"advisors": ["Victory", "Panic", "Candide"]}
    assert told["field"][1]["ruled_out"]["by"] == told["best"]["name"]
    assert out.read_text() == told["scenario"]
    (cell,) = read_scenario(out).cells
    assert cell.phases[0].hoyle.advisors == ("Victory", "Panic", "Candide")
    assert cell.phases[0].hoyle.budget == ("decision=20ms",)
    assert (cell.game, cell.phases[0].against) == ("tic-tac-toe", "random")


def test_a_person_sees_the_field(hoyle: Hoyle) -> None:
    """Each setting with its interval and what became of it, and the scenario below."""
    answer = hoyle("tune", "tic-tac-toe", *FEW, "--contests", 200)
    assert (answer.code, answer.err) == (0, "")
    assert "The best of 2 settings is advisors Victory + Panic + Candide." in answer.out
    assert "an even grid, in which every setting plays as many" in answer.out
    assert "ruled out after block" in answer.out
    assert 'advisors = ["Victory", "Panic", "Candide"]' in answer.out


def test_a_race_survives_being_killed(hoyle: Hoyle, tmp_path: Path) -> None:
    """It goes on where it was, to the same answer; Ctrl-C says how."""
    few = ("--axes", "silence", "--axes", "advisors=Victory+Panic", "--against", "random")
    words = ("tune", "tic-tac-toe", *few, "--contests", 400, "--json")
    whole = document(hoyle(*words, "--state", tmp_path / "whole"))
    torn = tmp_path / "torn"
    torn.touch()
    err = ""
    for end in (signal.SIGKILL, signal.SIGINT):
        process = start(*words, "--state", torn, "--resume")
        size = torn.stat().st_size
        while process.poll() is None and torn.stat().st_size <= size + 300:
            time.sleep(0.01)  # a process of its own tells nothing else
        os.killpg(process.pid, end)
        code, out, err = ended(process)
        assert (code, out) == (-9 if end == signal.SIGKILL else 130, "")
    assert f"contests; go on with --resume --state {torn}" in err
    assert document(hoyle(*words, "--state", torn, "--resume")) == whole
    assert torn.read_bytes() == (tmp_path / "whole").read_bytes()


@each_case(
    ("words", "told"),
    [
        (["--axes", "mood"], "no axis is named 'mood'; there are paradigm, advisors,"),
        (["--axes", "paradigm=1,9"], "no paradigm is named '9'"),
        (["--axes", "paradigm=1"], "there is one setting only"),
        (["--axes", "silence", "--contests", 3], "3 contests are too few for 2 settings"),
        (["--axes", "silence", "--against", "human"], "a person cannot take part"),
        (["--axes", "silence", "--out", "/nowhere/best.toml"], "there is no such folder"),
        (["--axes", "silence", "--out", "/"], "it is a folder"),
        (["--axes", "silence", "--resume"], "name the file of the race"),
        (["--axes", "silence", "--seed", "-1"], "-1 is not in the range"),
        (["--axes", "paradigm=pwl,1", "--axes", "weights.Wild=0,1"], "paradigm pwl has its own"),
    ],
)
def test_bad_input_is_one_line(hoyle: Hoyle, words: list[object], told: str) -> None:
    """With the value and what is allowed, exit code 2, and nothing on stdout."""
    answer = hoyle("tune", "tic-tac-toe", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_a_loaded_paradigm_races(hoyle: Hoyle, tmp_path: Path) -> None:
    """Also in other processes."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from control import Paradigm, register_paradigm\n"
        "def first(poll):\n"
        "    return {move: -place for place, move in enumerate(poll.moves)}\n"
        "register_paradigm(Paradigm('first', 'the first move', first))\n"
    )
    words = (
        "tune",
        "tic-tac-toe",
        "--axes",
        "paradigm=1,first",
        "--axes",
        "advisors=Candide",
        "--contests",
        16,
    )
    told = document(hoyle(*words, "--load", file, "--json"))
    assert told == document(hoyle(*words, "--load", file, "--jobs", 2, "--json"))
    assert {each["name"] for each in told["field"]} == {"1", "first"}
