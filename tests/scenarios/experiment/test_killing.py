"""Experiments that are killed, interrupted or short of disk: nothing is lost, and nothing comes twice."""

import contextlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games import BadOption
from scenarios import Scenario, run_experiment
from scenarios.experiment import locks
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.store import FILE, Store
from scenarios.results import Results
from tests.scenarios.experiment.test_run import check_trace, left_in
from tests.scenarios.quick import LEARN, TEST, command, ended, processes_about, quick, ran, start, write

KILLS = 12
PHASES = ({**LEARN, "contests": 14}, {**TEST, "contests": 6})
RUNS = 6
"""Of each cell: enough for an experiment that is still busy when somebody comes to look on a busy machine."""


def count(folder: Path) -> int:
    """Return how many contests there are so far, without waiting for anybody."""
    try:
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT COUNT(*) FROM contests").fetchone()[0])
    except sqlite3.Error:
        return 0


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    patience = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < patience
        time.sleep(0.01)


def workers_of(folder: Path) -> list[int]:
    """Return the workers of an experiment."""
    found = []
    for pid in processes_about(folder):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        is_worker = any(b"scenarios.experiment.run_worker" in word for word in words)
        if is_worker and os.path.basename(words[0]) != b"sh":  # noqa: PTH119  # bytes
            found.append(pid)
    return found


def check_same(folder: Path, other: Path) -> None:
    """See that two folders hold the same, row by row; what a run took, and when, is its own."""
    mine, theirs = left_in(folder), left_in(other)
    assert [(row.cell, row.run, row.phase, row.contest) for row in mine.contests] == [
        (row.cell, row.run, row.phase, row.contest) for row in theirs.contests
    ]
    assert mine.digest == theirs.digest
    check_trace(folder)
    for kind in ("traces", "knowledge"):
        names = sorted(file.name for file in (other / kind).iterdir())
        assert sorted(file.name for file in (folder / kind).iterdir()) == names
        assert all(
            (folder / kind / name).read_bytes() == (other / kind / name).read_bytes() for name in names
        )


def go_on(scenario: Scenario, folder: Path) -> None:
    """Run an experiment in a process of its own, until somebody kills it."""
    run_experiment(scenario, folder, jobs=0, resume=True)


def test_an_experiment_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    """A dozen times, whatever it does just then; in the end it is as if nothing had happened."""
    scenario = quick(*PHASES, paradigm=[1, 2], runs=2, trace=True)
    run_experiment(scenario, tmp_path / "whole", jobs=0)
    chance, folder = random.Random(1990), tmp_path / "killed"  # noqa: S311  # play, not secrets
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["scenarios", "tests.scenarios.quick"])
    before = 0
    for _ in range(KILLS):
        process = context.Process(target=go_on, args=(scenario, folder))
        process.start()
        wanted = before + chance.randint(0, 9)
        wait_until(lambda wanted=wanted, process=process: count(folder) >= wanted or not process.is_alive())  # type: ignore[misc]  # bound by default
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        process.join()
        assert count(folder) >= before
        before = count(folder)
    run_experiment(scenario, folder, jobs=0, resume=True)
    check_same(folder, tmp_path / "whole")


def test_weights_are_learned_again_to_the_same_bytes(tmp_path: Path) -> None:
    """Going on asks the Advisors again about the contests that were played before."""
    learned = {
        "advisors": "modern",
        "paradigm": "pwl",
        "layout": "forr",
        "learners": "tutorial",
    }
    phases = ({**LEARN, "contests": 14, "against": "perfect"}, {**TEST, "contests": 6})
    scenario = quick(*phases, **learned, runs=1, trace=True)
    run_experiment(scenario, tmp_path / "whole", jobs=0)
    folder, played = tmp_path / "stopped", iter(range(1000))
    with pytest.MonkeyPatch.context() as patch:
        write = Store.write

        def stop(store: Store, *rows: Any) -> None:
            if any(isinstance(row, ContestRow) for row in rows) and next(played) in (25, 33):
                raise KeyboardInterrupt
            write(store, *rows)

        patch.setattr(Store, "write", stop)
        for _ in range(2):
            with contextlib.suppress(KeyboardInterrupt, BaseExceptionGroup):
                run_experiment(scenario, folder, jobs=0, resume=True)
    run_experiment(scenario, folder, jobs=0, resume=True)
    check_same(folder, tmp_path / "whole")


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """Name a scenario that keeps two processes busy for a while, and a folder; leave no process behind."""
    scenario = quick(*PHASES, paradigm=[1, 2], runs=RUNS, trace=True)
    folder = tmp_path / "out"
    yield write(scenario, tmp_path / "busy.toml"), folder
    for pid in processes_about(folder):
        os.kill(pid, signal.SIGKILL)


