"""An Advisor that somebody else ends makes a failed run, which --resume plays again to the usual end."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import blackboard
from blackboard import State, decisions_of, read_trace
from scenarios import IncompleteExperiment, read_scenario, run_experiment
from scenarios.experiment.store import Store
from tests.scenarios.quick import ran

VICTIM = """
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    if message["type"] != "position":
        continue
    with open("asked", "a+") as asked:
        asked.write("x")
        asked.flush()
        number = asked.tell()
    say(type="comment", move=message["moves"][-1], strength=9)
    if os.path.exists(f"kill-{number}"):
        os.remove(f"kill-{number}")
        with open("victims", "w") as victims:
            victims.write(str(os.getpid()))
        time.sleep(60)
    say(type="comment", move=message["moves"][0], strength=2)
    say(type="done", id=message["id"])
"""
"""A program that tells its number, at the questions that are named, to whoever wants to kill it."""

STUDY = """
game = "tic-tac-toe"
advisors = ["Victory", "Victim"]
seed = 3
trace = true
clock = "{clock}"

[[advisor]]
name = "Victim"
command = ["{python}", "-c", '''{victim}''']
budget = "20s"

[[phase]]
against = "{against}"
learn = "play"
contests = 4
review = {review}
"""


def study(folder: Path, *, clock: str = "virtual", against: str = "random", review: str = "false") -> Path:
    """Write a scenario in which a program takes part, whose files lie in this folder."""
    folder.mkdir()
    victim = VICTIM.replace("import json, os,", f"import os; os.chdir({str(folder)!r})\nimport json,")
    text = STUDY.format(python=sys.executable, victim=victim, clock=clock, against=against, review=review)
    file = folder / "study.toml"
    file.write_text(text)
    return file


@contextmanager
def killing(folder: Path, *questions: int, by: signal.Signals = signal.SIGKILL) -> Iterator[None]:
    """Kill the program from outside at these questions, as soon as it has told its number."""
    os.mkfifo(folder / "victims")
    for number in questions:
        (folder / f"kill-{number}").touch()

    def kill() -> None:
        for _ in questions:
            os.kill(int((folder / "victims").read_text()), by)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    yield
    killer.join(60)
    assert not killer.is_alive()


def said(out: Path) -> list[blackboard.Testimony]:
    """Return what the program did, decision by decision, as far as it was written down."""
    trace = read_trace(out / "traces" / "cell-0-run-0.trace")
    return [
        each for one in decisions_of(trace.events) for each in one.testimonies if each.advisor == "Victim"
    ]


def runs(out: Path) -> list[tuple[str, str]]:
    """Return how the runs of an experiment ended."""
    with Store(out) as store:
        return [(row.state, row.reason) for row in store.runs()]


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_killed_fails_the_run_and_resume_plays_it_again(
    tmp_path: Path, by: signal.Signals
) -> None:
    """Twice; in the end the digest and the trace are those of a run that nobody disturbed."""
    whole = read_scenario(study(tmp_path / "whole"))
    digest = run_experiment(whole, tmp_path / "whole" / "out", jobs=0)
    folder = tmp_path / "killed"
    scenario, out = read_scenario(study(folder)), folder / "out"
    with killing(folder, 6, 14, by=by):
        for resume in (False, True):
            with pytest.raises(IncompleteExperiment) as raised:
                run_experiment(scenario, out, jobs=0, resume=resume)
            assert raised.value.digest != digest
            assert [each.advisor for each in raised.value.failed_runs] == ["Victim"]
            ((state, reason),) = runs(out)
            assert state == "failed"
            assert "Victim was killed from outside" in reason
            assert f"(its program was ended by {by.name})" in reason
            assert "--resume" in reason
            assert not any(each.was_killed for each in said(out))
    assert run_experiment(scenario, out, jobs=0, resume=True) == digest
    assert runs(out) == [("done", "")]
    assert said(out) == said(tmp_path / "whole" / "out")


def test_the_command_tells_and_says_how_to_go_on(tmp_path: Path) -> None:
    """Where the only run failed the exit code is 1, and the line on stderr names --resume."""
    file, out = study(tmp_path / "study"), tmp_path / "out"
    with killing(tmp_path / "study", 3):
        code, _, err = ran("run", file, "--out", out)
    assert code == 1
    assert "the only run failed" in err
    assert "Victim" in err
    assert "--resume" in err
    code, document, _ = ran("run", file, "--out", out, "--resume", "--json")
    assert (code, json.loads(document)["cells"][0]["failed"]) == (0, [])


@pytest.mark.parametrize(
    ("against", "review", "question"), [("hoyle", "false", 1), ("hoyle", "false", 2), ("random", "true", -1)]
)
def test_it_does_not_matter_for_whom_it_spoke(
    tmp_path: Path, against: str, review: str, question: int
) -> None:
    """For the other Hoyle, or in the review: the run has failed, and is played again to the same end."""
    whole = study(tmp_path / "whole", against=against, review=review)
    digest = run_experiment(read_scenario(whole), tmp_path / "out", jobs=0)
    asked = len((tmp_path / "whole" / "asked").read_text())
    folder = tmp_path / "killed"
    scenario = read_scenario(study(folder, against=against, review=review))
    with killing(folder, question if question > 0 else asked), pytest.raises(IncompleteExperiment):
        run_experiment(scenario, folder / "out", jobs=0)
    ((state, reason),) = runs(folder / "out")
    assert (state, "Victim was killed from outside" in reason) == ("failed", True)
    assert run_experiment(scenario, folder / "out", jobs=0, resume=True) == digest


def test_what_a_program_does_itself_is_its_own_failure(tmp_path: Path) -> None:
    """A signal that the system sends for a mistake stops no run, and is counted as ever."""
    file = study(tmp_path / "study")
    with killing(tmp_path / "study", 1, by=signal.SIGSEGV):
        run_experiment(read_scenario(file), tmp_path / "out", jobs=0)
    assert runs(tmp_path / "out") == [("done", "")]
    first = said(tmp_path / "out")[0]
    assert (first.state, first.reason, first.was_killed) == (
        State.FAILED,
        "its program was ended by SIGSEGV",
        False,
    )


def test_in_real_time_it_is_counted_as_failed(tmp_path: Path) -> None:
    """There no two runs are the same, and the run goes on; the trace says that it was killed."""
    file = study(tmp_path / "study", clock="wall")
    with killing(tmp_path / "study", 1):
        run_experiment(read_scenario(file), tmp_path / "out", jobs=0)
    assert runs(tmp_path / "out") == [("done", "")]
    first = said(tmp_path / "out")[0]
    assert (first.state, first.reason, first.was_killed) == (
        State.FAILED,
        "its program was ended by SIGKILL",
        True,
    )


def test_one_decision_tells_who_was_killed(hoyle: Any, registries: None, tmp_path: Path) -> None:
    """The table has the reason, and the document the mark as well."""
    del registries

    def decided(name: str, *more: str) -> str:
        program = tmp_path / "dies.sh"
        program.write_text('read hello; echo \'{"type": "ready"}\'; read question; kill -9 $$')
        agent = f"name={name},budget=20s,command=sh {program}"
        given = ("decide", "tic-tac-toe", "--agent", agent, "--advisors", f"{name},Panic")
        return str(hoyle(*given, *more).out)

    assert "SIGKILL" in decided("Other")
    told = json.loads(decided("Victim", "--json"))["advisors"]
    assert told["Victim"]["reason"] == "its program was ended by SIGKILL"
    assert {name: each["was_killed"] for name, each in told.items()} == {"Victim": True, "Panic": False}
