"""Checking files on the command line."""

import json
import re
from pathlib import Path

from tests.scenarios.cli.test_run_command import seen
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


def test_a_file_that_keeps_the_contract_conforms(hoyle: Hoyle, tmp_path: Path) -> None:
    """The check runs on every Advisor, game and paradigm of a file, and good ones pass."""
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    answer = hoyle("check", file, "--json")
    told = json.loads(answer.out)
    assert (answer.code, answer.err) == (0, "")
    assert [each["name"] for each in told["checked"]] == ["Calm", "first"]
    assert told["failed"] == []


def test_a_file_that_breaks_the_contract_is_told_how(hoyle: Hoyle, tmp_path: Path) -> None:
    """Findings name the Advisor and what it does; the exit code says that there are some."""
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    answer = hoyle("check", file, "--json")
    found = {each["name"]: each["finding"] for each in json.loads(answer.out)["failed"]}
    assert answer.code == 1
    assert "different answers to the same question" in found["Moody"]
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
    assert "learns different things from the same experience" in told["failed"][0]["finding"]


def test_a_person_sees_what_is_being_tried(tmp_path: Path) -> None:
    """Who it is and in which game, on a terminal."""
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    assert re.search(r"Advisor Calm: [a-z-]+.* 0:\d\d:\d\d", seen(100, "check", file))


def test_what_is_half_made_is_told_beside_what_conforms(hoyle: Hoyle, tmp_path: Path) -> None:
    """A game that lacks something is passed over, and its author hears of it."""
    file = tmp_path / "half.py"
    file.write_text(GOOD + "\nfrom games import Game\n\nclass Row(Game):\n    name = 'row'\n")
    answer = hoyle("check", file)
    assert answer.code == 0
    assert "class Row has no cells" in answer.err
    assert "it is passed over" in answer.err


def test_options_of_a_family_are_texts(hoyle: Hoyle, tmp_path: Path) -> None:
    """A default that is none would make another game than the same option on the command line."""
    family = (Path(__file__).parents[3] / "examples" / "in_line.py").read_text()
    file = tmp_path / "family.py"
    file.write_text(family.replace('side="4"', "side=4").replace("if side not in", "if str(side) not in"))
    file.write_text(file.read_text().replace("length > side", "length > str(side)"))
    answer = hoyle("check", file, "--json")
    (failed,) = json.loads(answer.out)["failed"]
    assert (answer.code, failed["name"]) == (1, "in-line")
    assert failed["finding"] == (
        "its option 'side' has the default 4, which is not a string; use a string, such as side='4'"
    )
