"""Conduct: an author is told what an Advisor costs, how soon it stops, and whether a process suits it."""

from collections.abc import Iterator

import pytest

from agents import all_advisors, make_external
from control import Conduct, examine_advisor, load_file
from tests.support import advisor, says, tic_tac_toe

FILE = """
import os, trio
from agents import Advisor

class Timid(Advisor):
    async def advise(self, think):
        for move in think.moves:
            think.play(move)
            await think.comment(move, 4, "too exposed")

class Spinner(Advisor):
    async def advise(self, think):
        await think.comment(think.moves[0], 6)
        while True:
            pass

class Shielded(Advisor):
    async def advise(self, think):
        with trio.CancelScope(shield=True):
            await trio.sleep(0.15)

class Deaf(Advisor):
    async def advise(self, think):
        with trio.CancelScope(shield=True):
            await trio.sleep(20)

class Local(Advisor):
    async def advise(self, think):
        await think.comment(think.moves[0], 6, str(os.getpid()))

class Illegal(Advisor):
    async def advise(self, think):
        await think.comment("99", 6)

class Placed(Timid):
    placement = "process"

class Many(Advisor):
    @classmethod
    def seats(cls, knowledge):
        return [f"Many-{number}" for number in range(2000)]

    async def advise(self, think):
        await think.comment(think.moves[0], 6, f"I am {int(think.name.removeprefix('Many-'))}")

class Learned(Many):
    @classmethod
    def seats(cls, knowledge):
        return list(knowledge.item("many"))

class Lost(Many):
    @classmethod
    def seats(cls, knowledge):
        raise LookupError("no table")
"""


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Conduct]]:
    """Examine every Advisor of a file."""
    path = tmp_path_factory.mktemp("conduct") / "mine.py"
    path.write_text(FILE)
    loaded = load_file(path)
    yield {name: examine_advisor(all_advisors()[name], [tic_tac_toe()]) for name in loaded.advisors}
    loaded.unload()


@pytest.mark.parametrize("name", ["Timid", "Placed"])
def test_one_that_conforms_is_told_its_measure(examined: dict[str, Conduct], name: str) -> None:
    """There is no finding; its work, its time and how soon it stops are told."""
    conduct = examined[name]
    assert conduct.findings == []
    assert conduct.facts["process"] == "same answers as inline"
    work, ms, stops = (conduct.facts[key] for key in ("work", "ms", "stops_ms"))
    assert isinstance(work, dict)
    assert isinstance(ms, dict)
    assert isinstance(stops, dict)
    assert 1 <= work["median"] <= work["worst"] <= 9
    assert 0 < ms["median"] <= ms["worst"]
    assert 0 < stops["median"] <= stops["worst"]


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        (
            "Spinner",
            'inline it could not be stopped: call think.remaining(), or declare placement = "process"',
        ),
        ("Shielded", "ms to stop when it is cancelled; it should take less than 50"),
        ("Deaf", "does not stop when it is cancelled"),
        ("Local", "gives different answers in a process and inline in tic-tac-toe"),
        ("Illegal", "commented on '99', which is not a legal move here"),
    ],
)
def test_one_that_does_not_conform_is_told_why(examined: dict[str, Conduct], name: str, finding: str) -> None:
    """Each fault is found, in words that name the remedy; one that spins cannot hang the check."""
    assert any(finding in each for each in examined[name].findings), examined[name].findings


def test_what_cannot_be_tried_is_told() -> None:
    """A class that no other process can find is checked inline alone; a program is not checked at all."""
    conduct = examine_advisor(advisor("Fleeting", says("5", 6)), [tic_tac_toe()])
    assert str(conduct.facts["process"]).startswith("not tried: Fleeting cannot run in a process")
    assert examine_advisor(make_external(["true"], name="Program"), [tic_tac_toe()]) == Conduct()


def test_it_is_told_what_is_being_tried() -> None:
    """To whoever listens, before each trial."""
    heard: list[str] = []
    kind = all_advisors()["Victory"]
    assert examine_advisor(kind, [tic_tac_toe()], hear=heard.append).findings == []
    assert heard == ["tic-tac-toe, in a process", "how soon it stops", "tic-tac-toe"]


def test_a_learned_advisor_is_asked_under_the_first_of_its_names(examined: dict[str, Conduct]) -> None:
    """That is enough to know it, and thousands would take hours."""
    assert examined["Many"].findings == []
    assert examined["Many"].facts["process"] == "same answers as inline"


def test_a_learned_advisor_that_sits_nowhere_yet_is_not_asked(examined: dict[str, Conduct]) -> None:
    """There is nothing it could stand for, and the author is told."""
    assert examined["Learned"].findings == []
    assert examined["Learned"].facts == {"process": "not tried: it has no seat without useful knowledge"}


def test_one_that_cannot_say_where_it_sits_is_found(examined: dict[str, Conduct]) -> None:
    """In the same words as in a contest."""
    assert examined["Lost"].findings == [
        "Advisor 'Lost' failed in seats(): mine.py, line 54: LookupError: no table"
    ]
