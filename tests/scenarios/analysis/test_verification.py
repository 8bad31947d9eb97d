"""Verification: whole files have no problems, and every loss or change is found, without a traceback."""

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.knowledge import ENVELOPE
from games import HoyleError, make_game
from games.envelope import BlockHead
from games.solving.solution import solve
from games.solving.solution_cache import cache_path
from games.solving.solution_files import ENVELOPE as SOLUTION
from scenarios import run_experiment
from scenarios.analysis.verification import Verification, recognised, verify
from scenarios.experiment.opening import opened_folder
from scenarios.experiment.rows import TABLES
from scenarios.experiment.run_files import knowledge_file, trace_file
from scenarios.experiment.store import FILE
from tests.mutation import JUNK, mutated
from tests.scenarios.experiment.test_run import interrupted
from tests.scenarios.quick import LEARN, TEST, quick
from tests.scenarios.resealing import alter, make_old, make_version_4
from tests.trace_files import HEADER, blocks, framed, unframed

SCENARIO = quick({**LEARN, "contests": 2}, {**TEST, "contests": 2}, runs=2, trace=True)
HEAD = BlockHead(is_doubled=False)
VALUES = [each for each in JUNK if type(each) in (int, float, str)]
DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small experiment with traces and knowledge."""
    folder = tmp_path_factory.mktemp("whole") / "results"
    run_experiment(SCENARIO, folder, jobs=0)
    return folder


@pytest.fixture
def copied(results: Path, tmp_path: Path) -> Path:
    """Copy the results."""
    return Path(shutil.copytree(results, tmp_path / "results"))


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Solve a small game."""
    game, folder = make_game("pong-hau-ki"), tmp_path_factory.mktemp("solved")
    solve(game, cache=folder)
    return cache_path(game, folder)


def verified(path: Path) -> Verification:
    """Check whatever is at a path."""
    return verify(*recognised(path))


def problems(path: Path) -> list[str]:
    """Return the lines about what is wrong."""
    return [str(each) for each in verified(path).problems]


def found_or_refused(path: Path) -> bool:
    """Return whether anything is wrong; every complaint is one line, and nothing else is raised."""
    try:
        found = verified(path)
    except HoyleError as error:
        lines = [str(error)]
    else:
        lines = list(map(str, found.problems))
    assert not any("\n" in line for line in lines)
    return bool(lines)


# Whole files.


def test_whole_results_have_no_problems(results: Path) -> None:
    """All rows, traces and knowledge files are checked, also if the file of the rows is named."""
    found = verified(results)
    assert found.problems == ()
    assert found.checked == {
        "path": str(results),
        "kind": "results",
        "version": 6,
        "runs": 2,
        "contests": 8,
        "traces": 2,
        "knowledge": 2,
    }
    assert verified(results / FILE) == found


@pytest.mark.parametrize("kept", ["before-rooms", "before-plain"])
@pytest.mark.parametrize("name", ["experiment", "learned.hoyle", "played.trace"])
def test_what_earlier_versions_wrote_has_no_problems(kept: str, name: str, tmp_path: Path) -> None:
    """Their traces have version 3, and their results record less."""
    place = Path(shutil.copytree(DATA / kept, tmp_path / kept)) / name
    assert problems(place) == []
    assert verified(place).checked["version"] <= 5


@pytest.mark.parametrize("make", [make_old, make_version_4])
def test_results_of_older_versions_have_no_problems(copied: Path, make: Callable[[Path], None]) -> None:
    """What they do not record cannot be compared."""
    make(copied)
    assert problems(copied) == []


@pytest.mark.parametrize("contests", [0, 1, 3])
def test_an_interrupted_experiment_has_no_problems(tmp_path: Path, contests: int) -> None:
    """The trace of a run in progress may hold more than its rows: the next resume removes it."""
    with opened_folder(tmp_path, SCENARIO, resume=False):
        interrupted(SCENARIO, tmp_path, contests)
    with trace_file(tmp_path, 0, 0).open("ab") as file:
        file.write(b"half a decision")
    assert problems(tmp_path) == []


