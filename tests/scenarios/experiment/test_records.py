"""Reading results back, and saying in one line why that cannot be done."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from games import BadFile
from scenarios.experiment.records import digest_of, read_records
from scenarios.experiment.store import FILE, VERSION, Store
from tests.scenarios.fake_results import begin, plausible, weird
from tests.scenarios.resealing import alter


def _told(folder: Path) -> str:
    with pytest.raises(BadFile) as told:
        read_records(folder)
    assert "\n" not in str(told.value)
    return str(told.value)


def _damage(folder: Path, statement: str) -> None:
    begin(folder, {"game": ("achi",)}).store.close()
    alter(folder, statement)


def test_everything_is_read_back(tmp_path: Path) -> None:
    """Cells, phases, runs and contests come back as they were written, contests by phase."""
    faker = begin(tmp_path, {"game": ("achi", "nim")})
    faker.phase(1, 0, 0, "learn", [1, None, -1])
    faker.phase(1, 0, 1, "test", [0])
    faker.end(1, 0)
    faker.store.close()
    records = read_records(tmp_path)
    assert records.cells == {0: {"game": "achi"}, 1: {"game": "nim"}}
    assert records.phase_names == ("learn", "test")
    assert [row.state for row in records.runs] == ["done"]
    np.testing.assert_array_equal(records.contests_of((1, 0, 0))["result"], [1, np.nan, -1])
    assert len(records.contests_of((0, 0, 0))) == 0
    with Store(tmp_path) as store:
        assert digest_of(records) == store.digest()


def test_the_last_contest_of_a_run_is_read_without_the_others(tmp_path: Path) -> None:
    """The last of its last phase, and how many there are; of a run that has not begun there is none."""
    faker = begin(tmp_path, {"game": ("achi", "nim")})
    faker.phase(1, 0, 0, "learn", [1, None, -1])
    faker.phase(1, 0, 1, "test", [0, 1])
    faker.store.close()
    with Store(tmp_path) as store:
        assert store.last_contest(1, 0) == store.contests(cell=1, run=0)[-1]
        assert store.count_contests(cell=1, run=0) == store.count_contests() == 5
        assert store.last_contest(0, 0) is None
        assert store.count_contests(cell=0) == 0


def test_an_experiment_that_has_not_begun_is_read(tmp_path: Path) -> None:
    """A grid without a run has no contests, and is no error."""
    begin(tmp_path, {"game": ("achi",)}).store.close()
    assert len(read_records(tmp_path).contests) == 0


def test_there_must_be_a_folder_with_results(tmp_path: Path) -> None:
    """A missing folder, a file in its place and a folder without results are told, and left alone."""
    assert "no such folder" in _told(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    assert "no such folder" in _told(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    assert "has no results" in _told(tmp_path / "empty")
    assert not list((tmp_path / "empty").iterdir())


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\0" * 5000])
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    """What is no database, or half of one, is told."""
    (tmp_path / FILE).write_bytes(content)
    assert "damaged" in _told(tmp_path)


def test_a_file_that_was_cut_is_told(tmp_path: Path) -> None:
    """A database that lost its second half is told."""
    path = plausible(tmp_path) / FILE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "damaged" in _told(tmp_path)


def test_a_foreign_database_is_told_and_left_alone(tmp_path: Path) -> None:
    """Somebody else's database, or an empty file, gets no tables of ours."""
    (tmp_path / FILE).touch()
    assert "no results of Hoyle" in _told(tmp_path)
    assert (tmp_path / FILE).stat().st_size == 0
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("CREATE TABLE cakes (name TEXT)")
    database.close()
    before = (tmp_path / FILE).read_bytes()
    assert "no results of Hoyle" in _told(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [f"PRAGMA user_version = {VERSION + 1}", "INSERT INTO meta VALUES ('version', '99', 0)"],
)
def test_a_newer_version_is_told(tmp_path: Path, statement: str) -> None:
    """Results of a later Hoyle ask for a later Hoyle."""
    _damage(tmp_path, statement)
    assert "newer Hoyle" in _told(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE cells SET labels = '{'",
        "UPDATE cells SET labels = '[1]'",
        "UPDATE meta SET value = '[{\"tilte\": 1}]' WHERE key = 'tables'",
        "UPDATE meta SET value = '7' WHERE key = 'axes'",
        "UPDATE meta SET value = 'x' WHERE key = 'title'",
        "INSERT INTO advisors VALUES (0, 0, 0, 'Panic', 1, 2, 0, 0)",
        "INSERT INTO phases VALUES (0, 0, 0, 'learn', 1, 'time', '[1]', 0)",
        "INSERT INTO phases VALUES (0, 0, 0, 'learn', 1, 'time', '{', 0)",
        "INSERT INTO contests VALUES (0,0,0,0,'','x','','zero',1,9,'','',0,0,4,4,4,4,9,1,1,0,0,0,0,0,'',0)",
    ],
)
def test_rows_that_say_nonsense_are_told(tmp_path: Path, statement: str) -> None:
    """What cannot have been written by an experiment is told in one line."""
    _damage(tmp_path, statement)
    assert "damaged" in _told(tmp_path)


@pytest.mark.parametrize("make", [plausible, weird])
def test_reading_changes_nothing(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    """The results are the same after they were read."""
    make(tmp_path)
    with Store(tmp_path) as store:
        before = store.digest()
    read_records(tmp_path)
    with Store(tmp_path) as store:
        assert store.digest() == before
