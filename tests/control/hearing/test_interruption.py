"""Ctrl-C as the library sees it: who is at fault, and what is left behind."""

import contextlib
import signal
import threading

import pytest
import trio

from agents import Advisor, Deliberation
from blackboard import State
from control import CTRL_C, is_interruption
from tests.support import CLOCKS, advisor, decided, says


class Presses(Advisor):
    """Presses Ctrl-C, in a nursery of its own."""

    name = "Presses"

    async def advise(self, think: Deliberation) -> None:
        """Let a child do it."""
        del think
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._press)
            await trio.sleep_forever()

    async def _press(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("clock", CLOCKS)
def test_an_interruption_in_a_group_is_no_failure(clock: str) -> None:
    """Ctrl-C in an Advisor's own nurseries ends the decision, as it does alone."""
    with pytest.raises(BaseExceptionGroup) as caught:
        decided([Presses, advisor("Other", says("1", 6))], clock=clock)
    assert is_interruption(caught.value)


@pytest.mark.parametrize("clock", CLOCKS)
def test_other_groups_are_failures_as_before(clock: str) -> None:
    """What an Advisor's nursery raises otherwise is its own failure."""

    async def fail(think: Deliberation) -> None:
        del think
        raise BaseExceptionGroup("both", [ValueError("no"), BaseExceptionGroup("in", [SystemExit(3)])])

    decision = decided([advisor("Fails", fail), advisor("Other", says("1", 6))], clock=clock)
    assert [each.state for each in decision.testimonies] == [State.FAILED, State.FINISHED]


def test_handlers_are_put_back() -> None:
    """After a command, and after a run in it, Ctrl-C is what it was before."""
    before = signal.getsignal(signal.SIGINT)

    async def main() -> object:
        return signal.getsignal(signal.SIGINT)

    with CTRL_C.handled():
        outside = signal.getsignal(signal.SIGINT)
        inside = CTRL_C.run(main)
        assert signal.getsignal(signal.SIGINT) == outside
    assert len({before, outside, inside}) == 3
    assert signal.getsignal(signal.SIGINT) is before


def test_what_ended_well_in_spite_of_ctrl_c_was_interrupted() -> None:
    """A run whose code caught it has not come to its own end; a second press changes nothing."""

    async def main() -> str:
        for _ in range(2):
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return "as if nothing had been"

    with CTRL_C.handled(), pytest.raises(KeyboardInterrupt):
        CTRL_C.run(main)


def test_elsewhere_it_is_let_be() -> None:
    """In another thread, and where somebody else heeds it, nothing is installed and runs are trio's own."""
    found: list[object] = []

    async def main() -> None:
        found.append(signal.getsignal(signal.SIGINT))

    def work() -> None:
        with CTRL_C.handled():
            CTRL_C.run(main)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
    mine = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        work()
    finally:
        signal.signal(signal.SIGINT, mine)
    assert found[1] == signal.SIG_IGN
