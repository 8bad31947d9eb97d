"""Programs and models that would hold up others, or be held up themselves."""

import time
from typing import TYPE_CHECKING

import pytest
import trio

from agents import Advisor, Deliberation, Failure
from agents.remote import remote_session as elsewhere
from agents.remote.external import ExternalAdvisor
from agents.remote.frames import pack
from agents.remote.processes import REAPER
from agents.remote.spares import MOST_SPARES
from agents.remote.worker_handles import WorkerHandle
from blackboard import State
from control import Budgets, Changes, Panel, VirtualClock, redecide
from games import VoidDecision
from tests.agents.remote.test_chat import GOOD, completion, model
from tests.agents.remote.test_chat import decided_by as decided_by_model
from tests.agents.remote.test_external import decided_by, python
from tests.support import CLOCKS, heard, needs, strengths

if TYPE_CHECKING:
    import httpx
else:
    httpx = needs("httpx", extra="llm")

pytestmark = pytest.mark.usefixtures("leaves_no_process")


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_program_may_write_much_on_stderr(clock: str) -> None:
    """Nobody has to wait because nobody reads it, and the last line of it is still the reason."""
    noisy = python(
        "m = position()\n"
        "sys.stderr.write('log\\n' * 100000)\n"
        "say(type='comment', move='5', strength=7)\n"
        "sys.exit('gone')\n",
        budget_ms=20_000,
    )
    panel = Panel.of([noisy])
    (decision,) = decided_by(panel, clock)
    told = heard(decision, "Program")
    assert (told.state, told.reason) == (State.FAILED, "its program ended with exit code 1: gone")
    assert strengths(told) == {"5": 7}
    panel.close()


@pytest.mark.parametrize(
    "line",
    ["type='ready'", "type='done', id=m['id'] + 1", "type='ask', what='play', move='1', position='none'"],
)
def test_lines_that_say_nothing_do_not_hold_up_the_virtual_clock(line: str) -> None:
    """Only calls of the oracle and posts are steps: the brake ends the decision."""
    dripping = python(f"m = position()\nwhile True:\n    say({line})\n    time.sleep(0.05)\n")
    panel, begin = Panel.of([dripping]), time.monotonic()
    with pytest.raises(VoidDecision, match=r"Program needed more than 0\.5 s of real time for one step"):
        decided_by(panel, "virtual", brake_s=0.5)
    assert time.monotonic() - begin < 10  # and not for ever
    panel.close()


def test_a_program_knows_its_budget() -> None:
    """So what it says under another one is not certain."""
    told = python(
        "while m := position():\n"
        "    say(type='comment', move='1' if m['budget_ms'] > 450 else '2', strength=9)\n"
        "    say(type='done', id=m['id'])\n",
        budget_ms=500,
    )
    panel = Panel.of([told])
    (decision,) = decided_by(panel, "virtual")
    assert redecide(decision, Changes()).is_certain
    assert not redecide(decision, Changes(budgets=Budgets.parse(["Program=400ms"]))).is_certain
    panel.close()


def test_a_busy_model_is_asked_again_on_the_virtual_clock() -> None:
    """It waits in real time there, since virtual time stands still."""
    answers = [
        httpx.Response(429, headers={"retry-after": "0.1"}),
        httpx.Response(200, json=completion(GOOD)),
    ]

    async def answer(_: httpx.Request) -> httpx.Response:
        return answers.pop(0)

    decision = decided_by_model(model(answer), VirtualClock())
    assert strengths(heard(decision, "Model")) == {"5": 8, "1": 3}


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-sec\nret"])
def test_a_key_is_written_nowhere(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that no header may have is not in the reason; a newline at its end is nobody's fault."""
    monkeypatch.setenv("MY_KEY", key)
    sent = []

    async def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.headers["authorization"])
        return httpx.Response(200, json=completion(GOOD))

    told = heard(decided_by_model(model(answer, key_env="MY_KEY")), "Model")
    assert "sec" not in told.reason
    assert sent == (["Bearer sk-secret"] if key.endswith("\n") else [])


def test_spares_do_not_pile_up() -> None:
    """However often a program has to be replaced, only a few wait for the next question."""
    panel = Panel.of([python("position()\ntime.sleep(60)\n", budget_ms=5)])
    decided_by(panel, "wall", times=8)
    REAPER.wait()
    (external,) = [seat.advisor for seat in panel.seats]
    assert isinstance(external, ExternalAdvisor)
    assert len(external._spares) <= MOST_SPARES
    panel.close()


def test_a_program_that_closes_its_stdout_and_lives_on_is_named() -> None:
    """It is ended, with what it was."""
    panel = Panel.of([python("position()\nos.close(1)\ntime.sleep(60)\n", budget_ms=20_000)])
    (decision,) = decided_by(panel, "wall")
    told = heard(decision, "Program")
    assert told.state is State.FAILED
    assert "stdout" in told.reason
    panel.close()


def test_calls_of_the_oracle_release_the_brake(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that works for longer than the virtual clock waits is heard out, as it is inline."""
    monkeypatch.setattr(elsewhere, "WORKING_S", 0.02)

    class Working(Advisor):
        """Ask the oracle for a while."""

        placement = "thread"
        budget_ms = 1e9

        async def advise(self, think: Deliberation) -> None:
            """Play the same move over and over, then say so."""
            until = time.monotonic() + 1
            while time.monotonic() < until:
                think.play("5")
            await think.comment("5", 7)

    panel = Panel.of([Working])
    (decision,) = decided_by(panel, "virtual", brake_s=0.3)
    assert (heard(decision, "Working").state, strengths(heard(decision, "Working"))) == (
        State.FINISHED,
        {"5": 7},
    )
    panel.close()


def test_a_worker_that_calls_itself_spoiled_is_not_asked_again() -> None:
    """It is done with its question, and cannot take another."""
    handle = WorkerHandle()
    handle.is_idle = False
    handle.note({"do": "done", "n": handle.number, "is_spoiled": True})
    assert handle.is_idle
    assert not handle.is_usable
    assert not handle.has_stopped(0.0)
    handle.end()
    handle._theirs.close()


@pytest.mark.parametrize("message", [5, [], {}, {"do": "done"}, "done"])
def test_junk_on_the_line_of_a_worker_is_its_own_fault(message: object) -> None:
    """Whatever is no message of ours is told as such, and what came before it stands."""
    handle = WorkerHandle()
    handle._theirs.send(pack({"do": "loaded", "n": 0}) + pack(message))

    async def listen() -> None:
        assert await handle.receive() == {"do": "loaded", "n": 0}
        with pytest.raises(Failure, match="broke the line of its process: an unknown message"):
            await handle.receive()

    try:
        trio.run(listen)
    finally:
        handle._theirs.close()
        handle.end()
