"""Who holds up everybody is named while it does."""

import io
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr

import pytest
import trio

from agents import Deliberation
from blackboard import State
from control.hearing import sentinel
from tests.support import CLOCKS, Step, advisor, decided, heard

LONG_S = 60.0
"""More than it takes on the slowest machine."""


def spins_until(is_over: Callable[[], bool]) -> Step:
    """Neither yield nor ask."""

    async def spin(think: Deliberation) -> None:
        del think
        end = time.monotonic() + LONG_S
        while not is_over():
            assert time.monotonic() < end

    return spin


def in_a_task_of_its_own(step: Step) -> Step:
    """Let a child task do it."""

    async def start(think: Deliberation) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(step, think)

    return start


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("is_in_child", [False, True], ids=["in its own task", "in a child task"])
def test_whoever_neither_yields_nor_asks_is_named_while_it_spins(clock: str, *, is_in_child: bool) -> None:
    """One line says who holds up everybody, and what helps, before it is over; once for each name."""
    name = f"Spinning-{clock}-{is_in_child}"
    with redirect_stderr(io.StringIO()) as stderr:
        spin = spins_until(lambda: name in stderr.getvalue())
        spinning = advisor(name, in_a_task_of_its_own(spin) if is_in_child else spin)
        for _ in range(2):
            testimony = heard(decided([spinning], clock=clock, budgets=["1min"]), name)
            assert (testimony.state, testimony.reason) == (State.FINISHED, "")
    (line,) = stderr.getvalue().splitlines()
    assert line.startswith(f"hoyle: Advisor {name} has been running for 1 s without yielding")
    assert line.endswith(f"--place {name}=process")


@pytest.mark.parametrize("clock", CLOCKS)
def test_frames_of_a_thread_that_runs_are_left_alone(clock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To walk through them from outside has crashed the interpreter: by then they may be something else."""
    monkeypatch.setattr(sys, "_current_frames", lambda: pytest.fail("somebody looked"))
    name = f"Unlooked-at-{clock}"
    with redirect_stderr(io.StringIO()) as stderr:
        decided(
            [advisor(name, spins_until(lambda: name in stderr.getvalue()))], clock=clock, budgets=["1min"]
        )


@pytest.mark.parametrize("clock", CLOCKS)
def test_nobody_is_named_who_yields_or_asks(clock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An Advisor that does a long work politely can be stopped, and is no concern of anybody's."""
    monkeypatch.setattr(sentinel, "SPIN_S", 0.2)

    async def ask(think: Deliberation) -> None:
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            think.play(think.moves[0])

    async def yield_(think: Deliberation) -> None:
        del think
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            await trio.lowlevel.checkpoint()

    with redirect_stderr(io.StringIO()) as stderr:
        decided([advisor("Polite", ask, yield_)], clock=clock, budgets=["60min"])
    assert not stderr.getvalue()
