"""Workers that are killed, and user code that ends its own process or raises KeyboardInterrupt."""

import json
import threading
from pathlib import Path

import pytest

from scenarios import FailedRun, IncompleteExperiment, Scenario, run_experiment
from tests.scenarios.experiment.test_killing import check_same
from tests.scenarios.quick import LEARN, TEST, quick, ran, write

BAD = """
import os, pathlib, signal
from agents import Advisor, Learner
from tests.scenarios.shuttle import Shuttle

class Killer(Advisor):
    '''End the process by force, at the fifth question.'''
    async def advise(self, think):
        await think.comment(think.moves[0], 5)
        if len(think.moves) < 6:
            os.kill(os.getpid(), signal.SIGKILL)

class Hasty(Advisor):
    '''End the process by force at once.'''
    async def advise(self, think):
        os.kill(os.getpid(), signal.SIGKILL)

class Once(Advisor):
    '''Do the same, but only the first time.'''
    async def advise(self, think):
        await think.comment(think.moves[0], 5)
        spent = pathlib.Path(__file__).with_name("spent")
        if len(think.moves) < 6 and not spent.exists():
            spent.touch()
            os._exit(7)

class Stubborn(Advisor):
    '''Behave as if Ctrl-C were pressed.'''
    async def advise(self, think):
        raise KeyboardInterrupt

class Quitter(Learner):
    '''Do the same while learning.'''
    name = "quitter"
    def learn(self, lesson):
        raise KeyboardInterrupt

class Interrupted(Shuttle):
    name = "interrupted"
    def outcome(self, position):
        raise KeyboardInterrupt
"""
TWICE = "its worker process ended twice, with SIGKILL; Advisor Killer was thinking the second time"


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Write the file of Advisors, a learner and a game that end their process."""
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    return str(file)


def failed_in(scenario: Scenario, folder: Path, *, jobs: int) -> list[FailedRun]:
    """Run an experiment in which runs fail, and return those."""
    with pytest.raises(IncompleteExperiment) as raised:
        run_experiment(scenario, folder, jobs=jobs)
    return list(raised.value.failed_runs)


def test_an_advisor_that_ends_its_process_twice_fails_the_run(bad: str, tmp_path: Path) -> None:
    """The reason names it, the other cell is played, and the command exits with 1."""
    scenario = quick(TEST, advisors=["Victory", "Killer"], without=[["Killer"], []], load=[bad])
    words = ("run", write(scenario, tmp_path / "quick.toml"), "--out", tmp_path / "out", "--json")
    code, out, err = ran(*words)
    told = json.loads(out)
    assert (code, told["complete"], told["failures"]) == (1, False, [])
    (failed,) = told["failed_runs"]
    assert (failed["cell"], failed["run"], failed["advisor"], failed["reason"]) == (1, 0, "Killer", TWICE)
    assert err == (
        f"hoyle: 1 of 2 runs failed; the first is without=none, run 0: {TWICE};"
        f" play failed runs again with --resume --out {tmp_path / 'out'}\n"
    )


@pytest.mark.parametrize("clock", ["virtual", "wall"])
def test_it_is_named_even_if_it_never_awaits(bad: str, tmp_path: Path, clock: str) -> None:
    """The record knows it before its first step."""
    scenario = quick(TEST, advisors=["Victory", "Hasty"], load=[bad], clock=clock)
    (failed,) = failed_in(scenario, tmp_path / "out", jobs=1)
    assert (failed.advisor, failed.reason) == ("Hasty", TWICE.replace("Killer", "Hasty"))


def test_a_run_whose_worker_ended_is_played_on(bad: str, tmp_path: Path) -> None:
    """Rows, knowledge, traces and digest are those of an experiment that was not disturbed."""
    scenario = quick(LEARN, TEST, advisors=["Once", "Victory"], load=[bad], trace=True)
    digest = run_experiment(scenario, tmp_path / "killed", jobs=1)
    assert (tmp_path / "spent").exists()
    assert run_experiment(scenario, tmp_path / "whole", jobs=0) == digest
    check_same(tmp_path / "killed", tmp_path / "whole")


def test_user_code_may_raise_keyboard_interrupt(bad: str, tmp_path: Path) -> None:
    """In a worker and in a thread, where no Ctrl-C arrives, a game fails its runs; a learner only itself."""
    scenario = quick(LEARN, game=["tic-tac-toe", "interrupted"], learners=["quitter"], load=[bad])
    reasons: list[list[str]] = []

    def run() -> None:
        for jobs in (0, 1):
            found = failed_in(scenario, tmp_path / str(jobs), jobs=jobs)
            reasons.append([each.reason for each in found])

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert reasons == [["bad.py, line 41: KeyboardInterrupt"]] * 2


def test_where_python_handles_ctrl_c_it_interrupts(bad: str, tmp_path: Path) -> None:
    """In the main thread of a caller, Ctrl-C and a KeyboardInterrupt of a game look the same."""
    scenario = quick(LEARN, game="interrupted", load=[bad])
    with pytest.raises(KeyboardInterrupt):
        run_experiment(scenario, tmp_path / "out", jobs=0)


def test_an_advisor_that_raises_keyboard_interrupt_does_not_look_like_success(
    bad: str, tmp_path: Path
) -> None:
    """The command exits with 1, names the Advisor and prints no traceback, although another run succeeds."""
    scenario = quick(TEST, advisors=["Victory", "Stubborn"], without=[["Stubborn"], []], load=[bad])
    file, out = write(scenario, tmp_path / "quick.toml"), tmp_path / "out"
    code, text, err = ran("run", file, "--out", out)
    assert code == 1
    assert "Traceback" not in err
    assert "bad.py, line 30: KeyboardInterrupt" in text + err
