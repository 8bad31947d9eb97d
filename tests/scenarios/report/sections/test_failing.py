"""An Advisor that fails or runs out of time is counted, and told of wherever results are."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scenarios import (
    IncompleteExperiment,
    build_scenario,
    read_scenario,
    run_experiment,
    scenario_digest,
    write_scenario,
)
from scenarios.experiment.attendance import Attendance, read_attendance, write_attendance
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.store import Store
from scenarios.report.report_files import write_report
from scenarios.report.sections.failing import over_all
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle
from tests.scenarios.fake_results import begin
from tests.scenarios.resealing import make_old

ADVISORS = """
from agents import Advisor

class Broken(Advisor):
    async def advise(self, think):
        raise ValueError("no such thing")

class Fickle(Advisor):
    async def advise(self, think):
        if len(think.moves) > 6:
            raise ValueError("so many moves")

class Slow(Advisor):
    async def advise(self, think):
        while True:
            think.play(think.moves[0])
"""
NO_SUCH_THING = "advisors.py, line 6: ValueError: no such thing"
SO_MANY_MOVES = "Fickle failed: advisors.py, line 11: ValueError: so many moves"
SCENARIO = """
game = ["tic-tac-toe", "lose-tic-tac-toe"]
runs = 2
load = ["advisors.py"]
advisors = ["Victory", "Panic", {names}]

[[phase]]
name = "test"
against = "{against}"
contests = 2
"""


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a scenario with these Advisors, and answer its file."""

    def written(*names: str, against: str = "random") -> Path:
        (tmp_path / "advisors.py").write_text(ADVISORS)
        file = tmp_path / "failing.toml"
        quoted = ", ".join(f'"{name}"' for name in names)
        file.write_text(SCENARIO.format(names=quoted, against=against))
        return file

    return written


