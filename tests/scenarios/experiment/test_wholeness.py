"""Results that were damaged or made up: every reader says so in one line, or is not misled."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import BadFile, HoyleError
from scenarios import Scenario, run_experiment
from scenarios.experiment.records import Records, digest_of, read_records
from scenarios.experiment.rows import TABLES
from scenarios.experiment.seals import CHECKSUM
from scenarios.experiment.store import FILE, Store
from scenarios.report.report_files import write_report
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle
from tests.scenarios.quick import LEARN, TEST, quick
from tests.scenarios.resealing import alter, make_old, make_version_4

SCENARIO: dict[str, Any] = {
    "runs": 2,
    "trace": True,
    "table": [{"title": "Won", "measure": "won", "phase": "test", "rows": "game"}],
}


def _scenario() -> Scenario:
    return quick({**LEARN, "contests": 2}, {**TEST, "contests": 2, "review": True}, **SCENARIO)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small experiment of which the second run was stopped halfway."""
    folder = tmp_path_factory.mktemp("whole") / "results"
    run_experiment(_scenario(), folder, jobs=0)
    with Store(folder) as store:
        store._database.execute("DELETE FROM runs WHERE run = 1")
        store._database.execute("DELETE FROM phases WHERE run = 1 AND phase = 1")
        store._database.execute("DELETE FROM advisors WHERE run = 1 AND phase = 1")
        store._database.execute("DELETE FROM contests WHERE run = 1 AND phase = 1 AND contest = 1")
    return folder


@pytest.fixture
def copied(results: Path, tmp_path: Path) -> Path:
    """Copy the results."""
    return _copy(results, tmp_path / "copy")


def _copy(results: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(results, folder)
    return folder


def _said(records: Records) -> list[Any]:
    """Return all that records say, to be compared."""
    rows = [records.runs, records.phases, records.advisors, records.contests.tolist()]
    return [str(records.meta), records.cells, *map(str, rows)]


def _told(read: Callable[[Path], object], folder: Path) -> str:
    with pytest.raises(BadFile) as told:
        read(folder)
    assert "\n" not in str(told.value)
    return str(told.value)


def _resume(folder: Path) -> object:
    return run_experiment(_scenario(), folder, jobs=0, resume=True)


READERS = {"report": write_report, "resume": _resume, "results": Results}


# A bit that flipped.


@pytest.mark.parametrize("table", list(TABLES))
def test_a_changed_row_is_named_with_its_table(copied: Path, table: str) -> None:
    """Whatever column it is in: the row is named, and what to do."""
    columns = [name for name in TABLES[table] if name not in ("cell", "run", "phase", "contest", "key")]
    first = {"meta": "key = 'title'", "cells": "cell = 0"}.get(table, "cell = 0 AND run = 0")
    alter(copied, f"UPDATE {table} SET {columns[-1]} = 7 WHERE {first}", reseals=False)  # noqa: S608  # our own names
    told = _told(_resume, copied)
    assert f"table {table}, " in told
    assert "checksum does not fit" in told
    assert "restore the folder from a copy, or run the scenario again" in told


def test_a_changed_contest_is_named(hoyle: Hoyle, copied: Path) -> None:
    """The command line ends with 2 and one line."""
    alter(copied, "UPDATE contests SET result = -result, plies = plies + 1 WHERE contest = 1", reseals=False)
    answer = hoyle("report", copied)
    assert answer.code == 2
    assert "table contests, cell 0, run 0, phase 0, contest 1 has changed since it was written" in answer.err
    assert answer.err.count("\n") == 1


def test_a_damaged_name_of_a_table_is_told_on_resuming(hoyle: Hoyle, copied: Path) -> None:
    """Also if it is no text any more."""
    content = (copied / FILE).read_bytes()
    assert b"tablecontestscontests" in content
    (copied / FILE).write_bytes(content.replace(b"tablecontestscontests", b"table\x83ontestscontests"))
    answer = hoyle("run", copied / "scenario.toml", "--out", copied, "--resume")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "cannot be read or is damaged" in answer.err


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE votes SET cell = 9 WHERE cell = 0 AND run = 0 AND phase = 0",
        "UPDATE votes SET silent = choices + 1",
        "UPDATE votes SET disputed = compared + 1",
    ],
)
def test_votes_that_no_experiment_counts_are_refused(copied: Path, change: str) -> None:
    """Of a cell that is not in the grid, or more of a part than of the whole."""
    alter(copied, change)
    with pytest.raises(BadFile, match="table votes"):
        read_records(copied)