def test_processes_may_be_killed_and_interrupted(
    busy: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The experiment alone, with all its workers, or by Ctrl-C; each time it goes on where it was."""
    file, folder = busy
    words = ("run", file, "--out", folder, "--jobs", 2)
    # Killed alone: its workers see that nobody wants them any more.
    process = start(*words)
    wait_until(lambda: count(folder) >= 5)
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    with pytest.raises(BadOption, match="another process is writing"):
        run_experiment(quick(), folder, resume=True)
    process.kill()
    assert ended(process) == (-signal.SIGKILL, "", "")
    wait_until(lambda: not processes_about(folder))
    # Killed with its workers.
    process = start(*words, "--resume")
    before = count(folder)
    wait_until(lambda: count(folder) >= before + 3)
    os.killpg(process.pid, signal.SIGKILL)
    assert ended(process) == (-signal.SIGKILL, "", "")
    wait_until(lambda: not processes_about(folder))
    # Ctrl-C, which a terminal sends to all of them.
    process = start(*words, "--resume")
    before = count(folder)
    wait_until(lambda: count(folder) >= before + 3)
    os.killpg(process.pid, signal.SIGINT)
    code, out, err = ended(process)
    assert (code, out) == (130, "")
    assert (
        err == f"hoyle: interrupted after {count(folder)} contests; continue with --resume --out {folder}\n"
    )
    assert processes_about(folder) == []
    # A worker alone: another one plays its run on, and nothing differs from what was not disturbed.
    process = start(*words, "--resume", "--json")
    wait_until(lambda: bool(workers_of(folder)))
    before = count(folder)
    wait_until(lambda: count(folder) >= before + 2)
    os.kill(workers_of(folder)[0], signal.SIGKILL)
    code, out, err = ended(process)
    told = json.loads(out)
    assert (code, err, told["complete"], told["failed_runs"]) == (0, "", True, [])
    scenario = quick(*PHASES, paradigm=[1, 2], runs=RUNS, trace=True)
    assert told["digest"] == run_experiment(scenario, tmp_path / "whole", jobs=0)
    check_same(folder, tmp_path / "whole")


def test_ctrl_c_before_anything_is_played(busy: tuple[Path, Path]) -> None:
    """While processes start there is nothing to see of them either."""
    file, folder = busy
    process = start("run", file, "--out", folder, "--jobs", 2)
    wait_until(lambda: bool(processes_about(folder)) and (folder / "scenario.toml").exists())
    wait_until(lambda: len(processes_about(folder)) > 1)
    os.killpg(process.pid, signal.SIGINT)
    code, out, err = ended(process)
    assert (code, out, err.count("\n")) == (130, "", 1)
    assert "--resume" in err
    assert processes_about(folder) == []


# A disk that is full, and one that cannot be written.


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk(tmp_path: Path, jobs: int) -> None:
    """One line says so; what was there can be read, and goes on when there is room."""
    scenario = quick(*PHASES, paradigm=[1, 2])
    file, folder = write(scenario, tmp_path / "quick.toml"), tmp_path / "out"
    digest = run_experiment(scenario, tmp_path / "whole", jobs=0)
    limited = ["/bin/sh", "-c", 'ulimit -f 300; exec "$@"', "sh"]  # in blocks of 512 bytes
    words = command("run", file, "--out", folder, "--jobs", jobs)
    done = subprocess.run([*limited, *words], capture_output=True, text=True, check=False)  # noqa: S603  # our own
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "free some disk space, then continue with --resume" in done.stderr
    assert processes_about(folder) == []
    assert 0 < len(Results(folder).rows()) < 40
    assert run_experiment(scenario, folder, jobs=0, resume=True) == digest


def _as_anybody() -> list[str]:
    """Return what takes away the right to write where nobody may."""
    if os.geteuid():
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root may write anywhere, and nothing is there to forbid it")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search"]


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    """One line says so, and results that are there can be read."""
    scenario = quick(TEST)
    file, folder = write(scenario, tmp_path / "quick.toml"), tmp_path / "closed" / "out"
    run_experiment(scenario, folder, jobs=0)
    anybody = _as_anybody()
    for path, mode in ((folder / FILE, 0o444), (folder, 0o555), (folder.parent, 0o555)):
        path.chmod(mode)
    read = "import sys; from scenarios.results import Results; print(len(Results(sys.argv[1]).rows()))"
    commands = [
        command("run", file, "--out", folder.parent / "new"),
        command("run", file, "--out", folder, "--resume"),
        [sys.executable, "-c", read, str(folder)],
    ]
    try:
        new, old, results = (
            subprocess.run([*anybody, *each], capture_output=True, text=True, check=False)  # noqa: S603  # our own
            for each in commands
        )
    finally:
        for path in (folder.parent, folder):
            path.chmod(0o755)
    for done in (new, old):
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot make folder" in new.stderr
    assert "make its folder writable" in old.stderr
    assert (results.returncode, results.stdout, results.stderr) == (0, "2\n", "")


def test_what_is_printed_while_runs_are_played_is_no_answer(tmp_path: Path) -> None:
    """An Advisor may print: stdout is for the document."""
    (tmp_path / "loud.py").write_text(LOUD)
    scenario = quick(TEST, advisors=["Loud"], load=[str(tmp_path / "loud.py")])
    file = write(scenario, tmp_path / "loud.toml")
    code, out, err = ran("run", file, "--out", tmp_path / "out", "--json")
    assert code == 0
    assert out.startswith("{\n")
    assert "done" in err


LOUD = """
from agents import Advisor

class Loud(Advisor):
    '''Say it aloud.'''
    async def advise(self, think):
        print("done")
        await think.comment(think.moves[0], 7)
"""
