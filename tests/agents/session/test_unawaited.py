"""A forgotten await is the failure of whoever forgot it, with the line of its file."""

import gc
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from agents import Advisor, Deliberation, all_advisors
from blackboard import State
from control import Panel, decide, load_file
from tests.support import CLOCKS, MS, advisor, clock_of, decided, heard, played, says, sleeps, tic_tac_toe

PLACEMENTS = ("inline", "thread", "process")
FILE = '''from agents import Advisor


class Timid(Advisor):
    """Stay away from the middle."""

    makes_plans = True

    async def advise(self, think):
        for move in think.moves:
            if move == "5":
                {statement}
            else:
                await think.comment(move, 6)
'''
LINE = 12


def forgetting(folder: Path, statement: str) -> type[Advisor]:
    """Load an Advisor that does this with the middle."""
    (folder / "timid.py").write_text(FILE.format(statement=statement))
    load_file(folder / "timid.py")
    return all_advisors()["Timid"]


@pytest.mark.usefixtures("registries")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_a_forgotten_await_is_a_failure_with_its_line(tmp_path: Path, clock: str, placement: str) -> None:
    """On both clocks, wherever the Advisor runs; what it posted before stands, and Python has no warning."""
    timid = forgetting(tmp_path, 'think.comment("5", 1)')
    panel = Panel.of([timid], placements={"Timid": placement})

    async def make() -> None:
        decision = await decide(tic_tac_toe(), played(""), panel)
        (testimony,) = decision.testimonies
        assert testimony.state is State.FAILED
        assert testimony.reason == f"forgot to await think.comment at line {LINE} of timid.py"
        assert testimony.comments.keys() == set("12346789")

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            trio.run(make, clock=clock_of(clock))
            gc.collect()
    finally:
        panel.close()


@pytest.mark.usefixtures("registries")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    ("statement", "forgotten"),
    [
        ('kept = think.comment("5", 1)', "comment"),
        ('think.plan(["5", "1"], "the middle")', "plan"),
        ("seen = think.comments()", "comments"),
        ("think.plans()", "plans"),
        ("think.wait_for_plan()", "wait_for_plan"),
        ('think.comment("5", 1); await think.comment("5", 2)', "comment"),
        ('[think.comment("5", 1) for _ in range(200)]', "comment"),
    ],
)
def test_whatever_is_to_be_awaited_can_be_forgotten(
    tmp_path: Path, clock: str, statement: str, forgotten: str
) -> None:
    """Every post and every reading; whether it is kept or not, and whatever comes after it."""
    testimony = heard(decided([forgetting(tmp_path, statement)], clock=clock), "Timid")
    assert testimony.state is State.FAILED
    assert testimony.reason == f"forgot to await think.{forgotten} at line {LINE} of timid.py"


@pytest.mark.parametrize("clock", CLOCKS)
def test_what_is_awaited_later_is_not_forgotten(clock: str) -> None:
    """Posts may be made first and awaited after that, in any order, or be left to a nursery."""

    async def later(think: Deliberation) -> None:
        begun = [think.comment(move, 6) for move in "12345"]
        for post in reversed(begun):
            await post

    async def together(think: Deliberation) -> None:
        async with trio.open_nursery() as nursery:
            for move in "6789":
                nursery.start_soon(think.comment, move, 6)

    testimony = heard(decided([advisor("Patient", later, together)], clock=clock), "Patient")
    assert testimony.state is State.FINISHED
    assert testimony.comments.keys() == set("123456789")


def _raises(think: Deliberation) -> None:
    think.comment("5", 1)  # type: ignore[unused-coroutine]  # that is the point
    raise ValueError("something worse")


@pytest.mark.parametrize("clock", CLOCKS)
def test_another_failure_is_told_first(clock: str) -> None:
    """Whoever raises something has forgotten what comes after it with good reason."""

    async def raises(think: Deliberation) -> None:
        _raises(think)

    testimony = heard(decided([advisor("Wild", raises)], clock=clock), "Wild")
    assert testimony.reason == "ValueError: something worse"


@pytest.mark.parametrize("clock", CLOCKS)
def test_whoever_is_cancelled_has_forgotten_nothing(clock: str) -> None:
    """It might have awaited yet what it had made; nothing warns of it either."""

    async def begins(think: Deliberation) -> None:
        post: Callable[[], object] = think.comment("1", 6).close
        await trio.sleep_forever()
        post()

    sure = advisor("Sure", sleeps(MS), says("5", 10), tier=1, rank=1)
    testimony = heard(decided([sure, advisor("Slow", begins)], clock=clock), "Slow")
    assert testimony.state is State.CANCELLED