def test_an_advisor_that_always_fails_makes_the_run_fail(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """That is said first, at the end with how often and why, and by exit code 1."""
    out = tmp_path / "out"
    answer = hoyle("run", write("Broken"), "--out", out)
    assert answer.code == 1
    assert answer.err.startswith("hoyle: Broken failed in every decision")
    asked = sum(row.choices for row in _contests(out))
    assert f"Broken failed in {asked} of {asked} decisions: {NO_SUCH_THING}" in answer.out


def test_an_advisor_that_fails_at_times_is_told_of_at_the_end(
    hoyle: Hoyle, write: Write, tmp_path: Path
) -> None:
    """The run is none that failed; the JSON counts what the line tells."""
    file = write("Fickle")
    answer = hoyle("run", file, "--out", tmp_path / "out")
    assert (answer.code, answer.err) == (0, "")
    told = json.loads(hoyle("run", file, "--out", tmp_path / "again", "--json").out)
    (failure,) = told["failures"]
    assert 0 < failure["failed"] < failure["asked"]
    line = f"Fickle failed in {failure['failed']} of {failure['asked']} decisions: {failure['reason']}"
    assert line in answer.out
    assert failure["advisor"] == "Fickle"


def test_nothing_is_told_where_nothing_failed(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """No line, an empty list, and one sentence in the report."""
    answer = hoyle("run", write(), "--out", tmp_path / "out")
    assert "failed" not in answer.out
    assert "Timed out" not in answer.out
    report = (tmp_path / "out" / "report.md").read_text()
    assert "none failed or timed out" in report
    assert "Advisors that failed" not in report
    assert json.loads(hoyle("report", tmp_path / "out", "--json").out)["failures"] == []


def test_who_mostly_runs_out_of_time_is_named_in_one_line(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """Running out of time is no failure: the exit code is 0. The share is that of decisions that waited."""
    answer = hoyle("run", write("Slow"), "--out", tmp_path / "out")
    assert answer.code == 0
    said = " ".join(answer.out.split())
    assert said.count("Timed out in most decisions in which they were not cancelled: Slow (100 %)") == 1


def test_the_report_has_a_table_of_those_that_failed(write: Write, tmp_path: Path) -> None:
    """By cell, or over all of them where they are the same; whose share is largest comes first."""
    run_experiment(read_scenario(write("Broken", "Fickle", "Slow")), tmp_path / "out", jobs=0)
    html, markdown = (path.read_text() for path in write_report(tmp_path / "out"))
    for page in (html, markdown):
        assert "Advisors that failed or timed out" in page
        assert page.index("Broken") < page.index("Fickle")
        assert page.index("Advisors that failed in every decision of a run") < page.index("Broken")
    (broken,) = [line for line in markdown.splitlines() if "| Broken |" in line]
    assert broken.startswith("| all cells |")
    assert broken.endswith("ValueError: no such thing |")
    assert "| Slow |" in markdown
    assert "| Victory |" not in markdown


def test_results_count_every_advisor(write: Write, tmp_path: Path) -> None:
    """Whoever finished each time is counted as well, and another Hoyle's Advisors apart from our own."""
    run_experiment(read_scenario(write("Broken", against="hoyle:paradigm=2")), tmp_path / "out", jobs=0)
    results = Results(tmp_path / "out")
    found = {(one.whose, one.advisor) for one in results.attendance()}
    assert found == {(whose, name) for whose in ("hoyle", "other") for name in ("Broken", "Panic", "Victory")}
    choices = int(results.rows()["choices"].sum())
    own = {one.advisor: one.attendance for one in over_all(results.records) if one.whose == "hoyle"}
    assert {counts.asked for counts in own.values()} == {choices}
    assert own["Broken"].failed == choices
    assert own["Victory"].failed == 0


def test_counting_is_no_part_of_the_digest(tmp_path: Path) -> None:
    """Two experiments that differ in nothing else have one digest."""
    digests = set()
    for reason in ("here", "there"):
        roll = {"hoyle": {"Panic": Attendance(asked=4, failed=1, reason=reason)}}
        fake = begin(tmp_path / reason, {"game": ["achi"]})
        fake.phase(0, 0, 0, "test", [0], attendance=write_attendance(roll, in_full=True))
        digests.add(fake.store.digest())
    assert len(digests) == 1


@pytest.mark.parametrize("jobs", [0, 2])
def test_on_failure_stop_ends_the_experiment(write: Write, tmp_path: Path, jobs: int) -> None:
    """The run is a failed run with the reason, no more are handed out, and what was begun can go on."""
    file, out = write("Fickle"), tmp_path / "out"
    with pytest.raises(IncompleteExperiment) as raised:
        run_experiment(read_scenario(file, overrides=["on_failure=stop"]), out, jobs=jobs)
    assert {each.advisor for each in raised.value.failed_runs} == {"Fickle"}
    with Store(out) as store:
        failed = store.runs()
        assert 1 <= len(failed) <= max(1, jobs)
        assert {(row.state, row.reason) for row in failed} == {("failed", SO_MANY_MOVES)}
    scenario = read_scenario(file)
    digest = run_experiment(scenario, out, jobs=jobs, resume=True)
    assert digest == run_experiment(scenario, tmp_path / "at once", jobs=0)


def test_a_run_that_was_stopped_says_so(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """First, and by exit code 1; the JSON has the reason."""
    answer = hoyle("run", write("Fickle"), "--set", "on_failure=stop", "--out", tmp_path / "out", "--json")
    assert answer.code == 1
    assert answer.err.startswith("hoyle: stopped at the first failure of an Advisor: Fickle failed")
    assert "\nhoyle: 1 of 4 runs failed and 3 are missing; the first is game=" in answer.err
    told = json.loads(answer.out)
    assert (told["stopped"], told["complete"]) == (SO_MANY_MOVES, False)
    assert [each["advisor"] for each in told["failed_runs"]] == ["Fickle"]


def test_on_failure_is_a_word_of_two(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """Anything else is an error that names both."""
    answer = hoyle("run", write(), "--set", "on_failure=weep", "--out", tmp_path / "out")
    assert answer.code == 2
    assert "tell, stop" in answer.err


def test_what_happens_on_failure_changes_no_digest_of_a_scenario() -> None:
    """Experiments from before go on, and a scenario is written without what it does not say."""
    keys = {"game": "tic-tac-toe", "phase": [{"name": "test", "contests": 1}]}
    plain, stopping = build_scenario(**keys), build_scenario(**keys, on_failure="stop")
    assert plain.on_failure == "tell"
    assert scenario_digest(plain) == scenario_digest(stopping)
    assert "on_failure" not in write_scenario(plain)


def test_results_from_before_say_that_they_cannot_tell(hoyle: Hoyle, write: Write, tmp_path: Path) -> None:
    """A report of version 3 leaves the section out and says why; it cannot be gone on with."""
    file, out = write(), tmp_path / "out"
    digest = run_experiment(read_scenario(file), out, jobs=0)
    make_old(out)
    assert hoyle("report", out).code == 0
    assert "version 3 do not record them" in (out / "report.md").read_text()
    with Store(out) as store:
        assert store.digest() == digest
    answer = hoyle("run", file, "--out", out, "--resume")
    assert (answer.code, "version 3" in answer.err) == (2, True)


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_row_of_contests_ends_with_who_failed(
    hoyle: Hoyle, write: Write, tmp_path: Path, more: tuple[str, ...]
) -> None:
    """Both as a line and in the JSON."""
    write()
    words = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--contests", 2)
    given = ("--load", tmp_path / "advisors.py", "--advisors", "Victory,Broken")
    answer = hoyle(*words, *given, *more)
    if more:
        (failure,) = json.loads(answer.out)["failures"]
        assert (failure["advisor"], failure["reason"]) == ("Broken", NO_SUCH_THING)
        assert 0 < failure["failed"] <= failure["asked"]
    else:
        assert re.search(rf"Broken failed in (\d+) of \1 decisions: {re.escape(NO_SUCH_THING)}", answer.out)


def test_attendance_is_read_as_it_was_written() -> None:
    """What is nothing takes no room, and comes back as nothing."""
    roll = {"Panic": Attendance(4, 1, 0, 2, 0, 7, "why"), "Victory": Attendance(4)}
    asked, rests = read_attendance(write_attendance({"hoyle": roll}, in_full=True))["hoyle"]
    assert (asked, rests) == (4, {"Panic": [1, 0, 2, 0, 7, "why"], "Victory": []})
    assert read_attendance(write_attendance({"hoyle": roll}, in_full=False))["hoyle"][1].keys() == {"Panic"}


def _contests(folder: Path) -> list[ContestRow]:
    with Store(folder) as store:
        return store.contests()