def test_an_experiment_may_be_resumed_without_traces_and_with_them(tmp_path: Path) -> None:
    """Contests without decisions in the trace are then expected."""
    untraced = quick({**LEARN, "contests": 2}, {**TEST, "contests": 2}, runs=2)
    for first, second in ((SCENARIO, untraced), (untraced, SCENARIO)):
        folder = tmp_path / str(first.trace)
        with opened_folder(folder, first, resume=False):
            interrupted(first, folder, 3)
        run_experiment(second, folder, jobs=0, resume=True)
        assert problems(folder) == []


def test_a_solution_has_no_problems(solution: Path) -> None:
    """Its game, its arrays and its summary fit together."""
    assert problems(solution) == []


# Losses and changes in results.


def shortened(path: Path, lost: int) -> None:
    """Cut bytes off the end of a file."""
    path.write_bytes(path.read_bytes()[:-lost])


def test_files_that_lost_something_are_named(copied: Path) -> None:
    """Each in one line, with how much is left."""
    shortened(trace_file(copied, 0, 0), 777)
    shortened(knowledge_file(copied, 0, 0), 10)
    trace_file(copied, 0, 1).unlink()
    knowledge_file(copied, 0, 1).unlink()
    found = problems(copied)
    assert [line.partition("results/")[2].split(" ")[0] for line in found] == [
        "traces/cell-0-run-0.trace",
        "traces/cell-0-run-1.trace",
        "knowledge/cell-0-run-0.hoyle",
        "knowledge/cell-0-run-1.hoyle",
    ]
    assert ["is cut off" in line for line in found] == [True, False, True, False]
    assert ["is missing" in line for line in found] == [False, True, False, True]


def test_a_trace_cut_between_two_decisions_is_found(copied: Path) -> None:
    """The chain of checksums is whole, but the recorded size is not."""
    path = trace_file(copied, 0, 0)
    whole, events = blocks(path.read_bytes()), list(unframed(path.read_bytes()))
    last = max(place for place, event in enumerate(events) if event[0] == "posed")
    path.write_bytes(path.read_bytes()[:HEADER] + b"".join(whole[:last]))
    assert problems(path) == []
    assert "is cut off" in problems(copied)[0]


def test_files_of_other_runs_are_found(copied: Path) -> None:
    """Also if they are whole in themselves, and even if their recorded sizes are made to fit."""
    for file in (trace_file, knowledge_file):
        shutil.copy(file(copied, 0, 0), file(copied, 0, 1))
    assert len(problems(copied)) == 2
    size = trace_file(copied, 0, 1).stat().st_size
    alter(copied, f"UPDATE traces SET bytes = {size} WHERE run = 1")  # noqa: S608  # our own number
    wrong = "has a decision, number 1, that does not fit: there is no row of run 0"
    assert any(wrong in line for line in problems(copied))


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE contests SET plies = plies + 1 WHERE contest = 0", "moves, but"),
        ("UPDATE contests SET moves = '5 5', plies = 2 WHERE contest = 0", "its moves cannot be played"),
        ("UPDATE contests SET moves = '5', plies = 1 WHERE contest = 0", "its moves do not end it"),
        ("UPDATE contests SET result = 1 - result * result WHERE contest = 0", "is not "),
        ("UPDATE contests SET decisions = decisions + 1 WHERE contest = 0", "decisions of cell 0, run 0"),
        ("UPDATE phases SET knowledge = '{\"openings\": 1}' WHERE phase = 1", "does not have the entries"),
        ("DELETE FROM runs WHERE run = 1", "was recorded: rows are missing or other"),
        (
            "UPDATE meta SET value = '\"trace = true\"' WHERE key = 'scenario'",
            "is not the scenario that was run",
        ),
    ],
)
def test_rows_that_contradict_the_rules_or_the_files_are_found(
    copied: Path, statement: str, line: str
) -> None:
    """Even with checksums that fit."""
    alter(copied, statement)
    assert any(line in each for each in problems(copied))


def test_every_damaged_row_is_named(copied: Path) -> None:
    """Each in a line of its own."""
    alter(copied, "UPDATE contests SET work = work + 1 WHERE run = 1", reseals=False)
    found = problems(copied)
    assert len(found) == 4
    assert all("table contests, cell 0, run 1, phase" in line for line in found)


