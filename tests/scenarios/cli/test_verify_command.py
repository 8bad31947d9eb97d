"""The command that checks files, and what resuming and reporting say about files that lost something."""

import json
import shutil
from pathlib import Path

import attrs
import pytest

from scenarios import run_experiment
from scenarios.experiment.run_files import knowledge_file, trace_file
from scenarios.experiment.store import FILE
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.quick import LEARN, TEST, quick, write
from tests.scenarios.resealing import alter
from tests.trace_files import framed, unframed

SCENARIO = quick({**LEARN, "contests": 2}, {**TEST, "contests": 2}, runs=2, trace=True)
COUNTS = "results, 2 complete runs, 8 contests, 2 traces, 2 knowledge files"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small experiment, and keep its scenario beside it."""
    folder = tmp_path_factory.mktemp("whole")
    write(SCENARIO, folder / "quick.toml")
    run_experiment(SCENARIO, folder / "results", jobs=0)
    return folder


@pytest.fixture(autouse=True)
def _copied(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a copy of it."""
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def cut(path: Path, lost: int = 777) -> tuple[int, int]:
    """Cut the end off a file; return how many bytes are left, and how many it had."""
    data = path.read_bytes()
    path.write_bytes(data[:-lost])
    return len(data) - lost, len(data)


RESULTS = Path("results")
TRACE, LEARNED = trace_file(RESULTS, 0, 0), knowledge_file(RESULTS, 0, 0)
RESUMED = ("run", "quick.toml", "--out", "results", "--resume")


def test_whole_results_are_counted(hoyle: Hoyle) -> None:
    """Without a problem the exit code is 0."""
    answer = hoyle("verify", "results")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"Checked results (version 6): {COUNTS}; no problems\n"


def test_each_problem_is_a_line(hoyle: Hoyle) -> None:
    """The exit code is 1, and the JSON names the same."""
    left, size = cut(TRACE)
    LEARNED.unlink()
    answer = hoyle("verify", "results")
    first, second, last = answer.out.splitlines()
    assert (answer.code, answer.err) == (1, "")
    assert first == f"{TRACE} is cut off: {left:,} of {size:,} bytes are left"
    assert second.startswith(f"{LEARNED} is missing; it had ")
    assert last.endswith("1 trace, 1 knowledge file; 2 problems")
    told = hoyle("verify", "results", "--json")
    found = json.loads(told.out)
    assert told.code == 1
    assert [each["path"] for each in found["problems"]] == [str(TRACE), str(LEARNED)]
    assert found["problems"][0]["problem"] == f"is cut off: {left:,} of {size:,} bytes are left"
    assert [each["kind"] for each in found["checked"]] == ["results"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (TRACE, "trace, 12 decisions"),
        (LEARNED, "knowledge, "),
        (RESULTS / FILE, COUNTS),
    ],
)
def test_a_file_alone_can_be_checked(hoyle: Hoyle, path: Path, words: str) -> None:
    """Its kind is found by its content."""
    answer = hoyle("verify", path)
    assert answer.code == 0
    assert words in answer.out
    assert answer.out.endswith("; no problems\n")


@pytest.mark.parametrize("path", ["quick.toml", ".", "nowhere"])
def test_what_is_not_ours_is_bad_input(hoyle: Hoyle, path: str) -> None:
    """One line, and exit code 2."""
    answer = hoyle("verify", path)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_a_finished_experiment_with_a_cut_trace_is_not_resumed(hoyle: Hoyle) -> None:
    """One line says what is missing and what to do, and nothing is changed."""
    left, size = cut(TRACE)
    answer = hoyle(*RESUMED)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        f"hoyle: {TRACE} is cut off: {left:,} of {size:,} bytes are left; restore the folder from a copy, or"
        " run the scenario again in another folder; or add --set trace=false to continue without traces\n"
    )
    assert TRACE.stat().st_size == left
    assert hoyle(*RESUMED, "--set", "trace=false").code == 0


@pytest.mark.parametrize("damage", [cut, Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_finished_experiment_with_damaged_knowledge_is_not_resumed(hoyle: Hoyle, damage: object) -> None:
    """Cut, missing or empty: one line, exit code 2."""
    assert callable(damage)
    damage(LEARNED)
    answer = hoyle(*RESUMED)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"hoyle: {LEARNED} is ")


def test_a_report_warns_about_damaged_files(hoyle: Hoyle) -> None:
    """The rows are whole, so there is a report; each damaged file is a line on stderr, and in the JSON."""
    assert document(hoyle("report", "results", "--json"))["warnings"] == []
    TRACE.write_bytes(b"")
    cut(LEARNED, 5)
    alter(RESULTS, "DELETE FROM advisors", "DELETE FROM runs WHERE run = 1")
    answer = hoyle("report", "results", "--json")
    assert answer.code == 0
    *lines, lacking = answer.err.splitlines()
    assert len(lines) == 3
    assert all(line.endswith("; hoyle verify results checks everything") for line in lines)
    assert "incomplete: 1 of 2 runs is missing" in lacking
    warnings = json.loads(answer.out)["warnings"]
    assert [line.split(" ")[0] for line in warnings] == [str(RESULTS / FILE), str(TRACE), str(LEARNED)]


def test_a_run_with_a_trace_of_an_older_version_is_not_resumed(hoyle: Hoyle) -> None:
    """A file does not change its version half-way; without traces the run can be resumed."""
    TRACE.write_bytes(framed(unframed(TRACE.read_bytes()), version=3))
    assert hoyle(*RESUMED).code == 0
    alter(
        RESULTS,
        "DELETE FROM runs WHERE run = 0",
        "DELETE FROM phases WHERE run = 0 AND phase = 1",
        "DELETE FROM contests WHERE run = 0 AND phase = 1 AND contest = 1",
    )
    answer = hoyle(*RESUMED)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(
        f"hoyle: {TRACE} has trace version 3, but this Hoyle writes 4; choose another"
    )
    run_experiment(attrs.evolve(SCENARIO, trace=False), RESULTS, jobs=0, resume=True)
    assert hoyle("verify", RESULTS).code == 0
