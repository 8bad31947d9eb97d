"""Looking into files on the command line."""

import json
from pathlib import Path

import pytest

from tests.scenarios.conftest import Hoyle

GOOD = '''
from agents import Advisor
from control import Paradigm

class Calm(Advisor):
    """Like the first move."""
    async def advise(self, think):
        await think.comment(think.moves[0], 6, "why not")

first = Paradigm("first", "whatever comes first", lambda poll: {m: -i for i, m in enumerate(poll.moves)})
'''
BAD = '''
import random
from agents import Advisor

class Moody(Advisor):
    """Like anything."""
    async def advise(self, think):
        await think.comment(random.choice(think.moves), random.randint(0, 10), str(random.random()))

class Clumsy(Advisor):
    """Like nothing on the board."""
    async def advise(self, think):
        await think.comment("nowhere", 6)
'''


@pytest.fixture
def trace(hoyle: Hoyle, tmp_path: Path) -> Path:
    """Make a trace of one decision."""
    file = tmp_path / "one.trace"
    hoyle("decide", "tic-tac-toe", "--moves", "1 4 3 5", "--trace", file)
    return file


def test_the_trace_of_figure_1_lists_who_was_cut_off(hoyle: Hoyle, trace: Path) -> None:
    """Every cancelled Advisor is listed with the time and by whom, and none posts after the landing."""
    events = json.loads(hoyle("trace", trace, "--json").out)
    landed = events[-1]
    cut = [event for event in events if event["event"] == "cancelled"]
    assert landed["event"] == "landed"
    assert {event["advisor"] for event in cut} >= {"Don't-Lose", "Panic", "Shortsight", "Enough-Rope"}
    assert all((event["ns"], event["by"]) == (landed["ns"], "Victory") for event in cut)
    assert all(event["ns"] <= landed["ns"] for event in events if event["event"] in ("comment", "plan"))


def test_a_trace_reads_as_lines(hoyle: Hoyle, trace: Path) -> None:
    """Without --json each event is one line."""
    shown = hoyle("trace", trace)
    assert shown.out.count("\n") == len(json.loads(hoyle("trace", trace, "--json").out))
    assert "Victory" in shown.out


def test_a_trace_cut_off_by_a_crash_shows_what_is_whole(hoyle: Hoyle, trace: Path) -> None:
    """The whole events are shown; one line says where it breaks off, with exit code 2."""
    whole = json.loads(hoyle("trace", trace, "--json").out)
    trace.write_bytes(trace.read_bytes()[:-3])
    answer = hoyle("trace", trace, "--json")
    assert json.loads(answer.out) == whole[:-1]
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "cut off" in answer.err


def test_a_damaged_trace_says_where(hoyle: Hoyle, trace: Path) -> None:
    """A flipped bit in the middle is named, and what comes before it is still shown."""
    data = bytearray(trace.read_bytes())
    data[len(data) // 2] ^= 1
    trace.write_bytes(data)
    answer = hoyle("trace", trace, "--json")
    assert json.loads(answer.out)
    assert answer.code == 2
    assert "damaged" in answer.err


def test_a_file_that_keeps_the_contract_conforms(hoyle: Hoyle, tmp_path: Path) -> None:
    """The check runs on every Advisor, game and paradigm of a file, and good ones pass."""
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    answer = hoyle("check", file, "--json")
    told = json.loads(answer.out)
    assert answer.code == 0
    assert [each["name"] for each in told["checked"]] == ["Calm", "first"]
    assert told["failed"] == []


def test_a_file_that_breaks_the_contract_is_told_how(hoyle: Hoyle, tmp_path: Path) -> None:
    """Findings name the Advisor and what it does; the exit code says that there are some."""
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    answer = hoyle("check", file, "--json")
    found = {each["name"]: each["finding"] for each in json.loads(answer.out)["failed"]}
    assert answer.code == 1
    assert "each time it is asked" in found["Moody"]
    assert "'nowhere'" in found["Clumsy"]


LEARNERS = """
import random
from agents import Learner

class Lengths(Learner):
    name = "lengths"

    def learn(self, lesson):
        key = str(len(lesson.experience.contest.moves))
        lesson.note(key, (lesson.recall(key) or 0) + 1)

class Fickle(Learner):
    name = "fickle"

    def learn(self, lesson):
        lesson.note("x", random.random())
"""


def test_learners_are_checked_too(hoyle: Hoyle, tmp_path: Path) -> None:
    """A learner that notes the same from the same conforms; one that draws its own luck is told so."""
    file = tmp_path / "learners.py"
    file.write_text(LEARNERS)
    answer = hoyle("check", file, "--json")
    told = json.loads(answer.out)
    assert answer.code == 1
    assert told["checked"] == [{"kind": "learner", "name": name} for name in ("lengths", "fickle")]
    assert {each["name"] for each in told["failed"]} == {"fickle"}
    assert "learns other things each time from the same" in told["failed"][0]["finding"]