def test_many_problems_of_one_file_are_counted(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first ones."""
    monkeypatch.setattr("scenarios.analysis.verification.MOST", 2)
    alter(copied, "UPDATE contests SET work = work + 1", reseals=False)
    assert problems(copied)[2:] == [f"{copied / FILE} has 6 more problems"]


@pytest.mark.parametrize(
    ("name", "data"),
    [("empty.trace", b""), ("letter.hoyle", b"Dear Hoyle"), ("zeros", bytes(100)), ("cut", b"hoyle tra")],
)
def test_what_is_not_ours_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    """A file without a magic word, a folder without results, or a path that does not exist."""
    (tmp_path / name).write_bytes(data)
    for path in (tmp_path / name, tmp_path, tmp_path / "nowhere"):
        with pytest.raises(HoyleError, match=r"; give |there is no such file"):
            verified(path)


# Mutations.


def raw_change(draw: st.DrawFn, data: bytes) -> bytes:
    """Cut, repeat or change bytes."""
    start = draw(st.integers(0, len(data)))
    stop = draw(st.integers(start, min(len(data), start + 50)))
    new = draw(st.sampled_from([b"", data[start:stop] * 2, b"\0", b"\xff" * 4, bytes(stop - start)]))
    return data[:start] + new + data[stop:]


@settings(max_examples=120)
@given(data=st.data())
@pytest.mark.parametrize("kind", ["trace", "knowledge", "solution"])
def test_every_changed_byte_is_found(
    results: Path, solution: Path, tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject
) -> None:
    """A file that is not what was written has a problem, or is refused as none of ours."""
    whole = _file(kind, results, solution).read_bytes()
    changed = st.composite(raw_change)(whole)
    path = tmp_path_factory.mktemp("raw") / "file"
    path.write_bytes(content := data.draw(changed))
    is_trace_with_fewer = kind == "trace" and whole.startswith(content)  # it may end between two decisions
    assert found_or_refused(path) or content == whole or is_trace_with_fewer


def _file(kind: str, results: Path, solution: Path) -> Path:
    files = {"trace": trace_file(results, 0, 0), "knowledge": knowledge_file(results, 0, 0)}
    return files.get(kind, solution)


@settings(max_examples=60)
@given(data=st.data())
@pytest.mark.parametrize("kind", ["trace", "knowledge", "solution"])
def test_well_framed_nonsense_raises_nothing(
    results: Path, solution: Path, tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject
) -> None:
    """With checksums that fit, whatever is inside."""
    whole = _file(kind, results, solution).read_bytes()
    path = tmp_path_factory.mktemp("inside") / "file"
    try:
        path.write_bytes(_remade(kind, whole, data))
    except (ValueError, OverflowError, TypeError):  # msgpack cannot write it
        return
    found_or_refused(path)


def _remade(kind: str, whole: bytes, data: st.DataObject) -> bytes:
    if kind == "trace":
        return framed(data.draw(mutated(list(unframed(whole))[:60])))
    if kind == "knowledge":
        content = msgpack.unpackb(ENVELOPE.opened(whole, ""), strict_map_key=False)
        return ENVELOPE.sealed(msgpack.packb(data.draw(mutated(content))))
    return _remade_solution(whole, data)


def _remade_solution(whole: bytes, data: st.DataObject) -> bytes:
    start = len(SOLUTION.magic)
    block = HEAD.read(whole, start)
    unpacker = msgpack.Unpacker()
    unpacker.feed(block.content)
    header = msgpack.packb(data.draw(mutated(unpacker.unpack())))
    header += bytes(-(start + HEAD.size + len(header)) % 64)
    return b"".join((SOLUTION.magic, HEAD.of(header), header, whole[block.end :]))


@settings(max_examples=40)
@given(data=st.data())
def test_nonsense_in_rows_raises_nothing(
    results: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """With checksums that fit, whatever is in a column."""
    folder = Path(shutil.copytree(results, tmp_path_factory.mktemp("rows") / "copy"))
    table = data.draw(st.sampled_from(list(TABLES)))
    column = data.draw(st.sampled_from(list(TABLES[table])))
    value = data.draw(st.sampled_from(VALUES))
    with contextlib.suppress(sqlite3.Error, OverflowError):  # what SQLite refuses no file has
        alter(folder, f"UPDATE OR IGNORE {table} SET {column} = {_sql(value)}")  # noqa: S608  # our own
    found_or_refused(folder)


def _sql(value: float | str) -> str:
    return repr(value) if isinstance(value, int | float) else "'" + value.replace("'", "''") + "'"