@settings(max_examples=150)
@given(data=st.data())
def test_a_bit_that_flips_is_found_or_changes_nothing(
    results: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Wherever in the file it is."""
    folder = tmp_path_factory.mktemp("bit")
    content = bytearray((results / FILE).read_bytes())
    place = data.draw(st.integers(0, 8 * len(content) - 1), "bit")
    content[place // 8] ^= 1 << place % 8
    (folder / FILE).write_bytes(content)
    whole = read_records(results)
    try:
        found = read_records(folder)
        digest = digest_of(found)
    except BadFile:
        return
    assert _said(found) == _said(whole)
    assert digest == digest_of(whole)


# Well framed, and wrong inside.

WRONG = st.one_of(
    st.none(),
    st.sampled_from([0, -1, 1, 3, 2**53, 2**62, -(2**63), 2**63 - 1]),
    st.sampled_from([float("inf"), -float("inf"), -1.5, 1e308, 0.5]),
    st.sampled_from(["", "x", "5 5 5", "99", "player", "{", "[]", "{}", "null", "7", '"x"', "NaN", "[NaN]"]),
    st.sampled_from(["1e999", "9" * 5000, "[" * 9000, '{"a": {"b": [1]}}', '{"hoyle": [1, {"A": [2]}]}']),
    st.sampled_from(['[{"title": "t"}]', '{"game": 7}', "[-1]", "\x1b[31m\n", "é" * 300, "\ud800"[:0]]),
    st.sampled_from([b"", b"\xff\xfe", b"x" * 100]),
)


@settings(max_examples=250)
@given(data=st.data())
def test_whatever_stands_in_a_column_is_told_or_harmless(
    results: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """With the checksum made right again, every reader works or says in one line what is wrong."""
    table = data.draw(st.sampled_from(list(TABLES)), "table")
    column = data.draw(st.sampled_from(list(TABLES[table])), "column")
    reader = data.draw(st.sampled_from(list(READERS)), "reader")
    folder = _copy(results, tmp_path_factory.mktemp("inside") / "copy")
    if table == "meta":
        name = data.draw(st.sampled_from(sorted(read_records(results).meta)), "key")
        where, known = "key = ?", [name]
    else:
        where, known = f"{column} IS (SELECT {column} FROM {table} LIMIT 1)", []  # noqa: S608  # our own names
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        _loosen(database, table)
        database.execute(
            f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {where}",  # noqa: S608  # our own names
            [data.draw(WRONG, "value"), *known],
        )
    alter(folder)
    said = ""
    try:
        READERS[reader](folder)
    except HoyleError as error:
        said = str(error)
    assert said.isprintable()


def _loosen(database: sqlite3.Connection, table: str) -> None:
    """Let a table hold anything in any column: without types, keys and rules."""
    names = ", ".join((*TABLES[table], CHECKSUM))
    database.execute(f"CREATE TABLE loose ({names})")
    database.execute(f"INSERT INTO loose SELECT {names} FROM {table}")  # noqa: S608  # our own names
    database.execute(f"DROP TABLE {table}")
    database.execute(f"ALTER TABLE loose RENAME TO {table}")


@pytest.mark.parametrize("reader", list(READERS))
@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TABLE phases"],
        ["DROP TABLE traces"],
        ["ALTER TABLE contests RENAME COLUMN moves TO mooves"],
        ["ALTER TABLE contests DROP COLUMN checksum"],
        ["ALTER TABLE contests RENAME TO old", "CREATE VIEW contests AS SELECT * FROM old"],
        ["CREATE TRIGGER more AFTER INSERT ON runs BEGIN DELETE FROM contests; END"],
        ["PRAGMA user_version = 77"],
        ["UPDATE meta SET value = '99' WHERE key = 'version'"],
        ["UPDATE meta SET value = '\"four\"' WHERE key = 'version'"],
        ["UPDATE meta SET value = '[' WHERE key = 'axes'"],
        ["DELETE FROM cells"],
        ["UPDATE contests SET cell = 5 WHERE contest = 1"],
        ["UPDATE advisors SET cell = 5"],
        ["DELETE FROM contests WHERE contest = 0"],
        ["DELETE FROM contests WHERE run = 0 AND phase = 1 AND contest = 1"],
        ["UPDATE contests SET role = 'umpire'"],
        ["UPDATE contests SET outcome = 'both'"],
        ['UPDATE contests SET attendance = \'{"hoyle": [1, {"Panic": [2]}]}\''],
        ['UPDATE phases SET knowledge = \'{"wins": "many"}\''],
        ["UPDATE runs SET state = 'asleep'"],
    ],
)
def test_what_no_experiment_writes_is_told(copied: Path, statements: list[str], reader: str) -> None:
    """Other tables, views and triggers; rows that belong nowhere, or are missing."""
    alter(copied, *statements)
    assert str(copied) in _told(READERS[reader], copied)


def test_moves_that_cannot_be_played_are_told_before_going_on(hoyle: Hoyle, copied: Path) -> None:
    """A run that is not done would learn from them; the row is named, and nothing is played."""
    alter(copied, "UPDATE contests SET moves = '5 5' WHERE run = 1 AND phase = 0 AND contest = 1")
    assert hoyle("report", copied).code == 0
    before = len(read_records(copied).contests)
    told = _told(_resume, copied)
    assert "table contests, cell 0, run 1, phase 0, contest 1: these moves cannot be played" in told
    assert len(read_records(copied).contests) == before


def test_traces_are_read_whatever_the_results_are(hoyle: Hoyle, copied: Path) -> None:
    """Decisions are made again from traces, which have checksums of their own."""
    alter(copied, "UPDATE contests SET role = 'umpire'", reseals=False)
    assert hoyle("redecide", copied, "--paradigm", "2").code == 0


def test_results_without_checksums_are_still_read(copied: Path) -> None:
    """Those of version 3 have none; what they say is the same."""
    before = read_records(copied)
    digest = digest_of(before)
    make_old(copied)
    after = read_records(copied)
    assert digest_of(after) == digest
    np.testing.assert_array_equal(after.contests["result"], before.contests["result"])
    write_report(copied)


def test_cells_are_kept_with_the_rows(copied: Path) -> None:
    """Each as the scenario resolves to it, whatever becomes of the scenario's text."""
    alter(copied, "UPDATE meta SET value = '\"nonsense\"' WHERE key = 'scenario'")
    records = read_records(copied)
    assert records.specs == dict(enumerate(_scenario().cells))
    assert records.until(0, "test") == _scenario().cells[0].phases[1].until
    assert records.until(0, "no such phase") is None


def test_results_without_cells_are_still_read_and_gone_on_with(copied: Path) -> None:
    """Version 4 kept the text of the scenario only: it is resolved again, until somebody goes on."""
    before = read_records(copied)
    make_version_4(copied)
    after = read_records(copied)
    assert after.specs == before.specs
    assert digest_of(after) == digest_of(before)
    write_report(copied)
    _resume(copied)
    alter(copied, "UPDATE meta SET value = '\"nonsense\"' WHERE key = 'scenario'")
    assert read_records(copied).specs == before.specs


@pytest.mark.parametrize("text", ["not [ toml", "", "load = ['evil.py']\ngame = 'achi'", "game = 'no such'"])
def test_cells_that_nobody_can_resolve_are_unknown(copied: Path, text: str) -> None:
    """Nobody's code is run to find out, and the report is made without."""
    make_version_4(copied)
    with Store(copied) as store:
        store.set_meta({"scenario": text})
    assert read_records(copied).specs == {}
    write_report(copied)


def test_an_experiment_that_was_killed_before_it_began_can_go_on(tmp_path: Path) -> None:
    """A file without tables, or with nothing in them, is none that was damaged."""
    for number, statement in enumerate(
        ("PRAGMA user_version = 0", "CREATE TABLE meta (key, value, checksum)")
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        with closing(sqlite3.connect(folder / FILE)) as database, database:
            database.execute(statement)
        assert run_experiment(quick({**TEST, "contests": 1}), folder, jobs=0, resume=True)
